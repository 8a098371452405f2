//! Judges a composition: searches, round by round, every other check and every other defence of its line.

pub(crate) mod author;
pub(crate) mod avoiding;
pub(crate) mod blemishes;
pub(crate) mod bounds;
pub mod check;
pub(crate) mod choice;
pub(crate) mod conclude;
pub(crate) mod cooks;
pub(crate) mod detour;
pub(crate) mod equal;
pub(crate) mod idle;
pub(crate) mod judging;
pub(crate) mod rounds;
pub(crate) mod shown;
