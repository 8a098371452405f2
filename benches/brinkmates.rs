//! Measures brinkmates (必至).
//!
//! ```text
//! cargo run --release -p tsume-measure --bin brinkmates -- table tests/data/hisshi.tsv
//! cargo run --release -p tsume-measure --bin brinkmates -- duel --seconds 600 --seed 1 --plies 1
//! cargo run --release -p tsume-measure --bin brinkmates -- duel --seconds 600 --seed 2 --plies 3
//! cargo run --release -p tsume-measure --bin brinkmates -- generate --seconds 600 --seed 3 --plies 5
//! ```
//!
//! `table` solves the problems of a table, and shows verdict, first moves, line, nodes and time. `duel`
//! compares the search with brute force on random positions near a brinkmate, with every quiet move and
//! without those left out, and checks certificates and damaged certificates of some. `generate` looks for
//! positions near a brinkmate whose shortest one has the most plies asked, and shows how long they take.

use clap::{Parser, ValueEnum};
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};
use support::Random;
use support::brinkmate::duel::{self, Compared};
use support::brinkmate::near::Pool;
use support::brinkmate::{positions, proofs};
use tsume::Problem;
use tsume::composition::Goal;
use tsume::composition::brinkmate::{self, Verdict};
use tsume::composition::check::Question;
use tsume::notation::sfen;
use tsume::search::{Limits, SearchConfig};

/// Measures brinkmates.
#[derive(Parser)]
struct Args {
    /// What is measured.
    #[arg(value_enum)]
    task: Task,
    /// A table, for `table`.
    input: Option<String>,
    /// The longest brinkmate that is looked for.
    #[arg(long, default_value_t = 5)]
    plies: u32,
    /// Seconds for each problem of a table.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// Seconds in all, for random positions.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed of the random positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most questions whether there is a mate that brute force may ask about a position.
    #[arg(long, default_value_t = 20_000)]
    questions: usize,
    /// The most positions that brute force may look at for each such question. Beyond these a
    /// certificate decides.
    #[arg(long, default_value_t = 300)]
    positions: usize,
    /// Search nodes for each position, for `generate`.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Task {
    /// Solves a table.
    Table,
    /// Compares the search with brute force.
    Duel,
    /// Looks for long brinkmates.
    Generate,
}

fn main() {
    let args = Args::parse();
    match args.task {
        Task::Table => table(&args),
        Task::Duel => compare(&args),
        Task::Generate => generate(&args),
    }
}

fn searcher() -> tsume::search::Solver {
    tsume::search::Solver::new(SearchConfig {
        hash_bytes: 64 << 20,
        ..SearchConfig::default()
    })
}

fn compare(args: &Args) {
    let (mut random, mut solver) = (Random(args.seed), searcher());
    let mut pool = Pool::new(false, &mut random);
    let mut prover = tsume::search::Solver::new(SearchConfig {
        hash_bytes: 16 << 20,
        shortest: false,
        ..SearchConfig::default()
    });
    let mut counts: BTreeMap<(bool, Compared), usize> = BTreeMap::new();
    let (mut positions, mut failures, mut certificates, mut damaged, mut forged) = (0, 0, 0, 0, 0);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(args.seconds) {
        positions += 1;
        let two_kings = positions % 2 == 0;
        let setup = if positions % 10 < 2 {
            positions::position(two_kings, &mut random)
        } else {
            pool.position(two_kings, &mut random)
        };
        let all_moves = positions % 4 < 2;
        let found = duel::solve(&mut solver, &setup, args.plies, all_moves);
        // Most positions have a mate or nothing, and tell little.
        let one_in = match found.verdict {
            Verdict::Mate => 8,
            Verdict::NoBrinkmate { .. } => 3,
            _ => 1,
        };
        if found.plies().is_some() {
            pool.add(setup.clone(), &mut random);
        }
        if random.below(one_in) > 0 {
            continue;
        }
        let work = (args.positions, args.questions);
        let prover = Some(&mut prover);
        match duel::compare(&mut solver, prover, &setup, args.plies, all_moves, work) {
            Ok(compared) => *counts.entry((two_kings, compared)).or_default() += 1,
            Err(what) => {
                failures += 1;
                println!("{}: {what}", sfen::write(&setup));
            }
        }
        if positions % 9 != 0 {
            continue;
        }
        let made = match proofs::certificates(&mut solver, &setup, &found) {
            Ok(made) => made,
            Err(reason) => {
                println!("{}: no certificate: {reason}", sfen::write(&setup));
                continue;
            }
        };
        for certificate in made {
            certificates += 1;
            if !proofs::accepts(&certificate) {
                failures += 1;
                println!("{}: {:?} rejected", sfen::write(&setup), certificate.claim);
            }
            for _ in 0..20 {
                let Some(other) = proofs::damaged(&certificate, &mut random) else {
                    continue;
                };
                damaged += 1;
                if proofs::accepts(&other)
                    && proofs::is_true(&other.setup, other.claim) == Some(false)
                {
                    forged += 1;
                    println!("{}: {:?} forged", sfen::write(&other.setup), other.claim);
                }
            }
        }
    }
    println!("{positions} positions, {failures} failures");
    println!("{certificates} certificates, {damaged} damaged, {forged} prove something false");
    for two_kings in [false, true] {
        let of = |wanted: fn(&Compared) -> bool| -> usize {
            let all = counts.iter();
            let all = all.filter(|((kings, it), _)| *kings == two_kings && wanted(it));
            all.map(|(_, count)| count).sum()
        };
        let brinkmates = of(|it| matches!(it, Compared::Brinkmate(_)));
        let decided = of(|it| *it != Compared::GaveUp);
        let kings = if two_kings { 2 } else { 1 };
        println!("{kings} kings: {brinkmates} of {decided} decided ones are brinkmates");
    }
    for ((two_kings, compared), count) in counts {
        let kings = if two_kings { 2 } else { 1 };
        println!("{kings} kings, {compared:?}: {count}");
    }
}

fn generate(args: &Args) {
    let (mut random, mut solver) = (Random(args.seed), searcher());
    let mut pool = Pool::new(true, &mut random);
    let question = Question {
        within: Some(args.plies),
        limits: Limits {
            nodes: Some(args.nodes),
            ..Limits::default()
        },
        ..Question::default()
    };
    let (begin, mut positions, mut open) = (Instant::now(), 0, 0);
    let mut seen = HashSet::new();
    while begin.elapsed() < Duration::from_secs(args.seconds) {
        positions += 1;
        let setup = pool.position(false, &mut random);
        // The mirror image is the same problem.
        if !seen.insert(sfen::write(&setup)) {
            continue;
        }
        seen.insert(sfen::write(&setup.mirror()));
        let (start, problem) = (Instant::now(), duel::problem(&setup));
        let found = brinkmate::solve(&mut solver, &problem, &question, &mut |_| {});
        match found.plies() {
            // The longer, the more often it is changed again.
            Some(plies) => {
                for _ in 0..plies / 2 {
                    pool.add(setup.clone(), &mut random);
                }
            }
            None => open += usize::from(matches!(found.verdict, Verdict::Unknown { .. })),
        }
        if found.plies() == Some(args.plies) {
            let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
            println!(
                "{}: {}, {} first moves{}, {} nodes, {} ms",
                sfen::write(&setup),
                line.join(" "),
                found.first_moves.len(),
                if found.first_moves_complete {
                    ""
                } else {
                    " or more"
                },
                found.stats.nodes,
                start.elapsed().as_millis()
            );
        }
    }
    println!("{positions} positions, {open} of them open");
}

fn table(args: &Args) {
    let input = args.input.as_ref().expect("a table");
    let text = std::fs::read_to_string(input).expect("a readable table");
    let question = Question {
        within: Some(args.plies),
        limits: Limits {
            time: Some(Duration::from_secs(args.time)),
            ..Limits::default()
        },
        ..Question::default()
    };
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, sfen, kind) = (cells[0], cells[1], cells[2]);
        let mut solver = tsume::search::Solver::new(SearchConfig {
            hash_bytes: 64 << 20,
            ..SearchConfig::default()
        });
        let begin = Instant::now();
        if kind.ends_with("_state") {
            let problem = Problem::from_sfen_for(Goal::Threatmate, sfen).expect("a problem");
            let limits = &question.limits;
            let found = brinkmate::threat(&mut solver, problem.composition(), limits, &mut |_| {});
            let holding: Vec<String> = found.holding().map(|mv| mv.to_string()).collect();
            println!(
                "{name}: {kind} {:?} holds {} threat {} nodes {} ms {}",
                found.state,
                holding.join(" "),
                problem.in_japanese(&found.threat),
                found.stats.nodes,
                begin.elapsed().as_millis()
            );
            for group in &found.groups {
                let all: Vec<String> = group.defences.iter().map(ToString::to_string).collect();
                let line: Vec<String> = group.line.iter().map(ToString::to_string).collect();
                println!(
                    "    {} {}: {}",
                    group.is_rest,
                    all.join(" "),
                    line.join(" ")
                );
            }
            continue;
        }
        let problem = Problem::from_sfen_for(Goal::Brinkmate, sfen).expect("a problem");
        let found = brinkmate::solve(&mut solver, problem.composition(), &question, &mut |_| {});
        let first: Vec<String> = found.first_moves.iter().map(ToString::to_string).collect();
        let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
        let verdict = match found.verdict {
            Verdict::Brinkmate { plies, .. } => format!("brinkmate {plies}"),
            other => format!("{other:?}"),
        };
        println!(
            "{name}: {kind} {} {} -> {verdict} first {}{} line {} nodes {} ms {}",
            cells[3],
            cells[4],
            first.join(" "),
            if found.first_moves_complete {
                ""
            } else {
                " …"
            },
            line.join(" "),
            found.stats.nodes,
            begin.elapsed().as_millis()
        );
        for partial in &found.partial {
            let all: Vec<String> = partial
                .counter_checks
                .iter()
                .map(ToString::to_string)
                .collect();
            println!("    partial {}: {}", partial.mv, all.join(" "));
        }
        if let Some(end) = &found.ending {
            for group in &end.groups {
                let line: Vec<String> = group.line.iter().map(ToString::to_string).collect();
                println!(
                    "    {}{} ({}): {}",
                    group.defences[0],
                    if group.is_rest { " any other" } else { "" },
                    group.defences.len(),
                    line.join(" ")
                );
            }
        }
    }
}
