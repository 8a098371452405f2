//! `tsume check`.

use super::values::count;
use super::{CommonArgs, GoalArgs, ProofArgs, QuestionArgs};
use crate::vocabulary::Rules;
use clap::Args;

pub(super) const ABOUT: &str = "\
Judge a composition: cooks, other defects and blemishes.

The answer is that of `tsume solve`, with every defect and blemish and the line that proves it. At \
each turn of the attacker in the main line, every other check is searched until it is refuted or \
mates. So is every other check in variations of the same length without leftover pieces (変同). A \
check that mates is a cook (余詰), a detour (迂回), a transposition (手順前後) or a dual that custom \
tolerates. A composition is sound (完全作) only when no check is left undecided.";

pub(super) const EXAMPLES: &str = concat!(
    "\
Examples:
  tsume check '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1'
                                    one composition, with a diagram
  tsume check --time 1m problems/   every problem file in a folder, one line for each problem
  tsume check --rules strict --format jsonl new.sfen
                                    is it fully unique? one JSON object for each problem
  tsume check --try '▲３四飛不成' '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1'
                                    why this move does not mate
  tsume check --format html -o new.html new.sfen
                                    a page with the diagram and lines to step through
  tsume check --goal brinkmate new.sfen
                                    a brinkmate problem (必至): other moves that force one (余必至),
                                    and plain mates
  tsume check --proof new.proof new.sfen
                                    certificates for `tsume verify`: the length, and the outcome of
                                    every other check

Input:
  The formats of `tsume solve`. `moves …` or the opcode `pv` gives the author's line, the opcodes
  `plies` and `recorded` give its length. If each of its checks keeps a mate, the author's line is
  judged as the main line.

Rules:
  strict    fully unique (完全限定): transpositions and detours are fatal, duals are blemishes
  standard  the practice of magazines: transpositions and detours are blemishes, duals are minor
  lenient   for practice, as on スマホ詰パラ: longer variations (変長) are blemishes, too

",
    limits!(),
    "
Exit status:
  0    every composition is sound, perhaps with blemishes, and all questions are answered
  1    at least one composition is flawed, or has no mate
  2    wrong usage, or something could not be read or written
  3    none of these, but something is unknown within the limits, or a certificate is missing
  141  the reader of standard output went away before everything was delivered
  130  interrupted; the answers written so far are complete"
);

/// `tsume check` and its options.
#[derive(Args, Debug)]
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

/// Options of `tsume check` and `tsume validate`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Options that other commands have, too.
    #[command(flatten)]
    pub common: CommonArgs,

    /// What is asked.
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
