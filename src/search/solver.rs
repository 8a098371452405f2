//! The facade of the search.

use super::answer::{Answer, Progress, Solution, Stats, StopReason};
use super::limits::Limits;
use crate::shogi::Position;

/// What a solver is made with.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Memory for the tables, in bytes.
    pub hash_bytes: usize,
    /// Whether to prove that no shorter mate exists (otherwise the first proven mate ends the
    /// search).
    pub shortest: bool,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            shortest: true,
        }
    }
}

/// A search with its table, to be used for one problem after another.
#[derive(Debug)]
pub struct Solver {}

impl Solver {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(_config: SearchConfig) -> Self {
        Self {}
    }

    /// Solves a position in which Black is the attacker and White has the king to be mated; with
    /// White to move, the attacker has just given check. The observer hears from a running search
    /// about ten times a second.
    pub fn solve(
        &mut self,
        _position: &Position,
        _limits: &Limits,
        _observer: &mut dyn FnMut(&Progress),
    ) -> Solution {
        Solution {
            answer: Answer::Unknown(StopReason::Nodes),
            line: Vec::new(),
            stats: Stats::default(),
        }
    }
}
