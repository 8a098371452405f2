//! The moves in a line of a text, with or without marks, numbers and remarks.

use crate::error::RecordError;
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::moves::{self, MoveErrorKind, Written};
use crate::notation::written_move::side;
use std::ops::Range;

/// Moves at the beginning of a text.
pub(super) struct ReadMoves {
    /// The number before the first of them.
    pub number: Option<u32>,
    pub moves: Vec<Written>,
    /// The place behind the last of them.
    pub end: usize,
    /// Whether the words follow that end a solution: まで, 詰.
    pub is_ended: bool,
    /// The place of what follows, if it was meant as a move.
    pub broken: Option<Range<usize>>,
}

/// Reads the moves at the beginning of a text, with or without their numbers.
pub(super) fn read_moves(line: Line<'_>) -> ReadMoves {
    let mut cursor = line.cursor();
    let mut read = ReadMoves {
        number: None,
        moves: Vec::new(),
        end: cursor.at,
        is_ended: false,
        broken: None,
    };
    for word in ["moves", "checkmate", "bestmove", "pv"] {
        let mut ahead = cursor;
        let is_parted = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | '[' | '"');
        if ahead.skip(word) && !ahead.take_while(is_parted).is_empty() {
            cursor = ahead;
            break;
        }
    }
    // Whether the bracket around a move is open.
    let mut is_open = false;
    loop {
        if is_open && cursor.skip_one(|c| matches!(c, ')' | '）')) {
            is_open = false;
        }
        cursor.take_while(|c| {
            c.is_whitespace()
                || matches!(c, '、' | ',' | '，' | '→' | '・' | '/' | '／' | ';' | '|')
        });
        if !read.moves.is_empty() && skip_reply_bracket(&mut cursor) {
            is_open = true;
        } else {
            skip_brackets(&mut cursor);
        }
        skip_letter(&mut cursor, read.moves.is_empty());
        skip_from(&mut cursor);
        if cursor.rest.is_empty() {
            return read;
        }
        if ["まで", "迄", "詰み", "詰", "#", "mate", "以上", "投了"]
            .iter()
            .any(|it| cursor.rest.starts_with(it))
        {
            read.is_ended = !read.moves.is_empty();
            return read;
        }
        if !read.moves.is_empty()
            && ["resign", "win"]
                .iter()
                .any(|it| cursor.rest.starts_with(it))
        {
            read.is_ended = true;
            return read;
        }
        let mut ahead = cursor;
        let mut numbered = None;
        let written = moves::read_one(&mut ahead).or_else(|_| {
            ahead = cursor;
            number(&mut ahead);
            numbered = number_in(&cursor.rest[..ahead.at - cursor.at]);
            moves::read_one(&mut ahead)
        });
        if let Ok(written) = written {
            if read.moves.is_empty() {
                read.number = numbered;
            }
            cursor = ahead;
            skip_ending(&mut cursor);
            // Marks of mate and check in Western texts, and KIF's mark of a branch.
            cursor.take_while(|c| matches!(c, '#' | '!' | '?' | '+' | '！' | '‼'));
            read.end = cursor.at;
            read.moves.push(written);
        } else {
            if is_meant(cursor.rest) && !read.moves.is_empty()
                || is_meant_first(cursor.rest) && read.moves.is_empty()
            {
                let length = cursor
                    .rest
                    .find(|c: char| c.is_whitespace() || c == '、')
                    .unwrap_or(cursor.rest.len());
                read.broken = Some(cursor.at..cursor.at + length.max(1).min(cursor.rest.len()));
            }
            return read;
        }
    }
}

/// Returns the first move at the beginning of a text.
pub(super) fn first_moves(line: Line<'_>) -> Vec<Written> {
    let mut moves = read_moves(line).moves;
    moves.truncate(1);
    moves
}

/// Passes over a time or a remark in brackets behind a move: `( 0:01/00:00:01)`, `（金は質駒）`.
fn skip_brackets(cursor: &mut Cursor<'_>) {
    let Some(inner) = cursor.rest.strip_prefix(['(', '（']) else {
        return;
    };
    let Some(end) = inner.find([')', '）']) else {
        return;
    };
    // `(1)` is the number of the next move.
    let is_number = inner[..end]
        .chars()
        .all(|c| digit(c).is_some() || kanji(c).is_some());
    if end == 0 || is_number {
        return;
    }
    let behind = &inner[end..];
    let close = behind.chars().next().map_or(0, char::len_utf8);
    cursor.advance(cursor.rest.len() - behind.len() + close);
}

/// Passes over the ends of words behind a move: `１二飛打ち`, `２二飛成り`.
fn skip_ending(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if ahead.skip_one(|c| matches!(c, 'ち' | 'り')) && !ahead.rest.starts_with(is_kana) {
        *cursor = ahead;
    }
}

/// Passes over から between two moves: `▲１二飛から△２一玉`.
fn skip_from(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if ahead.skip("から") && ahead.rest.starts_with(|c| side(c).is_some()) {
        *cursor = ahead;
    }
}

const fn is_kana(c: char) -> bool {
    matches!(c, 'ぁ'..='ゖ')
}

/// Passes over the bracket in front of a single move that the line needs: `▲１二飛（△２一玉）▲２二飛成`. A move of the
/// other side follows it.
fn skip_reply_bracket(cursor: &mut Cursor<'_>) -> bool {
    let Some(inner) = cursor.rest.strip_prefix(['(', '（']) else {
        return false;
    };
    let Some((inside, behind)) = inner.split_once([')', '）']) else {
        return false;
    };
    let first_side = |text: &str| text.trim_start().chars().next().and_then(side);
    let (Some(one), Some(next)) = (first_side(inside), first_side(behind)) else {
        return false;
    };
    let mut ahead = Line {
        text: inside,
        at: 0,
    }
    .cursor();
    let is_move = moves::read_one(&mut ahead).is_ok() && ahead.rest.trim().is_empty();
    if one == next || !is_move {
        return false;
    }
    cursor.advance(cursor.rest.len() - inner.len());
    true
}

/// Passes over the letter that refers to a variation: `▲１二金イ△同玉`, `１二飛Ａ、２一玉`.
fn skip_letter(cursor: &mut Cursor<'_>, is_first: bool) {
    let mut ahead = *cursor;
    if ahead.skip_one(|c| "イロハニホヘトチリヌｲﾛﾊﾆﾎﾍ".contains(c)) {
        if is_meant(ahead.rest) {
            *cursor = ahead;
        }
    } else if !is_first && ahead.skip_one(|c| matches!(c, 'Ａ'..='Ｆ' | 'ａ'..='ｆ')) {
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '、' | '，'));
        if ahead.rest.is_empty() || is_meant(ahead.rest) {
            *cursor = ahead;
        }
    }
}

/// Words behind a move that refuse it: `▲１三飛は不可`.
const REFUSALS: [&str; 14] = [
    "は不可",
    "は不詰",
    "は失敗",
    "は誤",
    "では不",
    "では失敗",
    "では詰ま",
    "は詰ま",
    "だと詰ま",
    "は駄目",
    "はダメ",
    "はだめ",
    "ではなく",
    "ではだめ",
];

/// Returns whether the words behind moves say that they are not the solution.
pub(super) fn refuses(tail: &str) -> bool {
    let tail = tail.trim_start();
    REFUSALS.iter().any(|it| tail.starts_with(it))
}

/// Returns the place of a move with the mark of a side in the words behind others, outside of brackets.
pub(super) fn move_within(line: Line<'_>) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    let mut marks = line.text.char_indices().filter(|(_, c)| {
        match c {
            '(' | '（' | '「' | '[' | '［' | '【' => depth += 1,
            ')' | '）' | '」' | ']' | '］' | '】' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && side(*c).is_some()
    });
    marks.find_map(|(at, _)| {
        let mut cursor = Line {
            text: &line.text[at..],
            at: line.at + at,
        }
        .cursor();
        let start = cursor.at;
        moves::read_one(&mut cursor).ok()?;
        Some(start..cursor.at)
    })
}

/// Passes over the number before a move: `1 `, `1.`, `(1)`, `①`, `初手`, `1手目`.
fn number(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    ahead.skip_one(|c| matches!(c, '(' | '（' | '[' | '第'));
    let digits = ahead.take_while(|c| digit(c).is_some() || kanji(c).is_some());
    let is_circled = digits.is_empty()
        && ahead.skip_one(|c| ('①'..='⑳').contains(&c) || ('㉑'..='㊿').contains(&c));
    let is_first = digits.is_empty() && !is_circled && ahead.skip("初手");
    if digits.is_empty() && !is_circled && !is_first {
        return;
    }
    ahead.skip("手目");
    ahead.take_while(|c| {
        c.is_whitespace()
            || matches!(
                c,
                '.' | '．' | ':' | '：' | ')' | '）' | ']' | '、' | 'は' | '手' | '|'
            )
    });
    *cursor = ahead;
}

/// Returns the number in the text before a move: 2 in `2手目`.
fn number_in(text: &str) -> Option<u32> {
    let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
    let digits = text.trim_matches(|c| !is_digit(c));
    crate::number::number(digits).filter(|_| !digits.is_empty())
}

/// Returns whether a text begins as a move does: with the mark of a side, 同, or a square.
pub(super) fn is_meant(text: &str) -> bool {
    let mut cursor = Cursor { rest: text, at: 0 };
    if is_square(cursor) {
        return true;
    }
    number(&mut cursor);
    is_meant_first(text) || is_meant_first(cursor.rest) || is_square(cursor)
}

fn is_square(cursor: Cursor<'_>) -> bool {
    let mut characters = cursor.rest.chars();
    let is_number = |c: Option<char>| {
        c.is_some_and(|c| {
            digit(c)
                .or_else(|| kanji(c))
                .is_some_and(|it| (1..=9).contains(&it))
        })
    };
    let is_there = is_number(characters.next()) && is_number(characters.next());
    is_there
        && characters
            .next()
            .is_some_and(|c| "歩香桂銀金角飛玉王と成杏圭全馬龍竜".contains(c))
}

fn is_meant_first(text: &str) -> bool {
    text.starts_with('同') || text.starts_with(|c| side(c).is_some())
}

/// Returns the error of a move that cannot be read.
pub(super) fn no_move(span: Range<usize>) -> RecordError {
    RecordError::new(MoveErrorKind::NoMove, span)
}
