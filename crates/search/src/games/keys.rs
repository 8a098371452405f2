//! Keys of positions in the games that share a table.

use crate::shogi::{Color, Hand, Key, Position};

/// Returns a part of the key that tells apart positions which differ only in the defender's hand.
#[inline]
pub(crate) fn of_defender_hand(hand: Hand) -> Key {
    let mixed = u64::from(hand.bits() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Key::of((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9))
}

/// Returns the key of a position in the game with this salt. `is_variant` says whether some
/// interpositions do not count in it.
#[inline]
pub(crate) fn key(position: &Position, salt: Key, is_variant: bool) -> Key {
    let key = position.key() ^ salt;
    if is_variant {
        key ^ of_defender_hand(position.hand(Color::White))
    } else {
        key
    }
}
