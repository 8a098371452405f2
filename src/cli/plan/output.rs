//! The destinations of answers, and their formats.

use super::overwriting::{are_one, refuse_overwriting};
use crate::batch::replace::{AtomicFile, InPlace};
use crate::batch::rows::RowFile;
use crate::cli::args::{CommonArgs, RowFormat, is_stdout};
use crate::cli::diagnostics::unwritten;
use crate::cli::lang::{cannot_write, given_twice, name_of, said, spoken};
use crate::cli::publish::{GrowingReport, HeldReport, Publishing};
use crate::cli::stdout::stdout;
use crate::input::{InputFiles, is_special};
use crate::notation::FileType;
use crate::notation::record::Encoding;
use crate::report::{
    Csv, Entry, Html, Json, Kif, Lang, Layout, Notation, Report, Tally, Text, Unwritable,
};
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The width if the width of the page is not known.
const PAGE: usize = 80;

/// The destinations of answers, and their formats.
pub(in crate::cli) struct Output {
    notation: Notation,
    lang: Lang,
    style: Style,
    /// Whether problems are judged as compositions.
    judged: bool,
    outlets: Vec<Outlet>,
}

/// One destination of answers.
struct Outlet {
    format: RowFormat,
    details: Details,
    sink: Sink,
}

/// Standard output, or a file.
enum Sink {
    Stdout {
        terminal: bool,
    },
    File(InPlace),
    /// A file that appears when it is complete.
    AtomicFile(AtomicFile, File),
    /// A file that grows, and whose rows may be replaced.
    Rows(Box<RowFile>),
}

impl Sink {
    /// Opens a file that appears when it is complete; pipes and devices are written to directly.
    fn whole(path: &Path) -> io::Result<Self> {
        Ok(match AtomicFile::begin(path)? {
            (Some(whole), file) => Self::AtomicFile(whole, file),
            (None, file) => Self::File(file.into()),
        })
    }
}

/// The amount of text about each problem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Quiet,
    Usual,
    /// A diagram for each problem, without notes.
    Detailed,
    Verbose,
}

impl Output {
    /// Opens standard output or the files asked for. For many problems the names of the files
    /// decide the formats, and files that would not be complete before the end appear then.
    /// Existing files keep their content until the first row comes.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if a file cannot be opened.
    pub fn open(
        args: &CommonArgs,
        inputs: &InputFiles,
        judged: bool,
        many: bool,
    ) -> anyhow::Result<Self> {
        let style = match (args.quiet, args.verbose) {
            (true, _) => Style::Quiet,
            (_, true) => Style::Verbose,
            _ => Style::Usual,
        };
        refuse_several(args, many)?;
        let usual = |output: Option<&Path>, terminal| match args.format {
            Some(format) => format,
            None if many => usual_format(output, terminal),
            None => RowFormat::Text,
        };
        for path in &args.output {
            refuse_overwriting(path, inputs)?;
            if many && args.format.is_none() {
                refuse_unknown(path)?;
            }
        }
        let mut outlets = Vec::new();
        for path in &args.output {
            if is_stdout(path) {
                outlets.push(Outlet::stdout(args, usual));
                continue;
            }
            let format = usual(Some(path), false);
            let traits = format.traits();
            let sink = match (many, traits.grows) {
                (true, false) => Sink::whole(path),
                (false, _) if traits.needs_end => Sink::whole(path),
                (true, true) if !is_special(path) => {
                    RowFile::create(path).map(|it| Sink::Rows(Box::new(it)))
                }
                _ => InPlace::open(path).map(Sink::File),
            };
            let sink = sink.with_context(|| cannot_write(path))?;
            let details = Details::new(args, Some(path));
            outlets.push(Outlet {
                format,
                details,
                sink,
            });
        }
        if outlets.is_empty() {
            outlets.push(Outlet::stdout(args, usual));
        }
        Ok(Self {
            notation: args.notation.into(),
            lang: spoken(),
            style,
            judged,
            outlets,
        })
    }

    /// Returns the first of the files after `-o` with which an interrupted run can be continued.
    pub fn growing(&self, files: &[PathBuf]) -> Option<PathBuf> {
        let mut outlets = files.iter().zip(&self.outlets);
        let (path, _) =
            outlets.find(|(path, it)| it.format == RowFormat::Jsonl && !is_stdout(path))?;
        Some(path.clone())
    }

    /// Also writes a page to this file.
    ///
    /// # Errors
    /// If the file is one of the others, or if it cannot be opened.
    pub fn add_page(
        &mut self,
        path: &Path,
        args: &CommonArgs,
        inputs: &InputFiles,
    ) -> anyhow::Result<()> {
        refuse_overwriting(path, inputs)?;
        let mut others = args.output.iter();
        if others.any(|it| are_one(it, path)) {
            bail!(given_twice(path));
        }
        let sink = Sink::whole(path);
        let sink = sink.with_context(|| cannot_write(path))?;
        self.outlets.push(Outlet {
            format: RowFormat::Html,
            details: Details::default(),
            sink,
        });
        Ok(())
    }

    /// Returns whether some of the output needs the whole judgement of every problem.
    pub fn needs_judgements(&self) -> bool {
        let mut traits = self.outlets.iter().map(|it| it.format.traits());
        traits.any(|it| it.needs_judgements)
    }

    /// Returns whether all of the output shows the answers of `--explain` and `--try`.
    pub fn shows_questions(&self) -> bool {
        let mut traits = self.outlets.iter().map(|it| it.format.traits());
        traits.all(|it| it.shows_questions)
    }

    /// Writes JSONL rows to this file, and nothing else.
    pub fn go_on(&mut self, rows: RowFile) {
        self.outlets = vec![Outlet {
            format: RowFormat::Jsonl,
            details: Details::default(),
            sink: Sink::Rows(Box::new(rows)),
        }];
    }

    /// Shows each problem, unless the user has chosen how much to show.
    pub fn show_each(&mut self) {
        if self.style == Style::Usual {
            self.style = Style::Detailed;
        }
    }

    /// Returns whether there is a summary.
    pub fn has_summary(&self) -> bool {
        let formats = self.outlets.iter().map(|it| it.format);
        let mut others = formats.filter(|it| *it != RowFormat::Html);
        others.next() == Some(RowFormat::Text) && others.next().is_none()
    }

    /// Returns whether the summary is shown, which it is not in a file.
    pub fn shows_summary(&self) -> bool {
        let mut outlets = self.outlets.iter();
        self.has_summary() && outlets.any(|it| matches!(it.sink, Sink::Stdout { .. }))
    }

    /// Returns whether the form depends on the number of problems, so that the second one has to be
    /// awaited.
    pub fn depends_on_number(&self) -> bool {
        self.has_summary() && self.style == Style::Usual
    }

    /// Returns the writer for one problem or several.
    pub fn report(self, several: bool, ids: bool) -> Box<dyn Report> {
        let diagrams = match self.style {
            Style::Quiet => false,
            Style::Usual => !several,
            Style::Detailed | Style::Verbose => true,
        };
        let layout = Layout {
            width: PAGE,
            clip: false,
            diagrams,
            ids,
            notes: self.style == Style::Verbose,
            summary: self.style != Style::Quiet,
            judged: self.judged,
            notation: self.notation,
            lang: self.lang,
        };
        let outlets = self.outlets.into_iter().map(|it| it.report(layout));
        let mut reports: Vec<_> = outlets.collect();
        if reports.len() == 1 {
            reports.remove(0)
        } else {
            Box::new(ManyReports(reports))
        }
    }
}

impl Outlet {
    /// Opens standard output with its usual format.
    fn stdout(args: &CommonArgs, usual: impl Fn(Option<&Path>, bool) -> RowFormat) -> Self {
        let terminal = io::stdout().is_terminal();
        Self {
            format: usual(None, terminal),
            details: Details::new(args, None),
            sink: Sink::Stdout { terminal },
        }
    }

    fn report(self, mut layout: Layout) -> Box<dyn Report> {
        let how = (self.format, self.details);
        match self.sink {
            Sink::Stdout { terminal } => {
                if let (true, Some((width, _))) = (terminal, terminal_size::terminal_size()) {
                    layout.width = usize::from(width.0);
                }
                layout.clip = terminal;
                let choice = AutoStream::choice(&io::stdout());
                let out: Box<dyn Write> = match self.format {
                    RowFormat::Text => stdout(),
                    _ => Box::new(BufWriter::new(stdout())),
                };
                let report = written_to(out, how, layout, choice);
                Box::new(Records::new(report))
            }
            Sink::File(file) => {
                let choice = AutoStream::choice(file.file());
                let out = Box::new(BufWriter::new(file));
                let report = written_to(out, how, layout, choice);
                Box::new(HeldReport::new(Records::new(report)))
            }
            Sink::Rows(rows) => {
                let report = |out| written_to(out, how, layout, ColorChoice::Never);
                Box::new(HeldReport::new(GrowingReport::new(*rows, report)))
            }
            Sink::AtomicFile(whole, file) => {
                let choice = AutoStream::choice(&file);
                let out = Box::new(BufWriter::new(file));
                let report = written_to(out, how, layout, choice);
                Box::new(HeldReport::new(Records::new(Publishing { report, whole })))
            }
        }
    }
}

/// Writes the same answers to several places.
struct ManyReports(Vec<Box<dyn Report>>);

impl Report for ManyReports {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.entry(entry))
    }

    fn provisional(&mut self, entry: &Entry) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.provisional(entry))
    }

    fn remains(&mut self, entry: &Entry) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.remains(entry))
    }

    /// Finishes all, even if one of them fails.
    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let finished: Vec<_> = self.0.iter_mut().map(|it| it.finish(tally)).collect();
        finished.into_iter().collect()
    }
}

/// Records, some of which may contain characters that cannot be written. These are reported and
/// left out.
struct Records<R> {
    report: R,
    left_out: usize,
}

impl<R: Report> Records<R> {
    const fn new(report: R) -> Self {
        Self {
            report,
            left_out: 0,
        }
    }
}

impl<R: Report> Report for Records<R> {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let Err(error) = self.report.entry(entry) else {
            return Ok(());
        };
        let unwritable = error.get_ref().and_then(|it| it.downcast_ref());
        let Some(Unwritable { id, text, error }) = unwritable else {
            return Err(error);
        };
        unwritten(id, text, error);
        self.left_out += 1;
        Ok(())
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.report.finish(tally)?;
        match self.left_out {
            0 => Ok(()),
            n => Err(io::Error::other(Missing(n))),
        }
    }
}

/// The number of records that could not be written.
#[derive(Debug)]
struct Missing(usize);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said(match self.0 {
            1 => [
                "one record is missing from the output".to_owned(),
                "出力に棋譜が1題分足りない".to_owned(),
            ],
            n => [
                format!("{n} records are missing from the output"),
                format!("出力に棋譜が{n}題分足りない"),
            ],
        }))
    }
}

impl std::error::Error for Missing {}

/// Refuses several files, unless their names decide the formats and they are different.
fn refuse_several(args: &CommonArgs, many: bool) -> anyhow::Result<()> {
    if args.output.len() < 2 {
        return Ok(());
    }
    if !many {
        bail!(said([
            "only `validate` writes several files at once: give one `-o`",
            "複数のファイルに書けるのは validate だけ：-o は一つにする",
        ]));
    }
    if args.format.is_some() {
        bail!(said([
            "the names of several `-o` files decide the formats: leave out `--format`",
            "-o が複数のときは拡張子で形式が決まる：--format は付けない",
        ]));
    }
    for (i, path) in args.output.iter().enumerate() {
        if args.output[..i].iter().any(|it| are_one(it, path)) {
            bail!(given_twice(path));
        }
    }
    Ok(())
}

/// Makes a writer of rows; colours are those of text.
fn written_to(
    out: Box<dyn Write>,
    (format, details): (RowFormat, Details),
    layout: Layout,
    choice: ColorChoice,
) -> Box<dyn Report> {
    match format {
        RowFormat::Json => Box::new(Json::array(out)),
        RowFormat::Jsonl => Box::new(Json::lines(out)),
        RowFormat::Csv => Box::new(Csv::new(out).keep_formulas(details.keeps_formulas)),
        RowFormat::Kif => Box::new(Kif::new(
            out,
            details.encoding,
            layout.lang,
            layout.notation,
        )),
        RowFormat::Html => Box::new(Html::new(out, layout.lang, layout.notation)),
        RowFormat::Text => Box::new(Text::new(AutoStream::new(out, choice), layout)),
    }
}

/// What is to be known of some formats.
#[derive(Clone, Copy)]
struct Details {
    /// The encoding of records.
    encoding: Encoding,
    /// Whether cells of a table may begin like a formula.
    keeps_formulas: bool,
}

impl Default for Details {
    fn default() -> Self {
        Self {
            encoding: Encoding::Utf8,
            keeps_formulas: false,
        }
    }
}

impl Details {
    /// Takes them from the arguments. Records are in CP932 if the file has the name for it.
    fn new(args: &CommonArgs, output: Option<&Path>) -> Self {
        let encoding = match args.encoding {
            Some(encoding) => encoding.into(),
            None if output.and_then(FileType::of) == Some(FileType::Kif) => Encoding::Cp932,
            None => Encoding::Utf8,
        };
        Self {
            encoding,
            keeps_formulas: args.keep_formulas,
        }
    }
}

/// Returns whether some of the output shows variations that nobody asked for.
pub(super) fn shows_variations(args: &CommonArgs) -> bool {
    let shows = |format: RowFormat| format.traits().shows_variations;
    match args.format {
        Some(format) => shows(format),
        None => args
            .output
            .iter()
            .any(|path| shows(usual_format(Some(path), false))),
    }
}

/// Refuses a file whose name does not decide its format, because this is a mistake.
fn refuse_unknown(path: &Path) -> anyhow::Result<()> {
    use FileType::{Csv, Html, Json, Jsonl, Kif, Kifu, Text};
    match FileType::of(path) {
        Some(Jsonl | Json | Csv | Text | Kif | Kifu | Html) => Ok(()),
        _ if path.extension().is_some() => {
            let path = name_of(path);
            bail!(said([
                format!("no format is known for `{path}`: choose one with `--format`"),
                format!("「{path}」の形式が分からない：--format で指定する"),
            ]))
        }
        _ => Ok(()),
    }
}

/// Returns the format of rows if none was asked for: that of the file's name, or the usual one of
/// standard output.
fn usual_format(output: Option<&Path>, terminal: bool) -> RowFormat {
    let is_named = output.is_some_and(|path| path.extension().is_some());
    match output.and_then(FileType::of) {
        Some(FileType::Json) => RowFormat::Json,
        Some(FileType::Csv) => RowFormat::Csv,
        Some(FileType::Text) => RowFormat::Text,
        Some(FileType::Kif | FileType::Kifu) => RowFormat::Kif,
        Some(FileType::Html) => RowFormat::Html,
        _ if terminal && !is_named => RowFormat::Text,
        _ => RowFormat::Jsonl,
    }
}
