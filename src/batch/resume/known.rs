//! The rows of earlier runs, and the problems of the input that they belong to.

use crate::answer::Row;
use crate::batch::duplicates::{CachedVerdict, fingerprint};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The rows of earlier runs, in the order of the file.
#[derive(Debug, Default)]
pub struct Finished {
    rows: Vec<Known>,
    by_problem: HashMap<ProblemHash, Vec<usize>>,
    /// Whether a row holds only for a problem of the same id, which names its certificates.
    pub ids_hold: bool,
}

/// A row in the file.
#[derive(Debug)]
struct Known {
    /// A hash of its id.
    name: u64,
    /// A hash of its labels.
    labels: u64,
    /// A hash of the id of the earlier problem with the same position.
    duplicate_of: Option<u64>,
    kept: Kept,
    is_taken: bool,
}

/// Whether a row stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// The row stays. Its answer, if it holds for other problems.
    Yes(Option<CachedVerdict>),
    /// More nodes or time could decide it.
    OutOfBreath,
    /// The program failed on the problem, or was interrupted.
    Failed,
}

/// A hash of a problem, and of what its author and its record claim; of an input that is no problem, a hash
/// of the error.
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
            // The place as well: errors cost nothing to tell anew.
            (None, error) => fingerprint(error.as_ref().map(|it| {
                let message = it.message.to_string();
                (message, it.span, it.line, it.column, it.excerpt.clone())
            })),
        })
    }
}

/// What a row tells of a problem beside its answer: how it is called, where it stands, its other fields.
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
    /// The problem has a row. Its answer, if it holds for other problems.
    Done(Option<CachedVerdict>),
    /// It was unknown, and is judged again with higher limits.
    OutOfBreath,
}

/// What becomes of the row of an earlier run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Fate {
    /// No problem of the input had it.
    #[default]
    Untouched,
    /// It stays, perhaps with other labels.
    Stays(Option<Box<Labels>>),
    /// It stays until there is a row with the id of this hash.
    Replaced(u64),
}

/// The problems of the input that have come so far, and the rows of earlier runs that are theirs.
#[derive(Debug, Default)]
pub struct Course {
    pub(super) order: Vec<u64>,
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
        self.rows.push(Known {
            name: fingerprint(&*row.id),
            labels: Labels::of(row).hash(),
            duplicate_of: row.duplicate_of.as_deref().map(fingerprint),
            kept,
            is_taken: false,
        });
    }

    /// Looks for the row of a problem. `record` is a row that has only what the record says; `duplicate_of` is
    /// the id of an earlier problem with the same position.
    pub fn past(
        &mut self,
        record: &Row,
        duplicate_of: Option<&str>,
        course: &mut Course,
    ) -> KnownProblem {
        let name = fingerprint(&*record.id);
        course.order.push(name);
        let duplicate_of = duplicate_of.map(fingerprint);
        let fits = |known: &Known| !known.is_taken && (known.name == name || !self.ids_hold);
        let same = self.by_problem.get(&ProblemHash::of(record));
        let same = same.into_iter().flatten().copied();
        let same = same.filter(|&at| fits(&self.rows[at]));
        // Of several, later ones are the better ones, if a run was killed.
        let fitness = |&at: &usize| {
            let known: &Known = &self.rows[at];
            (known.duplicate_of == duplicate_of, known.name == name, at)
        };
        let Some(at) = same.max_by_key(fitness) else {
            return KnownProblem::New;
        };
        let known = &mut self.rows[at];
        known.is_taken = true;
        if course.fates.len() <= at {
            course.fates.resize(at + 1, Fate::default());
        }
        let (fate, state) = match known.kept {
            Kept::Yes(verdict) if known.duplicate_of == duplicate_of => {
                let labels = Labels::of(record);
                let is_other = labels.hash() != known.labels;
                let labels = is_other.then(|| Box::new(labels));
                (Fate::Stays(labels), KnownProblem::Done(verdict))
            }
            // Its earlier problem is another now, or the program failed.
            Kept::Yes(_) | Kept::Failed => (Fate::Replaced(name), KnownProblem::New),
            Kept::OutOfBreath => (Fate::Replaced(name), KnownProblem::OutOfBreath),
        };
        course.fates[at] = fate;
        state
    }
}
