//! `tsume similar`: works that are similar to a problem.

mod collections;

pub(super) use collections::{Collections, Reading, collections};

use super::args::{SimilarArgs, SimilarFormat};
use super::diagnostics::{refused, tell};
use super::exit::Exit;
use super::lang::{NO_PROBLEM, name_of, said, spoken, written};
use super::plan::{
    format_of_name, inputs_of, refuse_output, refuse_unquoted, set_color, tell_passed_over,
};
use super::stdout::stdout;
use crate::batch::replace::AtomicFile;
use crate::batch::similar::{IndexedProblem, file};
use crate::composition::similar::Wanted;
use crate::input::formulas::quoted;
use crate::input::{Picked, Records, Source};
use crate::judge::Intake;
use crate::notation::FileType;
use crate::notation::sfen;
use crate::report::{SimilarPair, SimilarRow, printable};
use anyhow::{Context, bail};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

const CANNOT_WRITE: [&str; 2] = ["cannot write the answers", "結果を書き込めない"];

/// The width if the width of the page is not known.
const PAGE: usize = 80;

/// Finds similar works, or writes an index.
///
/// # Errors
/// If the arguments do not fit together, or nothing can be written.
pub(super) fn run(args: &SimilarArgs) -> anyhow::Result<Exit> {
    set_color(args.color);
    let mut all = vec![args.input.clone()];
    all.extend(args.collections.iter().cloned());
    refuse_unquoted(&all)?;
    let sources: Vec<_> = all.iter().map(|it| Source::from_argument(it)).collect();
    let inputs = inputs_of(&sources)?;
    if !args.quiet {
        tell_passed_over(&sources);
    }
    let reading = Reading {
        attacker: args.attacker,
        defender_hand: args.defender_hand,
        any_format: args.input_format.map(Into::into),
    };
    if let Some(path) = &args.index {
        refuse_output(path, &inputs, args.force)?;
        return write_index(path, &collections(&all, reading)?, args.quiet);
    }
    if args.collections.is_empty() {
        bail!(said([
            "name a collection to look in, after the problem",
            "問題のあとに、比べる作品集を指定する",
        ]));
    }
    let format = format(args)?;
    let (whole, out): (_, Box<dyn Write>) = match args.output() {
        None => (None, Box::new(stdout())),
        Some(path) => {
            refuse_output(path, &inputs, args.force)?;
            let (whole, file) = written(AtomicFile::begin(path), path)?;
            (whole, Box::new(file))
        }
    };
    let Collections { index, complete } = collections(&args.collections, reading)?;
    let mut exit = if complete {
        Exit::Success
    } else {
        Exit::Failure
    };
    let mut answers = Answers {
        out: BufWriter::new(out),
        format,
        quiet: args.quiet,
        width: width(args),
        keeps_formulas: args.keep_formulas,
        written: 0,
    };
    let wanted = Wanted {
        best: args.best,
        min_score: args.min_score,
    };
    let mut intake = Intake::new(reading.attacker, reading.defender_hand);
    let records = Records::new([Source::from_argument(&args.input)], reading.any_format);
    let mut asked = 0;
    for record in Picked::new(records, &args.id) {
        match intake.read(record) {
            Ok(parsed) => {
                let problem = IndexedProblem::from(&parsed);
                let works = index.rows(&problem, wanted);
                let sfen = sfen::write(parsed.problem.setup());
                let put = answers.put(&parsed.id, &sfen, works);
                put.context(said(CANNOT_WRITE))?;
                asked += 1;
            }
            Err(about) => {
                refused(&about);
                exit = Exit::Failure;
            }
        }
    }
    answers.finish().context(said(CANNOT_WRITE))?;
    if asked == 0 && exit == Exit::Success {
        bail!(said(NO_PROBLEM));
    }
    // What was there before is better than nothing.
    if let Some(mut whole) = whole.filter(|_| asked > 0) {
        whole.publish().context(said(CANNOT_WRITE))?;
    }
    Ok(exit)
}

/// Returns the format asked for, or that of the output's name.
fn format(args: &SimilarArgs) -> anyhow::Result<SimilarFormat> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = args.output() else {
        return Ok(SimilarFormat::Text);
    };
    let of_file = |file| {
        Some(match file {
            FileType::Json => SimilarFormat::Json,
            FileType::Jsonl => SimilarFormat::Jsonl,
            FileType::Csv => SimilarFormat::Csv,
            FileType::Text => SimilarFormat::Text,
            _ => return None,
        })
    };
    format_of_name(path, SimilarFormat::Text, of_file, "--format")
}

fn width(args: &SimilarArgs) -> usize {
    match terminal_size::terminal_size() {
        Some((width, _)) if args.output().is_none() && io::stdout().is_terminal() => {
            usize::from(width.0)
        }
        _ => PAGE,
    }
}

fn write_index(path: &Path, read: &Collections, quiet: bool) -> anyhow::Result<Exit> {
    let (whole, out) = written(AtomicFile::begin(path), path)?;
    let done = file::write(&read.index, BufWriter::new(out)).and_then(|mut out| out.flush());
    written(done, path)?;
    if let Some(mut whole) = whole {
        written(whole.publish(), path)?;
    }
    if !quiet {
        let (count, name) = (read.index.len(), name_of(path));
        let bytes = path.metadata().map_or(0, |it| it.len()) / count.max(1) as u64;
        tell(&both!(
            spoken(),
            "{name}: {count} problems, {bytes} bytes each",
            "{name}：{count}題、1題あたり{bytes}バイト"
        ));
    }
    Ok(if read.complete {
        Exit::Success
    } else {
        Exit::Failure
    })
}

/// The answers, as they are written.
struct Answers {
    out: BufWriter<Box<dyn Write>>,
    format: SimilarFormat,
    quiet: bool,
    width: usize,
    keeps_formulas: bool,
    /// The number of rows, or of problems in text.
    written: usize,
}

/// The columns of CSV: keys of rows with a single value.
const COLUMNS: [&str; 15] = [
    "problem",
    "id",
    "origin",
    "score",
    "mirrored",
    "turned",
    "files",
    "ranks",
    "equal",
    "pieces",
    "pieces_there",
    "ending_plies",
    "note",
    "problem_sfen",
    "sfen",
];

impl Answers {
    /// Writes the works similar to a problem.
    fn put(&mut self, id: &str, sfen: &str, works: Vec<SimilarRow>) -> anyhow::Result<()> {
        if self.format == SimilarFormat::Text {
            return Ok(self.put_text(id, &works)?);
        }
        for work in works {
            let pair = SimilarPair {
                problem: id.to_owned(),
                problem_sfen: sfen.to_owned(),
                work,
            };
            match self.format {
                SimilarFormat::Csv => self.put_cells(&pair)?,
                SimilarFormat::Json => {
                    let before = if self.written == 0 { "[\n" } else { ",\n" };
                    write!(self.out, "{before}{}", serde_json::to_string(&pair)?)?;
                }
                SimilarFormat::Jsonl | SimilarFormat::Text => {
                    writeln!(self.out, "{}", serde_json::to_string(&pair)?)?;
                }
            }
            self.written += 1;
        }
        // Whoever reads a pipe gets the rows of each problem at once.
        Ok(self.out.flush()?)
    }

    fn put_text(&mut self, id: &str, works: &[SimilarRow]) -> io::Result<()> {
        if works.is_empty() && self.quiet {
            return Ok(());
        }
        if self.written > 0 {
            writeln!(self.out)?;
        }
        let count = match works.len() {
            0 => ["nothing similar", "類似作なし"].map(str::to_owned),
            1 => ["1 similar work", "類似作1題"].map(str::to_owned),
            many => [format!("{many} similar works"), format!("類似作{many}題")],
        };
        writeln!(self.out, "{}  {}", printable(id), said(count))?;
        for work in works {
            for line in work.lines(self.width, spoken()) {
                writeln!(self.out, "  {line}")?;
            }
        }
        self.written += 1;
        self.out.flush()
    }

    fn put_cells(&mut self, pair: &SimilarPair) -> anyhow::Result<()> {
        let json = serde_json::to_value(pair)?;
        let cell = |&key: &&str| {
            let value = match key {
                "ending_plies" => &json["ending"]["plies"],
                key => &json[key],
            };
            let text = match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let is_foreign = matches!(key, "problem" | "id" | "origin");
            if is_foreign && !self.keeps_formulas {
                quoted(text)
            } else {
                text
            }
        };
        let cells: Vec<_> = COLUMNS.iter().map(cell).collect();
        self.head()?;
        csv::Writer::from_writer(&mut self.out).write_record(cells)?;
        Ok(())
    }

    /// Writes the header of a table, unless it is there.
    fn head(&mut self) -> anyhow::Result<()> {
        if self.format == SimilarFormat::Csv && self.written == 0 {
            csv::Writer::from_writer(&mut self.out).write_record(COLUMNS)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.head()?;
        if self.format == SimilarFormat::Json {
            let end = if self.written == 0 { "[]\n" } else { "\n]\n" };
            self.out.write_all(end.as_bytes())?;
        }
        Ok(self.out.flush()?)
    }
}
