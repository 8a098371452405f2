//! What the attacker takes and gives away along the main line.

use super::moves::Turn;
use super::score::count;
use crate::shogi::PieceKind;

/// What sacrifices come to, in the worth of the pieces (see [`Turn::sacrificed`]).
///
/// A piece given away on an empty square counts whole, one that captures half, and less if nothing is
/// given at all: if the attacker captures back at once, or drops what the piece has captured. A dragon or
/// horse by the first move counts half, because it is the first to be tried. The second piece on a
/// square takes 1 away.
pub(super) fn given(turns: &[Turn]) -> f64 {
    let worth = |(at, turn): (usize, &Turn)| {
        let square = turn.mv.to();
        let is_second = turns[..at]
            .iter()
            .any(|it| it.is_sacrifice && it.mv.to() == square);
        let next = turns.get(at + 1);
        let is_regained = next.is_some_and(|it| it.mv.to() == square);
        if turn.is_sacrifice && is_second {
            return -1.0;
        }
        let is_tried_first = at == 0 && matches!(turn.kind, PieceKind::Dragon | PieceKind::Horse);
        let share = if is_regained || is_bait(turns, at) {
            0.3
        } else if turn.captured.is_some() || is_tried_first {
            0.5
        } else {
            1.0
        };
        share * f64::from(turn.sacrificed())
    };
    turns.iter().enumerate().map(worth).sum()
}

/// Returns the points that captures take away: 10 for one by the first move, 8 for one whose piece is
/// dropped at once, 4 for any other.
pub(super) fn loss_by_captures(turns: &[Turn]) -> f64 {
    let loss = |(at, turn): (usize, &Turn)| match (turn.captured, at) {
        (None, _) => 0.0,
        (Some(_), 0) => 10.0,
        (Some(_), _) if is_bait(turns, at) => 8.0,
        (Some(_), _) => 4.0,
    };
    turns.iter().enumerate().map(loss).sum()
}

/// Returns whether a captured piece is dropped in the next turn.
fn is_bait(turns: &[Turn], at: usize) -> bool {
    let next = turns.get(at + 1);
    let is_dropped = |kind| next.is_some_and(|it| it.mv.is_drop() && it.kind == kind);
    turns[at].captured.is_some_and(is_dropped)
}

/// Returns how many steps the king makes to free squares after the last sacrifice, without the first.
pub(super) fn steps_at_the_end(turns: &[Turn]) -> f64 {
    let end = turns.iter().rev().take_while(|it| !it.is_sacrifice);
    count(end.filter(|it| it.king_walks).skip(1))
}

/// Returns whether the piece that moved last mates.
pub(super) fn mates_again(turns: &[Turn]) -> bool {
    let goes_on = |two: &[Turn]| two[1].mv.from() == Some(two[0].mv.to());
    turns.windows(2).last().is_some_and(goes_on)
}
