//! `tsume check`.

use super::values::count;
use super::{CommonArgs, ProofArgs, QuestionArgs, RulesChoice};
use clap::Args;

pub(super) const ABOUT: &str = "\
Judge a composition: everything `solve` says, and every defect and blemish with the line that \
proves it.

At every turn of the attacker in the main line, and in those that are as long and leave nothing \
over (変同), every other check is searched until it is refuted or mates; what mates is a cook (余詰), \
a detour (迂回), a transposition (手順前後) or a dual that custom tolerates. A composition is sound \
(完全作) only when nothing is left open.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume check '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1'
                                    one composition, with a diagram
  tsume check --time 1m problems/   every problem file in a folder, a line each
  tsume check --rules strict --format jsonl new.sfen
                                    fully unique or not; one JSON object a line
  tsume check --try '▲３四飛不成' '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1'
                                    why this move does not mate
  tsume check --format html -o new.html new.sfen
                                    a page with the diagram, lines to step through
  tsume check --proof new.proof new.sfen
                                    certificates for `tsume verify`: the length, and what every other
                                    check comes to

Input:
  SFEN lines as `tsume solve` takes them. `moves …` or the opcode `pv` is the author's line, the
  opcodes `plies` and `recorded` its length. If every check in it keeps a mate, the author's line is
  the one that is judged.

Rules:
  strict    fully unique (完全限定): transpositions and detours are fatal, duals are blemishes
  standard  the practice of magazines: transpositions and detours are blemishes, duals are minor
  lenient   for practice, as on スマホ詰パラ: a longer variation is a blemish, too

Exit status:
  0    every composition is sound, perhaps with a blemish, and what else was asked is answered
  1    at least one is flawed, or has no mate
  2    wrong usage, or something could not be read or written
  3    no such thing, but something is unknown within the limits, or a certificate could
       not be made
  130  interrupted; finished problems are complete";

/// `tsume check` and its options.
#[derive(Args, Debug)]
pub struct CheckCommand {
    /// What it shares with `tsume validate`.
    #[command(flatten)]
    pub check: CheckArgs,

    /// Questions beside the answer.
    #[command(flatten)]
    pub questions: QuestionArgs,

    /// Certificates.
    #[command(flatten)]
    pub proofs: ProofArgs,
}

/// Options of `tsume check` and `tsume validate`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// What it shares with other commands.
    #[command(flatten)]
    pub common: CommonArgs,

    /// How compositions are judged.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// How compositions are judged.
#[derive(Args, Debug)]
pub struct JudgeArgs {
    /// Search nodes that each alternative may cost, such as 100k, 10M
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes_per_alternative: Option<u64>,

    /// Tell what the composition is like: counts, 裸玉, 煙詰, 捨駒, 中合, 不成, 還元玉, …
    #[arg(long, help_heading = "Output")]
    pub attributes: bool,

    /// Look for idle pieces (無駄駒), without which nothing changes: another check for each piece
    #[arg(long, help_heading = "Rules")]
    pub idle_pieces: bool,

    /// What a composition is judged by
    #[arg(
        long,
        value_name = "PROFILE",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub rules: RulesChoice,
}
