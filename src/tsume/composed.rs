//! Composed lengths (手数): shortest attack against longest defence with futile interpositions set
//! aside, the main line (本手順), and what it leaves in hand (駒余り).

use super::futile::Interpositions;
use super::line;
use crate::search::session::Session;
use crate::search::{Answer, Exactness, Limits, Progress, Solution, Solver};
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
    solver.session(position, limits, observer, |session| {
        read(session, interpositions)
    })
}

/// Solves the position of a session: any strict mate first, for the tables full of strict facts;
/// then the composed length and its main line; then the strict length, which is never the shorter.
fn read(session: &mut Session<'_>, interpositions: Interpositions) -> Composed {
    let shortest = session.shortest();
    let (answer, first_line) = session.strict(|search| search.find_length(false, 0));
    let Answer::Mate { plies, .. } = answer else {
        return Composed {
            answer,
            reading: None,
            strict: Solution {
                answer,
                line: first_line,
                stats: session.stats(),
            },
        };
    };
    let (answer, reading) = session.variant(&interpositions, |search| {
        let (answer, _) = search.shorten(plies, shortest, 0);
        let reading = exact(answer).and_then(|plies| line::read(search, interpositions, plies));
        (answer, reading)
    });
    let least = exact(answer).unwrap_or(0);
    let (strict, line) = session.strict(|search| search.shorten(plies, shortest, least));
    Composed {
        answer,
        reading,
        strict: Solution {
            answer: strict,
            line: if line.is_empty() { first_line } else { line },
            stats: session.stats(),
        },
    }
}

/// The length, if it is proven to be the shortest.
pub(super) fn exact(answer: Answer) -> Option<u32> {
    match answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => Some(plies),
        _ => None,
    }
}
