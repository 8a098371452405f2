//! One output of answers: opens standard output, a file or a folder, and writes rows there.

use super::args::OutputArgs;
use super::destination::{Destination, OutputFolder, named_on_error};
use super::names::{is_folder, type_of_format};
use crate::answer::{Row, Tally};
use crate::batch::rows::RowFile;
use crate::cli::diagnostics::unencodable;
use crate::cli::inputs::Inputs;
use crate::cli::lang::localized;
use crate::cli::values::is_stdout;
use crate::input::is_special;
use crate::notation::FileType;
use crate::notation::record::TextForm;
use crate::report::{Form, Layout, OnePicture, Page, Pages, Report, RowFormat, Unwritable};
use crate::vocabulary::{ErrorKind, Notation};
use anstream::AutoStream;
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// One output, before the first row.
pub(super) struct Outlet {
    form: Form,
    sink: Sink,
}

/// The place to which answers go.
enum Sink {
    /// Standard output, or a file that appears when it is complete.
    Whole(Destination),
    /// A file that grows row by row, and whose rows may be replaced.
    Append(GrowingFile),
    /// A folder with a file for each problem.
    Folder(OutputFolder),
}

impl Outlet {
    /// Opens standard output.
    pub fn stdout(args: &OutputArgs, format: RowFormat) -> Self {
        let out = Destination::stdout();
        Self {
            form: form_of(args, format, FileType::Text),
            sink: Sink::Whole(match format {
                RowFormat::Text => out,
                _ => out.with_escapes(),
            }),
        }
    }

    /// Opens a file or folder, or standard output (-).
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(
        path: &Path,
        format: RowFormat,
        args: &OutputArgs,
        inputs: &Inputs,
    ) -> anyhow::Result<Self> {
        if is_stdout(path) {
            return Ok(Self::stdout(args, format));
        }
        if is_folder(path) {
            return Self::folder(path, args, inputs);
        }
        let sink = if format.traits().grows && !is_special(path) {
            Sink::Append(GrowingFile {
                rows: Box::new(named_on_error(RowFile::create(path), path)?),
                path: path.to_owned(),
            })
        } else {
            Sink::Whole(Destination::open(Some(path), &inputs.files, args.force)?)
        };
        let file = FileType::of(path).unwrap_or(FileType::Text);
        let form = form_of(args, format, file);
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
        let file = type_of_format(&format);
        let form = form_of(args, format, file);
        let mut folder = OutputFolder::create(path, file, &inputs.files, args.force)?;
        folder.mark = form.text.mark();
        let sink = Sink::Folder(folder);
        Ok(Self { form, sink })
    }

    /// Appends JSONL to the rows of this file.
    pub fn rows(rows: RowFile, path: &Path) -> Self {
        Self {
            form: Form::new(RowFormat::Jsonl, TextForm::PLAIN),
            sink: Sink::Append(GrowingFile {
                rows: Box::new(rows),
                path: path.to_owned(),
            }),
        }
    }

    /// Returns whether it is a table with columns of the input.
    pub fn has_own_columns(&self) -> bool {
        let wanted = &self.form.columns;
        self.form.format == RowFormat::Csv && (wanted.is_empty() || wanted.contains(&"own"))
    }

    /// Sets the columns of the input.
    pub fn take_own_columns(&mut self, own: &Arc<[String]>) {
        self.form.own = Arc::clone(own);
    }

    /// Returns its format.
    pub const fn format(&self) -> RowFormat {
        self.form.format
    }

    /// Returns whether it is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(&self.sink, Sink::Whole(it) if it.is_stdout())
    }

    /// Returns the writer of answers. `files` says whether text names the file of each problem.
    pub fn report(self, mut layout: Layout, files: bool) -> OutletReport {
        // Only a file keeps its old content until a row about a problem comes.
        let is_file = !self.is_stdout() && !matches!(self.sink, Sink::Folder(_));
        let form = self.form;
        let (report, end): (Box<dyn Report>, _) = match self.sink {
            Sink::Folder(folder) => {
                let page = form.format.page().unwrap_or(Page::Picture);
                let pages = Pages::new(folder, page, form.text, layout.lang, layout.notation);
                (Box::new(pages), End::Folder)
            }
            Sink::Append(rows) => {
                let bytes = Shared::new(Vec::new());
                let report = form.report(Box::new(bytes.clone()), layout, files);
                (report, End::Append(rows, bytes))
            }
            Sink::Whole(destination) => {
                if destination.is_stdout() {
                    layout.clip = io::stdout().is_terminal();
                    layout.width = destination.width();
                    layout.record_notes = false;
                }
                let color = destination.color();
                let destination = Shared::new(destination);
                let mut out: Box<dyn Write> = Box::new(destination.clone());
                if form.format == RowFormat::Text {
                    out = Box::new(AutoStream::new(out, color));
                }
                (form.report(out, layout, files), End::Whole(destination))
            }
        };
        OutletReport {
            report,
            end,
            waiting: is_file.then(Vec::new),
            left_out_count: 0,
        }
    }
}

/// Returns a format with its properties: those of the options, and for records those of the type of the file.
fn form_of(args: &OutputArgs, format: RowFormat, file: FileType) -> Form {
    let mut text = file.text_form();
    if let Some(encoding) = args.encoding {
        text.encoding = encoding.into();
    }
    Form {
        columns: args.columns.clone(),
        notation: args.notation.unwrap_or(Notation::Usi),
        page: args.layout,
        ..Form::new(format, text)
    }
}

/// A writer that a report writes to while the outlet keeps access to it.
struct Shared<W>(Rc<RefCell<W>>);

impl<W> Shared<W> {
    fn new(writer: W) -> Self {
        Self(Rc::new(RefCell::new(writer)))
    }

    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// A file of rows. Errors in writing name it.
struct GrowingFile {
    rows: Box<RowFile>,
    path: PathBuf,
}

impl GrowingFile {
    /// Calls `act` with the rows, and names the file in its error.
    fn with(&mut self, act: impl FnOnce(&mut RowFile) -> io::Result<()>) -> io::Result<()> {
        named_on_error(act(&mut self.rows), &self.path)
    }
}

/// The writer of answers to one output.
///
/// A file stays as it was if nothing of the input could be read. A record with a character that cannot be
/// written is reported and left out.
pub struct OutletReport {
    report: Box<dyn Report>,
    end: End,
    /// The rows about unreadable inputs. They wait for another row, because without one the file stays as it was.
    /// `None` after the beginning is written.
    waiting: Option<Vec<Row>>,
    /// The number of records that could not be written.
    left_out_count: usize,
}

/// The part of a sink that the outlet keeps, to pass on the bytes of the report and to finish.
enum End {
    /// Standard output or a file, to which the report writes.
    Whole(Shared<Destination>),
    /// A file of rows, and the buffer of the report, which is moved to the file after each row.
    Append(GrowingFile, Shared<Vec<u8>>),
    /// A folder, in which each page is a file already.
    Folder,
}

/// Whether a row can still be replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It is written for the first time, and stays.
    Final,
    /// A row that another one may replace. Outputs that cannot replace rows leave it out.
    Provisional,
    /// A provisional row that is final after all.
    Remains,
}

impl OutletReport {
    /// Writes a row, unless it waits or this output leaves it out.
    fn put(&mut self, row: &Row, stage: Stage) -> io::Result<()> {
        match &mut self.waiting {
            Some(waiting) if stage == Stage::Final && is_of_unreadable_input(row) => {
                waiting.push(row.clone());
                return Ok(());
            }
            Some(_) => self.begin(Some(row))?,
            None => {}
        }
        let skipped_stage = match self.end {
            // A growing file has the provisional row already.
            End::Append(..) => Stage::Remains,
            End::Whole(_) | End::Folder => Stage::Provisional,
        };
        if stage == skipped_stage {
            return Ok(());
        }
        if let Err(error) = self.report.answer(row) {
            return self.leave_out(error, stage);
        }
        match &mut self.end {
            End::Append(file, bytes) => {
                let is_open = stage == Stage::Provisional;
                file.with(|rows| rows.put(&row.id, &bytes.0.take(), is_open))
            }
            _ => Ok(()),
        }
    }

    /// Reports and counts a record that its encoding cannot hold, unless a final row will follow. Returns other
    /// errors.
    fn leave_out(&mut self, error: io::Error, stage: Stage) -> io::Result<()> {
        let Some(cause) = error.get_ref() else {
            return Err(error);
        };
        if cause.is::<OnePicture>() {
            return Err(io::Error::other(second_picture()));
        }
        let Some(Unwritable { id, text, error }) = cause.downcast_ref() else {
            return Err(error);
        };
        if stage != Stage::Provisional {
            unencodable(id, text, error);
            self.left_out_count += 1;
        }
        Ok(())
    }

    /// Writes what comes before the first row, and the rows that waited for it.
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        let waiting = self.waiting.take();
        self.report.begin(first)?;
        if let End::Append(file, bytes) = &mut self.end {
            file.with(|rows| {
                rows.begin()?;
                rows.add(&bytes.0.take())
            })?;
        }
        let mut waiting = waiting.iter().flatten();
        waiting.try_for_each(|it| self.put(it, Stage::Final))
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        if self.waiting.is_some() {
            return Ok(());
        }
        let settled = match &mut self.end {
            End::Append(file, _) => file.with(RowFile::settle),
            _ => Ok(()),
        };
        self.report.finish(tally)?;
        match &mut self.end {
            End::Whole(destination) => destination.0.borrow_mut().finish()?,
            End::Append(file, bytes) => file.with(|rows| rows.add(&bytes.0.take()))?,
            End::Folder => {}
        }
        settled?;
        match self.left_out_count {
            0 => Ok(()),
            count => Err(io::Error::other(missing_records(count))),
        }
    }
}

/// Writes the same answers to several places.
pub struct Reports(pub(super) Vec<OutletReport>);

impl Reports {
    /// Writes what comes before the first answer, unless it is written already.
    pub fn begin(&mut self) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.begin(None))
    }

    /// Writes an answer.
    pub fn answer(&mut self, row: &Row) -> io::Result<()> {
        self.put(row, Stage::Final)
    }

    /// Writes an answer. Its stage says whether it can be replaced.
    pub fn put(&mut self, row: &Row, stage: Stage) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.put(row, stage))
    }

    /// Finishes all, even if one of them fails.
    pub fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let finished: Vec<_> = self.0.iter_mut().map(|it| it.finish(tally)).collect();
        finished.into_iter().collect()
    }
}

/// Returns the message that records are missing from the output.
fn missing_records(count: usize) -> String {
    match count {
        1 => say!(
            "one record is missing from the output",
            "出力に棋譜が1題分足りない"
        ),
        n => say!(
            "{n} records are missing from the output",
            "出力に棋譜が{n}題分足りない"
        ),
    }
}

/// Returns the message that a file has no place for a second picture.
pub fn second_picture() -> &'static str {
    localized([
        "there are several problems, and a file holds one picture: write to a folder, `-o FOLDER/`",
        "問題が二つ以上ある：1ファイルには1枚なので、-o でフォルダーに書く",
    ])
}

/// Returns whether a row says that a whole input could not be read.
fn is_of_unreadable_input(row: &Row) -> bool {
    let error = row.error.as_ref();
    row.sfen.is_none() && error.is_some_and(|it| it.kind == ErrorKind::Io)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFiles;
    use crate::report::Json;
    use std::fs;

    #[test]
    fn the_file_appears_at_the_end_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.json");
        let begin = || {
            let to = Destination::open(Some(&path), &InputFiles::new(&[]), false).unwrap();
            let to = Shared::new(to);
            OutletReport {
                report: Box::new(Json::array(to.clone())),
                end: End::Whole(to),
                waiting: None,
                left_out_count: 0,
            }
        };
        drop(begin());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let mut report = begin();
        assert!(!path.exists());
        report.finish(&Tally::default()).unwrap();
        drop(report);
        assert_eq!(fs::read_to_string(&path).unwrap(), "[]\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
