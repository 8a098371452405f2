//! Pieces in hand, packed so that one subtraction compares two hands kind by kind.

use super::piece::PieceKind;

/// The pieces that one side holds.
///
/// Each kind has a bit field with a guard bit above it. One subtraction and one mask then tell whether
/// every count is at least that of another hand ([`Hand::dominates`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

/// Lowest bit of the field of each kind, in the order of [`PieceKind::HAND`].
const SHIFT: [u32; 7] = [0, 6, 10, 14, 18, 22, 25];
/// Mask of each field before shifting.
const FIELD: [u32; 7] = [31, 7, 7, 7, 7, 3, 3];
/// The guard bits, which no count reaches.
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);

    /// Returns a hand with these counts, in the order of [`PieceKind::HAND`].
    #[must_use]
    pub fn from_counts(counts: [u8; 7]) -> Self {
        let mut hand = Self::EMPTY;
        for kind in PieceKind::HAND {
            hand = hand.with(kind, u32::from(counts[kind.index()]));
        }
        hand
    }

    /// Returns how many pieces of `kind` are held. `kind` must be one of [`PieceKind::HAND`].
    #[inline]
    #[must_use]
    pub const fn count(self, kind: PieceKind) -> u32 {
        (self.0 >> SHIFT[kind.index()]) & FIELD[kind.index()]
    }

    /// Returns the same hand with the count of `kind` replaced.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: PieceKind, count: u32) -> Self {
        let i = kind.index();
        debug_assert!(count <= FIELD[i]);
        Self(self.0 & !(FIELD[i] << SHIFT[i]) | count << SHIFT[i])
    }

    /// Returns whether at least one piece of `kind` is held.
    #[inline]
    #[must_use]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.count(kind) != 0
    }

    /// Returns whether nothing is held.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the hand with one piece of `kind` more.
    #[inline]
    #[must_use]
    pub const fn add(self, kind: PieceKind) -> Self {
        Self(self.0 + (1 << SHIFT[kind.index()]))
    }

    /// Returns the hand with one piece of `kind` less; it must hold one.
    #[inline]
    #[must_use]
    pub const fn remove(self, kind: PieceKind) -> Self {
        debug_assert!(self.has(kind));
        Self(self.0 - (1 << SHIFT[kind.index()]))
    }

    /// Returns whether every count is at least that of `other`.
    #[inline]
    #[must_use]
    pub const fn dominates(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// Returns the larger count of each kind.
    #[inline]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        self.merge(other, u32::max)
    }

    /// Returns the smaller count of each kind.
    #[inline]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        self.merge(other, u32::min)
    }

    fn merge(self, other: Self, pick: fn(u32, u32) -> u32) -> Self {
        let mut bits = 0;
        for i in 0..7 {
            let mask = FIELD[i] << SHIFT[i];
            bits |= pick(self.0 & mask, other.0 & mask);
        }
        Self(bits)
    }

    /// Returns the pieces of both hands together. No sum may exceed a full set.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Returns the kinds held with their counts, cheapest first.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u32)> {
        PieceKind::HAND
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// Returns the number of pieces held.
    #[must_use]
    pub fn total(self) -> u32 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Returns the packed form: below 2²⁸, and 0 for the empty hand.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the inverse of [`Hand::bits`].
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << 28) - 1) & !GUARDS)
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dominance_compares_every_kind() {
        let small = Hand::from_counts([1, 0, 2, 0, 1, 0, 0]);
        let large = Hand::from_counts([18, 0, 2, 4, 1, 2, 2]);
        assert!(large.dominates(small) && large.dominates(large));
        assert!(!small.dominates(large));
        let crossed = Hand::from_counts([0, 4, 4, 4, 4, 2, 2]);
        assert!(!crossed.dominates(small) && !small.dominates(crossed));
        assert_eq!(small.max(crossed).count(PieceKind::Pawn), 1);
        assert_eq!(small.min(crossed).count(PieceKind::Pawn), 0);
        assert_eq!(Hand::from_bits(large.bits()), large);
        assert_eq!(large.total(), 29);
    }
}
