//! Random choices that are the same in every run.

use super::constraints::Constraints;
use crate::shogi::{Color, Piece, Square};
use oorandom::Rand64;

/// Random numbers that are the same in every run and on every machine.
pub(super) struct Random(Rand64);

impl Random {
    /// Begins the random numbers of an attempt.
    pub(super) fn new(seed: u64, attempt: u64) -> Self {
        Self(Rand64::new(u128::from(seed) << 64 | u128::from(attempt)))
    }

    /// Returns a number below `end`. 0 if `end` is 0.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.0.rand_range(0..u64::from(end.max(1))) as u32
    }

    /// Returns true with a probability of `percent` in a hundred.
    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Returns a random item. `None` if there are none.
    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len() as u32) as usize).copied()
    }

    /// Returns a random piece of one side, of the kinds that are allowed.
    pub(super) fn piece(&mut self, constraints: &Constraints, color: Color) -> Option<Piece> {
        let kind = self.pick(&constraints.kinds)?;
        let promotes = kind.can_promote() && self.percent(25);
        let kind = if promotes { kind.promote() } else { kind };
        Some(Piece::new(color, kind))
    }

    /// Returns a square at most `most` files and `most` ranks from another. `None` if it is off the
    /// board.
    pub(super) fn near(&mut self, square: Square, most: u32) -> Option<Square> {
        let mut step = || self.below(2 * most + 1) as i8 - most as i8;
        let (files, ranks) = (step(), step());
        square.offset(files, ranks)
    }
}
