//! One record of a text, with the places of its elements.

use crate::error::RecordError;
use crate::record::Record;
use crate::shogi::{Color, PieceKind, Square};
use crate::taken::Taken;
use std::ops::Range;

/// The places of the elements of a record, in bytes of its text, and the errors of moves left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// The diagram.
    pub board: Range<usize>,
    /// The side to move. If none is written, the diagram.
    pub turn: Range<usize>,
    /// Whether the side to move is not written, and follows from the only king.
    pub is_turn_deduced: bool,
    /// The pieces on the board.
    pub pieces: Vec<(Square, Range<usize>)>,
    /// The pieces in hand, by kind.
    pub held: Vec<(Color, PieceKind, Range<usize>)>,
    /// The sides whose hands are written as empty.
    pub empty_hands: Vec<(Color, Range<usize>)>,
    /// The headers, in the order of [`Record::headers`].
    pub headers: Vec<Range<usize>>,
    /// The moves, by the number of their node. The range of the root is empty.
    pub moves: Vec<Range<usize>>,
    /// The error at the first move of the main line that cannot be read or played. The line ends before
    /// that move.
    pub broken: Option<RecordError>,
    /// The errors of branches that are cut short or left out.
    pub left_out: Vec<RecordError>,
    /// Lines near the position that are left out, and why.
    pub notes: Vec<RecordError>,
    /// The lines from which the record was taken, if it was found in a text.
    pub taken: Option<Taken>,
}

impl Places {
    /// Notes the error at which the main line or a branch ends.
    pub(super) fn leave_out(&mut self, error: RecordError, is_main: bool) {
        if is_main {
            self.broken = Some(error);
        } else {
            self.left_out.push(error);
        }
    }

    /// Returns the same places in another text. `to` maps each place to that text.
    pub(super) fn moved(mut self, to: impl Fn(&Range<usize>) -> Range<usize>) -> Self {
        let errors = self.broken.iter_mut().chain(&mut self.left_out);
        let errors = errors.chain(&mut self.notes);
        let spans = [&mut self.board, &mut self.turn].into_iter();
        let spans = spans
            .chain(self.pieces.iter_mut().map(|(_, span)| span))
            .chain(self.held.iter_mut().map(|(_, _, span)| span))
            .chain(self.empty_hands.iter_mut().map(|(_, span)| span))
            .chain(&mut self.headers)
            .chain(&mut self.moves)
            .chain(errors.map(|error| &mut error.span));
        for span in spans {
            *span = to(span);
        }
        self
    }
}

/// One record of a text.
#[derive(Clone, Debug)]
pub struct Part {
    /// The first line in the text, from 1.
    pub line: usize,
    /// The place of its first byte in the whole text.
    pub at: usize,
    /// The text.
    pub text: String,
    /// The record with its places, or the error; places are those of [`Part::text`].
    pub content: Result<(Record, Places), RecordError>,
}

/// The place of a record in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartPlace {
    /// The first line in the text, from 1.
    pub line: usize,
    /// The bytes in the text.
    pub span: Range<usize>,
}
