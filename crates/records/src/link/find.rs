//! Finds the position among the parts of a link.

use super::address::{Address, AddressPart};
use super::value::{self, Linked};
use super::{line, paradise};
use crate::usen::is_usen;

/// The names of parameters that hold positions. They are read before all other parameters.
const NAMES: [&str; 7] = ["sfen", "usen", "initpos", "fen", "body", "xbody", "u"];

/// The games whose positions look like those of shogi, or have smaller or larger boards.
const OTHER_GAMES: [&str; 6] = [
    "annanshogi",
    "checkshogi",
    "chushogi",
    "dobutsu",
    "kyotoshogi",
    "minishogi",
];

/// Returns what an address holds.
pub(super) fn read(address: &Address<'_>) -> Option<Linked> {
    let other_game = |it: &&str| OTHER_GAMES.contains(it);
    if let Some(game) = address.path.split('/').find(other_game) {
        return Some(Linked::OtherGame(game.to_owned()));
    }
    let parts = address.parts();
    let named = NAMES
        .iter()
        .flat_map(|name| parts.iter().filter(|part| part.is_named(name)));
    let found = named.chain(&parts).find_map(|it| {
        if it.is_path {
            value::of_path(it.value)
        } else if it.is_named("xbody") {
            value::of_base64(it.value)
        } else {
            value::of_value(it.value)
        }
    });
    match found {
        Some(Linked::Position(sfen)) if !is_usen(&sfen) => {
            Some(Linked::Position(line::with_moves(sfen, &parts)))
        }
        Some(found) => Some(found),
        None => paradise::read(&parts)
            .or_else(|| line::from_the_start(&parts))
            .map(Linked::Position),
    }
}

/// Returns the part of an address that looks like a position but cannot be read as one.
pub(super) fn malformed(address: &Address<'_>) -> Option<Linked> {
    let parts = address.parts();
    // Without the last two names: `xbody` is in base64, and `u` may be anything.
    let is_named = |part: &&AddressPart<'_>| NAMES[..5].iter().any(|name| part.is_named(name));
    let of_value = parts
        .iter()
        .filter(is_named)
        .filter_map(|it| value::seeming_value(it.value));
    let paths = parts.iter().filter(|it| it.is_path);
    let of_path = paths.filter_map(|it| value::seeming_path(it.value));
    of_value.chain(of_path).next()
}
