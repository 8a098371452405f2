//! `tsume verify`.

use super::values::{duration, size};
use super::{ColorWhen, Format};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

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
  tsume verify --for problems/first-steps.sfen first.proof
                                    also tells of each problem whether its length is proven

Exit status:
  0    every certificate proves what it claims; with --for, every problem has its claims
  1    at least one certificate is rejected, a file is damaged, or a claim is missing
  2    wrong usage, or a file could not be opened
  3    none of these, but a limit of time or memory was reached
  141  the reader of standard output went away before everything was delivered
  130  interrupted; the rows written so far are complete";

/// Options of `tsume verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Files of certificates, folders with *.proof and *.proof.json, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,

    /// Also tell of each problem of this input whether its claims are among the proven ones
    ///
    /// A certificate belongs to the problem with the same diagram, hands and attacker, whatever its
    /// id is. May be given several times.
    #[arg(long = "for", value_name = "PROBLEMS")]
    pub problems: Vec<OsString>,

    /// What has to be proven of each problem
    #[arg(
        long,
        value_name = "CLAIM",
        value_enum,
        default_value_t,
        requires = "problems"
    )]
    pub require: Require,

    /// Wall-clock time for each certificate, such as 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Memory for each certificate, such as 512MiB, 8GiB
    ///
    /// The default is 4GiB.
    #[arg(long, alias = "hash", value_name = "SIZE", value_parser = size)]
    pub memory: Option<usize>,

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

/// The claims that have to be proven of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Require {
    /// That there is a mate, or that there is none
    Mate,
    /// Also the composed length, and that it is the length stated in the input
    #[default]
    Length,
    /// Also that, along one line of best play, a single check can mate at each turn of the attacker but the last
    Sound,
}
