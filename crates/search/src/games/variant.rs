//! Searches a game in which some interpositions do not count.
//!
//! The search asks a [`Referee`](crate::dfpn::referee::Referee) about each interposition that escapes, and
//! leaves a futile one out. If the decision depends on the lengths of other replies, the interposition
//! waits until all others have lost; those that wait are then decided from the king outward. The referee
//! may search in turn: every question is a search of its own from an empty path, so that its answer is a
//! fact.
//!
//! In such a game dominance of hands is not proven, and pieces may be out of the game, so the keys include
//! both hands. Three things carry over from the strict game. A mate within some length is a mate here as
//! well, because the defender has fewer replies. A check that the defender refutes without ever interposing
//! is refuted here as well, whatever he holds. If no piece is out of the game, "no mate at any length" also
//! holds here.

use crate::dfpn::Search;
use crate::dfpn::child::{Child, Value};
use crate::dfpn::referee::InterpositionState;
use crate::numbers::Plies;
use crate::repetition::condition::Condition;
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::king_scan::KingScan;
use crate::shogi::{Color, Hand, Key, Position, Square};
use crate::table::entry::Visit;
use crate::table::{Excluded, GameTable, Known};

/// The value of a futile interposition: lost, and without an effect on the length.
const FUTILE: Value = Value::Proven {
    len: Plies::NONE,
    hand: Hand::EMPTY,
    strict: false,
};

/// Returns the king of the side to move, and the squares between it and the only checker. `None`
/// unless there is exactly one.
fn between(position: &Position) -> Option<(Square, Bitboard)> {
    let king = position.king(position.turn())?;
    let scan = KingScan::new(position, position.turn(), king, position.occupied());
    if scan.checkers.is_many() {
        return None;
    }
    Some((king, bitboard::between(king, scan.checkers.first()?)))
}

/// Returns the squares between the king of the side to move and the only checker, the one nearest to
/// the king first. Empty for a double check or a check from next to the king.
#[must_use]
pub fn squares_between(position: &Position) -> Vec<Square> {
    let Some((king, squares)) = between(position) else {
        return Vec::new();
    };
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_by_key(|&square| king.distance(square));
    squares
}

impl Search<'_, '_> {
    /// Notes which replies are interpositions, and sorts them after the others, from the king outward.
    pub(crate) fn mark_interpositions(&mut self, base: usize) {
        let Some((king, squares)) = between(self.position) else {
            return;
        };
        if squares.is_empty() {
            return;
        }
        for child in &mut self.children[base..] {
            let (from, to) = (child.mv.from(), child.mv.to());
            if from != Some(king) && squares.has(to) {
                // The squares are on one line, so the distance numbers them.
                child.between = king.distance(to);
            }
        }
        self.children[base..].sort_by_key(|child| child.between);
    }

    /// Asks the referee about an interposition that escapes. If its state depends on other replies,
    /// the interposition waits until they have lost.
    pub(crate) fn judge(&mut self, index: usize, budget: Plies) {
        let Child {
            mv, phi, between, ..
        } = self.children[index];
        if phi != 0 || between == 0 {
            return;
        }
        let (Some(variant), Some(plies)) = (&self.variant, budget.finite()) else {
            return;
        };
        let referee = variant.referee;
        match referee.at_first_sight(self, mv, plies) {
            Some(InterpositionState::Futile) => self.children[index].set::<false>(FUTILE),
            Some(InterpositionState::Effective) => {
                // The interposition counts for this budget, and for no larger one.
                let child = &mut self.children[index];
                child.len = child.len.min(budget.minus(1));
            }
            Some(InterpositionState::Depends) => {
                self.children[index].hidden = true;
                self.children[index].pending = true;
            }
            None => self.children[index].set::<false>(Value::Open { pn: 1, dn: 1 }),
        }
    }

    /// Decides the interpositions that wait, nearest to the king first, once all other replies have
    /// lost.
    pub(crate) fn decide_pending(&mut self, base: usize, budget: Plies) {
        loop {
            let children = &self.children[base..];
            if children
                .iter()
                .any(|child| !child.hidden && child.delta > 0)
            {
                return;
            }
            let Some(next) = children.iter().position(|child| child.pending) else {
                return;
            };
            let index = base + next;
            let (Some(variant), Some(plies)) = (&self.variant, budget.finite()) else {
                return;
            };
            let Child { mv, between, .. } = self.children[index];
            let referee = variant.referee;
            let is_futile = referee.is_futile(self, mv, between, plies);
            let child = &mut self.children[index];
            (child.hidden, child.pending) = (false, false);
            match is_futile {
                Some(true) => {
                    child.set::<false>(FUTILE);
                    self.show_next::<false>(base, index, budget);
                }
                Some(false) => {}
                None => child.set::<false>(Value::Open { pn: 1, dn: 1 }),
            }
        }
    }

    /// Returns a fact of the strict game that also holds in this one, about the position with this
    /// board key. `None` in the strict game itself.
    pub(crate) fn strict_fact(&self, key: Key, hand: Hand, budget: Plies) -> Option<Value> {
        let variant = self.variant.as_ref()?;
        match variant.strict.look(key, hand, budget, 0) {
            Known::Proven { len, hand } => Some(Value::Proven {
                len,
                hand,
                strict: variant.vanished == 0,
            }),
            Known::Disproven { len, bare, hand } => {
                let len = if len == Plies::UNLIMITED && variant.vanished == 0 {
                    len
                } else {
                    bare
                };
                (budget <= len).then_some(Value::Disproven {
                    len,
                    bare,
                    hand,
                    condition: Condition::NONE,
                })
            }
            Known::Open { .. } | Known::New { .. } => None,
        }
    }

    /// Returns whether no piece is out of the game.
    pub(crate) fn is_whole(&self) -> bool {
        self.variant
            .as_ref()
            .is_none_or(|variant| variant.vanished == 0)
    }

    /// Returns the table of the strict game.
    pub(crate) fn strict_table(&self) -> GameTable<'_> {
        match &self.variant {
            Some(variant) => variant.strict,
            None => self.table,
        }
    }

    /// Stores a fact that also holds in the strict game in the table of that game, where dominance
    /// lets it answer more questions: a mate for which no reply was left out, or a failure without
    /// interpositions. Returns whether the value was such a fact.
    pub(crate) fn store_in_strict(&mut self, value: Value, visit: Visit) -> bool {
        let Some(variant) = &mut self.variant else {
            return false;
        };
        let position = (self.position.key(), self.position.hand(Color::Black));
        match value {
            Value::Proven {
                len,
                hand,
                strict: true,
            } if variant.vanished == 0 => {
                variant.strict.store_proven(position, len, hand, visit);
                true
            }
            Value::Disproven {
                len,
                bare,
                hand,
                condition,
            } if bare >= len && condition.is_none() => {
                let excluded = Excluded { len: bare, bare };
                variant
                    .strict
                    .store_disproven(position, excluded, hand, visit);
                true
            }
            _ => false,
        }
    }
}
