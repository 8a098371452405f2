//! Options that several commands have.

use super::values::{TimeLimit, column, count, side_by_side, size, time_limit};
use super::{ColorWhen, InputFormat, LayoutChoice, RowFormat};
use crate::vocabulary::{AttackerRule, DefenderHandRule, Encoding, Interpositions, Notation};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Options of the commands that read problems and print answers.
#[derive(Args, Debug)]
pub struct CommonArgs {
    /// SFENs in quotes, files, problems of files (`FILE:ID`), folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Read only the problem with this id; may be given several times
    ///
    /// An id is that of the file, or `FILE:LINE` for a problem without one, as answers show it.
    #[arg(long, value_name = "ID", help_heading = "Rules")]
    pub id: Vec<String>,

    /// Read every file as this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Rules")]
    pub input_format: Option<InputFormat>,

    /// Format of the answers
    ///
    /// By default the name of the output file decides. On standard output, a terminal or not, it is text.
    #[arg(
        long,
        alias = "to",
        value_name = "FORMAT",
        value_enum,
        help_heading = "Output"
    )]
    pub format: Option<RowFormat>,

    /// Replace files that are there already
    #[arg(long, help_heading = "Output")]
    pub force: bool,

    /// Columns of CSV, such as own,verdict,plies
    ///
    /// `own` are those of the table that is read, as they are. By default they come first, and then all
    /// others. One whose name is taken gets the prefix `found_`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = column)]
    #[arg(help_heading = "Output")]
    pub columns: Vec<&'static str>,

    /// Write CSV cells unchanged that begin like a formula
    ///
    /// Names and errors that begin with =, +, - or @ otherwise get an apostrophe in front, so that
    /// spreadsheets take them for texts. Tables are read without it.
    #[arg(long, help_heading = "Output")]
    pub keep_formulas: bool,

    /// Form of a page
    #[arg(
        long,
        value_name = "LAYOUT",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    pub layout: LayoutChoice,

    /// Hide the solutions of a page until the reader asks for them
    #[arg(long, help_heading = "Output")]
    pub puzzle: bool,

    /// Encoding of records [default: CP932 in files named .kif and .ki2, else UTF-8]
    #[arg(long, value_name = "ENCODING", value_enum, help_heading = "Output")]
    pub encoding: Option<Encoding>,

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

    /// Write the answers to this file instead of standard output (-)
    ///
    /// `validate` takes several: the name of each file decides its format.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Vec<PathBuf>,

    /// Write one line for each problem, without summary and progress
    ///
    /// `validate` also reports each error in one line.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,

    /// Write the diagram and the notes of every problem, even of many
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,

    /// Add statistics of the search
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

/// The limits and rules of a search.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Time for each problem, such as 10s, 2m, none [default: 1m; none if it is an argument]
    ///
    /// A problem given as an argument has no limit. Each problem of a file, a folder or standard input has
    /// one minute, unless this or --nodes is given.
    #[arg(long, value_name = "TIME", value_parser = time_limit, help_heading = "Limits")]
    pub time: Option<TimeLimit>,

    /// Search nodes for each problem, such as 100000, 500k, 10M
    ///
    /// With this limit alone, the same input gives the same output except for times.
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Memory for the search tables, such as 64MiB, 1GiB
    ///
    /// The default is 256MiB. For `validate` and `worker` it is 64MiB for each job.
    #[arg(long, alias = "memory", value_name = "SIZE", value_parser = size)]
    #[arg(help_heading = "Limits")]
    pub hash: Option<usize>,

    /// Threads that search one problem, 256 at most; they share its memory
    ///
    /// The number of threads does not change verdicts and lengths. It may change which of several
    /// equally good lines is shown, and what is decided within the limits.
    #[arg(long, value_name = "N", default_value = "1", value_parser = side_by_side)]
    #[arg(help_heading = "Limits")]
    pub threads: NonZeroUsize,

    /// Interpositions that are futile (無駄合) and do not count
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub interpositions: Interpositions,

    /// Side that attacks
    #[arg(
        long,
        value_name = "SIDE",
        value_enum,
        default_value_t,
        hide_possible_values = false
    )]
    #[arg(help_heading = "Rules")]
    pub attacker: AttackerRule,

    /// Pieces in the defender's hand
    #[arg(
        long,
        value_name = "HAND",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub defender_hand: DefenderHandRule,
}
