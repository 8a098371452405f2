//! The run of `tsume solve` and `tsume check`: one problem after another.

use super::questions;
use crate::answer::{Row, Tally};
use crate::cli::diagnostics::{complain_all, refused};
use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, OwnColumns};
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{ANSWERS, CERTIFICATES, no_problem, said};
use crate::cli::output::Output;
use crate::cli::progress::Meter;
use crate::cli::shared::{Certificates, CommonArgs, FOR_ONE, ProofArgs, QuestionArgs};
use crate::composition::Interpositions;
use crate::composition::event::Listener;
use crate::input::{Record, Source, Unreadable};
use crate::judge::{Intake, JudgeContext, Question, Task, ask};
use crate::search::Solver;
use crate::vocabulary::{Status, Verdict};
use anyhow::{Context, bail};
use std::io::{self, IsTerminal};
use std::time::Instant;

/// Asks the question about every problem of the inputs. `show` says what else of the answers is shown.
///
/// # Errors
/// If the options do not fit together, or if the answers cannot be written.
pub(super) fn answer_all(
    common: &CommonArgs,
    asked: &QuestionArgs,
    proofs: &ProofArgs,
    inputs: Inputs,
    mut question: Question,
    show: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let config = common.search.config(FOR_ONE, 1)?;
    let judged = question.task == Task::Check;
    let mut output = common.output.open(&inputs, judged, false)?;
    output.refuse_page_options(&common.output)?;
    show_questions(asked, &mut output)?;
    show(&mut output)?;
    let intake = || common.search.sides.intake().with_goal(question.goal);
    if output.has_own_columns() {
        output.take_own_columns(OwnColumns::of(&inputs.sources, &common.picks, intake()));
    }
    let certificates = proofs.open(&inputs.files, common.output.force)?;

    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    question.limits.stop = Some(interrupt.flag());
    let typing = inputs.sources.contains(&Source::Stdin) && io::stdin().is_terminal();
    let one_argument = inputs.is_one_argument();
    let mut records = common.picks.records(inputs.sources).peekable();
    let first = records.next();
    // A user who types problems wants an answer to the first before typing the second.
    let several = output.depends_on_number() && !typing && records.peek().is_some();
    let has_errors_in_rows = output.has_errors_in_rows();
    let mut report = output.report(several, !one_argument);

    let mut run = Run {
        intake: intake(),
        asked,
        question,
        progress: !common.output.quiet,
        certificates,
        named: several || !one_argument,
        has_errors_in_rows,
        solver: Solver::new(config),
        interrupt,
        is_misasked: false,
    };
    let mut tally = Tally {
        judged,
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
    if run.is_misasked {
        exit = exit.max(Exit::Failure);
    }
    run.certificates.finish()?;
    tally.elapsed = started.elapsed();
    tally.interrupted = exit == Exit::Interrupted;
    report.finish(&tally).context(said(ANSWERS))?;
    if tally.total() == 0 {
        bail!(no_problem());
    }
    Ok(exit)
}

/// Shows each problem if there are further questions about it.
///
/// # Errors
/// If the output cannot hold their answers.
fn show_questions(asked: &QuestionArgs, output: &mut Output) -> anyhow::Result<()> {
    if !output.shows_questions() && (asked.explain || !asked.attempts.is_empty()) {
        refuse!(
            "KIF cannot hold the answers of `--explain` and `--try`: write text, JSON or HTML",
            "--explain と --try の答えはKIFに書けない：テキスト、JSON、HTMLのどれかに書く"
        );
    }
    // A user with questions about a problem wants to see it.
    if asked.any() {
        output.show_each();
    }
    Ok(())
}

/// Returns the exit status of one answer.
fn exit_of(row: &Row) -> Exit {
    match (row.verdict, row.status) {
        (Verdict::Error, _) => Exit::of_error(row),
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
struct Run<'a> {
    intake: Intake,
    asked: &'a QuestionArgs,
    question: Question,
    progress: bool,
    certificates: Certificates,
    named: bool,
    has_errors_in_rows: bool,
    solver: Solver,
    interrupt: Interrupt,
    /// Whether a question is none about its problem.
    is_misasked: bool,
}

impl Run<'_> {
    /// Solves or judges one problem, or reports why it is not one.
    fn answer(&mut self, record: Result<Record, Unreadable>) -> anyhow::Result<Row> {
        let parsed = match self.intake.read(record) {
            Ok(parsed) => parsed,
            Err(why) => {
                if !self.has_errors_in_rows {
                    refused(&why);
                }
                return Ok(why.row());
            }
        };
        let place = if self.named {
            format!(" ({})", parsed.id)
        } else {
            String::new()
        };
        let asked = self.asked;
        let mut questions = match questions::about(&parsed, asked, &place) {
            Ok(questions) => questions,
            Err(error) => {
                self.is_misasked = true;
                let mut row = Row::of_error(parsed.id, *error);
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
        let mut certifier = self.certificates.certifier(question.verify);
        let answered = self
            .interrupt
            .during(|| ask(&mut context, &parsed, &mut certifier));
        let written = certifier.written;
        self.certificates.written += written;
        drop(meter);
        let (row, complaints) = answered.context(said(CERTIFICATES))?;
        complain_all(&parsed.origin, &parsed.text, &complaints);
        Ok(row)
    }
}
