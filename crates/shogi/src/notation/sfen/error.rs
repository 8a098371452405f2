//! Errors in an SFEN.

use crate::notation::{Help, moves::MoveErrorKind, reasons, square_name};
use crate::{PieceKind, Square, setup::SetupProblem};
use std::ops::Range;

/// An error in an SFEN, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct SfenError {
    /// The error.
    pub kind: SfenErrorKind,
    /// The place, in bytes of the text. Empty if something is missing.
    pub span: Range<usize>,
    /// Advice on how to correct it, if there is any.
    pub help: Option<Help>,
}

impl SfenError {
    /// Makes an error without advice.
    #[must_use]
    pub fn new(kind: SfenErrorKind, span: Range<usize>) -> Self {
        Self {
            kind,
            span,
            help: None,
        }
    }

    /// Adds advice.
    #[must_use]
    pub fn with_help(self, help: Help) -> Self {
        Self {
            help: Some(help),
            ..self
        }
    }
}

/// The kinds of errors in an SFEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SfenErrorKind {
    /// Nothing but blanks.
    #[error("empty input: expected an SFEN")]
    Empty,
    /// A control character, given by its code.
    #[error("control character {0:#04x} in the text")]
    ControlCharacter(u8),
    /// A line break inside the text.
    #[error("more than one line: expected one SFEN")]
    SeveralLines,
    /// The text does not have the form of an SFEN.
    #[error("not an SFEN: expected nine ranks separated by /")]
    NotSfen,
    /// A full-width character.
    #[error("full-width {0}: expected plain ASCII")]
    FullWidth(char),
    /// A character that is not a piece.
    #[error("unknown piece letter {0}: expected one of P L N S G B R K")]
    UnknownPiece(char),
    /// The digit 0 in a rank.
    #[error("0 is not a run of empty squares: expected 1 to 9")]
    ZeroRun,
    /// A rank without nine squares.
    #[error("rank {rank} has {squares} squares: expected 9")]
    RankLength {
        /// The rank, counted from 1 at the top.
        rank: usize,
        /// The number of its squares.
        squares: usize,
    },
    /// Fewer than nine ranks.
    #[error("the board has {0} ranks: expected 9")]
    TooFewRanks(usize),
    /// More than nine ranks.
    #[error("the board has more than 9 ranks ({0})")]
    TooManyRanks(usize),
    /// A promotion mark on a piece that cannot promote.
    #[error("a {} cannot be promoted", reasons::kind_name(*.0))]
    CannotPromote(PieceKind),
    /// A promotion mark that stands alone.
    #[error("+ must be followed by a piece")]
    DanglingPlus,
    /// The side to move is neither b nor w.
    #[error("the side to move must be b or w")]
    BadTurn,
    /// A side to move after hands in brackets, without the other fields of a FEN.
    #[error(
        "hands in brackets: w is Black in a FEN and White in an SFEN; expected a whole FEN \
             (`[G] w - - 0 1`), or the hands behind the side to move (` b G 1`)"
    )]
    FenTurn,
    /// A king in hand.
    #[error("a king cannot be in hand")]
    KingInHand,
    /// A promotion mark in a hand.
    #[error("a promoted piece cannot be in hand")]
    PromotedInHand,
    /// A count with no piece after it.
    #[error("a count must be followed by a piece")]
    DanglingCount,
    /// A count of 0.
    #[error("a count of zero: expected 1 or more")]
    ZeroCount,
    /// A count beyond any set of pieces.
    #[error("count too large: there are at most 18 pieces of a kind")]
    CountTooLarge,
    /// A `-` next to pieces in hand.
    #[error("- means that both hands are empty: expected nothing beside it")]
    DashBesidePieces,
    /// Text where the move number belongs.
    #[error("the move number is not a number")]
    BadMoveNumber,
    /// Text after the end.
    #[error("unexpected text: expected moves, ; or the end of the line")]
    Unexpected,
    /// A quotation mark without its other half.
    #[error("the closing \" is missing")]
    UnclosedQuote,
    /// A move of the line cannot be read, or cannot be found on the board.
    #[error(transparent)]
    Move(MoveErrorKind),
    /// A move of the line breaks the rules.
    #[error("{0}: not a line of this problem")]
    IllegalMove(IllegalMove),
    /// The diagram is not a legal problem.
    #[error("{}", reasons::reason(.0))]
    Problem(SetupProblem),
}

/// The reasons why a move is not legal in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// There is no piece of the side to move on the square.
    #[error("no piece of the side to move on {}", square_name(*.0))]
    NoPiece(Square),
    /// The piece does not move like this, or another is in its way.
    #[error("the {} on {} cannot go to {}", reasons::kind_name(*.kind), square_name(*.from), square_name(*.to))]
    Unreachable {
        /// The kind of piece.
        kind: PieceKind,
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The destination is not free for the move.
    #[error("{} is occupied", square_name(*.0))]
    Occupied(Square),
    /// No such piece in hand.
    #[error("no {} in hand", reasons::kind_name(*.0))]
    NotInHand(PieceKind),
    /// The piece cannot promote, or is not in the promotion zone.
    #[error("the piece cannot promote there")]
    CannotPromote,
    /// The piece could never move again (行き所のない駒).
    #[error("a {} could never move again there", reasons::kind_name(*.0))]
    DeadEnd(PieceKind),
    /// A second unpromoted pawn on the file (二歩).
    #[error("a second unpromoted pawn on file {}", .0.file() + 1)]
    Nifu(Square),
    /// The king moves onto an attacked square, or captures a protected piece.
    #[error("the king would go to {}, which is attacked", square_name(*.0))]
    KingIntoCheck(Square),
    /// The king of the side that moves is in check after the move.
    #[error("the king would be in check afterwards")]
    LeavesCheck,
    /// Mate by a dropped pawn (打歩詰).
    #[error("mate by a dropped pawn")]
    PawnDropMate,
    /// A move of the attacker is not a check.
    #[error("not a check")]
    NotACheck,
}
