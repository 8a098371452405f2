//! The options of `tsume compare`.

use crate::cli::inputs::InputFormat;
use crate::cli::output::{ColorWhen, FileFormat};
use crate::cli::shared::{GoalArgs, GradingArgs, SearchArgs};
use crate::cli::values::side_by_side;
use crate::notation::FileType;
use crate::vocabulary::Notation;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const ABOUT: &str = "\
Compare two versions of a diagram or of a collection.

Each version is the rows of `tsume check`, `validate` or `worker` (JSONL), or problems in any format, \
which are judged as by `tsume validate`, each for its own goal. The answer says which \
pieces moved, came or went; how verdict, length and line changed; and which findings are gone, new, \
and the same.

The problems of two collections belong together if they have the same id, else the same position, \
perhaps mirrored or with colours exchanged, else the same line in files of problems without ids. If \
each version is a single problem, these are compared.";

const EXAMPLES: &str = concat!(
    "\
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
  tsume compare --id work-12 before.jsonl new.sfen
                                    one problem of each

",
    limits!(),
    "
What is worse:
  The verdict falls: sound, blemished, flawed, no mate, error. Or there is a fatal finding or a
  blemish that the old version, judged to the end, does not have, and both are mate. Or a claim
  of the input (its verdict, length or line; `validate --expect`) is proven to be wrong that was
  not before.
  Problems that only one version has are neither better nor worse, nor are versions with
  different goals (a mate and a brinkmate).

Exit status:
  0    nothing got worse
  1    something got worse
  2    wrong usage, something could not be written, or the program failed
  3    nothing is known to be worse, but limits leave it open
  4    an input or a record could not be read; the others are compared
  141  the reader of standard output went away before everything was delivered
  130  interrupted; the comparisons written so far are complete"
);

/// `--format` of `compare`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON array.
    Json,
    /// One JSON object on one line for each problem, written at once.
    Jsonl,
}

impl FileFormat for CompareFormat {
    const FILES: &'static [(Self, FileType)] = &[
        (Self::Text, FileType::Text),
        (Self::Json, FileType::Json),
        (Self::Jsonl, FileType::Jsonl),
    ];
}

/// Options of `tsume compare`.
#[derive(Args, Debug)]
#[command(about = "Compare two versions of a diagram or of a collection")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
#[command(after_help = "`tsume compare --help` explains the options and shows examples.")]
pub struct CompareArgs {
    /// Old version: a file of rows, or problems (an SFEN in quotes, a file, `FILE:ID`, a folder, -)
    #[arg(value_name = "OLD")]
    pub old: OsString,

    /// New version
    #[arg(value_name = "NEW")]
    pub new: OsString,

    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// The goal.
    #[command(flatten)]
    pub goal: GoalArgs,

    /// Problems judged at the same time, 256 at most [default: the number of processors]
    #[arg(long, value_parser = side_by_side, value_name = "N", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,

    /// Compare only the problem with this id; may be given several times
    #[arg(long, value_name = "ID", help_heading = "Rules")]
    pub id: Vec<String>,

    /// The findings to look for, and their grades.
    #[command(flatten)]
    pub grading: GradingArgs,

    /// Read every file as problems in this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Rules")]
    pub input_format: Option<InputFormat>,

    /// Format of the comparison [default: that of the name of the output file, else text]
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub format: Option<CompareFormat>,

    /// Notation of moves in text
    #[arg(
        long,
        value_name = "NOTATION",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub notation: Notation,

    /// When to use colour
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub color: ColorWhen,

    /// Write the comparison to this file instead of standard output (-)
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Replace the file that is written, if it is there already
    #[arg(long, help_heading = "Output")]
    pub force: bool,

    /// Write one line for each problem that changed, without summary and progress
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,

    /// Write everything about every problem, also about those that are the same
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
}
