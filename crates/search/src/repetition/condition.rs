//! The condition of a disproof: positions on the path, *ancestors*, that the attacker came back to.

/// The most ancestors that are kept one by one. A claim with more of them is bound to the whole path,
/// and is of no use on another one. There are many where a lone king is chased over the board by
/// pieces that it cannot reach.
pub(super) const ANCESTORS_MAX: usize = 30;

/// The condition of a disproof, as depths on the current path. The disproof then says: "no mate from
/// here that avoids the positions at these depths". Without a depth it is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The first `count` of these depths, in ascending order.
    Few {
        count: u8,
        depths: [u16; ANCESTORS_MAX],
    },
    /// Every position up to and including this depth, in place of more than [`ANCESTORS_MAX`]
    /// ancestors. Additional ancestors only weaken the claim, so this is sound.
    Prefix(u16),
}

impl Condition {
    /// Unconditional.
    pub(crate) const NONE: Self = Self::Few {
        count: 0,
        depths: [0; ANCESTORS_MAX],
    };

    /// Returns the condition of coming back to the position at this depth.
    pub(crate) const fn one(depth: usize) -> Self {
        let mut depths = [0; ANCESTORS_MAX];
        depths[0] = depth as u16;
        Self::Few { count: 1, depths }
    }

    /// Returns whether the disproof is a fact.
    pub(crate) const fn is_none(self) -> bool {
        matches!(self, Self::Few { count: 0, .. })
    }

    /// Returns the depths, if they are few.
    pub(crate) fn ancestors(&self) -> Option<&[u16]> {
        match self {
            Self::Few { count, depths } => Some(&depths[..usize::from(*count)]),
            Self::Prefix(_) => None,
        }
    }

    /// Returns the deepest ancestor.
    pub(crate) fn deepest(self) -> Option<u16> {
        match self {
            Self::Few { count: 0, .. } => None,
            Self::Few { count, depths } => Some(depths[usize::from(count) - 1]),
            Self::Prefix(depth) => Some(depth),
        }
    }

    /// Returns the ancestors of both.
    pub(crate) fn union(self, other: Self) -> Self {
        let (Self::Few { .. }, Some(theirs)) = (self, other.ancestors()) else {
            return match (self.deepest(), other.deepest()) {
                (Some(a), Some(b)) => Self::Prefix(a.max(b)),
                (Some(a), None) | (None, Some(a)) => Self::Prefix(a),
                (None, None) => Self::NONE,
            };
        };
        let mut result = self;
        for &depth in theirs {
            result = result.with_ancestor(depth);
        }
        result
    }

    fn with_ancestor(self, depth: u16) -> Self {
        match self {
            Self::Prefix(deepest) => Self::Prefix(deepest.max(depth)),
            Self::Few { count, mut depths } => {
                let used = usize::from(count);
                let index = depths[..used].partition_point(|&known| known < depth);
                if index < used && depths[index] == depth {
                    return self;
                }
                if used == ANCESTORS_MAX {
                    return Self::Prefix(depth.max(depths[used - 1]));
                }
                depths.copy_within(index..used, index + 1);
                depths[index] = depth;
                Self::Few {
                    count: count + 1,
                    depths,
                }
            }
        }
    }

    /// Returns the condition of the claim for the position at this depth itself: without this position,
    /// because a shortest mate from it never returns to it. No ancestor may be deeper.
    pub(crate) fn above(self, depth: usize) -> Self {
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
    fn ancestors_merge_in_order_and_too_many_become_a_prefix() {
        let condition = Condition::one(5)
            .union(Condition::one(2))
            .union(Condition::one(5));
        assert_eq!(condition.ancestors(), Some(&[2, 5][..]));
        assert_eq!(condition.above(5).ancestors(), Some(&[2][..]));
        assert_eq!(condition.above(6), condition);
        assert!(Condition::one(4).above(4).is_none());
        let union_of = |depths: &[usize]| {
            let condition = depths.iter().map(|&depth| Condition::one(depth));
            condition.fold(Condition::NONE, Condition::union)
        };
        let full: Vec<usize> = (0..ANCESTORS_MAX)
            .map(|i| (7 * i + 3) % ANCESTORS_MAX)
            .collect();
        let rising: Vec<u16> = (0..ANCESTORS_MAX as u16).collect();
        assert_eq!(union_of(&full).ancestors(), Some(&rising[..]));
        let many = union_of(&full).union(condition).union(Condition::one(70));
        assert_eq!(many, Condition::Prefix(70));
        let many = Condition::Prefix(9).union(condition);
        assert_eq!(many, Condition::Prefix(9));
        assert_eq!(many.above(9), Condition::Prefix(8));
        assert_eq!(Condition::Prefix(0).above(0), Condition::NONE);
        assert_eq!(Condition::NONE.union(Condition::NONE), Condition::NONE);
    }
}
