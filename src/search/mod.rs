//! "Is it mate, and within how many plies?" in the strict game, where every legal interposition
//! counts.

mod answer;
mod limits;
mod solver;

pub use answer::{Answer, Exactness, Progress, Solution, Stats, StopReason};
pub use limits::Limits;
pub use solver::{SearchConfig, Solver};
