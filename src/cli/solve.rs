//! `tsume solve` and `tsume check`: one problem after another.

use super::args::QuestionArgs;
use super::diagnostics::{complain_all, refused};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{ANSWERS, CERTIFICATES, NO_PROBLEM, said};
use super::patience::Patience;
use super::plan::{Plan, Proofs};
use super::progress::Meter;
use super::questions;
use crate::composition::Interpositions;
use crate::composition::event::Listener;
use crate::input::{Picked, Record, Records, Source, Unreadable};
use crate::judge::{Intake, JudgeContext, Question, Task, ask, failed};
use crate::report::{Row, Status, Tally, Verdict};
use crate::search::Solver;
use anyhow::Context;
use std::io::{self, IsTerminal};
use std::time::Instant;

/// Solves every problem of the plan.
///
/// # Errors
/// If the answers cannot be written.
pub(super) fn run(plan: Plan) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    let _patience = Patience::begin(plan.patience);
    let typing = plan.sources.contains(&Source::Stdin) && io::stdin().is_terminal();
    let one_argument = matches!(plan.sources[..], [Source::Text(_)]);
    let records = Records::new(plan.sources, plan.any_format);
    let mut records = Picked::new(records, &plan.ids).peekable();
    let first = records.next();
    // A user who types problems wants an answer to the first before typing the second.
    let several = plan.output.depends_on_number() && !typing && records.peek().is_some();
    let mut report = plan.output.report(several, !one_argument);

    let mut run = Run {
        intake: Intake::new(plan.attacker, plan.defender_hand).with_goal(plan.question.goal),
        asked: plan.asked,
        question: plan.question,
        progress: plan.progress,
        proofs: plan.proofs,
        named: several || !one_argument,
        solver: Solver::new(plan.config),
        interrupt,
    };
    run.question.limits.stop = Some(run.interrupt.flag());
    let mut tally = Tally {
        judged: run.question.task == Task::Check,
        ..Tally::default()
    };
    let mut exit = Exit::Success;
    for record in first.into_iter().chain(records) {
        let row = run.answer(record)?;
        tally.add(&row);
        exit = exit.max(exit_of(&row));
        report.answer(&row).context(said(ANSWERS))?;
        if run.interrupt.is_set() {
            exit = Exit::Interrupted;
            break;
        }
    }
    run.proofs.finish()?;
    tally.elapsed = started.elapsed();
    tally.interrupted = exit == Exit::Interrupted;
    report.finish(&tally).context(said(ANSWERS))?;
    if tally.total() == 0 {
        anyhow::bail!(said(NO_PROBLEM));
    }
    Ok(exit)
}

/// Returns the exit status of one answer.
pub(super) fn exit_of(row: &Row) -> Exit {
    match (row.verdict, row.status) {
        (Verdict::Error, _) => Exit::Failure,
        (Verdict::NoMate | Verdict::NoBrinkmate | Verdict::NoThreat | Verdict::Flawed, _) => {
            Exit::Flawed
        }
        (Verdict::Unknown, _) | (_, Status::Limit) => Exit::Unknown,
        _ if row.unwritten.is_incomplete => Exit::Unknown,
        (Verdict::Mate | Verdict::Brinkmate, _) if is_uncertified(row) => Exit::Unknown,
        (
            Verdict::Mate
            | Verdict::Sound
            | Verdict::Blemished
            | Verdict::Brinkmate
            | Verdict::Threatmate,
            _,
        ) => Exit::Success,
    }
}

/// Returns whether a certificate that was asked for could not be made within the limits.
fn is_uncertified(row: &Row) -> bool {
    let mut certificates = row.certificates.iter().flatten();
    certificates.any(|certified| certified.positions.is_none())
}

/// The state that is kept from one problem to the next.
struct Run {
    intake: Intake,
    asked: QuestionArgs,
    question: Question,
    progress: bool,
    proofs: Proofs,
    named: bool,
    solver: Solver,
    interrupt: Interrupt,
}

impl Run {
    /// Solves or judges one problem, or reports why it is not one.
    fn answer(&mut self, record: Result<Record, Unreadable>) -> anyhow::Result<Row> {
        let parsed = match self.intake.read(record) {
            Ok(parsed) => parsed,
            Err(why) => {
                refused(&why);
                return Ok(why.row());
            }
        };
        let place = if self.named {
            format!(" ({})", parsed.id)
        } else {
            String::new()
        };
        let asked = &self.asked;
        let mut questions = match questions::about(&parsed, asked, &place) {
            Ok(questions) => questions,
            Err(error) => {
                let mut row = failed(parsed.id, *error);
                row.comes_from(&parsed.origin);
                return Ok(row);
            }
        };
        // If every interposition counts, the line of the strict game serves as well.
        let question = &mut self.question;
        let is_strict = question.interpositions == Interpositions::Off;
        questions.no_main_line = question.task == Task::Solve && is_strict && !asked.any();
        question.further = questions;
        let mut meter = Meter::new(self.progress, self.named.then_some(&parsed.id));
        let mut context = JudgeContext {
            solver: &mut self.solver,
            question,
            observer: &mut |progress| meter.show(progress),
            listener: Listener::default(),
        };
        let mut certifier = self.proofs.certifier(question.verify);
        let answered = self
            .interrupt
            .during(|| ask(&mut context, &parsed, &mut certifier));
        let written = certifier.written;
        self.proofs.written += written;
        drop(meter);
        let (row, complaints) = answered.context(said(CERTIFICATES))?;
        complain_all(&parsed.origin, &parsed.text, &complaints);
        Ok(row)
    }
}
