//! Sets of ranks and files.

use super::set::Bitboard;
use crate::{color::Color, piece::PieceKind, square::Square};

/// Returns the squares of the ranks `from` to `to`.
const fn rank_mask(from: u8, to: u8) -> Bitboard {
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        let mut rank = from;
        while rank <= to {
            bits |= 1 << Square::new(file, rank).index();
            rank += 1;
        }
        file += 1;
    }
    Bitboard(bits)
}

/// Returns the promotion zone of a side: its last three ranks.
#[inline]
#[must_use]
pub const fn promotion_zone(color: Color) -> Bitboard {
    const ZONE: [Bitboard; 2] = [rank_mask(0, 2), rank_mask(6, 8)];
    ZONE[color.index()]
}

/// Returns the squares on which an unpromoted piece of this kind could never move again
/// (行き所のない駒).
#[inline]
#[must_use]
pub const fn dead_end(color: Color, kind: PieceKind) -> Bitboard {
    const LAST: [Bitboard; 2] = [rank_mask(0, 0), rank_mask(8, 8)];
    const LAST_TWO: [Bitboard; 2] = [rank_mask(0, 1), rank_mask(7, 8)];
    match kind {
        PieceKind::Pawn | PieceKind::Lance => LAST[color.index()],
        PieceKind::Knight => LAST_TWO[color.index()],
        _ => Bitboard::EMPTY,
    }
}

/// Returns all squares of the files on which the set has a square.
#[inline]
#[must_use]
pub fn files_of(set: Bitboard) -> Bitboard {
    const LAST: u128 = rank_mask(8, 8).0;
    const FIRST_EIGHT: u128 = rank_mask(0, 7).0;
    // Adding eight ones to the first eight ranks of a file carries into its ninth if any is set. Then
    // the ninth bit of each such file is spread over the whole file.
    let last = (((set.0 & FIRST_EIGHT) + FIRST_EIGHT) | set.0) & LAST;
    Bitboard((last << 1) - (last >> 8))
}
