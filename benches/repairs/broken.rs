//! Problems that are broken at random and repaired.

use crate::random::{Random, made_flawed};
use crate::{Args, cases, judged, playable, request, share, solver, spread, timed};
use cpu_time::ProcessTime;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;
use tsume::composition::Author;
use tsume::composition::repair::{Allowed, EditKind, Event, Outcome, repair};
use tsume::composition::verdict::Verdict;
use tsume::notation::sfen;
use tsume::shogi::{Move, Setup};

/// The counts of a run.
#[derive(Default)]
struct Counts {
    all: usize,
    without_mate: usize,
    repaired: usize,
    with_original: usize,
    stopped: usize,
    lengths: BTreeMap<usize, usize>,
    times: Vec<Duration>,
    first: Vec<Duration>,
}

pub fn broken(args: &Args) {
    let mut random = Random::new(args.seed);
    let mut checker = solver(true);
    let allowed = Allowed {
        kinds: vec![EditKind::Remove, EditKind::Move, EditKind::Swap],
        ..Allowed::default()
    };
    let mut counts = Counts::default();
    for case in cases(args) {
        if counts.all == args.count {
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
        if !(args.from..=args.to).contains(&(line.len() as u32)) {
            continue;
        }
        let tools = (&mut random, &mut checker);
        let how = (args.edits, args.mateless);
        let bad = made_flawed((&case.problem, &line), how, &allowed, tools);
        let Some((bad, verdict)) = bad else {
            continue;
        };
        counts.without_mate += usize::from(verdict == Verdict::NoMate);
        let told = counts.one(args, (setup, &line), &bad);
        if let Some(told) = told {
            println!("{} {} plies: {told}", case.id, line.len());
            println!("  {}", sfen::write(bad.setup()));
        }
    }
    counts.tell();
}

impl Counts {
    /// Repairs a problem. Returns what is to be told about it.
    fn one(
        &mut self,
        args: &Args,
        (original, line): (&Setup, &[Move]),
        bad: &tsume::composition::Problem,
    ) -> Option<String> {
        self.all += 1;
        *self.lengths.entry(line.len()).or_default() += 1;
        let author: Author = playable(bad.normalised(), line);
        let started = ProcessTime::now();
        let first = Mutex::new(None);
        let observer = |event: &Event<'_>| {
            if let Event::Found(_) = event {
                let mut first = first.lock().expect("nobody panics");
                first.get_or_insert_with(|| started.elapsed());
            }
        };
        let request = request(args, line);
        let mut solvers = [solver(true)];
        let (outcome, took) = timed(args, |limits| {
            repair(&mut solvers, bad, &author, &request, limits, &observer)
        });
        self.times.push(took);
        let outcome: Outcome = match outcome {
            Ok(outcome) => outcome,
            Err(why) => return Some(why.to_string()),
        };
        let first = first.into_inner().expect("nobody panics");
        self.first.extend(first);
        let mut of_original = outcome.found.iter();
        let of_original = of_original.position(|it| it.version.setup == *original);
        self.repaired += usize::from(!outcome.found.is_empty());
        self.with_original += usize::from(of_original.is_some());
        self.stopped += usize::from(outcome.stopped.is_some());
        let is_usual = !outcome.found.is_empty() && of_original.is_some();
        (args.verbose || !is_usual).then(|| {
            format!(
                "{} found, original {:?}, {:?}, first {:.2} s, all {:.2} s, {} nodes, stopped {:?}",
                outcome.found.len(),
                of_original.map(|at| at + 1),
                outcome.tally,
                first.unwrap_or_default().as_secs_f64(),
                took.as_secs_f64(),
                outcome.nodes,
                outcome.stopped,
            )
        })
    }

    fn tell(self) {
        println!(
            "{} broken problems, {} of them without mate; so many of each length: {:?}",
            self.all, self.without_mate, self.lengths
        );
        println!("repaired: {}", share(self.repaired, self.all));
        println!(
            "the original among the versions: {}",
            share(self.with_original, self.all)
        );
        println!("ended by the limit of time: {}", self.stopped);
        println!("processor time for all versions: {}", spread(self.times));
        println!("processor time to the first: {}", spread(self.first));
    }
}
