//! Moves as in the Universal Shogi Interface: `3a3b+`, `G*5b`.
//!
//! Source: the protocol page of Shogidokoro, <https://shogidokoro.starfree.jp/usi.html>. The words
//! in place of moves there (`resign`, `win`) are not moves here.

use super::{kind_of_letter, piece_letter, square_name};
use crate::{Move, PieceKind, Square};
use std::ops::Range;

/// The kinds of errors in a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsiErrorKind {
    /// The text does not have the form of a move.
    #[error("not a move: expected one like 3a3b, 3a3b+ or G*5b")]
    NotAMove,
    /// A square that is not on the board.
    #[error("no such square: expected a file 1 to 9 and a rank a to i")]
    BadSquare,
    /// A drop of a piece that cannot be in hand.
    #[error("this is no piece that can be dropped: expected one of P L N S G B R before the *")]
    BadDrop,
    /// Text after a complete move.
    #[error("unexpected text after the move")]
    TrailingText,
    /// Origin and destination are the same.
    #[error("the move ends on the square where it begins")]
    NoDistance,
}

/// An error in the text of a move, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct UsiError {
    /// The error.
    pub kind: UsiErrorKind,
    /// The place, in bytes of the text.
    pub span: Range<usize>,
}

/// Reads one move. Only its form is tested, not whether any piece can make it.
///
/// # Errors
/// If the text is not exactly one move.
pub fn parse_move(text: &str) -> Result<Move, UsiError> {
    let bytes = text.as_bytes();
    let error = |kind, span| Err(UsiError { kind, span });
    if !text.is_ascii() || bytes.len() < 4 {
        return error(UsiErrorKind::NotAMove, 0..bytes.len());
    }
    let Some(to) = square(&bytes[2..4]) else {
        return error(UsiErrorKind::BadSquare, 2..4);
    };
    if bytes[1] == b'*' {
        if bytes.len() > 4 {
            return error(UsiErrorKind::TrailingText, 4..bytes.len());
        }
        return match kind_of_letter(bytes[0]) {
            Some(kind) if kind != PieceKind::King => Ok(Move::drop(kind, to)),
            _ => error(UsiErrorKind::BadDrop, 0..1),
        };
    }
    let Some(from) = square(&bytes[..2]) else {
        return error(UsiErrorKind::BadSquare, 0..2);
    };
    if from == to {
        return error(UsiErrorKind::NoDistance, 0..4);
    }
    match &bytes[4..] {
        [] => Ok(Move::board(from, to, false)),
        b"+" => Ok(Move::board(from, to, true)),
        [b'+', _, ..] => error(UsiErrorKind::TrailingText, 5..bytes.len()),
        _ => error(UsiErrorKind::TrailingText, 4..bytes.len()),
    }
}

/// Reads one square like `5b`.
///
/// # Errors
/// If the text is not exactly one square.
pub fn parse_square(text: &str) -> Result<Square, UsiError> {
    square(text.as_bytes()).ok_or(UsiError {
        kind: UsiErrorKind::BadSquare,
        span: 0..text.len(),
    })
}

/// Reads a square like `5b` from exactly two bytes.
fn square(bytes: &[u8]) -> Option<Square> {
    match bytes {
        &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Some(Square::new(file - b'1', rank - b'a')),
        _ => None,
    }
}

/// Writes a move.
#[must_use]
pub fn write_move(mv: Move) -> String {
    let mut text = match (mv.from(), mv.dropped()) {
        (Some(from), _) => square_name(from),
        (None, kind) => format!("{}*", piece_letter(kind.unwrap_or(PieceKind::Pawn))),
    };
    text += &square_name(mv.to());
    if mv.promotes() {
        text.push('+');
    }
    text
}

/// Writes moves, each by itself.
#[must_use]
pub fn write_moves(line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| write_move(mv)).collect()
}

/// Writes a line of moves, separated by blanks.
#[must_use]
pub fn write_line(line: &[Move]) -> String {
    write_moves(line).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_back_as_it_was_written() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                for promote in [false, true] {
                    let mv = Move::board(from, to, promote);
                    assert_eq!(parse_move(&write_move(mv)), Ok(mv));
                }
            }
            for kind in PieceKind::HAND {
                let mv = Move::drop(kind, from);
                assert_eq!(parse_move(&write_move(mv)), Ok(mv));
            }
        }
    }

    #[test]
    fn an_error_names_the_bytes() {
        use UsiErrorKind::*;
        for (text, kind, span) in [
            ("", NotAMove, 0..0),
            ("5b", NotAMove, 0..2),
            ("resign", BadSquare, 2..4),
            ("５五角", NotAMove, 0..9),
            ("0b5b", BadSquare, 0..2),
            ("5b5j", BadSquare, 2..4),
            ("K*5b", BadDrop, 0..1),
            ("g*5b", BadDrop, 0..1),
            ("G*5b+", TrailingText, 4..5),
            ("5a5b=", TrailingText, 4..5),
            ("5a5b++", TrailingText, 5..6),
            ("5b5b", NoDistance, 0..4),
        ] {
            assert_eq!(parse_move(text), Err(UsiError { kind, span }), "{text}");
        }
    }
}
