//! `tsume repair` and `tsume extend`: versions of a problem that are sound.
//!
//! - `rows`, `text`: a version as a row, and in words
//! - `output`: where they are written
//! - `meter`: the line of progress

mod meter;
mod output;
mod rows;
mod text;

use super::args::{RepairArgs, Squares, VersionArgs};
use super::diagnostics::{complain, complain_all, refused, tell};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{ANSWERS, NO_PROBLEM, said, spoken};
use super::output::{FileFormat, LayoutChoice, RowFormat};
use super::patience::Patience;
use super::plan::Plan;
use super::values::is_stdout;
use crate::composition::repair::{Allowed, CannotRepair, EditKind, Event, Outcome, Request};
use crate::composition::verdict::Verdict;
use crate::input::{Picked, Records};
use crate::judge::repair::{of_other_goal, versions};
use crate::judge::{Complaint, Intake, ParsedProblem};
use crate::notation::FileType;
use crate::report::{Notation, Said, Tally};
use crate::search::{Limits, Solver, StopReason};
use anyhow::Context;
use meter::Meter;
use output::{Form, Sink};
use rows::VersionWriter;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Repairs every problem.
///
/// # Errors
/// If the arguments do not fit together, or if nothing can be written.
pub(super) fn repair(args: RepairArgs) -> anyhow::Result<Exit> {
    let request = Request {
        keep: args.keep,
        edits: args.edits,
        ..Request::default()
    };
    let wanted = Wanted {
        kinds: Some(args.allow).filter(|it| !it.is_empty()),
        squares: args.squares,
        fixed: args.fixed.unwrap_or_default(),
    };
    run(args.versions, request, wanted, false)
}

/// Puts two moves before every problem.
///
/// # Errors
/// If the arguments do not fit together, or if nothing can be written.
pub(super) fn extend(args: VersionArgs) -> anyhow::Result<Exit> {
    run(args, Request::default(), Wanted::default(), true)
}

/// The changes that are allowed.
#[derive(Default)]
struct Wanted {
    kinds: Option<Vec<EditKind>>,
    squares: Option<Squares>,
    fixed: Squares,
}

impl Wanted {
    /// Returns what may change.
    fn allowed(&self) -> Allowed {
        let usual = Allowed::default();
        Allowed {
            kinds: self.kinds.clone().unwrap_or(usual.kinds),
            squares: self.squares.as_ref().map(|it| it.0.clone()),
            fixed: self.fixed.0.clone(),
        }
    }
}

/// The format of the only output, if it is one of this command's own.
fn own_format(args: &VersionArgs) -> Option<RowFormat> {
    let path = args.common.output.files.first().filter(|it| !is_stdout(it));
    let of_name = path.and_then(|it| FileType::of(it));
    let format = match (args.common.output.format, of_name) {
        (Some(format), _) => format,
        (None, Some(file)) => RowFormat::of_file(file)?,
        (None, None) if path.is_some_and(|it| it.extension().is_some()) => return None,
        (None, None) => RowFormat::Text,
    };
    let is_own = matches!(format, RowFormat::Text | RowFormat::Json | RowFormat::Jsonl);
    (is_own && args.common.output.files.len() < 2).then_some(format)
}

fn run(
    mut args: VersionArgs,
    request: Request,
    wanted: Wanted,
    extends: bool,
) -> anyhow::Result<Exit> {
    let own = own_format(&args);
    let path = own.and_then(|_| args.common.output.files.pop());
    if own.is_some() {
        args.common.output.format = Some(RowFormat::Text);
    }
    if args.common.output.layout == LayoutChoice::Cards {
        // What the versions look like comes first.
        args.common.output.layout = LayoutChoice::Gallery;
    }
    let plan = Plan::versions(&args)?;
    let path = path.filter(|it| !is_stdout(it));
    let open = || Sink::open(path.as_deref(), &plan.sources, args.common.output.force);
    let form = match own {
        Some(RowFormat::Jsonl) => Form::Rows(open()?),
        Some(RowFormat::Json) => Form::Array(open()?, 0),
        Some(_) => Form::Text(open()?),
        None => Form::Report(plan.output.report(true, true), Tally::default()),
    };
    let interrupt = Interrupt::install()?;
    let _patience = Patience::begin(plan.patience);
    let solvers = (0..args.jobs.get()).map(|_| Solver::new(plan.config.clone()));
    let mut run = Run {
        solvers: solvers.collect(),
        request: Request {
            best: args.best.get(),
            nodes_per_version: args.nodes_per_version.unwrap_or(u64::MAX),
            interpositions: plan.question.interpositions,
            profile: plan.question.rules,
            ..request
        },
        wanted,
        extends,
        limits: Limits {
            stop: Some(interrupt.flag()),
            ..plan.question.limits
        },
        notation: args.common.output.notation,
        quiet: args.common.output.quiet,
        verbose: args.common.output.verbose,
        form,
        interrupt,
    };
    let mut intake = Intake::new(plan.attacker, plan.defender_hand);
    let mut exit = Exit::Success;
    let mut any = false;
    let records = Records::new(plan.sources, plan.any_format);
    for record in Picked::new(records, &plan.ids) {
        any = true;
        match intake.read(record) {
            Ok(parsed) => exit = exit.max(run.problem(&parsed)?),
            Err(why) => {
                refused(&why);
                exit = exit.max(Exit::Failure);
            }
        }
        if run.interrupt.is_set() {
            exit = Exit::Interrupted;
            break;
        }
    }
    run.finish().context(said(ANSWERS))?;
    if !any {
        anyhow::bail!(said(NO_PROBLEM));
    }
    Ok(exit)
}

struct Run {
    solvers: Vec<Solver>,
    request: Request,
    wanted: Wanted,
    extends: bool,
    limits: Limits,
    notation: Notation,
    quiet: bool,
    verbose: bool,
    form: Form,
    interrupt: Interrupt,
}

/// The output while a problem is worked on.
struct Live<'a> {
    rows: Option<&'a mut Sink>,
    number: usize,
    broken: anyhow::Result<()>,
    meter: Meter,
}

impl Run {
    fn problem(&mut self, parsed: &ParsedProblem) -> anyhow::Result<Exit> {
        let started = Instant::now();
        let (_, complaints) = parsed.author();
        let complaints = complaints.into_iter().filter(|it| !it.harmless);
        complain_all(&parsed.origin, &parsed.text, complaints);
        let request = Request {
            allowed: self.wanted.allowed(),
            ..self.request.clone()
        };
        let writer = VersionWriter {
            parsed,
            profile: request.profile,
            request: &request,
            notation: self.notation,
            lang: spoken(),
        };
        let live = Mutex::new(Live {
            rows: match &mut self.form {
                Form::Rows(sink) => Some(sink),
                _ => None,
            },
            number: 0,
            broken: Ok(()),
            meter: Meter::new(!self.quiet),
        });
        let observer = |event: &Event<'_>| {
            let live = &mut *live.lock().unwrap_or_else(PoisonError::into_inner);
            match *event {
                Event::Looked {
                    at,
                    of,
                    found,
                    nodes,
                } => live.meter.show(at, of, found, nodes),
                Event::Found(repaired) => {
                    live.number += 1;
                    let Some(sink) = live.rows.as_mut().filter(|_| live.broken.is_ok()) else {
                        return;
                    };
                    let row = writer.row(repaired, live.number);
                    live.broken = row.and_then(|row| sink.line(&row).context(said(ANSWERS)));
                }
            }
        };
        let (solvers, limits) = (&mut self.solvers, &self.limits);
        let outcome = self
            .interrupt
            .during(|| versions(solvers, parsed, (&request, self.extends), limits, &observer));
        let live = live.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(live.meter);
        live.broken?;
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(why) => {
                // An interrupted search has not found the line yet.
                if !self.interrupt.is_set() {
                    let complaint = Complaint::error(reason(why, self.extends));
                    complain(&parsed.origin, &parsed.text, &complaint);
                }
                return Ok(match why {
                    CannotRepair::Undecided(_) => Exit::Unknown,
                    _ => Exit::Failure,
                });
            }
        };
        self.write(&writer, &outcome, started.elapsed())?;
        Ok(exit_of(&outcome, self.extends))
    }

    fn write(
        &mut self,
        writer: &VersionWriter<'_>,
        outcome: &Outcome,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        match &mut self.form {
            Form::Text(sink) => {
                let text = writer.text(outcome, (self.extends, self.quiet, self.verbose), elapsed);
                sink.line(&text).context(said(ANSWERS))?;
            }
            Form::Rows(sink) => {
                for miss in &outcome.misses {
                    sink.line(&writer.missed_row(miss)).context(said(ANSWERS))?;
                }
            }
            Form::Array(sink, count) => {
                let found = outcome.found.iter().zip(1..);
                for (repaired, number) in found {
                    let row = writer.row(repaired, number)?;
                    let begin = if *count == 0 { "[" } else { "," };
                    sink.line(&format!("{begin}{row}")).context(said(ANSWERS))?;
                    *count += 1;
                }
            }
            Form::Report(report, tally) => {
                for (repaired, number) in outcome.found.iter().zip(1..) {
                    let row = writer.answer(repaired, number)?;
                    tally.judged = true;
                    tally.add(&row);
                    report.answer(&row).context(said(ANSWERS))?;
                }
                tally.elapsed += elapsed;
                let count = outcome.found.len();
                tell(&said([
                    format!(
                        "{}: {count} {}",
                        writer.parsed.id,
                        if count == 1 { "version" } else { "versions" }
                    ),
                    format!("{}：{count}図", writer.parsed.id),
                ]));
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        match &mut self.form {
            Form::Text(sink) | Form::Rows(sink) => sink.finish(),
            Form::Array(sink, count) => {
                sink.line(if *count == 0 { "[]" } else { "]" })?;
                sink.finish()
            }
            Form::Report(report, tally) => report.finish(tally),
        }
    }
}

/// Returns the exit status for one problem.
fn exit_of(outcome: &Outcome, extends: bool) -> Exit {
    let is_over = outcome.stopped == Some(StopReason::Interrupt);
    let is_done = !extends && outcome.verdict == Verdict::Sound;
    if is_over {
        Exit::Interrupted
    } else if is_done || !outcome.found.is_empty() {
        Exit::Success
    } else if outcome.tally.open > 0 || outcome.verdict == Verdict::Unknown {
        Exit::Unknown
    } else {
        Exit::Flawed
    }
}

/// Returns why a problem cannot be repaired or extended.
fn reason(why: CannotRepair, extends: bool) -> Said {
    match why {
        CannotRepair::OtherGoal(goal) => of_other_goal(goal),
        CannotRepair::DefenderToMove => both!(
            "the defender is to move: a composition begins with the attacker's move",
            "玉方の手番になっている：作品は攻方の手から始まる"
        ),
        CannotRepair::NoMate if extends => both!(
            "there is no mate, which is proven: no longer problem can lead into it",
            "不詰（証明済み）なので、前に手を加えられない"
        ),
        CannotRepair::Undecided(_) => both!(
            "the limits came before a line was known that could stay: give higher limits, or the author's line after `moves`",
            "残すべき手順が分かる前に制限に達した：制限を上げるか、moves の後に作意を書く"
        ),
        CannotRepair::LineBreaksOff => both!(
            "the author's line breaks off at a move that cannot be read or played, so it is not known what should stay: give the whole line after `moves`, or use `--keep mate`",
            "作意が読めない手か指せない手で途切れていて、残すべき手順が分からない：moves の後に作意全体を書くか、--keep mate を付ける"
        ),
        CannotRepair::OtherLength { stated, found } => both!(
            "the author's line of {stated} plies is not given, and best play mates in {found}: give the line after `moves`, correct the number, or use `--keep mate`",
            "作意は{stated}手とあるが手順がなく、最善手順は{found}手で詰む：moves の後に作意を書くか、手数を直すか、--keep mate を付ける"
        ),
        _ if extends => both!(
            "no mate is known that longer problems could lead into: give the author's line after `moves`, or higher limits",
            "前に手を加えられる詰みが分からない：moves の後に作意を書くか、制限を上げる"
        ),
        _ => both!(
            "there is no line that could stay: give the author's line after `moves`, or `--keep mate`",
            "残すべき手順がない：moves の後に作意を書くか、--keep mate を付ける"
        ),
    }
}
