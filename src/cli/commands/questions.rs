//! The further questions of the command line, made questions about one problem.

use crate::answer::RowError;
use crate::cli::diagnostics::complain;
use crate::cli::shared::QuestionArgs;
use crate::composition::{Goal, Questions};
use crate::input::Origin;
use crate::judge::{Complaint, ParsedProblem, attempt};
use crate::said::Said;
use crate::vocabulary::ErrorKind;

/// Returns the questions about this problem. If its goal is not a mate, or if the moves to try cannot be
/// played, returns and reports why; `place` names the problem in the report.
pub(super) fn about(
    parsed: &ParsedProblem,
    asked: &QuestionArgs,
    place: &str,
) -> Result<Questions, Box<RowError>> {
    if let (Some(option), true) = (asked.first(), parsed.goal != Goal::Mate) {
        let message = only_about_mates(option, parsed.goal);
        complain(
            &parsed.origin,
            &parsed.text,
            &Complaint::error(message.clone()),
        );
        return Err(Box::new(RowError::new(ErrorKind::Illegal, message, None)));
    }
    let mut attempts = Vec::new();
    for typed in &asked.attempts {
        let read = attempt(&typed.moves, &parsed.problem).map_err(|complaint| {
            let error = RowError::new(ErrorKind::Try, complaint.message.clone(), None);
            let message = complaint.message.clone().map(|_, text| text + place);
            let complaint = Complaint::error(message)
                .at(complaint.span)
                .with_help(complaint.help);
            complain(&Origin::new("--try", None), &typed.text, &complaint);
            Box::new(error)
        })?;
        attempts.push(read);
    }
    Ok(Questions {
        variations: asked.variations.unwrap_or(0),
        explain: asked.explain,
        attempts,
        ..Questions::default()
    })
}

/// Returns the error that an option is about mates, and the problem asks for another goal.
fn only_about_mates(option: &str, goal: Goal) -> Said {
    let term = goal.term();
    Said::new(
        format!(
            "`{option}` is only about mates, and the goal of this problem is a {}: leave it out, or \
             ask for a mate with `--goal mate`",
            goal.name()
        ),
        format!(
            "{option} は詰みについてだけ使えるが、この問題の目的は{term}：省くか、--goal mate で詰みを問う"
        ),
    )
}
