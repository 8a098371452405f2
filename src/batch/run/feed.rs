//! Yields the problems to judge: the records of the input that have no row yet and belong to the share of this run.

use super::case::{Cases, Item};
use crate::answer::Row;
use crate::batch::duplicates::Duplicate;
use crate::batch::resume::{Course, Finished, KnownProblem};
use crate::batch::shard::Shard;
use crate::guard::panic_for_test;
use crate::input::{Extent, Record, Unreadable};
use crate::judge::{Intake, ParsedProblem};
use crate::notation::sfen;
use crate::vocabulary::Verdict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// About how many bytes a problem takes while it is judged, besides its record.
const BYTES_OF_PROBLEM: usize = 16 << 10;

/// The most copies of a record in memory: its text, its fields, the record of moves, the row.
const COPIES_MAX: usize = 4;

/// Facts about the records that a feed has read, which other threads ask for.
#[derive(Clone, Debug, Default)]
pub struct Past(Arc<Mutex<PassedOver>>);

/// The content of [`Past`].
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct PassedOver {
    /// The place of the latest record that was read.
    pub latest: Option<String>,
    /// The problems so far, if the rows are to be settled at the end.
    pub course: Option<Course>,
    /// Whether a record of this share could not be read.
    pub unreadable: bool,
    /// Whether a record belonged to another share.
    pub elsewhere: bool,
    /// Whether a problem belonged to another share.
    pub problem_elsewhere: bool,
}

impl Past {
    /// Begins without data. If `settles`, the problems are kept for the settling of the rows.
    #[must_use]
    pub fn new(settles: bool) -> Self {
        let past = Self::default();
        past.lock().course = settles.then(Course::default);
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
    /// Counts the bytes of the records.
    pub extent: Extent,
    /// The share of the problems to judge.
    pub shard: Option<Shard>,
    /// The problems that have a row.
    pub finished: Finished,
    /// Receives facts about the records.
    pub past: Past,
    /// Returns the verdict that a record claims, if the run compares it.
    pub claimed: fn(&ParsedProblem) -> Option<Verdict>,
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
            claimed: |_| None,
        }
    }

    /// Returns the state of a problem. `record` is its row without an answer.
    fn known_problem(&mut self, record: &Row, duplicate: Option<&Duplicate>) -> KnownProblem {
        match &mut self.past.lock().course {
            Some(course) => {
                let duplicate_of = duplicate.map(|it| &*it.of);
                self.finished.take_row_of(record, duplicate_of, course)
            }
            None => KnownProblem::New,
        }
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
                    row.add_author(&author);
                    row.set_origin(&parsed.origin);
                    row.set_input_fields(parsed.given_back());
                    row.expected_verdict = (self.claimed)(&parsed);
                    let mut case = self.cases.next_by(parsed, &author);
                    match self.known_problem(&row, case.duplicate.as_ref()) {
                        KnownProblem::New => {}
                        KnownProblem::Retried => case.waits = true,
                        KnownProblem::Done(verdict) => {
                            self.cases.set(&case, verdict);
                            continue;
                        }
                    }
                    Item::Case(Box::new(case))
                }
                Err(refused) => {
                    if self.shard.is_some_and(|it| !it.is_first()) {
                        self.past.lock().elsewhere = true;
                        continue;
                    }
                    self.past.lock().unreadable = true;
                    let row = refused.row();
                    if let KnownProblem::Done(_) = self.known_problem(&row, None) {
                        continue;
                    }
                    Item::Refused(Box::new(row), Some(refused))
                }
            };
            self.extent.count_from(before);
            return Some((item, COPIES_MAX * bytes + BYTES_OF_PROBLEM));
        }
    }
}
