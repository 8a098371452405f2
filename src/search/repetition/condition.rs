//! What a disproof depends on.

/// How many heads are kept one by one. A lone king chased over the board by pieces that he cannot reach
/// has failures with many heads, and a claim bound to the whole path is of no use on another one.
pub(super) const HEADS_MAX: usize = 30;

/// The heads of a conditional disproof, as depths on the current path: "no mate from here that
/// avoids the positions at these depths". Without heads the disproof is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Heads {
    /// These depths, rising; the first `count` are valid.
    Few { count: u8, depths: [u16; HEADS_MAX] },
    /// Every position up to and including this depth: what remains when the heads are too many.
    /// Adding heads only weakens the claim, so this is sound.
    Prefix(u16),
}

impl Heads {
    /// Unconditional.
    pub(in crate::search) const NONE: Self = Self::Few {
        count: 0,
        depths: [0; HEADS_MAX],
    };

    /// One head.
    pub(in crate::search) const fn one(depth: usize) -> Self {
        let mut depths = [0; HEADS_MAX];
        depths[0] = depth as u16;
        Self::Few { count: 1, depths }
    }

    /// Whether the disproof is a fact.
    pub(in crate::search) const fn is_none(self) -> bool {
        matches!(self, Self::Few { count: 0, .. })
    }

    /// The depths, if they are few.
    pub(in crate::search) fn few(&self) -> Option<&[u16]> {
        match self {
            Self::Few { count, depths } => Some(&depths[..usize::from(*count)]),
            Self::Prefix(_) => None,
        }
    }

    /// The deepest head.
    pub(in crate::search) fn deepest(self) -> Option<u16> {
        match self {
            Self::Few { count: 0, .. } => None,
            Self::Few { count, depths } => Some(depths[usize::from(count) - 1]),
            Self::Prefix(depth) => Some(depth),
        }
    }

    /// The heads of both.
    pub(in crate::search) fn union(self, other: Self) -> Self {
        let (Self::Few { .. }, Some(theirs)) = (self, other.few()) else {
            return match (self.deepest(), other.deepest()) {
                (Some(a), Some(b)) => Self::Prefix(a.max(b)),
                (Some(a), None) | (None, Some(a)) => Self::Prefix(a),
                (None, None) => Self::NONE,
            };
        };
        let mut result = self;
        for &depth in theirs {
            result = result.with(depth);
        }
        result
    }

    fn with(self, depth: u16) -> Self {
        match self {
            Self::Prefix(deepest) => Self::Prefix(deepest.max(depth)),
            Self::Few { count, mut depths } => {
                let used = usize::from(count);
                let at = depths[..used].partition_point(|&known| known < depth);
                if at < used && depths[at] == depth {
                    return self;
                }
                if used == HEADS_MAX {
                    return Self::Prefix(depth.max(depths[used - 1]));
                }
                depths.copy_within(at..used, at + 1);
                depths[at] = depth;
                Self::Few {
                    count: count + 1,
                    depths,
                }
            }
        }
    }

    /// The heads above the position at this depth: a claim that holds while avoiding the position
    /// itself holds without that condition, for a shortest mate from it never returns to it. All
    /// depths must be at most this one.
    pub(in crate::search) fn above(self, depth: usize) -> Self {
        match self {
            Self::Few { count, depths }
                if count > 0 && usize::from(depths[usize::from(count) - 1]) >= depth =>
            {
                Self::Few {
                    count: count - 1,
                    depths,
                }
            }
            Self::Prefix(deepest) if usize::from(deepest) >= depth => match depth {
                0 => Self::NONE,
                _ => Self::Prefix(depth as u16 - 1),
            },
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_merge_in_order_and_fold_when_they_are_too_many() {
        let heads = Heads::one(5).union(Heads::one(2)).union(Heads::one(5));
        assert_eq!(heads.few(), Some(&[2, 5][..]));
        assert_eq!(heads.above(5).few(), Some(&[2][..]));
        assert_eq!(heads.above(6), heads);
        assert!(Heads::one(4).above(4).is_none());
        let of = |depths: &[usize]| {
            let heads = depths.iter().map(|&depth| Heads::one(depth));
            heads.fold(Heads::NONE, Heads::union)
        };
        let full: Vec<usize> = (0..HEADS_MAX).map(|i| (7 * i + 3) % HEADS_MAX).collect();
        let rising: Vec<u16> = (0..HEADS_MAX as u16).collect();
        assert_eq!(of(&full).few(), Some(&rising[..]));
        let many = of(&full).union(heads).union(Heads::one(70));
        assert_eq!(many, Heads::Prefix(70));
        let many = Heads::Prefix(9).union(heads);
        assert_eq!(many, Heads::Prefix(9));
        assert_eq!(many.above(9), Heads::Prefix(8));
        assert_eq!(Heads::Prefix(0).above(0), Heads::NONE);
        assert_eq!(Heads::NONE.union(Heads::NONE), Heads::NONE);
    }
}
