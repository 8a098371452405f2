//! What the command line means: sources, rules, limits, writers.

use super::args::{
    CheckArgs, ColorWhen, CommonArgs, ProofFormat, RowFormat, SolveArgs, TryMoves, ValidateArgs,
};
use super::publish::Whole;
use crate::batch::resume::{Finished, Terms, resume};
use crate::batch::shard::Shard;
use crate::collection::{ReadAs, Source};
use crate::notation::record::Encoding;
use crate::proof::{Form, Writer};
use crate::report::{Csv, Json, Kif, Layout, Notation, Recalled, Report, Text, rules};
use crate::search::{Limits, SearchConfig};
use crate::tsume::rules::Profile;
use crate::tsume::{AttackerRule, DefenderHandRule, Interpositions};
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Columns when nobody tells how wide the page is.
const PAGE: usize = 80;

/// What a problem of many may take when nobody says so.
const A_MINUTE: Duration = Duration::from_mins(1);

/// What is to be done with every problem.
#[derive(Clone, Copy)]
pub(super) enum Task {
    /// Find the mate.
    Solve,
    /// Judge the composition.
    Check(Checks),
}

/// How compositions are to be judged.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    pub profile: Profile,
    pub nodes_per_alternative: Option<u64>,
    pub idle_pieces: bool,
    /// Whether attributes are told.
    pub attributes: bool,
    /// How many levels of variations are wanted.
    pub variations: u32,
}

impl Checks {
    fn new(args: &CheckArgs) -> Self {
        Self {
            profile: args.rules.into(),
            nodes_per_alternative: args.nodes_per_alternative,
            idle_pieces: args.idle_pieces,
            attributes: args.attributes,
            variations: u32::from(args.common.format == Some(RowFormat::Kif)),
        }
    }
}

/// How many problems are worked on side by side.
#[derive(Clone, Copy)]
struct Many {
    jobs: usize,
}

/// Everything a run needs to know.
pub(super) struct Plan {
    pub task: Task,
    /// How many problems are worked on side by side.
    pub jobs: usize,
    pub sources: Vec<Source>,
    /// What files of any name are read as.
    pub any_format: Option<ReadAs>,
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
    pub interpositions: Interpositions,
    /// How many levels of variations are wanted.
    pub variations: u32,
    pub explain: bool,
    pub attempt: Option<TryMoves>,
    pub config: SearchConfig,
    pub limits: Limits,
    pub stats: bool,
    pub progress: bool,
    pub proofs: Proofs,
    pub output: Output,
    /// What the rows of the run hold for.
    pub terms: Terms,
    /// Rows of an earlier run that this one goes on with.
    pub past: Vec<Recalled>,
    pub finished: Finished,
    /// The share of the problems that is to be judged.
    pub shard: Option<Shard>,
    /// The file of rows that a broken-off run can be gone on with.
    pub resumable: Option<PathBuf>,
}

/// What is to be proven of the answers.
pub(super) struct Proofs {
    /// Where certificates go.
    pub file: Option<Writer<BufWriter<File>>>,
    /// Whether they are checked before an answer is given.
    pub verify: bool,
}

/// Where answers go, and in which shape.
pub(super) struct Output {
    format: RowFormat,
    notation: Notation,
    style: Style,
    out: Sink,
    terminal: bool,
    encoding: Encoding,
}

/// Either standard output, or a file.
enum Sink {
    Stdout,
    File(File),
    /// A file that appears when it is complete.
    Whole(Whole, File),
}

/// How much text there is about each problem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Quiet,
    Usual,
    /// A diagram for each, without notes.
    Detailed,
    Verbose,
}

impl Plan {
    /// Works out what `tsume solve` is to do.
    ///
    /// # Errors
    /// When the arguments do not make sense together, or the output cannot be opened.
    pub fn solve(args: &SolveArgs) -> anyhow::Result<Self> {
        if let (Some(output), Some(proof)) = (&args.common.output, &args.proof)
            && resolved(output) == resolved(proof)
        {
            bail!("answers and certificates cannot go to the same file");
        }
        let mut plan = Self::new(&args.common, Task::Solve, None)?;
        plan.variations = args.variations.unwrap_or(0);
        plan.explain = args.explain;
        plan.attempt.clone_from(&args.attempt);
        // Who asks about a problem wants to see it.
        let asks = args.variations.is_some() || args.explain || args.attempt.is_some();
        if asks && plan.output.style == Style::Usual {
            plan.output.style = Style::Detailed;
        }
        plan.config.shortest = !args.first;
        // Any mate at all is found in the strict game alone.
        plan.config.variants = !args.first && (plan.interpositions != Interpositions::Off || asks);
        plan.proofs = Proofs {
            file: certificates(args, &plan.sources)?,
            verify: args.verify,
        };
        Ok(plan)
    }

    /// Works out what `tsume check` is to do.
    ///
    /// # Errors
    /// When the arguments do not make sense together, or the output cannot be opened.
    pub fn check(args: &CheckArgs) -> anyhow::Result<Self> {
        Self::new(&args.common, Task::Check(Checks::new(args)), None)
    }

    /// Works out what `tsume validate` is to do.
    ///
    /// # Errors
    /// When the arguments do not make sense together, or the output cannot be opened.
    pub fn validate(args: &ValidateArgs) -> anyhow::Result<Self> {
        let jobs = args
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get);
        let many = Many { jobs };
        let checks = Checks::new(&args.check);
        let mut plan = Self::new(&args.check.common, Task::Check(checks), Some(many))?;
        plan.shard = args.shard;
        plan.terms.limits = limits_in_words(&plan.limits, plan.config.hash_bytes, checks);
        plan.terms.rules = rules(checks.profile, plan.interpositions);
        if plan.output.format == RowFormat::Jsonl {
            plan.resumable.clone_from(&args.check.common.output);
        }
        if let Some(path) = &args.resume {
            plan.resumable = Some(path.clone());
            if !matches!(args.check.common.format, None | Some(RowFormat::Jsonl)) {
                bail!("only JSONL can be gone on with");
            }
            refuse_overwriting(path, &plan.sources)?;
            let opened = resume(path, &plan.terms, |row| plan.past.push(row));
            let (finished, file) =
                opened.with_context(|| format!("cannot go on with `{}`", path.display()))?;
            plan.finished = finished;
            plan.output.format = RowFormat::Jsonl;
            plan.output.out = Sink::File(file);
            plan.output.terminal = false;
        }
        Ok(plan)
    }

    fn new(args: &CommonArgs, task: Task, many: Option<Many>) -> anyhow::Result<Self> {
        set_color(args.color);
        let sources: Vec<_> = args
            .inputs
            .iter()
            .map(|input| Source::from_argument(input))
            .collect();
        refuse_unquoted(&args.inputs)?;
        let hash = args
            .search
            .hash
            .unwrap_or(if many.is_some() { 64 << 20 } else { 256 << 20 });
        let jobs = many.map_or(1, |many| many.jobs);
        refuse_impossible(hash.saturating_mul(jobs))?;
        let style = match (args.quiet, args.verbose) {
            (true, _) => Style::Quiet,
            (_, true) => Style::Verbose,
            _ => Style::Usual,
        };
        let terminal = args.output.is_none() && io::stdout().is_terminal();
        let format = match (args.format, many) {
            (Some(format), _) => format,
            (None, Some(_)) => usual_format(args.output.as_deref(), terminal),
            (None, None) => RowFormat::Text,
        };
        let out = match &args.output {
            None => Sink::Stdout,
            Some(path) => {
                refuse_overwriting(path, &sources)?;
                let grows = matches!(format, RowFormat::Jsonl | RowFormat::Csv);
                if many.is_some() && !grows {
                    Whole::create(path).map(|(whole, file)| Sink::Whole(whole, file))
                } else {
                    File::create(path).map(Sink::File)
                }
                .with_context(|| format!("cannot write `{}`", path.display()))?
            }
        };
        // Without any limit one stubborn problem would keep the others waiting for ever.
        let time = match (args.search.time, args.search.nodes, many) {
            (None, None, Some(_)) => Some(A_MINUTE),
            (time, ..) => time,
        };
        Ok(Self {
            task,
            jobs,
            terms: Terms {
                rules: String::new(),
                limits: String::new(),
            },
            past: Vec::new(),
            finished: Finished::default(),
            shard: None,
            resumable: None,
            sources,
            any_format: args.input_format.map(ReadAs::from),
            attacker: args.search.attacker.into(),
            defender_hand: args.search.defender_hand.into(),
            interpositions: args.search.interpositions.into(),
            variations: 0,
            explain: false,
            attempt: None,
            config: SearchConfig {
                hash_bytes: hash,
                variants: true,
                ..SearchConfig::default()
            },
            limits: Limits {
                nodes: args.search.nodes,
                time,
                stop: None,
            },
            stats: args.stats,
            progress: !args.quiet,
            proofs: Proofs {
                file: None,
                verify: false,
            },
            output: Output {
                format,
                notation: args.notation.into(),
                style,
                out,
                terminal,
                encoding: encoding(args),
            },
        })
    }
}

/// The limits of a problem, as rows tell them.
fn limits_in_words(limits: &Limits, hash: usize, checks: Checks) -> String {
    let mut parts = Vec::new();
    if let Some(time) = limits.time {
        let time = humantime::format_duration(time).to_string();
        parts.push(format!("time={}", time.replace(' ', "")));
    }
    parts.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    let alternative = checks.nodes_per_alternative;
    parts.extend(alternative.map(|nodes| format!("nodes-per-alternative={nodes}")));
    parts.push(if hash.is_multiple_of(1 << 20) {
        format!("hash={}MiB", hash >> 20)
    } else {
        format!("hash={hash}")
    });
    if checks.idle_pieces {
        parts.push("idle-pieces".to_owned());
    }
    parts.join(" ")
}

/// Where certificates go, if they are wanted.
fn certificates(
    args: &SolveArgs,
    sources: &[Source],
) -> anyhow::Result<Option<Writer<BufWriter<File>>>> {
    let Some(path) = &args.proof else {
        return Ok(None);
    };
    refuse_overwriting(path, sources)?;
    let form = match args.proof_format {
        ProofFormat::Binary => Form::Compact,
        ProofFormat::Json => Form::Readable,
    };
    let writer = File::create(path)
        .and_then(|file| Writer::new(BufWriter::new(file), form))
        .with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(Some(writer))
}

/// Refuses to write over what is to be read: opening the output empties it, and answers that land
/// in a folder of problems would be read as problems in turn.
pub(super) fn refuse_overwriting(output: &Path, sources: &[Source]) -> anyhow::Result<()> {
    let Some(place) = resolved(output) else {
        return Ok(());
    };
    for source in sources {
        let clash = match source {
            Source::File(input) => resolved(input).as_deref() == Some(&*place),
            Source::Folder(folder) => {
                resolved(folder).is_some_and(|folder| place.starts_with(folder))
                    && Source::is_problem_file(&place)
            }
            Source::Text(_) | Source::Stdin => false,
        };
        if clash {
            anyhow::bail!(
                "cannot write `{}`: it is among the files to be read; choose another name",
                output.display()
            );
        }
    }
    Ok(())
}

/// Where a path leads, whether or not its last part exists yet.
fn resolved(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    })
}

impl Output {
    /// Whether a summary comes with the answers.
    pub fn has_summary(&self) -> bool {
        self.format == RowFormat::Text
    }

    /// Whether the shape depends on how many problems there are, so that it is worth waiting for
    /// the second one.
    pub fn depends_on_number(&self) -> bool {
        self.format == RowFormat::Text && self.style == Style::Usual
    }

    /// The writer for one problem or several.
    pub fn report(self, several: bool, ids: bool) -> Box<dyn Report> {
        let diagrams = match self.style {
            Style::Quiet => false,
            Style::Usual => !several,
            Style::Detailed | Style::Verbose => true,
        };
        let width = match terminal_size::terminal_size() {
            Some((width, _)) if self.terminal => usize::from(width.0),
            _ => PAGE,
        };
        let encoding = self.encoding;
        let layout = Layout {
            width,
            clip: self.terminal,
            diagrams,
            ids,
            notes: self.style == Style::Verbose,
            summary: self.style != Style::Quiet,
            notation: self.notation,
        };
        match self.out {
            Sink::Stdout => {
                let choice = AutoStream::choice(&io::stdout());
                let out: Box<dyn Write> = match self.format {
                    RowFormat::Text => Box::new(io::stdout()),
                    _ => Box::new(BufWriter::new(io::stdout())),
                };
                written_to(out, self.format, layout, choice, encoding)
            }
            Sink::File(file) => {
                let choice = AutoStream::choice(&file);
                written_to(
                    Box::new(BufWriter::new(file)),
                    self.format,
                    layout,
                    choice,
                    encoding,
                )
            }
            Sink::Whole(file, out) => {
                let choice = AutoStream::choice(&out);
                let out = Box::new(BufWriter::new(out));
                Box::new(file.publishing(written_to(out, self.format, layout, choice, encoding)))
            }
        }
    }
}

/// A writer of rows; colours are those of text.
fn written_to(
    out: Box<dyn Write>,
    format: RowFormat,
    layout: Layout,
    choice: ColorChoice,
    encoding: Encoding,
) -> Box<dyn Report> {
    match format {
        RowFormat::Json => Box::new(Json::array(out)),
        RowFormat::Jsonl => Box::new(Json::lines(out)),
        RowFormat::Csv => Box::new(Csv::new(out)),
        RowFormat::Kif => Box::new(Kif::new(out, encoding)),
        RowFormat::Text => Box::new(Text::new(AutoStream::new(out, choice), layout)),
    }
}

/// How the characters of records are written: CP932 where a file of the usual name is to hold them.
fn encoding(args: &CommonArgs) -> Encoding {
    let is_kif = |path: &Path| {
        path.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("kif"))
    };
    match (args.encoding, args.output.as_deref()) {
        (Some(encoding), _) => encoding.into(),
        (None, Some(path)) if is_kif(path) => Encoding::Cp932,
        _ => Encoding::Utf8,
    }
}

/// The format of rows when none was asked for: what the name of the file says, or what whoever
/// reads standard output can use.
fn usual_format(output: Option<&Path>, terminal: bool) -> RowFormat {
    let extension = output.and_then(|path| path.extension()?.to_str());
    match extension {
        Some("json") => RowFormat::Json,
        Some("csv") => RowFormat::Csv,
        Some("txt") => RowFormat::Text,
        None if terminal => RowFormat::Text,
        _ => RowFormat::Jsonl,
    }
}

/// `always` and `never` hold for answers and diagnostics alike.
pub(super) fn set_color(when: ColorWhen) {
    let choice = match when {
        ColorWhen::Auto => anstream::ColorChoice::Auto,
        ColorWhen::Always => anstream::ColorChoice::Always,
        ColorWhen::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// An SFEN without quotes arrives as several arguments; say that once instead of complaining
/// about each of them.
pub(super) fn refuse_unquoted(inputs: &[OsString]) -> anyhow::Result<()> {
    for pair in inputs.windows(2) {
        let turn = pair[1] == "b" || pair[1] == "w";
        let board = pair[0]
            .to_str()
            .is_some_and(|text| text.contains('/') && !text.contains(char::is_whitespace));
        if board && turn && !Path::new(&pair[0]).exists() && !Path::new(&pair[1]).exists() {
            bail!("an SFEN is one argument: put quotes around it");
        }
    }
    Ok(())
}

/// Memory that cannot be had would end the program without a word, so it is asked for here first.
fn refuse_impossible(bytes: usize) -> anyhow::Result<()> {
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .context("`--hash` asks for more memory than there is")
}
