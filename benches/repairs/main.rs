//! Measures repairs of compositions.
//!
//! ```text
//! cargo run --release -p tsume-measure --bin repairs -- grow tests/data/short_composed.tsv --from 5 --count 60 > grown.sfen
//! cargo run --release -p tsume-measure --bin repairs -- broken tests/data/short_composed.tsv grown.sfen --count 100
//! cargo run --release -p tsume-measure --bin repairs -- broken tests/data/short_composed.tsv --edits 2 --count 20
//! cargo run --release -p tsume-measure --bin repairs -- enumerate tests/data/short_composed.tsv --count 10
//! cargo run --release -p tsume-measure --bin repairs -- extend tests/data/short_composed.tsv --from 3 --to 3 --count 20
//! cargo run --release -p tsume-measure --bin repairs -- repair problems/classics --count 5
//! ```
//!
//! `broken` takes sound problems, breaks each by random changes, and repairs it with the line that it
//! had: how many are repaired, whether the original is among the versions, and how long it takes.
//! `grow` writes sound problems of 9 to 13 plies, made of shorter ones by putting moves before them.
//! `enumerate` compares the versions found with those that a check of every version finds. `extend`
//! compares the extensions found with those that come from trying every way to take back two moves.
//! Times and their limits are those of the processor.

mod broken;
mod enumerated;
mod extended;
mod random;

use clap::{Parser, ValueEnum};
use cpu_time::ProcessTime;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsume::composition::check::{Question, check};
use tsume::composition::repair::{Keep, Request, Shortcuts, repair};
use tsume::composition::rules::Profile;
use tsume::composition::verdict::Verdict;
use tsume::composition::{AttackerRule, Author, DefenderHandRule, Problem};
use tsume::input::{Records, Source};
use tsume::judge::Intake;
use tsume::notation::sfen;
use tsume::search::{Limits, SearchConfig, Solver, on_large_stack};
use tsume::shogi::{Color, Move, Position, Setup};

/// Measures repairs.
#[derive(Parser)]
struct Args {
    /// The measurement.
    #[arg(value_enum)]
    task: Task,
    /// Collections, in the formats of `validate`.
    #[arg(required = true)]
    inputs: Vec<String>,
    /// The number of problems.
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// The number of edits, of the break and of the repair.
    #[arg(long, default_value_t = 1)]
    edits: u32,
    /// Broken problems may have no mate, too.
    #[arg(long)]
    mateless: bool,
    /// The seed of the random changes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds of the processor for each problem.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// The part that must stay: line, length or mate.
    #[arg(long, default_value = "line")]
    keep: String,
    /// Problems of at least this length.
    #[arg(long, default_value_t = 1)]
    from: u32,
    /// Problems of at most this length.
    #[arg(long, default_value_t = 99)]
    to: u32,
    /// Take every so-manieth problem.
    #[arg(long, default_value_t = 1)]
    step: usize,
    /// Leave out so many problems at the beginning.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// The most versions that are wanted.
    #[arg(long)]
    best: Option<usize>,
    /// Looks at every version with the whole check.
    #[arg(long)]
    plain: bool,
    /// Says what happens to each problem.
    #[arg(long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Task {
    Broken,
    Enumerate,
    Extend,
    Grow,
    Repair,
}

/// A problem with its author.
struct Case {
    id: String,
    problem: Problem,
    author: Author,
}

fn main() {
    let args = Args::parse();
    on_large_stack(|| match args.task {
        Task::Broken => broken::broken(&args),
        Task::Enumerate => enumerated::enumerate(&args),
        Task::Extend => extended::extended(&args),
        Task::Grow => extended::grown(&args),
        Task::Repair => repaired(&args),
    });
}

fn cases(args: &Args) -> impl Iterator<Item = Case> {
    let sources = args
        .inputs
        .iter()
        .map(|it| Source::from_argument(it.as_ref()));
    let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let sources: Vec<Source> = sources.collect();
    let records = Records::new(sources, None);
    let chosen = records.skip(args.skip).step_by(args.step);
    chosen.filter_map(move |record| {
        let parsed = intake.read(record).ok()?;
        let (author, _) = parsed.author();
        Some(Case {
            id: parsed.id.clone(),
            problem: parsed.problem,
            author,
        })
    })
}

fn solver(keep: bool) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 64 << 20,
        keep,
        ..SearchConfig::default()
    })
}

fn request(args: &Args, line: &[Move]) -> Request {
    Request {
        keep: match &*args.keep {
            "line" => Keep::Line,
            "length" => Keep::Length,
            _ => Keep::Mate,
        },
        line: line.to_vec(),
        edits: args.edits,
        best: args.best.unwrap_or(usize::MAX),
        all: true,
        shortcuts: if args.plain {
            Shortcuts::none()
        } else {
            Shortcuts::default()
        },
        ..Request::default()
    }
}

/// Judges a diagram in which Black attacks.
fn judged(
    solver: &mut Solver,
    setup: &Setup,
    author: &[Move],
    nodes: Option<u64>,
) -> (Verdict, Option<Vec<Move>>) {
    let question = Question {
        author: Author {
            line: author.to_vec(),
            ..Author::default()
        },
        limits: Limits {
            nodes,
            ..Limits::default()
        },
        ..Question::default()
    };
    let attacker = AttackerRule::Black;
    let problem = Problem::new(setup.clone(), attacker, DefenderHandRule::Given);
    let judgement = check(
        solver,
        &problem.expect("a legal diagram"),
        &question,
        &mut |_| {},
    );
    let line = judgement
        .composed
        .reading
        .as_ref()
        .map(|it| it.line.clone());
    (judgement.verdict(Profile::Standard), line)
}

/// Works within the limit of the processor's time. Returns the time as well.
fn timed<T>(args: &Args, work: impl FnOnce(&Limits) -> T) -> (T, Duration) {
    let started = ProcessTime::now();
    let (stop, is_done) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
    let most = Duration::from_secs(args.time);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) && started.elapsed() < most {
                std::thread::sleep(Duration::from_millis(10));
            }
            stop.store(true, Ordering::Relaxed);
        });
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let result = work(&limits);
        is_done.store(true, Ordering::Relaxed);
        result
    });
    (result, started.elapsed())
}

/// Says that so many of a number are some share.
fn share(some: usize, all: usize) -> String {
    let tenths = 1000 * some / all.max(1);
    format!("{some} of {all} ({}.{} %)", tenths / 10, tenths % 10)
}

/// Says the median of some times, the time of 90 of 100, and the longest.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: usize| {
        let last = times.len().saturating_sub(1);
        let time = times.get((times.len() * share / 100).min(last));
        time.map_or(0.0, Duration::as_secs_f64)
    };
    format!(
        "median {:.2} s, 90 % {:.2} s, most {:.2} s",
        at(50),
        at(90),
        at(100)
    )
}

/// Returns an author whose line can be played.
fn playable(setup: &Setup, line: &[Move]) -> Author {
    let mut position = Position::new(setup);
    let mut author = Author::default();
    for &mv in line {
        let moves = match position.turn() {
            Color::Black => position.checks(),
            Color::White => position.evasions(),
        };
        if !moves.contains(&mv) {
            author.broken = true;
            break;
        }
        position.make(mv);
        author.line.push(mv);
    }
    author
}

fn repaired(args: &Args) {
    for case in cases(args).take(args.count) {
        let mut solvers = [solver(true)];
        let request = request(args, &case.author.line);
        let (problem, author) = (&case.problem, &case.author);
        let (outcome, took) = timed(args, |limits| {
            repair(&mut solvers, problem, author, &request, limits, &|_| {})
        });
        let took = took.as_secs_f64();
        if args.verbose {
            for it in outcome.iter().flat_map(|it| &it.found) {
                let (version, verdict) = (&it.version, it.verdict);
                println!("  {verdict:?} {:?}", version.edits);
                println!("  {}", sfen::write(&version.setup));
            }
        }
        match outcome {
            Ok(it) => println!(
                "{} {:?} {} plies: {} found, {:?}, {took:.1} s, {} nodes, stopped {:?}",
                case.id,
                it.verdict,
                it.line.len(),
                it.found.len(),
                it.tally,
                it.nodes,
                it.stopped
            ),
            Err(error) => println!("{}: {error:?}", case.id),
        }
    }
}
