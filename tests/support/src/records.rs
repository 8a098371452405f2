//! Random records: trees of legal moves from the shipped problems, with everything that a record may
//! hold. They are the same on every run.

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

/// Returns a simple generator of numbers, so that lines are the same on every run.
pub fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Adds a random line of legal moves from a node.
pub fn wander(record: &mut Record, from: usize, plies: usize, state: &mut u64) -> usize {
    let mut setup = record.setup.clone();
    for mv in record.tree.moves_to(from) {
        assert!(setup.play(mv));
    }
    let mut position = Position::new(&setup);
    let mut at = from;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[next(state) % moves.len()];
        position.make(mv);
        at = record.tree.add(at, mv);
    }
    at
}

/// Returns a random tree of moves with comments, times and ends.
pub fn random(setup: Setup, seed: u64, branches: usize) -> Record {
    let mut state = seed;
    let mut record = Record::new(setup);
    let mut headers = HEADERS.to_vec();
    for _ in 0..next(&mut state) % (headers.len() + 1) {
        let (key, value) = headers.remove(next(&mut state) % headers.len());
        record.set_header(key, value.to_owned());
    }
    let last = wander(&mut record, 0, 1 + next(&mut state) % 12, &mut state);
    if next(&mut state).is_multiple_of(2) {
        record.tree.node_mut(last).end = Some(End::Mate);
    }
    for _ in 0..branches {
        let from = next(&mut state) % record.tree.len();
        // A line without an end goes on where it stops; a branch there would be no branch.
        let node = record.tree.node(from);
        if node.children.is_empty() && node.end.is_none() {
            continue;
        }
        let plies = 1 + next(&mut state) % 6;
        let last = wander(&mut record, from, plies, &mut state);
        if next(&mut state).is_multiple_of(3) && record.tree.node(last).children.is_empty() {
            record.tree.node_mut(last).end = Some(End::NoMate);
        }
    }
    for id in 0..record.tree.len() {
        let node = record.tree.node_mut(id);
        match next(&mut state) % 6 {
            0 => node.comments = vec!["余詰".to_owned(), " 同じく".to_owned()],
            1 => node.comments = vec!["&しおり".to_owned()],
            2 if id > 0 => node.seconds = Some((next(&mut state) % 5000) as u32),
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
    problems.map(|line| sfen::parse(line).unwrap().setup).collect()
}
