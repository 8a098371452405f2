//! The lines of a diagram in CSA.

use super::names::{color_of, kind_of, square};
use crate::Places;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::handicap;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
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

/// The squares of a rank from the left, each piece with its place in the line.
type Cells = Vec<Option<(Piece, usize)>>;

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
                let cells = joined(rest.text).map_or_else(|| cells(rest), Ok)?;
                // Blanks of empty squares at the end may be missing.
                if cells.len() > 9 {
                    return Err(RecordError::new(Kind::RankLength(cells.len()), line.span()));
                }
                for (file, cell) in (0..9).rev().zip(cells) {
                    if let Some((piece, at)) = cell {
                        let span = rest.at + at..rest.at + at + 3;
                        self.put(Square::new(file, rank), piece, span, places)?;
                    }
                }
                Ok(())
            }
            (_, Some(color)) => self.list(rest, Some(color), places),
            _ => Err(RecordError::new(Kind::UnknownLine, line.span())),
        }
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

/// Reads the squares of a rank, three characters each. A blank one is empty, and the last may be cut off.
fn cells(rest: Line<'_>) -> Result<Cells, RecordError> {
    let cell = |at: usize| {
        let cell = &rest.text[at..(at + 3).min(rest.text.len())];
        match (color_of(cell.as_bytes()[0]), kind_of(&cell[1..])) {
            (Some(color), Some(kind)) => Ok(Some((Piece::new(color, kind), at))),
            (None, _) if matches!(cell.trim(), "" | "*") => Ok(None),
            _ => Err(no_piece(rest, at, 3).with_help(Help::ThreeCharacters)),
        }
    };
    (0..rest.text.len()).step_by(3).map(cell).collect()
}

/// Makes an error of a word that is no piece.
fn no_piece(line: Line<'_>, from: usize, length: usize) -> RecordError {
    let to = (from + length).min(line.text.len());
    let word = line.text[from..to].to_owned();
    RecordError::new(Kind::NoSuchPiece(word), line.at + from..line.at + to)
}

/// Reads the nine squares of a rank whose blanks are missing or collapsed: ` * * -OU`, `**-OU`. `None` if there
/// are other signs, or another number of squares.
fn joined(rest: &str) -> Option<Cells> {
    let mut cells = Vec::new();
    let mut cursor = Cursor { rest, at: 0 };
    cursor.skip_blanks();
    while let Some(sign) = cursor.rest.bytes().next() {
        let at = cursor.at;
        cursor.next();
        cells.push(match color_of(sign) {
            Some(color) => {
                let kind = kind_of(cursor.rest.get(..2)?)?;
                cursor.advance(2);
                Some((Piece::new(color, kind), at))
            }
            None if sign == b'*' => None,
            None => return None,
        });
        cursor.skip_blanks();
    }
    (cells.len() == 9).then_some(cells)
}
