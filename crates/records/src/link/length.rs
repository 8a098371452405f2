//! Finds the end of a link within a text.

use super::address::Address;
use super::find::read;
use super::value::Linked;

/// Signs that end a link, because no address has them.
const ENDS: &str = "<>\"`「」『』（）【】〈〉《》、。！？，．”“’‘\\^{}|";

/// Returns the length of the link at the beginning of a text, in bytes. Punctuation after a link does not
/// belong to it, nor does a closing bracket without an opening one in it.
///
/// Blanks belong to it only between the fields of an SFEN: `…/9 b G 1`.
#[must_use]
pub fn link_length(text: &str) -> Option<usize> {
    let is_end = |it: char| it.is_whitespace() || it.is_control() || ENDS.contains(it);
    let end = text.find(is_end).unwrap_or(text.len());
    let word = &text[..end];
    let ascii = word.find(|it: char| !it.is_ascii()).unwrap_or(end);
    let shorter = trimmed(&word[..ascii]);
    let address = Address::of(&text[..shorter])?;
    let holds = |length: usize| {
        let found = Address::of(&text[..length]).and_then(|it| read(&it));
        matches!(found, Some(Linked::Position(_) | Linked::Record { .. }))
    };
    if let Some(longer) = with_fields(text, end).into_iter().find(|it| holds(*it)) {
        return Some(longer);
    }
    // Letters of other scripts are prose after the link, unless only they make its value a position.
    let longer = trimmed(word);
    let is_longer = ascii < end && read(&address).is_none() && holds(longer);
    Some(if is_longer { longer } else { shorter })
}

/// Returns the length of a word without the punctuation at its end, and without an unopened bracket and the text
/// after it.
fn trimmed(word: &str) -> usize {
    let mut open = 0_i64;
    let is_unopened = |sign: char| {
        open += match sign {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        open < 0
    };
    let word = &word[..word.find(is_unopened).unwrap_or(word.len())];
    let bare = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*']);
    // The last line of USEN ends with a point.
    let is_point = word[bare.len()..].starts_with('.');
    let line = bare.rsplit_once('~').map_or("", |(_, line)| line);
    let of_line = |it: char| it.is_ascii_alphanumeric() || it == '.';
    let is_of_usen = is_point && !line.is_empty() && line.chars().all(of_line);
    bare.len() + usize::from(is_of_usen)
}

/// Returns the lengths that a link may have if its SFEN goes on after a blank, the longest first. The board ends
/// at the byte `board`.
fn with_fields(text: &str, board: usize) -> Vec<usize> {
    let is_board = text[..board].matches('/').count() >= 8 || text[..board].contains("%2F");
    let has_side = [" b ", " w "]
        .iter()
        .any(|it| text[board..].starts_with(it));
    if !is_board || !has_side {
        return Vec::new();
    }
    let hands = board + " b ".len();
    let end = |from: usize| text[from..].find(' ').map_or(text.len(), |it| from + it);
    let number = (end(hands) + 1).min(text.len());
    let words = [number..end(number), hands..end(hands)];
    let lengths = words.into_iter().map(|it| it.start + trimmed(&text[it]));
    lengths.collect()
}
