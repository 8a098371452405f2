//! Mates of no more than so many plies: the question for somebody who has no use for longer ones.

use super::futile::Interpositions;
use crate::search::Within;
use crate::search::{Limits, Progress, Solver, Stats, StopReason};
use crate::shogi::{Color, Move, Position};

/// Whether there is a mate within so many plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// There is: one of so many plies, or of fewer.
    Mate {
        /// The bound that was proven.
        at_most: u32,
        /// A line of it in the strict game; empty in any other, and when a limit was hit first.
        line: Vec<Move>,
    },
    /// There is none within them. There may be a longer one.
    No,
    /// Neither was proven before this limit.
    Unknown(StopReason),
}

/// Looks for a mate within so many plies: composed ones, or with [`Interpositions::Off`] strict ones.
/// Black attacks, as for [`Solver::solve`].
pub fn mate_within(
    solver: &mut Solver,
    position: &Position,
    interpositions: Interpositions,
    plies: u32,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> (Bounded, Stats) {
    // A mate takes an odd number of plies with the attacker to move, an even one otherwise.
    let odd = u32::from(position.turn() == Color::Black);
    let plies = plies.saturating_sub(u32::from(plies % 2 != odd));
    if interpositions != Interpositions::Off {
        solver.make_room_for_variants();
    }
    solver.session(position, limits, observer, |session| {
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
    })
}
