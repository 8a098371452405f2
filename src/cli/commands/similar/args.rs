//! The options of `tsume similar`.

use crate::cli::inputs::{PickArgs, SideArgs};
use crate::cli::output::{ColorWhen, FileFormat};
use crate::cli::values::{is_stdout, number};
use crate::notation::FileType;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
  mirrored or shifted.

Exit status:
  0  everything was looked at, whether something similar was found or not
  2  wrong usage, something could not be written, or the program failed
  4  an input or a record could not be read; the others are used";

const ID_OF_INPUT: &str =
    "Look only at the problem of INPUT with this id; may be given several times";

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

impl FileFormat for SimilarFormat {
    const FILES: &'static [(Self, FileType)] = &[
        (Self::Text, FileType::Text),
        (Self::Json, FileType::Json),
        (Self::Jsonl, FileType::Jsonl),
        (Self::Csv, FileType::Csv),
    ];
}

/// Options of `tsume similar`.
#[derive(Args, Debug)]
#[command(about = "Find similar works in collections")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
#[command(mut_args(|it| match it.get_id().as_str() {
    "id" => it.help(ID_OF_INPUT).long_help(None),
    _ => it,
}))]
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

    /// The lowest score of similar works, from 1 to 100
    #[arg(long, value_name = "SCORE", default_value = "60", value_parser = number::<u8>(1..=100))]
    pub min_score: u8,

    /// The problems to choose.
    #[command(flatten)]
    pub picks: PickArgs,

    /// The sides.
    #[command(flatten)]
    pub sides: SideArgs,

    /// Format of the answers [default: by the name of the output file, else text]
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<SimilarFormat>,

    /// Write to this file instead of standard output (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file that is written, if it is there already
    #[arg(long)]
    pub force: bool,

    /// When to use colour in messages
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Do not say of which problems nothing similar is known
    #[arg(short, long)]
    pub quiet: bool,
}

impl SimilarArgs {
    /// Returns the file to write to; `None` is standard output.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|it| !is_stdout(it))
    }
}
