//! The files in `problems/` are what they claim to be: legal problems with ids of their own.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use tsume::composition::check::{Question, check};
use tsume::composition::compose::{Likeness, gives_a_piece};
use tsume::composition::verdict::{Finding, Kind, Verdict};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::sfen;
use tsume::search::{SearchConfig, Solver};
use tsume::shogi::Position;
use tsume::vocabulary::Rules;

#[test]
fn every_shipped_problem_is_legal_and_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut ids = HashSet::new();
    for (file, count) in [
        ("first-steps.sfen", 12),
        ("brinkmates.sfen", 13),
        ("composed.sfen", 60),
        ("classics/muso.sfen", 105),
        ("classics/zuko.sfen", 104),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), count, "{file}");
        for line in lines {
            let record = sfen::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let setup = record.setup.clone();
            let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto)
                .unwrap_or_else(|reasons| panic!("{line}: {reasons:?}"));
            assert!(
                problem.attacker_to_move() && problem.notes().is_empty(),
                "{line}"
            );
            let written = sfen::write(problem.setup());
            let behind = line.strip_prefix(&written);
            assert!(
                behind.is_some_and(|it| it.starts_with(';') || it.starts_with(" moves ")),
                "{line}: not canonical"
            );
            let id = record
                .opcode("id")
                .unwrap_or_else(|| panic!("{line}: no id"));
            assert!(ids.insert(id.to_owned()), "{id} twice");
            for length in ["plies", "recorded"] {
                let value = record.opcode(length).map(str::parse::<u32>);
                assert!(
                    value.is_none_or(|value| value.is_ok_and(|n| n % 2 == 1)),
                    "{line}"
                );
            }
        }
    }
}

/// Of seven the last move printed leaves replies, all of them interpositions.
const INTERPOSITIONS_LEFT: [&str; 7] = [
    "muso028", "muso031", "muso037", "muso043", "zuko026", "zuko073h", "zuko093",
];

#[test]
fn the_lines_of_the_books_can_be_played_and_end_in_mate() {
    let files = [
        include_str!("../../../problems/classics/muso.sfen"),
        include_str!("../../../problems/classics/zuko.sfen"),
    ];
    let mut numbers = HashSet::new();
    let mut left = Vec::new();
    for line in files.iter().flat_map(|file| file.lines()) {
        let Some(record) = sfen::parse(line).ok().filter(|it| !it.moves.is_empty()) else {
            assert!(!line.contains(" moves "), "{line}");
            continue;
        };
        let id = record.opcode("id").expect("an id");
        assert!(numbers.insert(id[..7].to_owned()), "{id}: a second line");
        let recorded = record.opcode("recorded").map(str::parse);
        assert_eq!(recorded, Some(Ok(record.moves.len())), "{id}");
        let problem = Problem::new(
            record.setup.clone(),
            AttackerRule::Auto,
            DefenderHandRule::Auto,
        );
        let mut position = Position::new(problem.expect("a problem").setup());
        for (at, &mv) in record.moves.iter().enumerate() {
            let ply = at + 1;
            assert!(
                position.legal_moves().contains(&mv),
                "{id}: ply {ply} is not legal"
            );
            position.make(mv);
            let checked = position.in_check(position.turn());
            assert_eq!(checked, ply % 2 == 1, "{id}: ply {ply}");
        }
        let replies = position.legal_moves();
        if !replies.is_empty() {
            assert!(replies.iter().all(|it| it.is_drop()), "{id}: no mate");
            left.push(id.to_owned());
        }
    }
    let books: Vec<_> = ["muso", "zuko"]
        .iter()
        .flat_map(|book| (1..=100).map(move |number| format!("{book}{number:03}")))
        .collect();
    let without: Vec<_> = books.iter().filter(|it| !numbers.contains(*it)).collect();
    assert_eq!(without, ["muso075"]);
    assert_eq!(left, INTERPOSITIONS_LEFT);
}

#[test]
fn the_composed_problems_are_sound_and_rated_as_they_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/composed.sfen");
    let text = fs::read_to_string(path).unwrap();
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 16 << 20,
        ..SearchConfig::default()
    });
    let question = Question {
        rules: Rules::Strict,
        idle_pieces: true,
        attributes: true,
        ..Question::default()
    };
    let mut told: Vec<(Likeness, &str)> = Vec::new();
    for line in text.lines().filter(|it| !it.starts_with('#')) {
        let record = sfen::parse(line).unwrap();
        let problem = Problem::new(
            record.setup.clone(),
            AttackerRule::Auto,
            DefenderHandRule::Auto,
        );
        let judgement = check(&mut solver, &problem.unwrap(), &question, &mut |_| {});
        assert_eq!(judgement.verdict(Rules::Strict), Verdict::Sound, "{line}");
        let is_idle = |it: &Finding| it.kind == Kind::IdlePiece;
        assert!(!judgement.findings.iter().any(is_idle), "{line}");
        let reading = judgement.composed.reading.expect("the line is known");
        assert_eq!(reading.line, record.moves, "{line}");
        assert!(reading.leftover.is_empty(), "{line}");
        let rating = judgement.rating.expect("it is rated");
        for (key, found) in [
            ("plies", reading.line.len() as u32),
            ("difficulty", rating.difficulty.points),
            ("aesthetics", rating.aesthetics.points),
        ] {
            assert_eq!(
                record.opcode(key),
                Some(found.to_string().as_str()),
                "{line}"
            );
        }
        let words = judgement.attributes.iter().map(|it| match it.key() {
            (key, Some(count)) => format!("{key}:{count}"),
            (key, None) => key.to_owned(),
        });
        let words: Vec<String> = words.collect();
        assert_eq!(
            record.opcode("note"),
            Some(words.join(" ").as_str()),
            "{line}"
        );
        assert!(rating.aesthetics.points >= 45, "{line}: plain");
        assert!(gives_a_piece(&record.setup, &record.moves), "{line}: plain");
        let likeness = Likeness::new(&Position::new(&record.setup), &record.moves);
        let alike = told.iter().find(|it| it.0.is_alike(&likeness));
        assert!(alike.is_none(), "{line} is like {}", alike.unwrap().1);
        told.push((likeness, line));
    }
}
