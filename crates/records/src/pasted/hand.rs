//! Hands in text: in lines of their own, beside a board, within a sentence, and in letters.

use crate::csa;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, Pieces, WORDS, hand_line, name, pieces};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::{Help, kind_of_letter};
use crate::shogi::{Color, Hand, PieceKind};
use std::ops::Range;

/// A hand that a text gives to a side.
#[derive(Clone, Debug)]
pub(super) struct GivenHand {
    pub holder: Holder,
    pub pieces: Pieces,
    pub span: Range<usize>,
}

/// The most places at which a list of pieces is tried to end.
const MOST_ENDS: usize = 24;

/// Returns the hands in a line. A line that begins as a hand and goes on with something else is an error.
pub(super) fn hands(line: Line<'_>) -> Result<Vec<GivenHand>, RecordError> {
    if let Some(given) = short(line) {
        return Ok(vec![given]);
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
        let is_line = rest.text[..start].trim().is_empty();
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
        .take_while(|c| c.is_whitespace() || matches!(c, 'は' | '】' | ')' | '）' | ']' | '］'))
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
            Err(error.with_help(Help::NameTheHand))
        }
        _ => Ok(None),
    }
}

fn is_piece(c: char) -> bool {
    "歩香桂銀金角飛".contains(c)
}

/// The names of hands in English, in small letters.
const ENGLISH: [(&str, Holder); 10] = [
    ("black", Holder::Side(Color::Black)),
    ("sente", Holder::Side(Color::Black)),
    ("white", Holder::Side(Color::White)),
    ("gote", Holder::Side(Color::White)),
    ("attacker", Holder::Attacker),
    ("attacking side", Holder::Attacker),
    ("defender", Holder::Defender),
    ("defending side", Holder::Defender),
    ("tori", Holder::Attacker),
    ("uke", Holder::Defender),
];

/// Returns the side that a text names in English, and the length of the name.
pub(super) fn english_side(text: &str) -> Option<(Holder, usize)> {
    let found = ENGLISH.iter().find(|(it, _)| {
        text.get(..it.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(it))
    })?;
    let behind = &text[found.0.len()..];
    (!behind.starts_with(|c: char| c.is_alphanumeric())).then_some((found.1, found.0.len()))
}

/// Reads hands in letters: `Black in hand: R, 2P`, `Hand: G`, `S*1 p*2`.
fn in_letters(line: Line<'_>) -> Result<Vec<GivenHand>, RecordError> {
    let bare = line.trimmed();
    let stars = starred(bare);
    if !stars.is_empty() {
        return Ok(stars);
    }
    if let Some(given) = in_csa(bare) {
        return Ok(vec![given]);
    }
    let small = bare.text.to_ascii_lowercase();
    let Some(at) = small.find("hand") else {
        return Ok(Vec::new());
    };
    let before = small[..at].trim_end();
    let before = before.strip_suffix("in").unwrap_or(before).trim_end();
    let before = before.strip_suffix("has").unwrap_or(before).trim_end();
    let before = before.strip_suffix("pieces").unwrap_or(before).trim_end();
    let before = before
        .trim_end_matches("'s")
        .trim_end_matches("’s")
        .trim_end();
    let named = ENGLISH
        .iter()
        .find(|(it, _)| before.ends_with(it))
        .map(|it| it.1);
    let mut rest = &bare.text[at + 4..];
    rest = rest.strip_prefix(['s', 'S']).unwrap_or(rest);
    let mut value = rest.trim_start();
    let colon = value.strip_prefix([':', '：', '=']);
    value = colon.unwrap_or(value).trim_start();
    if colon.is_none() && letters(Line { text: value, at: 0 }).is_err() {
        return Ok(Vec::new());
    }
    if value.to_ascii_lowercase().starts_with("the rest")
        || value.to_ascii_lowercase().starts_with("rest")
    {
        let holder = named.unwrap_or(Holder::Defender);
        return Ok(vec![GivenHand {
            holder,
            pieces: Pieces::Rest,
            span: bare.span(),
        }]);
    }
    let begin = bare.at + (bare.text.len() - value.len());
    let is_alone = before.is_empty()
        || named.is_some()
        || before.ends_with([',', ';', '.', ':'])
        || before.chars().last().is_some_and(char::is_alphanumeric);
    if !is_alone {
        return Ok(Vec::new());
    }
    match letters(Line {
        text: value,
        at: begin,
    }) {
        // The words say something about a hand, and no pieces.
        Ok(Pieces::These(hand, _)) if hand.is_empty() && colon.is_none() => Ok(Vec::new()),
        Ok(pieces) => {
            // Without a name the hand is that of the side before it in the line, or else the attacker's.
            let first = english_side(bare.text).map(|it| it.0);
            let holder = named.or(first).unwrap_or(Holder::Attacker);
            Ok(vec![GivenHand {
                holder,
                pieces,
                span: bare.at + at..begin + value.trim_end().len(),
            }])
        }
        Err(error) => Err(error),
    }
}

/// Reads pieces in letters: `R, 2P`, `G2`, `rook, 2 pawns`, `none`.
fn letters(line: Line<'_>) -> Result<Pieces, RecordError> {
    let (mut hand, mut places) = (Hand::EMPTY, Vec::new());
    let mut at = line.at;
    let bare = line.text.trim().trim_end_matches('.');
    if ["none", "nothing", "-", "–", "empty", "no"]
        .iter()
        .any(|it| bare.eq_ignore_ascii_case(it))
    {
        return Ok(Pieces::These(hand, places));
    }
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '、' | '.');
    let mut count_before = None;
    for part in line.text.split_inclusive(is_gap) {
        let word = part.trim_end_matches(is_gap);
        let span = at..at + word.len();
        at += part.len();
        if word.is_empty() || word == "and" {
            continue;
        }
        if let Ok(count) = word.parse::<u32>() {
            count_before = Some(count);
            continue;
        }
        let no_piece = || RecordError::new(Kind::NoSuchHand(word.to_owned()), span.clone());
        // As in SFEN a count stands before its piece, unless the word ends with one: `2PL`, `P2L1`.
        let counts_follow = word.ends_with(|c: char| c.is_ascii_digit());
        let mut rest = word;
        while !rest.is_empty() {
            let before = leading_count(&mut rest).or(count_before.take());
            let (kind, length) = named_piece(rest).ok_or_else(no_piece)?;
            rest = &rest[length..];
            let sign = rest.trim_start_matches(['x', '×', '*']);
            let has_sign = sign.len() < rest.len();
            rest = sign;
            let behind = if counts_follow || has_sign {
                leading_count(&mut rest)
            } else {
                None
            };
            if before.is_some() && behind.is_some() || before == Some(0) || behind == Some(0) {
                return Err(no_piece());
            }
            let count = before.or(behind).unwrap_or(1);
            let total = hand.count(kind).saturating_add(count);
            if total > u32::from(PieceKind::SET[kind.index()]) {
                return Err(RecordError::new(Kind::HandTooBig, span));
            }
            hand = hand.with(kind, total);
            places.push((kind, span.clone()));
        }
    }
    if let Some(count) = count_before {
        let end = line.at + line.text.len();
        let kind = Kind::NoSuchHand(count.to_string());
        return Err(RecordError::new(kind, line.at..end));
    }
    Ok(Pieces::These(hand, places))
}

/// Reads the count at the beginning of a text, which then begins behind it.
fn leading_count(text: &mut &str) -> Option<u32> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = text[..text.len() - rest.len()].parse().ok();
    *text = rest;
    count
}

/// Returns the piece that begins a text, and the length of its name.
fn named_piece(text: &str) -> Option<(PieceKind, usize)> {
    const NAMES: [(&str, PieceKind); 7] = [
        ("rook", PieceKind::Rook),
        ("bishop", PieceKind::Bishop),
        ("gold", PieceKind::Gold),
        ("silver", PieceKind::Silver),
        ("knight", PieceKind::Knight),
        ("lance", PieceKind::Lance),
        ("pawn", PieceKind::Pawn),
    ];
    for (name, kind) in NAMES {
        if text
            .get(..name.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(name))
        {
            let plural = text[name.len()..].starts_with('s');
            return Some((kind, name.len() + usize::from(plural)));
        }
    }
    let first = text.bytes().next()?;
    let kind = kind_of_letter(first.to_ascii_uppercase())?;
    (kind != PieceKind::King).then_some((kind, 1))
}

/// Reads a hand in the names of CSA: `Black: KI`, `White: -`.
fn in_csa(line: Line<'_>) -> Option<GivenHand> {
    let (holder, length) = english_side(line.text)?;
    let value = line.text[length..].strip_prefix(':')?.trim();
    let mut hand = Hand::EMPTY;
    for word in value
        .split([' ', ','])
        .filter(|it| !it.is_empty() && *it != "-")
    {
        let kind = csa::kind_of(word.get(..2)?)
            .filter(|it| !it.is_promoted() && *it != PieceKind::King)?;
        let count = word[2..].trim_start_matches(['x', '*', '×']);
        let count = if count.is_empty() {
            1
        } else {
            count.parse::<u32>().ok()?
        };
        let total = hand.count(kind).saturating_add(count);
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return None;
        }
        hand = hand.with(kind, total);
    }
    let is_hand = value == "-" || !hand.is_empty();
    is_hand.then(|| GivenHand {
        holder,
        pieces: Pieces::These(hand, Vec::new()),
        span: line.span(),
    })
}

/// Reads the hands of a line that has nothing else: `S*1 p*2`, Black's in capitals.
fn starred(line: Line<'_>) -> Vec<GivenHand> {
    let mut hands = [Hand::EMPTY; 2];
    for word in line.text.split_whitespace() {
        let Some((letter, count)) = word.split_once('*') else {
            return Vec::new();
        };
        let (Some(&first), Ok(count)) = (letter.as_bytes().first(), count.parse::<u32>()) else {
            return Vec::new();
        };
        let kind = kind_of_letter(first.to_ascii_uppercase()).filter(|_| letter.len() == 1);
        let Some(kind) = kind.filter(|it| *it != PieceKind::King) else {
            return Vec::new();
        };
        let color = if first.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        let hand = &mut hands[color.index()];
        let total = hand.count(kind).saturating_add(count);
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return Vec::new();
        }
        *hand = hand.with(kind, total);
    }
    let given = Color::ALL
        .into_iter()
        .filter(|it| !hands[it.index()].is_empty());
    given
        .map(|color| GivenHand {
            holder: Holder::Side(color),
            pieces: Pieces::These(hands[color.index()], Vec::new()),
            span: line.span(),
        })
        .collect()
}
