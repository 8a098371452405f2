//! Options about what is asked, and how compositions are judged.

use super::common::CommonArgs;
use crate::cli::values::{count, number};
use crate::question::Question;
use crate::vocabulary::{Goal, Rules};
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

/// Options of `tsume check` and `tsume validate`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Options that other commands have, too.
    #[command(flatten)]
    pub common: CommonArgs,

    /// The goal.
    #[command(flatten)]
    pub goal: GoalArgs,

    /// Options for judging compositions.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// Options for judging compositions.
#[derive(Args, Debug)]
pub struct JudgeArgs {
    /// Options that `tsume compare` has, too.
    #[command(flatten)]
    pub grading: GradingArgs,

    /// Describe the composition: counts of pieces and moves, 裸玉, 煙詰, 捨駒, 中合, 不成, 還元玉, …
    #[arg(long, help_heading = "Output")]
    pub attributes: bool,
}

/// Options that decide what is found in a composition, and how it is graded.
#[derive(Args, Debug)]
pub struct GradingArgs {
    /// Search nodes for each alternative move, such as 100k, 10M, whether or not it can change the verdict
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes_per_alternative: Option<u64>,

    /// Look for idle pieces (無駄駒): the composition is judged again without each piece in turn
    #[arg(long, help_heading = "Rules")]
    pub idle_pieces: bool,

    /// Rules for judging a composition
    #[arg(
        long,
        value_name = "PROFILE",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub rules: Rules,
}

impl JudgeArgs {
    /// Adds to a question what is asked, and how compositions are judged.
    pub fn judge(&self, goal: GoalArgs, question: &mut Question) {
        goal.aim(question);
        self.grading.grade(question);
        question.attributes = self.attributes;
    }

    /// Refuses options for judging mates, if another goal is given.
    ///
    /// # Errors
    /// If one of them is.
    pub fn refuse_with(&self, goal: GoalArgs) -> anyhow::Result<()> {
        self.grading.refuse_with(goal)?;
        goal.refuse(&[("--attributes", self.attributes)])
    }
}

impl GradingArgs {
    /// Adds to a question how compositions are judged and graded.
    pub const fn grade(&self, question: &mut Question) {
        question.rules = self.rules;
        question.nodes_per_alternative = self.nodes_per_alternative;
        question.idle_pieces = self.idle_pieces;
    }

    /// Refuses options about the findings of mates, if another goal is given.
    ///
    /// # Errors
    /// If one of them is.
    pub fn refuse_with(&self, goal: GoalArgs) -> anyhow::Result<()> {
        goal.refuse(&[
            ("--idle-pieces", self.idle_pieces),
            (
                "--nodes-per-alternative",
                self.nodes_per_alternative.is_some(),
            ),
        ])
    }
}
