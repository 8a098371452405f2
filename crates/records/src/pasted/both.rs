//! The hands of both sides in one line: `持駒（先手）金金（後手）歩`, `先手：金 後手：歩`, `Hands: Black GG, White P`, `Hands: GGp`.

use super::hand::GivenHand;
use super::letters::{english_side, letters};
use crate::hands::{Holder, Pieces, WORDS, closes, opens, pieces, side_of};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::kind_of_letter;
use crate::notation::written_move::side;
use crate::shogi::{Color, Hand, PieceKind};
use std::ops::Range;

/// The longest line that is looked through.
const LONGEST: usize = 300;

/// Names of hands in English, in small letters, longer ones first.
const ENGLISH: [&str; 5] = ["pieces in hand", "in hand", "'s hand", "hands", "hand"];

/// Words between a side and its pieces.
const VERBS: [&str; 4] = ["has ", "have ", "holds ", "with "];

/// Words behind pieces.
const ENDS: [&str; 11] = [
    "持っています",
    "持っている",
    "持ち",
    "です",
    "のみ",
    "だけ",
    "あります",
    "を",
    " in hand",
    " and",
    " only",
];

/// The most names of sides in a line that are looked at. The bishop's letter may be among them.
const MOST_NAMES: usize = 4;

/// Words that give the same hand to both sides.
const OF_BOTH: [&str; 12] = [
    "both sides have ",
    "both players have ",
    "both have ",
    "先手後手とも",
    "先後とも",
    "両者とも",
    "双方とも",
    "互いの持駒",
    "互いの持ち駒",
    "双方の持駒",
    "双方の持ち駒",
    "両者の持駒",
];

/// A side in a line, with its place.
struct Named {
    holder: Holder,
    span: Range<usize>,
    /// Whether the name is a letter.
    is_letter: bool,
}

/// Returns the hands of both sides in a line that has nothing else.
pub(super) fn both(line: Line<'_>) -> Option<Vec<GivenHand>> {
    let line = line.trimmed();
    if line.text.len() > LONGEST {
        return None;
    }
    if let Some(given) = by_letters(line) {
        return Some(given);
    }
    if let Some(given) = same_for_both(line) {
        return Some(given);
    }
    let sides = sides(line.text)?;
    let first = sides.first()?;
    let is_sign = |c: char| c.is_whitespace() || opens(c) || "・*●■◆○※/／、，,;；。.".contains(c);
    let prefix = line.text[..first.span.start].trim_end_matches(is_sign);
    let begin = prefix.len() - prefix.trim_start_matches(is_sign).len();
    let behind_word = behind_word(&prefix[begin..]).map(|it| prefix.len() - it.len());
    let mut given = Vec::new();
    match behind_word {
        None if begin < prefix.len() => return None,
        Some(at) if at < prefix.len() => {
            given.push(hand(line, Holder::Attacker, at..prefix.len())?);
        }
        _ => {}
    }
    for (number, named) in sides.iter().enumerate() {
        let end = sides.get(number + 1);
        let end = end.map_or(line.text.len(), |it| it.span.start);
        given.push(hand(line, named.holder, named.span.end..end)?);
    }
    let [one, two] = &given[..] else {
        return None;
    };
    let are_letters = sides.iter().filter(|it| it.is_letter).count();
    (one.holder != two.holder && matches!(are_letters, 0 | 2)).then_some(given)
}

/// Reads a hand that both sides have: `先手後手とも金一枚`, `Both have a gold in hand`.
fn same_for_both(line: Line<'_>) -> Option<Vec<GivenHand>> {
    let begins = |it: &&&str| {
        let begin = line.text.get(..it.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(it))
    };
    let words = OF_BOTH.iter().find(begins)?;
    let text = line.text.trim_end_matches(['。', '.', 'つ', 'ず']);
    let given = |color| {
        let span = words.len()..text.len().max(words.len());
        hand(Line { text, ..line }, Holder::Side(color), span)
    };
    Color::ALL.into_iter().map(given).collect()
}

/// Returns the sides that a line names. `None` if there are more than two.
fn sides(text: &str) -> Option<Vec<Named>> {
    let mut found: Vec<Named> = Vec::new();
    let mut from = 0;
    for (at, _) in text.char_indices() {
        if at < from {
            continue;
        }
        let before = text[..at].chars().next_back();
        let Some((holder, length, is_letter)) = side_at(&text[at..], before) else {
            continue;
        };
        if found.len() == MOST_NAMES {
            return None;
        }
        from = at + length;
        found.push(Named {
            holder,
            span: at..from,
            is_letter,
        });
    }
    // Beside whole names a letter is a piece.
    if found.iter().any(|it| !it.is_letter) {
        found.retain(|it| !it.is_letter);
    }
    (found.len() <= 2).then_some(found)
}

fn side_at(text: &str, before: Option<char>) -> Option<(Holder, usize, bool)> {
    let mut cursor = Cursor { rest: text, at: 0 };
    let mark = cursor.peek().and_then(side);
    if mark.is_some() {
        cursor.next();
    }
    if let Some(holder) = side_of(&mut cursor).or(mark.map(Holder::Side)) {
        return Some((holder, cursor.at, false));
    }
    if before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    if let Some((holder, length)) = english_side(text) {
        return Some((holder, length, false));
    }
    let color = match text.as_bytes() {
        [b'B' | b'b', b':' | b' ', ..] => Color::Black,
        [b'W' | b'w', b':' | b' ', ..] => Color::White,
        _ => return None,
    };
    Some((Holder::Side(color), 1, true))
}

/// Returns the text behind a word for pieces in hand, and behind the signs that part them.
fn behind_word(text: &str) -> Option<&str> {
    let rest = WORDS.iter().find_map(|it| text.strip_prefix(it));
    let english = || {
        let is_it = |it: &&&str| {
            text.get(..it.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(it))
        };
        let word = ENGLISH.iter().find(is_it)?;
        let rest = &text[word.len()..];
        (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
    };
    Some(rest.or_else(english)?.trim_start_matches(parts))
}

/// Returns whether a sign may stand between a name and its pieces.
fn parts(c: char) -> bool {
    c.is_whitespace() || closes(c) || "：:＝=のはが".contains(c)
}

/// Reads the pieces in a part of a line.
fn hand(line: Line<'_>, holder: Holder, span: Range<usize>) -> Option<GivenHand> {
    let text = &line.text[span.clone()];
    let mut value = text.trim_start_matches(parts);
    value = behind_word(value).unwrap_or(value);
    let verb = VERBS.iter().find_map(|it| value.strip_prefix(it));
    value = verb.unwrap_or(value).trim_start();
    let begin = span.start + text.len() - value.len();
    let is_sign =
        |c: char| c.is_whitespace() || opens(c) || closes(c) || "、，,。.;；/／＋+".contains(c);
    loop {
        let shorter = value.trim_end_matches(is_sign);
        let shorter = ENDS
            .iter()
            .find_map(|it| shorter.strip_suffix(it))
            .unwrap_or(shorter);
        if shorter.len() == value.len() {
            break;
        }
        value = shorter;
    }
    let line = Line {
        text: value,
        at: line.at + begin,
    };
    let is_some = |it: &Pieces| match it {
        Pieces::These(hand, _) => !hand.is_empty() || is_none(value),
        Pieces::Rest => true,
    };
    let read = read(line).filter(is_some)?;
    Some(GivenHand {
        holder,
        pieces: read,
        span: line.at - begin + span.start..line.at + value.len(),
    })
}

fn is_none(text: &str) -> bool {
    super::letters::says_none(text) || crate::hands::is_whole(text)
}

/// Reads pieces in Japanese, letters or English words.
fn read(line: Line<'_>) -> Option<Pieces> {
    let english = ["rest", "the rest", "all the rest"];
    if english.iter().any(|it| line.text.eq_ignore_ascii_case(it)) {
        return Some(Pieces::Rest);
    }
    pieces(line.cursor()).or_else(|_| letters(line)).ok()
}

/// Reads hands in letters behind a word for them, Black's in capitals, White's in small letters: `Hands: GGp`.
fn by_letters(line: Line<'_>) -> Option<Vec<GivenHand>> {
    let value = behind_word(line.text)?;
    let at = line.at + line.text.len() - value.len();
    let has = |is: fn(&char) -> bool| value.chars().any(|it| is(&it));
    if !has(char::is_ascii_uppercase) || !has(char::is_ascii_lowercase) {
        return None;
    }
    let is_gap = |c: char| c.is_whitespace() || ",;/".contains(c);
    let words: Vec<&str> = value.split(is_gap).filter(|it| !it.is_empty()).collect();
    let are_behind = words
        .iter()
        .all(|it| it.ends_with(|c: char| c.is_ascii_digit()));
    let mut hands = [Hand::EMPTY; 2];
    for word in words {
        let mut number = String::new();
        let mut last: Option<(usize, PieceKind)> = None;
        let mut add = |last: Option<(usize, PieceKind)>, number: &mut String| {
            let Some((side, kind)) = last else {
                return Some(());
            };
            let count = if number.is_empty() {
                1
            } else {
                number.parse().ok()?
            };
            number.clear();
            hands[side] = with(hands[side], kind, count)?;
            Some(())
        };
        for c in word.chars() {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            let kind = kind_of_letter(u8::try_from(c).ok()?.to_ascii_uppercase())?;
            let next = Some((usize::from(c.is_ascii_lowercase()), kind));
            if are_behind {
                add(last, &mut number)?;
                last = next;
            } else {
                add(next, &mut number)?;
            }
        }
        if are_behind {
            add(last, &mut number)?;
        }
        if !number.is_empty() {
            return None;
        }
    }
    let given = |color: Color| GivenHand {
        holder: Holder::Side(color),
        pieces: Pieces::These(hands[color.index()], Vec::new()).at(&(at..at + value.len())),
        span: line.span(),
    };
    Some(Color::ALL.into_iter().map(given).collect())
}

fn with(hand: Hand, kind: PieceKind, count: u32) -> Option<Hand> {
    let is_held = kind != PieceKind::King && !kind.is_promoted();
    let total = is_held.then(|| hand.count(kind).checked_add(count))??;
    (total <= u32::from(PieceKind::SET[kind.index()])).then(|| hand.with(kind, total))
}
