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
    /// Sets the goal of a question.
    pub const fn apply(self, question: &mut Question) {
        question.goal = self.goal;
        question.within = self.within;
    }

    /// Refuses options that are only about mates. Each option has a flag that says whether it was given.
    ///
    /// # Errors
    /// If an option was given, and with `--goal` another goal than a mate.
    pub fn refuse(self, options: &[(&str, bool)]) -> anyhow::Result<()> {
        let is_other_goal = self.goal.is_some_and(|it| it != Goal::Mate);
        let given = options.iter().find(|(_, is_given)| *is_given);
        if let (Some((option, _)), true) = (given, is_other_goal) {
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
    /// Sets the goal of a question, and how compositions are judged.
    pub fn apply(&self, goal: GoalArgs, question: &mut Question) {
        goal.apply(question);
        self.grading.apply(question);
        question.attributes = self.attributes;
    }

    /// Refuses options for judging mates if the goal is another.
    ///
    /// # Errors
    /// If such an option was given.
    pub fn refuse_for_other_goal(&self, goal: GoalArgs) -> anyhow::Result<()> {
        self.grading.refuse_for_other_goal(goal)?;
        goal.refuse(&[("--attributes", self.attributes)])
    }
}

impl GradingArgs {
    /// Sets how the compositions of a question are judged and graded.
    pub const fn apply(&self, question: &mut Question) {
        question.rules = self.rules;
        question.nodes_per_alternative = self.nodes_per_alternative;
        question.idle_pieces = self.idle_pieces;
    }

    /// Refuses options about the findings of mates if the goal is another.
    ///
    /// # Errors
    /// If such an option was given.
    pub fn refuse_for_other_goal(&self, goal: GoalArgs) -> anyhow::Result<()> {
        goal.refuse(&[
            ("--idle-pieces", self.idle_pieces),
            (
                "--nodes-per-alternative",
                self.nodes_per_alternative.is_some(),
            ),
        ])
    }
}
