//! One question about one problem: the only place that knows what is to be done for a task and a goal.

use super::certificates::Certifier;
use super::complaint::Complaint;
use super::intake::ParsedProblem;
use super::settings::{Checks, JudgeContext};
use super::{brinkmate, composition, solve};
use crate::composition::event::Listener;
use crate::composition::{Goal, Questions};
use crate::report::Row;
use std::io;

/// The task: what is to be found out about a problem, whatever its goal.
#[derive(Clone, Copy, Debug, Default)]
pub enum Task {
    /// Find the mate, the brinkmate or the threat.
    #[default]
    Solve,
    /// Judge the composition.
    Check(Checks),
}

/// A question about a problem, which has its goal itself.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    /// The task.
    pub task: Task,
    /// The plies of the longest brinkmate to look for, if they are given.
    pub within: Option<u32>,
    /// Further questions, which are only about mates.
    pub further: Questions,
    /// Hears what becomes known while a mate is judged.
    pub listener: Listener<'a>,
}

impl From<Task> for Question<'_> {
    fn from(task: Task) -> Self {
        Self {
            task,
            ..Self::default()
        }
    }
}

/// Answers a question, and certifies the answer if asked to. Also returns complaints about the record.
///
/// # Errors
/// If a certificate cannot be written.
pub fn ask(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    question: Question<'_>,
    certifier: &mut Certifier<'_>,
) -> io::Result<(Row, Vec<Complaint>)> {
    let Question {
        task,
        within,
        further,
        listener,
    } = question;
    let is_certified = certifier.is_wanted();
    match (parsed.goal, task) {
        (Goal::Mate, Task::Solve) => solve::row(context, parsed, &further, certifier),
        (Goal::Mate, Task::Check(checks)) => {
            let (mut row, mut complaints, judgement) =
                composition::row(context, parsed, checks, &further, listener);
            if let Some(judgement) = judgement.filter(|_| is_certified) {
                let more = composition::certify(context, parsed, &judgement, certifier, &mut row)?;
                complaints.extend(more);
            }
            Ok((row, complaints))
        }
        (Goal::Brinkmate | Goal::Threatmate, task) => {
            let checks = match task {
                Task::Solve => None,
                Task::Check(checks) => Some(checks),
            };
            let (mut row, mut complaints, found) = brinkmate::row(context, parsed, within, checks);
            if let Some(found) = found.filter(|_| is_certified) {
                let more = brinkmate::certify(context, parsed, &found, certifier, &mut row)?;
                complaints.extend(more);
            }
            Ok((row, complaints))
        }
    }
}
