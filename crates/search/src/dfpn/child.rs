//! A move of an open position, and the value of the position after it.

use crate::numbers::{FINITE_MAX, INFINITY, Number, Plies, UNIT};
use crate::repetition::condition::Condition;
use crate::shogi::{Hand, Key, Move};

/// In place of the index of a move: there is none.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// A move of an open position. Numbers are those of the side to move: `phi` is 0 if the move wins
/// for it, `delta` is 0 if the move loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    /// Board key after the move.
    pub(crate) key: Key,
    /// Attacker's hand after the move.
    pub(crate) hand: Hand,
    pub(crate) phi: Number,
    pub(crate) delta: Number,
    /// For a settled child: the length proven or disproven, after the move.
    pub(crate) len: Plies,
    /// For a failing child: the length disproven even if the defender never interposes.
    pub(crate) bare: Plies,
    /// For a mated child: whether the mate also holds in the strict game.
    pub(crate) strict: bool,
    /// For a settled child: the proof or disproof hand.
    pub(super) proof: Hand,
    /// For a failing child: the condition of the failure.
    pub(crate) condition: Condition,
    /// The index of the hidden move that is shown once this one has lost, or [`NO_MOVE`].
    pub(crate) next: u16,
    /// Order among moves with equal numbers, smaller first.
    pub(crate) rank: i16,
    /// The distance of an interposition from the king, from 1. 0 for other moves, and in games in
    /// which every interposition counts.
    pub(crate) between: u8,
    /// Whether the move waits until the move that hides it has lost.
    pub(crate) hidden: bool,
    /// Whether the move waits until all other replies have lost, because they decide whether it
    /// counts.
    pub(crate) pending: bool,
    /// Whether the move is marked: work below it is also below another move (`double_count`).
    pub(crate) overlaps: bool,
    /// Whether the move was never searched.
    pub(crate) new: bool,
    /// Whether the position was first seen nearer the root.
    pub(crate) old: bool,
}

impl Child {
    /// Makes a child that is not evaluated yet.
    pub(super) fn new(mv: Move) -> Self {
        Self {
            mv,
            key: Key::of(0),
            hand: Hand::EMPTY,
            phi: UNIT,
            delta: UNIT,
            len: Plies::NONE,
            bare: Plies::NONE,
            strict: false,
            proof: Hand::EMPTY,
            condition: Condition::NONE,
            next: NO_MOVE,
            rank: 0,
            between: 0,
            hidden: false,
            pending: false,
            overlaps: false,
            new: false,
            old: false,
        }
    }
}

/// The value of a position: a proven result, or numbers from the attacker's point of view.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Proven {
        len: Plies,
        hand: Hand,
        /// Whether the mate also holds in the strict game, because no reply was left out.
        strict: bool,
    },
    Disproven {
        len: Plies,
        /// The length disproven for a defender who never interposes, as far as known.
        bare: Plies,
        hand: Hand,
        condition: Condition,
    },
    Open {
        pn: Number,
        dn: Number,
    },
}

impl Value {
    /// Returns whether the value is an answer.
    pub(crate) const fn is_settled(self) -> bool {
        !matches!(self, Self::Open { .. })
    }
}

impl Child {
    /// Sets the value found for the position after the move.
    pub(crate) fn set<const ATTACK: bool>(&mut self, value: Value) {
        let (pn, dn) = match value {
            Value::Proven { len, hand, strict } => {
                (self.len, self.proof, self.condition) = (len, hand, Condition::NONE);
                self.strict = strict;
                (0, INFINITY)
            }
            Value::Disproven {
                len,
                bare,
                hand,
                condition,
            } => {
                (self.len, self.bare) = (len, bare);
                (self.proof, self.condition) = (hand, condition);
                (INFINITY, 0)
            }
            Value::Open { pn, dn } => (pn.clamp(1, FINITE_MAX), dn.clamp(1, FINITE_MAX)),
        };
        (self.phi, self.delta) = if ATTACK { (pn, dn) } else { (dn, pn) };
    }
}

impl Child {
    /// Returns whether the move wins for the side that plays it.
    pub(super) const fn is_winner(&self) -> bool {
        !self.hidden && self.phi == 0
    }

    /// Returns the sort key of the move, smaller first: `phi`, then `delta`, then rank.
    pub(super) fn order(&self) -> u64 {
        let rank = u64::from(self.rank.cast_unsigned() ^ 1 << 15);
        u64::from(self.phi) << 40 | u64::from(self.delta) << 16 | rank
    }
}
