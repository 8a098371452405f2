//! The options of `tsume repair` and `tsume extend`.

use crate::cli::shared::CommonArgs;
use crate::cli::values::{count, number, thread_count};
use crate::composition::repair::{self, EditKind, Keep, NoSquare};
use crate::shogi::Square;
use crate::vocabulary::Rules;
use clap::Args;
use std::num::NonZeroUsize;

const ABOUT: &str = "\
Find changes that make a flawed composition sound.

Every diagram that differs by one change is looked at, the least change first: a piece added, removed, \
moved or exchanged, a hand, the whole diagram shifted. With --edits 2, pairs of changes follow each of \
which removes some flaw. A version is told only if `tsume check` would call it sound (完全作) or \
blemished, and if what --keep names has stayed.";

const EXAMPLES: &str = "\
Examples:
  tsume repair '9/8k/9/9/7R1/9/9/9/9 b G 1 moves G*2c 1b1a 2c2b'
                                    the changes that keep the author's line
  tsume repair --keep length '8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1'
                                    other mates in five, too
  tsume repair --allow add --best 3 cooked.kif
                                    three additions that keep the line of the record
  tsume repair --edits 2 --time 10m --fixed 1a,2b new.sfen
                                    up to two changes, but not on 1a and 2b
  tsume repair --keep key:3 --squares 1a-5e new.sfen
                                    the first three moves stay, changes only in this part
  tsume repair --format html -o versions.html new.sfen
                                    a page with a diagram of each version
  tsume repair --format kif -o versions/ new.sfen
                                    a record of each version

Keep:
  line    the whole line: the author's, else the judged one
  key:N   the first N moves of the line; key is key:1
  moves:  the moves at these plies of the line, such as moves:3,5-7; the last is 128
  length  the length
  mate    any sound composition

Exit status, besides those in `tsume --help`:
  0    each problem is sound already, or a version was found
  1    no change makes it sound, or there is no mate and no author's line
  3    nothing was found, but some versions are undecided within the limits";

const EXTEND_ABOUT: &str = "\
Find the sound problems two plies longer that lead into a problem (逆算).

A defender's reply and an attacker's check before it are taken back in every way: a move or a drop, \
with or without promotion, with or without a capture. A problem is told only if `tsume check` would \
call it sound or blemished, with these two moves and then the line of the original.";

const EXTEND_EXAMPLES: &str = "\
Examples:
  tsume extend '9/9/9/9/9/4k4/9/9/9 b G 1'
                                    what leads into this problem
  tsume extend --best 3 --format html -o longer.html problem.kif
                                    a page with a diagram of each

Exit status, besides those in `tsume --help`:
  0    for each problem a longer one was found
  1    no check and reply lead into it from a sound problem, or it is flawed or no mate itself
  3    nothing was found, but some candidates are undecided within the limits";

/// Reads squares and ranges of them.
pub fn squares(text: &str) -> Result<Box<[Square]>, NoSquare> {
    repair::squares(text).map(Vec::into_boxed_slice)
}

/// Options of `tsume repair` and `tsume extend`.
#[derive(Args, Debug)]
#[command(long_about = EXTEND_ABOUT, after_help = EXTEND_EXAMPLES)]
#[command(next_help_heading = "Changes")]
pub struct VersionArgs {
    /// Options that other commands have, too.
    #[command(flatten)]
    pub common: CommonArgs,

    /// Rules for judging a composition
    #[arg(
        long,
        value_name = "PROFILE",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub rules: Rules,

    /// How many ideas are wanted; the work ends with so many sound ones
    #[arg(long, value_name = "N", default_value = "10")]
    #[arg(value_parser = number(NonZeroUsize::MIN..))]
    pub best: NonZeroUsize,

    /// Tell all versions of each idea, and not only the best one
    #[arg(long)]
    pub all: bool,

    /// Versions looked at at the same time, 256 at most
    #[arg(long, value_parser = thread_count, value_name = "N", default_value = "1")]
    #[arg(help_heading = "Limits")]
    pub jobs: NonZeroUsize,

    /// Search nodes for each version, such as 100k, 10M
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes_per_version: Option<u64>,
}

/// Options of `tsume repair`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(next_help_heading = "Changes")]
pub struct RepairArgs {
    /// Options that `tsume extend` has, too.
    #[command(flatten)]
    pub versions: VersionArgs,

    /// The most changes of a version
    ///
    /// More changes are tried only while fewer ideas are found than are wanted.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=3), default_value = "1")]
    pub edits: u32,

    /// What must stay: line, length, mate, key, key:N or moves:PLIES
    #[arg(long, value_name = "WHAT", default_value = "line")]
    pub keep: Keep,

    /// The sorts of changes [default: all]
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    pub allow: Vec<EditKind>,

    /// The squares that may change, such as 1a-5e,9i [default: all]
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    pub squares: Option<Box<[Square]>>,

    /// Squares that stay as they are, with their pieces
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    pub fixed: Option<Box<[Square]>>,
}
