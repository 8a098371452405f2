//! The options of `tsume compare`.

use crate::cli::inputs::SideArgs;
use crate::cli::output::{FileArgs, ListFormat};
use crate::cli::shared::{GoalArgs, GradingArgs, SearchArgs};
use crate::cli::values::thread_count;
use crate::vocabulary::Notation;
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;

const ABOUT: &str = "\
Compare two versions of a diagram or of a collection.

Each version is the rows of `tsume check`, `validate` or `worker` (JSONL), or problems in any format, \
which are judged as by `tsume validate`, each for its own goal. The answer says which \
pieces moved, came or went; how verdict, length and line changed; and which findings are gone, new, \
and the same.

The problems of two collections belong together if they have the same id, else the same position, \
perhaps mirrored or with colours exchanged, else the same line in files of problems without ids. If \
each version is a single problem, these are compared.";

const EXAMPLES: &str = "\
Examples:
  tsume compare old.kif new.kif     two versions of a diagram
  tsume compare '4k4/9/4P4/9/9/9/9/9/9 b G 1' '3k5/9/3P5/9/9/9/9/9/9 b G 1'
                                    the same in the argument: the second is shifted by a file
  tsume compare before.jsonl after.jsonl
                                    two runs of `validate`: one line for each problem that changed
  tsume compare -o changes.jsonl before.jsonl after.jsonl
                                    for programs: one JSON object for each problem
  tsume compare --time 10s before.jsonl new.sfen
                                    the problems are judged, and compared with rows
  tsume compare before.jsonl:work-12 new.sfen:work-12
                                    one problem of each

Exit status, besides those in `tsume --help`:
  0    nothing got worse
  1    something got worse
  3    nothing is known to be worse, but limits leave it open";

/// Options of `tsume compare`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(next_help_heading = "Output")]
pub struct CompareArgs {
    /// Old version: a file of rows, or problems (an SFEN in quotes, a file, `FILE:ID`, a folder, -)
    #[arg(value_name = "OLD", help_heading = None)]
    pub old: OsString,

    /// New version
    #[arg(value_name = "NEW", help_heading = None)]
    pub new: OsString,

    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// The sides.
    #[command(flatten)]
    pub sides: SideArgs,

    /// The goal.
    #[command(flatten)]
    pub goal: GoalArgs,

    /// Problems judged at the same time, 256 at most [default: the number of processors]
    #[arg(long, value_parser = thread_count, value_name = "N", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,

    /// The findings to look for, and their grades.
    #[command(flatten)]
    pub grading: GradingArgs,

    /// Format of the comparison [default: that of the name of the output file, else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<ListFormat>,

    /// Notation of moves in text
    #[arg(long, value_name = "NOTATION", value_enum, default_value_t)]
    pub notation: Notation,

    /// The output.
    #[command(flatten)]
    pub file: FileArgs,

    /// Write one line for each problem that changed, without summary and progress
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Write everything about every problem, also about those that are the same
    #[arg(short, long)]
    pub verbose: bool,
}
