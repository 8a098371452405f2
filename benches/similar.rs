//! Measures how well similar works are found: how many twins of problems, in what time, with how much
//! memory.
//!
//! ```text
//! cargo run --release -p tsume-measure --bin similar -- --problems 400000 --queries 1000 TABLE.tsv…
//! ```
//!
//! The collection has the problems of the tables (a column `sfen`, perhaps `main_line`), others made of
//! them by changing four to ten pieces, and random ones. For each kind of twin, problems of the
//! collection are drawn, and their twins looked up, with the defaults of `tsume similar`. A problem is
//! drawn again if none of some attempts at a twin is a legal problem. The same seed gives the same
//! figures but for times.

#![allow(clippy::cast_precision_loss)] // Counts become ratios.

use clap::Parser;
use cpu_time::ProcessTime;
use std::path::PathBuf;
use support::Random;
use support::positions::{Theme, position};
use support::twins::{Kind, Work, collection, twin};
use tsume::composition::similar::{Found, Known, Wanted};
use tsume::similar::{Index, IndexedProblem};

/// Measures how well similar works are found.
#[derive(Parser)]
struct Args {
    /// Tables with a column `sfen`.
    tables: Vec<PathBuf>,
    /// Problems of the collection.
    #[arg(long, default_value_t = 400_000)]
    problems: usize,
    /// Questions for each kind of twin.
    #[arg(long, default_value_t = 1000)]
    queries: usize,
    /// The most similar works of each question.
    #[arg(long, default_value_t = Wanted::default().best)]
    best: usize,
    /// The lowest score.
    #[arg(long, default_value_t = Wanted::default().min_score)]
    min_score: u8,
    /// Begins the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The bounds of the classes by the number of pieces.
const CLASSES: [(usize, usize); 4] = [(0, 7), (8, 11), (12, 19), (20, 40)];

/// Counts of a class.
#[derive(Clone, Copy, Default)]
struct Counts {
    asked: usize,
    first: usize,
    found: usize,
    others: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut tables = Vec::new();
    for path in &args.tables {
        tables.extend(Work::of_table(&std::fs::read_to_string(path)?));
    }
    let mut random = Random(args.seed);
    let works = collection(&tables, args.problems, &mut random);
    let pieces = works.iter().map(Work::pieces).sum::<usize>() as f64 / works.len() as f64;
    let line = works.iter().map(|it| it.line.len()).sum::<usize>() as f64 / works.len() as f64;
    println!(
        "{} problems, {} of them of tables; {pieces:.1} pieces and {line:.1} plies each",
        works.len(),
        tables.len()
    );

    let problem = |(number, work): (usize, &Work)| IndexedProblem {
        id: format!("work{number}"),
        file: "works.sfen".to_owned(),
        line: Some(number + 1),
        known: work.known(),
    };
    let index = works.iter().enumerate().map(problem).collect::<Index>();
    println!(
        "{:.1} bytes of memory a problem",
        index.bytes() as f64 / index.len() as f64
    );

    let wanted = Wanted {
        best: args.best,
        min_score: args.min_score,
    };
    let mut questions = Questions {
        index: &index,
        wanted,
        times: Vec::new(),
    };
    twins_of(&works, &args, &mut questions, &mut random);
    strangers(&args, &mut questions, &mut random);
    let mut times = questions.times;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "a question: mean {:.2} ms, median {:.2}, 99 % below {:.2}, longest {:.2} (processor time)",
        times.iter().sum::<f64>() / times.len() as f64,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

/// The questions, with the processor time of each in milliseconds.
struct Questions<'a> {
    index: &'a Index,
    wanted: Wanted,
    times: Vec<f64>,
}

impl Questions<'_> {
    fn ask(&mut self, known: &Known) -> Vec<Found> {
        let started = ProcessTime::now();
        let found = (self.index.collection()).find(known, self.wanted, &|_| false);
        self.times.push(started.elapsed().as_secs_f64() * 1e3);
        found
    }
}

/// Looks up twins of each kind.
fn twins_of(works: &[Work], args: &Args, questions: &mut Questions, random: &mut Random) {
    println!(
        "\n{:24}{:>8}{:>9}{:>9}{:>9}  found by pieces",
        "twin", "asked", "found", "first", "others"
    );
    let mut all = [Counts::default(); CLASSES.len()];
    for kind in Kind::ALL {
        let mut classes = [Counts::default(); CLASSES.len()];
        let mut asked = 0;
        // Some kinds have few works with a twin.
        for _ in 0..1000 * args.queries {
            if asked == args.queries {
                break;
            }
            let number = random.below(works.len());
            let Some(twin) = twin(&works[number], kind, random) else {
                continue;
            };
            asked += 1;
            let pieces = works[number].pieces();
            let class = CLASSES
                .iter()
                .position(|it| (it.0..=it.1).contains(&pieces));
            let hits = questions.ask(&twin.known());
            let at = hits.iter().position(|it| it.number == number);
            classes[class.unwrap_or(0)].add(hits.len(), at);
        }
        tell(&format!("{kind:?}"), &classes);
        for (sum, counts) in all.iter_mut().zip(classes) {
            *sum = sum.plus(counts);
        }
    }
    tell("all", &all);
}

/// Asks about new problems. They have no twin: whatever is found is found by chance.
fn strangers(args: &Args, questions: &mut Questions, random: &mut Random) {
    let (mut hits, mut any) = (0, 0);
    for number in 0..args.queries {
        let setup = position(Theme::ALL[number % Theme::ALL.len()], random);
        let text = format!("sfen\n{}", tsume::notation::sfen::write(&setup));
        for work in Work::of_table(&text) {
            let found = questions.ask(&work.known());
            hits += found.len();
            any += usize::from(!found.is_empty());
        }
    }
    println!(
        "new problems: {:.2} works each, {:.1} % have any",
        hits as f64 / args.queries as f64,
        percent(any, args.queries)
    );
}

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

impl Counts {
    /// Counts a question with so many hits, of which the work is the one at this place.
    fn add(&mut self, hits: usize, at: Option<usize>) {
        self.asked += 1;
        self.first += usize::from(at == Some(0));
        self.found += usize::from(at.is_some());
        self.others += hits - usize::from(at.is_some());
    }

    fn plus(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            first: self.first + other.first,
            found: self.found + other.found,
            others: self.others + other.others,
        }
    }
}

fn tell(name: &str, classes: &[Counts]) {
    let all = classes
        .iter()
        .fold(Counts::default(), |sum, it| sum.plus(*it));
    print!(
        "{name:24}{:>8}{:>8.2}%{:>8.2}%{:>9.2} ",
        all.asked,
        percent(all.found, all.asked),
        percent(all.first, all.asked),
        all.others as f64 / all.asked.max(1) as f64,
    );
    for ((low, high), counts) in CLASSES.iter().zip(classes) {
        let share = percent(counts.found, counts.asked);
        print!(" {low}–{high}: {share:.1} % of {}", counts.asked);
    }
    println!();
}
