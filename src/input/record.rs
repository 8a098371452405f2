//! The text of one problem from the input, with its place.

use super::bad_line::BadLine;
use super::fields::Fields;
use super::table::TableRow;
use crate::notation::record::{self, Places};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The place of a record: `file:line`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The file as it was named, `stdin` or `argument`.
    pub name: String,
    /// The line, counted from 1; for arguments, the number of the problem on the command line.
    pub line: Option<usize>,
    /// The row of a table as it is in the file. Stored origins have none.
    #[serde(skip)]
    pub row: Option<Arc<TableRow>>,
    /// The kind of input whose lines are counted.
    pub medium: Medium,
    /// The number of the record in the file or stream, counted from 1.
    pub record: Option<usize>,
}

/// The kind of input that a record comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Medium {
    /// An argument, a request or the like, which has no lines to count.
    #[default]
    Argument,
    /// Standard input or another stream.
    Stream,
    /// A file.
    File,
}

impl Origin {
    /// Makes the place of a line in a source.
    #[must_use]
    pub fn new(name: impl Into<String>, line: Option<usize>) -> Self {
        Self {
            name: name.into(),
            line,
            row: None,
            medium: Medium::Argument,
            record: None,
        }
    }

    /// Returns the name, if it is that of a file.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        (self.medium == Medium::File).then_some(&*self.name)
    }

    /// Returns the number of the line, if there is a file or stream that has it.
    #[must_use]
    pub fn line_there(&self) -> Option<usize> {
        match self.medium {
            Medium::Argument => None,
            Medium::Stream | Medium::File => self.line,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

/// The text of one problem and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The place.
    pub origin: Origin,
    /// The problem: the line without its end, or its field `sfen`; or why there is none.
    pub text: Result<String, BadLine>,
    /// The other fields of a record with several fields.
    pub fields: Option<Fields>,
    /// The record of moves, if the text is one.
    pub kifu: Option<Box<Kifu>>,
}

impl Record {
    /// Makes the record of a place at which reading panicked with this message.
    pub(super) fn failed(origin: Origin, message: String) -> Self {
        Self {
            origin,
            text: Err(BadLine::Failed { message }),
            fields: None,
            kifu: None,
        }
    }

    /// Returns about how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let text = self.text.as_ref().map_or_else(BadLine::bytes, String::len);
        // The moves of a record take some ten times the bytes of its text.
        let moves = self.kifu.as_ref().map_or(0, |_| 10 * text);
        let row = self.origin.row.as_ref().map_or(0, |it| it.bytes());
        size_of::<Self>() + text + moves + row + self.fields.as_ref().map_or(0, Fields::bytes)
    }
}

/// A record of moves, with the places of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kifu {
    /// The record.
    pub record: record::Record,
    /// The places of its parts in its text.
    pub places: Places,
}
