//! A piece with its square, as lists have them: `１三歩`, `歩13`, `P2e`, `Pawn 1c`.

use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::kind_of_letter;
use crate::notation::written_move::piece;
use crate::shogi::{PieceKind, Square};

/// Returns whether a text begins with a square.
pub(super) fn starts_square(text: &str) -> bool {
    let mut cursor = Cursor { rest: text, at: 0 };
    square(&mut cursor).is_some()
}

/// Reads a square: `１三`, `13`, `1c`.
fn square(cursor: &mut Cursor<'_>) -> Option<Square> {
    let mut ahead = *cursor;
    let number = |c: char| {
        digit(c)
            .or_else(|| kanji(c))
            .filter(|it| (1..=9).contains(it))
    };
    let file = number(ahead.next()?)?;
    ahead.skip_one(|c| matches!(c, '-' | '筋'));
    let c = ahead.next()?;
    let rank = number(c).or_else(|| {
        ('a'..='i')
            .contains(&c)
            .then(|| u32::from(c) - u32::from('a') + 1)
    })?;
    ahead.skip("段");
    *cursor = ahead;
    Some(Square::new(file as u8 - 1, rank as u8 - 1))
}

/// Reads a piece by its name or letter.
fn kind(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    if let Some(kind) = piece(cursor) {
        // The full name: 金将, 桂馬. After 桂 a 馬 would be another piece only before its own square.
        let full = match kind {
            PieceKind::Rook | PieceKind::Lance => "車",
            PieceKind::Bishop => "行",
            PieceKind::Gold | PieceKind::Silver | PieceKind::King => "将",
            PieceKind::Knight => "馬",
            PieceKind::ProPawn => "金",
            PieceKind::Dragon => "王",
            _ => "兵",
        };
        let mut ahead = *cursor;
        let is_full = ahead.skip(full) && !starts_square(ahead.rest);
        if is_full {
            *cursor = ahead;
        }
        return Some(kind);
    }
    let mut ahead = *cursor;
    if let Some(kind) = in_english(&mut ahead) {
        *cursor = ahead;
        return Some(kind);
    }
    let is_promoted = ahead.skip_one(|c| c == '+');
    let letter = ahead.next().filter(char::is_ascii_uppercase)?;
    let kind = match letter {
        'D' if !is_promoted => PieceKind::Dragon,
        'H' if !is_promoted => PieceKind::Horse,
        'T' if !is_promoted => PieceKind::ProPawn,
        letter => kind_of_letter(letter as u8)?,
    };
    let kind = match is_promoted {
        true if kind.can_promote() => kind.promote(),
        true => return None,
        false => kind,
    };
    *cursor = ahead;
    Some(kind)
}

/// Reads the English name of a piece: `Knight`, `gold`.
fn in_english(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let length = cursor
        .rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(cursor.rest.len());
    let kind = match &*cursor.rest[..length].to_ascii_lowercase() {
        "king" => PieceKind::King,
        "rook" => PieceKind::Rook,
        "bishop" => PieceKind::Bishop,
        "gold" => PieceKind::Gold,
        "silver" => PieceKind::Silver,
        "knight" => PieceKind::Knight,
        "lance" => PieceKind::Lance,
        "pawn" => PieceKind::Pawn,
        "dragon" => PieceKind::Dragon,
        "horse" => PieceKind::Horse,
        "tokin" => PieceKind::ProPawn,
        _ => return None,
    };
    cursor.advance(length);
    Some(kind)
}

/// Reads a piece with its square, in either order, or with several squares behind it: `１三歩`, `歩13`, `P2e`.
pub(super) fn placed(cursor: &mut Cursor<'_>) -> Option<(PieceKind, Vec<Square>)> {
    let mut ahead = *cursor;
    if let Some(on) = square(&mut ahead) {
        let found = kind(&mut ahead)?;
        *cursor = ahead;
        return Some((found, vec![on]));
    }
    let found = kind(&mut ahead)?;
    ahead.skip_one(|c| matches!(c, '-' | '@' | ' '));
    let mut squares = vec![square(&mut ahead)?];
    *cursor = ahead;
    loop {
        ahead.take_while(|c| matches!(c, ' ' | ',' | '、' | '・' | '\u{3000}'));
        let mut next = ahead;
        match square(&mut next) {
            // A square before its own piece: `玉11 13歩`.
            Some(_) if kind(&mut next.clone()).is_some() => return Some((found, squares)),
            Some(on) if !next.rest.starts_with(|c: char| c.is_alphanumeric()) => squares.push(on),
            _ => return Some((found, squares)),
        }
        ahead = next;
        *cursor = ahead;
    }
}
