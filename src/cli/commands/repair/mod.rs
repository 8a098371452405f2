//! `tsume repair` and `tsume extend`: versions of a problem that are sound.
//!
//! - `args`: the options
//! - `text`: a version in words
//! - `meter`: the line of progress

mod args;
mod meter;
mod text;

pub(super) use args::{RepairArgs, Squares, VersionArgs, squares};

use crate::answer::{RepairRow, Tally};
use crate::cli::diagnostics::{complain, complain_all, refused, tell};
use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{ANSWERS, no_problem, said, spoken};
use crate::cli::output::{Destination, FileFormat, RowFormat, page_width};
use crate::cli::shared::FOR_EACH;
use crate::cli::values::is_stdout;
use crate::composition::repair::{Allowed, CannotRepair, Event, Outcome, Repaired, Request};
use crate::composition::verdict::Verdict;
use crate::judge::repair::{VersionWriter, in_words, versions};
use crate::judge::{Complaint, MessageLevel, ParsedProblem, Task};
use crate::notation::FileType;
use crate::report::Report;
use crate::said::Said;
use crate::search::{Limits, SearchConfig, Solver, StopReason};
use crate::vocabulary::Notation;
use anyhow::{Context, anyhow};
use meter::Meter;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use text::Page;

impl RepairArgs {
    /// Repairs every problem.
    ///
    /// # Errors
    /// If the options do not fit together, or if nothing can be written.
    pub fn run(self) -> anyhow::Result<Exit> {
        let usual = Allowed::default();
        let request = Request {
            keep: self.keep,
            edits: self.edits,
            allowed: Allowed {
                kinds: if self.allow.is_empty() {
                    usual.kinds
                } else {
                    self.allow
                },
                squares: self.squares.map(|it| it.0),
                fixed: self.fixed.map_or(usual.fixed, |it| it.0),
            },
            ..Request::default()
        };
        run(self.versions, request)
    }
}

impl VersionArgs {
    /// Puts two moves before every problem.
    ///
    /// # Errors
    /// If the options do not fit together, or if nothing can be written.
    pub fn run(self) -> anyhow::Result<Exit> {
        let request = Request {
            extends: true,
            ..Request::default()
        };
        run(self, request)
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

fn run(mut args: VersionArgs, request: Request) -> anyhow::Result<Exit> {
    let own = own_format(&args);
    let path = own.and_then(|_| args.common.output.files.pop());
    if own.is_some() {
        args.common.output.format = Some(RowFormat::Text);
    }
    let common = &args.common;
    let inputs = common.find_inputs()?;
    let config = common.search.config(FOR_EACH, args.jobs.get())?;
    // Facts about one version serve the others.
    let config = SearchConfig {
        keep: true,
        ..config
    };
    let output = common.output.open(&inputs, true, false)?;
    let path = path.filter(|it| !is_stdout(it));
    let open = || Destination::open(path.as_deref(), &inputs.files, common.output.force);
    let form = match own {
        Some(RowFormat::Jsonl) => Form::Rows(open()?),
        Some(RowFormat::Json) => Form::Array(open()?, 0),
        Some(_) => Form::Text(open()?),
        None => Form::Report(output.report(true, true), Tally::default()),
    };
    let interrupt = Interrupt::install()?;
    let solvers = (0..args.jobs.get()).map(|_| Solver::new(config.clone()));
    let mut run = Run {
        solvers: solvers.collect(),
        request: Request {
            best: args.best.get(),
            all: args.all,
            nodes_per_version: args.nodes_per_version.unwrap_or(u64::MAX),
            interpositions: common.search.interpositions,
            profile: args.rules,
            ..request
        },
        limits: Limits {
            stop: Some(interrupt.flag()),
            ..common.question(Task::Check, &inputs).limits
        },
        notation: common.output.notation.unwrap_or_default(),
        quiet: common.output.quiet,
        verbose: common.output.verbose,
        form,
        interrupt,
    };
    let mut intake = common.search.sides.intake();
    let mut exit = Exit::Success;
    let mut any = false;
    for record in common.picks.records(inputs.sources) {
        any = true;
        match intake.read(record) {
            Ok(parsed) => exit = exit.max(run.problem(&parsed)?),
            Err(why) => {
                refused(&why);
                exit = exit.max(Exit::Unread);
            }
        }
        if run.interrupt.is_set() {
            exit = Exit::Interrupted;
            break;
        }
    }
    run.form.finish().context(said(ANSWERS))?;
    if !any {
        anyhow::bail!(no_problem());
    }
    Ok(exit)
}

/// The form in which versions are written.
enum Form {
    /// Text for people.
    Text(Destination),
    /// A row for each version, as soon as it is found.
    Rows(Destination),
    /// One array of rows.
    Array(Destination, usize),
    /// As a check of each version.
    Report(Box<dyn Report>, Tally),
}

impl Form {
    fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Text(out) | Self::Rows(out) => out.finish(),
            Self::Array(out, count) => {
                writeln!(out, "{}", if *count == 0 { "[]" } else { "]" })?;
                out.finish()
            }
            Self::Report(report, tally) => report.finish(tally),
        }
    }
}

struct Run {
    solvers: Vec<Solver>,
    request: Request,
    limits: Limits,
    notation: Notation,
    quiet: bool,
    verbose: bool,
    form: Form,
    interrupt: Interrupt,
}

/// The output while a problem is worked on.
struct Live<'a> {
    rows: Option<&'a mut Destination>,
    number: usize,
    /// The ideas with a sound version that was written.
    sound: Vec<usize>,
    broken: anyhow::Result<()>,
    meter: Meter,
}

impl Live<'_> {
    /// Returns whether a version is the first of its idea, or the first sound one.
    fn is_news(&mut self, repaired: &Repaired) -> bool {
        let is_sound = repaired.verdict == Verdict::Sound;
        let is_first = is_sound && !self.sound.contains(&repaired.idea);
        if is_first {
            self.sound.push(repaired.idea);
        }
        is_first || repaired.like_it == 0
    }
}

impl Run {
    fn problem(&mut self, parsed: &ParsedProblem) -> anyhow::Result<Exit> {
        let started = Instant::now();
        let (_, complaints) = parsed.author();
        let complaints = complaints
            .into_iter()
            .filter(|it| it.level == MessageLevel::Error);
        complain_all(&parsed.origin, &parsed.text, complaints);
        let request = &self.request;
        let writer = VersionWriter {
            parsed,
            request,
            notation: self.notation,
        };
        let live = Mutex::new(Live {
            rows: match &mut self.form {
                Form::Rows(out) => Some(out),
                _ => None,
            },
            number: 0,
            sound: Vec::new(),
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
                // Of versions of one idea that come later, only a better one is told.
                Event::Found(repaired) if request.all || live.is_news(repaired) => {
                    live.number += 1;
                    if let (Some(out), Ok(())) = (&mut live.rows, &live.broken) {
                        let row = row(&writer, repaired, live.number);
                        let row = row.map(RepairRow::while_running);
                        live.broken = row.and_then(|row| {
                            writeln!(out, "{}", row.to_json()).context(said(ANSWERS))
                        });
                    }
                }
                Event::Found(_) => {}
            }
        };
        let (solvers, limits) = (&mut self.solvers, &self.limits);
        let outcome = self
            .interrupt
            .during(|| versions(solvers, parsed, request, limits, &observer));
        let live = live.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(live.meter);
        live.broken?;
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(why) => {
                // An interrupted search has not found the line yet.
                if !self.interrupt.is_set() {
                    let complaint = Complaint::error(reason(why, request.extends));
                    complain(&parsed.origin, &parsed.text, &complaint);
                }
                return Ok(match why {
                    CannotRepair::Undecided(_) => Exit::Unknown,
                    CannotRepair::NoMate => Exit::Flawed,
                    _ => Exit::Failure,
                });
            }
        };
        let page = Page {
            writer,
            outcome: &outcome,
            elapsed: started.elapsed(),
            lang: spoken(),
            width: io::stdout().is_terminal().then(|| page_width(None)),
        };
        write(&mut self.form, &page, self.quiet, self.verbose)?;
        Ok(exit_of(&outcome, request.extends))
    }
}

/// Returns the row of a version.
fn row(
    writer: &VersionWriter<'_>,
    repaired: &Repaired,
    number: usize,
) -> anyhow::Result<RepairRow> {
    let row = writer.row(repaired, number);
    row.map_err(|why| anyhow!(why.in_lang(spoken()).to_owned()))
}

/// Writes the versions of a problem that are not written yet.
fn write(form: &mut Form, page: &Page<'_>, quiet: bool, verbose: bool) -> anyhow::Result<()> {
    let (writer, outcome) = (&page.writer, page.outcome);
    let found = outcome.found.iter().zip(1..);
    let mut rows = found.map(|(repaired, number)| row(writer, repaired, number));
    match form {
        Form::Text(out) => {
            let text = if quiet {
                page.briefly()
            } else {
                page.text(verbose)
            };
            writeln!(out, "{text}").context(said(ANSWERS))?;
        }
        Form::Rows(out) => {
            for miss in &outcome.misses {
                writeln!(out, "{}", writer.missed(miss).to_json()).context(said(ANSWERS))?;
            }
        }
        Form::Array(out, count) => rows.try_for_each(|row| {
            let begin = if *count == 0 { "[" } else { "," };
            *count += 1;
            writeln!(out, "{begin}{}", row?.to_json()).context(said(ANSWERS))
        })?,
        Form::Report(report, tally) => {
            rows.try_for_each(|row| {
                let RepairRow { row, .. } = row?;
                tally.judged = true;
                tally.add(&row);
                report.answer(&row).context(said(ANSWERS))
            })?;
            tally.elapsed += page.elapsed;
            let (id, count) = (&writer.parsed.id, outcome.found.len());
            let versions = if count == 1 { "version" } else { "versions" };
            tell(&say!("{id}: {count} {versions}", "{id}：{count}図"));
        }
    }
    Ok(())
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

/// Returns why a problem cannot be repaired or extended, and what the user can do about it.
fn reason(why: CannotRepair, extends: bool) -> Said {
    let advice = match why {
        CannotRepair::OtherGoal(_) | CannotRepair::DefenderToMove => return in_words(why),
        CannotRepair::NoMate if extends => {
            return both!(
                "there is no mate, which is proven: no longer problem can lead into it",
                "不詰（証明済み）なので、前に手を加えられない"
            );
        }
        CannotRepair::NoLine if extends => {
            return both!(
                "no mate is known that longer problems could lead into: give the author's line after `moves`, or higher limits",
                "前に手を加えられる詰みが分からない：moves の後に作意を書くか、制限を上げる"
            );
        }
        CannotRepair::NoLine | CannotRepair::NoMate => [
            "give the author's line after `moves`, or `--keep mate`",
            "moves の後に作意を書くか、--keep mate を付ける",
        ],
        CannotRepair::Undecided(_) => [
            "give higher limits, or the author's line after `moves`",
            "制限を上げるか、moves の後に作意を書く",
        ],
        CannotRepair::LineBreaksOff => [
            "give the whole line after `moves`, or use `--keep mate`",
            "moves の後に作意全体を書くか、--keep mate を付ける",
        ],
        CannotRepair::OtherLength { .. } => [
            "give the line after `moves`, correct the number, or use `--keep mate`",
            "moves の後に作意を書くか、手数を直すか、--keep mate を付ける",
        ],
    };
    let why = match why {
        CannotRepair::NoMate => CannotRepair::NoLine,
        other => other,
    };
    in_words(why).map(|lang, why| why + lang.of([": ", "："]) + lang.of(advice))
}
