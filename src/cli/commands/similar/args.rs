//! The options of `tsume similar`.

use crate::cli::inputs::ReadArgs;
use crate::cli::output::FileArgs;
use crate::cli::values::number;
use clap::{Args, ValueEnum};
use std::ffi::OsString;

const ABOUT: &str = "\
Find similar works (類似作) in collections.

A work is similar if many of its pieces stand alike, perhaps mirrored, shifted or with colours \
exchanged, or if its main line ends in the same moves. The score is 200 times the equal pieces by the \
pieces of both, hands and kings included: 100 if all are equal.";

const EXAMPLES: &str = "\
Examples:
  tsume similar new.sfen problems/
                                    works similar to each problem of a file
  tsume similar '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1' problems/ more.jsonl
                                    one problem, in several collections
  tsume similar --format jsonl new.sfen problems/
                                    a row for each similar work

Lines:
  Nothing is solved. The main line is the one in the input: `moves …`, the opcode `pv`, that of a
  record, or `solution` in a row. Lines are similar that end in the same five plies or more, perhaps
  mirrored or shifted.";

/// `--format` of `similar`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SimilarFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON array.
    Json,
    /// One JSON object on one line for each similar work.
    Jsonl,
    /// A comma-separated table with a header, a row for each similar work.
    Csv,
}

/// Options of `tsume similar`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct SimilarArgs {
    /// The problem, or a file of several
    #[arg(required = true, value_name = "INPUT")]
    pub input: OsString,

    /// Collections: files and folders
    #[arg(required = true, value_name = "COLLECTION")]
    pub collections: Vec<OsString>,

    /// The most similar works of each problem, and the most others whose lines end alike
    #[arg(long, value_name = "N", default_value = "10", value_parser = number::<usize>(1..=1000))]
    pub best: usize,

    /// The options about reading.
    #[command(flatten)]
    pub read: ReadArgs,

    /// Format of the answers [default: by the name of the output file, else text]
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<SimilarFormat>,

    /// The output.
    #[command(flatten)]
    pub file: FileArgs,

    /// Do not say of which problems nothing similar is known
    #[arg(short, long)]
    pub quiet: bool,
}
