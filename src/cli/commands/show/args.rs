//! The options of `tsume show`.

use crate::cli::inputs::ReadArgs;
use crate::cli::output::FileArgs;
use crate::vocabulary::Notation;
use clap::{Args, ValueEnum};
use std::ffi::OsString;

const ABOUT: &str = "\
Show problems: diagram, hands, moves.

The moves are those after `moves` in an SFEN, or the main line of a record. They are written in \
Japanese, Western and USI notation. --ply shows the diagram after some of them.";

const EXAMPLES: &str = "\
Examples:
  tsume show '4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b'
  tsume show --ply 3 problem.kif           the diagram after three moves
  tsume show --format bod problem.kif      the diagram to paste elsewhere
  tsume show problem.kif -o problem.svg    a picture
  tsume show --format svg problems/ -o pictures/
  tsume show --notation western game.csa";

/// `--format` of `show`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// Text for people: the diagram, the hands beside it, the moves.
    #[default]
    Text,
    /// BOD: the diagram and the hands as in KIF.
    Bod,
    /// SFEN.
    Sfen,
    /// A picture of the diagram in the style of magazines.
    Svg,
    /// The same picture in pixels (only in builds with the feature `png`).
    Png,
}

/// Reads a number of moves; `last` is [`usize::MAX`].
fn ply(text: &str) -> Result<usize, &'static str> {
    if text == "last" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| "write a number, or `last`")
}

/// Options of `tsume show`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct ShowArgs {
    /// SFENs in quotes, files, problems of files (`FILE:ID`), folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Show the diagram after N moves, or after the last one
    #[arg(long, value_name = "N|last", value_parser = ply, default_value = "0")]
    pub ply: usize,

    /// Format of the diagram [default: by the name of the output, else text]
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<ShowFormat>,

    /// Notation of the moves [default: all three]
    #[arg(long, value_name = "NOTATION", value_enum)]
    pub notation: Option<Notation>,

    /// How the problems are read.
    #[command(flatten)]
    pub read: ReadArgs,

    /// The output.
    #[command(flatten)]
    pub file: FileArgs,
}
