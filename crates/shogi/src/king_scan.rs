//! The pieces on the lines of a king: those that check it, those pinned to it, and those that would
//! discover a check.

use super::bitboard::{self, Bitboard};
use super::piece::PieceKind::{Bishop, Dragon, Gold, Horse, Knight, Lance, Pawn, Rook, Silver};
use super::{color::Color, position::Position, square::Square};

/// The result of a look along the lines of a king.
#[derive(Clone, Copy, Debug, Default)]
pub struct KingScan {
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// The king's own pieces that shield it from a sliding piece.
    pub pinned: Bitboard,
    /// Enemy pieces that are alone between the king and a sliding piece of their own side.
    pub discoverers: Bitboard,
}

impl KingScan {
    /// Looks along the lines of the king of `color` on `king`, as if exactly the squares `occupied` were
    /// occupied.
    // One copy for all callers: a copy in each of them would crowd the instruction cache.
    #[inline(never)]
    #[must_use]
    pub fn new(position: &Position, color: Color, king: Square, occupied: Bitboard) -> Self {
        let them = !color;
        let theirs = |kind| position.pieces_of(them, kind);
        let sliders = bitboard::rook_rays(king) & (theirs(Rook) | theirs(Dragon))
            | bitboard::bishop_rays(king) & (theirs(Bishop) | theirs(Horse))
            | bitboard::lance_ray(color, king) & theirs(Lance);
        // Pieces attack the king from the squares that such pieces of its own side would attack.
        let step = |kind| bitboard::steps(color, kind, king) & theirs(kind);
        let mut scan = Self {
            checkers: step(Pawn)
                | step(Knight)
                | step(Silver)
                | step(Gold)
                | step(Horse)
                | step(Dragon),
            ..Self::default()
        };
        let own = position.pieces(color);
        for slider in sliders {
            let blockers = bitboard::between(king, slider) & occupied;
            if blockers.is_empty() {
                scan.checkers |= Bitboard::of(slider);
            } else if !blockers.is_many() {
                scan.pinned |= blockers & own;
                scan.discoverers |= blockers.without(own);
            }
        }
        scan
    }
}
