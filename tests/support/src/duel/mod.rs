//! The search against the independent witness, on random small positions and compositions.

pub mod compositions;
pub mod judge;
pub mod proofs;
pub mod shrink;
pub mod truth;

use crate::Random;
use crate::positions::{Theme, position};
use judge::Duel;
use truth::Effort;

/// The effort of a test.
pub const QUICK: Effort = Effort { search_nodes: 12_000, positions: 500, plies: 5, nodes: 500 };

/// Fights over so many positions of a theme and returns the complaints.
pub fn fight(theme: Theme, seed: u64, positions: u64) -> Vec<String> {
    let mut random = Random(seed ^ (theme as u64) << 56);
    let mut duel = Duel::new(QUICK, 2);
    let mut complaints = Vec::new();
    for _ in 0..positions {
        let setup = position(theme, &mut random);
        if let Err(complaint) = duel.judge(&setup, &mut random) {
            complaints.push(format!("{theme:?}: {complaint}"));
        }
    }
    complaints
}
