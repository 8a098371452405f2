//! All legal moves.

use super::{drop_targets, evasions, pawn_drop, push_both};
use crate::bitboard::{self, Bitboard};
use crate::{color::Color, king_scan::KingScan, moves::Move, piece::PieceKind, position::Position};

/// Passes on every legal move of `us`.
#[inline(always)]
pub(super) fn generate(position: &Position, us: Color, sink: &mut impl FnMut(Move)) {
    let occupied = position.occupied();
    let own = position.pieces(us);
    let king = position.king(us);
    let scan = king
        .map(|king| KingScan::new(position, us, king, occupied))
        .unwrap_or_default();
    if !scan.checkers.is_empty() {
        return evasions::generate(position, us, sink);
    }
    for from in own {
        let Some(piece) = position.piece_at(from) else {
            continue;
        };
        let kind = piece.kind();
        let mut targets = bitboard::attacks(us, kind, from, occupied).without(own);
        if kind == PieceKind::King {
            let without_king = occupied ^ Bitboard::of(from);
            targets = targets.without(position.attacked_near(!us, from, without_king));
        } else if scan.pinned.has(from)
            && let Some(king) = king
        {
            targets &= bitboard::line(king, from);
        }
        for to in targets {
            push_both(us, kind, from, to, sink);
        }
    }
    let hand = position.hand(us);
    for kind in PieceKind::HAND {
        if hand.has(kind) {
            for to in drop_targets(position, us, kind, !occupied) {
                if kind != PieceKind::Pawn || !pawn_drop::mates(position, us, to) {
                    sink(Move::drop(kind, to));
                }
            }
        }
    }
}
