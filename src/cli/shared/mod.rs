//! The options that several commands have, each group with its translation into types of the library.

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
pub use search::affordable_tables;
pub use search::{HASH_FOR_EACH, HASH_FOR_ONE, SearchArgs, jobs, refuse_impossible};
