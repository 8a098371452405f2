//! What a search is asked beyond one budget.
//!
//! `length` asks for shorter and shorter mates, with `relax` to shorten the bound between two
//! questions. `line` reads the main line off a proof, `certificate` the whole proof. `within` is for
//! those outside who ask about single positions.

pub(super) mod certificate;
mod length;
mod line;
mod relax;
mod within;

pub use certificate::Uncertified;
pub(crate) use within::Within;
