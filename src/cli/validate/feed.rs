//! The problems to judge: the records of the input without those that have a row, duplicates, and
//! those of other shares.

use crate::batch::duplicates::{CachedVerdicts, Duplicate, Duplicates, Identity};
use crate::batch::resume::{Finished, KnownProblem, Order, ProblemHash};
use crate::batch::shard::Shard;
use crate::composition::Author;
use crate::input::{Extent, Picked, Record};
use crate::judge::{Intake, ParsedProblem, Refused};
use crate::notation::sfen;
use crate::report::{Row, SimilarRow};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One record of the input.
pub(super) enum Item {
    /// It is not a problem.
    Refused(Box<Refused>),
    /// It is a problem.
    Case(Box<Case>),
}

/// A problem with its state in the run.
pub(super) struct Case {
    pub parsed: ParsedProblem,
    /// The place of its answer, for later duplicates.
    pub place: Option<usize>,
    /// The earlier problem with the same position.
    pub again: Option<Duplicate>,
    /// Whether it waits for the second pass.
    pub waits: bool,
    /// The similar works, if they were looked for.
    pub similar: Option<Vec<SimilarRow>>,
}

impl Case {
    /// Returns whether the earlier problem's answer is its answer.
    pub fn is_answered(&self) -> bool {
        self.again.as_ref().is_some_and(|it| it.answer.is_some())
    }
}

/// A problem that differs from that of its row.
pub(super) struct Changed {
    pub id: String,
    /// The line of its row.
    pub at: usize,
    /// Its current diagram, if it has one.
    pub sfen: Option<String>,
}

/// The data shared by the feed and the row writer.
#[derive(Clone, Default)]
pub(super) struct Shared(Arc<Mutex<Known>>);

#[derive(Default)]
pub(super) struct Known {
    /// The verdicts by place; some may still be missing.
    pub verdicts: CachedVerdicts,
    /// The verdicts of the first pass for problems that will be judged again.
    pub open: CachedVerdicts,
    /// The problem that differs from that of its row, or has another author's line or length.
    pub changed: Option<Changed>,
    /// The order of the problems, if it is kept.
    pub order: Option<Order>,
    /// Whether the rows, with those still to come, are not in the order of the input.
    pub disordered: bool,
    /// Whether records of other shares have come.
    pub elsewhere: bool,
    /// Whether one of these was a problem.
    pub problem_elsewhere: bool,
}

impl Shared {
    /// Begins without data. The order is kept if it may be needed.
    pub fn new(keeps_order: bool) -> Self {
        let shared = Self::default();
        shared.lock().order = keeps_order.then(Order::default);
        shared
    }

    pub fn lock(&self) -> MutexGuard<'_, Known> {
        // Nothing that can panic happens under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the items of a run.
pub(super) struct Feed {
    records: Picked,
    extent: Extent,
    intake: Intake,
    shard: Option<Shard>,
    finished: Finished,
    shared: Shared,
    duplicates: Duplicates,
    /// Whether duplicates are judged all the same.
    judges_all: bool,
    /// Whether a problem without a row has come.
    new_came: bool,
    /// The index of the row of the latest problem that has one.
    latest: usize,
}

impl Feed {
    pub fn new(
        (records, extent): (Picked, Extent),
        intake: Intake,
        shard: Option<Shard>,
        finished: Finished,
        shared: Shared,
        judges_all: bool,
    ) -> Self {
        Self {
            records,
            extent,
            intake,
            shard,
            finished,
            shared,
            duplicates: Duplicates::new(),
            judges_all,
            new_came: false,
            latest: 0,
        }
    }

    /// Returns whether a problem has a row. `None` if it differs from the problem of the row.
    fn past(&mut self, id: &str, problem: ProblemHash, sfen: Option<&str>) -> Option<KnownProblem> {
        let past = self.finished.past(id, problem);
        let mut shared = self.shared.lock();
        if let Some(order) = &mut shared.order {
            order.push(id);
        }
        match past {
            KnownProblem::New => self.new_came = true,
            // New rows take the places of old ones.
            KnownProblem::Done { at, .. }
            | KnownProblem::Duplicate { at }
            | KnownProblem::Failed { at } => {
                shared.disordered |= self.new_came || at < self.latest;
                self.latest = at;
            }
            KnownProblem::Changed { at } => {
                shared.changed = Some(Changed {
                    id: id.to_owned(),
                    at,
                    sfen: sfen.map(str::to_owned),
                });
                return None;
            }
        }
        Some(past)
    }

    fn case(&mut self, parsed: ParsedProblem, author: &Author, past: KnownProblem) -> Option<Item> {
        let identity = Identity::new(&parsed.problem, parsed.goal, author);
        let (place, again) = match self.duplicates.look(&parsed.id, identity) {
            Ok(place) => (place, None),
            Err(again) => {
                let answer = again.answer.filter(|_| !self.judges_all);
                (None, Some(Duplicate { answer, ..again }))
            }
        };
        if let KnownProblem::Done { verdict, .. } = past {
            if let Some(place) = place {
                self.shared.lock().verdicts.set(place, verdict);
            }
            return None;
        }
        Some(Item::Case(Box::new(Case {
            parsed,
            place,
            again,
            waits: matches!(past, KnownProblem::Duplicate { .. }),
            similar: None,
        })))
    }
}

impl Iterator for Feed {
    /// An item, and about how many bytes the record takes of which it is made.
    type Item = (Item, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let before = self.extent.read();
            let record = self.records.next()?;
            let bytes = record.as_ref().map_or(0, Record::bytes);
            match self.intake.read(record) {
                Ok(parsed) => {
                    let sfen = sfen::write(parsed.problem.setup());
                    if self.shard.is_some_and(|it| !it.has(&sfen)) {
                        let mut shared = self.shared.lock();
                        (shared.elsewhere, shared.problem_elsewhere) = (true, true);
                        continue;
                    }
                    let (author, _) = parsed.author();
                    let mut row = Row::about(parsed.id.clone(), sfen);
                    row.goal = parsed.goal;
                    row.quote(&author);
                    let past = self.past(&parsed.id, ProblemHash::of(&row), row.sfen.as_deref())?;
                    if let Some(item) = self.case(parsed, &author, past) {
                        self.extent.count_from(before);
                        return Some((item, bytes));
                    }
                }
                Err(refused) => {
                    if self.shard.is_some_and(|it| !it.is_first()) {
                        self.shared.lock().elsewhere = true;
                        continue;
                    }
                    let past = self.past(refused.id(), ProblemHash::NO_PROBLEM, None)?;
                    if matches!(past, KnownProblem::New | KnownProblem::Failed { .. }) {
                        self.extent.count_from(before);
                        return Some((Item::Refused(refused), bytes));
                    }
                }
            }
        }
    }
}
