//! `tsume repair` and `tsume extend`: versions of a problem that are sound.

use super::args::{RepairArgs, RowFormat, Squares, VersionArgs, is_stdout};
use super::diagnostics::{complain, refused};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{ANSWERS, NO_PROBLEM, said, spoken, written};
use super::plan::{Plan, Task, inputs_of, refuse_overwriting};
use super::stdout::stdout;
use crate::batch::replace::AtomicFile;
use crate::composition::Problem;
use crate::composition::repair::{Allowed, CannotRepair, Event, Miss, Outcome, Repaired, Request};
use crate::composition::rules::Profile;
use crate::composition::verdict::Verdict;
use crate::input::{Picked, Records, Source};
use crate::judge::repair::{entry, problem_of, versions};
use crate::judge::{Complaint, Intake, ParsedProblem};
use crate::notation::FileType;
use crate::notation::sfen;
use crate::report::{
    Entry, Lang, Notation, RepairRow, Report, Said, Tally, VersionRow, amount, diagram, difference,
    findings_in_words, printable, seconds,
};
use crate::search::{Limits, Solver, StopReason};
use crate::shogi::{Color, Move, Square};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The columns of a page of text.
const PAGE: usize = 80;

/// Repairs every problem.
///
/// # Errors
/// If the arguments do not fit together, or if nothing can be written.
pub(super) fn repair(args: RepairArgs) -> anyhow::Result<Exit> {
    let kinds = args.allow.iter().map(|&it| it.into()).collect();
    let request = Request {
        keep: args.keep,
        edits: args.edits,
        ..Request::default()
    };
    let wanted = Wanted {
        kinds: Some(kinds).filter(|_| !args.allow.is_empty()),
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

/// What may change, on the board as given.
#[derive(Default)]
struct Wanted {
    kinds: Option<Vec<crate::composition::repair::EditKind>>,
    squares: Option<Squares>,
    fixed: Squares,
}

impl Wanted {
    /// Returns what may change on the board on which Black attacks.
    fn allowed(&self, problem: &Problem) -> Allowed {
        let turned = problem.attacker() == Color::White;
        let to_normalised = |it: &Squares| -> Vec<Square> {
            let squares = it.0.iter();
            squares
                .map(|&it| if turned { it.rotate() } else { it })
                .collect()
        };
        let usual = Allowed::default();
        Allowed {
            kinds: self.kinds.clone().unwrap_or(usual.kinds),
            squares: self.squares.as_ref().map(to_normalised),
            fixed: to_normalised(&self.fixed),
        }
    }
}

/// How versions are written.
enum Form {
    /// Text for people.
    Text(Sink),
    /// A row for each version, as soon as it is found.
    Rows(Sink),
    /// One array of rows.
    Array(Sink, usize),
    /// As a check of each version.
    Report(Box<dyn Report>, Tally),
}

/// Where text and rows go.
struct Sink {
    out: Box<dyn Write + Send>,
    whole: Option<AtomicFile>,
}

impl Sink {
    fn open(path: Option<&Path>, sources: &[Source]) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                out: stdout(),
                whole: None,
            });
        };
        refuse_overwriting(path, &inputs_of(sources)?)?;
        let (whole, file) = written(AtomicFile::begin(path), path)?;
        Ok(Self {
            out: Box::new(BufWriter::new(file)),
            whole,
        })
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.whole.as_mut().map_or(Ok(()), AtomicFile::publish)
    }
}

/// The format of the only output, if it is one of this command's own.
fn own_format(args: &VersionArgs) -> Option<RowFormat> {
    let path = args.common.output.first().filter(|it| !is_stdout(it));
    let of_name = path.and_then(|it| FileType::of(it));
    let format = match (args.common.format, of_name) {
        (Some(format), _) => format,
        (None, Some(file)) => RowFormat::of_file(file)?,
        (None, None) if path.is_some_and(|it| it.extension().is_some()) => return None,
        (None, None) => RowFormat::Text,
    };
    let is_own = matches!(format, RowFormat::Text | RowFormat::Json | RowFormat::Jsonl);
    (is_own && args.common.output.len() < 2).then_some(format)
}

fn run(
    mut args: VersionArgs,
    request: Request,
    wanted: Wanted,
    extends: bool,
) -> anyhow::Result<Exit> {
    let own = own_format(&args);
    let path = own.and_then(|_| args.common.output.pop());
    if own.is_some() {
        args.common.format = Some(RowFormat::Text);
    }
    let plan = Plan::versions(&args)?;
    let path = path.filter(|it| !is_stdout(it));
    let open = || Sink::open(path.as_deref(), &plan.sources);
    let form = match own {
        Some(RowFormat::Jsonl) => Form::Rows(open()?),
        Some(RowFormat::Json) => Form::Array(open()?, 0),
        Some(_) => Form::Text(open()?),
        None => Form::Report(plan.output.report(true, true), Tally::default()),
    };
    let profile = match plan.task {
        Task::Check(checks) => checks.profile,
        Task::Solve => Profile::default(),
    };
    let interrupt = Interrupt::install()?;
    let solvers = (0..args.jobs.get()).map(|_| Solver::new(plan.config.clone()));
    let mut run = Run {
        solvers: solvers.collect(),
        request: Request {
            best: args.best.get(),
            nodes_per_version: args.nodes_per_version.unwrap_or(u64::MAX),
            interpositions: plan.interpositions,
            profile,
            ..request
        },
        wanted,
        extends,
        limits: Limits {
            stop: Some(interrupt.flag()),
            ..plan.limits
        },
        notation: args.common.notation.into(),
        quiet: args.common.quiet,
        verbose: args.common.verbose,
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

/// What is written while a problem is worked on.
struct Live<'a> {
    rows: Option<&'a mut Sink>,
    number: usize,
    broken: anyhow::Result<()>,
    meter: Meter,
}

impl Run {
    fn problem(&mut self, parsed: &ParsedProblem) -> anyhow::Result<Exit> {
        let started = Instant::now();
        for complaint in parsed.author().1.iter().filter(|it| !it.harmless) {
            complain(&parsed.origin, &parsed.text, complaint);
        }
        let request = Request {
            allowed: self.wanted.allowed(&parsed.problem),
            ..self.request.clone()
        };
        let teller = Teller {
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
                    let row = teller.row(repaired, live.number);
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
                let complaint = Complaint::error(reason(why));
                complain(&parsed.origin, &parsed.text, &complaint);
                return Ok(Exit::Failure);
            }
        };
        self.write(&teller, &outcome, started.elapsed())?;
        Ok(exit_of(&outcome, self.extends))
    }

    fn write(
        &mut self,
        teller: &Teller<'_>,
        outcome: &Outcome,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        match &mut self.form {
            Form::Text(sink) => {
                let text = teller.text(outcome, (self.extends, self.quiet, self.verbose), elapsed);
                sink.line(&text).context(said(ANSWERS))?;
            }
            Form::Rows(sink) => {
                for miss in &outcome.misses {
                    sink.line(&teller.missed_row(miss)).context(said(ANSWERS))?;
                }
            }
            Form::Array(sink, count) => {
                let found = outcome.found.iter().zip(1..);
                for (repaired, number) in found {
                    let row = teller.row(repaired, number)?;
                    let begin = if *count == 0 { "[" } else { "," };
                    sink.line(&format!("{begin}{row}")).context(said(ANSWERS))?;
                    *count += 1;
                }
            }
            Form::Report(report, tally) => {
                for (repaired, number) in outcome.found.iter().zip(1..) {
                    let entry = teller.entry(repaired, number)?;
                    tally.judged = true;
                    tally.add(&entry.row);
                    report.entry(&entry).context(said(ANSWERS))?;
                }
                tally.elapsed += elapsed;
                let count = outcome.found.len();
                super::diagnostics::tell(&said([
                    format!("{}: {count} versions", teller.parsed.id),
                    format!("{}：{count}図", teller.parsed.id),
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

/// Returns why a problem cannot be repaired.
fn reason(why: CannotRepair) -> Said {
    match why {
        CannotRepair::DefenderToMove => Said::new(
            "the defender is to move: a composition begins with the attacker's move",
            "玉方の手番になっている：作品は攻方の手から始まる",
        ),
        _ => Said::new(
            "there is no line that could stay: give the author's line after `moves`, or `--keep mate`",
            "残すべき手順がない：moves の後に作意を書くか、--keep mate を付ける",
        ),
    }
}

/// Tells the versions of one problem.
struct Teller<'a> {
    parsed: &'a ParsedProblem,
    profile: Profile,
    request: &'a Request,
    notation: Notation,
    lang: Lang,
}

impl Teller<'_> {
    fn difference(&self, repaired: &crate::composition::repair::Version) -> Said {
        let original = &self.parsed.problem;
        let problem = problem_of(original, repaired);
        difference(original, repaired, self.notation, problem.setup())
    }

    /// Returns the answer about a version, with its number in the id.
    fn entry(&self, repaired: &Repaired, number: usize) -> anyhow::Result<Entry> {
        let id = format!("{}#{number}", self.parsed.id);
        let words = self.difference(&repaired.version);
        let title = format!("{} {}", self.parsed.id, words.in_lang(Lang::Japanese));
        let rules = (self.profile, self.request.interpositions);
        entry(self.parsed, id, &title, repaired, rules)
            .map_err(|why| anyhow::anyhow!(why.in_lang(self.lang).to_owned()))
    }

    fn row(&self, repaired: &Repaired, number: usize) -> anyhow::Result<String> {
        let entry = self.entry(repaired, number)?;
        let version = VersionRow::new(&self.parsed.id, &self.parsed.problem, &repaired.version);
        let row = &entry.row;
        Ok(RepairRow { row, version }.to_json())
    }

    /// Returns the row of a version that is not sound.
    fn missed_row(&self, miss: &Miss) -> String {
        let problem = problem_of(&self.parsed.problem, &miss.version);
        let words = self.difference(&miss.version);
        let id = format!("{} {}", self.parsed.id, words.in_lang(Lang::English));
        let mut row = crate::report::Row::about(id, sfen::write(problem.setup()));
        row.verdict = crate::report::Verdict::Flawed;
        let version = VersionRow::new(&self.parsed.id, &self.parsed.problem, &miss.version);
        let version = version.missed(&self.parsed.problem, miss);
        RepairRow { row: &row, version }.to_json()
    }

    fn text(
        &self,
        outcome: &Outcome,
        (extends, quiet, verbose): (bool, bool, bool),
        elapsed: Duration,
    ) -> String {
        let lang = self.lang;
        let mut lines = vec![self.head(outcome, extends)];
        let count = outcome.found.len();
        if extends || outcome.verdict != Verdict::Sound {
            lines.push(self.summary(outcome, elapsed));
        }
        for (repaired, number) in outcome.found.iter().zip(1..) {
            lines.push(String::new());
            lines.extend(self.version(repaired, number));
            if !quiet && (number == 1 || verbose) {
                let problem = problem_of(&self.parsed.problem, &repaired.version);
                lines.push(String::new());
                lines.extend(diagram(problem.setup(), problem.attacker(), PAGE, lang));
            }
        }
        if count == 0 && !outcome.misses.is_empty() {
            lines.push(String::new());
            lines.push(said(["nearest misses", "惜しい図"]).to_owned());
            lines.extend(outcome.misses.iter().flat_map(|it| self.miss(it)));
        }
        let text = lines.join("\n");
        // Frames have marks for colours.
        anstream::adapter::strip_str(&text).to_string()
    }

    /// Returns what is the matter with the original.
    fn head(&self, outcome: &Outcome, extends: bool) -> String {
        let problem = &self.parsed.problem;
        let fatal: Vec<_> = (outcome.original.findings.iter())
            .filter(|it| self.profile.fails(it.severity))
            .cloned()
            .collect();
        let found = findings_in_words(problem, &fatal, self.notation, self.lang);
        let id = printable(&self.parsed.id);
        let verdict = said(match outcome.verdict {
            Verdict::Sound if extends => ["sound", "完全作"],
            Verdict::Sound => ["sound already", "もともと完全作"],
            Verdict::Blemished => ["blemished", "完全作（キズあり）"],
            Verdict::Flawed => ["flawed", "不完全作"],
            Verdict::NoMate => ["no mate", "不詰"],
            Verdict::Unknown => ["unknown within the limits", "制限内では不明"],
        });
        let mut head = format!("{id}: {verdict}");
        if !found.is_empty() && outcome.verdict == Verdict::Flawed {
            head = format!("{head}: {found}");
        }
        if !outcome.line.is_empty() {
            let line: Vec<Move> = (outcome.line.iter())
                .map(|&mv| problem.to_given(mv))
                .collect();
            head = format!("{head}\n  {}", self.line_in_words(problem, &line));
        }
        head
    }

    fn line_in_words(&self, problem: &Problem, line: &[Move]) -> String {
        let setup = problem.setup();
        match self.notation {
            Notation::Usi => crate::notation::usi::write_line(line),
            _ => crate::notation::japanese::write_line(setup, line).join(" "),
        }
    }

    fn summary(&self, outcome: &Outcome, elapsed: Duration) -> String {
        let lang = self.lang;
        let tally = outcome.tally;
        let found = outcome.found.len();
        let looked = amount(tally.looked_at as u64, lang);
        let nodes = amount(outcome.nodes, lang);
        let time = seconds(elapsed, lang);
        let mut text = lang.of([
            format!("{found} found · {looked} versions looked at · {time} · {nodes} nodes"),
            format!("{found}図を発見・{looked}図を検討・{time}・{nodes}ノード"),
        ]);
        if tally.open > 0 {
            let open = amount(tally.open as u64, lang);
            text += &lang.of([
                format!(" · {open} undecided within the limits"),
                format!("・{open}図は制限内では不明"),
            ]);
        }
        if outcome.stopped == Some(StopReason::Interrupt) {
            text += lang.of([" · interrupted", "・中断"]);
        }
        text
    }

    fn version(&self, repaired: &Repaired, number: usize) -> Vec<String> {
        let lang = self.lang;
        let words = self.difference(&repaired.version);
        let (english, japanese) = (words.in_lang(Lang::English), words.in_lang(Lang::Japanese));
        let words = match lang {
            Lang::English if english != japanese => format!("{japanese}   {english}"),
            _ => japanese.to_owned(),
        };
        let verdict = lang.of(match repaired.verdict {
            Verdict::Blemished => ["△ 完全作（キズあり） blemished", "△ 完全作（キズあり）"],
            _ => ["○ 完全作 sound", "○ 完全作"],
        });
        let problem = problem_of(&self.parsed.problem, &repaired.version);
        let mut lines = vec![
            format!("{number:>3}  {words}   {verdict}"),
            format!("     {}", sfen::write(problem.setup())),
        ];
        let line: Vec<Move> = (repaired.line.iter())
            .map(|&mv| problem.to_given(mv))
            .collect();
        if !repaired.version.before.is_empty()
            || self.request.keep != crate::composition::repair::Keep::Line
        {
            lines.push(format!("     {}", self.line_in_words(&problem, &line)));
        }
        let remain: Vec<_> = (repaired.judgement.findings.iter())
            .filter(|it| self.profile.grade(it.severity) >= crate::composition::rules::Grade::Minor)
            .cloned()
            .collect();
        if !remain.is_empty() {
            let found = findings_in_words(&problem, &remain, self.notation, lang);
            lines.push(format!("     {found}"));
        }
        lines
    }

    fn miss(&self, miss: &Miss) -> Vec<String> {
        let lang = self.lang;
        let words = self.difference(&miss.version);
        let problem = problem_of(&self.parsed.problem, &miss.version);
        let told = |problem: &Problem, findings: &[_]| {
            findings_in_words(problem, findings, self.notation, lang)
        };
        let mut lines = vec![format!("  {}", words.in_lang(Lang::Japanese))];
        if lang == Lang::English {
            lines[0] = format!("{}   {}", lines[0], words.in_lang(Lang::English));
        }
        let original = &self.parsed.problem;
        for (what, problem, findings) in [
            (["removes", "消える"], original, &miss.removed),
            (["makes", "生じる"], &problem, &miss.made),
            (["leaves", "残る"], &problem, &miss.left),
        ] {
            if !findings.is_empty() {
                lines.push(format!(
                    "     {}: {}",
                    lang.of(what),
                    told(problem, findings)
                ));
            }
        }
        lines
    }
}

/// The line of progress on standard error, only on a terminal.
struct Meter {
    bar: Option<ProgressBar>,
}

impl Meter {
    fn new(wanted: bool) -> Self {
        let bar = (wanted && io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}")
                .expect("the template is a constant and well-formed");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8))
                .with_style(style)
        });
        Self { bar }
    }

    fn show(&self, at: usize, of: usize, found: usize, nodes: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        let nodes = amount(nodes, spoken());
        bar.set_message(said([
            format!("looked at {at} of {of}  found {found}  {nodes} nodes"),
            format!("検討 {at}/{of}図  発見 {found}図  {nodes}ノード"),
        ]));
        bar.tick();
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
