//! Repetitions. Coming back to a position fails for the attacker, but only while that position is on
//! the path (the graph-history-interaction problem).
//!
//! `path` finds repetitions. A `condition` has the positions of the path that a failure depends on.
//! `claims` keeps failures with their conditions, apart from the facts in the table.

pub(super) mod claims;
pub(super) mod condition;
pub(super) mod path;
