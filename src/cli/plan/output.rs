//! The destinations of answers, and their formats.

use super::naming::format_of_name;
use super::overwriting::{are_one, refuse_folder, refuse_output};
use crate::batch::replace::{AtomicFile, InPlace};
use crate::batch::rows::RowFile;
use crate::cli::args::{CommonArgs, LayoutChoice, RowFormat, is_stdout};
use crate::cli::diagnostics::warning;
use crate::cli::files::is_folder;
use crate::cli::folder::{FolderSink, OutputFolder};
use crate::cli::lang::{given_twice, said, spoken, written};
use crate::cli::publish::{GrowingReport, HeldReport, ManyReports, Publishing, WritablePages};
use crate::cli::stdout::{stdout, stdout_for_texts};
use crate::input::{InputFiles, Source, is_special};
use crate::notation::FileType;
use crate::notation::record::TextForm;
use crate::report::{
    Csv, Html, Json, Lang, Layout, Notation, Page, PageLayout, PageStream, Pages, Report, Text,
};
use anstream::{AutoStream, ColorChoice};
use anyhow::bail;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Whether the problems may come from several files.
    has_files: bool,
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
    /// A folder with a file for each problem.
    Folder(OutputFolder),
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
    /// Opens standard output or the files asked for. The names of the files decide the formats. For
    /// many problems, files that would not be complete before the end appear then.
    /// Existing files keep their content until the first row comes.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if a file cannot be opened.
    pub fn open(
        args: &CommonArgs,
        inputs: &Arc<InputFiles>,
        judged: bool,
        many: bool,
    ) -> anyhow::Result<Self> {
        let style = match (args.quiet, args.verbose) {
            (true, _) => Style::Quiet,
            (_, true) => Style::Verbose,
            _ => Style::Usual,
        };
        refuse_several(args, many)?;
        let mut formats = Vec::new();
        for path in &args.output {
            if !is_folder(path) {
                refuse_output(path, inputs, args.force)?;
            }
            formats.push(format(args, Some(path))?);
        }
        let mut outlets = Vec::new();
        for (path, format) in args.output.iter().zip(formats) {
            if is_stdout(path) {
                outlets.push(Outlet::stdout(args, format));
                continue;
            }
            if is_folder(path) {
                outlets.push(Outlet::folder(path, args, inputs)?);
                continue;
            }
            let traits = format.traits();
            let sink = match (many, traits.grows) {
                (true, false) => Sink::whole(path),
                (false, _) if traits.needs_end => Sink::whole(path),
                (true, true) if !is_special(path) => {
                    RowFile::create(path).map(|it| Sink::Rows(Box::new(it)))
                }
                _ => InPlace::open(path).map(Sink::File),
            };
            let sink = written(sink, path)?;
            let details = Details::new(args, FileType::of(path).unwrap_or(FileType::Text));
            outlets.push(Outlet {
                format,
                details,
                sink,
            });
        }
        if outlets.is_empty() {
            outlets.push(Outlet::stdout(args, format(args, None)?));
        }
        if judged && !args.quiet && outlets.iter().any(|it| it.format == RowFormat::Csa) {
            warning(said([
                "CSA holds one line: variations and findings are left out",
                "CSAに書けるのは一つの手順だけ：変化と検討結果は省略する",
            ]));
        }
        let mut formats = outlets.iter().map(|it| it.format);
        if !args.columns.is_empty() && !formats.any(|it| it == RowFormat::Csv) {
            bail!(said([
                "`--columns` is for CSV: add `--format csv`, or write to a file `.csv`",
                "--columns はCSVのためのもの：--format csv を付けるか、拡張子 .csv のファイルに書く",
            ]));
        }
        Ok(Self {
            notation: args.notation,
            lang: spoken(),
            style,
            judged,
            outlets,
            has_files: false,
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
        refuse_output(path, inputs, args.force)?;
        let of_page = |file| (file == FileType::Html).then_some(());
        format_of_name(path, (), of_page, "-o")?;
        let mut others = args.output.iter();
        if others.any(|it| are_one(it, path)) {
            bail!(given_twice(path));
        }
        let sink = written(Sink::whole(path), path)?;
        self.outlets.push(Outlet {
            format: RowFormat::Html,
            details: Details::new(args, FileType::Html),
            sink,
        });
        Ok(())
    }

    /// Refuses options of pages if no page is written, or options that exclude each other.
    pub fn refuse_page_options(&self, args: &CommonArgs) -> anyhow::Result<()> {
        let is_book = args.layout == LayoutChoice::Book;
        let mut formats = self.outlets.iter().map(|it| it.format);
        if is_book && args.puzzle {
            bail!(said([
                "a book has its solutions behind the diagrams: leave out `--puzzle` or `--layout book`",
                "--layout book では解答は巻末に載る：--puzzle か --layout book のどちらかにする",
            ]));
        }
        let is_usual = args.layout == LayoutChoice::Cards && !args.puzzle;
        if !is_usual && !formats.any(|it| it == RowFormat::Html) {
            bail!(said([
                "`--layout` and `--puzzle` are for pages: add `--format html`, or write to a file `.html`",
                "--layout と --puzzle はHTMLのためのもの：--format html を付けるか、拡張子 .html のファイルに書く",
            ]));
        }
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

    /// Names the file of each problem in text, if the problems may come from several.
    pub fn name_files(&mut self, sources: &[Source]) {
        let is_folder = |it: &Source| matches!(it, Source::Folder(_));
        self.has_files = sources.len() > 1 || sources.iter().any(is_folder);
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
        let files = self.has_files;
        let outlets = self.outlets.into_iter();
        let outlets = outlets.map(|it| it.report(layout, files));
        let mut reports: Vec<_> = outlets.collect();
        if reports.len() == 1 {
            reports.remove(0)
        } else {
            Box::new(ManyReports(reports))
        }
    }
}

impl Outlet {
    /// Opens standard output.
    fn stdout(args: &CommonArgs, format: RowFormat) -> Self {
        Self {
            format,
            details: Details::new(args, FileType::Text),
            sink: Sink::Stdout {
                terminal: io::stdout().is_terminal(),
            },
        }
    }

    /// Opens a folder for files of records or pictures.
    fn folder(path: &Path, args: &CommonArgs, inputs: &Arc<InputFiles>) -> anyhow::Result<Self> {
        let Some(format) = args.format.filter(|it| it.page().is_some()) else {
            bail!(said([
                "a folder gets a record or picture for each problem: choose `--format kif`, `kifu`, \
                 `ki2`, `csa`, `jkf` or `svg`",
                "フォルダーには1題ごとに棋譜か図を書く：--format に kif、kifu、ki2、csa、jkf、svg の\
                 どれかを付ける",
            ]))
        };
        refuse_folder(path, inputs)?;
        let details = Details::new(args, format.file_type());
        Ok(Self {
            format,
            details,
            sink: Sink::Folder(OutputFolder::create(path, Arc::clone(inputs), args.force)?),
        })
    }

    fn report(self, mut layout: Layout, files: bool) -> Box<dyn Report> {
        let how = (self.format, self.details, files);
        match self.sink {
            Sink::Stdout { terminal } => {
                if let (true, Some((width, _))) = (terminal, terminal_size::terminal_size()) {
                    layout.width = usize::from(width.0);
                }
                layout.clip = terminal;
                let choice = AutoStream::choice(&io::stdout());
                let out: Box<dyn Write> = match self.format {
                    RowFormat::Text => stdout(),
                    _ => Box::new(BufWriter::new(stdout_for_texts())),
                };
                let report = written_to(out, how, layout, choice);
                Box::new(WritablePages::new(report))
            }
            Sink::File(file) => {
                let choice = AutoStream::choice(file.file());
                let out = Box::new(BufWriter::new(file));
                let report = written_to(out, how, layout, choice);
                Box::new(HeldReport::new(WritablePages::new(report)))
            }
            Sink::Folder(folder) => {
                let file = self.format.file_type();
                let sink = FolderSink { folder, file };
                let page = (self.format.page().unwrap_or(Page::Picture), how.1.form);
                let pages = Pages::new(sink, page, layout.lang, layout.notation);
                Box::new(WritablePages::new(pages))
            }
            Sink::Rows(rows) => {
                let report = |out| written_to(out, how, layout, ColorChoice::Never);
                Box::new(HeldReport::new(GrowingReport::new(*rows, report)))
            }
            Sink::AtomicFile(whole, file) => {
                let choice = AutoStream::choice(&file);
                let out = Box::new(BufWriter::new(file));
                let report = written_to(out, how, layout, choice);
                Box::new(HeldReport::new(WritablePages::new(Publishing {
                    report,
                    whole,
                })))
            }
        }
    }
}

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
    (format, details, files): (RowFormat, Details, bool),
    layout: Layout,
    choice: ColorChoice,
) -> Box<dyn Report> {
    if let Some(page) = format.page() {
        let stream = PageStream::new(out, page, details.form);
        let how = (page, details.form);
        return Box::new(Pages::new(stream, how, layout.lang, layout.notation));
    }
    match format {
        RowFormat::Json => Box::new(Json::array(out)),
        RowFormat::Jsonl => Box::new(Json::lines(out)),
        RowFormat::Csv => Box::new(
            Csv::new(out)
                .keep_formulas(details.keeps_formulas)
                .with_columns(details.columns),
        ),
        RowFormat::Html => {
            Box::new(Html::new(out, layout.lang, layout.notation).with_layout(details.page))
        }
        _ => Box::new(Text::new(AutoStream::new(out, choice), layout).with_files(files)),
    }
}

/// The properties of some formats.
#[derive(Clone)]
struct Details {
    /// How records are written.
    form: TextForm,
    /// Whether cells of a table may begin like a formula.
    keeps_formulas: bool,
    /// The columns of a table, unless they are the usual ones.
    columns: Vec<&'static str>,
    /// The form of a page for browsers.
    page: PageLayout,
}

impl Default for Details {
    fn default() -> Self {
        Self {
            form: TextForm::PLAIN,
            keeps_formulas: false,
            columns: Vec::new(),
            page: PageLayout::Cards,
        }
    }
}

impl Details {
    /// Takes them from the arguments, and the form of records from the type of the file.
    fn new(args: &CommonArgs, file: FileType) -> Self {
        let mut form = file.text_form();
        if let Some(encoding) = args.encoding {
            form.encoding = encoding.into();
        }
        Self {
            form,
            keeps_formulas: args.keep_formulas,
            columns: args.columns.clone(),
            page: page_layout(args),
        }
    }
}

/// Returns the form of a page for browsers.
const fn page_layout(args: &CommonArgs) -> PageLayout {
    match (args.layout, args.puzzle) {
        (LayoutChoice::Book, _) => PageLayout::Book,
        (LayoutChoice::Cards | LayoutChoice::Gallery, true) => PageLayout::Puzzles,
        (LayoutChoice::Gallery, false) => PageLayout::Gallery,
        (LayoutChoice::Cards, false) => PageLayout::Cards,
    }
}

/// Returns the format asked for, else that of the file's name, else text.
///
/// # Errors
/// If no format has the ending of this name.
pub(super) fn format(args: &CommonArgs, output: Option<&Path>) -> anyhow::Result<RowFormat> {
    let output = output.filter(|it| !is_stdout(it) && !is_folder(it));
    match (args.format, output) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(RowFormat::Text),
        (None, Some(path)) => format_of_name(path, RowFormat::Text, RowFormat::of_file, "--format"),
    }
}
