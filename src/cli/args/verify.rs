//! `tsume verify`.

use super::{ColorWhen, Format};
use clap::Args;
use std::path::PathBuf;

pub(super) const ABOUT: &str = "\
Check certificates with the independent checker.

A certificate is a complete proof of an answer, written by `tsume solve --proof`, `tsume check \
--proof` or `tsume validate --proofs`. The checker has a board and rules of its own and shares no \
code with the search; it plays every check and every reply that the proof rests on. What it proves \
holds for the strict game, in which every legal interposition (合駒) counts, unless it speaks of \
composed plies: there futile ones (無駄合) are set aside, each of which it has judged by itself.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume solve --proof first.proof problems/first-steps.sfen
  tsume verify first.proof          says of each problem what is proven

Exit status:
  0    every certificate proves what it claims
  1    at least one is rejected, or its file is damaged
  2    wrong usage, or a file could not be opened";

/// Options of `tsume verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// A file of certificates, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,

    /// How the result is written; json is one array, jsonl one object a line
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,

    /// When to use colour; auto also looks at `NO_COLOR`
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Only what is rejected, no summary
    #[arg(short, long)]
    pub quiet: bool,
}
