//! Certificates: every answer of the search proven to a checker that shares no code with it.
//!
//! - `answers.rs`: whole collections, certified and checked
//! - `mutants.rs`: certificates with one thing changed
//! - `random.rs`: the answers to random small problems
//! - `files.rs`: certificates written, read, and damaged

mod answers;
#[cfg(feature = "cli")]
mod files;
mod mutants;
#[path = "../duel/positions.rs"]
mod positions;
mod random;

use std::path::Path;
use tsume::certificate::Certificate;
use tsume::notation::sfen;
use tsume::search::{Answer, Limits, SearchConfig, Solver, Uncertified};
use tsume::shogi::Position;
use tsume::tsume::certify::{certify, claims};
use tsume::tsume::{AttackerRule, DefenderHandRule, Problem};

/// Problems of a table, from the column `sfen`.
fn table(name: &str) -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .flexible(true)
        .quoting(false)
        .from_path(folder.join(name))
        .unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    rows.iter().map(|row| problem(&row[1])).collect()
}

fn problem(text: &str) -> Problem {
    let record = sfen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

fn solver(hash_bytes: usize, shortest: bool) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes,
        shortest,
        ..SearchConfig::default()
    })
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
    (answer, certificates)
}
