//! Pawn-drop mate (打歩詰).

use crate::bitboard::{self, Bitboard};
use crate::square::Square;
use crate::{color::Color, king_scan::KingScan, piece::PieceKind, position::Position};

/// Returns whether a pawn dropped by `us` on `to` would be an illegal pawn-drop mate: it gives
/// check and the other side has no legal reply at all.
///
/// The check is a contact check, so hands do not matter: the king must be unable to flee or to
/// capture the pawn, and no other piece that is free to move may capture it.
#[inline]
pub(super) fn mates(position: &Position, us: Color, to: Square) -> bool {
    let them = !us;
    let Some(king) = position.king(them) else {
        return false;
    };
    if !bitboard::steps(us, PieceKind::Pawn, to).has(king) {
        return false;
    }
    let occupied = position.occupied() | Bitboard::of(to);
    let without_king = occupied ^ Bitboard::of(king);
    let flights = bitboard::steps(them, PieceKind::King, king)
        .without(position.pieces(them))
        .without(position.attacked_near(us, king, without_king));
    if !flights.is_empty() {
        return false;
    }
    let takers = position
        .attackers(them, to, occupied)
        .without(Bitboard::of(king));
    // A pinned piece that takes the pawn, which is next to the king, would leave its line.
    takers
        .without(KingScan::new(position, them, king, occupied).pinned)
        .is_empty()
}
