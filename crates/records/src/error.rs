//! Errors in records.

use crate::notation::moves::{MoveError, MoveErrorKind};
use crate::notation::sfen::SfenErrorKind;
use crate::notation::{Help, japanese};
use crate::shogi::{Color, Square};
use std::ops::Range;

/// An error in a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct RecordError {
    /// The error.
    pub kind: RecordErrorKind,
    /// The place, in bytes of the text of the record.
    pub span: Range<usize>,
    /// Advice on how to correct it.
    pub help: Option<Help>,
}

/// The kinds of errors in records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    /// Neither a diagram nor a move.
    #[error("there is neither a diagram nor a move in the record")]
    Empty,
    /// Bytes of no known encoding.
    #[error("these bytes are neither UTF-8 nor CP932 (Shift_JIS)")]
    Encoding,
    /// An unknown line.
    #[error("this line is neither a header, nor part of a diagram, nor a move")]
    UnknownLine,
    /// A rank of a diagram does not have nine squares.
    #[error("this rank has {0} squares: expected 9")]
    RankLength(usize),
    /// A character in a diagram is not a piece.
    #[error("`{0}` is no piece")]
    NoSuchPiece(String),
    /// A diagram does not have nine ranks.
    #[error("the diagram has {0} ranks: expected 9")]
    Ranks(usize),
    /// The files are numbered from 1 to 9, and the labels of the ranks do not say how the board is turned.
    #[error("the files are numbered from 1 to 9: expected a label on each of the nine ranks")]
    TurnedBoard,
    /// A second piece on a square of a CSA diagram.
    #[error("there is already a piece on {}", japanese::square(*.0))]
    Occupied(Square),
    /// A word in a hand is not a piece.
    #[error("`{0}` is no piece in hand")]
    NoSuchHand(String),
    /// A hand has more pieces than a set has.
    #[error("too many pieces in hand")]
    HandTooBig,
    /// Two lines give a side different hands.
    #[error("another line has other pieces for this hand")]
    SecondHand,
    /// A diagram in KIF that has the hand of one side only.
    #[error("the diagram is cut off: there is no line with the pieces in hand of {}", side_of(*.0))]
    HandMissing(Color),
    /// A word for the side to move that names no side.
    #[error("`{0}` is no side to move: expected 先手 or 後手")]
    NoSuchTurn(String),
    /// An unknown handicap, and no diagram.
    #[error("the handicap `{0}` is not known, and there is no diagram")]
    UnknownHandicap(String),
    /// A move that cannot be read or played.
    #[error(transparent)]
    Move(MoveErrorKind),
    /// A branch without the number of its first move.
    #[error("the number of the move replaced is missing: `変化：5手`")]
    NoPly,
    /// A second rank with the same number in a CSA diagram.
    #[error("there is already a rank P{0}")]
    SecondRank(u8),
    /// A branch at a ply that the line above does not have.
    #[error("the line above has no move {0} that could be replaced")]
    NoSuchPly(usize),
    /// Branches are nested too deep.
    #[error("branches are nested more than {0} deep")]
    TooDeep(usize),
    /// An error in a value of JKF, with the path of the value.
    #[error("{0}: {1}")]
    Within(String, Box<RecordErrorKind>),
    /// A drawn board on which no piece has the mark of White.
    #[error("no piece is marked as White's (v, △): whose pieces are these?")]
    Unmarked,
    /// The ranks are numbered from below, and the files not from 1 to 9.
    #[error("the ranks are numbered from below, but the files are not numbered from 1 to 9")]
    RankOrder,
    /// A line that speaks of pieces in hand and cannot be read.
    #[error("this line speaks of pieces in hand, but they cannot be read")]
    UnreadHand,
    /// The squares of a rank are more or fewer than the numbered files.
    #[error("this rank has {squares} squares, but {files} files are numbered")]
    RankWidth {
        /// The squares of the rank.
        squares: usize,
        /// The files with a number.
        files: usize,
    },
    /// A board that shows a position after moves.
    #[error("this board is left out: the words at it call it a position after moves")]
    Picture,
    /// Moves after a diagram that are no solution, and not called one.
    #[error(
        "these moves are not taken for the author's line: not every move of the attacker is a check, \
             and no word such as 解答 stands in front of them"
    )]
    MovesWithoutCheck,
    /// Moves after a diagram that cannot be played, and are not called a solution.
    #[error(
        "these moves are not taken for the author's line: one of them cannot be played here or is \
             illegal, and no word such as 解答 stands in front of them"
    )]
    MovesNotPossible,
    /// An error in a position in SFEN.
    #[error(transparent)]
    Sfen(SfenErrorKind),
    /// JSON that is not JKF.
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

const fn side_of(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (先手)",
        Color::White => "White (後手)",
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

/// The deepest nesting of branches that is read. Writers of nested formats such as JKF recurse as deep.
pub(super) const DEEPEST_NESTING: usize = 60;
