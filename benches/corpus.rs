//! Measures the search on a collection: one row a problem, then the totals.
//!
//! ```text
//! cargo run --release -p tsume-measure --bin corpus -- problems/classics/zuko.sfen --time 8s --hash 1GiB
//! cargo run --release -p tsume-measure --bin corpus -- FILE --goal composed -o new.tsv --compare old.tsv
//! cargo run --release -p tsume-measure --bin corpus -- benches/refutations.tsv --goal refute --attacker black
//! cargo run --release -p tsume-measure --bin corpus -- HARD.tsv --anew --nodes 700000000 --hash 5120 -o rows.tsv --resume
//! ```
//!
//! `refutations.tsv` has positions after other checks than the books' in 将棋無双 and 将棋図巧 that do
//! not mate. Once forty of them took half a million to two million nodes, sixteen 9 to 25 million.
//!
//! A file is a collection of SFEN lines, or a table (`.tsv`) with a column `sfen` and one of names
//! or ids; lines that begin with `#` are comments. Each row is written as soon as it is there, and `--resume` goes
//! on with the rows of an interrupted run. Times are processor time, so that other work on the machine disturbs less: that of the
//! program and that of the system apart, because half of it can be the system's clearing of pages.
//! `--warm` touches as much memory as the tables may take before the first problem: on a virtual
//! machine the first touch of a page may take ten times as long as any later one. Then a solver for
//! each problem (`--anew`) is a process for each problem, without the start of the program. With
//! `--nodes` alone two runs differ in nothing else. The composed length is measured without its main
//! line, which has a goal of its own. `--compare` gives the ratios new to old of an earlier run's rows,
//! for the problems both decided, and tells every answer that changed.

#![allow(clippy::cast_precision_loss)] // Counts become ratios.

use anyhow::Context;
use clap::{Parser, ValueEnum};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem, Questions, composed};
use tsume::notation::sfen;
use tsume::question::Question;
use tsume::search::{
    Answer, Exactness, Limits, Progress, SearchConfig, Solution, Solver, on_large_stack,
};
use tsume::shogi::Position;
use usage::Usage;

mod usage;

/// Measures the search on a collection.
#[derive(Parser)]
struct Args {
    /// Collections of SFEN lines, or tables with a column `sfen`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Processor time per problem.
    #[arg(long, value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Search nodes per problem.
    #[arg(long)]
    nodes: Option<u64>,
    /// Table memory in MiB.
    #[arg(long, default_value_t = 1024)]
    hash: usize,
    /// The question about each problem.
    #[arg(long, value_enum, default_value_t = Goal::First)]
    goal: Goal,
    /// The side that attacks; `black` for positions after a check.
    #[arg(long, value_enum, default_value_t = Attacker::Auto)]
    attacker: Attacker,
    /// A solver for each problem, so that nobody has touched its memory.
    #[arg(long)]
    anew: bool,
    /// Touch as much memory as the tables may take before the first problem.
    #[arg(long)]
    warm: bool,
    /// Only problems whose id contains one of these.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// The file for the rows, besides the terminal.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Go on after the rows that the output has.
    #[arg(long, requires = "output")]
    resume: bool,
    /// Rows of an earlier run to compare with.
    #[arg(long)]
    compare: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// Any mate, or that there is none.
    First,
    /// Any mate, or that there is none, where none is expected.
    Refute,
    /// The shortest length in the strict game.
    Strict,
    /// The shortest length with futile interpositions set aside.
    Composed,
    /// The composed length, the main line and its leftover.
    MainLine,
}

impl Goal {
    const fn is_composed(self) -> bool {
        matches!(self, Self::Composed | Self::MainLine)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Attacker {
    /// The side to move, unless it is in check and the other has no king.
    Auto,
    /// Black.
    Black,
}

/// One measured problem; rows of an earlier run are read into it as well.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct Measured {
    id: String,
    result: String,
    plies: Option<u32>,
    exact: bool,
    /// Whether the main line was read as well, if there is a mate and the line was asked for.
    #[serde(default)]
    complete: bool,
    expected: Option<u32>,
    nodes: u64,
    expansions: u64,
    /// Openings of attacker's and defender's turns, for the first time and again.
    #[serde(default)]
    attack_first: u64,
    #[serde(default)]
    attack_again: u64,
    #[serde(default)]
    defence_first: u64,
    #[serde(default)]
    defence_again: u64,
    depth: u32,
    /// All processor time, and the part of it that the system took.
    cpu_s: f64,
    #[serde(default)]
    sys_s: f64,
    /// Bytes of the tables in use at the end, the most bytes that the process has had in memory so far, and pages
    /// touched for the first time.
    #[serde(default)]
    bytes: u64,
    #[serde(default)]
    resident: u64,
    #[serde(default)]
    faults: u64,
    hashfull: u32,
}

impl Measured {
    /// Returns the openings of positions that had been looked at before.
    const fn again(&self) -> u64 {
        self.attack_again + self.defence_again
    }

    /// Returns whether the question was answered.
    fn decided(&self, goal: Goal) -> bool {
        match goal {
            Goal::First | Goal::Refute => self.result != "unknown",
            Goal::Strict | Goal::Composed => self.exact,
            Goal::MainLine => self.exact && self.complete,
        }
    }
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    on_large_stack(|| run(&args))
}

fn run(args: &Args) -> anyhow::Result<()> {
    let bytes = args.hash.checked_mul(1 << 20);
    let bytes = bytes.context("--hash is too large")?;
    let problems = problems(args)?;
    anyhow::ensure!(!problems.is_empty(), "no such problem");
    let compared = args.compare.as_deref();
    anyhow::ensure!(
        compared.is_none() || compared != args.output.as_deref(),
        "the table to compare with would be written over"
    );
    let compared = compared.map(earlier).transpose()?;
    let config = SearchConfig {
        hash_bytes: bytes,
        shortest: !matches!(args.goal, Goal::First | Goal::Refute),
        ..SearchConfig::default()
    };
    if args.warm {
        // Every page is written once, and given back.
        drop(std::hint::black_box(vec![1_u8; bytes]));
    }
    let mut solver = Solver::new(config.clone());
    let (mut rows, mut out) = rows_and_output(args)?;
    for (id, text, expected) in problems {
        if rows.iter().any(|row| row.id == id) {
            continue;
        }
        if args.anew {
            // The old tables first, so that there is never room for two.
            drop(std::mem::replace(
                &mut solver,
                Solver::new(SearchConfig {
                    hash_bytes: 0,
                    ..config.clone()
                }),
            ));
            solver = Solver::new(config.clone());
        }
        let row = measure(&mut solver, args, id, &text, expected)?;
        println!(
            "{:24} {:8} {:>5} {:5} {:>13} nodes {:>11} exp {:>3} % again {:>8.2} + {:>5.2} s {:>5} MiB {:>4}‰ {:>5} MiB resident",
            row.id,
            row.result,
            row.plies
                .map_or(String::from("-"), |plies| plies.to_string()),
            if row.exact { "exact" } else { "" },
            row.nodes,
            row.expansions,
            row.again() * 100 / row.expansions.max(1),
            row.cpu_s - row.sys_s,
            row.sys_s,
            row.bytes >> 20,
            row.hashfull,
            row.resident >> 20,
        );
        std::io::stdout().flush()?;
        if let Some(out) = &mut out {
            out.serialize(&row)?;
            out.flush()?;
        }
        rows.push(row);
    }
    total(&rows, args.goal);
    if let Some(old) = &compared {
        compare(&rows, old, args.goal);
    }
    Ok(())
}

/// The file of rows, if there is one.
type Output = Option<csv::Writer<std::fs::File>>;

/// Returns the rows that an interrupted run has left, and the file for more.
fn rows_and_output(args: &Args) -> anyhow::Result<(Vec<Measured>, Output)> {
    let Some(path) = args.output.as_deref() else {
        return Ok((Vec::new(), None));
    };
    let goes_on = args.resume && path.exists();
    let rows = if goes_on { earlier(path)? } else { Vec::new() };
    let mut options = std::fs::OpenOptions::new();
    let options = options.create(true).write(true);
    let file = if goes_on {
        options.append(true).open(path)?
    } else {
        options.truncate(true).open(path)?
    };
    let mut writer = csv::WriterBuilder::new();
    let writer = writer.delimiter(b'\t').has_headers(rows.is_empty());
    Ok((rows, Some(writer.from_writer(file))))
}

/// Returns every problem asked for: its id, its SFEN, and the length in its source.
fn problems(args: &Args) -> anyhow::Result<Vec<(String, String, Option<u32>)>> {
    let mut found = Vec::new();
    for file in &args.files {
        if file.extension().is_some_and(|extension| extension == "tsv") {
            found.extend(from_table(file)?);
            continue;
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        for (line, text) in std::fs::read_to_string(file)?.lines().enumerate() {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let place = || format!("{}:{}", file.display(), line + 1);
            let record = sfen::parse(text).with_context(place)?;
            let id = record.opcode("id").map(str::to_owned);
            let plies = record.opcode("plies").or(record.opcode("recorded"));
            found.push((
                id.unwrap_or_else(|| format!("{name}:{}", line + 1)),
                text.to_owned(),
                plies.and_then(|plies| plies.parse().ok()),
            ));
        }
    }
    found.retain(|(id, ..)| {
        args.only.is_empty() || args.only.iter().any(|part| id.contains(part.as_str()))
    });
    Ok(found)
}

fn from_table(file: &Path) -> anyhow::Result<Vec<(String, String, Option<u32>)>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .quoting(false)
        .comment(Some(b'#'))
        .flexible(true)
        .from_path(file)?;
    let headers = reader.headers()?.clone();
    let column = |names: &[&str]| headers.iter().position(|header| names.contains(&header));
    let sfen = column(&["sfen"]).ok_or_else(|| anyhow::anyhow!("no column `sfen`"))?;
    let id = column(&["id", "name"]).unwrap_or(0);
    let plies = column(&["standard", "expected_len", "recorded_plies"]);
    let mut found = Vec::new();
    for row in reader.records() {
        let row = row?;
        let plies = plies.and_then(|plies| row.get(plies)?.parse().ok());
        let cell = |at: usize| {
            let cell = row.get(at).map(str::to_owned);
            let line = row.position().map_or(0, csv::Position::line);
            cell.with_context(|| format!("{}:{line}: too few columns", file.display()))
        };
        found.push((cell(id)?, cell(sfen)?, plies));
    }
    Ok(found)
}

fn measure(
    solver: &mut Solver,
    args: &Args,
    id: String,
    text: &str,
    expected: Option<u32>,
) -> anyhow::Result<Measured> {
    let record = sfen::parse(text).with_context(|| id.clone())?;
    let attacker = match args.attacker {
        Attacker::Auto => AttackerRule::Auto,
        Attacker::Black => AttackerRule::Black,
    };
    let problem = Problem::new(record.setup, attacker, DefenderHandRule::Auto)
        .map_err(|reasons| anyhow::anyhow!("{id}: {reasons:?}"))?;
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        nodes: args.nodes,
        time: None,
        stop: Some(Arc::clone(&stop)),
    };
    let before = Usage::now();
    let observer = &mut |_: &Progress| {
        if args.time.is_some_and(|time| before.elapsed().all() >= time) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let (answer, Solution { stats, .. }, complete) = if args.goal.is_composed() {
        let question = Question {
            further: Questions {
                composed_only: true,
                no_main_line: args.goal == Goal::Composed,
                ..Questions::default()
            },
            limits,
            ..Question::default()
        };
        let found = composed::study(solver, &problem, &question, observer);
        let complete = found.answer == Answer::NoMate || found.reading.is_some();
        (found.answer, found.strict, complete)
    } else if args.goal == Goal::Refute {
        let position = Position::new(problem.normalised());
        let found = solver.session(&position, &limits, observer, |session| {
            let (answer, line) = session
                .strict(|search| search.expecting_no_mate(|search| search.find_length(false, 0)));
            let stats = session.stats();
            Solution {
                answer,
                line,
                stats,
            }
        });
        (found.answer, found, false)
    } else {
        let position = Position::new(problem.normalised());
        let found = solver.solve(&position, &limits, observer);
        (found.answer, found, false)
    };
    let used = before.elapsed();
    let (result, plies, exact) = match answer {
        Answer::Mate { plies, exactness } => {
            ("mate", Some(plies), exactness == Exactness::Shortest)
        }
        Answer::NoMate => ("no_mate", None, true),
        Answer::Unknown(_) => ("unknown", None, false),
    };
    Ok(Measured {
        id,
        result: result.to_owned(),
        plies,
        exact,
        complete,
        expected,
        nodes: stats.nodes,
        expansions: stats.expansions,
        attack_first: stats.openings.attack_first,
        attack_again: stats.openings.attack_again,
        defence_first: stats.openings.defence_first,
        defence_again: stats.openings.defence_again,
        depth: stats.depth,
        cpu_s: used.all().as_secs_f64(),
        sys_s: used.system.as_secs_f64(),
        bytes: solver.bytes_in_use() as u64,
        resident: Usage::most_resident(),
        faults: used.faults,
        hashfull: stats.hashfull,
    })
}

fn total(rows: &[Measured], goal: Goal) {
    let count = |test: &dyn Fn(&Measured) -> bool| rows.iter().filter(|row| test(row)).count();
    let sum = |part: &dyn Fn(&Measured) -> u64| rows.iter().map(part).sum::<u64>();
    let seconds = |part: &dyn Fn(&Measured) -> f64| rows.iter().map(part).sum::<f64>();
    let (nodes, cpu_s) = (sum(&|row| row.nodes), seconds(&|row| row.cpu_s));
    println!(
        "{} problems: {} decided ({} mates, {} exact, {} no mates), {} as expected; {nodes} nodes, {cpu_s:.1} CPU s, {:.2} M nodes/s",
        rows.len(),
        count(&|row| row.decided(goal)),
        count(&|row| row.result == "mate"),
        count(&|row| row.exact && row.plies.is_some()),
        count(&|row| row.result == "no_mate"),
        count(&|row| row.exact && row.plies.is_some() && row.plies == row.expected),
        nodes as f64 / cpu_s / 1e6,
    );
    println!(
        "{:.2} s user, {:.2} s system; {} pages touched; {} MiB of tables in use; openings: attack {} first {} again, defence {} first {} again",
        seconds(&|row| row.cpu_s - row.sys_s),
        seconds(&|row| row.sys_s),
        sum(&|row| row.faults),
        sum(&|row| row.bytes) >> 20,
        sum(&|row| row.attack_first),
        sum(&|row| row.attack_again),
        sum(&|row| row.defence_first),
        sum(&|row| row.defence_again),
    );
}

fn earlier(path: &Path) -> anyhow::Result<Vec<Measured>> {
    let table = || format!("{} is no table of an earlier run", path.display());
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .from_path(path)
        .with_context(table)?;
    let rows = reader.deserialize().map(|row| row.with_context(table));
    rows.collect()
}

/// Sums of rows that were decided in both runs.
#[derive(Default)]
struct Sums {
    nodes: u64,
    openings: u64,
    user_s: f64,
    sys_s: f64,
}

impl Sums {
    fn add(&mut self, row: &Measured) {
        self.nodes += row.nodes;
        self.openings += row.expansions;
        self.user_s += row.cpu_s - row.sys_s;
        self.sys_s += row.sys_s;
    }
}

/// Reports how these rows differ from those of an earlier run.
fn compare(rows: &[Measured], old: &[Measured], goal: Goal) {
    let old: HashMap<&str, &Measured> = old.iter().map(|row| (row.id.as_str(), row)).collect();
    let (mut nodes, mut time, mut both) = (0.0, 0.0, 0);
    let (mut now, mut then) = (Sums::default(), Sums::default());
    println!("\n{:24} {:>8} {:>8}", "new / old", "nodes", "time");
    for row in rows {
        let Some(&before) = old.get(row.id.as_str()) else {
            continue;
        };
        match (before.decided(goal), row.decided(goal)) {
            (true, true) => {
                let ratio = row.nodes.max(1) as f64 / before.nodes.max(1) as f64;
                // Times below a hundredth of a second are not compared.
                let seconds = row.cpu_s.max(0.01) / before.cpu_s.max(0.01);
                both += 1;
                now.add(row);
                then.add(before);
                nodes += ratio.ln();
                time += seconds.ln();
                println!("{:24} {ratio:>8.2} {seconds:>8.2}", row.id);
                if (&row.result, row.exact.then_some(row.plies))
                    != (&before.result, before.exact.then_some(before.plies))
                {
                    println!("  CHANGED from {} {:?}", before.result, before.plies);
                }
            }
            (false, true) => println!("{:24} newly decided", row.id),
            (true, false) => println!("{:24} no longer decided", row.id),
            (false, false) => {}
        }
    }
    if both > 0 {
        let mean = |sum: f64| (sum / f64::from(both)).exp();
        println!(
            "geometric mean over {both} decided in both: nodes × {:.3}, time × {:.3}",
            mean(nodes),
            mean(time)
        );
        println!(
            "sums of the same: nodes × {:.3}, openings × {:.3}, user × {:.3} ({:.2} s), system × {:.3} ({:.2} s), both × {:.3}",
            now.nodes as f64 / then.nodes.max(1) as f64,
            now.openings as f64 / then.openings.max(1) as f64,
            now.user_s / then.user_s.max(0.01),
            now.user_s,
            now.sys_s / then.sys_s.max(0.01),
            now.sys_s,
            (now.user_s + now.sys_s) / (then.user_s + then.sys_s).max(0.01),
        );
    }
}
