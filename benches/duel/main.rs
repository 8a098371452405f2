//! The search against the independent witness, on random positions, for as long as told to.
//!
//! ```text
//! cargo run --release -p tsume-measure --bin duel -- --seconds 600 --seed 7
//! ```
//!
//! Positions are of several families, each aimed at something a search can get wrong. Compared are:
//! mate or no mate, and the strict length, with a list of all positions or brute force; the line,
//! move by move; certificates of the answers, with their checker; composed length and pieces left
//! over; the other mating checks; and what the verdict comes to. Part of the questions are asked
//! with tables that lose most of what they learn, with several threads, or with hardly any nodes:
//! then the answer may be "unknown", but what is said has to hold.
//!
//! Positions of the family `tiny` have hardly any moves, so that many are compared in a second: nearly all are
//! mate in three plies or one, and the kinds of other mating checks are compared, too, with brute force
//! by the rule about detours. `--family tiny` asks about nothing else.
//!
//! The same seed gives the same positions and the same questions, whatever was asked before:
//! `--from N --positions 1` asks about number N alone. At a difference the smallest position that
//! still shows it is printed, with both answers, and the exit status is 1.
//!
//! A position is counted as skipped if the witness cannot say within its limits how long the mate is
//! or that there is none. What it can say, and what is proven of the answer, is compared there, too.
//!
//! The generator and the comparisons are those of `tests/long/duel`, where a smaller run is part of the
//! tests, and where the comparisons are shown to find what is wrong.

mod counts;
mod fight;
mod names;

use clap::Parser;
use counts::{Counts, FAMILIES};
use fight::Fight;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use support::Random;
use support::positions::{Theme, position};
use tsume::search::on_large_stack;

/// Compares the search with the independent checker on random positions.
#[derive(Parser)]
struct Args {
    /// Seconds that the run takes.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The most positions.
    #[arg(long)]
    positions: Option<u64>,
    /// The seed of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only families whose names contain one of these words.
    #[arg(long, value_delimiter = ',')]
    family: Vec<String>,
    /// The number of the first position.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Threads for the questions with several threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let args = Args::parse();
    // To start a thread for each question would take a sixth of the time.
    on_large_stack(|| compare(&args))
}

fn compare(args: &Args) -> ExitCode {
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut next_report = Instant::now() + REPORT_EVERY;
    let mut fight = Fight::new(args.threads);
    let mut counts = [Counts::default(); FAMILIES.len()];
    let last = args
        .positions
        .map_or(u64::MAX, |count| args.from.saturating_add(count));
    let names = FAMILIES.map(|theme| format!("{theme:?}").to_lowercase());
    let is_wanted = names.each_ref().map(|name| {
        let is_of = |wanted: &String| name.contains(&wanted.to_lowercase());
        args.family.is_empty() || args.family.iter().any(is_of)
    });
    for number in args.from..last {
        let family = (number % FAMILIES.len() as u64) as usize;
        if !is_wanted[family] {
            continue;
        }
        // Each position has its own seed, so a run can begin at any of them.
        let mut random = Random(args.seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number << 20);
        let setup = position(FAMILIES[family], &mut random);
        let compared = match FAMILIES[family] {
            Theme::Tiny => fight.compare_tiny(&setup, &mut random),
            _ => fight.compare(&setup, &mut random),
        };
        match compared {
            Ok(compared) => counts[family].add(&compared),
            Err(difference) => {
                println!("{}", counts::table(&counts));
                println!("position {number}, {}: {difference}", names[family]);
                return ExitCode::FAILURE;
            }
        }
        let now = Instant::now();
        if now >= next_report {
            next_report = now + REPORT_EVERY;
            let left = end.saturating_duration_since(now).as_secs();
            let compared: u64 = counts.iter().map(|it| it.positions).sum();
            eprintln!("{compared} positions compared, number {number}, {left} s left");
        }
        if now >= end {
            break;
        }
    }
    println!("{}", counts::table(&counts));
    ExitCode::SUCCESS
}
