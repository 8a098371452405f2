//! Errors in moves.

use super::Help;
use super::japanese;
use super::usi::UsiErrorKind;
use crate::{PieceKind, Square};
use std::ops::Range;

/// An error in a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveErrorKind {
    /// A malformed move in USI.
    #[error(transparent)]
    Usi(#[from] UsiErrorKind),
    /// Text that is no move.
    #[error("this is no move")]
    NoMove,
    /// 同 without a move before it.
    #[error("同 needs a move before it")]
    NothingBefore,
    /// There is no piece of the kind on the square of origin.
    #[error("there is no {} of the side to move on {}", japanese::piece(*.0), japanese::square(*.1))]
    NoPieceThere(PieceKind, Square),
    /// No piece of the kind that could go there.
    #[error("no {} can go to {}", japanese::piece(*.0), japanese::square(*.1))]
    Nothing(PieceKind, Square),
    /// No piece of the kind that could go there in the way described.
    #[error("no {} can go to {} that way: {}", japanese::piece(*.kind), japanese::square(*.to), .moves.join(" or "))]
    NotThatWay {
        /// The kind of piece.
        kind: PieceKind,
        /// The destination.
        to: Square,
        /// The moves that can go there.
        moves: Vec<String>,
    },
    /// Several pieces could go there.
    #[error("more than one {} can go to {}: {}", japanese::piece(*.kind), japanese::square(*.to), .moves.join(" or "))]
    Ambiguous {
        /// The kind of piece.
        kind: PieceKind,
        /// The destination.
        to: Square,
        /// The possible moves.
        moves: Vec<String>,
    },
    /// A drop of a piece that is not in hand.
    #[error("there is no {} in hand", japanese::piece(*.0))]
    NotInHand(PieceKind),
    /// A drop that promotes.
    #[error("a piece that is dropped does not promote")]
    PromotedDrop,
    /// A promotion of a piece that does not promote.
    #[error("{} does not promote", japanese::piece(*.0))]
    NoPromotion(PieceKind),
    /// A piece on the destination.
    #[error("there is a piece on {} already", japanese::square(*.0))]
    Occupied(Square),
    /// A move that cannot be played on the board.
    #[error("this move cannot be played there")]
    Unplayable,
    /// The other side is to move.
    #[error("it is the other side's turn")]
    WrongSide,
}

/// An error in a move, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct MoveError {
    /// The error.
    pub kind: MoveErrorKind,
    /// The place, in bytes of the text.
    pub span: Range<usize>,
    /// Advice on how to correct it.
    pub help: Option<Help>,
}

impl MoveError {
    /// Makes an error without advice.
    #[must_use]
    pub const fn new(kind: MoveErrorKind, span: Range<usize>) -> Self {
        Self {
            kind,
            span,
            help: None,
        }
    }

    /// Adds advice.
    #[must_use]
    pub const fn with_help(mut self, help: Help) -> Self {
        self.help = Some(help);
        self
    }
}
