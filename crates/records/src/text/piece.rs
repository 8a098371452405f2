//! Reads pieces, counts and squares, for boards, hands and lists.

use super::words::{COUNTS, PIECES, skip_of};
use crate::csa;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::kind_of_letter;
use crate::notation::written_move::{full_piece, piece as kanji_piece};
use crate::number::number;
use crate::shogi::{PieceKind, Square};

/// The sign by which a drawn piece shows its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// None: Black's on boards in kanji.
    None,
    /// `v ▽ △ w -`
    White,
    /// `▲ ☗ b`
    Black,
    /// `^`, White's in the boards of engines and Black's in others.
    Caret,
    /// `▼`, Black's beside `▽`, and White's beside `▲` or no sign.
    Down,
    /// `+`, which is Black's if White's is `-`.
    Plus,
    /// `-`
    Minus,
    /// A capital letter.
    Capital,
    /// A small letter.
    Small,
}

/// Returns the sign of a side that a character beside a piece is.
pub(super) fn sign(c: char) -> Option<Sign> {
    let signs = [
        (Sign::White, "vVｖＶ▽△☖⛉↓∨∇ⅴν"),
        (Sign::Black, "▲☗⛊↑∧"),
        (Sign::Caret, "^＾"),
        (Sign::Down, "▼"),
    ];
    let found = signs
        .into_iter()
        .find(|(_, characters)| characters.contains(c));
    found.map(|(sign, _)| sign)
}

/// Returns whether a character stands for an empty square.
pub(super) fn is_empty_square(c: char) -> bool {
    "・･.．＊*·□○〇_＿‥•∙⋅◦口ー－×■".contains(c)
}

/// Reads a piece of a board with its sign: `v玉`, `+飛`, `-OU`, `+bN`, `b+N`, `wK`, `+r`, `玉v`.
///
/// A letter with another letter after it is a word, unless the squares are written `close` together.
/// If `full`, a piece may have its full name of two kanji (飛車).
pub(super) fn drawn_piece(
    cursor: &mut Cursor<'_>,
    close: bool,
    full: bool,
) -> Option<(PieceKind, Sign)> {
    if let Some(found) = of_csa(cursor) {
        return Some(found);
    }
    let mut ahead = *cursor;
    let mut found = Sign::None;
    let mut promoted = false;
    while let Some(c) = ahead.peek() {
        let mut after = ahead;
        after.next();
        let next = after.peek();
        let is_letter = next.is_some_and(|it| it.is_ascii_alphabetic() || it == '+');
        match c {
            '+' if !promoted && is_letter => promoted = true,
            '+' | '＋' if found == Sign::None && is_kanji_piece(after) => found = Sign::Plus,
            '-' | '－' if found == Sign::None && is_kanji_piece(after) => found = Sign::Minus,
            'w' | 'b' if found == Sign::None && !close && is_capital(after) => {
                found = if c == 'w' { Sign::White } else { Sign::Black };
            }
            'w' | 'W' | 'b' | 'B' | '後' | '先' | '受' | '攻'
                if found == Sign::None && is_kanji_piece(after) =>
            {
                let is_white = matches!(c, 'w' | 'W' | '後' | '受');
                found = if is_white { Sign::White } else { Sign::Black };
            }
            _ => match sign(c) {
                Some(it) if found == Sign::None => found = it,
                _ => break,
            },
        }
        ahead = after;
    }
    let read = if full {
        full_piece(&mut ahead)
    } else {
        kanji_piece(&mut ahead)
    };
    if let Some(kind) = read.filter(|_| !promoted) {
        let mut after_sign = ahead;
        let sign_after = after_sign.next().and_then(sign);
        let ends = |c: char| c.is_whitespace() || is_empty_square(c) || is_bar(c);
        if found == Sign::None
            && let Some(sign) = sign_after
            && after_sign.peek().is_none_or(ends)
        {
            found = sign;
            ahead = after_sign;
        }
        *cursor = ahead;
        return Some((kind, found));
    }
    let letter = ahead.next().filter(char::is_ascii_alphabetic)?;
    let kind = kind_of_letter(letter.to_ascii_uppercase() as u8)?;
    if !close && ahead.peek().is_some_and(char::is_alphanumeric) {
        return None;
    }
    let kind = match promoted {
        true if kind.can_promote() => kind.promote(),
        true => return None,
        false => kind,
    };
    *cursor = ahead;
    Some(match (found, letter.is_ascii_uppercase()) {
        (Sign::None, true) => (kind, Sign::Capital),
        (Sign::None, false) => (kind, Sign::Small),
        (found, _) => (kind, found),
    })
}

/// Reads a piece in CSA: `-OU`, `+FU`.
fn of_csa(cursor: &mut Cursor<'_>) -> Option<(PieceKind, Sign)> {
    let mut ahead = *cursor;
    let found = match ahead.next()? {
        '+' => Sign::Black,
        '-' => Sign::White,
        _ => return None,
    };
    let kind = csa::kind_of(ahead.rest.get(..2)?)?;
    ahead.advance(2);
    *cursor = ahead;
    Some((kind, found))
}

/// Returns whether a kanji of a piece is next.
fn is_kanji_piece(mut cursor: Cursor<'_>) -> bool {
    kanji_piece(&mut cursor).is_some()
}

/// Returns whether a capital letter of a piece is next, perhaps after `+`.
fn is_capital(mut cursor: Cursor<'_>) -> bool {
    cursor.skip_one(|c| c == '+');
    let letter = cursor.next().filter(char::is_ascii_uppercase);
    letter.is_some_and(|it| kind_of_letter(it as u8).is_some())
}

/// Returns whether a character is a bar of a frame.
pub(super) fn is_bar(c: char) -> bool {
    "|｜│┃║┠┨├┤".contains(c)
}

/// Reads the name of a piece, in kanji, in a word, in CSA's two letters or in one letter.
pub(super) fn named_piece(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    // Full names come first: in 成銀 the 成 is part of the name.
    if let Some(kind) = full_piece(cursor) {
        return Some(kind);
    }
    if let Some(kind) = skip_of(cursor, &PIECES) {
        return Some(kind);
    }
    if let Some(kind) = cursor.rest.get(..2).and_then(csa::kind_of) {
        let after = cursor.rest[2..].chars().next();
        if after.is_none_or(|c| !c.is_ascii_alphabetic() || c == 'x') {
            cursor.advance(2);
            return Some(kind);
        }
    }
    let mut ahead = *cursor;
    let promoted = ahead.skip_one(|c| c == '+');
    let letter = ahead.next().filter(char::is_ascii_alphabetic)?;
    let kind = kind_of_letter(letter.to_ascii_uppercase() as u8)?;
    let kind = match promoted {
        true if kind.can_promote() => kind.promote(),
        true => return None,
        false => kind,
    };
    *cursor = ahead;
    Some(kind)
}

/// Reads a count before its piece: `2金`, `two golds`, `einem Springer`.
pub(super) fn count_before(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut ahead = *cursor;
    if let Some(count) = skip_of(&mut ahead, &COUNTS) {
        ahead.skip_blanks();
        named_piece(&mut ahead.clone())?;
        *cursor = ahead;
        return Some(count);
    }
    let digits = ahead.take_while(|c| digit(c).is_some());
    let count = number(digits).filter(|_| digits.len() <= 6)?;
    ahead.skip_one(|c| matches!(c, '枚' | '個'));
    ahead.skip_one(|c| matches!(c, 'の' | '×' | 'x'));
    named_piece(&mut ahead.clone())?;
    *cursor = ahead;
    Some(count)
}

/// Reads a count after its piece: `二`, `2枚`, `x2`, `(2)`, `：2`. Digits with a letter after them belong to the next
/// piece, as in SFEN.
pub(super) fn count_after(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut ahead = *cursor;
    let in_brackets = ahead.skip_one(|c| matches!(c, '(' | '（'));
    let has_colon = !in_brackets && ahead.skip_one(|c| matches!(c, '：' | ':' | '='));
    ahead.take_while(|c| c == ' ');
    ahead.skip_one(|c| matches!(c, '×' | 'x' | 'X' | '✕' | '*' | '＊'));
    ahead.take_while(|c| c == ' ' && !in_brackets);
    let digits = ahead.take_while(|c| digit(c).is_some() || kanji(c).is_some());
    let count = number(digits)?;
    let mut counter = ahead;
    counter.take_while(|c| c == ' ');
    if counter.skip_one(|c| matches!(c, '枚' | '個' | 'つ')) {
        ahead = counter;
    }
    let is_whole = if in_brackets {
        ahead.skip_one(|c| matches!(c, ')' | '）'))
    } else {
        let next = ahead.peek();
        !(next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '手' | '筋')))
            && (!has_colon || next.is_none_or(|c| !c.is_alphanumeric()))
    };
    is_whole.then(|| {
        *cursor = ahead;
        count
    })
}

/// Reads a square: `１三`, `13`, `1c`.
pub(super) fn square(cursor: &mut Cursor<'_>) -> Option<Square> {
    let mut ahead = *cursor;
    let coordinate = |c: char| {
        let value = digit(c).or_else(|| kanji(c));
        value.filter(|it| (1..=9).contains(it))
    };
    let file = coordinate(ahead.next()?)?;
    let c = ahead.next()?;
    let letter = ('a'..='i')
        .contains(&c)
        .then(|| u32::from(c) - u32::from('a') + 1);
    let rank = coordinate(c).or(letter)?;
    *cursor = ahead;
    Some(Square::new(file as u8 - 1, rank as u8 - 1))
}
