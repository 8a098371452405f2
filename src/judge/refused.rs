//! Records that are not problems.

use super::complaint::Complaint;
use crate::answer::errors::of_sfen;
use crate::answer::{Row, RowError};
use crate::input::{Fields, Origin, Unreadable};
use crate::notation::sfen::{SfenError, SfenErrorKind};
use crate::vocabulary::{ErrorKind, Lang};
use std::error::Error;
use std::fmt;

/// A record that is not a problem.
#[derive(Debug)]
pub struct Refused {
    pub(super) id: String,
    pub(super) error: RowError,
    pub(super) reason: Refusal,
    pub(super) fields: Option<Fields>,
}

/// Why a record is not a problem.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot be read at all.
    Unreadable(Unreadable),
    /// It can be read, but contains no problem.
    Record {
        /// The origin.
        origin: Origin,
        /// The text; spans are places in it.
        text: String,
        /// The complaints, in the order of the text.
        complaints: Vec<Complaint>,
    },
}

impl Refused {
    /// Returns the id of the record.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Adds line, column and excerpt to the error.
    pub(super) fn locate(&mut self) {
        if let Refusal::Record { origin, text, .. } = &self.reason {
            self.error.locate(text, origin.line_there().unwrap_or(1));
        }
    }

    /// Returns the error that the row has.
    #[must_use]
    pub const fn error(&self) -> &RowError {
        &self.error
    }

    /// Returns why the record is not a problem.
    #[must_use]
    pub const fn reason(&self) -> &Refusal {
        &self.reason
    }

    /// Returns the row with the error.
    #[must_use]
    pub fn row(&self) -> Row {
        let mut row = Row::of_error(self.id.clone(), self.error.clone());
        row.set_input_fields(self.fields.as_ref().map(|it| it.others.clone()));
        match &self.reason {
            Refusal::Record { origin, .. } => row.set_origin(origin),
            Refusal::Unreadable(error) => row.file = error.file(),
        }
        row
    }
}

/// Writes where the record is and what is wrong with it, in English.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Refusal::Unreadable(error) => error.fmt(f),
            Refusal::Record { origin, .. } => write!(f, "{origin}: {}", self.error),
        }
    }
}

impl Error for Refused {}

/// Writes the message in English.
impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.in_lang(Lang::English))
    }
}

impl Error for RowError {}

impl From<SfenError> for RowError {
    fn from(error: SfenError) -> Self {
        let kind = match error.kind {
            SfenErrorKind::Problem(_) => ErrorKind::Illegal,
            _ => ErrorKind::Sfen,
        };
        Self::new(kind, of_sfen(&error.kind), Some(error.span))
    }
}
