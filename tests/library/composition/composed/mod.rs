//! Compares composed lengths, main lines and leftovers with known answers and with the independent
//! checker. The same for further questions: variations, explanations, tries.

mod duel;
mod explanations;
mod golden;
mod lengths;
mod tables;
mod tries;
mod variations;

use support::duel::compositions::LEVELS;
use tsume::composition::composed::{self, Composed};
use tsume::composition::{Interpositions, Questions, Study};
use tsume::question::Question;
use tsume::search::{Limits, SearchConfig, Solver};
use tsume::shogi::Setup;

fn solver() -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 32 << 20,
        ..SearchConfig::default()
    })
}

fn solve(solver: &mut Solver, setup: &Setup, level: Interpositions, nodes: u64) -> Composed {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    composed::solve(
        solver,
        &support::problem(setup),
        level,
        &limits,
        &mut |_| {},
    )
}

/// Solves at the usual level and asks more.
fn ask(solver: &mut Solver, setup: &Setup, questions: &Questions, nodes: u64) -> (Composed, Study) {
    let question = Question {
        further: questions.clone(),
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        ..Question::default()
    };
    let mut found = composed::study(solver, &support::problem(setup), &question, &mut |_| {});
    let study = std::mem::take(&mut found.study);
    (found, study)
}
