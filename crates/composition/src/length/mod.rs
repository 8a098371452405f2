//! Lengths and lines in the composed game: futile interpositions set aside, the shortest attack against the longest
//! defence, what is left over, and what proves it.

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
