//! Why a text or a diagram is not a problem.

use crate::notation::Help;
use crate::notation::sfen::{self, SfenError};
use crate::shogi::setup::SetupProblem;
use std::fmt;
use std::ops::Range;

/// The reasons why a text or a diagram is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// There is no problem in the text.
    #[error("there is no problem in the text")]
    Empty,
    /// The text is malformed, or its diagram or line is not legal. There is at least one error.
    #[error("{}", joined(.0))]
    Sfen(Vec<SfenError>),
    /// The diagram is not legal. There is at least one reason.
    #[error("{}", joined(&.0.iter().map(|it| sfen::SfenErrorKind::Problem(it.clone())).collect::<Vec<_>>()))]
    Illegal(Vec<SetupProblem>),
    /// A record cannot be read.
    #[cfg(feature = "records")]
    #[error(transparent)]
    Record(#[from] Box<crate::notation::record::RecordError>),
}

impl ProblemError {
    /// Returns the places of the errors in the text, in bytes. Empty for errors without a text.
    #[must_use]
    pub fn spans(&self) -> Vec<Range<usize>> {
        match self {
            Self::Sfen(errors) => errors.iter().map(|it| it.span.clone()).collect(),
            #[cfg(feature = "records")]
            Self::Record(error) => vec![error.span.clone()],
            Self::Empty | Self::Illegal(_) => Vec::new(),
        }
    }

    /// Moves the places by the bytes that precede the text in a longer one.
    #[cfg(feature = "records")]
    pub(super) fn shifted_by(mut self, bytes: usize) -> Self {
        let shifted = |span: &Range<usize>| span.start + bytes..span.end + bytes;
        match &mut self {
            Self::Sfen(errors) => {
                for error in errors {
                    error.span = shifted(&error.span);
                }
            }
            Self::Record(error) => error.span = shifted(&error.span),
            Self::Empty | Self::Illegal(_) => {}
        }
        self
    }

    /// Returns advice on how to correct the error, if there is any.
    #[must_use]
    pub fn help(&self) -> Option<Help> {
        match self {
            Self::Sfen(errors) => errors.iter().find_map(|it| it.help),
            #[cfg(feature = "records")]
            Self::Record(error) => error.help,
            Self::Empty | Self::Illegal(_) => None,
        }
    }
}

fn joined(errors: &[impl fmt::Display]) -> String {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    errors.join("; ")
}
