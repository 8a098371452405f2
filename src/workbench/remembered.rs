//! The last answers, kept so that records and pages of them can be written.

use super::board;
use crate::answer::Row;
use crate::notation::sfen::SfenRecord;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The most answers that are remembered.
const MOST: usize = 24;

/// The question of an answer: the problem, what the author says of it, the goal, and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswerKey {
    pub id: String,
    pub record: SfenRecord,
    pub goal: board::Asked,
    pub rules: String,
}

/// The last answers, the newest first.
#[derive(Debug, Default)]
pub(super) struct Remembered(Mutex<VecDeque<(AnswerKey, Arc<Row>)>>);

impl Remembered {
    /// Remembers an answer, and forgets the oldest if there are too many.
    pub fn add(&self, asked: AnswerKey, row: Row) -> Arc<Row> {
        let row = Arc::new(row);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|it| it.0 != asked);
        all.push_front((asked, Arc::clone(&row)));
        all.truncate(MOST);
        row
    }

    /// Returns the answer to a question, if it is remembered.
    pub fn get(&self, asked: &AnswerKey) -> Option<Arc<Row>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().find(|it| it.0 == *asked);
        found.map(|it| Arc::clone(&it.1))
    }
}
