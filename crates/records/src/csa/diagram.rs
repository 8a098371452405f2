//! The lines of a diagram in CSA.

use super::read::CsaReader;
use super::{kind_of, square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::shogi::{Color, Piece, PieceKind, Square};
use std::ops::Range;

impl CsaReader {
    fn put(&mut self, square: Square, piece: Piece, span: Range<usize>) -> Result<(), RecordError> {
        if self.setup.piece_at(square).is_some() {
            return Err(RecordError::new(Kind::Occupied(square), span));
        }
        self.setup.board[square.index()] = Some(piece);
        self.places.pieces.push((square, span));
        Ok(())
    }

    /// Reads `PI82HI22KA`, `P1-KY-KE…`, `P+00KI` or `P-00AL`.
    pub(super) fn diagram(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let (text, at) = (line.text, line.at);
        if !self.has_diagram {
            self.places.board = line.span();
        }
        self.has_diagram = true;
        self.places.board.end = line.span().end;
        let rest = &text[2.min(text.len())..];
        let span = |from: usize, length: usize| {
            let from = at + 2 + from;
            from..(from + length).min(at + text.len())
        };
        let no_piece = |from: usize, length: usize| {
            let word = rest.get(from..).unwrap_or("");
            let word = &word[..length.min(word.len())];
            RecordError::new(Kind::NoSuchPiece(word.to_owned()), span(from, length))
        };
        match text.as_bytes().get(1) {
            Some(b'I') => {
                self.initial();
                for from in (0..rest.len()).step_by(4) {
                    let square = rest.get(from..from + 2).and_then(square);
                    let square = square.flatten().ok_or_else(|| no_piece(from, 4))?;
                    self.setup.board[square.index()] = None;
                }
            }
            Some(digit @ b'1'..=b'9') => {
                let rank = digit - b'1';
                if self.ranks & 1 << rank != 0 {
                    return Err(RecordError::new(Kind::SecondRank(rank + 1), line.span()));
                }
                self.ranks |= 1 << rank;
                if let Some(squares) = joined(rest) {
                    let pieces = (1..=9).rev().zip(squares);
                    for (file, square) in pieces {
                        if let Some((piece, at)) = square {
                            self.put(Square::new(file - 1, rank), piece, span(at, 3))?;
                        }
                    }
                    return Ok(());
                }
                let no_piece =
                    |from, length| no_piece(from, length).with_help(Help::ThreeCharacters);
                let mut squares = 0_usize;
                for from in (0..rest.len()).step_by(3) {
                    squares += 1;
                    let cell = &rest[from..(from + 3).min(rest.len())];
                    let color = match cell.as_bytes()[0] {
                        b'+' => Color::Black,
                        b'-' => Color::White,
                        // A cell may be cut off at the end.
                        b' ' | b'*' if matches!(cell.trim(), "" | "*") => continue,
                        _ => return Err(no_piece(from, 3)),
                    };
                    let kind = kind_of(&cell[1..]).ok_or_else(|| no_piece(from, 3))?;
                    if squares <= 9 {
                        let square = Square::new(9 - squares as u8, rank);
                        self.put(square, Piece::new(color, kind), span(from, 3))?;
                    }
                }
                // Blanks of empty squares at the end may be missing.
                if squares > 9 || squares == 0 && !rest.is_empty() {
                    return Err(RecordError::new(Kind::RankLength(squares), line.span()));
                }
            }
            Some(sign @ (b'+' | b'-')) => {
                let color = if *sign == b'+' {
                    Color::Black
                } else {
                    Color::White
                };
                for from in (0..rest.len()).step_by(4) {
                    let place = rest.get(from..from + 2).and_then(square);
                    let (Some(place), Some(name)) = (place, rest.get(from + 2..from + 4)) else {
                        return Err(no_piece(from, 4));
                    };
                    if name == "AL" {
                        self.all = Some(color);
                        continue;
                    }
                    let kind = kind_of(name).ok_or_else(|| no_piece(from, 4))?;
                    if let Some(square) = place {
                        self.put(square, Piece::new(color, kind), span(from, 4))?;
                        continue;
                    }
                    if kind == PieceKind::King || kind.is_promoted() {
                        return Err(no_piece(from, 4));
                    }
                    let hand = &mut self.setup.hands[color.index()];
                    if hand.count(kind) >= u32::from(PieceKind::SET[kind.index()]) {
                        return Err(RecordError::new(Kind::HandTooBig, span(from, 4)));
                    }
                    *hand = hand.add(kind);
                    self.places.held.push((color, kind, span(from, 4)));
                }
            }
            _ => return Err(RecordError::new(Kind::UnknownLine, line.span())),
        }
        Ok(())
    }
}

/// Reads the nine squares of a rank whose blanks are missing or collapsed: ` * * -OU`, `**-OU`. `None` if there
/// are other signs, or another number of squares. Pieces come with their places.
fn joined(rest: &str) -> Option<[Option<(Piece, usize)>; 9]> {
    let mut squares = [None; 9];
    let mut found = 0;
    let mut cursor = Cursor { rest, at: 0 };
    loop {
        cursor.skip_blanks();
        let Some(sign) = cursor.peek() else {
            return (found == 9).then_some(squares);
        };
        let color = match sign {
            '*' => None,
            '+' => Some(Color::Black),
            '-' => Some(Color::White),
            _ => return None,
        };
        let at = cursor.at;
        cursor.next();
        let square = squares.get_mut(found)?;
        if let Some(color) = color {
            let kind = kind_of(cursor.rest.get(..2)?)?;
            *square = Some((Piece::new(color, kind), at));
            cursor.advance(2);
        }
        found += 1;
    }
}
