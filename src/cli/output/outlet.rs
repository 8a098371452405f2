//! One output of answers: standard output, a file or a folder, and how rows get there.

use super::args::OutputArgs;
use super::destination::{Destination, page_width};
use super::folder::{FolderSink, OutputFolder};
use super::names::is_folder;
use super::naming::FileFormat;
use super::overwriting::refuse_folder;
use crate::answer::{Row, Tally};
use crate::batch::rows::RowFile;
use crate::cli::diagnostics::unwritten;
use crate::cli::inputs::Inputs;
use crate::cli::lang::{said, written};
use crate::cli::values::is_stdout;
use crate::input::{InputFiles, is_special};
use crate::notation::FileType;
use crate::notation::record::TextForm;
use crate::report::{Form, Layout, OnePicture, Page, Pages, Report, RowFormat, Unwritable};
use crate::vocabulary::{ErrorKind, Notation};
use anstream::AutoStream;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// One output, before the first row.
pub(super) struct Outlet {
    form: Form,
    sink: Sink,
}

/// The place to which answers go.
enum Sink {
    /// Standard output, a pipe or a device, which get the answers as they come.
    Stream(Destination),
    /// A file that appears when it is complete.
    Atomic(Destination),
    /// A file that grows, and whose rows may be replaced.
    Append(Box<RowFile>),
    /// A folder with a file for each problem.
    Folder(OutputFolder),
}

impl Outlet {
    /// Opens standard output.
    pub fn stdout(args: &OutputArgs, format: RowFormat) -> Self {
        Self {
            form: form(args, format, FileType::Text),
            sink: Sink::Stream(match format {
                RowFormat::Text => Destination::stdout(),
                _ => Destination::stdout_for_texts(),
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
            Sink::Append(Box::new(written(RowFile::create(path), path)?))
        } else {
            let file = Destination::file(path, &inputs.files, args.force)?;
            match file.appears_at() {
                Some(_) => Sink::Atomic(file),
                None => Sink::Stream(file),
            }
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
    pub fn page(path: &Path, args: &OutputArgs, inputs: &InputFiles) -> anyhow::Result<Self> {
        Ok(Self {
            form: form(args, RowFormat::Html, FileType::Html),
            sink: Sink::Atomic(Destination::file(path, inputs, args.force)?),
        })
    }

    /// Writes JSONL to rows that are there already.
    pub fn rows(rows: RowFile) -> Self {
        Self {
            form: Form::new(RowFormat::Jsonl, TextForm::PLAIN),
            sink: Sink::Append(Box::new(rows)),
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
    pub fn is_stdout(&self) -> bool {
        matches!(&self.sink, Sink::Stream(it) if it.is_stdout())
    }

    /// Returns the writer of answers. `files` says whether text names the file of each problem.
    pub fn report(self, mut layout: Layout, files: bool) -> OutletReport {
        if self.is_stdout() {
            layout.clip = io::stdout().is_terminal();
            layout.width = page_width(None);
            layout.record_notes = false;
        }
        let form = self.form;
        let (report, end, is_held): (Box<dyn Report>, _, _) = match self.sink {
            Sink::Folder(folder) => {
                let file = form.format.file_type();
                let mark = form.text.mark();
                let sink = FolderSink { folder, file, mark };
                let page = form.format.page().unwrap_or(Page::Picture);
                let pages = Pages::new(sink, page, form.text, layout.lang, layout.notation);
                (Box::new(pages), End::Folder, false)
            }
            Sink::Append(rows) => {
                let bytes = Shared::new(Vec::new());
                let report = form.report(Box::new(bytes.clone()), layout, files);
                (report, End::Append(rows, bytes), true)
            }
            Sink::Stream(to) | Sink::Atomic(to) => {
                let is_held = !to.is_stdout();
                let color = to.color();
                let to = Shared::new(to);
                let mut out: Box<dyn Write> = Box::new(to.clone());
                if form.format == RowFormat::Text {
                    out = Box::new(AutoStream::new(out, color));
                }
                (form.report(out, layout, files), End::Whole(to), is_held)
            }
        };
        OutletReport {
            report,
            end,
            waiting: is_held.then(Vec::new),
            left_out: 0,
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

/// A writer that is given away, and looked at behind it.
struct Shared<W>(Rc<RefCell<W>>);

impl<W> Shared<W> {
    fn new(to: W) -> Self {
        Self(Rc::new(RefCell::new(to)))
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

/// The writer of answers to one output.
///
/// A file stays as it was if nothing of the input could be read. A record with a character that cannot be
/// written is told and left out.
pub(super) struct OutletReport {
    report: Box<dyn Report>,
    end: End,
    /// The rows about whole inputs that wait for the first row about a line.
    waiting: Option<Vec<Row>>,
    left_out: usize,
}

/// The place to which the bytes of a report go in the end.
enum End {
    /// A stream or a file, which has them already.
    Whole(Shared<Destination>),
    /// A file of rows, which gets those of a row at a time.
    Append(Box<RowFile>, Shared<Vec<u8>>),
    /// A folder, in which each page is a file already.
    Folder,
}

/// How much of a row is final.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Final,
    /// A row that another one may replace.
    Provisional,
    /// A provisional row that is final after all.
    Remains,
}

impl OutletReport {
    fn put(&mut self, row: &Row, stage: Stage) -> io::Result<()> {
        match &mut self.waiting {
            Some(waiting) if stage == Stage::Final && is_of_no_line(row) => {
                waiting.push(row.clone());
                return Ok(());
            }
            Some(_) => self.begin(Some(row))?,
            None => {}
        }
        let grows = matches!(self.end, End::Append(..));
        let put = match stage {
            Stage::Remains if grows => return Ok(()),
            Stage::Provisional if !grows => self.report.provisional(row),
            Stage::Remains => self.report.remains(row),
            Stage::Final | Stage::Provisional => self.report.answer(row),
        };
        if let Err(error) = put {
            return self.left_out(error, stage);
        }
        match &mut self.end {
            End::Append(rows, bytes) => {
                rows.put(&row.id, &bytes.0.take(), stage == Stage::Provisional)
            }
            _ => Ok(()),
        }
    }

    /// Tells of a record that cannot be written. If it is provisional, this is told of the final one.
    fn left_out(&mut self, error: io::Error, stage: Stage) -> io::Result<()> {
        let Some(cause) = error.get_ref() else {
            return Err(error);
        };
        if cause.is::<OnePicture>() {
            return Err(io::Error::other(SecondPicture));
        }
        let Some(Unwritable { id, text, error }) = cause.downcast_ref() else {
            return Err(error);
        };
        if stage != Stage::Provisional {
            unwritten(id, text, error);
            self.left_out += 1;
        }
        Ok(())
    }
}

impl Report for OutletReport {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        let waiting = self.waiting.take();
        self.report.begin(first)?;
        if let End::Append(rows, bytes) = &mut self.end {
            rows.begin()?;
            rows.add(&bytes.0.take())?;
        }
        let mut waiting = waiting.iter().flatten();
        waiting.try_for_each(|it| self.put(it, Stage::Final))
    }

    fn answer(&mut self, row: &Row) -> io::Result<()> {
        self.put(row, Stage::Final)
    }

    fn provisional(&mut self, row: &Row) -> io::Result<()> {
        self.put(row, Stage::Provisional)
    }

    fn remains(&mut self, row: &Row) -> io::Result<()> {
        self.put(row, Stage::Remains)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        if self.waiting.is_some() {
            return Ok(());
        }
        let settled = match &mut self.end {
            End::Append(rows, _) => rows.settle(),
            _ => Ok(()),
        };
        self.report.finish(tally)?;
        match &mut self.end {
            End::Whole(to) => to.0.borrow_mut().finish()?,
            End::Append(rows, bytes) => rows.add(&bytes.0.take())?,
            End::Folder => {}
        }
        settled?;
        match self.left_out {
            0 => Ok(()),
            n => Err(io::Error::other(Missing(n))),
        }
    }
}

/// Writes the same answers to several places.
pub(super) struct ManyReports(pub Vec<OutletReport>);

impl Report for ManyReports {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.begin(first))
    }

    fn answer(&mut self, row: &Row) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.answer(row))
    }

    fn provisional(&mut self, row: &Row) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.provisional(row))
    }

    fn remains(&mut self, row: &Row) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.remains(row))
    }

    /// Finishes all, even if one of them fails.
    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let finished: Vec<_> = self.0.iter_mut().map(|it| it.finish(tally)).collect();
        finished.into_iter().collect()
    }
}

/// The number of records that could not be written.
#[derive(Debug)]
struct Missing(usize);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self.0 {
            1 => say!(
                "one record is missing from the output",
                "出力に棋譜が1題分足りない"
            ),
            n => say!(
                "{n} records are missing from the output",
                "出力に棋譜が{n}題分足りない"
            ),
        })
    }
}

impl std::error::Error for Missing {}

/// The error for a second picture in one file.
#[derive(Debug)]
pub struct SecondPicture;

impl fmt::Display for SecondPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(said([
            "there are several problems, and a file holds one picture: write to a folder, `-o FOLDER/`",
            "問題が二つ以上ある：1ファイルには1枚なので、-o でフォルダーに書く",
        ]))
    }
}

impl std::error::Error for SecondPicture {}

/// Returns whether a row says that a whole input could not be read.
fn is_of_no_line(row: &Row) -> bool {
    let error = row.error.as_ref();
    row.sfen.is_none() && error.is_some_and(|it| it.kind == ErrorKind::Io)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Json;
    use std::fs;

    #[test]
    fn the_file_appears_at_the_end_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.json");
        let begin = || {
            let to = Destination::file(&path, &InputFiles::new(&[]), false).unwrap();
            let to = Shared::new(to);
            OutletReport {
                report: Box::new(Json::array(to.clone())),
                end: End::Whole(to),
                waiting: None,
                left_out: 0,
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
