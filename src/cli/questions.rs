//! The further questions of the command line, made questions about one problem.

use super::args::{QuestionArgs, TryMoves};
use super::diagnostics::complain;
use crate::composition::refutation::{Attempt, AttemptError};
use crate::composition::{Problem, Questions};
use crate::input::Origin;
use crate::judge::Complaint;
use crate::notation::moves::play;
use crate::notation::sfen::{IllegalMove, first_illegal};
use crate::report::errors::{of_help, of_move};
use crate::report::illegal::not_playable;
use crate::report::{ErrorKind, RowError, Said};
use crate::shogi::Position;

/// Returns the questions about this problem. If the moves to try cannot be played, returns and
/// reports why; `place` names the problem in the report.
pub(super) fn about(
    problem: &Problem,
    asked: &QuestionArgs,
    place: &str,
) -> Result<Questions, RowError> {
    let attempt = match &asked.attempt {
        Some(typed) => Some(attempt(typed, problem).map_err(|complaint| {
            let error = RowError::new(ErrorKind::Try, complaint.message.clone(), None);
            let message = complaint.message.clone().map(|_, text| text + place);
            let complaint = Complaint::error(message)
                .at(complaint.span)
                .with_help(complaint.help);
            complain(&Origin::new("--try", None), &typed.text, &complaint);
            error
        })?),
        None => None,
    };
    Ok(Questions {
        variations: asked.variations.unwrap_or(0),
        explain: asked.explain,
        attempt,
        ..Questions::default()
    })
}

const NO_CHECK: [&str; 2] = ["this move gives no check", "この手は王手でない"];
const NOT_LEGAL: [&str; 2] = ["this move is not legal there", "この手はそこで指せない"];

/// Returns the moves to try, if they can be played in this problem.
fn attempt(typed: &TryMoves, problem: &Problem) -> Result<Attempt, Box<Complaint>> {
    let complaint = |message: Said, at: Option<usize>| {
        let span = at.map(|at| typed.moves[at].span.clone());
        Box::new(Complaint::error(message).at(span))
    };
    let (moves, error) = play(problem.setup(), &typed.moves);
    // After an illegal move, others may not be found.
    if let Some((at, reason)) = first_illegal(problem.setup(), problem.attacker(), &moves) {
        let message = match reason {
            IllegalMove::NotACheck => Said::from(NO_CHECK),
            reason => not_playable(reason).map(|lang, reason| {
                let [english, japanese] = NOT_LEGAL;
                lang.of([
                    format!("{english}: {reason}"),
                    format!("{japanese}：{reason}"),
                ])
            }),
        };
        return Err(complaint(message, Some(at)));
    }
    if let Some(error) = error {
        let complaint = Complaint::error(of_move(&error.kind))
            .at(error.span)
            .with_help(error.help.map(of_help));
        return Err(Box::new(complaint));
    }
    let moves = moves.into_iter().map(|mv| problem.to_normalised(mv));
    Attempt::new(&Position::new(problem.normalised()), moves.collect()).map_err(|error| {
        let (at, message) = match error {
            AttemptError::Empty => (None, ["there is no move to try", "試す手がない"]),
            AttemptError::NotLegal(at) => (Some(at), NOT_LEGAL),
            AttemptError::NoCheck(at) => (Some(at), NO_CHECK),
            AttemptError::DefenderLast => (
                typed.moves.len().checked_sub(1),
                [
                    "the last move to try must be the attacker's",
                    "最後の手は攻方の手でなければならない",
                ],
            ),
        };
        complaint(Said::from(message), at)
    })
}
