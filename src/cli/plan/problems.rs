//! The plan of `tsume repair` and `extend`.

use crate::cli::args::VersionArgs;
use crate::cli::output::Output;
use crate::cli::shared::{CommonArgs, FOR_EACH};
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::{InputFiles, ReadAs, Source};
use crate::question::{Question, Task};
use crate::search::SearchConfig;
use std::sync::Arc;

/// The plan of a run.
pub(in crate::cli) struct Plan {
    pub question: Question,
    pub sources: Vec<Source>,
    /// The files of these.
    pub inputs: Arc<InputFiles>,
    /// The ids of the problems to read, unless it is all of them.
    pub ids: Vec<String>,
    /// The format in which all files are read, whatever their names.
    pub any_format: Option<ReadAs>,
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
    pub config: SearchConfig,
    /// Whether the user is told after a while how to end a search.
    pub patience: bool,
    pub output: Output,
}

impl Plan {
    /// Makes the plan of `tsume repair` and `tsume extend`.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if the output cannot be opened.
    pub fn versions(args: &VersionArgs) -> anyhow::Result<Self> {
        let mut plan = Self::new(&args.common, args.jobs.get(), false)?;
        plan.question.rules = args.rules;
        // What is known of one version serves the others.
        plan.config.keep = true;
        Ok(plan)
    }

    /// Makes a plan. `jobs` is the number of searches at the same time; `many` says whether there are many
    /// problems.
    pub(super) fn new(args: &CommonArgs, jobs: usize, many: bool) -> anyhow::Result<Self> {
        let inputs = args.find_inputs()?;
        let config = args.search.config(FOR_EACH, jobs)?;
        let output = args.output.open(&inputs, true, many)?;
        Ok(Self {
            question: args.question(Task::Check, &inputs),
            patience: !args.output.quiet && args.search.is_unlimited(inputs.are_arguments()),
            sources: inputs.sources,
            inputs: inputs.files,
            ids: args.picks.id.clone(),
            any_format: args.picks.any_format(),
            attacker: args.search.sides.attacker,
            defender_hand: args.search.sides.defender_hand,
            config,
            output,
        })
    }
}
