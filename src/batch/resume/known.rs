//! Finds the row of an earlier run that belongs to a problem of the input.

use crate::answer::Row;
use crate::batch::duplicates::{CachedVerdict, fingerprint};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The rows of earlier runs, in the order of the file.
#[derive(Debug, Default)]
pub struct Finished {
    rows: Vec<KnownRow>,
    /// The indices of the rows of each problem.
    by_problem: HashMap<ProblemHash, Vec<usize>>,
    /// Whether a row belongs only to a problem of the same id, because its certificates are named by the id.
    pub ids_hold: bool,
}

/// A row in the file.
#[derive(Debug)]
struct KnownRow {
    /// A hash of its id.
    id_hash: u64,
    /// A hash of its labels.
    labels: u64,
    /// A hash of the id of the earlier problem with the same position.
    duplicate_of: Option<u64>,
    kept: Kept,
    /// Whether a problem of the input has this row.
    is_taken: bool,
}

/// Whether a row stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// The row stays. It has the answer, if that holds for duplicates.
    Yes(Option<CachedVerdict>),
    /// The row is unknown, and this run judges the problem again with more nodes or time.
    Retried,
    /// The row is of no use: the program failed on the problem, or was interrupted.
    Failed,
}

/// A hash of a problem and of the claims of its author and its record. For an input that is no problem, a hash of the
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProblemHash(u64);

impl ProblemHash {
    /// Returns the hash of the problem of a row.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        let claims = (row.expected_plies, &row.author_line, row.author_line_broken);
        let verdict = row.expected_verdict.map(crate::vocabulary::Word::word);
        Self(match (&row.sfen, &row.error) {
            (Some(sfen), _) => fingerprint((sfen, claims, verdict, row.goal.word())),
            // Its place counts, too: an error that has moved costs nothing to find again.
            (None, error) => fingerprint(error.as_ref().map(|it| {
                let message = it.message.to_string();
                (message, it.span, it.line, it.column, it.excerpt.clone())
            })),
        })
    }
}

/// The parts of a row that do not affect the answer: the id, the place and the other fields of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    pub(super) id: String,
    file: Option<String>,
    line: Option<usize>,
    record: Option<usize>,
    input: Option<Map<String, Value>>,
}

impl Labels {
    fn of(row: &Row) -> Self {
        Self {
            id: row.id.clone(),
            file: row.file.clone(),
            line: row.line,
            record: row.record,
            input: row.input.clone(),
        }
    }

    fn hash(&self) -> u64 {
        let input = self.input.as_ref().map(|it| {
            let fields = it.iter().map(|(key, value)| (key, value.to_string()));
            fields.collect::<Vec<_>>()
        });
        fingerprint((&self.id, &self.file, self.line, self.record, input))
    }

    /// Writes these labels into a row.
    pub(super) fn put_on(self, row: &mut Row) {
        (row.id, row.file) = (self.id, self.file);
        (row.line, row.record, row.input) = (self.line, self.record, self.input);
    }
}

/// The state of a problem of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnownProblem {
    /// The problem is still to be judged.
    New,
    /// The problem has a row. It has the answer, if that holds for duplicates.
    Done(Option<CachedVerdict>),
    /// The problem was unknown, and is judged again with higher limits.
    Retried,
}

/// What happens to the row of an earlier run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Fate {
    /// No problem of the input has it.
    #[default]
    Untouched,
    /// It stays, perhaps with other labels.
    Stays(Option<Box<Labels>>),
    /// It stays until there is a row whose id has this hash.
    Replaced(u64),
}

/// The problems of the input that have come so far, and the rows of earlier runs that belong to them.
#[derive(Debug, Default)]
pub struct Course {
    /// The hashes of the ids of the problems, in their order.
    pub(super) order: Vec<u64>,
    /// For each row of the file, what happens to it. Missing ones are untouched.
    pub(super) fates: Vec<Fate>,
}

impl Course {
    /// Returns whether no problem has come.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

impl Finished {
    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row of the file.
    pub(super) fn add(&mut self, row: &Row, kept: Kept) {
        let same = self.by_problem.entry(ProblemHash::of(row));
        same.or_default().push(self.rows.len());
        self.rows.push(KnownRow {
            id_hash: fingerprint(&*row.id),
            labels: Labels::of(row).hash(),
            duplicate_of: row.duplicate_of.as_deref().map(fingerprint),
            kept,
            is_taken: false,
        });
    }

    /// Finds the row of a problem, and notes in `course` what happens to it. `record` is a row without an answer;
    /// `duplicate_of` is the id of an earlier problem with the same position.
    pub fn take_row_of(
        &mut self,
        record: &Row,
        duplicate_of: Option<&str>,
        course: &mut Course,
    ) -> KnownProblem {
        let id_hash = fingerprint(&*record.id);
        course.order.push(id_hash);
        let duplicate_of = duplicate_of.map(fingerprint);
        let fits =
            |known: &KnownRow| !known.is_taken && (known.id_hash == id_hash || !self.ids_hold);
        let same = self.by_problem.get(&ProblemHash::of(record));
        let same = same.into_iter().flatten().copied();
        let same = same.filter(|&index| fits(&self.rows[index]));
        // If a run was killed, a problem may have two rows: the later one is newer.
        let fitness = |&index: &usize| {
            let known: &KnownRow = &self.rows[index];
            let is_same_duplicate = known.duplicate_of == duplicate_of;
            (is_same_duplicate, known.id_hash == id_hash, index)
        };
        let Some(index) = same.max_by_key(fitness) else {
            return KnownProblem::New;
        };
        let known = &mut self.rows[index];
        known.is_taken = true;
        if course.fates.len() <= index {
            course.fates.resize(index + 1, Fate::default());
        }
        let (fate, state) = match known.kept {
            Kept::Yes(verdict) if known.duplicate_of == duplicate_of => {
                let labels = Labels::of(record);
                let is_other = labels.hash() != known.labels;
                let labels = is_other.then(|| Box::new(labels));
                (Fate::Stays(labels), KnownProblem::Done(verdict))
            }
            // It is a duplicate of another problem now, or the program failed.
            Kept::Yes(_) | Kept::Failed => (Fate::Replaced(id_hash), KnownProblem::New),
            Kept::Retried => (Fate::Replaced(id_hash), KnownProblem::Retried),
        };
        course.fates[index] = fate;
        state
    }
}
