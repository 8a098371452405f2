//! What can be wrong with a record.

use crate::notation::moves::{MoveError, MoveErrorKind};
use crate::notation::{Help, japanese};
use crate::shogi::Square;
use std::ops::Range;

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct RecordError {
    /// What.
    pub kind: RecordErrorKind,
    /// Where, in bytes of the text of the record.
    pub span: Range<usize>,
    /// What to do about it.
    pub help: Option<Help>,
}

/// The kinds of things that are wrong with records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// Nothing in the text.
    #[error("there is neither a diagram nor a move in the record")]
    Empty,
    /// Bytes of no known encoding.
    #[error("these bytes are neither UTF-8 nor CP932 (Shift_JIS)")]
    Encoding,
    /// A line of no kind.
    #[error("this line is neither a header, nor part of a diagram, nor a move")]
    UnknownLine,
    /// A rank of a diagram with another number of squares.
    #[error("this rank has {0} squares: expected 9")]
    RankLength(usize),
    /// A character in a diagram that is no piece.
    #[error("`{0}` is no piece")]
    NoSuchPiece(String),
    /// A diagram with another number of ranks.
    #[error("the diagram has {0} ranks: expected 9")]
    Ranks(usize),
    /// A second piece on a square of a CSA diagram.
    #[error("there is already a piece on {}", japanese::square(*.0))]
    Occupied(Square),
    /// Words in a hand that are no pieces.
    #[error("`{0}` is no piece in hand")]
    NoSuchHand(String),
    /// More pieces in a hand than can be.
    #[error("too many pieces in hand")]
    HandTooBig,
    /// A handicap without a diagram.
    #[error("the handicap `{0}` is not known, and there is no diagram")]
    UnknownHandicap(String),
    /// A move that cannot be read or played.
    #[error(transparent)]
    Move(MoveErrorKind),
    /// A branch that does not say where it begins.
    #[error("the number of the move replaced is missing: `変化：5手`")]
    NoPly,
    /// A rank that a CSA diagram has already.
    #[error("there is already a rank P{0}")]
    SecondRank(u8),
    /// A branch at a ply that the line above does not reach.
    #[error("the line above has no move {0} that could be replaced")]
    NoSuchPly(usize),
    /// Branches within branches without end.
    #[error("branches are nested more than {0} deep")]
    TooDeep(usize),
    /// Something wrong with a value of JKF, of which the path is given.
    #[error("{0}: {1}")]
    Within(String, Box<RecordErrorKind>),
    /// JSON that is no JKF.
    #[error("this is not JKF: {0}")]
    Json(String),
}

impl RecordError {
    pub(super) fn new(kind: impl Into<RecordErrorKind>, span: Range<usize>) -> Self {
        Self {
            kind: kind.into(),
            span,
            help: None,
        }
    }

    pub(super) const fn with_help(mut self, help: Help) -> Self {
        self.help = Some(help);
        self
    }
}

impl From<MoveErrorKind> for RecordErrorKind {
    fn from(kind: MoveErrorKind) -> Self {
        Self::Move(kind)
    }
}

impl From<MoveError> for RecordError {
    fn from(error: MoveError) -> Self {
        Self {
            kind: error.kind.into(),
            span: error.span,
            help: error.help,
        }
    }
}

/// How deep branches may be nested: writers of nested formats go as deep.
pub(super) const DEEPEST: usize = 60;
