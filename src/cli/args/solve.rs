//! `tsume solve`.

use super::{CommonArgs, ProofArgs, QuestionArgs};
use clap::Args;

pub(super) const ABOUT: &str = "\
Find the mate: verdict, length, main line.

The length is the composed length (手数): shortest attack against longest defence, futile \
interpositions (無駄合) set aside. The strict length, in which every legal interposition (合駒) \
counts, is given beside it; it is never the shorter of the two, and often the same.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume solve '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
                                    one problem, with a diagram
  tsume solve problems/             every problem file in a folder, a line each
  tsume solve --first --time 1m hard.sfen
                                    any mate will do, one minute a problem
  tsume solve --variations 1 --explain '9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1'
                                    what else the defender could do, and what does not count
  tsume solve --try '▲３三飛成' '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
                                    why this move does not mate
  grep mate7 all.sfen | tsume solve --nodes 1M --format jsonl -
                                    from a pipe, one JSON object a line
  tsume solve --proof my.proof my.sfen
                                    with certificates for `tsume verify`

Input:
  SFEN lines as found in the wild: with or without `sfen` or `position sfen` in front, a move
  number behind, `moves …`, or a tail such as `; id \"muso001\"; plies 11;`. Blank lines and lines
  that begin with # are skipped. Moves are read in USI, in Japanese and as in KIF (`3a3d+`,
  `▲３四飛成`, `同　玉(12)`). A line may also be a JSON object with the key `sfen`; .csv and .tsv
  files are tables with such a column. Records in KIF, KI2, CSA and JKF are read in CP932 and
  UTF-8; the main line is the author's. Pieces that are nowhere belong to the defender, unless some
  of its hand is given.

Exit status:
  0    every problem is mate, its composed length is proven, and what else was asked is answered
       (with --first: it is mate)
  1    at least one has no mate
  2    wrong usage, or something could not be read or written
  3    no such thing, but something is unknown within the limits, or a certificate could
       not be made
  130  interrupted; finished problems are complete";

/// Options of `tsume solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// What it shares with other commands.
    #[command(flatten)]
    pub common: CommonArgs,

    /// Stop at the first proven mate: its length is an upper bound only, and the line one in which
    /// futile interpositions count
    #[arg(long, help_heading = "Limits")]
    #[arg(conflicts_with_all = ["variations", "explain", "attempt"])]
    pub first: bool,

    /// Questions beside the answer.
    #[command(flatten)]
    pub questions: QuestionArgs,

    /// Certificates.
    #[command(flatten)]
    pub proofs: ProofArgs,
}
