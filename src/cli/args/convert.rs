//! `tsume convert`.

use super::values::is_stdout;
use super::{ColorWhen, InputFormat, OutputFormat};
use crate::vocabulary::{AttackerRule, CsaVersion, DefenderHandRule, Encoding};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) const ABOUT: &str = "\
Convert problems and records: SFEN, KIF, KI2, CSA, JKF, JSONL, CSV.

Moves, branches, comments and headers are kept if the format can hold them; what it cannot hold is \
reported. Pieces that are missing in an SFEN belong to the defender, unless the SFEN gives the \
defender's hand.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume convert old.kif -o new.kifu        from CP932 to UTF-8
  tsume convert problems/ -o all.jsonl     a folder into one file
  tsume convert all.sfen -o kif/ --to kif  one file for each problem
  tsume convert --to ki2 game.csa          to the terminal

Formats:
  Files named .kif and .ki2 are written in CP932 (Shift_JIS) with CRLF, all others in UTF-8 with LF;
  --encoding chooses another encoding. Both are read. A character that the encoding does not have is
  an error.
  CSA has no branches, SFEN and CSV have neither branches nor comments. JSONL holds everything: what
  an SFEN cannot hold is JKF under the key `jkf`. A quotation mark in the tail of an SFEN is
  doubled. Illegal moves are reported and kept.

Exit status:
  0  every problem was converted, perhaps with losses that were reported
  2  wrong usage, or something could not be read or written";

/// Options of `tsume convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// SFENs in quotes, files, problems of files (`FILE:ID`), folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Write to this file or folder; - is standard output
    ///
    /// A folder exists already or ends in /. It gets one file for each problem.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,

    /// Format to write [default: by the name of the output file]
    #[arg(long, visible_alias = "format", value_name = "FORMAT", value_enum)]
    pub to: Option<OutputFormat>,

    /// Write CSV cells unchanged that begin like a formula
    ///
    /// Texts that begin with =, +, - or @ otherwise get an apostrophe in front, so that spreadsheets
    /// take them for texts. Tables are read without it.
    #[arg(long)]
    pub keep_formulas: bool,

    /// Encoding to write
    #[arg(long, value_name = "ENCODING", value_enum)]
    pub encoding: Option<Encoding>,

    /// Version of CSA to write [default: 2]
    #[arg(long, value_name = "VERSION", value_enum)]
    pub csa: Option<CsaVersion>,

    /// Read only the problem with this id; may be given several times
    ///
    /// An id is that of the file, or `FILE:LINE` for a problem without one, as answers show it.
    #[arg(long, value_name = "ID")]
    pub id: Vec<String>,

    /// Read every file as this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub input_format: Option<InputFormat>,

    /// Side that attacks in an SFEN
    #[arg(long, value_name = "SIDE", value_enum, default_value_t)]
    pub attacker: AttackerRule,

    /// Pieces in the defender's hand in an SFEN
    #[arg(long, value_name = "HAND", value_enum, default_value_t)]
    pub defender_hand: DefenderHandRule,

    /// When to use colour in messages
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Do not report what the format cannot hold
    #[arg(short, long)]
    pub quiet: bool,
}

impl ConvertArgs {
    /// Returns the file or folder to write to; `None` is standard output.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|it| !is_stdout(it))
    }
}
