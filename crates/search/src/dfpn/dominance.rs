//! Proof hands (証明駒) and disproof hands (反証駒).
//!
//! In the strict game more in the attacker's hand is never worse: the attacker need not use it, the
//! defender has fewer pieces to interpose, and neither double pawns nor pawn-drop mate depend on
//! hands. So a mate is stored with the smallest hand found to suffice, and a failure with the
//! largest hand found to fail. The attacker is always Black.

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

/// Returns the largest hand with which `mv` leads to at most `after`.
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

/// Raises the proof hand at a defender's turn for *monopolies*: if the attacker holds all pieces of
/// a kind that the defender could otherwise interpose here, the proof hand needs all of them.
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
    let theirs = position.hand(Color::White);
    let mut raised = hand;
    for (kind, count) in held.iter() {
        if !theirs.has(kind) && is_droppable(position, kind, between) {
            raised = raised.with(kind, count);
        }
    }
    raised
}

fn is_droppable(position: &Position, kind: PieceKind, between: Bitboard) -> bool {
    let open = between.without(bitboard::dead_end(Color::White, kind));
    if kind == PieceKind::Pawn {
        let pawns = position.pieces_of(Color::White, PieceKind::Pawn);
        !open.without(bitboard::files_of(pawns)).is_empty()
    } else {
        !open.is_empty()
    }
}

/// Lowers the disproof hand at an attacker's turn: the hand must not have a kind that the attacker
/// does not hold and whose drop would check. If the attacker holds a piece of the kind, its checks
/// are refuted already, and further pieces of the kind add none.
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

/// Returns the disproof hand at a defender's turn that `mv` refutes: the hand that fails after it,
/// as far as the defender still has the piece to drop.
pub(super) fn disproof_at_defence(position: &Position, mv: Move, after: Hand) -> Hand {
    let all = all_in_hand(position);
    after.min(match mv.dropped() {
        Some(kind) => all.remove(kind),
        None => all,
    })
}
