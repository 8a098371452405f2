//! Diagrams as lists of pieces with their squares: `攻方：１三歩`, `玉方 玉11`, `Black: +B3d, P2e`.

use super::hand::{GivenHand, hands, place_of_word};
use super::letters::english_side;
use super::placed::{placed, starts_square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, side_of};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::side;
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
    /// For each hand the side of its line, if the hand names none itself.
    beside: Vec<Option<Holder>>,
}

/// A piece of a list.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub holder: Holder,
    pub kind: PieceKind,
    pub square: Square,
    pub span: Range<usize>,
}

/// The most pieces and hands of a list: more than there are.
const MOST: usize = 48;

/// Finds the list that begins in this line. A list names both sides, or one of them and a hand, and has a king.
pub(super) fn list(lines: &[Line<'_>], from: usize) -> Option<List> {
    let mut found = List {
        pieces: Vec::new(),
        hands: Vec::new(),
        span: 0..0,
        lines: from..from,
        error: None,
        beside: Vec::new(),
    };
    let mut at = from;
    let mut holder = None;
    let mut is_hand_first = false;
    while let Some(&line) = lines.get(at) {
        let before = (found.pieces.len(), found.hands.len());
        // A side that is named again behind a hand begins the next list.
        let again = name_of_side(&mut behind_prefix(line.trimmed().cursor()), false);
        let has_it = |side: Holder| found.pieces.iter().any(|it| it.holder == side);
        if !found.hands.is_empty() && again.is_some_and(has_it) {
            break;
        }
        // So does a hand, if the hand of this one stands above its pieces.
        let has_hand = is_hand_first && !found.pieces.is_empty();
        if has_hand && begins_hand(line.trimmed().text) {
            break;
        }
        let had_error = found.error.is_some();
        let is_read = one(line, &mut holder, &mut found);
        let is_more = (found.pieces.len(), found.hands.len()) != before
            || !had_error && found.error.is_some();
        if !is_read || !is_more {
            found.pieces.truncate(before.0);
            found.hands.truncate(before.1);
            found.beside.truncate(before.1);
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
            found.beside.truncate(before.1);
            break;
        }
        // Behind a mistake the lines of the list still belong to it.
        at += 1;
        is_hand_first |= found.pieces.is_empty() && !found.hands.is_empty();
        // What goes on like this is no diagram. It is looked at again from each of its lines.
        if found.pieces.len() + found.hands.len() > MOST {
            break;
        }
    }
    give_beside(&mut found);
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

/// Gives the hands in the lines of two sides to these sides, if neither names one itself: `先手：14歩 持駒 金`.
fn give_beside(found: &mut List) {
    if let [Some(one), Some(two)] = found.beside[..]
        && one != two
        && let [first, second] = &mut found.hands[..]
    {
        (first.holder, second.holder) = (one, two);
    }
}

/// Returns a cursor behind the number or the word in front of a list: `第1問 攻方…`, `①攻方…`, `配置：玉方…`.
fn behind_prefix(cursor: Cursor<'_>) -> Cursor<'_> {
    let is_of_prefix = |c: char| {
        c.is_ascii_alphanumeric()
            || digit(c).is_some()
            || kanji(c).is_some()
            || ('①'..='⑳').contains(&c)
            || "第問番題図面配置局例#.．:：、()（）【】[]［］〔〕■●◆・- \u{3000}".contains(c)
    };
    let mut ahead = cursor;
    for _ in 0..LONGEST_PREFIX {
        if side_of(&mut ahead.clone()).is_some() {
            return ahead;
        }
        if !ahead.skip_one(is_of_prefix) {
            break;
        }
    }
    cursor
}

/// The most characters in front of a list in its line.
const LONGEST_PREFIX: usize = 14;

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
    if placed(&mut cursor.clone()).is_none() && in_brackets(cursor).is_none() {
        cursor = behind_prefix(cursor);
    }
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
            let side = holder.filter(|_| given.len() == 1 && sides == 1 && is_bare_name(text));
            found.beside.extend(given.iter().map(|_| side));
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

/// Returns whether a hand in Japanese has no side in its name: `持駒 金`.
fn is_bare_name(text: &str) -> bool {
    place_of_word(text) == Some(0)
}

/// Returns the text up to the name of the next side, and whether there is one.
fn up_to_side(text: &str) -> (&str, bool) {
    let mut parts = text.char_indices().skip(3).filter(|(at, c)| {
        let is_gap = c.is_whitespace() || matches!(c, '、' | '。' | ',');
        matches!(c, '/' | '／' | ';' | '；' | '|')
            || is_gap && begins_side(&text[at + c.len_utf8()..])
    });
    match parts.next() {
        Some((at, _)) => (&text[..at], true),
        None => (text, false),
    }
}

/// Returns whether a text begins with a side that has pieces on the board behind it, and no hand.
fn begins_side(text: &str) -> bool {
    let mut cursor = Cursor {
        rest: text.trim_start(),
        at: 0,
    };
    short_side(cursor).is_some()
        || side_of(&mut cursor).is_some() && {
            cursor.take_while(|c| c.is_whitespace() || matches!(c, '：' | ':' | '＝' | '='));
            placed(&mut cursor).is_some()
        }
}

/// Reads the name of a side: `攻方：`, `先手の駒`, `White`, `▽`.
fn name_of_side(cursor: &mut Cursor<'_>, with_marks: bool) -> Option<Holder> {
    if let Some((holder, behind)) = in_brackets(*cursor) {
        *cursor = behind;
        return Some(holder);
    }
    if let Some((holder, behind)) = short_side(*cursor) {
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

/// Reads a short name before a colon and a piece: `攻：14歩`, `W: K11`. Returns the cursor behind it.
fn short_side(mut ahead: Cursor<'_>) -> Option<(Holder, Cursor<'_>)> {
    const SHORT: [(&str, Holder); 4] = [
        ("攻", Holder::Attacker),
        ("受", Holder::Defender),
        ("B", Holder::Side(Color::Black)),
        ("W", Holder::Side(Color::White)),
    ];
    let (_, holder) = SHORT.iter().find(|(name, _)| ahead.skip(name))?;
    let has_colon = ahead.skip_one(|c| matches!(c, '：' | ':'));
    ahead.skip_blanks();
    (has_colon && placed(&mut ahead.clone()).is_some()).then_some((*holder, ahead))
}

/// Returns whether a piece follows directly: `玉方玉11`.
fn named_from(mut cursor: Cursor<'_>) -> bool {
    placed(&mut cursor).is_some()
}
