//! The squares of drawn boards: empty ones, and pieces with the marks of their sides.

use crate::csa;
use crate::lines::Line;
use crate::marks::{Mark, is_empty_square, mark};
use crate::notation::cursor::Cursor;
use crate::notation::kind_of_letter;
use crate::notation::written_move::piece;
use crate::shogi::{Color, PieceKind};
use std::ops::Range;

/// A square of a rank.
#[derive(Clone, Debug)]
pub(super) struct Square {
    pub piece: Option<PieceKind>,
    pub mark: Option<Mark>,
    /// The side by the case of the letter.
    pub color: Option<Color>,
    pub span: Range<usize>,
}

impl Square {
    /// Makes an empty square.
    pub const fn empty(span: Range<usize>) -> Self {
        Self {
            piece: None,
            mark: None,
            color: None,
            span,
        }
    }
}

/// Reads a piece in letters: `P`, `+r`. Another letter behind it makes it a word, unless the squares are
/// written close together.
fn letter(cursor: &mut Cursor<'_>, is_close: bool) -> Option<(PieceKind, Color)> {
    let mut ahead = *cursor;
    let is_promoted = ahead.skip_one(|c| c == '+');
    let c = ahead.next().filter(char::is_ascii_alphabetic)?;
    let kind = kind_of_letter(c.to_ascii_uppercase() as u8)?;
    if !is_close && ahead.peek().is_some_and(|it| it.is_ascii_alphanumeric()) {
        return None;
    }
    let kind = match is_promoted {
        true if kind.can_promote() => kind.promote(),
        true => return None,
        false => kind,
    };
    *cursor = ahead;
    let color = if c.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    Some((kind, color))
}

/// Reads the mark before a piece: `v`, `▲`, `-`, `先`.
fn mark_before(cursor: &mut Cursor<'_>) -> Option<Mark> {
    let c = cursor.peek()?;
    let found = mark(c).or(match c {
        '-' | '－' | '後' | '受' => Some(Mark::White),
        'w' | 'W' if is_before_kanji(cursor.rest) => Some(Mark::White),
        'b' | 'B' if is_before_kanji(cursor.rest) => Some(Mark::Black),
        '+' | '＋' | '先' | '攻' => Some(Mark::Black),
        // The defender's king: 玉玉.
        '玉' if cursor.rest[c.len_utf8()..].starts_with(|next: char| is_piece(next)) => {
            Some(Mark::White)
        }
        _ => None,
    })?;
    cursor.next();
    Some(found)
}

/// Returns whether a piece in kanji is behind the first character: `w玉`.
fn is_before_kanji(text: &str) -> bool {
    text.chars().nth(1).is_some_and(is_piece)
}

fn is_piece(c: char) -> bool {
    let mut buffer = [0; 4];
    piece(&mut Cursor {
        rest: c.encode_utf8(&mut buffer),
        at: 0,
    })
    .is_some()
}

/// Reads a piece in two letters: `-OU`, `+FU` as in CSA, `wK`, `bP`, `w+R`.
fn two_letters(cursor: &mut Cursor<'_>) -> Option<(PieceKind, Color)> {
    let mut ahead = *cursor;
    let (color, is_csa) = match ahead.next()? {
        '+' => (Color::Black, true),
        '-' => (Color::White, true),
        'b' => (Color::Black, false),
        'w' => (Color::White, false),
        _ => return None,
    };
    let kind = if is_csa {
        let kind = csa::kind_of(ahead.rest.get(..2)?)?;
        ahead.advance(2);
        kind
    } else {
        let is_promoted = ahead.skip_one(|c| c == '+');
        let kind = kind_of_letter(ahead.next().filter(char::is_ascii_uppercase)? as u8)?;
        match is_promoted {
            true if kind.can_promote() => kind.promote(),
            true => return None,
            false => kind,
        }
    };
    if ahead.peek().is_some_and(|it| it.is_ascii_alphanumeric()) {
        return None;
    }
    *cursor = ahead;
    Some((kind, color))
}

/// Reads the piece on a square, with its mark. `None` if it is no piece.
pub(super) fn one(cursor: &mut Cursor<'_>, is_close: bool) -> Option<Square> {
    let start = cursor.at;
    if let Some((kind, color)) = two_letters(cursor) {
        return Some(Square {
            piece: Some(kind),
            mark: None,
            color: Some(color),
            span: start..cursor.at,
        });
    }
    let mut ahead = *cursor;
    let mut mark = mark_before(&mut ahead);
    if let Some(kind) = piece(&mut ahead) {
        // A mark may also follow, if it is not that of the next piece.
        let mut behind = ahead;
        let follows = behind.peek().and_then(self::mark);
        behind.next();
        let ends = |c: char| c.is_whitespace() || is_empty_square(c);
        if mark.is_none() && follows.is_some() && behind.peek().is_none_or(ends) {
            mark = follows;
            ahead = behind;
        }
        *cursor = ahead;
        return Some(Square {
            piece: Some(kind),
            mark,
            color: None,
            span: start..cursor.at,
        });
    }
    let (kind, color) = letter(cursor, is_close)?;
    Some(Square {
        piece: Some(kind),
        mark: None,
        color: Some(color),
        span: start..cursor.at,
    })
}

/// Returns whether a dash is next that stands for an empty square, and not before a piece.
pub(super) fn is_dash(cursor: Cursor<'_>) -> bool {
    let mut behind = cursor;
    behind.skip_one(|c| c == '-') && behind.peek().is_none_or(|c| !c.is_alphanumeric())
}

/// Reads a cell: nothing, a sign for it, or a piece.
pub(super) fn cell(line: Line<'_>) -> Option<Square> {
    let bare = line.trimmed();
    let empty = Square::empty(line.span());
    if bare.text.chars().all(|c| is_empty_square(c) || c == '-') && bare.text.chars().count() <= 2 {
        return Some(empty);
    }
    let mut cursor = bare.cursor();
    let mut square = one(&mut cursor, false)?;
    // The full name: 金将, 桂馬.
    if square.color.is_none() {
        cursor.skip_one(|c| matches!(c, '将' | '車' | '行' | '馬' | '兵' | '王' | '金'));
    }
    cursor.skip_blanks();
    if square.mark.is_none() && square.color.is_none() {
        square.mark = cursor.peek().and_then(mark);
        if square.mark.is_some() {
            cursor.next();
        }
    }
    cursor.rest.is_empty().then_some(square)
}
