//! Measures how many sound problems attempts to compose find, by length.

use clap::Parser;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tsume::composition::compose::{Beginning, Constraints, Effort, Step, Tally, Told, attempt};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::shogi::Setup;

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 20)]
    attempts: u64,
    #[arg(long, default_value_t = 3)]
    from: u32,
    #[arg(long, default_value_t = 7)]
    to: u32,
    #[arg(long, default_value_t = Effort::default().diagrams)]
    diagrams: u32,
    #[arg(long, default_value_t = Effort::default().nodes)]
    nodes: u64,
    #[arg(long)]
    show: bool,
    /// A file of SFENs from which attempts begin.
    #[arg(long)]
    given: Option<PathBuf>,
}

fn main() {
    let args = Args::parse();
    let constraints = Constraints {
        plies: args.from..=args.to,
        ..Constraints::default()
    };
    let effort = Effort {
        diagrams: args.diagrams,
        nodes: args.nodes,
    };
    let beginning = Beginning {
        seed: args.seed,
        given: args.given.as_deref().map(given).unwrap_or_default(),
    };
    let clock = Instant::now();
    let mut told = Told::default();
    let mut by_plies: BTreeMap<u32, (u32, u32, u32, u32)> = BTreeMap::new();
    let mut steps = [Tally::default(); Step::ALL.len()];
    let mut empty = 0;
    for number in 0..args.attempts {
        let made = tsume::search::on_large_stack(|| {
            attempt(number, &beginning, &constraints, &effort, &|| false).expect("nothing stops it")
        });
        for (sum, one) in steps.iter_mut().zip(made.steps) {
            sum.looked_at += one.looked_at;
            sum.sound += one.sound;
            sum.kept += one.kept;
            sum.aesthetics += one.aesthetics;
            sum.open += one.open;
            sum.nodes += one.nodes;
        }
        empty += u32::from(made.found.is_none());
        if let Some(it) = made.found {
            let entry = by_plies.entry(it.plies()).or_default();
            entry.0 += 1;
            if told.insert(it.likeness.clone()) {
                entry.1 += 1;
                entry.2 += it.rating.aesthetics.points;
                entry.3 += it.rating.difficulty.points;
                if args.show {
                    println!(
                        "{} {} {} {}",
                        it.plies(),
                        it.rating.aesthetics.points,
                        it.rating.difficulty.points,
                        tsume::notation::sfen::write(&it.setup)
                    );
                }
            }
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    eprintln!(
        "{seconds:.1} s, {empty} of {} attempts without a problem",
        args.attempts
    );
    for (step, tally) in Step::ALL.iter().zip(steps) {
        let Tally {
            looked_at,
            sound,
            kept,
            aesthetics,
            open,
            nodes,
            ..
        } = tally;
        let mean = aesthetics / kept.max(1);
        eprintln!(
            "{step:?}: {looked_at} looked at, {sound} sound, {kept} kept (aesthetics {mean}), {open} open, {nodes} nodes"
        );
    }
    for (plies, (all, new, beauty, hard)) in by_plies {
        let hour = 3600.0 / seconds * f64::from(new);
        eprintln!(
            "{plies}: {all} found, {new} not alike, {hour:.0} an hour and core, aesthetics {:.0}, difficulty {:.0}",
            f64::from(beauty) / f64::from(new.max(1)),
            f64::from(hard) / f64::from(new.max(1))
        );
    }
}

/// Reads the problems of a file of SFENs.
fn given(path: &Path) -> Vec<Setup> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let problem = |line: &str| {
        let setup = tsume::notation::sfen::parse(line).ok()?.setup;
        let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto);
        Beginning::of(&problem.ok()?)
    };
    text.lines().filter_map(problem).collect()
}
