//! Keeps the last answers, so that they can be written as records and pages without another search.

use super::board;
use crate::answer::Row;
use crate::notation::sfen::SfenRecord;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The most answers that are kept.
const MAX_ANSWERS: usize = 24;

/// The question of an answer: the problem with the author's claims, the kind of question, and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswerKey {
    pub id: String,
    pub record: SfenRecord,
    pub kind: board::QuestionKind,
    pub rules: String,
}

/// The last answers, the newest first.
#[derive(Debug, Default)]
pub(super) struct RecentAnswers(Mutex<VecDeque<(AnswerKey, Arc<Row>)>>);

impl RecentAnswers {
    /// Adds an answer, and drops the oldest if there are too many.
    pub fn add(&self, key: AnswerKey, row: Row) -> Arc<Row> {
        let row = Arc::new(row);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(other, _)| *other != key);
        all.push_front((key, Arc::clone(&row)));
        all.truncate(MAX_ANSWERS);
        row
    }

    /// Returns the answer to a question, if it is among the last ones.
    pub fn get(&self, key: &AnswerKey) -> Option<Arc<Row>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, row) = all.iter().find(|(other, _)| other == key)?;
        Some(Arc::clone(row))
    }
}
