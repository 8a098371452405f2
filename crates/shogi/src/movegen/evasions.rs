//! Replies to a check.

use super::{Escape, Liberties, drop_targets, pawn_drop, push_both};
use crate::bitboard::{self, Bitboard};
use crate::{
    color::Color, king_scan::KingScan, moves::Move, piece::PieceKind, position::Position,
    square::Square,
};

/// Passes on the legal moves of `us`, whose king is in check: king moves, captures of a single
/// checker, interpositions (合駒) by moves, square by square, and interpositions by drops.
///
/// A piece pinned to its king can never parry a check, because it would have to leave its line.
#[inline(always)]
pub(super) fn generate(position: &Position, us: Color, sink: &mut impl FnMut(Move)) {
    let Some(king) = position.king(us) else {
        return;
    };
    let occupied = position.occupied();
    let scan = KingScan::new(position, us, king, occupied);

    for to in flights_of(position, us, king) {
        sink(Move::board(king, to, false));
    }
    if scan.checkers.is_many() {
        return;
    }
    let Some(checker) = scan.checkers.first() else {
        return;
    };
    let free = free_pieces(position, us, king, &scan);

    moves_to(position, us, free, checker, sink);

    // There are such squares only if the checker slides: any other is next to the king, or a knight,
    // which shares no line with it.
    let between = bitboard::between(king, checker);
    if between.is_empty() {
        return;
    }
    for to in between {
        moves_to(position, us, free, to, sink);
    }
    let hand = position.hand(us);
    if hand.is_empty() {
        return;
    }
    for kind in PieceKind::HAND {
        if hand.has(kind) {
            for to in drop_targets(position, us, kind, between) {
                if kind != PieceKind::Pawn || !pawn_drop::mates(position, us, to) {
                    sink(Move::drop(kind, to));
                }
            }
        }
    }
}

/// Returns the squares to which a king on `king` may go. The square behind the king counts as attacked by
/// a sliding piece that checks it.
#[inline(always)]
pub(super) fn flights_of(position: &Position, us: Color, king: Square) -> Bitboard {
    let without_king = position.occupied() ^ Bitboard::of(king);
    bitboard::steps(us, PieceKind::King, king)
        .without(position.pieces(us))
        .without(position.attacked_near(!us, king, without_king))
}

/// Returns the pieces that may parry a check: neither the king nor pieces pinned to it.
#[inline(always)]
fn free_pieces(position: &Position, us: Color, king: Square, scan: &KingScan) -> Bitboard {
    position
        .pieces(us)
        .without(scan.pinned)
        .without(Bitboard::of(king))
}

/// Passes on moves of the free pieces to one square.
#[inline(always)]
fn moves_to(
    position: &Position,
    us: Color,
    free: Bitboard,
    to: Square,
    sink: &mut impl FnMut(Move),
) {
    for from in position.attackers(us, to, position.occupied()) & free {
        if let Some(piece) = position.piece_at(from) {
            push_both(us, piece.kind(), from, to, sink);
        }
    }
}

/// Returns how `us`, whose king is in check, gets out of it. It goes through the moves as [`generate`]
/// does, up to the first of the best way.
#[inline(always)]
pub(super) fn escape(position: &Position, us: Color) -> Escape {
    let Some(king) = position.king(us) else {
        return Escape::Direct;
    };
    if !flights_of(position, us, king).is_empty() {
        return Escape::Direct;
    }
    parry(position, us, king)
}

/// Returns how `us`, whose king on `king` is in check and has no flight, gets out of it.
#[inline(always)]
pub(super) fn parry(position: &Position, us: Color, king: Square) -> Escape {
    let occupied = position.occupied();
    let scan = KingScan::new(position, us, king, occupied);
    if scan.checkers.is_many() {
        return Escape::None;
    }
    let Some(checker) = scan.checkers.first() else {
        return Escape::Direct;
    };
    let free = free_pieces(position, us, king, &scan);
    if !(position.attackers(us, checker, occupied) & free).is_empty() {
        return Escape::Direct;
    }
    let between = bitboard::between(king, checker);
    if between.is_empty() {
        return Escape::None;
    }
    // A piece that reaches a square may go there: where it could never move again, it promotes.
    for to in between {
        if !(position.attackers(us, to, occupied) & free).is_empty() {
            return Escape::Interposition;
        }
    }
    let hand = position.hand(us);
    let can_drop = PieceKind::HAND.into_iter().any(|kind| {
        hand.has(kind)
            && drop_targets(position, us, kind, between)
                .any(|to| kind != PieceKind::Pawn || !pawn_drop::mates(position, us, to))
    });
    if can_drop {
        Escape::Interposition
    } else {
        Escape::None
    }
}

/// Returns how many ways out of check there are, counted as in [`Liberties`]. An illegal pawn drop that
/// mates is counted as well.
#[inline(always)]
pub(super) fn liberties(position: &Position, us: Color) -> Liberties {
    let Some(king) = position.king(us) else {
        return Liberties::default();
    };
    let flights = flights_of(position, us, king).count();
    let occupied = position.occupied();
    let scan = KingScan::new(position, us, king, occupied);
    let only_flights = Liberties {
        flights,
        parries: 0,
    };
    if scan.checkers.is_many() {
        return only_flights;
    }
    let Some(checker) = scan.checkers.first() else {
        return only_flights;
    };
    let free = free_pieces(position, us, king, &scan);
    let between = bitboard::between(king, checker);
    let parries = (position.attackers(us, checker, occupied) & free).count();
    Liberties {
        flights,
        parries: parries + blocks(position, us, between, occupied, free),
    }
}

/// Returns on how many of these squares a piece can be interposed, counted as in
/// [`Liberties::parries`].
#[inline(always)]
pub(super) fn blocks(
    position: &Position,
    us: Color,
    between: Bitboard,
    occupied: Bitboard,
    free: Bitboard,
) -> u32 {
    if between.is_empty() {
        return 0;
    }
    let hand = position.hand(us);
    let mut drops = Bitboard::EMPTY;
    for kind in PieceKind::HAND {
        if hand.has(kind) {
            drops |= drop_targets(position, us, kind, between);
        }
    }
    let (mut count, mut unguarded) = (0, false);
    for to in between {
        let guards = position.attackers(us, to, occupied);
        if drops.has(to) && guards.is_empty() {
            unguarded = true;
        } else if drops.has(to) || !(guards & free).is_empty() {
            count += 1;
        }
    }
    count + u32::from(unguarded)
}
