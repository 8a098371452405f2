//! Makes the rows of judged problems, and of duplicates when the earlier problem has its answer.

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
        /// Whether it will be judged again in the second pass.
        is_open: bool,
    },
    /// A problem without a row, to be judged in the second pass.
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

    /// Returns the row, if there is one.
    #[must_use]
    pub fn into_row(self) -> Option<Box<Row>> {
        match self {
            Self::Refused(row, _) | Self::Row { row, .. } => Some(row),
            Self::Later(_) => None,
        }
    }
}

/// Duplicates that have to be judged after all, with their numbers.
pub(super) type ToJudge = Vec<(usize, Item)>;

/// Makes the rows of a run.
#[derive(Debug)]
pub(super) struct Settling {
    rules: String,
    limits: String,
    retries: bool,
    verdicts: Verdicts,
    /// The duplicates that wait for the answer at a place, with their numbers.
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

    /// Settles an item and the duplicates that have waited for it. Returns duplicates that have to be judged.
    pub fn settle(&mut self, number: usize, done: Done, outlet: &mut Outlet<Settled>) -> ToJudge {
        let mut to_judge = ToJudge::new();
        match done {
            Done::Refused(row, refused) => outlet.put(number, Settled::Refused(row, refused)),
            Done::NotJudged(case) if case.waits && case.answered_at().is_none() => {
                let place = case.place;
                outlet.put(number, Settled::Later(case));
                self.set_answer(place, None, true, outlet, &mut to_judge);
            }
            Done::NotJudged(case) => self.settle_duplicate(number, case, outlet, &mut to_judge),
            Done::Judged(judged, case) => {
                let (mut row, complaints) = *judged;
                row.similar.clone_from(&case.similar);
                if let Some(duplicate) = &case.duplicate {
                    duplicate.note(&mut row);
                }
                let (place, verdict) = (case.place, CachedVerdict::of(&row));
                let is_interrupted = row.is_interrupted();
                let is_open = self.retries && row.is_worth_retrying();
                outlet.put(number, Settled::new(row, complaints, case, is_open));
                // An interrupted problem has no answer: its duplicates go on waiting.
                if !is_interrupted {
                    self.set_answer(place, verdict, is_open, outlet, &mut to_judge);
                }
            }
        }
        to_judge
    }

    /// Keeps an answer, and settles the duplicates that have waited for it.
    fn set_answer(
        &mut self,
        place: Option<usize>,
        verdict: Option<CachedVerdict>,
        is_open: bool,
        outlet: &mut Outlet<Settled>,
        to_judge: &mut ToJudge,
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
            self.settle_duplicate(number, case, outlet, to_judge);
        }
    }

    /// Settles a duplicate, or lets it wait for the answer to the earlier problem.
    fn settle_duplicate(
        &mut self,
        number: usize,
        mut case: Box<Case>,
        outlet: &mut Outlet<Settled>,
        to_judge: &mut ToJudge,
    ) {
        let Some((place, duplicate)) = case.answered_at().zip(case.duplicate.as_mut()) else {
            unreachable!("only duplicates with an answer are not judged")
        };
        let answers = self.verdicts.lock();
        let last = answers.last.get(place);
        // The answer of the first pass holds until the second one has another.
        let is_open = last == Answer::Pending && self.retries;
        let answer = if is_open {
            answers.first.get(place)
        } else {
            last
        };
        drop(answers);
        match answer {
            Answer::Pending => self.waiting.entry(place).or_default().push((number, case)),
            Answer::NotShared if is_open => outlet.put(number, Settled::Later(case)),
            Answer::NotShared => {
                (duplicate.answer, case.waits) = (None, false);
                to_judge.push((number, Item::Case(case)));
            }
            Answer::Known(verdict) => {
                let parsed = &case.parsed;
                let (mut row, complaints) =
                    duplicate.row(parsed, verdict, &self.rules, &self.limits);
                row.similar.clone_from(&case.similar);
                outlet.put(number, Settled::new(row, complaints, case, is_open));
            }
        }
    }
}
