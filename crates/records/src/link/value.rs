//! Decodes the values in a link, and reads the positions in them.
//!
//! Programs encode a blank as `+` or as `%20`, and a `+` as `%2B`. Others leave both as they are. The board
//! distinguishes a `+` that is a blank from a promotion: a rank has nine squares. In a line, the `+` after a move
//! is a promotion if a separator follows it.

use crate::csa;
use crate::encoding::decode;
use crate::format::Format;
use crate::handicap;
use crate::notation::sfen;
use crate::text::drawing::is_record;
use crate::usen::{is_usen, read_usen};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::percent_decode_str;

/// The content of a link to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Linked {
    /// A position as SFEN, with the line after `moves`, or as USEN. It may be malformed: only its reader
    /// finds that out.
    Position(String),
    /// A whole record.
    Record {
        /// The text of the record.
        text: String,
        /// The format of the record.
        format: Format,
    },
    /// A position of another game on the same board, with the name of the game in the link.
    OtherGame(String),
    /// The link holds no position: the page that it leads to may have one.
    NoPosition,
}

/// Stands for a `+` that was not encoded. This control character occurs in no text.
const PLUS: char = '\u{1f}';

const RANKS: usize = 9;
/// More ranks in a row than these are meant as a board, even if it is malformed.
const SEEMING_RANKS: usize = 5;

/// Decodes percent-encoding. Each `+` that was not encoded becomes [`PLUS`], unless the value has blanks: then
/// no `+` stands for one.
fn decoded(raw: &str) -> String {
    let marked = if raw.contains(' ') {
        raw.to_owned()
    } else {
        raw.replace('+', "\u{1f}")
    };
    decode(&percent_decode_str(&marked).collect::<Vec<u8>>())
}

/// Decodes prose, in which every [`PLUS`] is a blank.
pub(super) fn text(raw: &str) -> String {
    decoded(raw).replace(PLUS, " ")
}

/// Decodes a text in which every `+` is meant as one.
pub(super) fn literal(raw: &str) -> String {
    decoded(raw).replace(PLUS, "+")
}

/// Decodes an SFEN or moves, in which a [`PLUS`] may be a blank or a promotion.
pub(super) fn notation(raw: &str) -> String {
    with_blanks(&decoded(raw))
}

/// Replaces each [`PLUS`] by the blank or the promotion that it means.
fn with_blanks(text: &str) -> String {
    let board_start = text.find("sfen").map_or(0, |at| at + "sfen".len() + 1);
    let (mut rank, mut squares) = (1, 0);
    let mut in_board = text.contains('/');
    let mut read = String::with_capacity(text.len());
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let next = signs.peek().map(|(_, next)| *next);
        let ends_word = next.is_none_or(|it| [PLUS, ' ', '_', '.', ','].contains(&it));
        in_board &= sign != PLUS || rank < RANKS || squares < 9;
        if in_board && at >= board_start {
            match sign {
                '/' => (rank, squares) = (rank + 1, 0),
                PLUS | '+' => {}
                _ => squares += sign.to_digit(10).unwrap_or(1),
            }
        }
        let is_promotion = in_board && at >= board_start
            || ends_word && read.ends_with(|it| ('a'..='i').contains(&it));
        read.push(match sign {
            PLUS if is_promotion => '+',
            PLUS => ' ',
            sign => sign,
        });
    }
    read
}

/// Returns the position in the value of a link, which is not decoded yet.
pub(super) fn of_value(raw: &str) -> Option<Linked> {
    of_text(&decoded(raw))
}

/// Returns the position in base64.
pub(super) fn of_base64(raw: &str) -> Option<Linked> {
    let bytes = URL_SAFE_NO_PAD.decode(raw.trim_end_matches('=')).ok()?;
    of_text(&decode(&bytes))
}

fn of_text(text: &str) -> Option<Linked> {
    let literal = text.replace(PLUS, "+");
    of_sfen(&with_blanks(text))
        .or_else(|| of_usen(&literal))
        .or_else(|| of_csa(literal))
        .or_else(|| of_kif(text.replace(PLUS, " ")))
}

/// Returns the position in a path: nine parts of it are the ranks of a board. The first of them may begin with
/// other words, the last one ends with the side to move and the hands.
pub(super) fn of_path(raw: &str) -> Option<Linked> {
    let path = decoded(raw);
    let parts: Vec<&str> = path.split('/').collect();
    let are_ranks = |it: &&[&str]| it[1..RANKS - 1].iter().all(|it| is_rank(it));
    let mut boards = parts.windows(RANKS).rev().filter(are_ranks);
    boards.find_map(|it| of_sfen(&with_blanks(&it.join("/"))))
}

/// Returns the SFEN in a text, with blanks between its fields.
fn of_sfen(text: &str) -> Option<Linked> {
    let text = text.trim();
    let with_points = || (!text.contains(' ')).then(|| text.replace('.', " "));
    let texts = [Some(text.to_owned()), with_points(), bracketed(text)];
    let mut texts = texts.into_iter().flatten();
    let found = texts.find(|it| sfen::parse_leniently(it).is_ok());
    found.map(Linked::Position)
}

/// Returns the SFEN of a diagram with its hands in brackets: `…/9[Gp] w 0 1`. In this form `w` is the side with
/// the capital letters, which SFEN calls `b`.
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

/// Returns the USEN in a word. A diagram without a line of moves is one, too.
fn of_usen(text: &str) -> Option<Linked> {
    let mut word = text.trim().to_owned();
    if !word.contains('~') && word.matches('_').count() == RANKS - 1 {
        word += "~0.";
    }
    let can_be_read = is_usen(&word) && read_usen(&word).is_ok();
    can_be_read.then_some(Linked::Position(word))
}

/// Returns a text as a record in CSA, if it has moves or another diagram than the initial one of games.
fn of_csa(text: String) -> Option<Linked> {
    let begins = ["P1", "PI", "P+", "P-", "V2", "V3", "N+", "N-", "$", "'"];
    if !begins.iter().any(|it| text.trim_start().starts_with(it)) {
        return None;
    }
    let (record, _) = csa::read(&text).ok()?;
    let format = Format::Csa;
    let has_position = !record.tree.is_empty() || !handicap::is_even(&record.setup);
    has_position.then_some(Linked::Record { text, format })
}

/// Returns a text as a record in KIF or KI2, if it is one.
fn of_kif(text: String) -> Option<Linked> {
    let may_be_record = text.contains('\n') || !text.is_ascii();
    let format = Format::Kif;
    (may_be_record && is_record(&text)).then_some(Linked::Record { text, format })
}

/// Returns a value that looks like a position but cannot be read as one.
pub(super) fn seeming_value(raw: &str) -> Option<Linked> {
    let (literal, text) = (literal(raw), text(raw));
    if literal.contains('\n') {
        let format = Format::Kif;
        return Some(Linked::Record { text, format });
    }
    let is_seeming = literal.contains('/') && !literal.contains("://") || is_usen(&literal);
    is_seeming.then(|| Linked::Position(notation(raw)))
}

/// Returns the part of a path that looks like a board but cannot be read as one.
pub(super) fn seeming_path(raw: &str) -> Option<Linked> {
    let path = literal(raw);
    let parts: Vec<&str> = path.split('/').collect();
    let are_ranks = |it: &[&str]| it.iter().all(|it| is_rank(it));
    let first = parts.windows(SEEMING_RANKS).position(are_ranks)?;
    let ranks = parts[first..].iter().take_while(|it| is_rank(it)).count();
    let end = (first + ranks + 1).min(parts.len());
    let is_board = end - first > SEEMING_RANKS;
    is_board.then(|| Linked::Position(parts[first..end].join("/")))
}

/// Returns whether a part of a path has the signs of a rank, and about as many squares.
fn is_rank(part: &str) -> bool {
    let mut squares = 0;
    for sign in part.chars().filter(|it| !['+', PLUS].contains(it)) {
        squares += match sign.to_digit(10) {
            Some(empty) => empty,
            None if "plnsgbrkPLNSGBRK".contains(sign) => 1,
            None => return false,
        };
    }
    (7..=11).contains(&squares)
}
