//! Sacrifices and captures of the attacker along the main line, and how the line ends.

use super::moves::Turn;
use super::score::count;
use crate::shogi::PieceKind;

/// Returns the sum of the sacrifices, in the worth of the pieces (see [`Turn::sacrificed`]).
///
/// A piece given away on an empty square counts whole, and one that captures counts half. A dragon
/// or horse by the first move counts half, because solvers try it first. A piece counts three
/// tenths if the attacker captures back at once, or drops the piece that it captured. The second
/// piece on a square takes 1 away.
pub(super) fn worth_given(turns: &[Turn]) -> f64 {
    let worth = |(index, turn): (usize, &Turn)| {
        let square = turn.mv.to();
        let is_second = turns[..index]
            .iter()
            .any(|it| it.is_sacrifice && it.mv.to() == square);
        let next = turns.get(index + 1);
        let is_regained = next.is_some_and(|it| it.mv.to() == square);
        if turn.is_sacrifice && is_second {
            return -1.0;
        }
        let is_tried_first =
            index == 0 && matches!(turn.kind, PieceKind::Dragon | PieceKind::Horse);
        let share = if is_regained || is_bait(turns, index) {
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

/// Returns the points that captures take away: 10 for a capture by the first move, 8 if the
/// captured piece is dropped in the next turn, 4 for any other.
pub(super) fn loss_by_captures(turns: &[Turn]) -> f64 {
    let loss = |(index, turn): (usize, &Turn)| match (turn.captured, index) {
        (None, _) => 0.0,
        (Some(_), 0) => 10.0,
        (Some(_), _) if is_bait(turns, index) => 8.0,
        (Some(_), _) => 4.0,
    };
    turns.iter().enumerate().map(loss).sum()
}

/// Returns whether a captured piece is dropped in the next turn.
fn is_bait(turns: &[Turn], index: usize) -> bool {
    let next = turns.get(index + 1);
    let is_dropped = |kind| next.is_some_and(|it| it.mv.is_drop() && it.kind == kind);
    turns[index].captured.is_some_and(is_dropped)
}

/// Returns the number of the king's steps to free squares after the last sacrifice, less one.
pub(super) fn king_steps_at_the_end(turns: &[Turn]) -> f64 {
    let end = turns.iter().rev().take_while(|it| !it.is_sacrifice);
    count(end.filter(|it| it.king_walks).skip(1))
}

/// Returns whether the piece that mates is the one that the attacker moved in the turn before.
pub(super) fn last_piece_mates(turns: &[Turn]) -> bool {
    let moves_on = |two: &[Turn]| two[1].mv.from() == Some(two[0].mv.to());
    turns.windows(2).last().is_some_and(moves_on)
}
