//! One record of a text: its place, its content, and the places of its parts.

use crate::error::RecordError;
use crate::record::Record;
use crate::shogi::{Color, PieceKind, Square};
use std::ops::Range;

/// The places of the parts of a record, in bytes of its text, and the parts left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// The diagram.
    pub board: Range<usize>,
    /// The side to move, or the diagram if it is not written.
    pub turn: Range<usize>,
    /// The pieces on the board.
    pub pieces: Vec<(Square, Range<usize>)>,
    /// The pieces in hand, by kind.
    pub held: Vec<(Color, PieceKind, Range<usize>)>,
    /// The sides that the record says to hold nothing.
    pub empty_hands: Vec<(Color, Range<usize>)>,
    /// The headers, as many as the record has.
    pub headers: Vec<Range<usize>>,
    /// The moves, by the number of their node; that of the root is empty.
    pub moves: Vec<Range<usize>>,
    /// The first move of the main line that cannot be read or played, if there is one. It is left out,
    /// and so is all that follows it in the line.
    pub broken: Option<RecordError>,
    /// For each branch, the first move that cannot be read or played.
    pub left_out: Vec<RecordError>,
}

/// One record of a text.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its first line in the text, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The record with its places, or the error; places are those of [`Part::text`].
    pub content: Result<(Record, Places), RecordError>,
}

/// The place of a record in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartPlace {
    /// Its first line in the text, from 1.
    pub line: usize,
    /// Its bytes in the text.
    pub span: Range<usize>,
}
