//! What a solver is made with.

/// What a solver is made with.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Memory for the tables, in bytes.
    pub hash_bytes: usize,
    /// Whether to prove that no shorter mate exists (otherwise the first proven mate ends the
    /// search).
    pub shortest: bool,
    /// Whether memory is set aside for composed lengths (half of it) from the start. Otherwise that is
    /// done, and what was learnt is forgotten, when a composed length is asked for.
    pub variants: bool,
    /// Threads that work on one problem. With more than one the same question may be answered by
    /// another line of the same worth, and limits be hit elsewhere. On WebAssembly there is one,
    /// whatever is asked for.
    pub threads: usize,
    /// Whether what was learnt from one problem is kept for the next where both have the same pieces
    /// in all. Every fact stays true; the cost of an answer, and which of several lines of the same
    /// worth is told, depend on what came before.
    pub keep: bool,
    /// Parts of the search that can be left out.
    pub switches: Switches,
}

/// Parts of the search that can be left out, or done in another order, without changing any answer,
/// only its cost; for tests and measurements. All are on by default.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Facts about one hand answer questions about larger or smaller hands on the same board (in
    /// the strict game more in the attacker's hand is never worse).
    pub dominance: bool,
    /// Disproofs that rest on a repetition are kept and used again where their condition holds.
    pub conditional_claims: bool,
    /// Near-duplicates of a move wait until the move has lost.
    pub delayed_moves: bool,
    /// New positions of the attacker are tested for "no check" and "mate at once" at first sight.
    pub first_look: bool,
    /// With a budget of three plies left, new positions of the attacker are searched on the spot,
    /// without the table.
    pub second_look: bool,
    /// The order among moves that look alike: 0 is the usual one, any other number one of its own.
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
            order: 0,
        }
    }
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            shortest: true,
            variants: false,
            threads: 1,
            keep: false,
            switches: Switches::default(),
        }
    }
}
