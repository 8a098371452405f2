//! Random numbers for position keys (Zobrist 1970), made by `SplitMix64` from a fixed seed so that
//! every run hashes alike.

use super::{piece::Piece, square::Square};

const fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Makes a key of a number: the number itself. With the feature `tiny-keys`, which is only for
/// tests, 16 of its bits, repeated in all places, because tables use both ends of a key.
const fn key(number: u64) -> u64 {
    if cfg!(feature = "tiny-keys") {
        (number & 0xffff) * 0x0001_0001_0001_0001
    } else {
        number
    }
}

static PIECES: [[u64; 81]; 32] = {
    let mut keys = [[0; 81]; 32];
    let mut i = 0;
    while i < 32 * 81 {
        keys[i / 81][i % 81] = key(split_mix(0x7375_6d65 + i as u64));
        i += 1;
    }
    keys
};

/// The key of White to move.
pub(super) const TURN: u64 = key(split_mix(0x7473_756d_6521));

/// Returns the key of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}
