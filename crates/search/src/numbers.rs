//! Proof and disproof numbers, and lengths of mates.
//!
//! A proof number (pn) estimates how many leaves must still be proven to be mates, a disproof
//! number (dn) how many must be proven not to be, to settle a position (Allis 1994). Eight units
//! make one leaf, so that first estimates can be fractions of a leaf.

/// A proof or disproof number. At 0 the mate, or its absence, is proven; at [`INFINITY`] it is refuted.
pub(super) type Number = u32;

/// The number of a refuted claim; the other number is then 0.
pub(super) const INFINITY: Number = (1 << 24) - 1;

/// The largest number of an open position.
pub(super) const FINITE_MAX: Number = INFINITY - 1;

/// The number of one leaf.
pub(super) const UNIT: Number = 8;

/// A budget or a length in plies, or "without limit".
///
/// As a budget: is there a mate within these plies? As a proven length: there is a mate within
/// these plies. As a disproven length: there is none within these plies ([`Plies::NONE`] claims
/// nothing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Plies(i32);

impl Plies {
    /// No limit of length.
    pub(super) const UNLIMITED: Self = Self(MAX + 1);
    /// A disproven length that claims nothing.
    pub(super) const NONE: Self = Self(-1);
    /// Mated already.
    pub(super) const ZERO: Self = Self(0);

    /// Makes a number of plies. More than 65,533 count as unlimited.
    pub(super) const fn new(plies: u32) -> Self {
        if plies > MAX as u32 {
            Self::UNLIMITED
        } else {
            Self(plies as i32)
        }
    }

    /// Returns the length, unless it is unlimited or claims nothing.
    pub(super) fn finite(self) -> Option<u32> {
        if self == Self::UNLIMITED {
            None
        } else {
            u32::try_from(self.0).ok()
        }
    }

    /// Adds one ply; unlimited stays unlimited.
    #[inline]
    pub(super) fn plus_one(self) -> Self {
        Self((self.0 + 1).min(MAX + 1))
    }

    /// Subtracts plies; unlimited stays unlimited, and below zero there is only [`Plies::NONE`].
    #[inline]
    pub(super) fn minus(self, plies: i32) -> Self {
        if self == Self::UNLIMITED {
            self
        } else {
            Self((self.0 - plies).max(-1))
        }
    }

    /// Packs the plies into 16 bits.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        (self.0 + 1) as u64
    }

    /// Returns the inverse of [`Plies::pack`].
    #[inline]
    pub(super) fn unpack(bits: u64) -> Self {
        Self((bits & 0xffff) as i32 - 1)
    }
}

/// The largest finite length: two below the largest number of 16 bits, which leaves room for -1 and
/// unlimited.
const MAX: i32 = 0xffff - 2;

/// The length that a first look excludes: a mate within two plies is a mate on the spot, because the
/// attacker moves last.
pub(super) const FIRST_LOOK: Plies = Plies::new(2);

/// The length that the search for a mate in three excludes.
pub(super) const SECOND_LOOK: Plies = Plies::new(4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_survive_packing() {
        for plies in [Plies::NONE, Plies::ZERO, Plies::new(1525), Plies::UNLIMITED] {
            assert_eq!(Plies::unpack(plies.pack()), plies);
        }
        assert_eq!(Plies::UNLIMITED.minus(5), Plies::UNLIMITED);
        assert_eq!(Plies::UNLIMITED.plus_one(), Plies::UNLIMITED);
        assert_eq!(Plies::NONE.plus_one(), Plies::ZERO);
        assert!(Plies::new(u32::MAX) == Plies::UNLIMITED);
    }
}
