//! Judges a composition: round by round, every other check and every other defence of the line is asked.

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
