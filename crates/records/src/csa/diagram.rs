//! The lines of a diagram in CSA.

use super::names::{color_of, kind_of, square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::handicap;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::part::Places;
use crate::shogi::{Color, Piece, PieceKind, Setup, Square};
use std::ops::Range;

/// A diagram, as far as its lines are read.
pub(super) struct Diagram {
    pub setup: Setup,
    /// The ranks read so far, one bit each.
    ranks: u16,
    /// The side that gets all missing pieces.
    all: Option<Color>,
}

impl Diagram {
    /// Begins with an empty board.
    pub fn new() -> Self {
        Self {
            setup: Setup::empty(),
            ranks: 0,
            all: None,
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
        let sort = line.text.as_bytes().get(1).copied().unwrap_or(0);
        let rest = Line {
            text: line.text.get(2..).unwrap_or(""),
            at: line.at + 2,
        };
        match (sort, color_of(sort)) {
            (b'I', _) => {
                self.begin_game();
                self.list(rest, None, places)
            }
            (digit @ b'1'..=b'9', _) => {
                let rank = digit - b'1';
                if self.ranks & 1 << rank != 0 {
                    return Err(RecordError::new(Kind::SecondRank(rank + 1), line.span()));
                }
                self.ranks |= 1 << rank;
                self.rank(rank, rest, places)
            }
            (_, Some(color)) => self.list(rest, Some(color), places),
            _ => Err(RecordError::new(Kind::UnknownLine, line.span())),
        }
    }

    /// Reads a rank. There are nine squares, whatever blanks are between them; or three characters for each, and
    /// a blank one is empty.
    fn rank(&mut self, rank: u8, rest: Line<'_>, places: &mut Places) -> Result<(), RecordError> {
        let mut squares = Vec::new();
        let mut cursor = Cursor {
            rest: rest.text,
            at: 0,
        };
        cursor.skip_blanks();
        while let Some(sign) = cursor.rest.bytes().next() {
            let at = cursor.at;
            let kind = cursor.rest.get(1..3).and_then(kind_of);
            let piece = color_of(sign).zip(kind).map(|it| Piece::new(it.0, it.1));
            if piece.is_none() && sign != b'*' {
                return Err(no_piece(rest, at, 3).with_help(Help::ThreeCharacters));
            }
            cursor.advance(if piece.is_some() { 3 } else { 1 });
            squares.push((at, piece));
            cursor.skip_blanks();
        }
        let is_whole = squares.len() == 9;
        let mut before = None;
        for (number, (at, piece)) in squares.into_iter().enumerate() {
            let file = if is_whole { number } else { at / 3 };
            if before == Some(file) || !is_whole && piece.is_some() && at % 3 != 0 {
                let error = no_piece(rest, file * 3, 3);
                return Err(error.with_help(Help::ThreeCharacters));
            }
            if file > 8 {
                let kind = Kind::RankLength(rest.text.len().div_ceil(3));
                return Err(RecordError::new(kind, rest.at - 2..rest.span().end));
            }
            before = Some(file);
            if let Some(piece) = piece {
                let span = rest.at + at..rest.at + at + 3;
                self.put(Square::new(8 - file as u8, rank), piece, span, places)?;
            }
        }
        Ok(())
    }

    /// Reads pieces with their squares: those of a side, or those that a game begins without.
    fn list(
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
                (Some(color), _, None) if name == "AL" => self.all = Some(color),
                (Some(color), Some(square), Some(kind)) => {
                    self.put(square, Piece::new(color, kind), span, places)?;
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

    fn put(
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

    /// Ends the diagram.
    ///
    /// # Errors
    /// If there are some ranks and not all.
    pub fn finish(&mut self, turn: Color, places: &Places) -> Result<Setup, RecordError> {
        if !matches!(self.ranks, 0 | 0x1ff) {
            let kind = Kind::Ranks(self.ranks.count_ones() as usize);
            return Err(RecordError::new(kind, places.board.clone()));
        }
        if let Some(color) = self.all {
            let missing = self.setup.missing();
            let hand = &mut self.setup.hands[color.index()];
            *hand = hand.plus(missing);
        }
        self.setup.turn = turn;
        Ok(self.setup.clone())
    }
}

/// Makes an error of a word that is no piece.
fn no_piece(line: Line<'_>, from: usize, length: usize) -> RecordError {
    let to = (from + length).min(line.text.len());
    let word = line.text[from..to].to_owned();
    RecordError::new(Kind::NoSuchPiece(word), line.at + from..line.at + to)
}
