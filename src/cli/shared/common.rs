//! Options of the commands that judge problems and write answers.

use super::search::SearchArgs;
use crate::cli::inputs::{Inputs, ReadArgs};
use crate::cli::output::OutputArgs;
use crate::question::{Question, Task};
use clap::Args;
use std::ffi::OsString;

/// Options of the commands that read problems and print answers.
#[derive(Args, Debug)]
pub struct CommonArgs {
    /// SFENs in quotes, files, problems of files (`FILE:ID`), folders, or - for standard input
    #[arg(required = true, value_name = "INPUT", help_heading = None)]
    pub inputs: Vec<OsString>,

    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// The options about reading.
    #[command(flatten)]
    pub read: ReadArgs,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Add statistics of the search
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

impl CommonArgs {
    /// Finds the problems, and sets when to use colour.
    ///
    /// # Errors
    /// If an SFEN has no quotes, or if standard output goes to one of the inputs.
    pub fn find_inputs(&self) -> anyhow::Result<Inputs> {
        self.output.color.set();
        Inputs::find(&self.inputs, self.output.quiet)
    }

    /// Returns the question about every problem of the inputs.
    pub fn question(&self, task: Task, inputs: &Inputs) -> Question {
        let shows_variations = task == Task::Check && self.output.shows_variations();
        Question {
            stats: self.stats,
            shown_variations: shows_variations.into(),
            ..self.search.question(task, inputs.are_arguments())
        }
    }
}
