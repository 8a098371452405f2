//! Sets of squares.

use crate::square::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares. It is also the iterator over its squares, by rising number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(super) u128);

const ALL: u128 = (1 << 81) - 1;

/// Whether 128 bits are shifted in two halves. WebAssembly has no instruction for them, and calls a
/// function instead.
const IN_HALVES: bool = cfg!(target_family = "wasm");

/// Returns `bits << by`; `by` is less than 128.
#[inline]
pub(super) const fn to_left(bits: u64, by: usize) -> u128 {
    if IN_HALVES {
        halves_to_left(bits, by)
    } else {
        (bits as u128) << by
    }
}

/// Returns the lower half of `bits >> by`; `by` is less than 128.
#[inline]
pub(super) const fn to_right(bits: u128, by: usize) -> u64 {
    if IN_HALVES {
        halves_to_right(bits, by)
    } else {
        (bits >> by) as u64
    }
}

#[inline]
const fn halves_to_left(bits: u64, by: usize) -> u128 {
    let shifted = (bits << (by & 63)) as u128;
    if by < 64 {
        ((bits >> 1 >> (63 - by)) as u128) << 64 | shifted
    } else {
        shifted << 64
    }
}

#[inline]
const fn halves_to_right(bits: u128, by: usize) -> u64 {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    if by < 64 {
        low >> by | high << 1 << (63 - by)
    } else {
        high >> (by & 63)
    }
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const FULL: Self = Self(ALL);

    /// Returns the set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(to_left(1, square.index()))
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        to_right(self.0, square.index()) & 1 != 0
    }

    /// Returns how many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has two squares or more.
    #[inline]
    #[must_use]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Returns the set without the squares of the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_shifted_as_the_whole_is() {
        let bits = [1, 0x1ff, u64::MAX, 0x9e37_79b9_7f4a_7c15];
        for (by, bits) in (0..128).flat_map(|by| bits.map(|bits| (by, bits))) {
            assert_eq!(
                halves_to_left(bits, by),
                u128::from(bits) << by,
                "{bits:x} << {by}"
            );
            let whole = u128::from(bits) << 64 | u128::from(bits.rotate_left(23));
            assert_eq!(
                halves_to_right(whole, by),
                (whole >> by) as u64,
                "{whole:x} >> {by}"
            );
        }
    }
}
