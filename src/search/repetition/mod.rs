//! Coming back to a position: a failure for the attacker, but only for as long as that position is on
//! the path (the graph-history-interaction problem).
//!
//! `path` finds repetitions. A `condition` says which positions of the path a failure depends on.
//! `claims` keeps failures with their conditions, apart from the facts in the table.

pub(super) mod claims;
pub(super) mod condition;
pub(super) mod path;
