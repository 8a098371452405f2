//! Checks that fail (紛れ), and how tempting each is.
//!
//! A check is more tempting if fewer replies refute it, and if the attacker has more checks after
//! the reply.

use crate::length::refutation::Lookahead;
use crate::shogi::{Move, Position};

/// The most positions that are searched for all tries together. Each further try counts as the
/// average of the earlier ones.
const MAX_POSITIONS: u32 = 30_000;

/// The tries of a problem, summed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tries {
    /// The number of checks at the turns of the main line that do not mate.
    pub(super) count: u32,
    /// The sum of their temptations. A check that a single reply refutes at once has 1.
    pub(super) temptation: f64,
}

/// Measures the tries along a line. `refuted` has each check that fails, with the moves before it.
pub(super) fn measure(start: &Position, line: &[Move], refuted: &[(Vec<Move>, Move)]) -> Tries {
    let mut tries = Tries::default();
    let (mut measured, mut spent) = (0, 0);
    for (before, check) in refuted {
        if !line.starts_with(before) {
            continue;
        }
        tries.count += 1;
        if spent >= MAX_POSITIONS {
            continue;
        }
        let mut position = start.clone();
        for &mv in before {
            position.make(mv);
        }
        position.make(*check);
        let mut ahead = Lookahead::default();
        let replies = position.evasions().len();
        let (plies, refuting) = ahead.ends(&mut position);
        spent += ahead.positions();
        measured += 1;
        if replies > 0 {
            let rounds = 1.0 + f64::from(1 + plies / 2).log2();
            tries.temptation += rounds / f64::from(refuting.max(1)).powi(2);
        }
    }
    if measured > 0 {
        tries.temptation *= f64::from(tries.count) / f64::from(measured);
    }
    tries
}
