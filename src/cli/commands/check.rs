//! `tsume check`: judges compositions.

use super::answering::answer_all;
use crate::cli::exit::Exit;
use crate::cli::shared::{CheckArgs, ProofArgs, QuestionArgs};
use crate::cli::values::TimeLimit;
use crate::question::Task;
use clap::Args;

const ABOUT: &str = "\
Judge a composition: cooks, other defects and blemishes.

The answer is that of `tsume solve`, with every defect and blemish and the line that proves it. At \
each turn of the attacker in the main line, every other check is searched until it is refuted or \
mates. So is every other check in variations of the same length without leftover pieces (変同). A \
check that mates is a cook (余詰), a detour (迂回), a transposition (手順前後) or a dual that custom \
tolerates. A composition is sound (完全作) only when no check is left undecided.";

const EXAMPLES: &str = "\
Examples:
  tsume check '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1'
                                    one composition, with a diagram
  tsume check --time 1m problems/   every problem file in a folder, one line for each problem
  tsume check --rules strict --format jsonl new.sfen
                                    is it fully unique? one JSON object for each problem
  tsume check --format html -o new.html new.sfen
                                    a page with the diagram and lines to step through
  tsume check --goal brinkmate new.sfen
                                    a brinkmate problem (必至): other moves that force one (余必至),
                                    and plain mates
  tsume check --proof new.proof new.sfen
                                    certificates for `tsume verify`: the length, and the outcome of
                                    every other check

Rules:
  unique    fully unique (完全限定): nothing but the one line
  strict    unique but for the last move and equal defences: transpositions and detours are fatal,
            duals are blemishes
  standard  the practice of magazines: transpositions and detours are blemishes, duals are minor
  lenient   for practice, as on スマホ詰パラ: longer variations (変長) are blemishes, too

Exit status, besides those in `tsume --help`:
  0    every composition is sound, perhaps with blemishes, and all questions are answered
  1    at least one composition is flawed, or has no mate
  3    none of these, but something is unknown within the limits, or a certificate is missing";

/// `tsume check` and its options.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct CheckCommand {
    /// Options that `tsume validate` has, too.
    #[command(flatten)]
    pub check: CheckArgs,

    /// Further questions.
    #[command(flatten)]
    pub questions: QuestionArgs,

    /// Certificates.
    #[command(flatten)]
    pub proofs: ProofArgs,
}

impl CheckCommand {
    /// Judges every problem.
    ///
    /// # Errors
    /// If the options do not fit together, or if the answers cannot be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let Self {
            check,
            questions,
            proofs,
        } = self;
        check.goal.refuse(&questions.given())?;
        check.judge.refuse_for_other_goal(check.goal)?;
        let inputs = check.common.find_inputs()?;
        let mut question = check.common.question(Task::Check, &inputs);
        check.judge.apply(check.goal, &mut question);
        question.verify = proofs.verify;
        // With a limit of the user's own, no single alternative is cut short before that limit.
        let given = &check.common.search;
        if matches!(given.time, Some(TimeLimit::After(_))) || given.nodes.is_some() {
            question.nodes_per_alternative.get_or_insert(u64::MAX);
        }
        answer_all(&check.common, questions, proofs, inputs, question, |_| {
            Ok(())
        })
    }
}
