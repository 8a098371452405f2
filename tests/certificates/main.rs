//! Certificates: a checker that shares no code with the search confirms every answer.
//!
//! - `answers.rs`: whole collections, certified and checked
//! - `composed.rs`: lengths without futile interpositions
//! - `lines.rs`: claims about positions after moves of a problem
//! - `mutants.rs`: certificates with one thing changed
//! - `random.rs`: the answers to random small problems
//! - `files.rs`: certificates written, read, and damaged
//! - `forged`: certificates made by hand, false in one point
//! - `hands.rs`: the other hands that an entry covers

mod answers;
mod composed;
#[cfg(feature = "rows")]
#[path = "../fuzz/corpus.rs"]
mod corpus;
#[cfg(feature = "rows")]
mod files;
mod forged;
mod hands;
mod lines;
mod mutants;
#[path = "../duel/positions.rs"]
mod positions;
mod random;

use std::path::Path;
use tsume::certificate::{Certificate, Claim};
use tsume::composition::certify::{certify, claims, composed_claims};
use tsume::composition::composed::solve as solve_composed;
use tsume::composition::{AttackerRule, DefenderHandRule, Interpositions, Problem};
use tsume::notation::sfen;
use tsume::search::{Answer, Limits, SearchConfig, Solver, Uncertified};
use tsume::shogi::Position;

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
    let certificates = made(solver, problem, &claims(answer), &limits);
    (answer, certificates)
}

/// Returns a solver with memory for composed lengths.
fn composed_solver(hash_bytes: usize) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes,
        ..SearchConfig::default()
    })
}

/// Returns the same for the composed length.
fn composed_certified(
    solver: &mut Solver,
    problem: &Problem,
    nodes: u64,
) -> (Answer, Vec<Certificate>) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let level = Interpositions::Standard;
    let answer = solve_composed(solver, problem, level, &limits, &mut |_| {}).answer;
    let certificates = made(solver, problem, &composed_claims(answer), &limits);
    (answer, certificates)
}

fn made(
    solver: &mut Solver,
    problem: &Problem,
    claims: &[Claim],
    limits: &Limits,
) -> Vec<Certificate> {
    let mut certificates = Vec::new();
    for &claim in claims {
        match certify(solver, problem, claim, limits, &mut |_| {}) {
            Ok((certificate, _)) => certificates.push(certificate),
            Err(Uncertified::Limit(_)) => {}
            Err(Uncertified::Contradiction(at)) => {
                panic!("{claim:?} fails at {}", sfen::write(&at))
            }
            Err(other) => panic!("{claim:?}: {other}"),
        }
    }
    certificates
}
