//! Finds the end of a link within a text.

use super::address::Address;
use super::{Linked, read};

/// Signs that end a link, because no address has them.
const ENDS: &str = "<>\"`「」『』（）【】〈〉《》、。！？，．”“’‘\\^{}|";

/// Returns the length of the link at the beginning of a text, in bytes. Punctuation behind a link does not
/// belong to it, nor does a bracket that closes one before it.
///
/// Blanks belong to it only between the fields of an SFEN: `…/9 b G 1`.
#[must_use]
pub fn link_length(text: &str) -> Option<usize> {
    let end = text
        .char_indices()
        .find(|&(_, it)| it.is_whitespace() || it.is_control() || ENDS.contains(it))
        .map_or(text.len(), |(at, _)| at);
    let word = &text[..end];
    let ascii = word.find(|it: char| !it.is_ascii()).unwrap_or(end);
    let alone = trimmed(&word[..ascii]);
    let address = Address::of(&text[..alone])?;
    if let Some(longer) = with_fields(text, end) {
        return Some(longer);
    }
    // Letters of other scripts follow, or are part of a value.
    if ascii < end && read(&address, 0).is_none() {
        let longer = trimmed(word);
        if Address::of(&text[..longer]).is_some_and(|it| read(&it, 0).is_some()) {
            return Some(longer);
        }
    }
    Some(alone)
}

/// Returns the length of a word up to a bracket that closes one before it, without punctuation behind.
fn trimmed(word: &str) -> usize {
    let (mut round, mut square) = (0_usize, 0_usize);
    let mut end = word.len();
    for (at, sign) in word.char_indices() {
        let open = match sign {
            '(' | ')' => &mut round,
            '[' | ']' => &mut square,
            _ => continue,
        };
        if matches!(sign, '(' | '[') {
            *open += 1;
        } else if let Some(rest) = open.checked_sub(1) {
            *open = rest;
        } else {
            end = at;
            break;
        }
    }
    let word = &word[..end];
    let bare = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*']);
    // The last line of USEN ends with a point.
    let is_point = word[bare.len()..].starts_with('.');
    let line = bare.rsplit_once('~').map_or("", |(_, line)| line);
    let of_line = |it: char| it.is_ascii_alphanumeric() || it == '.';
    let is_of_usen = is_point && !line.is_empty() && line.chars().all(of_line);
    bare.len() + usize::from(is_of_usen)
}

/// Returns the length of a link with the fields of its SFEN, which blanks part from the board.
fn with_fields(text: &str, board: usize) -> Option<usize> {
    let is_board = text[..board].matches('/').count() >= 8 || text[..board].contains("%2F");
    if !is_board {
        return None;
    }
    let mut at = board;
    let mut next_word = || {
        let rest = &text[at..];
        let start = at + rest.len() - rest.trim_start_matches(' ').len();
        let end = text[start..].find(char::is_whitespace);
        at = end.map_or(text.len(), |it| start + it);
        (start > board && at > start).then_some(start..at)
    };
    let side = next_word()?;
    if !matches!(&text[side], "b" | "w") {
        return None;
    }
    let hands = next_word()?;
    let number = next_word();
    let ends = [number, Some(hands)].into_iter().flatten();
    let mut lengths = ends.map(|it| it.start + trimmed(&text[it]));
    lengths.find(|&it| {
        let found = Address::of(&text[..it]).and_then(|it| read(&it, 0));
        matches!(found, Some(Linked::Position(_)))
    })
}
