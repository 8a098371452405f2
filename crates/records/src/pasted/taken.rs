//! What was taken for what in a text with a diagram in it.

use super::board::DrawnPart;
use crate::shogi::{Color, Hand};

/// The form in which a text has a position.
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
}

/// The parts of a text that were taken for a problem. Lines are counted from 1.
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
    /// Lines of moves that were not taken for the author's line, if there is none.
    pub left: Vec<LeftLines>,
    /// The first and the last line of each board that is no problem by the words above it: 変化図.
    pub pictures: Vec<[usize; 2]>,
}

/// Lines of moves that were not taken for the author's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftLines {
    /// The first and the last line.
    pub lines: [usize; 2],
    /// Why they were not taken.
    pub why: LeftWhy,
}

/// The reasons why lines of moves are not taken for the author's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftWhy {
    /// No word for a solution stands in front of them, and a move of the attacker is no check.
    NoChecks,
    /// No word for a solution stands in front of them, and a move cannot be played or is illegal.
    NotPossible,
    /// They are part of a sentence.
    Sentence,
    /// They are the answer of somebody, or to another problem.
    Another,
    /// They have numbers, which do not fit those of the problems.
    Numbers,
}

impl Taken {
    /// Counts the lines from the beginning of a longer text, which has this many lines before.
    pub(crate) fn shift(&mut self, before: usize) {
        let left = self.left.iter_mut().flat_map(|it| &mut it.lines);
        let pictures = self.pictures.iter_mut().flatten();
        let ends = self.lines.iter_mut().chain(self.moves.iter_mut().flatten());
        let hands = self.hands.iter_mut().map(|it| &mut it.line);
        for line in ends
            .chain(left)
            .chain(pictures)
            .chain(hands)
            .chain(&mut self.title)
        {
            *line += before;
        }
    }
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
