//! The answers to whole collections, certified and checked.

use std::fs;
use std::path::Path;
use tsume::certificate::{Certificate, Claim};
use tsume::notation::sfen;
use tsume::search::{Answer, Limits, SearchConfig, Solver, Uncertified};
use tsume::shogi::Position;
use tsume::tsume::certify::{certify, claims};
use tsume::tsume::{AttackerRule, DefenderHandRule, Problem};
use tsume::verify::check;

/// Problems of a table, from the column `sfen`.
fn table(name: &str) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .flexible(true)
        .quoting(false)
        .from_path(path)
        .unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    rows.iter().map(|row| problem(&row[1])).collect()
}

fn classics(name: &str) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("problems/classics")
        .join(name);
    let text = fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(problem).collect()
}

fn problem(text: &str) -> Problem {
    let record = sfen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// Solves a problem and certifies what was found, as far as the limit of nodes allows.
fn certified(solver: &mut Solver, problem: &Problem, nodes: u64) -> (Answer, Vec<Certificate>) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let position = Position::new(problem.normalised());
    let answer = solver.solve(&position, &limits, &mut |_| {}).answer;
    let mut certificates = Vec::new();
    for claim in claims(answer) {
        match certify(solver, problem, claim, &limits, &mut |_| {}) {
            Ok((certificate, _)) => certificates.push(certificate),
            Err(Uncertified::Limit(_)) => {}
            Err(Uncertified::Contradiction(at)) => {
                panic!("{claim:?} fails at {}", sfen::write(&at))
            }
        }
    }
    for certificate in &certificates {
        if let Err(rejection) = check(certificate) {
            let at = sfen::write(&rejection.position);
            panic!(
                "{:?} of {}: {rejection} at {at}",
                certificate.claim,
                sfen::write(problem.setup())
            );
        }
    }
    (answer, certificates)
}

fn solver(bytes: usize) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: bytes,
        ..SearchConfig::default()
    })
}

/// How many answers of each kind are proven, and with how many positions.
#[derive(Debug, Default)]
struct Count {
    mates: usize,
    shortest: usize,
    no_mates: usize,
    positions: usize,
    missing: usize,
}

fn count(problems: &[Problem], bytes: usize, nodes: u64) -> Count {
    let mut solver = solver(bytes);
    let mut count = Count::default();
    for problem in problems {
        let (answer, certificates) = certified(&mut solver, problem, nodes);
        count.missing += claims(answer).len() - certificates.len();
        for certificate in certificates {
            count.positions += certificate.entries.len();
            match certificate.claim {
                Claim::MateWithin(_) => count.mates += 1,
                Claim::NoMateWithin(_) => count.shortest += 1,
                Claim::NoMate => count.no_mates += 1,
            }
        }
    }
    println!("{count:?}");
    count
}

#[test]
fn the_lengths_of_short_problems_are_proven() {
    for name in [
        "reference.tsv",
        "short_composed.tsv",
        "short_game.tsv",
        "double_king.tsv",
    ] {
        let problems = table(name);
        let found = count(&problems, 16 << 20, 3_000_000);
        assert_eq!((found.mates, found.missing), (problems.len(), 0), "{name}");
    }
}

#[test]
fn no_mates_are_proven() {
    let found = count(&table("nomate.tsv"), 64 << 20, 3_000_000);
    assert!(found.no_mates >= 1 && found.missing == 0, "{found:?}");
}

#[test]
fn classics_are_proven() {
    let problems = [classics("muso.sfen"), classics("zuko.sfen")].concat();
    let found = count(&problems, 64 << 20, 1_000_000);
    assert!(found.mates >= 150, "{found:?}");
}
