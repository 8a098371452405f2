//! `tsume validate`.

use super::values::{factor, failing, place, shard, side_by_side};
use super::{CheckArgs, ProofFormat};
use crate::batch::shard::Shard;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) const ABOUT: &str = "\
Judge whole collections: a row each, side by side.

Every problem is judged as by `tsume check`, several at a time. Rows come in the order of the input, \
each as soon as those before it are there, and do not depend on the number of jobs. The input is \
read as it is worked on and may be of any length.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume validate problems/          a table, and a summary
  tsume validate --jobs 2 --time 10s -o rows.jsonl problems/
                                    rows for programs, two problems at a time
  zcat all.sfen.gz | tsume validate --nodes 1M --format csv - > rows.csv
                                    from a pipe, the same rows every time
  tsume validate --resume rows.jsonl problems/
                                    goes on where it was broken off
  tsume validate --resume rows.jsonl --retry-unknown 10 problems/
                                    gives what stayed unknown ten times the limits
  tsume validate --report report.html problems/
                                    a table, and a page with diagrams for the browser
  tsume validate --expect -o table.csv -o rows.jsonl collection.csv
                                    compares with the lengths and verdicts in the table
  tsume validate --shard 2/4 --fail-on cook,early_mate,no_mate all.sfen
                                    a quarter of the work; status 1 for these defects alone

Limits:
  A problem may take a minute, unless --time or --nodes says otherwise, and a job 64 MiB.

Output:
  JSONL and CSV files grow by a row at a time; what is there when a run is broken off is complete.
  Text, JSON and HTML files appear when they are complete.

  A position that came before, also mirrored or with colours turned, is not judged again unless its
  author says something else or the program failed there: its row has the verdict, and in
  `duplicate_of` where to find the rest. Where KIF is written it is judged, since a record is whole.

Exit status:
  0    every composition is sound, perhaps with a blemish, or nothing is found that --fail-on names
  1    at least one is flawed, or has no mate, or is what --fail-on names
  2    wrong usage, or something could not be read or written
  3    no such thing, but something is unknown within the limits, or a certificate could
       not be made
  130  interrupted; finished rows are written";

/// Options of `tsume validate`.
#[derive(Args, Debug)]
pub struct ValidateArgs {
    /// What it shares with `tsume check`.
    #[command(flatten)]
    pub check: CheckArgs,

    /// Problems side by side, 256 at most [default: as many as there are processors]
    #[arg(long, value_parser = side_by_side, value_name = "N", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,

    /// Judge this share of the problems only, such as 1/4: the first of four
    ///
    /// Which share a problem belongs to depends on nothing but the problem. Lines that are no problem
    /// belong to the first.
    #[arg(long, value_name = "K/N", value_parser = shard, help_heading = "Limits")]
    pub shard: Option<Shard>,

    /// Give problems that stay unknown X times the limits, once all others are done
    ///
    /// Their rows come behind those of the others. With --resume, rows of problems that are unknown in
    /// the file are replaced, and in the end all rows there are in the order of the input.
    #[arg(long, value_name = "X", value_parser = factor)]
    #[arg(help_heading = "Limits")]
    pub retry_unknown: Option<u32>,

    /// Compare with the input: its lengths, its lines, and its verdicts
    ///
    /// The verdict is the opcode `verdict`, or the field `expected_verdict`, else `verdict`: sound, flawed,
    /// mate (either of them) or `no_mate`. Rows have `unexpected`. A composition that is flawed as the
    /// input says does not count as a failure; anything that is otherwise does.
    #[arg(long, help_heading = "Output")]
    pub expect: bool,

    /// Write a page to look at as well: diagrams, lines to step through, what is found (HTML)
    ///
    /// It needs nothing but the file itself, and is written at the end.
    #[arg(
        long,
        value_name = "FILE",
        value_parser = place(),
        conflicts_with = "resume",
        help_heading = "Output"
    )]
    pub report: Option<PathBuf>,

    /// What makes the exit status 1 [default: `flawed,no_mate`; with --expect also unexpected]
    ///
    /// Verdicts (flawed, `no_mate`, unknown), kinds of what is found in a composition (cook,
    /// `early_mate`, `last_move_dual`, …), unexpected, duplicate; or none. What is found in a problem counts
    /// for those that are the same.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = failing)]
    #[arg(help_heading = "Output")]
    pub fail_on: Option<Vec<&'static str>>,

    /// Go on with the rows in this file (JSONL), or begin it
    ///
    /// Problems that have a row there are skipped, a torn last line is cut off, and new rows are added.
    /// The rules and limits must be those of the rows (but see --resume-anyway); rows of problems that were tried again with
    /// --retry-unknown may have more. Problems in which the program failed are judged once more.
    #[arg(
        long,
        value_name = "FILE",
        value_parser = place(),
        conflicts_with = "output",
        help_heading = "Output"
    )]
    pub resume: Option<PathBuf>,

    /// Go on even if rules, limits or version are others than those of the rows
    ///
    /// The rows that are there stay as they are: every row says in `rules`, `limits` and `tool` what it
    /// holds for. Nothing is concluded from them: a problem that is the same as one of them is judged. With
    /// --retry-unknown those that are unknown are tried again with what this run gives.
    #[arg(long, requires = "resume", help_heading = "Output")]
    pub resume_anyway: bool,

    /// Write certificates to this folder, a file for each problem, for `tsume verify`
    ///
    /// A problem without any has none, and an old one stays. Named after the problem, with a number behind where its name does not make the name of a file.
    /// They prove what those of `tsume check --proof` do.
    #[arg(long, value_name = "DIR", value_parser = place(), help_heading = "Proofs")]
    pub proofs: Option<PathBuf>,

    /// How certificates are written: packed, or as JSON to be looked at
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(requires = "proofs", help_heading = "Proofs")]
    pub proof_format: ProofFormat,

    /// Prove every claim to the independent checker before giving the answer
    #[arg(long, help_heading = "Proofs")]
    pub verify: bool,
}
