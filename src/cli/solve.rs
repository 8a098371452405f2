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
use crate::input::{Picked, Record, Records, Source, Unreadable};
use crate::judge::{Intake, JudgeContext, Question, Task, ask, failed};
use crate::report::{Row, Status, Tally, Verdict};
use crate::search::{Limits, Solver};
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
        task: plan.task,
        intake: Intake::new(plan.attacker, plan.defender_hand).with_goal(plan.goal),
        within: plan.within,
        interpositions: plan.interpositions,
        asked: plan.asked,
        limits: Limits {
            stop: Some(interrupt.flag()),
            ..plan.limits
        },
        stats: plan.stats,
        progress: plan.progress,
        proofs: plan.proofs,
        named: several || !one_argument,
        solver: Solver::new(plan.config),
        interrupt,
    };
    let mut tally = Tally {
        judged: matches!(plan.task, Task::Check(_)),
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
    task: Task,
    intake: Intake,
    within: Option<u32>,
    interpositions: Interpositions,
    asked: QuestionArgs,
    limits: Limits,
    stats: bool,
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
        let is_strict = self.interpositions == Interpositions::Off;
        questions.no_main_line = matches!(self.task, Task::Solve) && is_strict && !asked.any();
        let mut meter = Meter::new(self.progress, self.named.then_some(&parsed.id));
        let mut context = JudgeContext {
            solver: &mut self.solver,
            limits: &self.limits,
            interpositions: self.interpositions,
            stats: self.stats,
            observer: &mut |progress| meter.show(progress),
        };
        let mut certifier = self.proofs.certifier();
        let question = Question {
            within: self.within,
            further: questions,
            ..self.task.into()
        };
        let answered = self
            .interrupt
            .during(|| ask(&mut context, &parsed, question, &mut certifier));
        let written = certifier.written;
        self.proofs.written += written;
        drop(meter);
        let (row, complaints) = answered.context(said(CERTIFICATES))?;
        complain_all(&parsed.origin, &parsed.text, &complaints);
        Ok(row)
    }
}
