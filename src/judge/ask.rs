//! One question about one problem: the only place that knows what is to be done for a task and a goal.

use super::certificates::Certifier;
use super::complaint::Complaint;
use super::intake::ParsedProblem;
use super::settings::JudgeContext;
use super::{brinkmate, composition, solve};
use crate::composition::Goal;
use crate::question::Task;
use crate::report::Row;
use std::io;

/// Answers the question of the context about a problem with its goal, and certifies the answer if asked
/// to. Also returns complaints about the record.
///
/// # Errors
/// If a certificate cannot be written.
pub fn ask(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    certifier: &mut Certifier<'_>,
) -> io::Result<(Row, Vec<Complaint>)> {
    let is_certified = certifier.is_wanted();
    let task = context.question.task;
    let any_will_do = (parsed.goal, task) == (Goal::Mate, Task::Solve) && context.question.first;
    context.solver.ask_for_shortest(!any_will_do);
    match (parsed.goal, task) {
        (Goal::Mate, Task::Solve) => solve::row(context, parsed, certifier),
        (Goal::Mate, Task::Check) => {
            let (mut row, mut complaints, judgement) = composition::row(context, parsed);
            if let Some(judgement) = judgement.filter(|_| is_certified) {
                let more = composition::certify(context, parsed, &judgement, certifier, &mut row)?;
                complaints.extend(more);
            }
            Ok((row, complaints))
        }
        (Goal::Brinkmate | Goal::Threatmate, _) => {
            let (mut row, mut complaints, found) = brinkmate::row(context, parsed);
            if let Some(found) = found.filter(|_| is_certified) {
                let more = brinkmate::certify(context, parsed, &found, certifier, &mut row)?;
                complaints.extend(more);
            }
            Ok((row, complaints))
        }
    }
}
