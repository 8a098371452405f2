//! `tsume solve`: finds mates.

use super::answering::answer_all;
use crate::cli::exit::Exit;
use crate::cli::shared::{CommonArgs, GoalArgs, ProofArgs, QuestionArgs};
use crate::cli::values::number;
use crate::question::Task;
use clap::Args;

const ABOUT: &str = "\
Find the mate: verdict, length, main line.

The length is the composed length (手数): the shortest attack against the longest defence, without \
futile interpositions (無駄合). The strict length, in which every legal interposition (合駒) counts, \
is given beside it. It is often the same, and never shorter.";

const EXAMPLES: &str = "\
Examples:
  tsume solve '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
                                    one problem, with a diagram
  tsume solve --first --time 1m problems/
                                    any mate of every problem in a folder, one minute for each
  tsume solve --variations 1 --explain '9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1'
                                    the other defences, and the interpositions that do not count
  tsume solve --try '▲３三飛成' '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
                                    why this move does not mate
  tsume solve --hint 1 my.sfen      which piece moves first?
  grep mate7 all.sfen | tsume solve --nodes 1M --format jsonl -
                                    from a pipe, one JSON object for each problem
  tsume solve --proof my.proof my.sfen
                                    with certificates for `tsume verify`
  tsume solve --goal brinkmate '7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1'
                                    the shortest brinkmate (必至), and what mates each defence

Input:
  SFEN, with `moves …` and opcodes such as `; id \"muso001\"; plies 11;`, JSON, CSV, KIF, KI2, CSA,
  JKF, and texts of people. Pieces that are missing in an SFEN belong to the defender, unless it
  gives the defender's hand.

Exit status, besides those in `tsume --help`:
  0    every problem is mate, its composed length is proven (not with --first), and all questions
       are answered
  1    at least one problem has no mate; with --goal, no brinkmate or no threat
  3    none of these, but something is unknown within the limits, or a certificate is missing";

/// Options of `tsume solve`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct SolveArgs {
    /// Options that other commands have, too.
    #[command(flatten)]
    pub common: CommonArgs,

    /// The goal.
    #[command(flatten)]
    pub goal: GoalArgs,

    /// Stop at the first proven mate: its length is only an upper bound
    ///
    /// Every legal interposition counts in its line, futile ones included.
    #[arg(long, help_heading = "Limits")]
    #[arg(conflicts_with_all = ["variations", "explain", "attempts"])]
    pub first: bool,

    /// Show a hint instead of the solution: with 1 the piece that moves first, with 2 its move
    ///
    /// With 3 also the reply and the piece that moves next, with 4 the move of that piece, and so on. Of the
    /// rest of the solution only the length is told.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=9999), help_heading = "Questions")]
    #[arg(conflicts_with_all = ["first", "variations", "explain", "attempts", "quiet", "verbose", "stats"])]
    pub hint: Option<u32>,

    /// Further questions.
    #[command(flatten)]
    pub questions: QuestionArgs,

    /// Certificates.
    #[command(flatten)]
    pub proofs: ProofArgs,
}

impl SolveArgs {
    /// Solves every problem.
    ///
    /// # Errors
    /// If the options do not fit together, or if the answers cannot be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let (common, proofs) = (&self.common, &self.proofs);
        self.goal.refuse(&[("--first", self.first)])?;
        self.goal.refuse(&self.questions.given())?;
        let inputs = common.find_inputs()?;
        let mut question = common.question(Task::Solve, &inputs);
        self.goal.apply(&mut question);
        question.first = self.first;
        question.verify = proofs.verify;
        answer_all(
            common,
            &self.questions,
            proofs,
            inputs,
            question,
            |output| self.hint.map_or(Ok(()), |number| output.show_hint(number)),
        )
    }
}
