//! The problems to judge: the records of the input without those that have a row and those of other
//! shares.

use super::case::{Cases, Item};
use crate::batch::resume::{Finished, KnownProblem, Order, ProblemHash};
use crate::batch::shard::Shard;
use crate::guard::panic_for_test;
use crate::input::{Extent, Record, Unreadable};
use crate::judge::Intake;
use crate::notation::sfen;
use crate::report::Row;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// About how many bytes a problem takes that is judged, besides its record.
const OF_A_PROBLEM: usize = 16 << 10;

/// The most copies of a record: its text, its fields, the record of moves, the row.
const COPIES: usize = 4;

/// A problem that differs from that of its row.
#[derive(Debug)]
#[non_exhaustive]
pub struct Changed {
    /// The id.
    pub id: String,
    /// The line of its row.
    pub at: usize,
    /// The current diagram, if it has one.
    pub sfen: Option<String>,
}

/// The records that a feed has passed over, and the order of all.
#[derive(Clone, Debug, Default)]
pub struct Past(Arc<Mutex<PassedOver>>);

/// The content of [`Past`].
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct PassedOver {
    /// The place of the latest record that was read.
    pub latest: Option<String>,
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

impl Past {
    /// Begins without data. The order is kept if it may be needed.
    #[must_use]
    pub fn new(keeps_order: bool) -> Self {
        let past = Self::default();
        past.lock().order = keeps_order.then(Order::default);
        past
    }

    /// Returns the content.
    pub fn lock(&self) -> MutexGuard<'_, PassedOver> {
        // Nothing that can panic happens under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The problems of a run, read one after another.
#[derive(Debug)]
pub struct Feed<I> {
    records: I,
    intake: Intake,
    cases: Cases,
    /// Counts how much of the records was read.
    pub extent: Extent,
    /// The share of the problems to judge.
    pub shard: Option<Shard>,
    /// The problems that have a row.
    pub finished: Finished,
    /// Learns which records are passed over.
    pub past: Past,
    /// The index of the row of the latest problem that has one.
    latest: usize,
    /// Whether a problem without a row has come.
    new_came: bool,
}

impl<I> Feed<I> {
    /// Makes problems of all these records.
    #[must_use]
    pub fn new(records: I, intake: Intake, cases: Cases) -> Self {
        Self {
            records,
            intake,
            cases,
            extent: Extent::default(),
            shard: None,
            finished: Finished::default(),
            past: Past::default(),
            latest: 0,
            new_came: false,
        }
    }

    /// Returns the state of a problem. `None` if it differs from the problem of its row.
    fn past(&mut self, id: &str, problem: ProblemHash, sfen: Option<&str>) -> Option<KnownProblem> {
        let known = self.finished.past(id, problem);
        let mut past = self.past.lock();
        if let Some(order) = &mut past.order {
            order.push(id);
        }
        match known {
            KnownProblem::New => self.new_came = true,
            // New rows take the places of old ones.
            KnownProblem::Done { at, .. }
            | KnownProblem::Duplicate { at }
            | KnownProblem::Failed { at } => {
                past.disordered |= self.new_came || at < self.latest;
                self.latest = at;
            }
            KnownProblem::Changed { at } => {
                past.changed = Some(Changed {
                    id: id.to_owned(),
                    at,
                    sfen: sfen.map(str::to_owned),
                });
                return None;
            }
        }
        Some(known)
    }
}

impl<I: Iterator<Item = Result<Record, Unreadable>>> Iterator for Feed<I> {
    /// An item, and about how many bytes it takes.
    type Item = (Item, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let before = self.extent.read();
            let record = self.records.next()?;
            let bytes = record.as_ref().map_or(0, Record::bytes);
            let place = record.as_ref().map(|it| it.origin.to_string());
            panic_for_test("feed", place.as_deref().unwrap_or_default());
            self.past.lock().latest = place.ok();
            let item = match self.intake.read(record) {
                Ok(parsed) => {
                    let sfen = sfen::write(parsed.problem.setup());
                    if self.shard.is_some_and(|it| !it.has(&sfen)) {
                        let mut past = self.past.lock();
                        (past.elsewhere, past.problem_elsewhere) = (true, true);
                        continue;
                    }
                    let (author, _) = parsed.author();
                    let mut row = Row::about(parsed.id.clone(), sfen);
                    row.goal = parsed.goal;
                    row.quote(&author);
                    let known =
                        self.past(&parsed.id, ProblemHash::of(&row), row.sfen.as_deref())?;
                    let mut case = self.cases.next_by(parsed, &author);
                    if let KnownProblem::Done { verdict, .. } = known {
                        self.cases.set(&case, verdict);
                        continue;
                    }
                    case.waits = matches!(known, KnownProblem::Duplicate { .. });
                    Item::Case(Box::new(case))
                }
                Err(refused) => {
                    if self.shard.is_some_and(|it| !it.is_first()) {
                        self.past.lock().elsewhere = true;
                        continue;
                    }
                    let known = self.past(refused.id(), ProblemHash::NO_PROBLEM, None)?;
                    if !matches!(known, KnownProblem::New | KnownProblem::Failed { .. }) {
                        continue;
                    }
                    Item::Refused(Box::new(refused.row()), Some(refused))
                }
            };
            self.extent.count_from(before);
            return Some((item, COPIES * bytes + OF_A_PROBLEM));
        }
    }
}
