//! Random records: trees of legal moves from the shipped problems, with everything that a record may
//! hold. They are the same on every run.

use crate::Random;
use tsume::notation::record::{End, Record};
use tsume::notation::sfen;
use tsume::shogi::{Position, Setup};

/// Headers with what is odd about them.
const HEADERS: [(&str, &str); 13] = [
    ("作品番号", "muso/7:8"),
    ("作品名", "\"夢\"の；\"中\";"),
    ("作者", "伊藤看寿"),
    ("発表誌", "詰将棋、\\#1"),
    ("発表年月", "1755年"),
    ("出典", "\""),
    ("手数", "７手詰(参考)"),
    ("完全性", ""),
    ("備考", "一 二　三"),
    ("棋戦", "a: b"),
    ("先手", ""),
    ("盤面回転", ""),
    ("原典手数", "7"),
];

/// Adds a random line of legal moves from a node.
pub fn wander(record: &mut Record, from: usize, plies: usize, random: &mut Random) -> usize {
    let mut setup = record.setup.clone();
    let before = |at: &usize| (*at != 0).then(|| record.tree.node(*at).parent);
    let way: Vec<_> = std::iter::successors(Some(from), before).collect();
    for mv in way
        .into_iter()
        .rev()
        .filter_map(|it| record.tree.node(it).mv)
    {
        assert!(setup.play(mv));
    }
    let mut position = Position::new(&setup);
    let mut at = from;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        position.make(mv);
        at = record.tree.add(at, mv);
    }
    at
}

/// Returns a random tree of moves with comments, times and ends.
pub fn random(setup: Setup, seed: u64, branches: usize) -> Record {
    let mut random = Random(seed);
    let mut record = Record::new(setup);
    let mut headers = HEADERS.to_vec();
    for _ in 0..random.below(headers.len() + 1) {
        let (key, value) = headers.remove(random.below(headers.len()));
        record.set_header(key, value.to_owned());
    }
    let last = wander(&mut record, 0, 1 + random.below(12), &mut random);
    if random.below(2) == 0 {
        record.tree.node_mut(last).end = Some(End::Mate);
    }
    for _ in 0..branches {
        let from = random.below(record.tree.len());
        // A line without an end goes on where it stops; a branch there would be no branch.
        let node = record.tree.node(from);
        if node.children.is_empty() && node.end.is_none() {
            continue;
        }
        let plies = 1 + random.below(6);
        let last = wander(&mut record, from, plies, &mut random);
        if random.below(3) == 0 && record.tree.node(last).children.is_empty() {
            record.tree.node_mut(last).end = Some(End::NoMate);
        }
    }
    for id in 0..record.tree.len() {
        let node = record.tree.node_mut(id);
        match random.below(6) {
            0 => node.comments = vec!["余詰".to_owned(), " 同じく".to_owned()],
            1 => node.comments = vec!["&しおり".to_owned()],
            2 if id > 0 => node.seconds = Some((random.below(5000)) as u32),
            _ => {}
        }
    }
    record
}

/// Returns the rest of a record in a format without branches.
pub fn main_line_of(record: &Record) -> Record {
    let mut flat = Record::new(record.setup.clone());
    flat.headers.clone_from(&record.headers);
    let mut at = 0;
    for id in std::iter::once(0).chain(record.tree.line_from(0)) {
        let node = record.tree.node(id);
        if let Some(mv) = node.mv {
            at = flat.tree.add(at, mv);
        }
        let copy = flat.tree.node_mut(at);
        copy.comments.clone_from(&node.comments);
        copy.end = node.end;
        copy.seconds = node.seconds;
    }
    flat
}

/// Returns the diagrams of all shipped problems.
pub fn shipped() -> Vec<Setup> {
    let files = [
        include_str!("../../../problems/first-steps.sfen"),
        include_str!("../../../problems/classics/muso.sfen"),
        include_str!("../../../problems/classics/zuko.sfen"),
    ];
    let lines = files.iter().flat_map(|file| file.lines());
    let problems = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    problems
        .map(|line| sfen::parse(line).unwrap().setup)
        .collect()
}
