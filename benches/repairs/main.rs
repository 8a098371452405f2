//! Measures repairs of compositions.
//!
//! ```text
//! cargo run --release --example repairs -- broken tests/data/short_composed.tsv --count 100
//! cargo run --release --example repairs -- enumerate tests/data/cooked.tsv --count 10
//! cargo run --release --example repairs -- extend tests/data/short_composed.tsv --count 20
//! ```
//!
//! `broken` takes sound problems, breaks each by a random change, and repairs it with the line that it
//! had: how many are repaired, whether the original is among the versions, and how long it takes.
//! `enumerate` compares the versions found with those that a check of every version finds. `extend`
//! compares the extensions found with those that come from trying every way to take back two moves.
//! Times are those of the processor.

mod backwards;

use backwards::extended;
use clap::{Parser, ValueEnum};
use cpu_time::ProcessTime;
use std::time::Duration;
use tsume::composition::check::{Question, check};
use tsume::composition::repair::{Allowed, EditKind, Keep, Request, Shortcuts, repair, versions};
use tsume::composition::rules::Profile;
use tsume::composition::verdict::Verdict;
use tsume::composition::{AttackerRule, Author, DefenderHandRule, Problem};
use tsume::input::{Records, Source};
use tsume::judge::Intake;
use tsume::search::{Limits, SearchConfig, Solver, on_large_stack};
use tsume::shogi::{Color, Move, Position, Setup};

/// Measures repairs.
#[derive(Parser)]
struct Args {
    /// What is measured.
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
    /// The seed of the random changes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each problem.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// What must stay: line, length or mate.
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
        Task::Broken => broken(&args),
        Task::Enumerate => enumerate(&args),
        Task::Extend => extended(&args),
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
    records.step_by(args.step).filter_map(move |record| {
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
        variants: true,
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
        ..Question::default()
    };
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let judgement = check(
        solver,
        &Position::new(setup),
        &question,
        &limits,
        &mut |_| {},
    );
    let line = judgement
        .composed
        .reading
        .as_ref()
        .map(|it| it.line.clone());
    (judgement.verdict(Profile::Standard), line)
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn limits(args: &Args) -> Limits {
    Limits {
        time: Some(Duration::from_secs(args.time)),
        ..Limits::default()
    }
}

/// Makes random changes until a sound problem is flawed.
fn made_flawed(
    (original, line): (&Problem, &[Move]),
    edits: u32,
    allowed: &Allowed,
    (random, checker): (&mut Random, &mut Solver),
) -> Option<Problem> {
    for _ in 0..50 {
        let mut problem = original.clone();
        for _ in 0..edits {
            let all = versions(&problem, allowed);
            let kind = allowed.kinds[random.below(allowed.kinds.len())];
            let some: Vec<_> = (all.into_iter())
                .filter(|it| it.edits[0].kind() == kind)
                .collect();
            if some.is_empty() {
                continue;
            }
            let setup = some[random.below(some.len())].setup.clone();
            let made = Problem::new(setup, AttackerRule::Black, DefenderHandRule::Given);
            problem = made.expect("versions are legal");
        }
        let setup = problem.normalised();
        let authors = playable(setup, line).line;
        let (verdict, _) = judged(checker, setup, &authors, Some(2_000_000));
        if verdict == Verdict::Flawed && problem != *original {
            return Some(problem);
        }
    }
    None
}

fn broken(args: &Args) {
    let mut random = Random(args.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut checker = solver(true);
    let allowed = Allowed {
        kinds: vec![EditKind::Remove, EditKind::Move, EditKind::Swap],
        ..Allowed::default()
    };
    let (mut all, mut mended, mut originals) = (0, 0, 0);
    let mut times = Vec::new();
    let mut by_length = std::collections::BTreeMap::<usize, usize>::new();
    for case in cases(args) {
        if all == args.count {
            break;
        }
        if !case.problem.attacker_to_move() {
            continue;
        }
        let setup = case.problem.normalised();
        let (verdict, line) = judged(&mut checker, setup, &[], Some(2_000_000));
        let Some(line) = line.filter(|_| verdict == Verdict::Sound) else {
            continue;
        };
        let plies = line.len() as u32;
        if !(args.from..=args.to).contains(&plies) {
            continue;
        }
        let bad = made_flawed(
            (&case.problem, &line),
            args.edits,
            &allowed,
            (&mut random, &mut checker),
        );
        let Some(bad) = bad else {
            continue;
        };
        all += 1;
        *by_length.entry(line.len()).or_default() += 1;
        let author = playable(bad.normalised(), &line);
        let started = ProcessTime::now();
        let mut solvers = [solver(true)];
        let outcome = repair(
            &mut solvers,
            &bad,
            &author,
            &request(args, &line),
            &limits(args),
            &|_| {},
        );
        let took = started.elapsed();
        times.push(took);
        let Ok(outcome) = outcome else {
            println!("{}: no line", case.id);
            continue;
        };
        let has_original = outcome.found.iter().any(|it| it.version.setup == *setup);
        mended += usize::from(!outcome.found.is_empty());
        originals += usize::from(has_original);
        if args.verbose || outcome.found.is_empty() || !has_original {
            println!(
                "{} {plies} plies: {} found, original {has_original}, {:?}, {:.2} s, {} nodes, stopped {:?}\n  {}",
                case.id,
                outcome.found.len(),
                outcome.tally,
                took.as_secs_f64(),
                outcome.nodes,
                outcome.stopped,
                tsume::notation::sfen::write(bad.setup()),
            );
        }
    }
    times.sort_unstable();
    let at =
        |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1)));
    println!(
        "{all} broken problems {by_length:?}: {mended} repaired, the original among the versions of {originals}; \
         processor time median {:?}, 90 % {:?}, most {:?}",
        at(50),
        at(90),
        times.last()
    );
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

fn enumerate(args: &Args) {
    let (mut all, mut wrong) = (0, 0);
    for case in cases(args) {
        if all == args.count {
            break;
        }
        let started = ProcessTime::now();
        let mut solvers = [solver(true)];
        let mut request = request(args, &case.author.line);
        let Ok(outcome) = repair(
            &mut solvers,
            &case.problem,
            &case.author,
            &request,
            &Limits::default(),
            &|_| {},
        ) else {
            continue;
        };
        let took = started.elapsed();
        if outcome.verdict != Verdict::Flawed || outcome.tally.looked_at == 0 {
            continue;
        }
        let plies = outcome.line.len() as u32;
        if !(args.from..=args.to).contains(&plies) {
            continue;
        }
        all += 1;
        request.keep = Keep::Line;
        let started = ProcessTime::now();
        let mut checker = solver(false);
        let mut plain = Vec::new();
        let singles = versions(&case.problem, &Allowed::default());
        let number = singles.len();
        for version in singles {
            let moved = |mv: Move| match version.edits[0] {
                tsume::composition::repair::Edit::Shift { files, ranks } => {
                    let to = mv.to().offset(files, ranks)?;
                    Some(match mv.from() {
                        Some(from) => Move::board(from.offset(files, ranks)?, to, mv.promotes()),
                        None => Move::drop(mv.dropped()?, to),
                    })
                }
                _ => Some(mv),
            };
            let line: Option<Vec<Move>> = outcome.line.iter().map(|&mv| moved(mv)).collect();
            let Some(line) = line else {
                continue;
            };
            let author = match &*args.keep {
                "line" => playable(&version.setup, &line).line,
                _ => Vec::new(),
            };
            let (verdict, found) = judged(&mut checker, &version.setup, &author, None);
            let stays = match &*args.keep {
                "line" => found.as_ref() == Some(&line),
                "length" => found.is_some_and(|it| it.len() == line.len()),
                _ => found.is_some(),
            };
            if stays && matches!(verdict, Verdict::Sound | Verdict::Blemished) {
                plain.push((version.setup, verdict));
            }
        }
        let plain_took = started.elapsed();
        let mut found: Vec<_> = (outcome.found.iter())
            .map(|it| (it.version.setup.clone(), it.verdict))
            .collect();
        let missing = plain.iter().filter(|it| !found.contains(it)).count();
        found.retain(|it| !plain.contains(it));
        wrong += usize::from(missing > 0 || !found.is_empty());
        println!(
            "{} {plies} plies, {number} versions: {} by checks ({:.1} s), {} by repair ({:.1} s, {:?}); missing {missing}, too many {}",
            case.id,
            plain.len(),
            plain_took.as_secs_f64(),
            outcome.found.len(),
            took.as_secs_f64(),
            outcome.tally,
            found.len()
        );
        for (setup, verdict) in found {
            println!(
                "   too many: {verdict:?} {}",
                tsume::notation::sfen::write(&setup)
            );
        }
    }
    println!("{all} problems, {wrong} with a difference");
}

fn repaired(args: &Args) {
    for case in cases(args).take(args.count) {
        let started = ProcessTime::now();
        let mut solvers = [solver(true)];
        let request = request(args, &case.author.line);
        let outcome = repair(
            &mut solvers,
            &case.problem,
            &case.author,
            &request,
            &limits(args),
            &|_| {},
        );
        let took = started.elapsed().as_secs_f64();
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
