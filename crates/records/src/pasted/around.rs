//! The lines around a diagram: hands, titles, headers, and the author's line.

use super::hand::{GivenHand, hands};
use super::label::{Owner, owner};
use super::moves::{first_moves, is_meant};
use super::row::{is_bar, is_frame};
use super::words::{EARLIER, EARLIER_IN_ENGLISH, EARLIER_THINGS, NAMES, OTHERS, SOLUTIONS, TRIES};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, says_hand, turn_of, turn_of_line};
use crate::headers;
use crate::lines::Line;
use crate::notation::digits::{digit, kanji};
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
    /// A solution of another problem, or somebody's answer: `先週の解答`, `A君の答え：▲１三金`.
    Another(Line<'a>),
    /// Words about an earlier problem, whose solution may follow. The text may begin with its moves.
    Earlier(Line<'a>),
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
    if is_of_earlier(bare.text) {
        let named = solution(bare).map(|it| it.rest);
        let end = bare.text.len();
        return Ok(Around::Earlier(named.unwrap_or_else(|| behind(bare, end))));
    }
    if let Some(Named { rest, owner }) = solution(bare) {
        return Ok(match owner {
            Owner::Author => Around::Solution(rest),
            _ => Around::Another(rest),
        });
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
    let inner = without_signs(bare);
    if inner.text.len() < bare.text.len() && !first_moves(inner).is_empty() {
        return Ok(Around::Moves(inner));
    }
    if let Some((key, value)) = bare.text.split_once([':', '：'])
        && says_hand(key)
        && value.contains(|c| "歩香桂銀金角飛".contains(c))
    {
        return Err(RecordError::new(Kind::SeemingHand, bare.span()));
    }
    Ok(Around::Text)
}

/// Returns whether a line speaks of an earlier problem and its solution: `前回の解答`, `Last week's solutions`.
fn is_of_earlier(text: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
    if has(&EARLIER) && (has(&SOLUTIONS) || has(&EARLIER_THINGS)) {
        return true;
    }
    let begin = text.trim_start_matches(opens);
    let head = begin.get(..begin.floor_char_boundary(EARLIER_LENGTH));
    let small = head.unwrap_or_default().to_ascii_lowercase();
    let is_named = ["solution", "answer"].iter().any(|it| small.contains(it));
    is_named && EARLIER_IN_ENGLISH.iter().any(|it| small.starts_with(it))
}

/// The most bytes of a line in which English words for an earlier problem are looked for.
const EARLIER_LENGTH: usize = 40;

/// Returns a line without the signs that hide or list a solution: `||▲１二金||`, `[spoiler]▲１二金`, `A. ▲１二金`.
fn without_signs(line: Line<'_>) -> Line<'_> {
    let signs = [
        "||",
        "[spoiler]",
        "[SPOILER]",
        ">!",
        "A.",
        "A:",
        "A：",
        "Ａ．",
        "Ａ：",
        "○",
        "◯",
        "〇",
        "・",
        "→",
    ];
    let begins = signs.iter().find(|it| line.text.starts_with(**it));
    let text = line.text[begins.map_or(0, |it| it.len())..].trim_start();
    Line {
        text,
        at: line.at + line.text.len() - text.len(),
    }
}

pub(super) const fn opens(c: char) -> bool {
    matches!(
        c,
        '【' | '['
            | '［'
            | '〔'
            | '「'
            | '『'
            | '〈'
            | '《'
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
            | '＃'
            | '・'
            | '<'
            | '＜'
            | '☆'
            | '★'
            | ' '
            | '\u{3000}'
    )
}

pub(super) const fn closes(c: char) -> bool {
    matches!(
        c,
        '】' | ']'
            | '］'
            | '〕'
            | '」'
            | '』'
            | '〉'
            | '》'
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

/// A word for a solution.
struct Named<'a> {
    /// The text behind it.
    rest: Line<'a>,
    owner: Owner,
}

/// Returns the word for a solution that begins a line, or that moves follow.
fn solution(line: Line<'_>) -> Option<Named<'_>> {
    let begin = line.text.len() - line.text.trim_start_matches(opens).len();
    let named = |rest, at: usize, word: &str| Named {
        rest,
        owner: owner(
            Line {
                text: &line.text[..at],
                at: line.at,
            },
            word,
        ),
    };
    for word in SOLUTIONS {
        if line.text[begin..].starts_with(word) {
            let rest = behind(line, begin + word.len());
            let is_parted = rest.at - line.at > begin + word.len() || rest.text.is_empty();
            // A title such as 解答編 is no solution.
            let is_solution = is_parted && (rest.text.is_empty() || begins_moves(rest))
                || !first_moves(rest).is_empty();
            if is_solution {
                return Some(named(rest, begin, word));
            }
        }
    }
    // Within a sentence: 「正解は▲１二金まで」. Alone it ends a line: 「A君の答え」.
    SOLUTIONS.iter().filter(|it| it.len() > 3).find_map(|word| {
        let at = line.text.find(word)?;
        let named_so = &line.text[..at + word.len()];
        let bare = named_so.strip_suffix("手順").unwrap_or(named_so);
        let is_other = OTHERS
            .iter()
            .any(|it| named_so.ends_with(it) || bare.ends_with(it))
            || line.text[..at].ends_with('不');
        if is_other {
            return None;
        }
        let rest = behind(line, at + word.len());
        let found = named(rest, at, word);
        let is_answer = word.contains(['答', '解']);
        let is_label = is_answer && rest.text.is_empty() && found.owner != Owner::Author;
        (!first_moves(rest).is_empty() || is_label).then_some(found)
    })
}

/// Returns the text behind a word of a line, without the signs that part them.
pub(super) fn behind(line: Line<'_>, at: usize) -> Line<'_> {
    let rest = &line.text[at..];
    // A remark may follow: 解答(反転)：.
    let remark = rest
        .strip_prefix(['(', '（'])
        .and_then(|it| it.split_once([')', '）']));
    let rest = remark.map_or(rest, |it| it.1);
    let rest = rest.trim_start_matches(closes);
    let rest = rest.trim_start_matches(|c| c == '>' || closes(c));
    Line {
        text: rest,
        at: line.at + line.text.len() - rest.len(),
    }
}

/// Returns whether a text begins with a move, or with something that was meant as one.
fn begins_moves(line: Line<'_>) -> bool {
    !first_moves(line).is_empty() || is_meant(line.text)
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
    let (holder, length) = super::letters::english_side(word)?;
    (length == word.len()).then(|| (holder, line.span()))
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
