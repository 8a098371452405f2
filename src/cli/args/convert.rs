//! `tsume convert`.

use super::values::is_stdout;
use super::{AttackerChoice, ColorWhen, EncodingChoice, HandChoice, InputFormat, OutputFormat};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) const ABOUT: &str = "\
Convert problems and records: SFEN, KIF, KI2, CSA, JKF, JSONL, CSV.

Moves, branches, comments and headers are kept wherever the format has room for them; what it has no \
room for is told. Pieces that an SFEN has nowhere belong to the defender, unless some of its hand is \
given.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume convert old.kif -o new.kifu        from one encoding to the other
  tsume convert problems/ -o all.jsonl     a folder into one file
  tsume convert all.sfen -o kif/ --to kif  one file a problem
  tsume convert --to ki2 game.csa          to the terminal

Formats:
  .kif and .ki2 are written in CP932 (Shift_JIS), .kifu, .ki2u and everything else in UTF-8, unless
  --encoding says otherwise; files are read in either. A character that cannot be written is an
  error. CSA holds no branches, SFEN and CSV neither branches nor comments; JSONL holds everything,
  what an SFEN cannot say as JKF under the key `jkf`. A quotation mark in the tail of an SFEN is doubled.
  Illegal moves are told, and kept.

Exit status:
  0  everything was converted, though perhaps not everything found room
  2  wrong usage, or something could not be read or written";

/// Options of `tsume convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// An SFEN in quotes, a file, a folder, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Write to this file (- is standard output), or one file a problem into this folder, if it ends in / or is there
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// What to write; without it what the name of the output file says
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub to: Option<OutputFormat>,

    /// How characters are written
    #[arg(long, value_name = "ENCODING", value_enum)]
    pub encoding: Option<EncodingChoice>,

    /// Read every file as this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub input_format: Option<InputFormat>,

    /// Which side attacks in an SFEN
    #[arg(long, value_name = "SIDE", value_enum, default_value_t)]
    pub attacker: AttackerChoice,

    /// What the defender holds in an SFEN
    #[arg(long, value_name = "HAND", value_enum, default_value_t)]
    pub defender_hand: HandChoice,

    /// When to use colour in messages
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Do not tell what found no room
    #[arg(short, long)]
    pub quiet: bool,
}

impl ConvertArgs {
    /// The file or folder to write to; none for standard output.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|it| !is_stdout(it))
    }
}
