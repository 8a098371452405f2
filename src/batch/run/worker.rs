//! The jobs of a run.

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

/// The result of an item.
#[derive(Debug)]
pub enum Done {
    /// A record that is no problem: its row and the reason.
    Refused(Box<Row>, Option<Box<Refused>>),
    /// A judged problem: its row, with complaints about the record.
    Judged(Box<(Row, Vec<Complaint>)>, Box<Case>),
    /// A problem without a row: it waits, or is a duplicate.
    Left(Box<Case>),
}

/// A job.
pub(super) struct Worker {
    judge: Judge,
    pub desk: CurrentItem,
    similar: Option<Arc<Index>>,
}

impl Worker {
    pub fn new(settings: &Settings, options: &Options) -> Self {
        Self {
            judge: Judge::new(settings.clone()),
            desk: CurrentItem::default(),
            similar: options.similar.clone(),
        }
    }

    pub fn judge(&mut self, item: Item) -> Done {
        match item {
            Item::Refused(row, why) => Done::Refused(Box::new(self.judge.with_limits(*row)), why),
            Item::Case(case) if case.waits => Done::Left(case),
            Item::Case(mut case) if case.answered_at().is_some() => {
                self.look_for_similar(&mut case, None);
                Done::Left(case)
            }
            Item::Case(mut case) => {
                self.occupy(Some((case.parsed.id.clone(), Instant::now())));
                let judged = self.judge.row(&case.parsed);
                self.look_for_similar(&mut case, Some(&judged.0));
                self.occupy(None);
                Done::Judged(Box::new(judged), case)
            }
        }
    }

    /// Looks for similar works. The line that was found counts if the author gives none.
    fn look_for_similar(&self, case: &mut Case, row: Option<&Row>) {
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

    fn occupy(&self, work: Option<(String, Instant)>) {
        *self.desk.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}
