//! The command line as it was typed.

use crate::batch::shard::Shard;
use crate::notation::usi;
use crate::shogi::Move;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// Tsume shogi (詰将棋) solver: proven mates, proven shortest lengths, proven no-mates.
#[derive(Debug, Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = "`tsume solve --help` shows the options with examples.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(about = "Find the mate: verdict, length, main line", long_about = SOLVE_ABOUT)]
    #[command(after_help = "`tsume solve --help` tells more, with examples.")]
    #[command(after_long_help = SOLVE_EXAMPLES)]
    /// `tsume solve`.
    Solve(SolveArgs),
    #[command(about = "Judge a composition: every cook and other defect, with proof")]
    #[command(long_about = CHECK_ABOUT)]
    #[command(after_help = "`tsume check --help` tells more, with examples.")]
    #[command(after_long_help = CHECK_EXAMPLES)]
    /// `tsume check`.
    Check(CheckArgs),
    #[command(about = "Judge whole collections: a row each, side by side", long_about = VALIDATE_ABOUT)]
    #[command(after_help = "`tsume validate --help` tells more, with examples.")]
    #[command(after_long_help = VALIDATE_EXAMPLES)]
    /// `tsume validate`.
    Validate(ValidateArgs),
    #[command(about = "Check certificates with the independent checker", long_about = VERIFY_ABOUT)]
    #[command(after_long_help = VERIFY_EXAMPLES)]
    /// `tsume verify`.
    Verify(VerifyArgs),
}

const SOLVE_ABOUT: &str = "\
Find the mate: verdict, length, main line.

The length is the composed length (手数): shortest attack against longest defence, futile \
interpositions (無駄合) set aside. The strict length, in which every legal interposition (合駒) \
counts, is given beside it; it is never the shorter of the two, and often the same.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  tsume solve '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
                                    one problem, with a diagram
  tsume solve problems/             every problem file in a folder, a line each
  tsume solve --first --time 1m hard.sfen
                                    any mate will do, one minute a problem
  tsume solve --variations 1 --explain '9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1'
                                    what else the defender could do, and what does not count
  tsume solve --try '3a3c+' '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
                                    why this move does not mate
  grep mate7 all.sfen | tsume solve --nodes 1M --format jsonl -
                                    from a pipe, one JSON object a line
  tsume solve --proof my.proof my.sfen
                                    with certificates for `tsume verify`

Input:
  SFEN lines as found in the wild: with or without `sfen` or `position sfen` in front, a move
  number behind, `moves …`, or a tail such as `; id \"muso001\"; plies 11;`. Blank lines and lines
  that begin with # are skipped. A line may also be a JSON object with the key `sfen`; .csv and .tsv
  files are tables with such a column. Pieces that are nowhere belong to the defender, unless some of
  its hand is given.

Exit status:
  0    every problem is mate, its composed length is proven, and what else was asked is answered
       (with --first: it is mate)
  1    at least one has no mate
  2    wrong usage, or something could not be read or written
  3    no such thing, but something is unknown within the limits, or a certificate could
       not be made
  130  interrupted; finished problems are complete";

const CHECK_ABOUT: &str = "\
Judge a composition: everything `solve` says, and every defect and blemish with the line that \
proves it.

At every turn of the attacker in the main line, and in those that are as long and leave nothing \
over (変同), every other check is searched until it is refuted or mates; what mates is a cook (余詰), \
a detour (迂回), a transposition (手順前後) or a dual that custom tolerates. A composition is sound \
(完全作) only when nothing is left open.";

const CHECK_EXAMPLES: &str = "\
Examples:
  tsume check '6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1'
                                    one composition, with a diagram
  tsume check --time 1m problems/   every problem file in a folder, a line each
  tsume check --rules strict --format jsonl new.sfen
                                    any dual at all is a defect; one JSON object a line

Input:
  SFEN lines as `tsume solve` takes them. `moves …` or the opcode `pv` is the author's line, the
  opcodes `plies` and `recorded` its length; they are compared with the main line.

Rules:
  strict    everything but remarks is a defect (完全限定)
  standard  minor blemishes are tolerated: returning detours, duals of promotion or distance, …
  lenient   only what is fatal is a defect: no mate, early mate, cook, leftover

Exit status:
  0    every composition is sound
  1    at least one is flawed, or has no mate
  2    wrong usage, or something could not be read or written
  3    no such thing, but something is unknown within the limits
  130  interrupted; finished problems are complete";

const VALIDATE_ABOUT: &str = "\
Judge whole collections: a row each, side by side.

Every problem is judged as by `tsume check`, several at a time. Rows come in the order of the input, \
each as soon as those before it are there, and do not depend on the number of jobs. The input is \
read as it is worked on and may be of any length.";

const VALIDATE_EXAMPLES: &str = "\
Examples:
  tsume validate problems/          a table, and a summary
  tsume validate --jobs 2 --time 10s -o rows.jsonl problems/
                                    rows for programs, two problems at a time
  zcat all.sfen.gz | tsume validate --nodes 1M --format csv - > rows.csv
                                    from a pipe, the same rows every time
  tsume validate --resume rows.jsonl problems/
                                    goes on where it was broken off

Limits:
  A problem may take a minute, unless --time or --nodes says otherwise, and a job 64 MiB.

Output:
  JSONL and CSV files grow by a row at a time; what is there when a run is broken off is complete.
  Text and JSON files appear when they are complete.

Exit status:
  0    every composition is sound
  1    at least one is flawed, or has no mate
  2    wrong usage, or something could not be read or written
  3    no such thing, but something is unknown within the limits
  130  interrupted; finished rows are written";

const VERIFY_ABOUT: &str = "\
Check certificates with the independent checker.

A certificate is a complete proof of an answer, written by `tsume solve --proof`. The checker has \
a board and rules of its own and shares no code with the search; it plays every check and every \
reply that the proof rests on. What it proves holds for the strict game, in which every legal \
interposition (合駒) counts.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  tsume solve --proof first.proof problems/first-steps.sfen
  tsume verify first.proof          says of each problem what is proven

Exit status:
  0    every certificate proves what it claims
  1    at least one is rejected, or its file is damaged
  2    wrong usage, or a file could not be opened";

/// Options of `tsume verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// A file of certificates, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,

    /// How the result is written; json is one array, jsonl one object a line
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,

    /// When to use colour; auto also looks at `NO_COLOR`
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Only what is rejected, no summary
    #[arg(short, long)]
    pub quiet: bool,
}

/// Options of `tsume solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// What it shares with other commands.
    #[command(flatten)]
    pub common: CommonArgs,

    /// Stop at the first proven mate: its length is an upper bound only, and the line one in which
    /// futile interpositions count
    #[arg(long, help_heading = "Limits")]
    pub first: bool,

    /// Show every other defence along the main line (変化), so many levels deep
    ///
    /// 1: what else the defender can play at each turn of the main line, each with its length, what
    /// it leaves over, and its line. 2: also at each turn of those lines; and so on. Lengths are
    /// counted from the start.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    #[arg(conflicts_with = "first", help_heading = "Questions")]
    pub variations: Option<u32>,

    /// Explain which interpositions on the main line are futile (無駄合), and why
    ///
    /// Cases in which usage is divided are marked, and it is said whether the answer would be another
    /// if they were futile, too.
    #[arg(long, conflicts_with = "first", help_heading = "Questions")]
    pub explain: bool,

    /// Try these moves (紛れ) from the start: in USI, the last one the attacker's
    ///
    /// Such as '3a3d+ 1d1e 3d1d'. Says whether they mate, with length and line, or how the defender
    /// gets away.
    #[arg(long = "try", value_name = "MOVES", value_parser = moves)]
    #[arg(conflicts_with = "first", help_heading = "Questions")]
    pub attempt: Option<TryMoves>,

    /// Write certificates of the answers to this file, for `tsume verify`
    ///
    /// They prove a mate and its strict length, or that there is no mate. Each is made within the
    /// limits given, counted anew.
    #[arg(long, value_name = "FILE", help_heading = "Proofs")]
    pub proof: Option<PathBuf>,

    /// How certificates are written: packed, or as JSON to be looked at
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(requires = "proof", help_heading = "Proofs")]
    pub proof_format: ProofFormat,

    /// Prove every answer to the independent checker before giving it
    #[arg(long, help_heading = "Proofs")]
    pub verify: bool,
}

/// Options of `tsume check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// What it shares with other commands.
    #[command(flatten)]
    pub common: CommonArgs,

    /// Search nodes that each alternative may cost, such as 100k, 10M
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes_per_alternative: Option<u64>,

    /// Tell what the composition is like: counts, 裸玉, 煙詰, 捨駒, 中合, 不成, 還元玉, …
    #[arg(long, help_heading = "Output")]
    pub attributes: bool,

    /// Look for idle pieces (無駄駒), without which nothing changes: another check for each piece
    #[arg(long, help_heading = "Rules")]
    pub idle_pieces: bool,

    /// What a composition is judged by
    #[arg(
        long,
        value_name = "PROFILE",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub rules: RulesChoice,
}

/// Options of `tsume validate`.
#[derive(Args, Debug)]
pub struct ValidateArgs {
    /// What it shares with `tsume check`.
    #[command(flatten)]
    pub check: CheckArgs,

    /// Problems side by side [default: as many as there are processors]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,

    /// Judge this share of the problems only, such as 1/4: the first of four
    ///
    /// Which share a problem belongs to depends on nothing but the problem. Lines that are no problem
    /// belong to the first.
    #[arg(long, value_name = "K/N", value_parser = shard, help_heading = "Limits")]
    pub shard: Option<Shard>,

    /// Go on with the rows in this file (JSONL), or begin it
    ///
    /// Problems that have a row there are skipped, a torn last line is cut off, and new rows are added.
    /// The rules and limits must be those of the rows.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "output",
        help_heading = "Output"
    )]
    pub resume: Option<PathBuf>,
}

/// Options of every command that searches.
#[derive(Args, Debug)]
pub struct CommonArgs {
    /// An SFEN in quotes, a file, a folder, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Wall-clock time a problem may take, such as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Search nodes a problem may take, such as 100000, 500k, 10M
    ///
    /// With this limit alone the same input gives the same output, timings aside.
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Memory for the search tables, such as 64MiB, 1GiB [default: 256MiB; validate: 64MiB a job]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub hash: Option<usize>,

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

    /// Read every file as this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Rules")]
    pub input_format: Option<InputFormat>,

    /// How answers are written; json is one array, jsonl one object a line, csv a table
    ///
    /// Without it text; of `validate` what the name of the output file says, or text on a terminal
    /// and jsonl elsewhere.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub format: Option<RowFormat>,

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

    /// Write the answers to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// One line a problem, no summary, no progress
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,

    /// The diagram and the notes of every problem, however many there are
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,

    /// Show what the search did
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

/// `--try`: the text, and the moves in it with their places.
#[derive(Clone, Debug)]
pub struct TryMoves {
    /// As it was typed.
    pub text: String,
    /// Each move and where it stands, in bytes.
    pub moves: Vec<(Move, Range<usize>)>,
}

/// `--interpositions`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InterpositionsChoice {
    /// None: the strict game, where every legal interposition counts
    Off,
    /// Only those that merely put off the mate: without them it is mate, and taking the piece is
    /// mate at once
    Terminal,
    /// Those the checking piece takes when the taken piece, unused, leaves the mate no longer than
    /// without the interposition; and, where without it it is mate, those another piece takes with
    /// mate at once
    #[default]
    Standard,
    /// Those that any piece takes with check when the taken piece, unused, leaves the mate no
    /// longer than without the interposition
    Broad,
}

/// `--rules`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RulesChoice {
    /// Everything but remarks is a defect.
    Strict,
    /// Minor blemishes are tolerated.
    #[default]
    Standard,
    /// Only what is fatal is a defect.
    Lenient,
}

/// `--attacker`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AttackerChoice {
    /// The side to move, unless it is in check and its opponent has no king.
    #[default]
    Auto,
    /// Black (先手).
    Black,
    /// White (後手).
    White,
}

/// `--defender-hand`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum HandChoice {
    /// The rest when nothing is given, else what is given.
    #[default]
    Auto,
    /// What is given, nothing else.
    Given,
    /// Every piece that is neither on the board nor in the attacker's hand.
    Rest,
}

/// `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// One SFEN a line.
    Sfen,
}

/// `--format` of `verify`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON array.
    Json,
    /// One JSON object a line, as soon as it is known.
    Jsonl,
}

/// `--format` of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// For people.
    Text,
    /// One JSON array.
    Json,
    /// One JSON object a line, as soon as it is known.
    Jsonl,
    /// The flat fields, comma-separated, with a header.
    Csv,
}

/// `--proof-format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// Packed and compressed.
    #[default]
    Binary,
    /// One JSON object a line.
    Json,
}

/// `--notation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum NotationChoice {
    /// ▲３四飛成
    #[default]
    Japanese,
    /// 3a3d+
    Usi,
}

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Moves in USI, between blanks or commas.
fn moves(text: &str) -> Result<TryMoves, String> {
    let mut found = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        if !word.is_empty() {
            let mv = usi::parse_move(word).map_err(|error| format!("`{word}`: {error}"))?;
            // Words are parts of the text.
            let start = word.as_ptr().addr() - text.as_ptr().addr();
            found.push((mv, start..start + word.len()));
        }
    }
    if found.is_empty() {
        return Err("write moves such as 3a3d+ or G*5b".to_owned());
    }
    Ok(TryMoves {
        text: text.to_owned(),
        moves: found,
    })
}

fn shard(text: &str) -> Result<Shard, String> {
    text.parse().map_err(str::to_owned)
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|error| format!("{error}; write a number and a unit: 500ms, 10s, 2m, 1h"))
}

/// A count of nodes: digits, perhaps grouped by `_`, and k, M or G for thousands.
fn count(text: &str) -> Result<u64, String> {
    scaled(text, &[("k", 1e3), ("M", 1e6), ("G", 1e9)])
        .filter(|&(_, count)| count > 0)
        .map(|(_, count)| count)
        .ok_or_else(|| "write a number above 0: 100000, 500k, 10M".to_owned())
}

/// An amount of memory: KiB, MiB and GiB (or K, M and G for short) count in steps of 1024, and
/// kB, MB and GB in steps of 1000.
fn size(text: &str) -> Result<usize, String> {
    let units = [
        ("KiB", 1_024.0),
        ("MiB", 1_048_576.0),
        ("GiB", 1_073_741_824.0),
        ("kB", 1e3),
        ("KB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("K", 1_024.0),
        ("M", 1_048_576.0),
        ("G", 1_073_741_824.0),
    ];
    let message = "write a number and a unit, 1 MiB at least: 64MiB, 256M, 1GiB";
    match scaled(text, &units) {
        // Half of the address space at most: no machine has more, and sums cannot overflow.
        Some((true, bytes)) if bytes >= 1 << 20 => usize::try_from(bytes)
            .ok()
            .filter(|&bytes| bytes <= usize::MAX / 2)
            .ok_or_else(|| "that is more than this machine can address".to_owned()),
        _ => Err(message.to_owned()),
    }
}

/// Reads `12`, `1.5G` and the like; says whether there was a unit.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<(bool, u64)> {
    let text = text.trim();
    let unit = units
        .iter()
        .find_map(|&(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let Some((digits, factor)) = unit else {
        // Without a unit nothing is rounded, so fractions make no sense.
        return Some((false, text.replace('_', "").parse().ok()?));
    };
    let digits = digits.trim_end().replace('_', "");
    if !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let value = digits.parse::<f64>().ok()? * factor;
    (value < 1e18).then_some((true, value as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_options_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_need_a_unit() {
        assert_eq!(size("256MiB"), Ok(256 << 20));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("1.5 GiB"), Ok(3 << 29));
        assert_eq!(size("2MB"), Ok(2_000_000));
        for wrong in [
            "256",
            "",
            "MiB",
            "-1M",
            "1KiB",
            "0M",
            "1e3M",
            "9999999999G",
            "64 TiB",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn nodes_may_be_grouped_or_scaled() {
        assert_eq!(count("1"), Ok(1));
        assert_eq!(count("1_000_000"), Ok(1_000_000));
        assert_eq!(count("500k"), Ok(500_000));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        for wrong in ["0", "", "k", "-3", "ten", "1.5", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_know_their_places() {
        let found = moves(" 3a3d+, 1d1e,G*5b").unwrap();
        let spans: Vec<_> = found.moves.into_iter().map(|(_, span)| span).collect();
        assert_eq!(spans, [1..6, 8..12, 13..17]);
        for wrong in ["", " ,", "3a3d+ 5b", "７六歩"] {
            assert!(moves(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_needs_a_unit() {
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert!(duration("10").unwrap_err().contains("unit"));
    }
}
