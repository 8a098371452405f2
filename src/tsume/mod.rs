//! The conventions of tsume shogi: what a diagram asks, and what an answer is worth.
//!
//! This layer speaks of attacker (攻方) and defender (受方); moves stay moves, text is the
//! business of [`notation`](crate::notation).

pub mod certify;
pub mod composed;
pub mod explain;
mod futile;
mod line;
pub mod problem;
pub mod refutation;
pub mod variations;

pub use composed::{Composed, Questions, Reading, Study};
pub use futile::Interpositions;
pub use problem::{AttackerRule, DefenderHandRule, Problem, ProblemNote};
