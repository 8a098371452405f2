//! Another order of moves, for tests.
//!
//! Which of several moves that look alike is tried first must not matter for what is proven, only for
//! what it costs. Where lines come back to earlier positions that is easily got wrong: which of two
//! positions is met first decides which one is cut off. So the same problems are solved in several
//! orders, and the answers compared.

use super::search::Search;

/// Mixes a number (the finalizer of splitmix64).
const fn mixed(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Search<'_, '_> {
    /// Puts the moves from `base` on into the order that belongs to
    /// [`Switches::order`](crate::search::Switches::order) and this position.
    #[cold]
    pub(super) fn shuffle(&mut self, base: usize) {
        let seed = mixed(self.switches.order ^ self.position.key());
        let moves = &mut self.children[base..];
        for last in (1..moves.len()).rev() {
            let other = mixed(seed.wrapping_add(last as u64)) % (last as u64 + 1);
            moves.swap(last, other as usize);
        }
    }

    /// A rank among equals in place of the usual one.
    #[cold]
    pub(super) fn other_rank(&self, key: u64) -> i16 {
        mixed(self.switches.order ^ key) as i16
    }
}
