//! The formats of answers. Each is a value of [`RowFormat`] with its traits, written by a [`Report`].

mod comparison;
mod csv;
mod json;
mod pages;

pub use self::csv::{Csv, columns, own_columns};
pub use comparison::{ComparisonFormat, ComparisonReport};
pub use json::Json;
pub use pages::{OnePicture, Page, PageSink, PageStream, Pages, Unwritable};

use super::html::{Html, PageLayout};
use super::text::{Layout, Text};
use super::writer::Report;
use crate::notation::record::{self, TextForm};
use crate::vocabulary::Notation;
use std::io::Write;
use std::sync::Arc;

crate::vocabulary::words! {
    /// A format of answers.
    RowFormat {
        /// Text for people.
        Text = "text";
        /// One JSON array.
        Json = "json";
        /// One JSON object on one line for each problem, written at once.
        Jsonl = "jsonl";
        /// A comma-separated table with a header: the fields with a single value.
        Csv = "csv";
        /// A KIF record for each problem: the main line, the longest variations and the findings.
        Kif = "kif";
        /// KIF in UTF-8.
        Kifu = "kifu";
        /// The same in KI2.
        Ki2 = "ki2";
        /// The main line in CSA.
        Csa = "csa";
        /// The same as in KIF, in JSON Kifu Format.
        Jkf = "jkf";
        /// A picture of each diagram in the style of magazines.
        Svg = "svg";
        /// One page for a browser: diagrams, lines to step through, findings.
        Html = "html";
    }
}

/// The needs and contents of a format.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FormatTraits {
    /// Whether a file of this format grows row by row, so that rows in it can be replaced.
    pub grows: bool,
    /// Whether a file of this format is useless without its end.
    pub needs_end: bool,
    /// Whether the format shows variations without being asked.
    pub shows_variations: bool,
    /// Whether the format shows the answers of `--explain` and `--try`.
    pub shows_questions: bool,
    /// Whether the format shows the whole judgement of each problem, even of a duplicate.
    pub needs_judgements: bool,
}

/// A format, and the properties that some formats have.
#[derive(Clone, Debug)]
pub struct Form {
    /// The format.
    pub format: RowFormat,
    /// The encoding and line ends of records and tables.
    pub text: TextForm,
    /// The columns of a table, unless they are the usual ones.
    pub columns: Vec<&'static str>,
    /// The columns of the input in a table.
    pub own: Arc<[String]>,
    /// The notation of moves in a table.
    pub notation: Notation,
    /// The form of a page for browsers.
    pub page: PageLayout,
}

impl RowFormat {
    /// Returns the needs and contents of the format.
    #[must_use]
    pub const fn traits(self) -> FormatTraits {
        let is_record = matches!(self.page(), Some(Page::Record(_)));
        FormatTraits {
            grows: matches!(self, Self::Jsonl | Self::Csv),
            needs_end: matches!(self, Self::Json | Self::Html),
            shows_variations: matches!(self, Self::Html) || is_record && !matches!(self, Self::Csa),
            // A table has no room for these answers, but other outputs of the same run may show them.
            shows_questions: self.page().is_none(),
            needs_judgements: is_record,
        }
    }

    /// Returns the page that the format writes for each problem, if it writes one.
    #[must_use]
    pub const fn page(self) -> Option<Page> {
        Some(match self {
            Self::Kif | Self::Kifu => Page::Record(record::Format::Kif),
            Self::Ki2 => Page::Record(record::Format::Ki2),
            Self::Csa => Page::Record(record::Format::Csa),
            Self::Jkf => Page::Record(record::Format::Jkf),
            Self::Svg => Page::Picture,
            Self::Text | Self::Json | Self::Jsonl | Self::Csv | Self::Html => return None,
        })
    }
}

impl Form {
    /// Makes the usual form of a format, with records in this form.
    #[must_use]
    pub fn new(format: RowFormat, text: TextForm) -> Self {
        Self {
            format,
            text,
            columns: Vec::new(),
            own: Arc::default(),
            notation: Notation::Usi,
            page: PageLayout::Cards,
        }
    }

    /// Makes a writer of answers. `files` says whether text names the file of each problem.
    #[must_use]
    pub fn report(self, out: Box<dyn Write>, layout: Layout, files: bool) -> Box<dyn Report> {
        if let Some(page) = self.format.page() {
            let stream = PageStream::new(out, page, self.text);
            return Box::new(Pages::new(
                stream,
                page,
                self.text,
                layout.lang,
                layout.notation,
            ));
        }
        match self.format {
            RowFormat::Json => Box::new(Json::array(out)),
            RowFormat::Jsonl => Box::new(Json::lines(out)),
            RowFormat::Csv => Box::new(Csv::new(out, self)),
            RowFormat::Html => {
                Box::new(Html::new(out, layout.lang, layout.notation).with_layout(self.page))
            }
            _ => Box::new(Text::new(out, layout).with_files(files)),
        }
    }
}
