//! Other checks that mate but are no cooks, because they differ little from the main move: its
//! mirror image, the same move with or without promotion, the same long-range piece from another
//! distance.

use super::equal::Turn;
use super::inquiry::{Inquiry, with};
use crate::shogi::{Color, Move, PieceKind, Position, Square, bitboard};

/// Returns whether two moves differ only in promotion.
pub(super) fn differ_in_promotion(a: Move, b: Move) -> bool {
    a.from().is_some() && a.from() == b.from() && a.to() == b.to() && a != b
}

/// Returns whether two checks put the same long-range piece on the same ray from the king, with
/// nothing between, at different distances: drops of one kind, or moves of one piece with the same
/// promotion.
pub(super) fn differ_in_distance(position: &Position, a: Move, b: Move) -> bool {
    let same = a.from() == b.from() && a.promotes() == b.promotes() && a.dropped() == b.dropped();
    let (Some(king), true) = (position.king(Color::White), same && a.to() != b.to()) else {
        return false;
    };
    let kind = a.dropped().or_else(|| {
        a.from()
            .and_then(|from| Some(position.piece_at(from)?.kind()))
    });
    let slides = matches!(
        kind,
        Some(
            PieceKind::Lance
                | PieceKind::Bishop
                | PieceKind::Rook
                | PieceKind::Horse
                | PieceKind::Dragon
        )
    );
    // A lance that promotes checks as a gold does.
    if !slides || kind == Some(PieceKind::Lance) && a.promotes() {
        return false;
    }
    let Some((near, far)) = in_order_of_distance(king, a.to(), b.to()) else {
        return false;
    };
    let between = bitboard::between(king, far);
    let is_ray_of_the_slider = match kind {
        Some(PieceKind::Bishop | PieceKind::Horse) => {
            king.file() != far.file() && king.rank() != far.rank()
        }
        _ => king.file() == far.file() || king.rank() == far.rank(),
    };
    is_ray_of_the_slider
        && between.into_iter().any(|square| square == near)
        && between
            .into_iter()
            .all(|square| position.piece_at(square).is_none() || Some(square) == a.from())
}

/// Returns the nearer and the farther of two squares, if both are on one ray from the king.
fn in_order_of_distance(king: Square, a: Square, b: Square) -> Option<(Square, Square)> {
    let holds = |far: Square, near: Square| {
        bitboard::between(king, far)
            .into_iter()
            .any(|it| it == near)
    };
    if holds(a, b) {
        Some((b, a))
    } else if holds(b, a) {
        Some((a, b))
    } else {
        None
    }
}

/// Returns whether `mv` and the main move, both mating in the same number of plies, have the same
/// best replies, and the main line also works after `mv`. The piece may make up for the promotion
/// when it moves again: the squares are the same, and so is the end.
pub(super) fn is_promotion_dual(
    inquiry: &mut Inquiry<'_, '_>,
    main: &Turn,
    mv: Move,
) -> Option<bool> {
    let plies = main.lasts[0] - 1;
    let (ours, theirs) = (with(&main.before, main.rest[0]), with(&main.before, mv));
    if !have_the_same_replies(inquiry, [&ours, &theirs], plies, |_, replies| {
        sorted(replies)
    })? {
        return Some(false);
    }
    let mut line = theirs;
    let mut piece = Some(mv.to());
    let mut length = plies;
    for (&next, &left) in main.rest[1..].iter().zip(&main.lasts[1..]) {
        // A reply of the author that is not the longest has to last as long here, no more.
        let is_short = left < std::mem::replace(&mut length, left - 1);
        let attack = inquiry.position(&line).turn() == Color::Black;
        let is_of_the_piece = attack && next.from().is_some() && next.from() == piece;
        let otherwise = next
            .from()
            .filter(|_| is_of_the_piece)
            .map(|from| Move::board(from, next.to(), !next.promotes()));
        let mut found = None;
        for mv in [Some(next), otherwise].into_iter().flatten() {
            if !inquiry.moves(&line).contains(&mv) || !inquiry.is_optimal(&line, mv, left)? {
                continue;
            }
            if is_short && inquiry.mate_within(&with(&line, mv), left - 1)?.is_no() {
                continue;
            }
            found = Some(mv);
            break;
        }
        let Some(mv) = found else {
            return Some(false);
        };
        if is_of_the_piece {
            piece = Some(next.to());
        } else if piece == Some(next.to()) {
            // The piece was captured.
            piece = None;
        }
        line.push(mv);
    }
    Some(true)
}

/// Returns whether `mv` and the main move have the same best replies, interpositions aside. The two
/// are a long-range piece at different distances, mating in the same number of plies.
pub(super) fn is_distance_dual(
    inquiry: &mut Inquiry<'_, '_>,
    main: &Turn,
    mv: Move,
) -> Option<bool> {
    let plies = main.lasts[0] - 1;
    let (ours, theirs) = (with(&main.before, main.rest[0]), with(&main.before, mv));
    let king = inquiry.position(&main.before).king(Color::White);
    have_the_same_replies(inquiry, [&ours, &theirs], plies, |line, mut replies| {
        let check = line.last().map(|it| it.to());
        let between = king
            .zip(check)
            .map(|(king, from)| bitboard::between(king, from));
        replies.retain(|reply| {
            let interposes = between.is_some_and(|it| it.into_iter().any(|at| at == reply.to()));
            reply.from() == king || !interposes
        });
        sorted(replies)
    })
}

/// Returns whether the defender has the same longest replies after two checks, or at least the same
/// best ones: of the longest, those that leave nothing over. `seen` puts replies in an order, without
/// those that do not matter.
fn have_the_same_replies(
    inquiry: &mut Inquiry<'_, '_>,
    checks: [&[Move]; 2],
    plies: u32,
    seen: impl Fn(&[Move], Vec<Move>) -> Vec<Move>,
) -> Option<bool> {
    let [ours, theirs] = checks;
    let longest = [
        seen(ours, inquiry.longest_replies(ours, plies)?),
        seen(theirs, inquiry.longest_replies(theirs, plies)?),
    ];
    if longest[0] == longest[1] {
        return Some(true);
    }
    Some(
        seen(ours, inquiry.best_replies(ours, plies)?)
            == seen(theirs, inquiry.best_replies(theirs, plies)?),
    )
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|mv| mv.bits());
    moves
}
