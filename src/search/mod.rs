//! "Is it mate, and within how many plies?" in the strict game, where every legal interposition
//! counts.

mod answer;
mod conditional;
mod dfpn;
mod dominance;
mod estimate;
mod expansion;
mod leaf;
mod limits;
mod line;
mod memory;
mod numbers;
mod path;
mod solver;
mod table;

pub use answer::{Answer, Exactness, Progress, Solution, Stats, StopReason};
pub use limits::Limits;
pub use solver::{SearchConfig, Solver};
