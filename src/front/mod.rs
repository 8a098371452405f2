//! Solves and judges problems. All moves are those of the given diagram, whichever side attacks.

#[cfg(feature = "records")]
mod from_record;
mod options;
mod problem;
mod problem_error;
#[cfg(feature = "rows")]
mod reading;
mod repairs;
#[cfg(feature = "rows")]
mod rows;
mod solver;

pub use options::{Cancel, Config, Options};
pub use problem::Problem;
pub use problem_error::ProblemError;
#[cfg(feature = "rows")]
pub use reading::Problems;
#[cfg(feature = "rows")]
pub use rows::RowWork;
pub use solver::{DefenderToMove, NotInCheck, Solver};
