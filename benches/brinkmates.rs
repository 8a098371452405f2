//! Measures brinkmates (必至).
//!
//! ```text
//! cargo run --release --example brinkmates -- table tests/data/hisshi.tsv
//! ```
//!
//! `table` solves the problems of a table, and shows verdict, first moves, line, nodes and time.

use clap::{Parser, ValueEnum};
use std::time::{Duration, Instant};
use tsume::composition::Goal;
use tsume::composition::brinkmate::Verdict;
use tsume::{Config, Options, Problem, Solver};

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
    /// Seconds for each problem.
    #[arg(long, default_value_t = 60)]
    time: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Task {
    /// Solves a table.
    Table,
}

fn main() {
    let args = Args::parse();
    match args.task {
        Task::Table => table(&args),
    }
}

fn table(args: &Args) {
    let input = args.input.as_ref().expect("a table");
    let text = std::fs::read_to_string(input).expect("a readable table");
    let options = Options::new()
        .time(Duration::from_secs(args.time))
        .brinkmate_plies(args.plies);
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, sfen, kind) = (cells[0], cells[1], cells[2]);
        let mut solver = Solver::new(Config::new().hash_bytes(64 << 20));
        let begin = Instant::now();
        if kind.ends_with("_state") {
            let problem = Problem::from_sfen_for(Goal::Threatmate, sfen).expect("a problem");
            let found = solver
                .threat(&problem, &options)
                .expect("the defender moves");
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
        let found = solver
            .solve_brinkmate(&problem, &options)
            .expect("the attacker moves");
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
