//! The search: depth-first proof-number search (df-pn) from one position for one question.
//!
//! `visit` goes down to the most promising move and back up. `expansion` lists the moves of a
//! position, and `evaluation` finds the value after each of them. `lookahead` tests for mates in one
//! and three, `run_out` for checks that soon end. `settle` combines the moves into the value of the
//! position, and `double_count` finds those that lead to the same open position. A `child` is one of
//! these moves. `dominance` finds the hands for which an answer holds.
//! `search` has the data of a search. A `referee` decides in some games which replies count.
//! `path_moves` gives observers the line that a search looks at. `shuffle` changes the order of
//! moves, for tests.

pub(super) mod child;
pub(super) mod dominance;
mod double_count;
mod evaluation;
mod expansion;
mod lookahead;
mod path_moves;
pub(super) mod referee;
mod run_out;
mod search;
mod settle;
mod shuffle;
mod visit;

pub use search::Search;
pub use visit::PLIES_MAX;
