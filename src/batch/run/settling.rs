//! Rows of judged problems, and of duplicates as soon as the earlier problem has its answer.

use super::case::{Case, Item, Verdicts};
use super::worker::Done;
use crate::answer::Row;
use crate::batch::duplicates::{Answer, CachedVerdict};
use crate::batch::pool::Outlet;
use crate::judge::{Complaint, Refused, Settings};
use std::collections::HashMap;

/// The outcome of an item.
#[derive(Debug)]
#[non_exhaustive]
pub enum Settled {
    /// A record that is no problem: its row and the reason.
    Refused(Box<Row>, Option<Box<Refused>>),
    /// A problem with its row.
    Row {
        /// The row.
        row: Box<Row>,
        /// The complaints about the record.
        complaints: Vec<Complaint>,
        /// The problem.
        case: Box<Case>,
        /// Whether it is to be judged again in another run.
        is_open: bool,
    },
    /// A problem without a row, to be judged in another run.
    Later(Box<Case>),
}

impl Settled {
    fn new(row: Row, complaints: Vec<Complaint>, case: Box<Case>, is_open: bool) -> Self {
        Self::Row {
            row: Box::new(row),
            complaints,
            case,
            is_open,
        }
    }

    /// Takes the row, if there is one.
    #[must_use]
    pub fn into_row(self) -> Option<Box<Row>> {
        match self {
            Self::Refused(row, _) | Self::Row { row, .. } => Some(row),
            Self::Later(_) => None,
        }
    }
}

/// Items with their numbers that are to be judged after all.
pub(super) type Again = Vec<(usize, Item)>;

/// Makes the rows of a run.
#[derive(Debug)]
pub(super) struct Settling {
    rules: String,
    limits: String,
    retries: bool,
    verdicts: Verdicts,
    /// The duplicates that wait for an answer, by its place, with their numbers.
    waiting: HashMap<usize, Vec<(usize, Box<Case>)>>,
}

impl Settling {
    pub fn new(settings: &Settings, retries: bool, verdicts: Verdicts) -> Self {
        Self {
            rules: settings.rules(),
            limits: settings.limits_in_words(),
            retries,
            verdicts,
            waiting: HashMap::new(),
        }
    }

    /// Settles an item and the duplicates that have waited for it. Returns those that are to be judged.
    pub fn settle(&mut self, number: usize, done: Done, outlet: &mut Outlet<Settled>) -> Again {
        let mut again = Again::new();
        match done {
            Done::Refused(row, about) => outlet.put(number, Settled::Refused(row, about)),
            Done::Left(case) if case.waits && case.answered_at().is_none() => {
                let place = case.place;
                outlet.put(number, Settled::Later(case));
                self.answer(place, None, true, outlet, &mut again);
            }
            Done::Left(case) => self.repeat(number, case, outlet, &mut again),
            Done::Judged(judged, case) => {
                let (mut row, complaints) = *judged;
                row.similar.clone_from(&case.similar);
                if let Some(earlier) = &case.again {
                    earlier.note(&mut row);
                }
                let (place, verdict) = (case.place, CachedVerdict::of(&row));
                let is_interrupted = row.is_interrupted();
                let is_open = self.retries && row.is_worth_retrying();
                outlet.put(number, Settled::new(row, complaints, case, is_open));
                // An interrupted problem is not finished.
                if !is_interrupted {
                    self.answer(place, verdict, is_open, outlet, &mut again);
                }
            }
        }
        again
    }

    /// Keeps an answer, and gives it to the duplicates that have waited for it.
    fn answer(
        &mut self,
        place: Option<usize>,
        verdict: Option<CachedVerdict>,
        is_open: bool,
        outlet: &mut Outlet<Settled>,
        again: &mut Again,
    ) {
        let Some(place) = place else { return };
        let mut answers = self.verdicts.lock();
        let of_pass = if is_open {
            &mut answers.first
        } else {
            &mut answers.last
        };
        of_pass.set(place, verdict);
        drop(answers);
        for (number, case) in self.waiting.remove(&place).unwrap_or_default() {
            self.repeat(number, case, outlet, again);
        }
    }

    /// Settles a duplicate, or lets it wait for the answer to the earlier problem.
    fn repeat(
        &mut self,
        number: usize,
        mut case: Box<Case>,
        outlet: &mut Outlet<Settled>,
        again: &mut Again,
    ) {
        let Some((place, earlier)) = case.answered_at().zip(case.again.as_mut()) else {
            unreachable!("only duplicates with an answer are left")
        };
        let answers = self.verdicts.lock();
        let last = answers.last.get(place);
        // The answer of the first pass holds until there is a better one.
        let is_open = last == Answer::Open && self.retries;
        let answer = if is_open {
            answers.first.get(place)
        } else {
            last
        };
        drop(answers);
        match answer {
            Answer::Open => self.waiting.entry(place).or_default().push((number, case)),
            Answer::Nothing if is_open => outlet.put(number, Settled::Later(case)),
            // Each duplicate of a problem without an answer is judged.
            Answer::Nothing => {
                (earlier.answer, case.waits) = (None, false);
                again.push((number, Item::Case(case)));
            }
            Answer::Said(verdict) => {
                let parsed = &case.parsed;
                let (mut row, complaints) = earlier.row(parsed, verdict, &self.rules, &self.limits);
                row.similar.clone_from(&case.similar);
                outlet.put(number, Settled::new(row, complaints, case, is_open));
            }
        }
    }
}
