//! `tsume repair` and `tsume extend`: finds sound problems near a given one.
//!
//! - `args`: the options
//! - `text`: the answer for people

mod args;
mod text;

pub(super) use args::{RepairArgs, VersionArgs, squares};

use crate::answer::{RepairRow, Tally};
use crate::cli::diagnostics::{Form, tell};
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{message_lang, no_problem};
use crate::cli::output::{Destination, OutputArgs, Reports, RowFormat, terminal_width};
use crate::cli::progress::Spinner;
use crate::cli::shared::HASH_FOR_EACH;
use crate::cli::values::is_stdout;
use crate::composition::repair::{Allowed, CannotRepair, Event, Outcome, Repaired, Request};
use crate::composition::verdict::Verdict;
use crate::judge::repair::{VersionWriter, find_versions, in_words};
use crate::judge::{Complaint, MessageLevel, ParsedProblem, Task};
use crate::report::{Json, amount};
use crate::said::Said;
use crate::search::{Limits, SearchConfig, Solver, StopReason};
use crate::vocabulary::Notation;
use anyhow::{anyhow, bail};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use text::Page;

impl RepairArgs {
    /// Repairs every problem.
    ///
    /// # Errors
    /// If the options do not fit together, or if nothing can be written.
    pub fn run(self) -> anyhow::Result<Exit> {
        let defaults = Allowed::default();
        let request = Request {
            keep: self.keep,
            edits: self.edits,
            allowed: Allowed {
                kinds: if self.allow.is_empty() {
                    defaults.kinds
                } else {
                    self.allow
                },
                squares: self.squares.map(Vec::from),
                fixed: self.fixed.map_or(defaults.fixed, Vec::from),
            },
            ..Request::default()
        };
        run(&self.versions, request)
    }
}

impl VersionArgs {
    /// Finds, for every problem, those two plies longer that lead into it.
    ///
    /// # Errors
    /// If the options do not fit together, or if nothing can be written.
    pub fn run(self) -> anyhow::Result<Exit> {
        let request = Request {
            extends: true,
            ..Request::default()
        };
        run(&self, request)
    }
}

/// Works on every problem; `request` has the options that only one of the two commands has.
fn run(args: &VersionArgs, request: Request) -> anyhow::Result<Exit> {
    let common = &args.common;
    let inputs = common.find_inputs()?;
    let config = common.search.config(HASH_FOR_EACH, args.jobs.get())?;
    // What is proven about one version helps with the others.
    let config = SearchConfig {
        keep: true,
        ..config
    };
    let report = VersionReport::open(&common.output, &inputs)?;
    let interrupt = Interrupt::install()?;
    let solvers = (0..args.jobs.get()).map(|_| Solver::new(config.clone()));
    let mut run = RepairRun {
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
        report,
        interrupt: interrupt.clone(),
    };
    let mut problems = common.read.problems(inputs.sources);
    let mut exit = Exit::Success;
    let mut any_problem = false;
    for parsed in &mut problems {
        any_problem = true;
        exit = exit.max(run.answer(&parsed)?);
        if interrupt.is_set() {
            break;
        }
    }
    run.report.finish()?;
    if !any_problem && problems.is_whole {
        bail!(no_problem());
    }
    exit = exit.max(Exit::of_input(problems.is_whole));
    Ok(interrupt.exit(exit))
}

/// The writer of versions in one format.
enum VersionReport {
    /// Text for people.
    Text(Destination),
    /// A row for each version, as soon as it is found.
    Rows(Json<Destination>),
    /// One array of rows.
    Array(Json<Destination>),
    /// Each version as `check` would write it, and the counts.
    Checks(Reports, Tally),
}

impl VersionReport {
    /// Opens the output. Text, JSON and JSONL have a layout of their own here; other formats are those of `check`.
    fn open(args: &OutputArgs, inputs: &Inputs) -> anyhow::Result<Self> {
        let path = args.files.first().map(PathBuf::as_path);
        let path = path.filter(|it| !is_stdout(it));
        let format = args.format_of(path)?;
        let is_own = matches!(format, RowFormat::Text | RowFormat::Json | RowFormat::Jsonl);
        if !is_own || args.files.len() > 1 {
            let output = args.open(inputs, true, false)?;
            return Ok(Self::Checks(output.report(true, true), Tally::default()));
        }
        args.refuse_unfit(&[format])?;
        let out = Destination::open(path, &inputs.files, args.force)?;
        Ok(match format {
            RowFormat::Json => Self::Array(Json::array(out)),
            RowFormat::Jsonl => Self::Rows(Json::lines(out)),
            _ => Self::Text(out),
        })
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Text(mut out) => out.finish(),
            Self::Rows(mut json) | Self::Array(mut json) => {
                json.end()?;
                json.into_out().finish()
            }
            Self::Checks(mut report, tally) => report.finish(&tally),
        }
    }
}

/// The settings of a run, and its output.
struct RepairRun {
    solvers: Vec<Solver>,
    request: Request,
    limits: Limits,
    notation: Notation,
    quiet: bool,
    verbose: bool,
    report: VersionReport,
    interrupt: Interrupt,
}

/// The output while a problem is worked on.
struct Live<'a> {
    /// The JSONL to which rows are written at once; `None` in other formats.
    rows: Option<&'a mut Json<Destination>>,
    /// The number of versions so far.
    number: usize,
    /// The ideas with a sound version that was written.
    sound_ideas: Vec<usize>,
    /// The first error in writing.
    written: anyhow::Result<()>,
    meter: Spinner,
}

impl Live<'_> {
    /// Returns whether a version is the first of its idea, or the first sound one, which is noted.
    fn is_first_or_better(&mut self, repaired: &Repaired) -> bool {
        let is_sound = repaired.verdict == Verdict::Sound;
        let is_first_sound = is_sound && !self.sound_ideas.contains(&repaired.idea);
        if is_first_sound {
            self.sound_ideas.push(repaired.idea);
        }
        is_first_sound || repaired.like_it == 0
    }

    /// Numbers a version, and writes its row at once if the format allows it.
    fn take(&mut self, writer: &VersionWriter<'_>, repaired: &Repaired) {
        self.number += 1;
        if let (Some(out), Ok(())) = (&mut self.rows, &self.written) {
            let row = row(writer, repaired, self.number).map(RepairRow::while_running);
            self.written = row.and_then(|row| Ok(out.row(&row)?));
        }
    }
}

impl RepairRun {
    /// Finds and writes the versions of a problem.
    fn answer(&mut self, parsed: &ParsedProblem) -> anyhow::Result<Exit> {
        let started = Instant::now();
        let (_, complaints) = parsed.author();
        let complaints = complaints
            .into_iter()
            .filter(|it| it.level == MessageLevel::Error);
        Form::Full.complain_all(&parsed.origin, &parsed.text, complaints);
        let request = &self.request;
        let writer = VersionWriter {
            parsed,
            request,
            notation: self.notation,
        };
        let live = Mutex::new(Live {
            rows: match &mut self.report {
                VersionReport::Rows(out) => Some(out),
                _ => None,
            },
            number: 0,
            sound_ideas: Vec::new(),
            written: Ok(()),
            meter: Spinner::new(!self.quiet),
        });
        let observer = |event: &Event<'_>| {
            let live = &mut *live.lock().unwrap_or_else(PoisonError::into_inner);
            match *event {
                Event::Looked {
                    at,
                    of,
                    found,
                    nodes,
                } => live.meter.show(|| {
                    let nodes = amount(nodes, message_lang());
                    say!(
                        "looked at {at} of {of}  found {found}  {nodes} nodes",
                        "検討 {at}/{of}図  発見 {found}図  {nodes}ノード"
                    )
                }),
                // A later version of the same idea is written only if it is the first sound one.
                Event::Found(repaired) if request.all || live.is_first_or_better(repaired) => {
                    live.take(&writer, repaired);
                }
                Event::Found(_) => {}
            }
        };
        let (solvers, limits) = (&mut self.solvers, &self.limits);
        let outcome = self
            .interrupt
            .during(|| find_versions(solvers, parsed, request, limits, &observer));
        let live = live.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(live.meter);
        live.written?;
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(why) => return Ok(self.refuse(parsed, why)),
        };
        let page = Page {
            writer,
            outcome: &outcome,
            elapsed: started.elapsed(),
            lang: message_lang(),
            width: terminal_width(),
        };
        write_rest(&mut self.report, &page, self.quiet, self.verbose)?;
        Ok(exit_of(&outcome, request.extends))
    }

    /// Reports that a problem cannot be repaired or extended, and returns the exit status.
    fn refuse(&self, parsed: &ParsedProblem, why: CannotRepair) -> Exit {
        // After an interruption the reason would only be that no line is known yet.
        if !self.interrupt.is_set() {
            let complaint = Complaint::error(reason(why, self.request.extends));
            Form::Full.complain(&parsed.origin, &parsed.text, &complaint);
        }
        match why {
            CannotRepair::Undecided(_) => Exit::Unknown,
            CannotRepair::NoMate => Exit::Wrong,
            _ => Exit::Failure,
        }
    }
}

/// Returns the row of a version.
fn row(
    writer: &VersionWriter<'_>,
    repaired: &Repaired,
    number: usize,
) -> anyhow::Result<RepairRow> {
    let row = writer.row(repaired, number);
    row.map_err(|why| anyhow!(why.in_lang(message_lang()).to_owned()))
}

/// Writes the answer about a problem. In JSONL the versions are written already, and only the misses follow.
fn write_rest(
    report: &mut VersionReport,
    page: &Page<'_>,
    quiet: bool,
    verbose: bool,
) -> anyhow::Result<()> {
    let (writer, outcome) = (&page.writer, page.outcome);
    let found = outcome.found.iter().zip(1..);
    let mut rows = found.map(|(repaired, number)| row(writer, repaired, number));
    match report {
        VersionReport::Text(out) => {
            let text = if quiet {
                page.brief_text()
            } else {
                page.text(verbose)
            };
            writeln!(out, "{text}")?;
        }
        VersionReport::Rows(out) => {
            for miss in &outcome.misses {
                out.row(&writer.row_of_miss(miss))?;
            }
        }
        VersionReport::Array(out) => rows.try_for_each(|row| anyhow::Ok(out.row(&row?)?))?,
        VersionReport::Checks(report, tally) => {
            rows.try_for_each(|row| {
                let RepairRow { row, .. } = row?;
                tally.judged = true;
                tally.add(&row);
                anyhow::Ok(report.answer(&row)?)
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
    let is_interrupted = outcome.stopped == Some(StopReason::Interrupt);
    let is_sound_already = !extends && outcome.verdict == Verdict::Sound;
    if is_interrupted {
        Exit::Interrupted
    } else if is_sound_already || !outcome.found.is_empty() {
        Exit::Success
    } else if outcome.tally.open > 0 || outcome.verdict == Verdict::Unknown {
        Exit::Unknown
    } else {
        Exit::Wrong
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
        CannotRepair::NoLine | CannotRepair::Undecided(_) if extends => [
            "give the author's line after `moves`, or higher limits",
            "moves の後に作意を書くか、制限を上げる",
        ],
        CannotRepair::NoLine
        | CannotRepair::NoMate
        | CannotRepair::Undecided(_)
        | CannotRepair::LineBreaksOff
        | CannotRepair::OtherLength { .. } => [
            "give the author's whole line after `moves`, higher limits, or `--keep mate`",
            "moves の後に作意全体を書くか、制限を上げるか、--keep mate を付ける",
        ],
    };
    // The advice is to give a line, so a mate that was not found is reported as a missing line.
    let why = match why {
        CannotRepair::NoMate => CannotRepair::NoLine,
        other => other,
    };
    in_words(why).map(|lang, why| why + lang.of([": ", "："]) + lang.of(advice))
}
