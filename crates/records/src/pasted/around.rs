//! The lines around a diagram: hands, titles, headers, and the author's line.

use super::hand::{GivenHand, hands};
use super::row::{is_bar, is_frame};
use super::words::{EARLIER, NAMES, OTHERS, SOLUTIONS, TRIES};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, says_hand, turn_of, turn_of_line};
use crate::headers;
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::moves::{self, MoveErrorKind, Written};
use crate::notation::written_move::side;
use std::ops::Range;

/// The meaning of a line beside a diagram.
#[derive(Clone, Debug)]
pub(super) enum Around<'a> {
    Blank,
    Hands(Vec<GivenHand>),
    Turn(Holder, Range<usize>),
    /// A header of tsume records: its name there, and the value.
    Header(&'static str, &'a str),
    /// The author's line begins here. The text behind the word for it may have its first moves.
    Solution(Line<'a>),
    /// A text of moves, without a word for them.
    Moves(Line<'a>),
    /// The moves in the answer of an engine, which end with the line.
    Answer(Line<'a>),
    /// The words that end what belongs to a solution: 変化, 紛れ.
    Others,
    Text,
}

/// Returns the meaning of a line beside a diagram.
///
/// # Errors
/// If it begins as a hand and cannot be read to its end.
pub(super) fn around(line: Line<'_>) -> Result<Around<'_>, RecordError> {
    let bare = line.trimmed();
    // Arrows and the like lead down to a solution.
    let has_words = bare.text.contains(char::is_alphanumeric);
    let is_mark = |c: char| side(c).is_some() || is_bar(c);
    let is_blank = !has_words && !bare.text.contains(is_mark);
    if is_blank || is_frame(bare.text) || bare.text.starts_with("```") {
        return Ok(Around::Blank);
    }
    let given = hands(line)?;
    if !given.is_empty() {
        return Ok(Around::Hands(given));
    }
    if let Some((holder, span)) = turn(bare) {
        return Ok(Around::Turn(holder, span));
    }
    if let Some((name, value)) = header(bare.text) {
        return Ok(Around::Header(name, value));
    }
    let is_earlier = EARLIER.iter().any(|it| bare.text.contains(it));
    if is_earlier && SOLUTIONS.iter().any(|it| bare.text.contains(it)) {
        return Ok(Around::Others);
    }
    if let Some(rest) = solution(bare) {
        return Ok(Around::Solution(rest));
    }
    let begin = bare.text.trim_start_matches(opens);
    if OTHERS.iter().any(|it| begin.starts_with(it)) {
        return Ok(Around::Others);
    }
    if let Some(answer) = of_engine(bare) {
        return Ok(Around::Answer(answer));
    }
    // A try of a reader is not the author's line.
    if TRIES.iter().any(|it| bare.text.contains(it)) {
        return Ok(Around::Text);
    }
    let is_marked = bare.text.starts_with(|c| side(c).is_some());
    if !first_moves(bare).is_empty() || is_marked {
        return Ok(Around::Moves(bare));
    }
    if let Some((key, value)) = bare.text.split_once([':', '：'])
        && says_hand(key)
        && value.contains(|c| "歩香桂銀金角飛".contains(c))
    {
        return Err(RecordError::new(Kind::SeemingHand, bare.span()));
    }
    Ok(Around::Text)
}

const fn opens(c: char) -> bool {
    matches!(
        c,
        '【' | '['
            | '［'
            | '〔'
            | '「'
            | '('
            | '（'
            | '■'
            | '●'
            | '◆'
            | '○'
            | '◇'
            | '□'
            | '*'
            | '#'
            | '・'
            | '<'
            | '＜'
            | '☆'
            | '★'
            | ' '
            | '\u{3000}'
    )
}

const fn closes(c: char) -> bool {
    matches!(
        c,
        '】' | ']'
            | '］'
            | '〕'
            | '」'
            | ')'
            | '）'
            | '*'
            | '>'
            | '＞'
            | '：'
            | ':'
            | 'は'
            | '、'
            | '→'
            | '＝'
            | '='
            | '⇒'
            | '!'
            | '|'
            | ' '
            | '\u{3000}'
            | '\t'
    )
}

/// Returns the text behind a word for the author's line, if it begins the line, or if moves follow it.
fn solution(line: Line<'_>) -> Option<Line<'_>> {
    let begin = line.text.len() - line.text.trim_start_matches(opens).len();
    let behind = |at: usize, word: &str| {
        let rest = &line.text[at + word.len()..];
        // A remark may follow: 解答(反転)：.
        let remark = rest
            .strip_prefix(['(', '（'])
            .and_then(|it| it.split_once([')', '）']));
        let rest = remark.map_or(rest, |it| it.1);
        let rest_bare = rest.trim_start_matches(closes);
        let rest_bare = rest_bare.trim_start_matches(|c| c == '>' || closes(c));
        Line {
            text: rest_bare,
            at: line.at + line.text.len() - rest_bare.len(),
        }
    };
    for word in SOLUTIONS {
        if line.text[begin..].starts_with(word) {
            let rest = behind(begin, word);
            let is_parted = rest.at - line.at > begin + word.len() || rest.text.is_empty();
            // A title such as 解答編 is no solution.
            if is_parted && (rest.text.is_empty() || begins_moves(rest)) {
                return Some(rest);
            }
            if !first_moves(rest).is_empty() {
                return Some(rest);
            }
        }
    }
    // Within a sentence: 「正解は▲１二金まで」.
    SOLUTIONS.iter().filter(|it| it.len() > 3).find_map(|word| {
        let at = line.text.find(word)?;
        let is_other = OTHERS
            .iter()
            .any(|it| line.text[..at + word.len()].ends_with(it))
            || line.text[..at].ends_with('不');
        let rest = behind(at, word);
        (!is_other && !first_moves(rest).is_empty()).then_some(rest)
    })
}

/// Returns whether a text begins with a move, or with something that was meant as one.
fn begins_moves(line: Line<'_>) -> bool {
    !first_moves(line).is_empty() || is_meant(line.text)
}

fn first_moves(line: Line<'_>) -> Vec<Written> {
    let mut moves = read_moves(line).moves;
    moves.truncate(1);
    moves
}

/// Returns the moves in the answer of an engine: `info depth 3 … pv R*1b 1a2a`, `checkmate R*1b`.
fn of_engine(line: Line<'_>) -> Option<Line<'_>> {
    let at = match line.text.find("checkmate ") {
        Some(at) => at,
        None if line.text.starts_with("info") => line.text.find(" pv ")? + 1,
        None => return None,
    };
    let moves = Line {
        text: &line.text[at..],
        at: line.at + at,
    };
    (!first_moves(moves).is_empty()).then_some(moves)
}

/// Returns the header of tsume records that a line is.
fn header(text: &str) -> Option<(&'static str, &str)> {
    let (key, value) = text.split_once(['：', ':', '='])?;
    let key = key.trim().trim_matches(|c| opens(c) || closes(c));
    let name = NAMES.iter().find(|it| it.0 == key)?.1;
    let value = value.trim().trim_matches(|c| matches!(c, '"' | ','));
    Some((name, value)).filter(|it| !it.1.is_empty())
}

/// Returns the side to move that a line names: `後手番`, `手番：後手`, `White to move`.
fn turn(line: Line<'_>) -> Option<(Holder, Range<usize>)> {
    if let Some(holder) = turn_of_line(line.text) {
        return Some((holder, line.span()));
    }
    if let Some(value) = line.text.strip_prefix("手番") {
        let value = value.trim_start_matches([' ', '：', ':', '=', '＝', '\u{3000}']);
        return Some((turn_of(value.trim())?, line.span()));
    }
    let at = line
        .text
        .find("to move")
        .or_else(|| line.text.find("to play"))?;
    let word = line.text[..at]
        .trim_end()
        .rsplit([' ', '(', ',', '.'])
        .next()?;
    let (holder, length) = super::hand::english_side(word)?;
    (length == word.len()).then(|| (holder, line.span()))
}

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
    loop {
        cursor.take_while(|c| {
            c.is_whitespace() || matches!(c, '、' | ',' | '，' | '→' | '・' | '/' | '／' | ';')
        });
        skip_brackets(&mut cursor);
        skip_letter(&mut cursor);
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
            // Marks of mate and check in Western texts, and KIF's mark of a branch.
            cursor.take_while(|c| matches!(c, '#' | '!' | '?' | '+'));
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

/// Passes over the letter that refers to a variation: `▲１二金イ△同玉`.
fn skip_letter(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    let is_letter = ahead.skip_one(|c| "イロハニホヘトチリヌ".contains(c));
    if is_letter && is_meant(ahead.rest) {
        *cursor = ahead;
    }
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
                '.' | '．' | ':' | '：' | ')' | '）' | ']' | '、' | 'は' | '手'
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
fn is_meant(text: &str) -> bool {
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

/// Returns the length of a problem in a line that says it: `【7手詰】`, `第3番 (5手詰)`, `三手詰`. A sentence that speaks of
/// one is none.
pub(super) fn plies(text: &str) -> Option<u32> {
    let at = text.find("手詰")?;
    let before = &text[..at];
    let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_digit(*c))
        .last()?
        .0;
    let behind = text[at + "手詰".len()..].trim_start_matches('め');
    let is_end = |text: &str| {
        text.trim()
            .chars()
            .all(|c| closes(c) || c == '。' || c == '!' || c == '！')
    };
    let in_brackets = before[..start].ends_with(opens) && behind.starts_with(closes);
    let ends = is_end(behind) && before[..start].chars().count() <= 20;
    (in_brackets || ends)
        .then(|| headers::expected_plies(&before[start..]))
        .flatten()
}
