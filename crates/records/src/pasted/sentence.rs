//! Hands in English sentences: `Black has two golds in hand`, `two golds in hand`, `White holds a rook`.

use super::hand::GivenHand;
use super::letters::{english_side, letters};
use crate::hands::{Holder, Pieces};
use crate::lines::Line;
use std::ops::Range;

/// The most places in a line at which pieces in hand are looked for.
const MOST_PLACES: usize = 4;

/// Words between the side and its pieces.
const VERBS: [&str; 5] = ["has", "have", "holds", "holding", "with"];

/// Returns the hands that the sentences of a line name. A sentence that cannot be read to its end names none.
pub(super) fn hands(line: Line<'_>) -> Vec<GivenHand> {
    let small = line.text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut from = 0;
    for (at, words) in small.match_indices("in hand").take(MOST_PLACES) {
        let span = begin_of_sentence(line.text, from..at)..at;
        from = at + words.len();
        let Some(given) = one(line, span) else {
            return Vec::new();
        };
        found.push(given);
    }
    if found.is_empty() {
        found.extend(holds(line));
    }
    found
}

/// Returns where the sentence begins that ends here.
fn begin_of_sentence(text: &str, before: Range<usize>) -> usize {
    let ends = |c: char| matches!(c, '.' | ';' | '(' | '!' | '?' | '。' | '、' | '（');
    let end = text[before.clone()].rfind(ends);
    end.map_or(before.start, |at| {
        let at = before.start + at;
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    })
}

/// Reads the hand of the words in front of `in hand`.
fn one<'a>(line: Line<'a>, span: Range<usize>) -> Option<GivenHand> {
    let text = &line.text[span.clone()];
    // The pieces are at the end of the sentence.
    let last = |text: &'a str| Line {
        text,
        at: line.at + span.end - text.len(),
    };
    let (before, phrase) = parted_by_verb(text).unwrap_or((None, text));
    let given = |holder, pieces| GivenHand {
        holder,
        pieces,
        span: line.at + span.start..line.at + span.end,
    };
    if let Some(before) = before {
        let holder = side_in(before)?;
        let pieces = list(last(phrase))?;
        return Some(given(holder, pieces));
    }
    // Without a verb the pieces may follow another clause: `Black to play, two golds in hand`.
    let (side, phrase) = match phrase.split_once(':') {
        Some((name, rest)) => (Some(name), rest),
        None => (None, phrase),
    };
    let holder = match side {
        Some(name) => side_in(name)?,
        None => Holder::Attacker,
    };
    let mut commas = phrase
        .match_indices([',', '，'])
        .map(|(at, it)| at + it.len());
    let first = std::iter::once(0).chain(commas.by_ref());
    let mut parts = first.map(|at| &phrase[at..]);
    let pieces = parts.find_map(|part| {
        let read = list(last(part))?;
        // What stands before it names no pieces.
        let rest = &phrase[..phrase.len() - part.len()];
        (!names_piece(rest)).then_some(read)
    })?;
    Some(given(holder, pieces))
}

/// Parts a sentence at the first word between a side and its pieces.
fn parted_by_verb(text: &str) -> Option<(Option<&str>, &str)> {
    let mut at = 0;
    for part in text.split_inclusive(' ') {
        let end = at + part.len();
        if VERBS.iter().any(|it| part.trim().eq_ignore_ascii_case(it)) {
            return Some((Some(&text[..at]), &text[end..]));
        }
        at = end;
    }
    None
}

/// Returns the side that the words before a verb name. Without a name it is the attacker. `None` if the sentence says
/// only what might be.
fn side_in(words: &str) -> Option<Holder> {
    let mut holder = Holder::Attacker;
    for word in words.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let small = bare.to_ascii_lowercase();
        if [
            "if", "not", "when", "could", "would", "might", "had", "should",
        ]
        .contains(&&*small)
            || small.contains("n't")
            || small.contains("n’t")
        {
            return None;
        }
        if let Some((side, length)) = english_side(bare)
            && length == bare.len()
        {
            holder = side;
        }
    }
    Some(holder)
}

/// Reads the pieces of a sentence, all of it.
fn list(line: Line<'_>) -> Option<Pieces> {
    let mut line = line.trimmed();
    for word in ["only ", "just ", "still ", "now ", "and "] {
        if let Some(rest) = line.text.strip_prefix(word) {
            line = Line {
                text: rest,
                at: line.at + word.len(),
            };
        }
    }
    let small = line.text.to_ascii_lowercase();
    if ["the rest", "all the rest", "everything else"].contains(&&*small) {
        return Some(Pieces::Rest);
    }
    let read = letters(line).ok()?;
    let is_none = ["no pieces", "no piece", "nothing", "none"].contains(&&*small);
    let is_some = matches!(&read, Pieces::These(hand, _) if !hand.is_empty());
    (is_some || is_none).then_some(read)
}

/// Returns whether a text has the name of a piece in it.
fn names_piece(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    let names = [
        "rook", "bishop", "gold", "silver", "knight", "lance", "pawn",
    ];
    names.iter().any(|it| small.contains(it))
}

/// Reads a side with what it holds, in a sentence of its own: `Black holds 2 golds.`
fn holds(line: Line<'_>) -> Option<GivenHand> {
    let end = line.text.find(['.', ';', '!']).unwrap_or(line.text.len());
    let sentence = &line.text[..end];
    if !sentence.contains(" hold") {
        return None;
    }
    let (before, phrase) = parted_by_verb(sentence)?;
    let name = before?.trim();
    let (holder, length) = english_side(name)?;
    let is_clear = length == name.len() && names_piece(phrase);
    let pieces = is_clear.then(|| {
        list(Line {
            text: phrase,
            at: line.at + end - phrase.len(),
        })
    })??;
    Some(GivenHand {
        holder,
        pieces,
        span: line.at..line.at + end,
    })
}
