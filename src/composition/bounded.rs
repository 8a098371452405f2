//! Mates within a number of plies, if longer mates are not wanted.

use super::futile::Interpositions;
use super::problem::Problem;
use crate::search::Within;
use crate::search::{Limits, Progress, Solver, Stats, StopReason};
use crate::shogi::{Color, Move};

/// Whether there is a mate within a number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// There is a mate within these plies.
    Mate {
        /// The proven bound; it may be lower than the number of plies asked for.
        at_most: u32,
        /// The line of the mate in the strict game. Empty in any other game, and if a limit was
        /// reached first.
        line: Vec<Move>,
    },
    /// There is no mate within the plies. There may be a longer one.
    No,
    /// Nothing was proven before this limit.
    Unknown(StopReason),
}

/// Looks for a mate within a number of plies: composed plies, or strict ones with
/// [`Interpositions::Off`].
pub fn mate_within(
    solver: &mut Solver,
    problem: &Problem,
    interpositions: Interpositions,
    plies: u32,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> (Bounded, Stats) {
    let position = problem.position();
    let observer = &mut problem.observed(observer);
    // A mate takes an odd number of plies with the attacker to move, an even one otherwise.
    let odd = u32::from(position.turn() == Color::Black);
    let plies = plies.saturating_sub(u32::from(plies % 2 != odd));
    let (found, stats) = solver.session(&position, limits, observer, |session| {
        let found = if plies % 2 != odd {
            // Not even one ply.
            Some(Within::No)
        } else if interpositions == Interpositions::Off {
            session.strict(|search| search.mate_within(plies))
        } else {
            session.variant(&interpositions, |search| search.mate_within(plies))
        };
        let bounded = match found {
            Some(Within::Mate(at_most)) => {
                let line = match interpositions {
                    Interpositions::Off => session.strict(|search| search.line(at_most, false)),
                    _ => None,
                };
                let line = line.unwrap_or_default();
                Bounded::Mate { at_most, line }
            }
            Some(Within::No) => Bounded::No,
            None => Bounded::Unknown(session.stopped().unwrap_or(StopReason::Memory)),
        };
        (bounded, session.stats())
    });
    (problem.as_given(found), stats)
}
