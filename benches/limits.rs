//! Measures how well limits are kept: nodes, time and memory, on the hardest problems of
//! collections.
//!
//! ```text
//! cargo run --release -p tsume-measure --bin limits -- problems/classics tests/data/cooked.tsv
//! ```
//!
//! The hardest problems are those that `solve` does not decide within the nodes given here. Each
//! command runs in a process of its own, whose largest memory the system reports; if it does not,
//! none is shown. These measurements are no tests, because other work on the machine takes time,
//! too.

use clap::Parser;
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsume::input::{Records, Source};

/// Measures how well limits are kept.
#[derive(Parser)]
struct Args {
    /// Collections, in the formats of `validate`.
    #[arg(required = true)]
    inputs: Vec<String>,
    /// The limit of nodes.
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
    /// The limit of time, in milliseconds.
    #[arg(long, default_value_t = 500)]
    time: u64,
    /// Memory for the tables, in MiB.
    #[arg(long, default_value_t = 16)]
    hash: u64,
    /// The number of hardest problems from each input.
    #[arg(long, default_value_t = 5)]
    take: usize,
    /// The program; by default the one built beside this one.
    #[arg(long)]
    program: Option<PathBuf>,
}

const COMMANDS: [&str; 4] = ["solve", "check", "validate", "usi"];

fn main() {
    let mut args = Args::parse();
    let beside = || {
        std::env::current_exe()
            .ok()?
            .ancestors()
            .nth(1)
            .map(|it| it.join("tsume"))
    };
    let program = args.program.take().or_else(beside);
    let program = program.expect("this program has a place");
    println!(
        "{:<40} {:>8}  {:<8} {:>7} {:>9} {:>9} {:>9}",
        "input", "problems", "command", "threads", "nodes +%", "time +ms", "MiB +"
    );
    for input in std::mem::take(&mut args.inputs) {
        let hardest = hardest(&program, &input, &args);
        for command in COMMANDS {
            for threads in [1, 2] {
                let (mut nodes, mut time, mut memory) = (0.0_f64, 0_i64, None::<i64>);
                for problem in &hardest {
                    let limit = Limit::Nodes(args.nodes);
                    let by_nodes = measure(&program, command, problem, limit, threads, &args);
                    let limit = Limit::Time(args.time);
                    let by_time = measure(&program, command, problem, limit, threads, &args);
                    nodes = nodes.max(percent(by_nodes.nodes, args.nodes));
                    time = time.max(by_time.millis - args.time as i64);
                    for it in [&by_nodes, &by_time] {
                        memory = memory.max(it.memory.map(|it| it - args.hash as i64));
                    }
                }
                println!(
                    "{input:<40} {:>8}  {command:<8} {threads:>7} {nodes:>9.2} {time:>9} {:>9}",
                    hardest.len(),
                    memory.map_or("?".to_owned(), |it| it.to_string()),
                );
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts become a ratio")]
fn percent(nodes: u64, limit: u64) -> f64 {
    100.0 * nodes.saturating_sub(limit) as f64 / limit as f64
}

/// Returns the problems that are still undecided after `nodes`, as many as asked for, spread over
/// the input.
fn hardest(program: &PathBuf, input: &str, args: &Args) -> Vec<String> {
    let records = Records::new([Source::from_argument(OsStr::new(input))], None);
    let open = records.filter_map(|record| {
        let text = record.ok()?.text.ok()?;
        let mut run = Command::new(program);
        run.args(["solve", "--format", "jsonl", "--hash", "16MiB", "--nodes"]);
        let output = run.arg(args.nodes.to_string()).arg(&text).output().ok()?;
        let row: Value = serde_json::from_slice(&output.stdout).ok()?;
        (row["limit"] == "nodes").then_some(text)
    });
    let open: Vec<_> = open.take(20 * args.take).collect();
    let apart = open.len().div_ceil(args.take).max(1);
    open.into_iter().step_by(apart).collect()
}

#[derive(Clone, Copy)]
enum Limit {
    Nodes(u64),
    Time(u64),
}

struct Measured {
    nodes: u64,
    millis: i64,
    memory: Option<i64>,
}

fn measure(
    program: &PathBuf,
    command: &str,
    problem: &str,
    limit: Limit,
    threads: u32,
    args: &Args,
) -> Measured {
    let mut run = Command::new(program);
    run.arg(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if command != "usi" {
        run.args(["--format", "jsonl", "--threads", &threads.to_string()]);
        run.arg("--hash")
            .arg(format!("{}MiB", args.hash))
            .arg(problem);
        if command == "validate" {
            run.args(["--jobs", "1"]);
        }
        match limit {
            Limit::Nodes(nodes) => run.args(["--nodes", &nodes.to_string()]),
            Limit::Time(time) => run.args(["--time", &format!("{time}ms")]),
        };
    }
    let mut child = run.spawn().expect("the program can be started");
    let pid = child.id();
    let is_done = AtomicBool::new(false);
    let ((nodes, millis), memory) = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| peak(pid, &is_done));
        let answer = match command {
            "usi" => converse(&mut child, problem, limit, threads, args),
            _ => row(&mut child),
        };
        is_done.store(true, Ordering::Relaxed);
        (answer, watcher.join().ok().flatten())
    });
    drop(child.stdin.take());
    drop(child.wait());
    Measured {
        nodes,
        millis,
        memory,
    }
}

/// Reads the row, which mostly comes while the process is still running.
fn row(child: &mut Child) -> (u64, i64) {
    let began = Instant::now();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    drop(output.read_line(&mut line));
    let millis = began.elapsed().as_millis() as i64;
    let row: Value = serde_json::from_str(&line).unwrap_or_default();
    (row["nodes"].as_u64().unwrap_or(0), millis)
}

/// Asks the engine for a mate and reads its answer.
fn converse(
    child: &mut Child,
    problem: &str,
    limit: Limit,
    threads: u32,
    args: &Args,
) -> (u64, i64) {
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let input = child.stdin.as_mut().expect("it is piped");
    let mut say = |line: String| drop(writeln!(input, "{line}"));
    say(format!("setoption name USI_Hash value {}", args.hash));
    say(format!("setoption name Threads value {threads}"));
    say("setoption name PostSearch value check".to_owned());
    let diagram = problem.split(';').next().unwrap_or(problem);
    say(format!(
        "position sfen {}",
        diagram.trim().trim_start_matches("sfen ")
    ));
    say("isready".to_owned());
    let mut line = String::new();
    while !line.starts_with("readyok") {
        line.clear();
        if output.read_line(&mut line).unwrap_or(0) == 0 {
            return (0, 0);
        }
    }
    let began = Instant::now();
    say(match limit {
        Limit::Nodes(nodes) => format!("go mate nodes {nodes}"),
        Limit::Time(time) => format!("go mate {time}"),
    });
    let mut nodes = 0;
    while !line.starts_with("checkmate") {
        line.clear();
        if output.read_line(&mut line).unwrap_or(0) == 0 {
            break;
        }
        let mut words = line.split_whitespace().skip_while(|it| *it != "nodes");
        nodes = words.nth(1).and_then(|it| it.parse().ok()).unwrap_or(nodes);
    }
    (nodes, began.elapsed().as_millis() as i64)
}

/// Returns the largest resident memory of a process until it is done, in MiB, if the system reports
/// it. It does not for a process that has ended.
fn peak(pid: u32, is_done: &AtomicBool) -> Option<i64> {
    let mut found = None;
    loop {
        let was_done = is_done.load(Ordering::Relaxed);
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find(|it| it.starts_with("VmHWM:"));
        let kib = line.and_then(|it| it.split_whitespace().nth(1)?.parse::<i64>().ok());
        found = found.max(kib.map(|it| it >> 10));
        if was_done {
            return found;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
