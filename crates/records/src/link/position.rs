//! Finds the position among the parts of a link.

use super::coded::{is_coded, of_base64, of_percent};
use super::plus::{MARK_SIGN, Marked};
use super::{Address, DEEPEST, Linked};
use crate::notation::{sfen, usi};
use crate::text::is_record;
use crate::{Format, Record, csa, handicap_of, is_usen, jkf, read_usen};

/// A position in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Sfen(String),
    Usen(String),
    Record { text: String, format: Format },
}

/// The ranks of a board.
const RANKS: usize = 9;

/// The fewest ranks in a row that are meant as a board.
const SEEMING_RANKS: usize = 5;

/// Returns the position that a value is, as it stands in a link.
pub(super) fn of_value(raw: &str, depth: usize) -> Option<Found> {
    let value = of_percent(raw);
    let literal = value.literal();
    let sfen = || of_sfen(&value.as_sfen());
    let usen = || of_usen(&literal);
    let record = || {
        // In CSA each move begins with a sign.
        let csa = of_record(&literal).filter(is_csa);
        csa.or_else(|| of_record(&value.with_blanks()))
    };
    if let Some(found) = sfen().or_else(usen).or_else(record) {
        return Some(found);
    }
    if depth >= DEEPEST {
        return None;
    }
    let again = || is_coded(&literal).then(|| of_value(&literal, depth + 1))?;
    let base64 = || {
        let text = of_base64(&literal)?;
        let found = of_sfen(&text).or_else(|| of_usen(&text));
        let found = found.or_else(|| of_record(&text));
        found.or_else(|| is_coded(&text).then(|| of_value(&text, depth + 1))?)
    };
    again()
        .or_else(base64)
        .or_else(|| of_link(&literal, depth + 1))
}

/// Returns the position of a link that is the value of a parameter of another one.
fn of_link(text: &str, depth: usize) -> Option<Found> {
    let address = Address::of(text.trim())?;
    match super::read(&address, depth)? {
        Linked::Position(text) if is_usen(&text) => Some(Found::Usen(text)),
        Linked::Position(text) => Some(Found::Sfen(text)),
        Linked::Record { text, format } => Some(Found::Record { text, format }),
        Linked::OtherGame(_) | Linked::NoPosition => None,
    }
}

/// Returns the position in a path: nine parts that are the ranks of a board, or one part in another form.
pub(super) fn of_path(raw: &str, depth: usize) -> Option<Found> {
    let path = of_percent(raw);
    let parts: Vec<&str> = path.text.split('/').collect();
    let board = |at: usize| Marked {
        text: parts[at..at + RANKS].join("/"),
        has_coded: path.has_coded,
    };
    let sfen = || {
        let last = parts.len().checked_sub(RANKS)?;
        // The first part may have words before it, the last one hands behind it.
        let are_ranks = |at: &usize| parts[at + 1..at + RANKS - 1].iter().all(|it| is_rank(it));
        let mut boards = (0..=last).rev().filter(are_ranks).map(board);
        boards.find_map(|it| of_sfen(&it.as_sfen()))
    };
    let part = || {
        // A name such as `~1.x` is not the moves of a game.
        let mut parts = raw.split('/').rev().filter(|it| !it.starts_with('~'));
        parts.find_map(|it| of_value(it, depth.max(DEEPEST - 1)))
    };
    sfen().or_else(part)
}

/// Returns the SFEN in a text, with blanks between its fields.
fn of_sfen(text: &str) -> Option<Found> {
    let text = text.trim();
    let is_one = |it: &String| sfen::parse_leniently(it).is_ok();
    let plain = || Some(text.to_owned()).filter(is_one);
    let with_points = || {
        let has_points = text.contains('.') && !text.contains(' ');
        has_points.then(|| text.replace('.', " ")).filter(is_one)
    };
    let of_others = || {
        bracketed(text)
            .or_else(|| without_word(text))
            .filter(is_one)
    };
    let found = plain().or_else(with_points).or_else(of_others);
    found.map(Found::Sfen)
}

/// Returns the SFEN of a diagram with its hands in brackets: `…/9[Gp] w 0 1`. There `w` (white) is the side
/// that moves first in a game, whose pieces are capitals.
fn bracketed(text: &str) -> Option<String> {
    let (board, rest) = text.split_once('[')?;
    let (hands, rest) = rest.split_once(']')?;
    let side = match rest
        .trim_start_matches([' ', '_'])
        .split([' ', '_'])
        .next()?
    {
        "w" => "b",
        "b" => "w",
        _ => return None,
    };
    let hands = if hands.is_empty() { "-" } else { hands };
    Some(format!("{board} {side} {hands} 1"))
}

/// Returns the SFEN of a text in which moves follow without the word `moves`.
fn without_word(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let board = words.iter().position(|it| it.contains('/'))?;
    let is_number = |it: &&&str| it.bytes().all(|it| it.is_ascii_digit());
    let number = words.get(board + 3).filter(is_number);
    let (before, moves) = words.split_at_checked(board + 3 + usize::from(number.is_some()))?;
    let are_moves = !moves.is_empty() && moves.iter().all(|it| usi::parse_move(it).is_ok());
    are_moves.then(|| format!("{} moves {}", before.join(" "), moves.join(" ")))
}

/// Returns the USEN in a word. Moves may be missing with all signs before them.
fn of_usen(text: &str) -> Option<Found> {
    let word = text.trim();
    let has_board = !word.contains('~') && word.matches('_').count() == RANKS - 1;
    let word = if has_board {
        format!("{word}~0.")
    } else {
        word.to_owned()
    };
    let is_one = is_usen(&word) && read_usen(&word).is_ok();
    is_one.then_some(Found::Usen(word))
}

/// Returns the record that a text is, if there is just one with a diagram or moves.
fn of_record(text: &str) -> Option<Found> {
    let format = format_of(text)?;
    let is_one = match format {
        Format::Csa => has_position(&csa::read(text).ok()?.0),
        Format::Jkf => has_position(&jkf::read(text).ok()?.0),
        _ => is_record(text),
    };
    is_one.then(|| Found::Record {
        text: text.to_owned(),
        format,
    })
}

/// Returns whether a record has another diagram than that of games, or moves.
fn has_position(record: &Record) -> bool {
    let initial = handicap_of(&record.setup) == Some("平手");
    !record.tree.is_empty() || !initial
}

/// Returns the format in which a text may be a record.
fn format_of(text: &str) -> Option<Format> {
    let text = text.trim_start();
    if text.starts_with('{') {
        return Some(Format::Jkf);
    }
    let begins = ["P1", "PI", "P+", "P-", "V2", "V3", "N+", "N-", "$", "'"];
    if begins.iter().any(|it| text.starts_with(it)) {
        return Some(Format::Csa);
    }
    (text.contains('\n') || !text.is_ascii()).then_some(Format::Kif)
}

fn is_csa(found: &Found) -> bool {
    matches!(
        found,
        Found::Record {
            format: Format::Csa,
            ..
        }
    )
}

/// Returns a value that was meant as a position and is none.
pub(super) fn seeming_value(raw: &str) -> Option<Found> {
    let value = of_percent(raw);
    let mut literal = value.literal();
    if is_coded(&literal) {
        literal = of_percent(&literal).literal();
    }
    if literal.contains('\n') {
        let text = value.with_blanks();
        let format = format_of(&text)?;
        return Some(Found::Record { text, format });
    }
    let is_one = literal.contains('/') && !literal.contains("://") || is_usen(&literal);
    is_one.then(|| {
        let is_twice = is_coded(&value.text);
        Found::Sfen(if is_twice { literal } else { value.as_sfen() })
    })
}

/// Returns the part of a path that was meant as a board and is none.
pub(super) fn seeming_path(raw: &str) -> Option<Found> {
    let path = of_percent(raw).literal();
    let parts: Vec<&str> = path.split('/').collect();
    let mut first = 0;
    for (at, part) in parts.iter().enumerate() {
        if at - first >= SEEMING_RANKS && (!is_rank(part) || at + 1 == parts.len()) {
            return Some(Found::Sfen(parts[first..=at].join("/")));
        }
        if !is_rank(part) {
            first = at + 1;
        }
    }
    None
}

/// Returns whether a part of a path has the signs of a rank, and about as many squares.
fn is_rank(part: &str) -> bool {
    let mut squares = 0;
    for sign in part.chars().filter(|it| !['+', MARK_SIGN].contains(it)) {
        squares += match sign.to_digit(10) {
            Some(empty) => empty,
            None if "plnsgbrkPLNSGBRK".contains(sign) => 1,
            None => return false,
        };
    }
    (7..=11).contains(&squares)
}
