//! Links to boards: the position that a link holds, whichever program made it.
//!
//! There is no list of programs. Each parameter, the path and the fragment of a link are decoded in every
//! way that programs write them, and what then is a position is taken:
//!
//! - percent-encoding, also twice, of UTF-8 or CP932; base64 in either alphabet;
//! - SFEN with blanks as `+`, `_` or `.`, USEN, KIF, KI2, CSA and JKF;
//! - the line in a parameter of its own (`moves`, `branch`);
//! - a link within a link.
//!
//! A `+` is a blank or a promotion ([`plus`]). A promoted piece never becomes another one, because a
//! rank has nine squares.

mod address;
mod coded;
mod length;
mod line;
mod plus;
mod position;

#[cfg(test)]
mod tests;

use super::Format;
use address::{Address, Part};
use position::Found;

pub use length::link_length;

/// The content of a link to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Linked {
    /// A position as SFEN, with the line after `moves`, or as USEN. It may be malformed, which its
    /// reader says.
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

/// The names of parameters that hold positions, the surest first. Other parameters are looked at later.
const NAMES: [&str; 17] = [
    "sfen",
    "usen",
    "position",
    "initpos",
    "initialpos",
    "fen",
    "body",
    "xbody",
    "u",
    "kif",
    "kifu",
    "ki2",
    "csa",
    "jkf",
    "content",
    "text",
    "url",
];

/// The games whose positions look like those of shogi, or have smaller or larger boards.
const OTHER_GAMES: [&str; 6] = [
    "annanshogi",
    "checkshogi",
    "chushogi",
    "dobutsu",
    "kyotoshogi",
    "minishogi",
];

/// The deepest nesting of links within links that is followed.
const DEEPEST: usize = 3;

/// Reads a link with a scheme (`https://`, `piyoshogi://`, any other), or one that begins with the name
/// of a host. `None` if the text is no link.
///
/// A path of a file is no link, and neither is an SFEN.
#[must_use]
pub fn read_link(text: &str) -> Option<Linked> {
    let text = text.trim();
    let address = Address::of(text)?;
    if let Some(found) = read(&address, 0) {
        return Some(found);
    }
    // Text beside a link is text. Of two links nobody can tell which is meant.
    let length = link_length(text).unwrap_or(text.len());
    if length < text.len() && !text[length..].contains("://") {
        let alone = Address::of(&text[..length]).and_then(|it| read(&it, 0));
        if let Some(found) = alone {
            return Some(found);
        }
    }
    if let Some(found) = malformed(&address) {
        return Some(found);
    }
    address.is_surely_one().then_some(Linked::NoPosition)
}

/// Reads a position in the forms that it has within links: percent-encoded, with other signs for blanks,
/// or behind the name of a parameter. `None` if there is none in the text.
#[must_use]
pub fn read_coded(text: &str) -> Option<Linked> {
    let text = text.trim();
    let query = text.trim_start_matches(['?', '&', '#']);
    // A record stands for itself.
    let is_coded_record = |it: &Found| !matches!(it, Found::Record { .. }) || coded::is_coded(text);
    let whole = || {
        position::of_value(text, 0)
            .filter(is_coded_record)
            .map(Linked::from)
    };
    let of_query = || {
        let is_query = query.split('&').all(|it| it.contains('='));
        is_query.then(|| read(&Address::of_query(query), 0))?
    };
    whole().or_else(of_query)
}

/// Returns what an address holds.
fn read(address: &Address<'_>, depth: usize) -> Option<Linked> {
    let other_game = |it: &&str| OTHER_GAMES.contains(it);
    if let Some(game) = address.path().split('/').find(other_game) {
        return Some(Linked::OtherGame(game.to_owned()));
    }
    let parts = address.parts();
    let named = NAMES.iter().flat_map(|name| {
        let parts = parts.iter();
        parts.filter(move |it| it.name.is_some_and(|it| it.eq_ignore_ascii_case(name)))
    });
    let others = parts.iter().filter(|it| !line::is_name(it.name));
    let of_part = |part: &Part<'_>| {
        if part.is_path {
            position::of_path(part.value, depth)
        } else {
            position::of_value(part.value, depth)
        }
    };
    let found = named.chain(others).find_map(of_part);
    match found {
        Some(Found::Sfen(sfen)) => Some(Linked::Position(line::behind(sfen, &parts))),
        Some(found) => Some(found.into()),
        None => line::from_the_start(&parts).map(Linked::Position),
    }
}

/// Returns what was meant as a position and is none.
fn malformed(address: &Address<'_>) -> Option<Linked> {
    let parts = address.parts();
    let is_named = |part: &Part<'_>| {
        let mut names = NAMES.iter().take(6).chain(&["body"]);
        part.name
            .is_some_and(|it| names.any(|name| name.eq_ignore_ascii_case(it)))
    };
    let named = parts.iter().filter(|it| is_named(it));
    let of_value = named.filter_map(|it| position::seeming_value(it.value));
    let paths = parts.iter().filter(|it| it.is_path);
    let of_path = paths.filter_map(|it| position::seeming_path(it.value));
    of_value.chain(of_path).next().map(Linked::from)
}

impl From<Found> for Linked {
    fn from(found: Found) -> Self {
        match found {
            Found::Sfen(text) | Found::Usen(text) => Self::Position(text),
            Found::Record { text, format } => Self::Record { text, format },
        }
    }
}
