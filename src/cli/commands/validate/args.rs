//! The options of `tsume validate`.

use crate::batch::shard::Shard;
use crate::cli::shared::CheckArgs;
use crate::cli::values::{fail_on_word, file_path, number, only_word, thread_count};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const ABOUT: &str = "\
Judge whole collections: one row for each problem, several at a time.

Every problem is judged as by `tsume check`. The rows are in the order of the input, and each is \
written as soon as the rows before it are. They do not depend on the number of jobs. The input may \
be of any length, because it is read as the work goes on.";

const EXAMPLES: &str = "\
Examples:
  tsume validate problems/          a table, and a summary
  tsume validate --jobs 2 --time 10s -o rows.jsonl problems/
                                    rows for programs, two problems at a time
  zcat all.sfen.gz | tsume validate --nodes 1M --format csv - > rows.csv
                                    from a pipe, the same rows every time
  tsume validate --resume rows.jsonl --retry-unknown 10 problems/
                                    continues a run, and judges unknown problems with more
  tsume validate --resume rows.jsonl --only flawed,unknown --report report.html
                                    a page of finished rows, without judging
  tsume validate --expect -o table.csv -o rows.jsonl collection.csv
                                    compares with the lengths and verdicts in the table
  tsume validate --shard 2/4 --fail-on cook,early_mate,no_mate all.sfen
                                    a quarter of the work; exit status 1 only for these defects

Output:
  JSONL and CSV files grow row by row. If the run is interrupted, the rows written so far are
  complete. Other files appear when they are complete. A position that came before, even mirrored
  or with colours exchanged, is a duplicate: `duplicate_of` names the row with the rest.

Exit status, besides those in `tsume --help`:
  0    every composition is sound, perhaps with blemishes; with --fail-on: nothing in LIST applies
  1    at least one composition is flawed, or has no mate; with --fail-on: something in LIST applies
  3    none of these, but something is unknown within the limits, or a certificate is missing";

/// Options of `tsume validate`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(mut_arg("inputs", |it| it.required(false).required_unless_present("resume")))]
#[command(next_help_heading = "Output")]
pub struct ValidateArgs {
    /// Options that `tsume check` has, too.
    #[command(flatten)]
    pub check: CheckArgs,

    /// Problems judged at the same time, 256 at most [default: the number of processors]
    #[arg(long, value_parser = thread_count, value_name = "N", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,

    /// Judge only this share of the problems; 1/4 is the first of four
    ///
    /// The share of a problem depends only on the problem. Lines without a problem belong to the
    /// first share.
    #[arg(long, value_name = "K/N", help_heading = "Limits")]
    pub shard: Option<Shard>,

    /// Judge unknown problems once more at the end, with X times the limits
    ///
    /// Their rows come after all others. With --resume, the file's rows of unknown problems are
    /// replaced, and in the end all its rows are in the order of the input.
    #[arg(long, value_name = "X", value_parser = number::<u32>(2..=1_000_000), help_heading = "Limits")]
    pub retry_unknown: Option<u32>,

    /// Compare the answers with the lengths, lines and verdicts in the input
    ///
    /// The expected verdict is the opcode `verdict`, or the field `expected_verdict`, else `verdict`:
    /// sound, blemished, flawed, mate (any of these) or `no_mate`; else 完全性 of a record or
    /// `soundness`. The key `unexpected` of a row
    /// lists the differences, which give exit status 1. A composition flawed as expected does not.
    #[arg(long)]
    pub expect: bool,

    /// Look for similar works in this collection; may be given several times
    ///
    /// The key `similar` of a row lists them, as `tsume similar` finds them. The main line that was
    /// found counts if the input gives none.
    #[arg(long, value_name = "COLLECTION")]
    pub similar: Vec<OsString>,

    /// Write an HTML page as well: diagrams, lines to step through, findings
    ///
    /// The page needs no other files. It is written at the end.
    #[arg(long, value_name = "FILE", value_parser = file_path())]
    pub report: Option<PathBuf>,

    /// Results that give exit status 1 [default: `flawed,no_mate`; with --expect also unexpected]
    ///
    /// Verdicts (flawed, `no_mate`, unknown), kinds of findings (cook, `early_mate`,
    /// `last_move_dual`, …), blemished, unexpected, duplicate; or none. The findings of a problem
    /// count for its duplicates, too.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = fail_on_word)]
    pub fail_on: Option<Vec<&'static str>>,

    /// Show only problems with one of these results
    ///
    /// Verdicts (sound, flawed, unknown, …), kinds of findings (cook, `early_mate`, …), unexpected or
    /// duplicate. The summary and the exit status are about all problems, and a file of --resume has
    /// all rows.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = only_word)]
    pub only: Option<Vec<&'static str>>,

    /// Continue this file of rows (JSONL), or begin it; without INPUT, show its rows
    ///
    /// Problems that have a row in it are skipped, whatever their place and id is now; those that have
    /// changed are judged, and their rows replaced. An incomplete last line is removed. With -o,
    /// --report or --format, all rows are then shown in this form. Rules and limits have to be those
    /// of the rows; rows that --retry-unknown wrote may have higher limits.
    #[arg(long, value_name = "FILE", value_parser = file_path())]
    pub resume: Option<PathBuf>,

    /// Take rows out of the file of --resume whose problems are no longer in the input
    ///
    /// Without it they stay, are told, and are not counted.
    #[arg(long, requires = "resume")]
    pub drop_gone: bool,

    /// Write certificates to this folder, one file for each problem, for `tsume verify`
    #[arg(long, alias = "proofs", value_name = "DIR", value_parser = file_path())]
    #[arg(help_heading = "Proofs")]
    pub proof: Option<PathBuf>,

    /// Have the independent checker confirm every claim before the answer is given
    #[arg(long, help_heading = "Proofs")]
    pub verify: bool,
}
