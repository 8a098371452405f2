//! The search itself: depth-first proof-number search (df-pn) from one position for one question.
//!
//! `visit` goes down to the most promising move and back up. `expansion` lists the moves of a
//! position, `evaluation` finds what is known after each of them, and `lookahead` looks one move or
//! three ahead. `settle` says what the moves make of the position. A `child` is one of these moves;
//! `dominance` knows which hands an answer holds for. `search` is what all of them work with.
//! `path_moves` tells whoever watches where a search is. `shuffle` tries moves in another order, for tests.

pub(super) mod child;
pub(super) mod dominance;
mod evaluation;
mod expansion;
mod lookahead;
mod path_moves;
mod search;
mod settle;
mod shuffle;
mod visit;

pub(crate) use search::Search;
#[cfg(test)]
pub(super) use visit::PLIES_MAX;
