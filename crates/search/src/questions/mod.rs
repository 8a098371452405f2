//! Questions to a search beyond one budget.
//!
//! `length` asks for shorter and shorter mates; `relax` shortens the bound between two questions.
//! `line` reads the main line from a proof, `certificate` the whole proof. `within` answers
//! questions of other modules about single positions.

pub(super) mod certificate;
mod length;
mod line;
mod relax;
mod within;

pub use within::Within;
