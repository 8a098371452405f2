//! Recognises texts that are meant as a problem, even if they cannot be read.

use super::json;
use super::names::FieldNames;
use super::pasted::has_position;
use crate::notation::FileType;
use crate::notation::record::is_usen;
use crate::notation::{moves, sfen};
use std::path::Path;

/// Returns whether an argument that is not a file is meant as a problem.
pub(super) fn looks_like_problem(text: &str) -> bool {
    if has_position(text).is_some()
        || json::beginning(text.as_bytes(), &FieldNames::default()) == json::Beginning::Document
        || text.contains('\n')
        || is_usen(text)
        || text.trim().is_empty()
    {
        return true;
    }
    let path = Path::new(text);
    if FileType::of(path).is_some_and(FileType::holds_problems) {
        return false;
    }
    let mut words = text.split_whitespace();
    let first = words.clone().next().unwrap_or_default();
    let is_named = ["position", "sfen", "startpos"].contains(&first) && words.nth(1).is_some();
    is_named || first.starts_with('{') || begins_as_sfen(text)
}

/// Returns whether a text begins with a board or with moves of a game, perhaps in quotes or after a word.
fn begins_as_sfen(text: &str) -> bool {
    let bare = sfen::in_ascii(&text[sfen::bare(text)]);
    let mut words = bare.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_move = |word: &str| moves::read(word).first().is_some_and(Result::is_ok);
    first.eq_ignore_ascii_case("startpos")
        || first == "moves" && words.next().is_some_and(is_move)
        || looks_like_board(first, first.len() < bare.len())
}

/// Returns whether at least half of the parts between the slashes are ranks of a board. In a path they are names.
/// A single word needs more parts than one with other words after it.
fn looks_like_board(word: &str, has_more: bool) -> bool {
    let parts = word.split('/');
    let count = parts.clone().count();
    let ranks = parts.filter(|it| looks_like_rank(it)).count();
    count >= if has_more { 2 } else { 6 } && 2 * ranks >= count
}

/// Returns whether a text has the letters of a rank, and about nine squares.
fn looks_like_rank(text: &str) -> bool {
    let mut squares = 0;
    for letter in text.chars() {
        squares += match letter {
            // Hands in brackets follow the last rank of a FEN.
            '[' => break,
            '1'..='9' => letter.to_digit(10).unwrap_or(0),
            // A full-width digit is an error with a place.
            '１'..='９' => letter as u32 - '０' as u32,
            '+' => 0,
            _ if "plnsgbrkPLNSGBRK".contains(letter) => 1,
            _ => return false,
        };
    }
    (7..=11).contains(&squares)
}
