//! Searches the strict game with certain positions forbidden to the attacker: does a check mate
//! without coming back to positions of the solution?
//!
//! A forbidden position counts as no mate when it is reached, whichever side is to move. So may the
//! same board with more in the attacker's hand: an attacker who comes back with more has also come
//! back. This holds even for mates. So more in hand can be worse in this game, and nothing is
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
    hands: FxHashMap<Key, Vec<Hand>>,
    salt: u64,
    /// Whether the same board with more in hand is allowed.
    is_same_hand: bool,
}

impl ForbiddenPositions {
    /// Returns an empty set, for positions whose boards are allowed with more in hand.
    #[must_use]
    pub fn with_the_same_hand() -> Self {
        Self {
            salt: mixed(Key::of(1), Hand::EMPTY),
            is_same_hand: true,
            ..Self::default()
        }
    }

    /// Adds a position.
    pub fn add(&mut self, position: &Position) {
        let (key, hand) = (position.key(), position.hand(Color::Black));
        if !self.matches(key, hand) {
            self.hands.entry(key).or_default().push(hand);
            // A sum, so that equal sets are the same game whatever their order.
            self.salt = self.salt.wrapping_add(mixed(key, hand));
        }
    }

    pub(crate) fn matches(&self, key: Key, hand: Hand) -> bool {
        let matches = |known: &Hand| {
            if self.is_same_hand {
                hand == *known
            } else {
                hand.dominates(*known)
            }
        };
        (self.hands.get(&key)).is_some_and(|hands| hands.iter().any(matches))
    }

    pub(crate) const fn salt(&self) -> Key {
        Key::of(self.salt)
    }
}

fn mixed(key: Key, hand: Hand) -> u64 {
    let mixed = (key.first() ^ u64::from(hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The fact of the strict game about a position in another game.
pub(crate) enum StrictVerdict {
    /// This value also holds here.
    Known(Value),
    /// There is a mate in the strict game: mostly there is nearly the same one here.
    Mates,
    Unknown,
}

/// The additional data of a search in such a game.
pub(crate) struct Forbidden<'a> {
    /// Facts of the strict game.
    pub(crate) strict: GameTable<'a>,
    pub(crate) positions: &'a ForbiddenPositions,
}

impl Forbidden<'_> {
    /// Returns the result known for a position after a move, by the key of its board and the attacker's
    /// hand.
    pub(crate) fn known(&self, key: Key, hand: Hand, budget: Plies) -> StrictVerdict {
        let fails = |len| {
            StrictVerdict::Known(Value::Disproven {
                len,
                bare: Plies::NONE,
                hand,
                condition: Condition::NONE,
            })
        };
        if self.positions.matches(key, hand) {
            return fails(Plies::UNLIMITED);
        }
        match self.strict.look(key, hand, budget, 0) {
            Known::Disproven { len, .. } => fails(len),
            Known::Proven { .. } => StrictVerdict::Mates,
            Known::Open { .. } | Known::New { .. } => StrictVerdict::Unknown,
        }
    }
}
