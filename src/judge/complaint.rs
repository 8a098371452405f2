//! Messages for people about one record.

use crate::notation::record::RecordError;
use crate::notation::sfen::SfenError;
use crate::report::errors::{of_help, of_record, of_sfen};
use crate::report::{Finding, NoteKind, Said};
use std::ops::Range;

/// A message about one record of the input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Complaint {
    /// Whether the problem can be worked on all the same.
    pub harmless: bool,
    /// The message.
    pub message: Said,
    /// The place in the text of the record, in bytes.
    pub span: Option<Range<usize>>,
    /// Advice on how to correct it.
    pub help: Option<Said>,
}

impl Complaint {
    /// Returns an error without a place: the problem cannot be worked on.
    #[must_use]
    pub fn error(message: impl Into<Said>) -> Self {
        Self {
            harmless: false,
            message: message.into(),
            span: None,
            help: None,
        }
    }

    /// Returns a warning without a place: the problem is worked on all the same.
    #[must_use]
    pub fn warning(message: impl Into<Said>) -> Self {
        Self {
            harmless: true,
            ..Self::error(message)
        }
    }

    /// Adds the place, in bytes of the text.
    #[must_use]
    pub fn at(self, span: impl Into<Option<Range<usize>>>) -> Self {
        Self {
            span: span.into(),
            ..self
        }
    }

    /// Adds advice on how to correct it.
    #[must_use]
    pub fn with_help(self, help: impl Into<Option<Said>>) -> Self {
        Self {
            help: help.into(),
            ..self
        }
    }

    /// Returns the complaint about a malformed or illegal diagram or line.
    #[must_use]
    pub fn of_sfen(error: &SfenError, harmless: bool) -> Self {
        Self {
            harmless,
            message: of_sfen(&error.kind),
            span: Some(error.span.clone()),
            help: error.help.map(of_help),
        }
    }

    /// Returns the complaint about the rest of a branch that was left out because of an error.
    #[must_use]
    pub fn of_branch(error: &RecordError) -> Self {
        let message = of_record(&error.kind).map(|lang, reason| {
            lang.of([
                format!("the branch is left out from here on: {reason}"),
                format!("変化をここから省略する：{reason}"),
            ])
        });
        Self::warning(message)
            .at(error.span.clone())
            .with_help(error.help.map(of_help))
    }

    /// Returns the complaint about a bug of the program.
    #[must_use]
    pub fn of_bug(message: Said) -> Self {
        Self::error(message).with_help(Said::new(
            "this is a bug of the program: please report it",
            "プログラムの誤りなので、報告してほしい",
        ))
    }

    /// Returns the note for the row with the same message.
    #[must_use]
    pub fn note(&self) -> Finding {
        Finding::note(NoteKind::Record, self.message.clone())
    }
}
