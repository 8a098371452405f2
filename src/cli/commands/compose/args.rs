//! The options of `tsume compose`.

use crate::batch::shard::Shard;
use crate::cli::commands::repair::squares;
use crate::cli::output::OutputArgs;
use crate::cli::values::{TimeLimit, count, file_path, number, thread_count, time_limit};
use crate::composition::compose::{Theme, UnknownTheme};
use crate::notation::kinds_named;
use crate::shogi::{PieceKind, Square};
use crate::vocabulary::{Allowance, Interpositions, Rules};
use clap::Args;
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

const ABOUT: &str = "\
Compose sound problems.

Attempts begin with small random mates, or with the problems of --from, and change them at random: a \
piece more, less or elsewhere, a check and a reply put before the problem (逆算). Every problem that \
is told is sound (完全作), has no idle piece and leaves nothing over; a certificate of this was checked. No two \
are alike for a solver: neither do the moves of one the same as those of the other, its end or its beginning, nor do the \
diagrams differ in one piece or in the hand alone, up to mirror and shift. Dull kinds are left out (see --allow).";

const EXAMPLES: &str = "\
Examples:
  tsume compose                     ten problems of 3 to 7 plies
  tsume compose --plies 9 --number 3 --seed 1
                                    three of 9 plies; the same seed gives the same problems
  tsume compose --with sacrifices:2 --without non_promotions
                                    at least two sacrifices, and every piece promotes that can
  tsume compose --from mine.sfen --not-like classics.sfen --number 20
                                    variations of given problems, and nothing like known ones
  tsume compose --number 1000 --best 50 --format html -o best.html --sfen best.sfen
                                    the fifty best of a thousand, as a page and as SFENs
  tsume compose --number 5000 --seed 7 --time none --resume made.jsonl
                                    as rows; after an interruption the same command goes on

Themes:
  The attributes of `tsume check --attributes`, by key or Japanese name, such as sacrifices (捨駒),
  non_promotions (不成), interpositions (合駒), distant_drop (遠打). With `:N` there are at least N.

Exit status, besides those in `tsume --help`:
  0    as many problems as wanted were composed
  3    the limits came before";

/// Options of `tsume compose`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(next_help_heading = "Problems")]
pub struct ComposeArgs {
    /// Lengths in plies, such as 5 or 3..9
    #[arg(long, value_name = "RANGE", value_parser = plies, default_value = "3..7")]
    pub plies: RangeInclusive<u32>,

    /// How many problems are composed
    #[arg(long, value_name = "N", default_value = "10")]
    #[arg(value_parser = number(NonZeroUsize::MIN..))]
    pub number: NonZeroUsize,

    /// Tell only the best of them by their ratings: as many of each length, from its better half first
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    #[arg(value_parser = number(NonZeroUsize::MIN..))]
    pub best: Option<NonZeroUsize>,

    /// Seed of the random numbers; the same seed gives the same problems [default: another each time]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    pub seed: Option<u64>,

    /// Begin with the problems of this file; may be given several times
    #[arg(long, value_name = "FILE")]
    pub from: Vec<OsString>,

    /// Leave out problems similar to one of this collection; may be given several times
    #[arg(long, value_name = "COLLECTION")]
    pub not_like: Vec<OsString>,

    /// The most pieces on the board, with kings
    #[arg(long, value_name = "N", value_parser = number::<u32>(2..=40), default_value = "14")]
    pub on_board: u32,

    /// The most pieces in the attacker's hand
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=38), default_value = "4")]
    pub in_hand: u32,

    /// The kinds of pieces, such as GSNP or 金銀桂歩 [default: all]
    #[arg(long, value_name = "KINDS", value_parser = kinds)]
    pub kinds: Option<Box<[PieceKind]>>,

    /// The squares that may have pieces, such as 1a-4d [default: all]
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    pub squares: Option<Box<[Square]>>,

    /// The attacker has a king, too (双玉図式)
    #[arg(long)]
    pub two_kings: bool,

    /// Themes of every problem, such as `sacrifices:2` or 不成
    #[arg(long, value_name = "THEMES", value_delimiter = ',', value_parser = theme)]
    pub with: Vec<Theme>,

    /// Themes of no problem
    #[arg(long, value_name = "THEMES", value_delimiter = ',', value_parser = theme)]
    pub without: Vec<Theme>,

    /// Lowest aesthetics, 0 to 100
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100), default_value = "0")]
    pub aesthetics: u32,

    /// Also tell what solvers find dull: problems whose first move captures without need, with promoted small pieces, without a piece given away, with one piece that checks three times in a row, or with several last moves
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    pub allow: Vec<Allowance>,

    /// Rules for judging a composition
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Rules::Strict)]
    #[arg(help_heading = "Rules")]
    pub rules: Rules,

    /// Interpositions that are futile and do not count
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub interpositions: Interpositions,

    /// Wall-clock time for all attempts: 10s, 2m, 1h, none [default: none with --attempts, else 5m]
    #[arg(long, value_name = "T", value_parser = time_limit, help_heading = "Limits")]
    pub time: Option<TimeLimit>,

    /// The most attempts
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub attempts: Option<u64>,

    /// Search nodes for the judgement of each problem
    #[arg(long, value_name = "N", value_parser = count, default_value = "5M")]
    #[arg(help_heading = "Limits")]
    pub nodes: u64,

    /// Diagrams in an attempt, for each ply of the length: more for fewer, but better problems
    #[arg(long, value_name = "N", value_parser = number(NonZeroU32::MIN..), default_value = "250")]
    #[arg(help_heading = "Limits")]
    pub diagrams: NonZeroU32,

    /// Attempts at the same time, 256 at most [default: the number of processors]
    #[arg(long, value_parser = thread_count, value_name = "N", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,

    /// Make only this share of the attempts; 1/4 is the first of four
    #[arg(long, value_name = "K/N", help_heading = "Limits")]
    pub shard: Option<Shard>,

    /// Continue this file of rows (JSONL), or begin it
    ///
    /// The options have to be those of the rows. --number counts the problems that are there.
    #[arg(long, value_name = "FILE", value_parser = file_path(), conflicts_with = "output")]
    #[arg(help_heading = "Output", requires = "seed")]
    pub resume: Option<PathBuf>,

    /// Put the rows of several shares together instead: each only if it is like none before, in the order of the attempts
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Output")]
    #[arg(conflicts_with_all = [
        "resume", "from", "seed", "shard", "plies", "number", "on_board", "in_hand", "kinds", "squares", "two_kings", "with",
        "without", "aesthetics", "allow", "not_like", "attempts",
    ])]
    pub join: Vec<PathBuf>,

    /// Also write the problems to this file as SFENs, with line, length, rating and attributes
    #[arg(long, value_name = "FILE", value_parser = file_path(), help_heading = "Output")]
    #[arg(conflicts_with = "resume")]
    pub sfen: Option<PathBuf>,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Reads a range of lengths that has an odd one: `3..9` or `5`.
fn plies(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let span = || {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let most = most.strip_prefix('=').unwrap_or(most);
        let span: RangeInclusive<u32> = least.trim().parse().ok()?..=most.trim().parse().ok()?;
        let is_odd = span.clone().take(2).any(|plies| plies % 2 == 1);
        (is_odd && *span.end() <= 99).then_some(span)
    };
    span().ok_or("write a length or a range with an odd number, 99 at most: 5, 3..9")
}

fn theme(text: &str) -> Result<Theme, UnknownTheme> {
    text.trim().parse()
}

fn kinds(text: &str) -> Result<Box<[PieceKind]>, &'static str> {
    let all = kinds_named(text);
    all.map(Vec::into_boxed_slice)
        .ok_or("write letters of pieces, P L N S G B R: GSNP")
}
