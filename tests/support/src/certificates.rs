//! Answers to problems of tables, with certificates.

use tsume::certificate::{Certificate, Claim};
use tsume::composition::certify::{certify, claims, composed_claims};
use tsume::composition::composed::solve as solve_composed;
use tsume::composition::{AttackerRule, DefenderHandRule, Interpositions, Problem};
use tsume::notation::sfen;
use tsume::search::{Answer, Limits, SearchConfig, Solver, Uncertified};
use tsume::shogi::Position;

/// Returns the problems of a table.
pub fn table(name: &str) -> Vec<Problem> {
    let rows = crate::table::rows(name);
    rows.iter().map(|row| problem(&row.cells()[1])).collect()
}

/// Returns the problem of an SFEN.
pub fn problem(text: &str) -> Problem {
    let record = sfen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

pub fn solver(hash_bytes: usize, shortest: bool) -> Solver {
    Solver::new(SearchConfig { hash_bytes, shortest, ..SearchConfig::default() })
}

/// Solves a problem and certifies what was found, as far as the limit of nodes allows.
pub fn certified(solver: &mut Solver, problem: &Problem, nodes: u64) -> (Answer, Vec<Certificate>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let position = Position::new(problem.normalised());
    let answer = solver.solve(&position, &limits, &mut |_| {}).answer;
    let certificates = made(solver, problem, &claims(answer), &limits);
    (answer, certificates)
}

/// Returns a solver with memory for composed lengths.
pub fn composed_solver(hash_bytes: usize) -> Solver {
    Solver::new(SearchConfig { hash_bytes, ..SearchConfig::default() })
}

/// Returns the same for the composed length.
pub fn composed_certified(solver: &mut Solver, problem: &Problem, nodes: u64) -> (Answer, Vec<Certificate>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let level = Interpositions::Standard;
    let answer = solve_composed(solver, problem, level, &limits, &mut |_| {}).answer;
    let certificates = made(solver, problem, &composed_claims(answer), &limits);
    (answer, certificates)
}

fn made(solver: &mut Solver, problem: &Problem, claims: &[Claim], limits: &Limits) -> Vec<Certificate> {
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
