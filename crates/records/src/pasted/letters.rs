//! Hands in letters and English words: `Black in hand: R, 2P`, `Hand: two golds`, `S*1 p*2`, `Black: KI`.

use super::hand::GivenHand;
use super::sentence;
use crate::csa;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, Pieces};
use crate::lines::Line;
use crate::notation::kind_of_letter;
use crate::shogi::{Color, Hand, PieceKind};
use std::ops::Range;

/// The names of hands in English, in small letters.
const ENGLISH: [(&str, Holder); 11] = [
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
    ("opponent", Holder::Defender),
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

/// Reads a hand under a name that only a colon tells from other text: `Pocket: RPP`, `Mochigoma: G2`.
fn of_other_name(line: Line<'_>) -> Result<Option<GivenHand>, RecordError> {
    let Some((name, value)) = line.text.split_once([':', '：']) else {
        return Ok(None);
    };
    let name = name.trim().to_ascii_lowercase();
    let at = line.at + line.text.len() - value.len();
    let names = ["pocket", "holding", "holdings", "mochigoma", "reserve"];
    let of_side = name.strip_suffix(" no mochigoma").and_then(english_side);
    if !names.contains(&&*name) && of_side.is_none() {
        return Ok(None);
    }
    Ok(Some(GivenHand {
        holder: of_side.map_or(Holder::Attacker, |it| it.0),
        pieces: letters(Line { text: value, at })?,
        span: line.span(),
    }))
}

/// Reads hands in letters and English words: `Black in hand: R, 2P`, `Hand: G`, `S*1 p*2`.
pub(super) fn in_letters(line: Line<'_>) -> Result<Vec<GivenHand>, RecordError> {
    let bare = line.trimmed();
    let stars = starred(bare);
    if !stars.is_empty() {
        return Ok(stars);
    }
    if let Some(given) = in_csa(bare) {
        return Ok(vec![given]);
    }
    let small = bare.text.to_ascii_lowercase();
    if let Some(given) = of_other_name(bare)? {
        return Ok(vec![given]);
    }
    let Some(at) = small.find("hand") else {
        return Ok(sentence::hands(bare));
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
        return Ok(sentence::hands(bare));
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
        Ok(Pieces::These(hand, _)) if hand.is_empty() && colon.is_none() => {
            Ok(sentence::hands(bare))
        }
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

/// Returns whether a text says in English that there are no pieces.
pub(super) fn says_none(text: &str) -> bool {
    const NONE: [&str; 9] = [
        "none",
        "nothing",
        "-",
        "–",
        "empty",
        "no",
        "no pieces",
        "no piece",
        "0",
    ];
    let bare = text.trim().trim_end_matches('.');
    NONE.iter().any(|it| bare.eq_ignore_ascii_case(it))
}

/// Reads pieces in letters and English words: `R, 2P`, `G2`, `rook, two pawns`, `S x2`, `none`.
pub(super) fn letters(line: Line<'_>) -> Result<Pieces, RecordError> {
    if says_none(line.text) {
        return Ok(Pieces::These(Hand::EMPTY, Vec::new()));
    }
    let words = words_of(line);
    let mut reading = Reading {
        // `gold 2 silver 1`
        counts_follow: words.first().is_some_and(|it| count_of(it.text).is_none())
            && words.last().is_some_and(|it| count_of(it.text).is_some()),
        ..Reading::default()
    };
    for word in words {
        reading.word(word)?;
    }
    if let Some(count) = reading.before {
        let end = line.at + line.text.len();
        let kind = Kind::NoSuchHand(count.to_string());
        return Err(RecordError::new(kind, line.at..end));
    }
    Ok(Pieces::These(reading.hand, reading.places))
}

/// Returns the words of a list, without those between two pieces.
fn words_of(line: Line<'_>) -> Vec<Line<'_>> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '、' | '.');
    let mut at = line.at;
    let mut words = Vec::new();
    for part in line.text.split_inclusive(is_gap) {
        let text = part.trim_end_matches(is_gap);
        if !text.is_empty() && !["and", "&", "+"].contains(&text) {
            words.push(Line { text, at });
        }
        at += part.len();
    }
    words
}

/// Returns the number that a word is: `2`, `two`, `a`.
fn count_of(word: &str) -> Option<u32> {
    const NUMBERS: [&str; 11] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let small = word.to_ascii_lowercase();
    if small == "a" || small == "an" {
        return Some(1);
    }
    let named = NUMBERS.iter().position(|it| *it == small);
    named
        .and_then(|it| u32::try_from(it).ok())
        .or_else(|| word.parse().ok())
}

/// The pieces of a list as far as it is read.
#[derive(Default)]
struct Reading {
    hand: Hand,
    places: Vec<(PieceKind, Range<usize>)>,
    /// The count that stands before the next piece.
    before: Option<u32>,
    /// The last piece, if it has no count yet.
    last: Option<PieceKind>,
    /// Whether the sign of a count stands before the next word: `S x 2`.
    has_sign: bool,
    /// Whether all counts stand behind their pieces.
    counts_follow: bool,
}

impl Reading {
    /// Reads a word of a list.
    fn word(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let (word, span) = (line.text, line.span());
        let no_piece = || RecordError::new(Kind::NoSuchHand(word.to_owned()), span.clone());
        let is_sign = |c: char| matches!(c, 'x' | '×' | '*');
        if word.chars().all(is_sign) {
            self.has_sign = true;
            return Ok(());
        }
        let is_noun = ["general", "generals", "piece", "pieces"]
            .iter()
            .any(|it| word.eq_ignore_ascii_case(it));
        if is_noun && !self.places.is_empty() {
            return Ok(());
        }
        let signed = word.trim_start_matches(is_sign);
        if let Some(count) = count_of(signed) {
            let follows = self.counts_follow || self.has_sign || signed.len() < word.len();
            let last = self.last.take().filter(|_| follows);
            self.has_sign = false;
            return match last {
                Some(kind) if count > 0 => self.add(kind, count - 1, span.clone()),
                None if self.before.is_none() && signed.len() == word.len() => {
                    self.before = Some(count);
                    Ok(())
                }
                _ => Err(no_piece()),
            };
        }
        self.has_sign = false;
        // As in SFEN a count stands before its piece, unless the word ends with one: `2PL`, `P2L1`.
        let counts_follow = word.ends_with(|c: char| c.is_ascii_digit());
        let mut rest = word;
        while !rest.is_empty() {
            let before = leading_count(&mut rest).or(self.before.take());
            rest = rest.trim_start_matches(|c| before.is_some() && matches!(c, 'x' | '×'));
            let (kind, length) = named_piece(rest).ok_or_else(no_piece)?;
            rest = &rest[length..];
            let sign = rest.trim_start_matches(is_sign);
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
            self.add(kind, before.or(behind).unwrap_or(1), span.clone())?;
            self.places.push((kind, span.clone()));
            self.last = (before.is_none() && behind.is_none()).then_some(kind);
        }
        Ok(())
    }

    fn add(&mut self, kind: PieceKind, count: u32, span: Range<usize>) -> Result<(), RecordError> {
        let total = self.hand.count(kind).saturating_add(count);
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return Err(RecordError::new(Kind::HandTooBig, span));
        }
        self.hand = self.hand.with(kind, total);
        Ok(())
    }
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
    const NAMES: [(&str, PieceKind); 16] = [
        ("rook", PieceKind::Rook),
        ("bishop", PieceKind::Bishop),
        ("gold", PieceKind::Gold),
        ("silver", PieceKind::Silver),
        ("knight", PieceKind::Knight),
        ("lance", PieceKind::Lance),
        ("pawn", PieceKind::Pawn),
        ("hisha", PieceKind::Rook),
        ("kaku", PieceKind::Bishop),
        ("kin", PieceKind::Gold),
        ("gin", PieceKind::Silver),
        ("keima", PieceKind::Knight),
        ("kei", PieceKind::Knight),
        ("kyosha", PieceKind::Lance),
        ("kyo", PieceKind::Lance),
        ("fu", PieceKind::Pawn),
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
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    for word in line.text.split(is_gap).filter(|it| !it.is_empty()) {
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
