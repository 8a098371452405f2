//! Proof and disproof numbers, and lengths of mates.
//!
//! A proof number (pn) estimates how many leaves must still be shown to be mates, a disproof
//! number (dn) how many must be shown not to be, to settle a position (Allis 1994). Eight units make
//! one leaf, so that first estimates can say "half as hard".

/// A proof or disproof number. 0 is settled in its favour, [`INFINITY`] settled against it.
pub(super) type Number = u32;

/// "Never": the other number is 0.
pub(super) const INFINITY: Number = (1 << 24) - 1;

/// The largest number of a position that is not settled.
pub(super) const FINITE_MAX: Number = INFINITY - 1;

/// One leaf.
pub(super) const UNIT: Number = 8;

/// A budget or a length in plies, or "without limit".
///
/// As a budget: is there a mate within so many plies? As a proven length: there is one within so
/// many. As a disproven length: there is none within so many ([`Plies::NONE`] says nothing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Plies(i32);

impl Plies {
    /// No limit of length.
    pub(super) const UNLIMITED: Self = Self(MAX + 1);
    /// A disproven length that says nothing.
    pub(super) const NONE: Self = Self(-1);
    /// Mated already.
    pub(super) const ZERO: Self = Self(0);

    /// So many plies; more than 65,000 count as unlimited.
    pub(super) const fn new(plies: u32) -> Self {
        if plies > MAX as u32 {
            Self::UNLIMITED
        } else {
            Self(plies as i32)
        }
    }

    /// The length, unless it is unlimited or says nothing.
    pub(super) fn finite(self) -> Option<u32> {
        if self == Self::UNLIMITED {
            None
        } else {
            u32::try_from(self.0).ok()
        }
    }

    /// One ply more; unlimited stays unlimited.
    #[inline]
    pub(super) fn plus_one(self) -> Self {
        Self((self.0 + 1).min(MAX + 1))
    }

    /// So many plies fewer; unlimited stays unlimited.
    #[inline]
    pub(super) fn less(self, plies: i32) -> Self {
        if self == Self::UNLIMITED {
            self
        } else {
            Self((self.0 - plies).max(-1))
        }
    }

    /// As 16 bits for a table.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        (self.0 + 1) as u64
    }

    /// The inverse of [`Plies::pack`].
    #[inline]
    pub(super) fn unpack(bits: u64) -> Self {
        Self((bits & 0xffff) as i32 - 1)
    }
}

/// The largest finite length: two below what 16 bits hold, for -1 and unlimited.
const MAX: i32 = 0xffff - 2;

/// What a first look excludes: a mate within two plies is a mate on the spot, for the attacker
/// moves last.
pub(super) const FIRST_LOOK: Plies = Plies::new(2);

/// What looking for a mate in three excludes.
pub(super) const SECOND_LOOK: Plies = Plies::new(4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_survive_packing() {
        for plies in [Plies::NONE, Plies::ZERO, Plies::new(1525), Plies::UNLIMITED] {
            assert_eq!(Plies::unpack(plies.pack()), plies);
        }
        assert_eq!(Plies::UNLIMITED.less(5), Plies::UNLIMITED);
        assert_eq!(Plies::UNLIMITED.plus_one(), Plies::UNLIMITED);
        assert_eq!(Plies::NONE.plus_one(), Plies::ZERO);
        assert!(Plies::new(u32::MAX) == Plies::UNLIMITED);
    }
}
