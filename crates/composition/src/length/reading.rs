//! A main line, as it is read from the proven lengths.

use crate::shogi::{Hand, Move};

/// A main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The moves, as many as the composed length, without futile interpositions.
    pub line: Vec<Move>,
    /// The attacker's hand at the mate.
    pub leftover: Hand,
}

/// Returns the plies left before each move of a line of best play: from the number of moves down to 1.
pub(crate) fn plies_left(moves: usize) -> Vec<u32> {
    (1..=moves as u32).rev().collect()
}
