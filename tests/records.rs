//! Records in every format: what is written is read back the same, for every shipped problem and
//! for random trees; and another reader finds the same moves in it.

#![cfg(feature = "cli")]

use proptest::prelude::*;
use tsume::notation::record::{
    Encoding, End, Format, Losses, Record, decode, encode, problem, read, write,
};
use tsume::notation::sfen;
use tsume::shogi::{Position, Setup};

/// A simple generator of numbers, so that lines are the same on every run.
fn next(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Adds a random line of legal moves from a node.
fn wander(record: &mut Record, from: usize, plies: usize, state: &mut u64) -> usize {
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

/// A random tree of moves with comments, times and ends.
fn random(setup: Setup, seed: u64, branches: usize) -> Record {
    let mut state = seed;
    let mut record = Record::new(setup);
    let headers = [
        ("作者", "伊藤看寿"),
        ("発表年月", "1755年"),
        ("手数", "７手詰(参考)"),
        ("棋戦", "a: b"),
    ];
    for (key, value) in headers.into_iter().take(next(&mut state) % 5) {
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

/// What remains of a record in a format without branches.
fn main_line_of(record: &Record) -> Record {
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

fn one(text: &str, format: Format) -> Record {
    let mut parts = read(text, format);
    assert_eq!(parts.len(), 1, "{text}");
    match parts.remove(0).content {
        Ok((record, places)) => {
            let known = problem(&record, &places);
            assert_eq!(known.spans.moves.len(), known.moves.len());
            record
        }
        Err(error) => panic!("{error} at {:?}\n{text}", error.span),
    }
}

/// Writes a record in every format and reads it back.
fn round_trip(record: &Record) {
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let (text, losses) = write(record, format);
        let mut expected = record.clone();
        if losses.branches {
            assert_eq!(format, Format::Csa);
            expected = main_line_of(record);
        }
        if losses.times {
            assert_eq!(format, Format::Ki2);
            for id in 0..expected.tree.len() {
                expected.tree.node_mut(id).seconds = None;
            }
        }
        assert!(
            !losses.comments && !losses.headers && !losses.ends,
            "{losses:?}"
        );
        // CSA has its own places for some headers.
        let mut found = one(&text, format);
        if format == Format::Csa {
            found.headers.sort();
            expected.headers.sort();
        }
        assert_eq!(found, expected, "{format:?}\n{text}");
        for encoding in [Encoding::Utf8, Encoding::Cp932] {
            let bytes = encode(&text, encoding).unwrap();
            assert_eq!(decode(&bytes), text);
        }
    }
}

fn shipped() -> Vec<Setup> {
    let files = [
        include_str!("../problems/first-steps.sfen"),
        include_str!("../problems/classics/muso.sfen"),
        include_str!("../problems/classics/zuko.sfen"),
    ];
    let lines = files.iter().flat_map(|file| file.lines());
    let problems = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    problems
        .map(|line| sfen::parse(line).unwrap().setup)
        .collect()
}

#[test]
fn every_shipped_problem_and_its_random_lines_come_back_the_same() {
    let mut trips = 0;
    for (at, setup) in shipped().into_iter().enumerate() {
        round_trip(&Record::new(setup.clone()));
        for branches in [0, 1, 3, 8, 20] {
            round_trip(&random(
                setup.clone(),
                at as u64 * 7 + branches,
                branches as usize,
            ));
            trips += 1;
        }
    }
    assert!(trips >= 1_000, "{trips}");
}

#[test]
fn a_game_from_the_initial_position_comes_back_the_same() {
    let setup = sfen::parse("startpos").unwrap().setup;
    for seed in 0..20 {
        let mut record = random(setup.clone(), seed, 10);
        let mut state = seed;
        let last = record.tree.line_from(0).last().unwrap();
        record.tree.node_mut(last).end = None;
        wander(&mut record, last, 200, &mut state);
        round_trip(&record);
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in "[0-9+\\-|v ・歩玉飛銀成打同一二三１２３▲△:：*&#\n変化手数まで先後持駒PNT%/,'{}\"\\[\\]a-z]{0,200}") {
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
            for part in read(&text, format) {
                if let Err(error) = part.content {
                    prop_assert!(part.text.get(error.span.clone()).is_some(), "{:?}", error);
                }
            }
        }
    }

    #[test]
    fn no_change_of_a_record_makes_a_reader_panic(seed in 0_u64..1000, at in 0_usize..1000, insert in "[0-9+\\-v|歩玉飛成打同一１▲*変化手 \n{}\",]{0,3}", cut in 0_usize..4) {
        let record = random(shipped()[(seed % 12) as usize].clone(), seed, 3);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
            let (text, _) = write(&record, format);
            let characters: Vec<char> = text.chars().collect();
            let from = characters.len() * at / 1000;
            let to = (from + cut).min(characters.len());
            let changed: String = characters[..from].iter().copied().chain(insert.chars()).chain(characters[to..].iter().copied()).collect();
            for part in read(&changed, format) {
                if let Err(error) = part.content {
                    prop_assert!(part.text.get(error.span.clone()).is_some(), "{:?}", error);
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_the_decoder_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = decode(&bytes);
        for format in [Format::Kif, Format::Csa, Format::Jkf] {
            drop(read(&text, format));
        }
    }
}

/// `shogi_kifu_converter` reads KIF and KI2 by rules of its own.
#[test]
fn another_reader_finds_the_same_moves() {
    use shogi_kifu_converter::parser::{parse_csa_str, parse_kif_str};
    for (at, setup) in shipped().into_iter().enumerate() {
        let record = main_line_of(&random(setup, at as u64, 0));
        let line = record.tree.main_line();
        let (kif, losses) = write(&record, Format::Kif);
        assert_eq!(losses, Losses::default());
        let theirs = parse_kif_str(&kif).unwrap();
        let moves: Vec<_> = theirs.moves.iter().filter_map(|it| it.move_).collect();
        assert_eq!(moves.len(), line.len(), "{kif}");
        for (ours, theirs) in line.iter().zip(&moves) {
            let to = (ours.to().file() + 1, ours.to().rank() + 1);
            assert_eq!((theirs.to.x, theirs.to.y), to, "{kif}");
            let from = ours.from().map(|it| (it.file() + 1, it.rank() + 1));
            assert_eq!(theirs.from.map(|it| (it.x, it.y)), from, "{kif}");
        }
        let (csa, _) = write(&record, Format::Csa);
        let csa = csa
            .replace("V3.0", "V2.2")
            .replace("'CSA encoding=UTF-8\n", "");
        let theirs = parse_csa_str(&csa).unwrap();
        let moves = theirs.moves.iter().filter(|it| it.move_.is_some()).count();
        assert_eq!(moves, line.len(), "{csa}");
    }
}
