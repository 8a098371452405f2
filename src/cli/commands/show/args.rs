//! The options of `tsume show`.

use crate::cli::inputs::{PickArgs, SideArgs};
use crate::cli::output::{ColorWhen, FileFormat, chosen_format};
use crate::cli::values::{is_stdout, number};
use crate::notation::FileType;
use crate::vocabulary::Notation;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
  tsume show problem.kif -o problem.png --width 600
  tsume show --notation western game.csa

Exit status:
  0  everything was shown
  2  wrong usage, something could not be written, or the program failed
  4  an input or a record could not be read; the others are shown";

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

impl FileFormat for ShowFormat {
    const FILES: &'static [(Self, FileType)] = &[
        (Self::Text, FileType::Text),
        (Self::Bod, FileType::Bod),
        (Self::Sfen, FileType::Sfen),
        (Self::Svg, FileType::Svg),
        (Self::Png, FileType::Png),
    ];
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
#[command(about = "Show problems: diagram, hands, moves")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub struct ShowArgs {
    /// SFENs in quotes, files, problems of files (`FILE:ID`), folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Show the diagram after N moves, or after the last one
    #[arg(long, value_name = "N|last", value_parser = ply, default_value = "0")]
    pub ply: usize,

    /// Format of the diagram [default: by the name of the output, else text]; png only in a build with `--features png`
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<ShowFormat>,

    /// Width of the picture, 100 to 4096 [default: 972] (png)
    #[arg(long, value_name = "PIXELS", value_parser = number::<u32>(100..=4096))]
    pub width: Option<u32>,

    /// Notation of the moves [default: all three]
    #[arg(long, value_name = "NOTATION", value_enum)]
    pub notation: Option<Notation>,

    /// The problems to choose.
    #[command(flatten)]
    pub picks: PickArgs,

    /// The sides.
    #[command(flatten)]
    pub sides: SideArgs,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Write to this file instead of standard output (-); for pictures of several problems, to a folder DIR/
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,
}

impl ShowArgs {
    /// Returns the file or folder to write to; `None` is standard output.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|it| !is_stdout(it))
    }

    /// Returns the format asked for, or else that of the output's name.
    ///
    /// # Errors
    /// If no format has the ending of this name.
    pub fn format(&self) -> anyhow::Result<ShowFormat> {
        let format = chosen_format(self.format, self.output(), "--format")?;
        Ok(format.unwrap_or_default())
    }
}
