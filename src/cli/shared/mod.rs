//! The options that several commands have, each group with what it means to the library.

mod common;
mod judging;
mod proofs;
mod questions;
mod search;

pub use common::CommonArgs;
pub use judging::{CheckArgs, GoalArgs, GradingArgs, JudgeArgs};
pub use proofs::{Certificates, ProofArgs};
pub use questions::QuestionArgs;
#[cfg(feature = "serve")]
pub use search::how_many;
pub use search::{FOR_EACH, FOR_ONE, SearchArgs, jobs, refuse_impossible};
