//! Hands in text: in lines of their own, beside a board, within a sentence, and in letters.

use super::both::both;
use super::letters::{in_letters, letters, says_none};
use super::tail::more_pieces;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, Pieces, WORDS, hand_line, name, pieces};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::written_move::side;
use crate::shogi::{Color, Hand};
use std::ops::Range;

/// A hand that a text gives to a side.
#[derive(Clone, Debug)]
pub(super) struct GivenHand {
    pub holder: Holder,
    pub pieces: Pieces,
    pub span: Range<usize>,
}

/// Reads the pieces of one hand in Japanese, letters or English words: `金二`, `2GP`, `two golds`. `None` stands for all
/// that are left: `残り全部`, `rest`.
///
/// # Errors
/// If anything else is in the text.
pub fn read_hand(text: &str) -> Result<Option<Hand>, RecordError> {
    let line = Line { text, at: 0 }.trimmed();
    let english = ["rest", "the rest", "all the rest"];
    if english.iter().any(|it| line.text.eq_ignore_ascii_case(it)) {
        return Ok(None);
    }
    let in_words = |error| match letters(line) {
        Ok(Pieces::These(hand, _)) if hand.is_empty() && !says_none(line.text) => Err(error),
        read => read.map_err(|_| error),
    };
    let found = pieces(line.cursor()).or_else(in_words);
    Ok(match found? {
        Pieces::These(hand, _) => Some(hand),
        Pieces::Rest => None,
    })
}

/// The most places at which a list of pieces is tried to end.
const MOST_ENDS: usize = 24;

/// Returns the hands in a line. A line that begins as a hand and goes on with something else is an error.
pub(super) fn hands(line: Line<'_>) -> Result<Vec<GivenHand>, RecordError> {
    if let Some(given) = short(line) {
        return Ok(vec![given]);
    }
    if let Some(given) = marked(line) {
        return Ok(given);
    }
    if let Some(given) = both(line) {
        return Ok(given);
    }
    let of_letters = in_letters(line)?;
    if !of_letters.is_empty() {
        return Ok(of_letters);
    }
    let mut found = Vec::new();
    let mut rest = line;
    // A line may have the hands of both sides.
    while let Some(at) = place_of_word(rest.text) {
        let start = begin_of_name(rest, at);
        let cursor = Cursor {
            rest: &rest.text[start..],
            at: rest.at + start,
        };
        let is_line = rest.text[..start]
            .trim_matches([' ', '*', '\u{3000}'])
            .is_empty();
        let Some((given, end)) = one(cursor, is_line)? else {
            let behind = at + rest.text[at..].chars().next().map_or(1, char::len_utf8);
            rest = from(rest, behind);
            continue;
        };
        rest = from(rest, end - rest.at);
        found.push(given);
    }
    // `詰方 金` has no word for the hand.
    if found.is_empty()
        && let Some(hand) = hand_line(line)
        && !hand.value.rest.trim().is_empty()
        && let Ok(pieces) = pieces(hand.value)
    {
        found.push(GivenHand {
            holder: hand.holder,
            pieces,
            span: line.span(),
        });
    }
    Ok(found)
}

/// Reads `持：金` and `（持）金`, where nothing but the word and pieces are in the line.
fn short(line: Line<'_>) -> Option<GivenHand> {
    let mut cursor = line.trimmed().cursor();
    let is_in_brackets = ["（持）", "(持)", "【持】", "[持]"]
        .iter()
        .any(|it| cursor.skip(it));
    if !is_in_brackets {
        let is_word = cursor.skip("持");
        if !(is_word && cursor.skip_one(|c| matches!(c, '：' | ':' | '＝' | '='))) {
            return None;
        }
    }
    let pieces = pieces(cursor).ok()?;
    Some(GivenHand {
        holder: Holder::Attacker,
        pieces,
        span: line.span(),
    })
}

/// Reads the hands of both sides behind their marks, where nothing else is in the line: `▲金銀 △飛`.
fn marked(line: Line<'_>) -> Option<Vec<GivenHand>> {
    let line = line.trimmed();
    let marks = line.text.char_indices().filter(|it| side(it.1).is_some());
    let marks: Vec<(usize, char)> = marks.take(3).collect();
    let [(0, first), (middle, second)] = marks[..] else {
        return None;
    };
    let hand = |mark: char, span: Range<usize>| {
        let text = &line.text[span.start + mark.len_utf8()..span.end];
        let at = line.at + span.start + mark.len_utf8();
        let pieces = pieces(Cursor { rest: text, at }).ok()?;
        let is_some = !text.trim().is_empty();
        is_some.then(|| GivenHand {
            holder: Holder::Side(side(mark).unwrap_or(Color::Black)),
            pieces,
            span: line.at + span.start..line.at + span.end,
        })
    };
    let both = [
        hand(first, 0..middle)?,
        hand(second, middle..line.text.len())?,
    ];
    (both[0].holder != both[1].holder).then(|| both.into())
}

fn from(line: Line<'_>, at: usize) -> Line<'_> {
    let at = at.min(line.text.len());
    Line {
        text: &line.text[at..],
        at: line.at + at,
    }
}

/// Returns the place of the first word for pieces in hand.
pub(super) fn place_of_word(text: &str) -> Option<usize> {
    WORDS.iter().filter_map(|it| text.find(it)).min()
}

/// Returns where the name of the hand begins whose word is here: `攻方の持駒`, `▲持駒`.
fn begin_of_name(line: Line<'_>, word: usize) -> usize {
    let before = line.text[..word].char_indices().rev().take(9);
    let starts: Vec<usize> = before.map(|it| it.0).collect();
    // The longest name counts.
    let mut longest = starts.into_iter().rev();
    longest
        .find(|&start| {
            let mut cursor = Cursor {
                rest: &line.text[start..],
                at: start,
            };
            let begins = line.text[start..]
                .chars()
                .next()
                .is_some_and(|c| !c.is_whitespace());
            begins && name(&mut cursor).is_some_and(|it| it.1) && cursor.at > word
        })
        .unwrap_or(word)
}

/// Returns whether a character may stand behind the pieces of a hand.
fn is_end(c: char) -> bool {
    c.is_whitespace() || "(（［[【、。」)）/／\\*|での，,;；".contains(c)
}

/// Reads the hand at the beginning of a text, and returns where it ends. None if the text only speaks of pieces
/// in hand.
fn one(start: Cursor<'_>, is_line: bool) -> Result<Option<(GivenHand, usize)>, RecordError> {
    let mut cursor = start;
    let Some((holder, true)) = name(&mut cursor) else {
        return Ok(None);
    };
    let is_parted = !cursor
        .take_while(|c| {
            c.is_whitespace() || matches!(c, 'は' | '】' | ')' | '）' | ']' | '］' | '*')
        })
        .is_empty();
    let has_colon = cursor.skip_one(|c| matches!(c, '：' | ':' | '＝' | '=' | '→'));
    cursor.skip_blanks();
    let value = cursor.rest;
    if value.is_empty() {
        let pieces = Pieces::These(Hand::EMPTY, Vec::new());
        let given = GivenHand {
            holder,
            pieces,
            span: start.at..cursor.at,
        };
        // A name alone says that there are none, as in KIF.
        return Ok((is_line && has_colon).then_some((given, cursor.at)));
    }
    let ends = value
        .char_indices()
        .filter(|(_, c)| is_end(*c))
        .map(|it| it.0)
        .take(MOST_ENDS);
    let mut ends: Vec<usize> = ends.collect();
    ends.push(value.len());
    let mut first_error = None;
    for end in ends.into_iter().rev() {
        let text = value[..end].trim_end();
        let found = match pieces(Cursor {
            rest: text,
            at: cursor.at,
        }) {
            Ok(found) => found,
            Err(error) => {
                first_error = Some(error);
                continue;
            }
        };
        if matches!(&found, Pieces::These(hand, _) if hand.is_empty() && text.is_empty()) {
            continue;
        }
        let next = value[text.len()..]
            .trim_start_matches(|c: char| c.is_whitespace() || c == '、' || c == ',');
        let word = next.split(is_end).next().unwrap_or_default();
        // A number in brackets is a count.
        let inner = value[text.len()..].trim_start().strip_prefix(['(', '（']);
        if inner.is_some_and(|it| {
            it.starts_with(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c))
                && !it.contains('手')
        }) {
            return Ok(None);
        }
        // More pieces behind a mistake would be lost.
        if !word.contains("手詰")
            && word.contains(is_piece)
            && word.chars().count() <= 4
            && place_of_word(next) != Some(0)
            && name(&mut Cursor { rest: next, at: 0 }).is_none()
        {
            break;
        }
        if (has_colon || is_line)
            && found.is_rest_or_some()
            && let Some(more) = more_pieces(&value[text.len()..])
        {
            let at = cursor.at + text.len();
            let word = &value[text.len()..][more.clone()];
            let kind = Kind::NoSuchHand(word.to_owned());
            return Err(RecordError::new(kind, at + more.start..at + more.end));
        }
        let end = cursor.at + text.len();
        return Ok(Some((
            GivenHand {
                holder,
                pieces: found,
                span: start.at..end,
            },
            end,
        )));
    }
    match first_error {
        Some(error) if has_colon || is_line && is_parted && value.starts_with(is_piece) => {
            Err(error)
        }
        _ => Ok(None),
    }
}

fn is_piece(c: char) -> bool {
    "歩香桂銀金角飛".contains(c)
}
