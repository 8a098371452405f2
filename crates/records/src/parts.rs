//! The records of a text, read one at a time: a record takes some ten times the memory of its text.

use crate::csa;
use crate::error::RecordError;
use crate::format::Format;
use crate::jkf;
use crate::part::PartPlace;
use crate::part::{Part, Places};
use crate::record::Record;
use crate::text::reader::Reader;

/// The records of a text.
#[derive(Debug)]
pub struct Parts {
    content: Content,
}

type ReadPart = fn(&str) -> Result<(Record, Places), RecordError>;

#[derive(Debug)]
enum Content {
    Text(Reader),
    /// Records in CSA or JKF, with their reader.
    Divided(String, Vec<PartPlace>, ReadPart),
}

impl Parts {
    /// Finds the records of a text in this format.
    #[must_use]
    pub fn new(text: String, format: Format) -> Self {
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let (mut places, read): (_, ReadPart) = match format {
            Format::Csa => (csa::divide(&text[start..]), csa::read),
            Format::Jkf => (jkf::divide(&text[start..]), jkf::read),
            Format::Kif | Format::Ki2 => {
                let content = Content::Text(Reader::of_records(text));
                return Self { content };
            }
        };
        for place in &mut places {
            place.span = place.span.start + start..place.span.end + start;
        }
        let content = Content::Divided(text, places, read);
        Self { content }
    }

    /// Finds the positions of a text of any kind: boards, lists of pieces, SFEN, links, CSA, KIF.
    #[must_use]
    pub fn of_text(text: String) -> Self {
        let content = Content::Text(Reader::new(text));
        Self { content }
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Text(text) => text.len(),
            Content::Divided(_, places, _) => places.len(),
        }
    }

    /// Returns whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the line in which the record of this number begins, counted from 1.
    ///
    /// # Panics
    /// If there is no record of this number.
    #[must_use]
    pub fn line_of(&self, number: usize) -> usize {
        match &self.content {
            Content::Text(text) => text.line_of(number),
            Content::Divided(_, places, _) => places[number].line,
        }
    }

    /// Returns where the position of this number ends in the text.
    ///
    /// # Panics
    /// If there is no record of this number.
    #[must_use]
    pub fn end_of(&self, number: usize) -> usize {
        match &self.content {
            Content::Text(text) => text.end_of(number),
            Content::Divided(_, places, _) => places[number].span.end,
        }
    }

    /// Reads the record of this number, counted from 0.
    ///
    /// # Panics
    /// If there is no record of this number.
    #[must_use]
    pub fn read(&self, number: usize) -> Part {
        match &self.content {
            Content::Text(text) => text.read(number),
            Content::Divided(text, places, read) => {
                let PartPlace { line, span } = places[number].clone();
                let part = &text[span.clone()];
                Part {
                    line,
                    at: span.start,
                    text: part.to_owned(),
                    content: read(part),
                }
            }
        }
    }
}

/// Reads the records of a text.
#[must_use]
pub fn read(text: &str, format: Format) -> Vec<Part> {
    let parts = Parts::new(text.to_owned(), format);
    (0..parts.len()).map(|number| parts.read(number)).collect()
}
