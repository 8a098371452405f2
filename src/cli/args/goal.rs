//! Options about what is asked.

use super::values::number;
use crate::vocabulary::Goal;
use clap::Args;

/// Options about the goal of problems.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct GoalArgs {
    /// What is asked: a mate, a brinkmate (必至), or whether a position is a threatmate (詰めろ)
    ///
    /// It decides for every problem. Without it, each record may name its own goal, with the opcode or field
    /// `goal`; else it is a mate.
    #[arg(long, value_name = "GOAL", value_enum, help_heading = "Rules")]
    pub goal: Option<Goal>,

    /// Look for brinkmates of at most this many plies [default: 5, or the length in the record]
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..=99))]
    #[arg(help_heading = "Limits")]
    pub within: Option<u32>,
}
