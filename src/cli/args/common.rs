//! What several commands share.

use super::values::{count, duration, side_by_side, size};
use super::{
    AttackerChoice, ColorWhen, EncodingChoice, HandChoice, InputFormat, InterpositionsChoice,
    NotationChoice, RowFormat,
};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Options of the commands that read problems and print answers.
#[derive(Args, Debug)]
pub struct CommonArgs {
    /// An SFEN in quotes, a file, a folder, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Read every file as this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Rules")]
    pub input_format: Option<InputFormat>,

    /// How answers are written; json is one array, jsonl one object a line, csv a table, html a page
    ///
    /// Without it text; of `validate` what the name of the output file says, or text on a terminal
    /// and jsonl elsewhere.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub format: Option<RowFormat>,

    /// How the characters of KIF are written; without it CP932 in files named .kif, else UTF-8
    #[arg(long, value_name = "ENCODING", value_enum, help_heading = "Output")]
    pub encoding: Option<EncodingChoice>,

    /// How moves are written in text
    #[arg(
        long,
        value_name = "NOTATION",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub notation: NotationChoice,

    /// When to use colour; auto also looks at `NO_COLOR`
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub color: ColorWhen,

    /// Write the answers to this file instead of standard output (-); of `validate` to several
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Vec<PathBuf>,

    /// One line a problem, no summary, no progress; `validate` tells what is wrong in one line, too
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,

    /// The diagram and the notes of every problem, however many there are
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,

    /// Show what the search did
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

/// The limits and rules of a search.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Wall-clock time a problem may take, such as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Search nodes a problem may take, such as 100000, 500k, 10M
    ///
    /// With this limit alone the same input gives the same output, timings aside.
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Memory for the search tables, such as 64MiB, 1GiB [default: 256MiB; validate, worker: 64MiB a job]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub hash: Option<usize>,

    /// Threads that work on one problem side by side, 256 at most; each shares the memory
    ///
    /// With more than one the answers are the same, but among lines of equal worth another may be
    /// told, and limits are hit elsewhere.
    #[arg(long, value_name = "N", default_value = "1", value_parser = side_by_side)]
    #[arg(help_heading = "Limits")]
    pub threads: NonZeroUsize,

    /// Which interpositions are futile (無駄合) and not counted
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub interpositions: InterpositionsChoice,

    /// Which side attacks; auto takes the side to move, unless it is in check and its opponent
    /// has no king
    #[arg(
        long,
        value_name = "SIDE",
        value_enum,
        default_value_t,
        hide_possible_values = false
    )]
    #[arg(help_heading = "Rules")]
    pub attacker: AttackerChoice,

    /// What the defender holds: as given, the rest of the 40 pieces, or (auto) the rest when
    /// nothing is given
    #[arg(
        long,
        value_name = "HAND",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub defender_hand: HandChoice,
}
