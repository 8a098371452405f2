//! The options that several commands have, each group with what it means to the library.

/// The rule about limits, in the help of each command that searches.
macro_rules! limits {
    () => {
        "\
Limits:
  A problem given as an argument has no limit; each problem of a file, a folder or standard input
  has one minute. --time and --nodes decide otherwise; with --time none there is no limit.
"
    };
}

mod common;
mod goal;
mod judging;
mod proofs;
mod questions;
mod search;

pub use common::CommonArgs;
pub use goal::GoalArgs;
pub use judging::{CheckArgs, GradingArgs, JudgeArgs};
pub use proofs::{Certificates, ProofArgs, ProofFormat};
pub use questions::QuestionArgs;
pub use search::{FOR_EACH, FOR_ONE, SearchArgs, jobs};
