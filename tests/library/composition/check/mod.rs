//! Compares the judgement of compositions with known answers and with the independent checker.

mod cook_lines;
mod events;
mod groups;
mod kinds;
mod limits;
mod random;
mod rating;
mod seams;
mod small_tables;
mod stack;
mod tables;
mod threads;
mod works;

use support::duel::compositions::cell;
use tsume::composition::check::{Question, check};
use tsume::composition::verdict::Judgement;
use tsume::notation::usi;
use tsume::search::{SearchConfig, Solver};
use tsume::shogi::{Move, Setup};

fn solver() -> Solver {
    solver_with(1)
}

fn solver_with(threads: usize) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 32 << 20,
        threads,
        ..SearchConfig::default()
    })
}

fn judge(solver: &mut Solver, setup: &Setup, question: &Question) -> Judgement {
    judge_within(2_000_000, solver, setup, question)
}

fn judge_within(nodes: u64, solver: &mut Solver, setup: &Setup, question: &Question) -> Judgement {
    let mut question = question.clone();
    question.limits.nodes = Some(nodes);
    check(solver, &support::problem(setup), &question, &mut |_| {})
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| usi::parse_move(mv).unwrap_or_else(|error| panic!("{mv}: {error:?}")))
        .collect()
}
