//! Questions that take more than one search with a budget.
//!
//! `length` asks for shorter and shorter mates; `relax` shortens the bound between two questions.
//! `line` reads the main line from the table, and `certificate` the whole proof. `within` answers
//! questions about single positions for other modules.

pub(super) mod certificate;
mod length;
mod line;
mod relax;
mod within;

pub use within::Within;
