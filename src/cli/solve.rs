//! `tsume solve`: finds the mate; and what it shares with `tsume check`, which is going through the
//! problems one by one.

use super::args::QuestionArgs;
use super::check::{self, JudgeContext};
use super::diagnostics::{Complaint, complain};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{ANSWERS, NO_PROBLEM, said};
use super::plan::{Checks, Plan, Proofs, Task};
use super::progress::Meter;
use super::proofs::{ProofFailure, Statement};
use super::questions;
use super::read::{ParsedProblem, Reading, warnings};
use super::soundness;
use crate::composition::certify::{claims, composed_claims};
use crate::composition::{Composed, Interpositions, Problem, Questions, Study, composed};
use crate::input::{Record, Records, Source, Unreadable};
use crate::notation::sfen;
use crate::notation::usi;
use crate::report::Said;
use crate::report::{Certified, Entry, Finding, Row, RowError, RowStats, Status, Tally, Verdict};
use crate::search::{Answer, Exactness, Limits, Solution, Solver};
use crate::shogi::{Color, Hand, Move, Position};
use anyhow::Context;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Solves every problem of the plan.
///
/// # Errors
/// When the answers cannot be written.
pub(super) fn run(plan: Plan) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    let typing = plan.sources.contains(&Source::Stdin) && io::stdin().is_terminal();
    let one_argument = matches!(plan.sources[..], [Source::Text(_)]);
    let mut records = Records::new(plan.sources, plan.any_format).peekable();
    let first = records.next();
    // Somebody who types problems wants an answer to the first before typing the second.
    let several = plan.output.depends_on_number() && !typing && records.peek().is_some();
    let mut report = plan.output.report(several, !one_argument);

    let mut run = Run {
        task: plan.task,
        reading: Reading::new(plan.attacker, plan.defender_hand),
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
        let entry = run.entry(record)?;
        tally.add(&entry.row);
        exit = exit.max(exit_of(&entry));
        report.entry(&entry).context(said(ANSWERS))?;
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

/// What one answer means for the exit status.
pub(super) fn exit_of(entry: &Entry) -> Exit {
    let row = &entry.row;
    match (row.verdict, row.status) {
        (Verdict::Error, _) => Exit::Failure,
        (Verdict::NoMate | Verdict::Flawed, _) => Exit::Flawed,
        (Verdict::Unknown, _) | (_, Status::Limit) => Exit::Unknown,
        _ if !entry.study.is_complete(&entry.questions) => Exit::Unknown,
        (Verdict::Mate, _) if is_uncertified(row) => Exit::Unknown,
        (Verdict::Mate | Verdict::Sound | Verdict::Blemished, _) => Exit::Success,
    }
}

/// Whether a certificate that was asked for could not be made within the limits.
fn is_uncertified(row: &Row) -> bool {
    let mut certificates = row.certificates.iter().flatten();
    certificates.any(|certified| certified.positions.is_none())
}

/// What lasts from one problem to the next.
struct Run {
    task: Task,
    reading: Reading,
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
    /// Solves one problem, or says why it is none.
    fn entry(&mut self, record: Result<Record, Unreadable>) -> anyhow::Result<Entry> {
        let given = match self.reading.read(record) {
            Ok(given) => given,
            Err(refused) => {
                refused.complain();
                return Ok(refused.entry());
            }
        };
        let place = if self.named {
            format!(" ({})", given.id)
        } else {
            String::new()
        };
        let questions = match questions::about(&given.problem, &self.asked, &place) {
            Ok(questions) => questions,
            Err(error) => return Ok(failed(given.id, error)),
        };
        if let Task::Check(checks) = self.task {
            return self.judged(&given, checks, questions);
        }
        let ParsedProblem {
            id,
            origin,
            text,
            record: parsed,
            problem,
            fields,
            source_record,
        } = given;
        // Where there is no mate the best defence is shown without being asked for.
        let questions = Questions {
            refutation: true,
            ..questions
        };
        let (found, study, elapsed) = self.search(&id, &problem, &questions);
        let certificates = match self.prove(&id, &problem, &found)? {
            Ok(certificates) => certificates,
            Err(ProofFailure(message)) => {
                let withdrawn = Complaint::of_bug(message.clone());
                complain(&origin, &text, &withdrawn);
                let mut entry = failed(id, RowError::new("internal", message, None));
                entry.row.sfen = Some(sfen::write(problem.setup()));
                entry.row.hand_through(fields.as_ref().map(|it| &it.others));
                return Ok(entry);
            }
        };
        let (line, leftover) = match &found.reading {
            Some(reading) => (&reading.line, Some(reading.leftover)),
            None => (&found.strict.line, leftover(&problem, &found.strict)),
        };
        let line: Vec<Move> = line.iter().map(|&mv| problem.to_given(mv)).collect();
        let main_line = found.reading.is_some() || self.interpositions == Interpositions::Off;

        let sfen = sfen::write(problem.setup());
        let mut row = Row::of_composed(id, sfen, self.interpositions, &found, elapsed);
        row.solution = line.iter().map(|&mv| usi::write_move(mv)).collect();
        row.leftover = leftover.map(sfen::write_hand);
        let has_claims = matches!(
            self.interpositions,
            Interpositions::Standard | Interpositions::Off
        );
        if certificates.is_some() && !has_claims && row.verdict == Verdict::Mate {
            row.not_certified = Some(vec![Said::from(soundness::COMPOSED_LENGTH)]);
        }
        row.certificates = certificates;
        row.hand_through(fields.as_ref().map(|it| &it.others));
        row.notes = problem.notes().iter().map(Finding::from).collect();
        row.add_study(&problem, &found, &study, &questions);
        if !main_line && !line.is_empty() {
            row.notes.push(Finding::line_of_the_strict_game(&row));
        }
        let (expected, warnings) = warnings(&parsed, &problem, fields.as_ref());
        row.expected_plies = expected;
        for warning in warnings {
            complain(&origin, &text, &warning);
            row.notes.push(warning.note());
        }
        row.stats = self.stats.then(|| row_stats(&found));
        Ok(Entry {
            row,
            problem: Some(problem),
            source_record: Some(source_record),
            line,
            leftover: leftover.filter(|_| main_line),
            questions,
            study,
            strict_at_most: strict_at_most(found.strict.answer),
            judgement: None,
            elapsed,
        })
    }

    /// Judges one problem.
    fn judged(
        &mut self,
        given: &ParsedProblem,
        checks: Checks,
        questions: Questions,
    ) -> anyhow::Result<Entry> {
        let mut meter = Meter::new(self.progress, self.named.then_some(&given.id));
        let proofs = &mut self.proofs;
        let (entry, complaints) = self.interrupt.during(|| {
            let mut bench = JudgeContext {
                solver: &mut self.solver,
                limits: &self.limits,
                interpositions: self.interpositions,
                stats: self.stats,
                observer: &mut |progress| meter.show(progress),
            };
            let (mut entry, mut complaints) = check::entry(&mut bench, given, checks, questions);
            complaints.extend(check::certify(&mut bench, given, proofs, &mut entry)?);
            anyhow::Ok((entry, complaints))
        })?;
        drop(meter);
        for complaint in &complaints {
            complain(&given.origin, &given.text, complaint);
        }
        Ok(entry)
    }

    /// Certificates of an answer, if they are wanted.
    fn prove(
        &mut self,
        id: &str,
        problem: &Problem,
        found: &Composed,
    ) -> anyhow::Result<Result<Option<Vec<Certified>>, ProofFailure>> {
        if !self.proofs.are_wanted() {
            return Ok(Ok(None));
        }
        let mut wanted = Vec::new();
        if self.interpositions == Interpositions::Standard {
            wanted.extend(composed_claims(found.answer));
        }
        wanted.extend(claims(found.strict.answer));
        let wanted: Vec<Statement> = wanted.into_iter().map(|it| (Vec::new(), it)).collect();
        let mut meter = Meter::new(self.progress, self.named.then_some(id));
        let (proofs, solver, limits) = (&mut self.proofs, &mut self.solver, &self.limits);
        let proven = self.interrupt.during(|| {
            let observer = &mut |progress: &_| meter.show(progress);
            proofs.prove(solver, (id, problem), &wanted, limits, observer)
        })?;
        Ok(proven.map(Some))
    }

    fn search(
        &mut self,
        id: &str,
        problem: &Problem,
        questions: &Questions,
    ) -> (Composed, Study, Duration) {
        let level = self.interpositions;
        let position = Position::new(problem.normalised());
        let mut meter = Meter::new(self.progress, self.named.then_some(id));
        let started = Instant::now();
        let (found, study) = self.interrupt.during(|| {
            let observer = &mut |progress: &_| meter.show(progress);
            let (solver, limits) = (&mut self.solver, &self.limits);
            composed::study(solver, &position, level, questions, limits, observer)
        });
        (found, study, started.elapsed())
    }
}

/// What the search did.
pub(super) const fn row_stats(found: &Composed) -> RowStats {
    let stats = found.strict.stats;
    RowStats {
        expansions: stats.expansions,
        depth: stats.depth,
        hashfull: stats.hashfull,
    }
}

pub(super) fn failed(id: String, error: RowError) -> Entry {
    unseen(Row::of_error(id, error))
}

/// A row without the problem it is about.
pub(super) fn unseen(row: Row) -> Entry {
    Entry {
        row,
        problem: None,
        source_record: None,
        line: Vec::new(),
        leftover: None,
        questions: Questions::default(),
        study: Study::default(),
        strict_at_most: None,
        judgement: None,
        elapsed: Duration::ZERO,
    }
}

/// A bound of the strict length that is no more than a bound.
pub(super) const fn strict_at_most(strict: Answer) -> Option<u32> {
    match strict {
        Answer::Mate {
            plies,
            exactness: Exactness::AtMost(_),
        } => Some(plies),
        _ => None,
    }
}

/// What the attacker holds at the end of the line of a mate.
pub(super) fn leftover(problem: &Problem, solution: &Solution) -> Option<Hand> {
    let Answer::Mate { plies, .. } = solution.answer else {
        return None;
    };
    let mut position = Position::new(problem.normalised());
    for &mv in &solution.line {
        position.make(mv);
    }
    // A mate of no plies has an empty line; otherwise an empty line was not extracted in time.
    (plies == 0 || !solution.line.is_empty()).then(|| position.hand(Color::Black))
}
