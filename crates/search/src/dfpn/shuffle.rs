//! Another order of moves, for tests.
//!
//! The order of moves that look alike may change the cost of an answer, not the answer. This is easy
//! to get wrong where lines come back to earlier positions: which position is cut off as a repetition
//! depends on which was met first. Tests solve the same problems in several orders and compare the
//! answers.

use super::search::Search;

/// Mixes a number (the finalizer of splitmix64).
const fn mixed(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Search<'_, '_> {
    /// Puts the moves from `base` on into the order of
    /// [`Switches::order`](crate::Switches::order) for this position.
    #[cold]
    pub(super) fn shuffle(&mut self, base: usize) {
        let seed = mixed(self.switches.order ^ self.position.key().first());
        let moves = &mut self.children[base..];
        for last in (1..moves.len()).rev() {
            let other = mixed(seed.wrapping_add(last as u64)) % (last as u64 + 1);
            moves.swap(last, other as usize);
        }
    }

    /// Returns the rank among moves with equal numbers in this order.
    #[cold]
    pub(super) fn shuffled_rank(&self, key: u64) -> i16 {
        mixed(self.switches.order ^ key) as i16
    }
}
