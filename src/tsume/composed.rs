//! Composed lengths (手数): shortest attack against longest defence with futile interpositions set
//! aside, the main line (本手順), and what it leaves in hand (駒余り).

use super::futile::Interpositions;
use super::line;
use crate::search::{Answer, Limits, Progress, Solution, Solver};
use crate::shogi::{Hand, Move, Position};

/// The answer to a composed problem.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The answer in composed plies.
    pub answer: Answer,
    /// The main line and what it leaves over, once the shortest length is proven and no limit
    /// prevented reading it.
    pub reading: Option<Reading>,
    /// The answer in the strict game, where every legal interposition counts, and all it cost.
    pub strict: Solution,
}

/// A main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The moves, as many as the composed length, futile interpositions left out.
    pub line: Vec<Move>,
    /// What the attacker holds at the mate.
    pub leftover: Hand,
}

/// Solves a position in composed plies. Black attacks, as for [`Solver::solve`].
///
/// # Panics
/// When the solver was not made with memory for composed lengths
/// ([`SearchConfig::variants`](crate::search::SearchConfig::variants)).
pub fn solve(
    solver: &mut Solver,
    position: &Position,
    interpositions: Interpositions,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Composed {
    let found = solver.solve_variant(
        position,
        &interpositions,
        limits,
        observer,
        |search, plies| line::read(search, interpositions, plies),
    );
    Composed {
        answer: found.answer,
        reading: found.reading,
        strict: found.strict,
    }
}
