//! Answers as one record or picture for each problem, in one stream or in files of their own.

use crate::answer::{Row, Tally};
use crate::notation::record::{self, Format, TextForm, Unencodable, headers};
use crate::report::kif::record_of;
use crate::report::svg::{Diagram, svg};
use crate::report::view::View;
use crate::report::writer::Report;
use crate::vocabulary::{Lang, Notation};
use std::io::{self, Write};

/// The pages about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Page {
    /// A record: the main line, the longest variations and the findings.
    Record(Format),
    /// A picture of the diagram as SVG.
    Picture,
}

/// A destination for pages.
pub trait PageSink {
    /// Writes the page of the problem with this id.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_page(&mut self, id: &str, page: &[u8]) -> io::Result<()>;

    /// Writes a page that was held back.
    ///
    /// # Errors
    /// If it cannot be written.
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A stream of pages, one after another.
#[derive(Debug)]
pub struct PageStream<W> {
    out: W,
    /// The bytes before the first page.
    mark: &'static [u8],
    /// The text between two pages; `None` if there is no place for a second one.
    between: Option<Vec<u8>>,
    written: usize,
    /// A picture, held back until it is known to be the only page.
    held: Vec<u8>,
}

impl<W: Write> PageStream<W> {
    /// Makes a stream of pages of this kind.
    pub fn new(out: W, page: Page, form: TextForm) -> Self {
        let between = match page {
            Page::Record(Format::Kif) => Some("\n"),
            // In KI2 only this line shows where the headers of the next record begin.
            Page::Record(Format::Ki2) => Some("\n# KI2形式棋譜ファイル\n"),
            Page::Record(Format::Csa) => Some("/\n"),
            Page::Record(_) => Some(""),
            Page::Picture => None,
        };
        Self {
            out,
            mark: form.mark(),
            between: between.map(|it| form.bytes(it).unwrap_or_default()),
            written: 0,
            held: Vec::new(),
        }
    }
}

impl<W: Write> PageSink for PageStream<W> {
    /// Writes a page and flushes it. A picture is held back until the end, since there must be no second one.
    ///
    /// # Errors
    /// [`OnePicture`] inside the error for a second picture, and nothing is written then; otherwise
    /// an error of the writer.
    fn write_page(&mut self, _: &str, page: &[u8]) -> io::Result<()> {
        self.written += 1;
        let Some(between) = &self.between else {
            self.held.clear();
            if self.written > 1 {
                return Err(io::Error::other(OnePicture));
            }
            self.held.extend_from_slice(page);
            return Ok(());
        };
        let before = if self.written > 1 { between } else { self.mark };
        self.out.write_all(before)?;
        self.out.write_all(page)?;
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.write_all(&self.held)?;
        self.held.clear();
        self.out.flush()
    }
}

/// The error for a second picture in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are several problems, and a file holds one picture")]
pub struct OnePicture;

/// The error for a record with a character that its encoding does not have. Nothing of the record
/// was written; other records can be.
#[derive(Debug, thiserror::Error)]
#[error("{error} ({id})")]
#[non_exhaustive]
pub struct Unwritable {
    /// The id of the problem.
    pub id: String,
    /// The record.
    pub text: String,
    /// The character and its place in the record.
    #[source]
    pub error: Unencodable,
}

/// Writes a page for each problem that could be read.
#[derive(Debug)]
pub struct Pages<S> {
    sink: S,
    page: Page,
    form: TextForm,
    lang: Lang,
    notation: Notation,
}

impl<S: PageSink> Pages<S> {
    /// Makes a report of such pages in this form, with comments in this language and their moves in
    /// this notation.
    pub const fn new(sink: S, page: Page, form: TextForm, lang: Lang, notation: Notation) -> Self {
        Self {
            sink,
            page,
            form,
            lang,
            notation,
        }
    }
}

impl<S: PageSink> Report for Pages<S> {
    /// Writes the page of a problem.
    ///
    /// # Errors
    /// [`Unwritable`] inside the error if the encoding does not have a character; otherwise an
    /// error of the sink.
    fn answer(&mut self, row: &Row) -> io::Result<()> {
        let Some(view) = View::of(row, self.lang, self.notation) else {
            return Ok(());
        };
        let text = match self.page {
            Page::Record(format) => record::write(&record_of(&view), format).0,
            Page::Picture => picture(&view),
        };
        let id = &row.id;
        let bytes = self.form.bytes(&text).map_err(|error| {
            let id = id.clone();
            io::Error::new(io::ErrorKind::InvalidData, Unwritable { id, text, error })
        })?;
        self.sink.write_page(id, &bytes)
    }

    fn finish(&mut self, _: &Tally) -> io::Result<()> {
        self.sink.finish()
    }
}

/// Draws the diagram of a problem, with the length that was found.
fn picture(view: &View<'_>) -> String {
    let row = view.row;
    let source = row.unwritten.source.as_ref();
    let header = |key| source.and_then(|it| it.header(key));
    let diagram = Diagram {
        title: header(headers::TITLE).or_else(|| header(headers::ID)),
        author: header(headers::AUTHOR),
        plies: row.plies.or(row.expected_plies),
        goal: row.goal_of_length(),
        ..Diagram::new(view.setup(), view.problem.attacker())
    };
    svg(&diagram).unwrap_or_default()
}
