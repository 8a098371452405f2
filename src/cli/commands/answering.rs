//! Runs `tsume solve` and `tsume check`, which answer one problem after another.

use super::ledger::Ledger;
use crate::answer::Row;
use crate::cli::diagnostics::Form;
use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, own_columns_of};
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::no_problem;
use crate::cli::output::{Output, Style};
use crate::cli::progress::Meter;
use crate::cli::shared::{Certificates, CommonArgs, HASH_FOR_ONE, ProofArgs, QuestionArgs};
use crate::composition::Interpositions;
use crate::composition::event::Listener;
use crate::input::{Record, Source, Unreadable};
use crate::judge::{Intake, JudgeContext, Question, Task, ask};
use crate::search::Solver;
use anyhow::bail;
use std::io::{self, IsTerminal};
use std::time::Instant;

/// Asks the question about every problem of the inputs. `show` chooses further parts of the answers to write.
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
    let config = common.search.config(HASH_FOR_ONE, 1)?;
    let is_check = question.task == Task::Check;
    let mut output = common.output.open(&inputs, is_check, false)?;
    output.refuse_layout(common.output.layout)?;
    show_questions(asked, &mut output)?;
    show(&mut output)?;
    let intake = || common.read.sides.intake().with_goal(question.goal);
    if output.has_own_columns() {
        output.take_own_columns(own_columns_of(&inputs.sources, &common.read, intake()));
    }
    let certificates = proofs.open(&common.output, &inputs.files)?;

    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    question.limits.stop = Some(interrupt.flag());
    let typing = inputs.sources.contains(&Source::Stdin) && io::stdin().is_terminal();
    let one_argument = inputs.is_one_argument();
    let mut records = common.read.records(inputs.sources).peekable();
    let first = records.next();
    // A user who types problems wants an answer to the first before typing the second.
    let several = output.depends_on_number() && !typing && records.peek().is_some();
    let has_errors_in_rows = output.has_errors_in_rows();
    let mut report = output.report(several, !one_argument);

    let mut run = AnswerRun {
        intake: intake(),
        asked,
        question,
        progress: !common.output.quiet,
        certificates,
        names_problem: several || !one_argument,
        has_errors_in_rows,
        solver: Solver::new(config),
        interrupt,
        has_unfit_question: false,
    };
    let mut ledger = Ledger::new(is_check, None);
    for record in first.into_iter().chain(records) {
        let row = run.answer(record)?;
        ledger.add(&row);
        report.answer(&row)?;
        if run.interrupt.is_set() {
            break;
        }
    }
    if run.has_unfit_question {
        ledger.exit = ledger.exit.max(Exit::Failure);
    }
    run.certificates.finish()?;
    let tally = &mut ledger.tally;
    tally.elapsed = started.elapsed();
    tally.interrupted = run.interrupt.is_set();
    report.finish(tally)?;
    if tally.total() == 0 {
        bail!(no_problem());
    }
    Ok(run.interrupt.exit(ledger.exit))
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
        output.show(Style::Detailed);
    }
    Ok(())
}

/// The state that is kept from one problem to the next.
struct AnswerRun<'a> {
    intake: Intake,
    asked: &'a QuestionArgs,
    question: Question,
    progress: bool,
    certificates: Certificates,
    /// Whether messages and progress name the problem, because there may be several.
    names_problem: bool,
    has_errors_in_rows: bool,
    solver: Solver,
    interrupt: Interrupt,
    /// Whether a question did not fit its problem, such as an illegal move to try.
    has_unfit_question: bool,
}

impl AnswerRun<'_> {
    /// Solves or judges one problem, or reports why it is not one.
    fn answer(&mut self, record: Result<Record, Unreadable>) -> anyhow::Result<Row> {
        let parsed = match self.intake.read(record) {
            Ok(parsed) => parsed,
            Err(why) => {
                if !self.has_errors_in_rows {
                    Form::Full.refused(&why);
                }
                return Ok(why.row());
            }
        };
        let place = if self.names_problem {
            format!(" ({})", parsed.id)
        } else {
            String::new()
        };
        let asked = self.asked;
        let mut questions = match asked.questions_about(&parsed, &place) {
            Ok(questions) => questions,
            Err(error) => {
                self.has_unfit_question = true;
                let mut row = Row::of_error(parsed.id, *error);
                row.set_origin(&parsed.origin);
                return Ok(row);
            }
        };
        // If every interposition counts, the line of the strict game serves as well.
        let question = &mut self.question;
        let is_strict = question.interpositions == Interpositions::Off;
        questions.no_main_line = question.task == Task::Solve && is_strict && !asked.any();
        question.further = questions;
        let mut meter = Meter::new(self.progress, self.names_problem.then_some(&parsed.id));
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
        let (row, complaints) = answered?;
        Form::Full.complain_all(&parsed.origin, &parsed.text, &complaints);
        Ok(row)
    }
}
