//! Reads the position in a link to a board, which any program may have made.
//!
//! There is no list of programs. Each parameter, the path and the fragment of a link are decoded in every known
//! way, and the first result that is a position is taken:
//!
//! - SFEN with blanks as `+`, `_` or `.`, USEN, KIF, KI2 and CSA, percent-encoded in UTF-8 or CP932;
//! - base64 in the parameter `xbody`;
//! - the line in parameters of its own (`moves`, `branch`);
//! - the pieces and moves of スマホ詰パラ (`csv`, `answercsv`).

mod address;
mod find;
mod length;
mod line;
mod paradise;
mod value;

pub use length::link_length;
pub use value::Linked;

use address::Address;
use find::{malformed, read};

/// Reads a link with a scheme (`https://`, `piyoshogi://`, any other), or one that begins with the name
/// of a host. `None` if the text is no link.
///
/// A path of a file is no link, and neither is an SFEN.
#[must_use]
pub fn read_link(text: &str) -> Option<Linked> {
    let text = text.trim();
    let address = Address::of(text)?;
    // Text after the link is ignored. Of two links nobody can say which is meant.
    let before_text = || {
        let length = link_length(text)?;
        let is_only_link = length < text.len() && !text[length..].contains("://");
        is_only_link.then(|| read(&Address::of(&text[..length])?))?
    };
    let no_position = || address.is_certain().then_some(Linked::NoPosition);
    read(&address)
        .or_else(before_text)
        .or_else(|| malformed(&address))
        .or_else(no_position)
}

/// Reads a position in the forms that it has within links: percent-encoded, with other signs for blanks,
/// or after the name of a parameter. `None` if there is none in the text.
#[must_use]
pub fn read_coded(text: &str) -> Option<Linked> {
    let text = text.trim();
    // A whole record without percent-encoding is read elsewhere.
    let is_hex = |it: &str| it.len() > 1 && it.bytes().take(2).all(|it| it.is_ascii_hexdigit());
    let has_codes = || text.split('%').skip(1).any(is_hex);
    let is_coded = |it: &Linked| matches!(it, Linked::Position(_)) || has_codes();
    let of_query = || {
        let query = text.trim_start_matches(['?', '&', '#']);
        let is_query = query.split('&').all(|it| it.contains('='));
        is_query.then(|| read(&Address::of_query(query)))?
    };
    value::of_value(text).filter(is_coded).or_else(of_query)
}

#[cfg(test)]
mod tests;
