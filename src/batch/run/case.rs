//! The problems of a run, and the duplicates among them.

use crate::answer::{Row, SimilarRow};
use crate::batch::duplicates::{CachedVerdict, CachedVerdicts, Duplicate, Duplicates, Identity};
use crate::composition::Author;
use crate::judge::{ParsedProblem, Refused};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One record of the input.
#[derive(Debug)]
pub enum Item {
    /// A record that is no problem: its row and the reason.
    Refused(Box<Row>, Option<Box<Refused>>),
    /// A problem.
    Case(Box<Case>),
}

/// A problem with its state in the run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Case {
    /// The problem.
    pub parsed: ParsedProblem,
    /// The place of its answer, for later duplicates. `None` if it is a duplicate itself.
    pub place: Option<usize>,
    /// The earlier problem with the same position.
    pub duplicate: Option<Duplicate>,
    /// Whether it is judged only in the second pass, with higher limits.
    pub waits: bool,
    /// The similar works, if the run finds them.
    pub similar: Option<Vec<SimilarRow>>,
}

impl Case {
    /// Returns the place of the earlier answer, if the problem is a duplicate that takes it over.
    #[must_use]
    pub fn answered_at(&self) -> Option<usize> {
        self.duplicate.as_ref()?.answer
    }
}

/// The treatment of duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// A duplicate takes the answer to the earlier problem.
    Answer,
    /// A duplicate is judged like other problems, and names the earlier one.
    Judge,
    /// Duplicates are not searched for: each row is about its problem alone.
    Apart,
}

/// The answers of a run, which its threads share.
#[derive(Clone, Debug, Default)]
pub struct Verdicts(Arc<Mutex<Answers>>);

/// The answers by place. Some may still be missing.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// The final answers.
    pub last: CachedVerdicts,
    /// The answers of the first pass to problems that will be judged again.
    pub first: CachedVerdicts,
}

impl Verdicts {
    pub(super) fn lock(&self) -> MutexGuard<'_, Answers> {
        // Nothing that can panic happens under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Finds the duplicates among the problems of a run.
#[derive(Debug)]
pub struct Cases {
    duplicates: Duplicates,
    policy: Policy,
    verdicts: Verdicts,
}

impl Cases {
    /// Begins a run.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self {
            duplicates: Duplicates::new(),
            policy,
            verdicts: Verdicts::default(),
        }
    }

    /// Returns the answers of the run.
    #[must_use]
    pub fn verdicts(&self) -> Verdicts {
        self.verdicts.clone()
    }

    /// Takes the next problem.
    #[must_use]
    pub fn next(&mut self, parsed: ParsedProblem) -> Case {
        let author = match self.policy {
            Policy::Apart => Author::default(),
            Policy::Answer | Policy::Judge => parsed.author().0,
        };
        self.next_by(parsed, &author)
    }

    /// Takes the next problem, with the author's line and length.
    pub(super) fn next_by(&mut self, parsed: ParsedProblem, author: &Author) -> Case {
        let (mut place, mut duplicate) = (None, None);
        if self.policy != Policy::Apart {
            let identity = Identity::new(&parsed.problem, parsed.goal, author);
            match self.duplicates.add(&parsed.id, identity) {
                Ok(new) => place = new,
                Err(earlier) => duplicate = Some(earlier),
            }
        }
        if let (Policy::Judge, Some(duplicate)) = (self.policy, &mut duplicate) {
            duplicate.answer = None;
        }
        Case {
            parsed,
            place,
            duplicate,
            waits: false,
            similar: None,
        }
    }

    /// Keeps the answer of a problem that has a row already.
    pub(super) fn set(&self, case: &Case, verdict: Option<CachedVerdict>) {
        if let Some(place) = case.place {
            self.verdicts.lock().last.set(place, verdict);
        }
    }
}
