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

/// A compared pair.
pub(super) struct Done {
    /// The messages about its problems.
    pub about: Vec<About>,
    /// The comparison and the rows. `None` if the run was interrupted before that.
    pub comparison: Option<(Comparison, Pair<Row>)>,
}

/// The messages about a problem that was judged.
pub(super) struct About {
    /// The version, and the place of the problem in it.
    place: (usize, usize),
    complaints: Vec<Complaint>,
    /// The exit status if it could not be read or judged.
    pub exit: Exit,
}

impl About {
    /// Reports the complaints.
    pub fn tell(&self, versions: &[Version; 2]) {
        let (version, at) = self.place;
        let problem = versions[version].problem(at);
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
    pub fn compare(&mut self, pair: Pair<usize>) -> Done {
        let mut about = Vec::new();
        let rows = self.rows(pair, &mut about);
        let comparison = rows.map(|rows| (compare(rows.as_ref()), rows));
        Done { about, comparison }
    }

    fn rows(&mut self, pair: Pair<usize>, about: &mut Vec<About>) -> Option<Pair<Row>> {
        let versions = Arc::clone(&self.versions);
        let [old, new] = &*versions;
        let mut row = |version: usize, at: usize| -> Option<Row> {
            let row = match versions[version].problem(at) {
                None => versions[version].row(at)?,
                Some(problem) => {
                    let (row, complaints) = match &problem.parsed {
                        Ok(parsed) => self.judged(parsed),
                        Err(why) => (why.row(), Vec::new()),
                    };
                    about.push(About {
                        place: (version, at),
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
            Pair::Old(at) => Pair::Old(row(0, at)?),
            Pair::New(at) => Pair::New(row(1, at)?),
            Pair::Both(before, now) => {
                let earlier = row(0, before)?;
                let later = if old.is_equal(before, new, now) {
                    Row {
                        id: new.id(now),
                        ..earlier.clone()
                    }
                } else {
                    row(1, now)?
                };
                Pair::Both(earlier, later)
            }
        })
    }

    fn judged(&mut self, parsed: &ParsedProblem) -> (Row, Vec<Complaint>) {
        self.occupy(Some((parsed.id.clone(), Instant::now())));
        let answer = self.judge.row(parsed);
        self.occupy(None);
        answer
    }

    fn occupy(&self, work: Option<(String, Instant)>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}
