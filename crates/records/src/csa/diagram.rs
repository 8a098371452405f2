//! Reads the lines of a diagram in CSA (`P1…`, `PI`, `P+…`, `P-00AL`).

use super::names::{color_of, kind_of, square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::handicap;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::part::Places;
use crate::shogi::{Color, Piece, PieceKind, Setup, Square};
use std::ops::Range;

/// A diagram while its lines are read.
pub(super) struct Diagram {
    pub setup: Setup,
    /// The ranks read so far, one bit each.
    ranks: u16,
    /// The side that gets all missing pieces in hand (`AL`).
    rest_holder: Option<Color>,
}

impl Diagram {
    /// Begins with an empty board.
    pub fn new() -> Self {
        Self {
            setup: Setup::empty(),
            ranks: 0,
            rest_holder: None,
        }
    }

    /// Puts the initial position of a game on the board.
    pub fn begin_game(&mut self) {
        self.setup = handicap::even();
    }

    /// Reads `PI82HI22KA`, `P1-KY-KE…`, `P+00KI` or `P-00AL`.
    ///
    /// # Errors
    /// The first mistake in the line.
    pub fn read(&mut self, line: Line<'_>, places: &mut Places) -> Result<(), RecordError> {
        if places.board.is_empty() {
            places.board = line.span();
        }
        places.board.end = line.span().end;
        let sign = line.text.as_bytes().get(1).copied().unwrap_or(0);
        let rest = Line {
            text: line.text.get(2..).unwrap_or(""),
            at: line.at + 2,
        };
        match (sign, color_of(sign)) {
            (b'I', _) => {
                self.begin_game();
                self.pieces(rest, None, places)
            }
            (digit @ b'1'..=b'9', _) => {
                let rank = digit - b'1';
                if self.ranks & 1 << rank != 0 {
                    return Err(RecordError::new(Kind::SecondRank(rank + 1), line.span()));
                }
                self.ranks |= 1 << rank;
                self.rank(rank, rest, places)
            }
            (_, Some(color)) => self.pieces(rest, Some(color), places),
            _ => Err(RecordError::new(Kind::UnknownLine, line.span())),
        }
    }

    /// Reads a rank. If nine squares are written, blanks between them do not matter. Otherwise each square
    /// has three characters, and three blanks are an empty one.
    fn rank(&mut self, rank: u8, rest: Line<'_>, places: &mut Places) -> Result<(), RecordError> {
        let mut squares = Vec::new();
        let mut cursor = Cursor {
            rest: rest.text,
            at: 0,
        };
        cursor.skip_blanks();
        while let Some(sign) = cursor.rest.bytes().next() {
            let offset = cursor.at;
            let kind = cursor.rest.get(1..3).and_then(kind_of);
            let signed_kind = color_of(sign).zip(kind);
            let piece = signed_kind.map(|(color, kind)| Piece::new(color, kind));
            if piece.is_none() && sign != b'*' {
                return Err(no_piece(rest, offset, 3).with_help(Help::ThreeCharacters));
            }
            cursor.advance(if piece.is_some() { 3 } else { 1 });
            squares.push((offset, piece));
            cursor.skip_blanks();
        }
        let is_whole = squares.len() == 9;
        let mut previous = None;
        for (number, (offset, piece)) in squares.into_iter().enumerate() {
            // The column of the square, from the left and from 0.
            let column = if is_whole { number } else { offset / 3 };
            if previous == Some(column) || !is_whole && piece.is_some() && offset % 3 != 0 {
                let error = no_piece(rest, column * 3, 3);
                return Err(error.with_help(Help::ThreeCharacters));
            }
            if column > 8 {
                let kind = Kind::RankLength(rest.text.len().div_ceil(3));
                return Err(RecordError::new(kind, rest.at - 2..rest.span().end));
            }
            previous = Some(column);
            if let Some(piece) = piece {
                let span = rest.at + offset..rest.at + offset + 3;
                self.put_piece(Square::new(8 - column as u8, rank), piece, span, places)?;
            }
        }
        Ok(())
    }

    /// Reads pieces with their squares. Those of a side are added; without a side (`PI`) they are removed.
    fn pieces(
        &mut self,
        rest: Line<'_>,
        color: Option<Color>,
        places: &mut Places,
    ) -> Result<(), RecordError> {
        for from in (0..rest.text.len()).step_by(4) {
            let word = |from: usize| rest.text.get(from..from + 2);
            let place = word(from).and_then(square);
            let (Some(place), Some(name)) = (place, word(from + 2)) else {
                return Err(no_piece(rest, from, 4));
            };
            let span = rest.at + from..rest.at + from + 4;
            match (color, place, kind_of(name)) {
                (Some(color), _, None) if name == "AL" => self.rest_holder = Some(color),
                (Some(color), Some(square), Some(kind)) => {
                    self.put_piece(square, Piece::new(color, kind), span, places)?;
                }
                (Some(color), None, Some(kind)) if PieceKind::HAND.contains(&kind) => {
                    let hand = &mut self.setup.hands[color.index()];
                    if hand.count(kind) >= u32::from(PieceKind::SET[kind.index()]) {
                        return Err(RecordError::new(Kind::HandTooBig, span));
                    }
                    *hand = hand.add(kind);
                    places.held.push((color, kind, span));
                }
                (None, Some(square), kind)
                    if kind.is_some() && self.setup.piece_at(square).map(Piece::kind) == kind =>
                {
                    self.setup.board[square.index()] = None;
                }
                _ => return Err(no_piece(rest, from, 4)),
            }
        }
        Ok(())
    }

    fn put_piece(
        &mut self,
        square: Square,
        piece: Piece,
        span: Range<usize>,
        places: &mut Places,
    ) -> Result<(), RecordError> {
        if self.setup.piece_at(square).is_some() {
            return Err(RecordError::new(Kind::Occupied(square), span));
        }
        self.setup.board[square.index()] = Some(piece);
        places.pieces.push((square, span));
        Ok(())
    }

    /// Returns the whole diagram.
    ///
    /// # Errors
    /// If only some of the nine ranks are written.
    pub fn finish(&mut self, turn: Color, places: &Places) -> Result<Setup, RecordError> {
        if !matches!(self.ranks, 0 | 0x1ff) {
            let kind = Kind::Ranks(self.ranks.count_ones() as usize);
            return Err(RecordError::new(kind, places.board.clone()));
        }
        if let Some(color) = self.rest_holder {
            let missing = self.setup.missing();
            let hand = &mut self.setup.hands[color.index()];
            *hand = hand.plus(missing);
        }
        self.setup.turn = turn;
        Ok(self.setup.clone())
    }
}

/// Returns the error for a word that is no piece. It has `length` bytes, from the byte `from` of the line.
fn no_piece(line: Line<'_>, from: usize, length: usize) -> RecordError {
    let to = (from + length).min(line.text.len());
    let word = line.text[from..to].to_owned();
    RecordError::new(Kind::NoSuchPiece(word), line.at + from..line.at + to)
}
