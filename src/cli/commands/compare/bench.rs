//! Judges the problems of two versions and compares them.

use super::version::Version;
use crate::answer::Row;
use crate::batch::pool::CurrentItem;
use crate::cli::diagnostics::Form;
use crate::cli::exit::Exit;
use crate::judge::{Complaint, Judge, ParsedProblem, Settings};
use crate::report::{Comparison, Pair, compare};
use crate::vocabulary::Limit;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

/// Judges and compares one pair after another.
pub(super) struct Bench {
    judge: Judge,
    versions: Arc<[Version; 2]>,
    current: CurrentItem,
}

/// The result for a pair.
pub(super) struct ComparedPair {
    /// The messages about its problems.
    pub messages: Vec<Messages>,
    /// The comparison and the rows. `None` if the run was interrupted before that.
    pub comparison: Option<(Comparison, Pair<Row>)>,
}

/// The messages about a problem that was judged.
pub(super) struct Messages {
    /// 0 for the old version, 1 for the new one.
    version: usize,
    /// The place of the problem in the version.
    index: usize,
    complaints: Vec<Complaint>,
    /// The exit status if it could not be read or judged.
    pub exit: Exit,
}

impl Messages {
    /// Reports the complaints.
    pub fn tell(&self, versions: &[Version; 2]) {
        let problem = versions[self.version].problem(self.index);
        match problem.map(|it| &it.parsed) {
            Some(Ok(parsed)) => {
                Form::Full.complain_all(&parsed.origin, &parsed.text, &self.complaints);
            }
            Some(Err(why)) => Form::Full.refused(why),
            None => {}
        }
    }
}

impl Bench {
    pub fn new(settings: &Settings, versions: &Arc<[Version; 2]>) -> Self {
        Self {
            judge: Judge::new(settings.clone()),
            versions: Arc::clone(versions),
            current: CurrentItem::default(),
        }
    }

    /// Returns the place where the current problem is noted.
    pub fn current(&self) -> CurrentItem {
        Arc::clone(&self.current)
    }

    /// Compares the problems of a pair.
    pub fn compare(&mut self, pair: Pair<usize>) -> ComparedPair {
        let mut messages = Vec::new();
        let rows = self.rows(pair, &mut messages);
        let comparison = rows.map(|rows| (compare(rows.as_ref()), rows));
        ComparedPair {
            messages,
            comparison,
        }
    }

    /// Returns the rows of a pair. An equal problem is judged only once.
    fn rows(&mut self, pair: Pair<usize>, messages: &mut Vec<Messages>) -> Option<Pair<Row>> {
        let versions = Arc::clone(&self.versions);
        let [old, new] = &*versions;
        let mut row = |version: usize, index: usize| -> Option<Row> {
            let row = match versions[version].problem(index) {
                None => versions[version].row(index)?,
                Some(problem) => {
                    let (row, complaints) = match &problem.parsed {
                        Ok(parsed) => self.judge(parsed),
                        Err(why) => (why.row(), Vec::new()),
                    };
                    messages.push(Messages {
                        version,
                        index,
                        complaints,
                        exit: match row.error {
                            Some(_) => Exit::of_error(&row),
                            None => Exit::Success,
                        },
                    });
                    row
                }
            };
            (row.limit != Some(Limit::Interrupt)).then_some(row)
        };
        Some(match pair {
            Pair::Old(index) => Pair::Old(row(0, index)?),
            Pair::New(index) => Pair::New(row(1, index)?),
            Pair::Both(old_index, new_index) => {
                let old_row = row(0, old_index)?;
                let new_row = if old.has_same_answer(old_index, new, new_index) {
                    Row {
                        id: new.id(new_index),
                        ..old_row.clone()
                    }
                } else {
                    row(1, new_index)?
                };
                Pair::Both(old_row, new_row)
            }
        })
    }

    fn judge(&mut self, parsed: &ParsedProblem) -> (Row, Vec<Complaint>) {
        self.note_current(Some((parsed.id.clone(), Instant::now())));
        let answer = self.judge.row(parsed);
        self.note_current(None);
        answer
    }

    fn note_current(&self, item: Option<(String, Instant)>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = item;
    }
}
