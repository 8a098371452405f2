//! The workers of a run, each of which judges one problem at a time.

use super::Options;
use super::case::{Case, Item};
use crate::answer::Row;
use crate::batch::pool::CurrentItem;
use crate::composition::similar::{Known, Wanted};
use crate::judge::{Complaint, Judge, Refused, Settings};
use crate::notation::usi;
use crate::similar::{Index, IndexedProblem};
use std::sync::{Arc, PoisonError};
use std::time::Instant;

/// The result of a worker for an item.
#[derive(Debug)]
pub enum Done {
    /// A record that is no problem: its row and the reason.
    Refused(Box<Row>, Option<Box<Refused>>),
    /// A judged problem: its row, with complaints about the record.
    Judged(Box<(Row, Vec<Complaint>)>, Box<Case>),
    /// A problem that is not judged now: it waits for the second pass, or is a duplicate.
    NotJudged(Box<Case>),
}

/// A worker of a run.
pub(super) struct Worker {
    judge: Judge,
    pub current: CurrentItem,
    similar: Option<Arc<Index>>,
}

impl Worker {
    pub fn new(settings: &Settings, options: &Options) -> Self {
        Self {
            judge: Judge::new(settings.clone()),
            current: CurrentItem::default(),
            similar: options.similar.clone(),
        }
    }

    pub fn judge(&mut self, item: Item) -> Done {
        match item {
            Item::Refused(row, refused) => {
                Done::Refused(Box::new(self.judge.with_limits(*row)), refused)
            }
            Item::Case(case) if case.waits => Done::NotJudged(case),
            Item::Case(mut case) if case.answered_at().is_some() => {
                self.find_similar(&mut case, None);
                Done::NotJudged(case)
            }
            Item::Case(mut case) => {
                self.set_current(Some((case.parsed.id.clone(), Instant::now())));
                let judged = self.judge.row(&case.parsed);
                self.find_similar(&mut case, Some(&judged.0));
                self.set_current(None);
                Done::Judged(Box::new(judged), case)
            }
        }
    }

    /// Finds similar works. If the author gives no line, the solution in `row` counts.
    fn find_similar(&self, case: &mut Case, row: Option<&Row>) {
        if let Some(index) = &self.similar {
            let mut problem = IndexedProblem::new(
                &case.parsed.id,
                &case.parsed.origin,
                &case.parsed.problem,
                &case.parsed.known_line(),
            );
            if let Some(row) = row
                && problem.known.line.is_empty()
            {
                let line = row.solution.iter().map_while(|it| usi::parse_move(it).ok());
                problem.known = Known::new(&case.parsed.problem, &line.collect::<Vec<_>>());
            }
            case.similar = Some(index.rows(&problem, Wanted::default()));
        }
    }

    fn set_current(&self, item: Option<(String, Instant)>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = item;
    }
}
