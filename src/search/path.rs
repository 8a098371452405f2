//! The positions on the way from the root to the current node.
//!
//! A position that comes back with the same board, and no more in the attacker's hand than before,
//! cannot help the attacker: a shortest mate never repeats. Cutting there is right for the position
//! that is repeated, but says nothing about the position that was cut; such a disproof is
//! *conditional* on the positions it came back to, its *heads* (the graph-history-interaction
//! problem, Campbell 1985; Kishimoto & Müller 2004).

use crate::shogi::Hand;

/// Slots of the hash of the path: four times the longest path.
const SLOTS: usize = 1 << 14;

/// The longest path. A search that reaches it ends for want of memory; it proves nothing.
pub(super) const DEPTH_MAX: usize = SLOTS / 4;

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    hand: Hand,
    slot: u16,
    /// Hash of the set of positions up to here.
    prefix: u64,
}

/// The current path; the index of a position is its depth, 0 for the root.
#[derive(Debug, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
    slots: Vec<u16>,
    /// Whether a smaller hand counts as a repetition.
    dominance: bool,
}

const FREE: u16 = u16::MAX;

const fn slot_of(key: u64) -> usize {
    (key >> 20) as usize & (SLOTS - 1)
}

impl Path {
    pub(super) fn new(dominance: bool) -> Self {
        Self {
            steps: Vec::with_capacity(256),
            slots: vec![FREE; SLOTS],
            dominance,
        }
    }

    /// This path, with nothing on it, for another search.
    pub(super) fn again(self, dominance: bool) -> Self {
        debug_assert_eq!(self.depth(), 0);
        Self { dominance, ..self }
    }

    pub(super) fn depth(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64, hand: Hand) {
        let mut slot = slot_of(key);
        while self.slots[slot] != FREE {
            slot = (slot + 1) & (SLOTS - 1);
        }
        self.slots[slot] = self.steps.len() as u16;
        let before = self.steps.last().map_or(0, |step| step.prefix);
        let mixed = (key ^ u64::from(hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let prefix = before.wrapping_add(mixed ^ (mixed >> 32));
        self.steps.push(Step {
            key,
            hand,
            slot: slot as u16,
            prefix,
        });
    }

    /// Slots are freed in the reverse order of taking, so no later one can be cut off.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.slots[usize::from(step.slot)] = FREE;
        }
    }

    /// The deepest position of the path with this board and at least this hand.
    #[inline]
    pub(super) fn find(&self, key: u64, hand: Hand) -> Option<usize> {
        let mut slot = slot_of(key);
        let mut found = None;
        while self.slots[slot] != FREE {
            let depth = usize::from(self.slots[slot]);
            let step = &self.steps[depth];
            if step.key == key && (step.hand == hand || self.dominance && step.hand.dominates(hand))
            {
                found = found.max(Some(depth));
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        found
    }

    /// Board key and hand of the position at this depth.
    pub(super) fn at(&self, depth: usize) -> (u64, Hand) {
        let step = &self.steps[depth];
        (step.key, step.hand)
    }

    /// Board key and hand of one position after another, from the root on.
    pub(super) fn names(&self) -> impl Iterator<Item = (u64, Hand)> {
        self.steps.iter().map(|step| (step.key, step.hand))
    }

    /// A hash of the set of positions up to and including this depth.
    pub(super) fn prefix(&self, depth: usize) -> u64 {
        self.steps[depth].prefix
    }
}

/// How many heads are kept one by one. A lone king chased over the board by pieces that he cannot reach
/// has failures with many heads, and a claim bound to the whole path is of no use on another one.
pub(super) const HEADS_MAX: usize = 30;

/// The heads of a conditional disproof, as depths on the current path: "no mate from here that
/// avoids the positions at these depths". Without heads the disproof is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heads {
    /// These depths, rising; the first `count` are valid.
    Few { count: u8, depths: [u16; HEADS_MAX] },
    /// Every position up to and including this depth: what remains when the heads are too many.
    /// Adding heads only weakens the claim, so this is sound.
    Prefix(u16),
}

impl Heads {
    /// Unconditional.
    pub(super) const NONE: Self = Self::Few {
        count: 0,
        depths: [0; HEADS_MAX],
    };

    /// One head.
    pub(super) const fn one(depth: usize) -> Self {
        let mut depths = [0; HEADS_MAX];
        depths[0] = depth as u16;
        Self::Few { count: 1, depths }
    }

    /// Whether the disproof is a fact.
    pub(super) const fn is_none(self) -> bool {
        matches!(self, Self::Few { count: 0, .. })
    }

    /// The depths, if they are few.
    pub(super) fn few(&self) -> Option<&[u16]> {
        match self {
            Self::Few { count, depths } => Some(&depths[..usize::from(*count)]),
            Self::Prefix(_) => None,
        }
    }

    /// The deepest head.
    pub(super) fn deepest(self) -> Option<u16> {
        match self {
            Self::Few { count: 0, .. } => None,
            Self::Few { count, depths } => Some(depths[usize::from(count) - 1]),
            Self::Prefix(depth) => Some(depth),
        }
    }

    /// The heads of both.
    pub(super) fn union(self, other: Self) -> Self {
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
    pub(super) fn above(self, depth: usize) -> Self {
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
    use crate::shogi::PieceKind;

    #[test]
    fn the_path_finds_boards_with_at_least_the_hand() {
        let pawn = Hand::EMPTY.add(PieceKind::Pawn);
        let mut path = Path::new(true);
        path.push(7 << 20, pawn);
        path.push(8 << 20, Hand::EMPTY);
        path.push(7 << 20, Hand::EMPTY);
        assert_eq!(path.find(7 << 20, Hand::EMPTY), Some(2));
        assert_eq!(path.find(7 << 20, pawn), Some(0));
        assert_eq!(path.find(7 << 20, pawn.add(PieceKind::Gold)), None);
        path.pop();
        assert_eq!(path.find(7 << 20, Hand::EMPTY), Some(0));
        assert_eq!(path.find(8 << 20, Hand::EMPTY), Some(1));
    }

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
