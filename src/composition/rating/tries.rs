//! Checks that fail (紛れ), and how tempting each is.
//!
//! A check tempts more if fewer replies refute it, and if it takes longer until the checks run out.

use crate::composition::refutation::Lookahead;
use crate::shogi::{Move, Position};

/// The most positions that are looked at for all tries together. Further tries count like the
/// average of the others.
const POSITIONS: u32 = 30_000;

/// What the tries of a problem come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tries {
    /// The checks at the turns of the main line that do not mate.
    pub(super) count: u32,
    /// The sum of what each tempts: 1 for a check that a single reply refutes at once.
    pub(super) temptation: f64,
}

/// Measures the checks along a line that are known not to mate.
pub(super) fn along(start: &Position, line: &[Move], refuted: &[(Vec<Move>, Move)]) -> Tries {
    let mut tries = Tries::default();
    let (mut seen, mut spent) = (0, 0);
    for (before, check) in refuted {
        if !line.starts_with(before) {
            continue;
        }
        tries.count += 1;
        if spent >= POSITIONS {
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
        seen += 1;
        if replies > 0 {
            let rounds = 1.0 + f64::from(1 + plies / 2).log2();
            tries.temptation += rounds / f64::from(refuting.max(1)).powi(2);
        }
    }
    if seen > 0 {
        tries.temptation *= f64::from(tries.count) / f64::from(seen);
    }
    tries
}
