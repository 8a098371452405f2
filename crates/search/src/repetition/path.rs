//! The positions on the way from the root to the current node.
//!
//! Coming back to the same board with no more in hand than before cannot help the attacker: a shortest
//! mate never repeats a position. Cutting off the search there is right for the repeated position.
//! Reached on another path, the position before the cut may still be a mate, so its disproof is
//! *conditional* on the repeated positions, its *condition* (the graph-history-interaction problem,
//! Campbell 1985; Kishimoto & Müller 2004).

use crate::shogi::Hand;
use crate::tuning::PLIES_AT_START;

/// Slots of the hash table of the path: four times the longest path.
const SLOTS: usize = 1 << 14;

/// The longest path, in plies. A search that reaches it ends for lack of memory.
pub(crate) const DEPTH_MAX: usize = SLOTS / 4;

/// The identity of a position, a hash of its board and the attacker's hand. Its last 16 bits are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionId(u64);

impl PositionId {
    #[inline]
    pub(crate) const fn new(key: u64, hand: Hand) -> Self {
        let hand = (hand.bits() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self::from_bits((key ^ hand).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// Returns the identity in a word with other data in its last 16 bits.
    pub(crate) const fn from_bits(word: u64) -> Self {
        Self(word & !0xffff)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    hand: Hand,
    slot: u16,
    id: PositionId,
    /// The index of the first move of this position among the moves of all positions on the path.
    first_move: usize,
    /// Hash of the set of positions up to here.
    prefix: u64,
}

/// The current path; the index of a position is its depth, 0 for the root.
#[derive(Debug, Default)]
pub(crate) struct Path {
    steps: Vec<Step>,
    /// The depths of the positions, hashed by key; open addressing.
    slots: Vec<u16>,
    /// Whether the same board with a smaller hand counts as a repetition.
    dominance: bool,
}

const FREE: u16 = u16::MAX;

const fn slot_of(key: u64) -> usize {
    (key >> 20) as usize & (SLOTS - 1)
}

impl Path {
    pub(crate) fn new(dominance: bool) -> Self {
        Self {
            steps: Vec::with_capacity(PLIES_AT_START),
            slots: vec![FREE; SLOTS],
            dominance,
        }
    }

    /// Returns this empty path for another search.
    pub(crate) fn reuse(self, dominance: bool) -> Self {
        debug_assert_eq!(self.depth(), 0);
        Self { dominance, ..self }
    }

    pub(crate) fn depth(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64, hand: Hand) {
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
            id: PositionId::new(key, hand),
            first_move: 0,
            prefix,
        });
    }

    /// Sets where the moves of the last position begin among those of all positions on the path.
    #[inline]
    pub(crate) fn set_first_move(&mut self, index: usize) {
        if let Some(step) = self.steps.last_mut() {
            step.first_move = index;
        }
    }

    /// Removes the last position. Slots are freed in the reverse order of taking, so no probe sequence
    /// is cut short.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.slots[usize::from(step.slot)] = FREE;
        }
    }

    /// Returns the deepest position of the path with this board and at least this hand.
    #[inline]
    pub(crate) fn find(&self, key: u64, hand: Hand) -> Option<usize> {
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

    /// Returns the board key and the hand of the position at this depth.
    pub(crate) fn position(&self, depth: usize) -> (u64, Hand) {
        let step = &self.steps[depth];
        (step.key, step.hand)
    }

    /// Returns the identity of the position at this depth.
    #[inline]
    pub(crate) fn id(&self, depth: usize) -> PositionId {
        self.steps[depth].id
    }

    /// Returns the depth of the deepest position with this identity.
    pub(crate) fn depth_of(&self, id: PositionId) -> Option<usize> {
        self.steps.iter().rposition(|step| step.id == id)
    }

    /// Returns the index of the first move of the position at this depth; `None` if the path ends before.
    pub(crate) fn first_move(&self, depth: usize) -> Option<usize> {
        self.steps.get(depth).map(|step| step.first_move)
    }

    /// Returns the board keys and hands of the positions, from the root on.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (u64, Hand)> {
        self.steps.iter().map(|step| (step.key, step.hand))
    }

    /// Returns a hash of the set of positions up to and including this depth.
    pub(super) fn prefix(&self, depth: usize) -> u64 {
        self.steps[depth].prefix
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
}
