//! Diagrams as lists of pieces with their squares: `攻方：１三歩`, `玉方 玉11`, `Black: +B3d, P2e`.

use super::hand::{GivenHand, hands, place_of_word};
use super::letters::english_side;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, side_of};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::kind_of_letter;
use crate::notation::written_move::{piece, side};
use crate::shogi::{Color, PieceKind, Square};
use std::ops::Range;

/// The pieces of the two sides, listed in lines that follow each other.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub pieces: Vec<Listed>,
    pub hands: Vec<GivenHand>,
    pub span: Range<usize>,
    /// The lines of the text, counted from 0.
    pub lines: Range<usize>,
    pub error: Option<RecordError>,
}

/// A piece of a list.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub holder: Holder,
    pub kind: PieceKind,
    pub square: Square,
    pub span: Range<usize>,
}

/// Finds the list that begins in this line. A list names both sides, or one of them and a hand, and has a king.
pub(super) fn list(lines: &[Line<'_>], from: usize) -> Option<List> {
    let mut found = List {
        pieces: Vec::new(),
        hands: Vec::new(),
        span: 0..0,
        lines: from..from,
        error: None,
    };
    let mut at = from;
    let mut holder = None;
    while let Some(&line) = lines.get(at) {
        let before = (found.pieces.len(), found.hands.len());
        // A side that is named again behind a hand begins the next list.
        let again = name_of_side(&mut line.trimmed().cursor(), false);
        let has_it = |side: Holder| found.pieces.iter().any(|it| it.holder == side);
        if !found.hands.is_empty() && again.is_some_and(has_it) {
            break;
        }
        let had_error = found.error.is_some();
        let is_read = one(line, &mut holder, &mut found);
        let is_more = (found.pieces.len(), found.hands.len()) != before
            || !had_error && found.error.is_some();
        if !is_read || !is_more {
            found.pieces.truncate(before.0);
            found.hands.truncate(before.1);
            break;
        }
        // Other pieces on the same squares begin the next list.
        let is_next = found.pieces[before.0..].iter().any(|it| {
            it.kind == PieceKind::King
                && found.pieces[..before.0]
                    .iter()
                    .any(|other| other.kind == PieceKind::King && other.holder == it.holder)
        });
        if is_next {
            found.pieces.truncate(before.0);
            found.hands.truncate(before.1);
            break;
        }
        // Behind a mistake the lines of the list still belong to it.
        at += 1;
    }
    let has_king = found.pieces.iter().any(|it| it.kind == PieceKind::King);
    let holders = found
        .pieces
        .iter()
        .map(|it| it.holder)
        .chain(found.hands.iter().map(|it| it.holder));
    let mut holders: Vec<Holder> = holders.collect();
    holders.dedup();
    let is_list = has_king && holders.len() >= 2 || found.error.is_some();
    if at == from || !is_list {
        return None;
    }
    found.lines = from..at;
    found.span = lines[from].span().start..lines[at - 1].span().end;
    found.error = found.error.or_else(|| twice(&found.pieces));
    Some(found)
}

/// Returns the error that two pieces are on one square.
fn twice(pieces: &[Listed]) -> Option<RecordError> {
    let mut at = [false; 81];
    let second = pieces
        .iter()
        .find(|it| std::mem::replace(&mut at[it.square.index()], true))?;
    Some(RecordError::new(
        Kind::Occupied(second.square),
        second.span.clone(),
    ))
}

/// Reads a line of a list. Returns whether all of it belongs to one.
fn one(line: Line<'_>, holder: &mut Option<Holder>, found: &mut List) -> bool {
    let mut cursor = line.trimmed().cursor();
    let is_gap = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '、' | ','
                    | '，'
                    | '・'
                    | '/'
                    | '／'
                    | '；'
                    | ';'
                    | '。'
                    | '.'
                    | '|'
                    | '】'
                    | '：'
                    | ':'
                    | '＝'
                    | '='
                    | '-'
                    | '*'
                    | '●'
            )
    };
    let with_marks = place_of_word(cursor.rest).is_some();
    let before = found.pieces.len();
    let mut sides = 0;
    loop {
        cursor.take_while(is_gap);
        if cursor.rest.is_empty() {
            return true;
        }
        if begins_hand(cursor.rest) {
            let (text, rest) = up_to_side(cursor.rest);
            let mut given = match hands(Line {
                text,
                at: cursor.at,
            }) {
                Ok(given) if !given.is_empty() => given,
                Err(error) if found.pieces.len() > before && names_side(line.text) => {
                    found.error.get_or_insert(error);
                    return true;
                }
                _ => return false,
            };
            if let (Some(side), [hand]) = (*holder, given.as_mut_slice())
                && is_unnamed(text)
                // Behind both sides it is the attacker's.
                && sides < 2
                && english_side(line.trimmed().text).is_some()
            {
                hand.holder = side;
            }
            found.hands.append(&mut given);
            cursor.advance(text.len());
            if !rest {
                return true;
            }
            continue;
        }
        if let Some(side) = name_of_side(&mut cursor, with_marks) {
            *holder = Some(side);
            sides += 1;
            continue;
        }
        let Some(holder) = *holder else { return false };
        let start = cursor.at;
        let Some((kind, squares)) = placed(&mut cursor) else {
            // A line that names a side before a colon is a list, also with a mistake in it.
            let has_some = found.pieces.len() > before || starts_square(cursor.rest);
            if has_some && names_side(line.text) {
                let length = cursor.rest.find(is_gap).unwrap_or(cursor.rest.len());
                let kind = Kind::NoSuchPiece(cursor.rest[..length].to_owned());
                let error = RecordError::new(kind, start..start + length);
                found.error.get_or_insert(error);
                return true;
            }
            return false;
        };
        for square in squares {
            found.pieces.push(Listed {
                holder,
                kind,
                square,
                span: start..cursor.at,
            });
        }
    }
}

/// Returns whether a line begins with the name of a side and a colon: `攻方：`, `Black:`.
fn names_side(line: &str) -> bool {
    let mut cursor = Cursor {
        rest: line.trim_start(),
        at: 0,
    };
    let is_named = side_of(&mut cursor).is_some()
        || english_side(cursor.rest).is_some_and(|(_, length)| {
            cursor.advance(length);
            true
        });
    is_named && cursor.rest.starts_with(['：', ':'])
}

/// Returns whether a text begins with the name of a hand.
fn begins_hand(text: &str) -> bool {
    let mut cursor = Cursor { rest: text, at: 0 };
    let small = text
        .get(..10.min(text.floor_char_boundary(10)))
        .unwrap_or_default()
        .to_ascii_lowercase();
    crate::hands::name(&mut cursor).is_some_and(|it| it.1)
        || small.starts_with("in hand")
        || small.starts_with("hand")
        || ["（持）", "(持)", "【持】", "[持]", "持：", "持:"]
            .iter()
            .any(|it| text.starts_with(it))
}

/// Returns whether a hand has no side in its name: `In hand: R`.
fn is_unnamed(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    small.starts_with("in hand") || small.starts_with("hand")
}

/// Returns the text up to the name of the next side, and whether there is one.
fn up_to_side(text: &str) -> (&str, bool) {
    let mut parts = text
        .char_indices()
        .skip(3)
        .filter(|(_, c)| matches!(c, '/' | '／' | ';' | '；' | '|'));
    match parts.next() {
        Some((at, _)) => (&text[..at], true),
        None => (text, false),
    }
}

/// Reads the name of a side: `攻方：`, `先手の駒`, `White`, `▽`.
fn name_of_side(cursor: &mut Cursor<'_>, with_marks: bool) -> Option<Holder> {
    if let Some((holder, behind)) = in_brackets(*cursor) {
        *cursor = behind;
        return Some(holder);
    }
    let mut ahead = *cursor;
    ahead.skip_one(|c| matches!(c, '【' | '[' | '［' | '〔' | '「' | '(' | '（'));
    let mark = ahead.peek().and_then(side);
    if mark.is_some() {
        ahead.next();
        ahead.skip_blanks();
    }
    let named = side_of(&mut ahead).or_else(|| {
        let (holder, length) = english_side(ahead.rest)?;
        ahead.advance(length);
        Some(holder)
    });
    // Marks alone would make lists of moves.
    // A mark is no name in a list of moves: those have no hands beside them.
    let holder = named.or_else(|| mark.filter(|_| with_marks).map(Holder::Side))?;
    for word in ["の駒", "の盤上", "駒", "盤上", "陣", "配置"] {
        if ahead.skip(word) {
            break;
        }
    }
    ahead.skip_one(|c| matches!(c, '】' | ']' | '］' | '〕' | '」' | ')' | '）'));
    let is_parted = ahead.rest.is_empty()
        || ahead.skip_one(|c| c.is_whitespace() || matches!(c, '：' | ':' | '＝' | '='))
        || starts_square(ahead.rest)
        || named_from(ahead);
    is_parted.then(|| {
        *cursor = ahead;
        holder
    })
}

/// Reads a short name in brackets: `（攻）`, `(受)`. Returns the cursor behind it.
fn in_brackets(mut ahead: Cursor<'_>) -> Option<(Holder, Cursor<'_>)> {
    const SHORT: [(&str, Holder); 6] = [
        ("攻", Holder::Attacker),
        ("詰", Holder::Attacker),
        ("受", Holder::Defender),
        ("玉", Holder::Defender),
        ("先", Holder::Side(Color::Black)),
        ("後", Holder::Side(Color::White)),
    ];
    if !ahead.skip_one(|c| matches!(c, '（' | '(' | '【' | '[')) {
        return None;
    }
    let (_, holder) = SHORT.iter().find(|(name, _)| ahead.skip(name))?;
    ahead
        .skip_one(|c| matches!(c, '）' | ')' | '】' | ']'))
        .then_some((*holder, ahead))
}

/// Returns whether a piece follows directly: `玉方玉11`.
fn named_from(mut cursor: Cursor<'_>) -> bool {
    placed(&mut cursor).is_some()
}

fn starts_square(text: &str) -> bool {
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

/// Reads a piece with its square, in either order, or with several squares behind it: `１三歩`, `歩13`, `P2e`.
fn placed(cursor: &mut Cursor<'_>) -> Option<(PieceKind, Vec<Square>)> {
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
