//! One destination of answers: standard output, a file or a folder.

use super::args::OutputArgs;
use super::destination::{begin, page_width};
use super::folder::{FolderSink, OutputFolder};
use super::names::is_folder;
use super::naming::FileFormat;
use super::overwriting::refuse_folder;
use super::publish::{GrowingReport, HeldReport, Publishing, WritablePages};
use crate::batch::replace::{AtomicFile, InPlace};
use crate::batch::rows::RowFile;
use crate::cli::inputs::Inputs;
use crate::cli::lang::written;
use crate::cli::stdout::{stdout, stdout_for_texts};
use crate::cli::values::is_stdout;
use crate::input::is_special;
use crate::notation::FileType;
use crate::notation::record::TextForm;
use crate::report::{Form, Layout, Page, Pages, Report, RowFormat};
use crate::vocabulary::Notation;
use anstream::{AutoStream, ColorChoice};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

/// One destination of answers.
pub(super) struct Outlet {
    form: Form,
    sink: Sink,
}

/// Standard output, or a file.
enum Sink {
    Stdout,
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
    fn whole(path: &Path) -> anyhow::Result<Self> {
        Ok(match begin(path)? {
            (Some(whole), file) => Self::AtomicFile(whole, file),
            (None, file) => Self::File(file.into()),
        })
    }
}

impl Outlet {
    /// Opens standard output.
    pub fn stdout(args: &OutputArgs, format: RowFormat) -> Self {
        Self {
            form: form(args, format, FileType::Text),
            sink: Sink::Stdout,
        }
    }

    /// Opens a file or folder, or standard output (-), for `many` problems or few.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(
        path: &Path,
        format: RowFormat,
        many: bool,
        args: &OutputArgs,
        inputs: &Inputs,
    ) -> anyhow::Result<Self> {
        if is_stdout(path) {
            return Ok(Self::stdout(args, format));
        }
        if is_folder(path) {
            return Self::folder(path, args, inputs);
        }
        let traits = format.traits();
        let sink = match (many, traits.grows) {
            (true, false) => Sink::whole(path)?,
            (false, _) if traits.needs_end => Sink::whole(path)?,
            (true, true) if !is_special(path) => {
                Sink::Rows(Box::new(written(RowFile::create(path), path)?))
            }
            _ => Sink::File(written(InPlace::open(path), path)?),
        };
        let file = FileType::of(path).unwrap_or(FileType::Text);
        let form = form(args, format, file);
        Ok(Self { form, sink })
    }

    /// Opens a folder for files of records or pictures.
    fn folder(path: &Path, args: &OutputArgs, inputs: &Inputs) -> anyhow::Result<Self> {
        let Some(format) = args.format.filter(|it| it.page().is_some()) else {
            refuse!(
                "a folder gets a record or picture for each problem: choose `--format kif`, `kifu`, \
                 `ki2`, `csa`, `jkf` or `svg`",
                "フォルダーには1題ごとに棋譜か図を書く：--format に kif、kifu、ki2、csa、jkf、svg の\
                 どれかを付ける"
            )
        };
        refuse_folder(path, &inputs.files)?;
        let folder = OutputFolder::create(path, Arc::clone(&inputs.files), args.force)?;
        Ok(Self {
            form: form(args, format, format.file_type()),
            sink: Sink::Folder(folder),
        })
    }

    /// Opens a page for browsers that appears when it is complete.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn page(path: &Path, args: &OutputArgs) -> anyhow::Result<Self> {
        Ok(Self {
            form: form(args, RowFormat::Html, FileType::Html),
            sink: Sink::whole(path)?,
        })
    }

    /// Writes JSONL to rows that are there already.
    pub fn rows(rows: RowFile) -> Self {
        Self {
            form: Form::new(RowFormat::Jsonl, TextForm::PLAIN),
            sink: Sink::Rows(Box::new(rows)),
        }
    }

    /// Returns whether it is a table with columns of the input.
    pub fn has_own_columns(&self) -> bool {
        let wanted = &self.form.columns;
        self.form.format == RowFormat::Csv && (wanted.is_empty() || wanted.contains(&"own"))
    }

    /// Says which columns the input has.
    pub fn take_own_columns(&mut self, own: &Arc<[String]>) {
        self.form.own = Arc::clone(own);
    }

    /// Returns its format.
    pub const fn format(&self) -> RowFormat {
        self.form.format
    }

    /// Returns whether it is standard output.
    pub const fn is_stdout(&self) -> bool {
        matches!(self.sink, Sink::Stdout)
    }

    /// Returns the writer of answers. `files` says whether text names the file of each problem.
    pub fn report(self, mut layout: Layout, files: bool) -> Box<dyn Report> {
        let form = self.form;
        match self.sink {
            Sink::Stdout => {
                layout.clip = io::stdout().is_terminal();
                layout.width = page_width(None);
                layout.record_notes = false;
                let choice = AutoStream::choice(&io::stdout());
                let out: Box<dyn Write> = match form.format {
                    RowFormat::Text => coloured(&form, stdout(), choice),
                    _ => Box::new(BufWriter::new(stdout_for_texts())),
                };
                let report = form.report(out, layout, files);
                Box::new(WritablePages::new(report))
            }
            Sink::File(file) => {
                let choice = AutoStream::choice(file.file());
                let out = coloured(&form, BufWriter::new(file), choice);
                let report = form.report(out, layout, files);
                Box::new(HeldReport::new(WritablePages::new(report)))
            }
            Sink::Folder(folder) => {
                let file = form.format.file_type();
                let mark = form.text.mark();
                let sink = FolderSink { folder, file, mark };
                let page = form.format.page().unwrap_or(Page::Picture);
                let pages = Pages::new(sink, page, form.text, layout.lang, layout.notation);
                Box::new(WritablePages::new(pages))
            }
            Sink::Rows(rows) => {
                let report = |out| form.report(out, layout, files);
                let report = GrowingReport::new(*rows, report);
                Box::new(HeldReport::new(WritablePages::new(report)))
            }
            Sink::AtomicFile(whole, file) => {
                let choice = AutoStream::choice(&file);
                let out = coloured(&form, BufWriter::new(file), choice);
                let report = form.report(out, layout, files);
                let report = Publishing { report, whole };
                Box::new(HeldReport::new(WritablePages::new(report)))
            }
        }
    }
}

/// Returns a format with its properties from the options, and the form of records from the type of the file.
fn form(args: &OutputArgs, format: RowFormat, file: FileType) -> Form {
    let mut text = file.text_form();
    if let Some(encoding) = args.encoding {
        text.encoding = encoding.into();
    }
    Form {
        columns: args.columns.clone(),
        notation: args.notation.unwrap_or(Notation::Usi),
        page: args.page_layout(),
        ..Form::new(format, text)
    }
}

/// Passes on the colours of text, or removes them.
fn coloured(form: &Form, out: impl Write + 'static, choice: ColorChoice) -> Box<dyn Write> {
    match form.format {
        RowFormat::Text => Box::new(AutoStream::new(Box::new(out) as Box<dyn Write>, choice)),
        _ => Box::new(out),
    }
}
