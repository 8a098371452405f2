//! Searches the strict game with certain positions forbidden to the attacker: does a check mate
//! without coming back to positions of the solution?
//!
//! A forbidden position counts as no mate when it is reached, whichever side is to move, even if it is
//! mate. By default so does the same board with more in the attacker's hand: an attacker who comes back
//! with more has also come back. A larger hand can therefore be worse in this game, and nothing is
//! concluded from one hand about another. Only failures carry over from the strict game: forbidden
//! positions take mates away and add none.

use crate::dfpn::child::Value;
use crate::numbers::Plies;
use crate::repetition::condition::Condition;
use crate::shogi::{Color, Hand, Key, Position};
use crate::table::{GameTable, Known};
use rustc_hash::FxHashMap;

/// A set of positions. By default the same board with more in the attacker's hand is forbidden, too.
#[derive(Clone, Debug, Default)]
pub struct ForbiddenPositions {
    /// The attacker's hands of the forbidden positions, by board.
    hands: FxHashMap<Key, Vec<Hand>>,
    salt: u64,
    /// Whether the same board with more in hand is allowed.
    only_same_hand: bool,
}

impl ForbiddenPositions {
    /// Returns an empty set that forbids positions with exactly these hands: the same board with more
    /// in hand is allowed.
    #[must_use]
    pub fn with_the_same_hand() -> Self {
        Self {
            salt: mixed(Key::of(1), Hand::EMPTY),
            only_same_hand: true,
            ..Self::default()
        }
    }

    /// Adds a position.
    pub fn add(&mut self, position: &Position) {
        let (key, hand) = (position.key(), position.hand(Color::Black));
        if !self.contains(key, hand) {
            self.hands.entry(key).or_default().push(hand);
            // A sum, so that equal sets are the same game whatever their order.
            self.salt = self.salt.wrapping_add(mixed(key, hand));
        }
    }

    /// Returns whether the position with this board key and attacker's hand is forbidden.
    pub(crate) fn contains(&self, key: Key, hand: Hand) -> bool {
        let forbids = |forbidden: &Hand| {
            if self.only_same_hand {
                hand == *forbidden
            } else {
                hand.dominates(*forbidden)
            }
        };
        (self.hands.get(&key)).is_some_and(|hands| hands.iter().any(forbids))
    }

    /// Returns a key that tells apart the games with different sets.
    pub(crate) const fn salt(&self) -> Key {
        Key::of(self.salt)
    }
}

fn mixed(key: Key, hand: Hand) -> u64 {
    let mixed = (key.first() ^ u64::from(hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// What the strict game tells about a position in another game.
pub(crate) enum StrictVerdict {
    /// This value also holds in the other game.
    Known(Value),
    /// There is a mate in the strict game, and mostly nearly the same one in the other game.
    Mates,
    Unknown,
}

/// The additional data of a search with forbidden positions.
pub(crate) struct Forbidden<'a> {
    /// Facts of the strict game.
    pub(crate) strict: GameTable<'a>,
    pub(crate) positions: &'a ForbiddenPositions,
}

impl Forbidden<'_> {
    /// Returns what is known without a search about the position with this board key and attacker's
    /// hand: whether it is forbidden, and the verdict of the strict game.
    pub(crate) fn verdict(&self, key: Key, hand: Hand, budget: Plies) -> StrictVerdict {
        let fails = |len| {
            StrictVerdict::Known(Value::Disproven {
                len,
                bare: Plies::NONE,
                hand,
                condition: Condition::NONE,
            })
        };
        if self.positions.contains(key, hand) {
            return fails(Plies::UNLIMITED);
        }
        match self.strict.look(key, hand, budget, 0) {
            Known::Disproven { len, .. } => fails(len),
            Known::Proven { .. } => StrictVerdict::Mates,
            Known::Open { .. } | Known::New { .. } => StrictVerdict::Unknown,
        }
    }
}
