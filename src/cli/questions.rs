//! The further questions of the command line, made questions about one problem.

use super::args::QuestionArgs;
use super::diagnostics::complain;
use crate::composition::{Problem, Questions};
use crate::input::Origin;
use crate::judge::{Complaint, attempt};
use crate::report::{ErrorKind, RowError};

/// Returns the questions about this problem. If the moves to try cannot be played, returns and
/// reports why; `place` names the problem in the report.
pub(super) fn about(
    problem: &Problem,
    asked: &QuestionArgs,
    place: &str,
) -> Result<Questions, Box<RowError>> {
    let attempt = match &asked.attempt {
        Some(typed) => Some(attempt(&typed.moves, problem).map_err(|complaint| {
            let error = RowError::new(ErrorKind::Try, complaint.message.clone(), None);
            let message = complaint.message.clone().map(|_, text| text + place);
            let complaint = Complaint::error(message)
                .at(complaint.span)
                .with_help(complaint.help);
            complain(&Origin::new("--try", None), &typed.text, &complaint);
            Box::new(error)
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
