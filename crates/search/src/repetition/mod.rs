//! Repetitions: a failure for the attacker, but only as long as the repeated position is on the
//! path (the graph-history-interaction problem).
//!
//! `path` finds repetitions. A `condition` has the positions of the path that a failure depends on.
//! `claims` keeps failures with their conditions, apart from the facts in the table.

pub(super) mod claims;
pub(super) mod condition;
pub(super) mod path;
