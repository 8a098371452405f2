//! Why a call has no answer.

use crate::answer::errors::of_sfen;
use crate::notation::sfen::SfenError;
use crate::said::Said;
use crate::vocabulary::Lang;
use serde_json::{Value, json};

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The request is not what the call expects.
    Request,
    /// There is no such call, stream or file.
    NotFound,
    /// The diagram cannot be read.
    Sfen,
    /// The diagram is not a legal problem.
    Illegal,
    /// A move cannot be read or played.
    Move,
    /// The text holds no problem.
    Record,
    /// The program was built without a feature that the call needs.
    Unsupported,
    /// Too many searches are running.
    Busy,
    /// The program failed.
    Internal,
}

impl FaultKind {
    /// Returns the word for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::NotFound => "not_found",
            Self::Sfen => "sfen",
            Self::Illegal => "illegal",
            Self::Move => "move",
            Self::Record => "record",
            Self::Unsupported => "unsupported",
            Self::Busy => "busy",
            Self::Internal => "internal",
        }
    }
}

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// A sentence for people.
    pub message: Said,
    /// The place in the text of the request, in bytes.
    pub span: Option<(usize, usize)>,
}

impl Fault {
    /// Makes a fault without a place.
    #[must_use]
    pub fn new(kind: FaultKind, message: impl Into<Said>) -> Self {
        Self {
            kind,
            message: message.into(),
            span: None,
        }
    }

    /// Adds the place in the text of the request.
    #[must_use]
    pub const fn at(mut self, from: usize, to: usize) -> Self {
        self.span = Some((from, to));
        self
    }

    /// Returns the fault of a request that lacks something, or has a value of the wrong kind.
    #[must_use]
    pub fn request(reason: &impl ToString) -> Self {
        let reason = reason.to_string();
        let message = both!(
            "the request cannot be understood: {reason}",
            "要求を解釈できない：{reason}"
        );
        Self::new(FaultKind::Request, message)
    }

    /// Returns the fault of a failure of the program.
    #[must_use]
    pub fn internal(reason: &str) -> Self {
        let message = both!(
            "the program failed: {reason}",
            "プログラムの内部で誤りが起きた：{reason}"
        );
        Self::new(FaultKind::Internal, message)
    }

    /// Returns the fault as JSON, in a language.
    #[must_use]
    pub fn to_json(&self, lang: Lang) -> Value {
        let span = self.span.map(|(from, to)| [from, to]);
        let message = self.message.in_lang(lang);
        json!({"error": {"kind": self.kind.word(), "message": message, "span": span}})
    }
}

impl From<&SfenError> for Fault {
    fn from(error: &SfenError) -> Self {
        let span = &error.span;
        Self::new(FaultKind::Sfen, of_sfen(&error.kind)).at(span.start, span.end)
    }
}

impl From<Fault> for Said {
    fn from(fault: Fault) -> Self {
        fault.message
    }
}
