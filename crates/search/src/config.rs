//! The configuration of a solver.

use super::tuning::{CONDITIONAL_DIVISOR, LINK_DIVISOR, LONG_SEARCH};

/// The configuration of a solver.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Memory for the tables, in bytes.
    pub hash_bytes: usize,
    /// Whether to prove that no shorter mate exists; otherwise the first proven mate ends the
    /// search.
    pub shortest: bool,
    /// Threads that search one problem. With more than one, runs may return different lines of the
    /// same value, and reach limits at other places. On WebAssembly there is always one.
    pub threads: usize,
    /// Whether the tables keep what was proven for the next problem, if it has the same pieces,
    /// counting board and hands together. The time to an answer, and the choice among lines of the
    /// same value, then depend on the problems before.
    pub keep: bool,
    /// Parts of the search that can be switched off.
    pub switches: Switches,
}

impl SearchConfig {
    /// Returns the memory for the table, in bytes.
    pub(super) const fn table_bytes(&self) -> usize {
        self.hash_bytes - self.conditional_bytes() - self.link_bytes()
    }

    /// Returns the memory for conditional disproofs of all threads together, in bytes.
    pub(super) const fn conditional_bytes(&self) -> usize {
        self.hash_bytes / CONDITIONAL_DIVISOR
    }

    /// Returns the memory for links of all threads together, in bytes.
    pub(super) const fn link_bytes(&self) -> usize {
        self.hash_bytes / LINK_DIVISOR
    }
}

/// Parts of the search that can be switched off or reordered without changing any answer, only its
/// cost. They are for tests and measurements; all are on by default.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Whether facts about one hand answer questions about larger or smaller hands on the same
    /// board. In the strict game more in the attacker's hand is never worse.
    pub dominance: bool,
    /// Whether disproofs that rest on a repetition are kept, and used again if their condition
    /// holds.
    pub conditional_claims: bool,
    /// Whether near-duplicates of a move wait until the move has lost.
    pub delayed_moves: bool,
    /// Whether new positions of the attacker are tested for "no check" and "mate at once" at first
    /// sight.
    pub first_look: bool,
    /// Whether new positions of the attacker with three plies left are searched on the spot,
    /// without the table.
    pub second_look: bool,
    /// The nodes after which the numbers of moves that lead to one open position count once.
    pub double_counts_after: u64,
    /// Whether questions that are expected to be answered with "no mate" have thresholds and tests of
    /// their own.
    pub refuting: bool,
    /// The order of moves that look alike: 0 is the usual one, every other number a shuffled one.
    pub order: u64,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            dominance: true,
            conditional_claims: true,
            delayed_moves: true,
            first_look: true,
            second_look: true,
            double_counts_after: LONG_SEARCH,
            refuting: true,
            order: 0,
        }
    }
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            shortest: true,
            threads: 1,
            keep: false,
            switches: Switches::default(),
        }
    }
}
