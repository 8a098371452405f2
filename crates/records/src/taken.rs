//! The lines of a text from which a problem was read, so that people can compare.

use crate::shogi::{Color, Hand};

/// The part of a board that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPart {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of the file at the right edge, from 1.
    pub file: usize,
    /// The number of the upper rank, from 1.
    pub rank: usize,
}

/// The form in which a text gives a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TakenForm {
    /// A drawn board.
    Board,
    /// A list of pieces with their squares.
    List,
    /// A line of SFEN or USI.
    Sfen,
    /// The lines of a diagram in CSA.
    Csa,
    /// A link to a board.
    Link,
    /// The initial position of a game.
    Opening,
}

/// The lines of a text that were read as a problem. They are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taken {
    /// The form of the position.
    pub form: TakenForm,
    /// The first and the last line of the position.
    pub lines: [usize; 2],
    /// The part of the board that is drawn, unless it is all of it.
    pub part: Option<DrawnPart>,
    /// The hands that are written, each with its line.
    pub hands: Vec<TakenHand>,
    /// The line of the title.
    pub title: Option<usize>,
    /// The first and the last line of the author's line.
    pub moves: Option<[usize; 2]>,
}

/// A hand that was taken from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TakenHand {
    /// The side.
    pub color: Color,
    /// The pieces.
    pub hand: Hand,
    /// The number of the line.
    pub line: usize,
}
