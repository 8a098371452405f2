//! Moves to be tried (紛れ), on the board of a problem.

use super::complaint::Complaint;
use crate::answer::errors::{of_help, of_move};
use crate::answer::illegal::not_playable;
use crate::composition::Problem;
use crate::composition::refutation::{Attempt, AttemptError};
use crate::notation::moves::{Written, play};
use crate::notation::sfen::{IllegalMove, first_illegal};
use crate::said::Said;

says! {
    no_check(): "this move gives no check", "この手は王手でない";
    not_legal(reason): "this move is not legal there: {reason}", "この手はそこで指せない：{reason}";
    no_move(): "there is no move to try", "試す手がない";
    ends_with_reply(): "the last move to try must be the attacker's", "最後の手は攻方の手でなければならない";
}

/// Returns the moves to be tried (紛れ) in a problem.
///
/// # Errors
/// If they cannot be played there, or are no try; a complaint says so, with its place in their text.
pub fn attempt(moves: &[Written], problem: &Problem) -> Result<Attempt, Box<Complaint>> {
    let complaint = |message: Said, at: Option<usize>| {
        let span = at.map(|at| moves[at].span.clone());
        Box::new(Complaint::error(message).at(span))
    };
    let (played, error) = play(problem.setup(), moves);
    // After an illegal move, others may not be found.
    if let Some((at, reason)) = first_illegal(problem.setup(), problem.attacker(), &played) {
        let message = match reason {
            IllegalMove::NotACheck => no_check(),
            reason => not_legal(not_playable(reason)),
        };
        return Err(complaint(message, Some(at)));
    }
    if let Some(error) = error {
        let complaint = Complaint::error(of_move(&error.kind))
            .at(error.span)
            .with_help(error.help.map(of_help));
        return Err(Box::new(complaint));
    }
    Attempt::new(problem, played).map_err(|error| match error {
        AttemptError::Empty => complaint(no_move(), None),
        _ => complaint(ends_with_reply(), moves.len().checked_sub(1)),
    })
}
