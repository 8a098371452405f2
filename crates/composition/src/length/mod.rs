//! Lengths and lines of the composed game, in which futile interpositions do not count: the shortest attack
//! against the longest defence, its leftover, and its proof.

pub mod certify;
pub(crate) mod certify_composed;
pub mod composed;
pub mod explain;
pub(crate) mod futile;
pub(crate) mod inquiry;
pub(crate) mod leftover;
pub(crate) mod line;
pub(crate) mod proof;
pub(crate) mod reading;
pub mod refutation;
pub mod variations;
