//! Composes problems: runs attempts in parallel, and tells their results in the order of the
//! attempts.
//!
//! Each problem is judged anew, with tables of its own, certificates and idle pieces. The results
//! depend on the seed, the constraints and the limits in nodes, not on the number of jobs.

use super::pool::{Event, Window, ordered};
use super::shard::{Shard, fnv1a};
use crate::answer::Row;
use crate::composition::compose::Theme;
use crate::composition::compose::{
    Attempt, Beginning, Composed, Constraints, Effort, Likeness, Step, Tally, Told, attempt,
};
use crate::composition::similar::Wanted;
use crate::judge::composed::{id, is_confirmed, parsed, question};
use crate::judge::{Judge, ParsedProblem, Settings};
use crate::notation::{piece_letter, square_name};
use crate::search::{Limits, SearchConfig};
use crate::shogi::{Position, Square};
use crate::similar::{Index, IndexedProblem};
use std::io;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most attempts that are made ahead of the output, for each job.
const AHEAD: usize = 8;

/// Seeds that the program chooses are below this number, so that ids stay short.
pub const SEEDS: u64 = 1_000_000;

/// The least score with which a problem is too similar to one of a collection.
pub const TOO_SIMILAR: u8 = 80;

/// A run of attempts.
#[derive(Clone, Debug)]
pub struct Commission {
    /// The start of attempts.
    pub beginning: Beginning,
    /// The wishes for the problems.
    pub constraints: Constraints,
    /// The work of one attempt.
    pub effort: Effort,
    /// The numbers of the attempts.
    pub attempts: Range<u64>,
    /// The share of the attempts that this run makes. `None` for all.
    pub share: Option<Shard>,
    /// The collection to which no problem may be similar.
    pub not_like: Option<Arc<Index>>,
}

impl Commission {
    /// Returns the settings with which every problem is judged: with idle pieces, attributes and
    /// certificates. The options of its row include the wishes.
    #[must_use]
    pub fn settings(&self, hash_bytes: usize, limits: Limits) -> Settings {
        let mut options = in_words(&self.constraints);
        let diagrams = self.effort.diagrams;
        options.push(format!("diagrams={diagrams}"));
        let given: Vec<String> = (self.beginning.given.iter())
            .map(crate::notation::sfen::write)
            .collect();
        if !given.is_empty() {
            options.push(format!("from={:x}", fnv1a(given.join("\n").as_bytes())));
        }
        let not_like = self.not_like.as_ref();
        options.extend(not_like.map(|it| format!("not-like={}", fingerprint(it))));
        options.extend(self.share.map(|it| format!("shard={it}")));
        Settings {
            config: SearchConfig {
                hash_bytes,
                ..SearchConfig::default()
            },
            question: question(&self.constraints, limits),
            folder: None,
            options,
        }
    }

    /// Returns an empty set for the problems that the run tells.
    #[must_use]
    pub fn told(&self) -> Told {
        match self.share {
            Some(_) => Told::of_share(),
            None => Told::default(),
        }
    }
}

/// A problem that was composed and judged.
#[derive(Debug)]
pub struct NewProblem {
    /// Its likeness for a solver.
    pub likeness: Likeness,
    /// The row, without times.
    pub row: Row,
}

/// The result of one attempt, judged.
#[derive(Debug, Default)]
pub struct Made {
    /// The number of the attempt.
    pub number: u64,
    /// The problem. `None` unless one was found, confirmed by its judgement, and new.
    pub problem: Option<NewProblem>,
    /// Whether the problem was left out because the collection has a similar one.
    pub is_similar: bool,
    /// The tally of each [`Step`], in the order of [`Step::ALL`].
    pub steps: [Tally; Step::ALL.len()],
}

/// News of a run.
#[derive(Debug)]
pub enum News {
    /// The end of an attempt. Its problem is like no earlier one.
    Attempt(Box<Made>),
    /// Some time has passed.
    Tick,
}

/// Makes the attempts. `known` has the earlier problems, and the new ones are added to it. When
/// `take` breaks off or `stop` is set, no further news comes, and unfinished attempts are given up.
///
/// # Errors
/// If no job can be started.
pub fn compose(
    commission: &Commission,
    settings: &Settings,
    jobs: usize,
    known: &mut Told,
    stop: &Arc<AtomicBool>,
    mut take: impl FnMut(News) -> ControlFlow<()>,
) -> io::Result<()> {
    let (numbers, share) = (commission.attempts.clone(), commission.share);
    let feed = move || {
        let ours = numbers.filter(move |&it| share.is_none_or(|share| share.has_number(it)));
        ours.map(|number| (number, 1))
    };
    let workers = (0..jobs.max(1)).map(|_| Worker {
        judge: Judge::new(settings.clone()),
        commission: Arc::new(commission.clone()),
        stop: Arc::clone(stop),
    });
    let window = Window {
        items: AHEAD * jobs.max(1),
        bytes: usize::MAX,
    };
    let mut flow = ControlFlow::Continue(());
    let work = |worker: &mut Worker, number| worker.make(number);
    ordered(feed, workers.collect(), window, work, |event| {
        if flow.is_continue() && !stop.load(Ordering::Relaxed) {
            flow = match event {
                Event::Result(Some(mut made)) => {
                    (made.problem).take_if(|it| !known.insert(it.likeness.clone()));
                    take(News::Attempt(Box::new(made)))
                }
                Event::Result(None) => ControlFlow::Break(()),
                Event::Tick(_) => take(News::Tick),
            };
        } else {
            flow = ControlFlow::Break(());
        }
        if flow.is_break() {
            stop.store(true, Ordering::Relaxed);
        }
        flow
    })
}

struct Worker {
    judge: Judge,
    commission: Arc<Commission>,
    stop: Arc<AtomicBool>,
}

impl Worker {
    /// Makes an attempt and judges its problem. `None` if it was stopped.
    fn make(&mut self, number: u64) -> Option<Made> {
        let Commission {
            beginning,
            constraints,
            effort,
            ..
        } = &*self.commission;
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let Attempt { found, steps, .. } =
            attempt(number, beginning, constraints, effort, &is_stopped)?;
        let mut made = Made {
            number,
            steps,
            ..Made::default()
        };
        let Some(composed) = found else {
            return Some(made);
        };
        let parsed = parsed(&id(beginning.seed, number), &composed);
        made.is_similar = is_too_similar(&self.commission, &parsed, &composed);
        if made.is_similar {
            return Some(made);
        }
        let (mut row, _) = self.judge.row(&parsed);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        // The same run gives the same bytes.
        row.elapsed_ms = 0;
        made.problem = is_confirmed(&row, &composed).then_some(NewProblem {
            likeness: composed.likeness,
            row,
        });
        Some(made)
    }
}

/// Returns a word that identifies the content of a collection. Names of files do not count.
fn fingerprint(index: &Index) -> String {
    let collection = index.collection();
    let packed = (0..index.len()).map(|it| collection.packed(it));
    let bytes = packed.collect::<Vec<_>>().concat();
    format!("{}-{:x}", index.len(), fnv1a(&bytes))
}

/// Returns the seed and the number of the attempt from an id of [`compose`]. `None` for another id.
#[must_use]
pub fn attempt_of(id: &str) -> Option<(u64, u64)> {
    let mut parts = id.split('-').map(str::parse);
    match (parts.next()?, parts.next()?) {
        (Ok(seed), Ok(attempt)) => Some((seed, attempt)),
        _ => None,
    }
}

fn is_too_similar(commission: &Commission, parsed: &ParsedProblem, composed: &Composed) -> bool {
    let Some(index) = &commission.not_like else {
        return false;
    };
    let wanted = Wanted {
        best: 1,
        min_score: TOO_SIMILAR,
    };
    let problem = IndexedProblem::new(&parsed.id, &parsed.origin, &parsed.problem, &composed.line);
    let found = index.find(&problem, wanted);
    let whole = |plies: u32| plies >= composed.plies();
    found.iter().any(|it| {
        it.difference.score() >= TOO_SIMILAR || it.ending.is_some_and(|it| whole(it.plies))
    })
}

/// Returns the likeness of the composed problem in a row. `None` if the row has no diagram or a
/// line that cannot be read.
#[must_use]
pub fn likeness_of(row: &Row) -> Option<Likeness> {
    let setup = crate::notation::sfen::parse(row.sfen.as_ref()?).ok()?.setup;
    let line = row.solution.iter();
    let line = line.map(|it| crate::notation::usi::parse_move(it).ok());
    Some(Likeness::new(
        &Position::new(&setup),
        &line.collect::<Option<Vec<_>>>()?,
    ))
}

/// Returns the wishes as words without blanks, so that runs with different wishes can be told
/// apart.
#[must_use]
pub fn in_words(wishes: &Constraints) -> Vec<String> {
    let range = |it: &RangeInclusive<u32>| format!("{}..{}", it.start(), it.end());
    let themes = |it: &[Theme]| {
        let words: Vec<String> = it.iter().map(ToString::to_string).collect();
        words.join(",")
    };
    let kinds: String = wishes.kinds.iter().map(|it| piece_letter(*it)).collect();
    let squares = if wishes.squares.len() == Square::COUNT {
        String::new()
    } else {
        let names: Vec<String> = wishes.squares.iter().map(|&it| square_name(it)).collect();
        names.concat()
    };
    let allowed: Vec<&str> = wishes.allowed.iter().map(|it| it.word()).collect();
    let two_kings = wishes
        .two_kings
        .map_or("", |it| if it { "yes" } else { "no" });
    let words = [
        ("plies", range(&wishes.plies)),
        ("on-board", wishes.on_board.to_string()),
        ("in-hand", wishes.in_hand.to_string()),
        ("kinds", kinds),
        ("squares", squares),
        ("two-kings", two_kings.to_owned()),
        ("with", themes(&wishes.with)),
        ("without", themes(&wishes.without)),
        ("difficulty", range(&wishes.difficulty)),
        ("aesthetics", wishes.aesthetics.to_string()),
        ("allow", allowed.join(",")),
    ];
    let words = words.into_iter().filter(|(_, value)| !value.is_empty());
    words.map(|(key, value)| format!("{key}={value}")).collect()
}
