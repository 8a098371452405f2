//! Options about what is asked.

use crate::cli::values::number;
use crate::question::Question;
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

impl GoalArgs {
    /// Adds to a question what is asked.
    pub const fn aim(self, question: &mut Question) {
        question.goal = self.goal;
        question.within = self.within;
    }

    /// Refuses options that are only about mates, if another goal is given. Each option comes with whether it
    /// was given.
    ///
    /// # Errors
    /// If one was.
    pub fn refuse(self, options: &[(&str, bool)]) -> anyhow::Result<()> {
        let is_other = self.goal.is_some_and(|it| it != Goal::Mate);
        let mut given = options.iter().filter(|it| it.1 && is_other);
        if let Some((option, _)) = given.next() {
            refuse!(
                "`{option}` is only about mates: leave it out, or `--goal`",
                "{option} は詰みについてだけ使える：--goal と同時には使えない"
            );
        }
        Ok(())
    }
}
