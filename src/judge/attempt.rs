//! Plays a try (紛れ), the moves that a user wants refuted, on the board of a problem.

use super::complaint::Complaint;
use crate::answer::errors::{of_help, of_move};
use crate::answer::illegal::not_playable;
use crate::composition::Problem;
use crate::composition::refutation::{Attempt, AttemptError};
use crate::notation::moves::{Written, play};
use crate::notation::sfen::{IllegalMove, first_illegal_in_problem};
use crate::said::Said;
use crate::shogi::Move;

says! {
    no_check(): "this move gives no check", "この手は王手でない";
    not_legal(reason): "this move is not legal there: {reason}", "この手はそこで指せない：{reason}";
    no_move(): "there is no move to try", "試す手がない";
    ends_with_reply(): "the last move to try must be the attacker's", "最後の手は攻方の手でなければならない";
}

/// Plays the moves of a try (紛れ) in a problem.
///
/// # Errors
/// A complaint with its place in the text of the moves, if they cannot be played or are no try.
pub fn attempt(moves: &[Written], problem: &Problem) -> Result<Attempt, Box<Complaint>> {
    Attempt::new(problem, played(moves, problem)?).map_err(|error| {
        let is_empty = matches!(error, AttemptError::Empty);
        let message = if is_empty {
            no_move()
        } else {
            ends_with_reply()
        };
        // Where there are no moves, there is no last one.
        Box::new(complaint(moves, message, moves.len().wrapping_sub(1)))
    })
}

/// Plays moves in a problem that ends with a mate.
///
/// # Errors
/// A complaint with its place in the text of the moves, if they cannot be played.
pub fn played(moves: &[Written], problem: &Problem) -> Result<Vec<Move>, Box<Complaint>> {
    let (played, error) = play(problem.setup(), moves);
    // An illegal move comes first, because it can be the reason why a later one cannot be played.
    if let Some((index, reason)) =
        first_illegal_in_problem(problem.setup(), problem.attacker(), &played)
    {
        let message = match reason {
            IllegalMove::NotACheck => no_check(),
            reason => not_legal(not_playable(reason)),
        };
        return Err(Box::new(complaint(moves, message, index)));
    }
    if let Some(error) = error {
        let complaint = Complaint::error(of_move(&error.kind))
            .at(error.span)
            .with_help(error.help.map(of_help));
        return Err(Box::new(complaint));
    }
    Ok(played)
}

fn complaint(moves: &[Written], message: Said, index: usize) -> Complaint {
    let span = moves.get(index).map(|it| it.span.clone());
    Complaint::error(message).at(span)
}
