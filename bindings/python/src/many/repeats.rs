//! Problems with the same position as an earlier one, answered as `tsume validate` does.

use crate::problem::Problem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use tsume::batch::duplicates::{Answer, CachedVerdict, CachedVerdicts};
use tsume::batch::duplicates::{Duplicate, Duplicates, Identity};
use tsume::judge::Settings;
use tsume::report::Row;

/// The treatment of duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Gives them the answer to the earlier problem.
    Answer,
    /// Judges them like the others, and notes the earlier problem.
    Judge,
    /// Looks for none: each row is about its problem alone, whatever comes before it.
    Apart,
}

impl Policy {
    /// Returns the policy of this name.
    pub fn named(name: &str) -> PyResult<Self> {
        match name {
            "answer" => Ok(Self::Answer),
            "judge" => Ok(Self::Judge),
            "apart" => Ok(Self::Apart),
            other => Err(PyValueError::new_err(format!(
                "duplicates are answer, judge or apart, not {other:?}"
            ))),
        }
    }
}

/// The next step with a problem.
pub enum Step {
    /// It is to be judged.
    Judge,
    /// It has the answer to an earlier problem.
    Answered(Box<Row>),
    /// It waits for the answer to an earlier problem.
    Wait,
}

/// A problem that waits for the answer to an earlier one.
struct Waiting {
    number: usize,
    problem: Problem,
    again: Duplicate,
}

/// The problems so far, with their answers. Each takes one to two hundred bytes.
pub struct Repeats {
    duplicates: Duplicates,
    verdicts: CachedVerdicts,
    policy: Policy,
    rules: String,
    limits: String,
    /// The places for the answers to problems being judged, by number.
    places: HashMap<usize, usize>,
    /// The duplicates being judged, by number.
    judged_again: HashMap<usize, Duplicate>,
    /// The problems that wait, by the place of the answer.
    waiting: HashMap<usize, Vec<Waiting>>,
}

impl Repeats {
    pub fn new(settings: &Settings, policy: Policy) -> Self {
        Self {
            duplicates: Duplicates::new(),
            verdicts: CachedVerdicts::default(),
            policy,
            rules: settings.rules(),
            limits: settings.limits_in_words(),
            places: HashMap::new(),
            judged_again: HashMap::new(),
            waiting: HashMap::new(),
        }
    }

    /// Takes the next problem.
    pub fn take(&mut self, number: usize, problem: &Problem) -> Step {
        if self.policy == Policy::Apart {
            return Step::Judge;
        }
        let parsed = problem.0.parsed();
        let (author, _) = parsed.author();
        let identity = Identity::new(&parsed.problem, parsed.goal, &author);
        match self.duplicates.look(&parsed.id, identity) {
            Ok(place) => {
                self.places.extend(place.map(|it| (number, it)));
                Step::Judge
            }
            Err(again) => {
                let problem = problem.clone();
                self.repeat(Waiting {
                    number,
                    problem,
                    again,
                })
            }
        }
    }

    /// Takes a row that was judged. Returns the problems that have waited for it, with their
    /// numbers; for each, [`Repeats::take`] would say so.
    pub fn judged(&mut self, number: usize, row: &mut Row) -> Vec<(usize, Problem, Step)> {
        if let Some(again) = self.judged_again.remove(&number) {
            again.note(row);
        }
        let Some(place) = self.places.remove(&number) else {
            return Vec::new();
        };
        self.verdicts.set(place, CachedVerdict::of(row));
        let waiting = self.waiting.remove(&place).unwrap_or_default();
        let steps = waiting.into_iter();
        steps
            .map(|it| (it.number, it.problem.clone(), self.repeat(it)))
            .collect()
    }

    fn repeat(&mut self, it: Waiting) -> Step {
        let place = it.again.answer.filter(|_| self.policy == Policy::Answer);
        match place.map(|place| (place, self.verdicts.get(place))) {
            Some((_, Answer::Said(verdict))) => {
                let parsed = it.problem.0.parsed();
                let (row, _) = it.again.row(&parsed, verdict, &self.rules, &self.limits);
                Step::Answered(Box::new(row))
            }
            Some((place, Answer::Open)) => {
                self.waiting.entry(place).or_default().push(it);
                Step::Wait
            }
            // Another claim of the author may have another verdict.
            None | Some((_, Answer::Nothing)) => {
                self.judged_again.insert(it.number, it.again);
                Step::Judge
            }
        }
    }
}
