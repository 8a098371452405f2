//! Proof hands (証明駒) and disproof hands (反証駒).
//!
//! In the strict game a larger hand is never worse for the attacker. The additional pieces need not
//! be used, the defender has fewer to interpose, and neither double pawns nor pawn-drop mate depend
//! on hands. Therefore a mate is stored with the smallest hand found to suffice, and a failure with
//! the largest hand found to fail. The attacker is always Black.

use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::king_scan::KingScan;
use crate::shogi::{Color, Hand, Move, PieceKind, Position};

/// Returns all pieces in hand on both sides: the largest hand that the attacker can have with this
/// board.
pub(super) fn all_in_hand(position: &Position) -> Hand {
    position
        .hand(Color::Black)
        .plus(position.hand(Color::White))
}

/// Returns all pieces in hand on both sides after a move: a drop removes one, a capture adds one.
pub(super) fn all_in_hand_after(position: &Position, mv: Move) -> Hand {
    let all = all_in_hand(position);
    match (mv.dropped(), captured(position, mv)) {
        (Some(kind), _) => all.remove(kind),
        (None, Some(kind)) => all.add(kind),
        (None, None) => all,
    }
}

/// Returns the proof hand of a position whose mate begins with `mv`, from that of the position
/// after it.
pub(crate) fn proof_before(position: &Position, mv: Move, after: Hand) -> Hand {
    match (mv.dropped(), captured(position, mv)) {
        (Some(kind), _) => after.add(kind),
        (None, Some(kind)) if after.has(kind) => after.remove(kind),
        _ => after,
    }
}

/// Returns the largest hand with which `mv` leads to at most `after`. A proof hand is found in the
/// same way.
pub(super) fn disproof_before(position: &Position, mv: Move, after: Hand) -> Hand {
    proof_before(position, mv, after)
}

/// Returns the defender's hand after a move of either side.
pub(super) fn defender_hand_after(position: &Position, mv: Move) -> Hand {
    let hand = position.hand(Color::White);
    if position.turn() == Color::Black {
        return hand;
    }
    match (mv.dropped(), captured(position, mv)) {
        (Some(kind), _) => hand.remove(kind),
        (None, Some(kind)) => hand.add(kind),
        (None, None) => hand,
    }
}

fn captured(position: &Position, mv: Move) -> Option<PieceKind> {
    mv.from()?;
    position
        .piece_at(mv.to())
        .map(|piece| piece.kind().unpromote())
}

/// Raises the proof hand at a defender's turn for *monopolies*: kinds that the defender could
/// interpose here, but has none of in hand. The proof hand needs all that the attacker holds of them.
pub(crate) fn proof_at_defence(position: &Position, hand: Hand) -> Hand {
    let Some(king) = position.king(Color::White) else {
        return hand;
    };
    let held = position.hand(Color::Black);
    if held.is_empty() {
        return hand;
    }
    let scan = KingScan::new(position, Color::White, king, position.occupied());
    if scan.checkers.is_many() {
        return hand;
    }
    let between = scan
        .checkers
        .first()
        .map_or(Bitboard::EMPTY, |checker| bitboard::between(king, checker));
    if between.is_empty() {
        return hand;
    }
    let defender_hand = position.hand(Color::White);
    let mut raised = hand;
    for (kind, count) in held.iter() {
        if !defender_hand.has(kind) && is_droppable(position, kind, between) {
            raised = raised.with(kind, count);
        }
    }
    raised
}

/// Returns whether the defender may drop a piece of this kind on one of these empty squares.
fn is_droppable(position: &Position, kind: PieceKind, squares: Bitboard) -> bool {
    let allowed = squares.without(bitboard::dead_end(Color::White, kind));
    if kind == PieceKind::Pawn {
        let pawns = position.pieces_of(Color::White, PieceKind::Pawn);
        !allowed.without(bitboard::files_of(pawns)).is_empty()
    } else {
        !allowed.is_empty()
    }
}

/// Lowers the disproof hand at an attacker's turn. It loses every kind whose drop would check, unless
/// the attacker holds one: the checks by drops of a held kind are refuted already, and further pieces
/// of the kind add none.
pub(super) fn disproof_at_attack(position: &Position, hand: Hand) -> Hand {
    let Some(king) = position.king(Color::White) else {
        return hand;
    };
    let held = position.hand(Color::Black);
    let occupied = position.occupied();
    let mut lowered = hand;
    for (kind, _) in hand.iter() {
        if !held.has(kind)
            && !bitboard::attacks(Color::White, kind, king, occupied)
                .without(occupied)
                .is_empty()
        {
            lowered = lowered.with(kind, 0);
        }
    }
    lowered
}

/// Returns the disproof hand at a defender's turn that `mv` refutes: the hand `after`, which fails
/// after the move. If the move is a drop, the defender must have the piece, so the hand lacks it.
pub(super) fn disproof_at_defence(position: &Position, mv: Move, after: Hand) -> Hand {
    let all = all_in_hand(position);
    after.min(match mv.dropped() {
        Some(kind) => all.remove(kind),
        None => all,
    })
}
