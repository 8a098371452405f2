//! `tsume verify`.

use super::{ColorWhen, Format};
use clap::Args;
use std::path::PathBuf;

pub(super) const ABOUT: &str = "\
Check certificates with the independent checker.

A certificate is a complete proof of an answer, written by `tsume solve --proof`, `tsume check \
--proof` or `tsume validate --proofs`. The checker has a board and rules of its own and shares no \
code with the search. It plays every check and every reply that the proof rests on. A proof holds \
for the strict game, in which every legal interposition (合駒) counts. Only a proof of composed \
plies leaves out futile interpositions (無駄合), after the checker has judged each of them itself.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume solve --proof first.proof problems/first-steps.sfen
  tsume verify first.proof          shows what is proven of each problem

Exit status:
  0    every certificate proves what it claims
  1    at least one certificate is rejected, or a file is damaged
  2    wrong usage, or a file could not be opened";

/// Options of `tsume verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Files of certificates, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,

    /// Format of the result
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Report only rejected certificates, without a summary
    #[arg(short, long)]
    pub quiet: bool,
}
