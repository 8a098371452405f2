//! What makes two problems alike, and the ones that a run has told.

use crate::composition::course::Course;
use crate::composition::idea::Idea;
use crate::shogi::{Move, Position};
use rustc_hash::FxHashSet;

/// What a problem has in common with others: the idea, which looks at squares, and the course, which looks
/// at kinds of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Likeness {
    /// The idea.
    pub idea: Idea,
    /// The course of the line.
    pub course: Course,
}

impl Likeness {
    /// Returns that of a problem in which Black attacks, and its line.
    #[must_use]
    pub fn new(start: &Position, line: &[Move]) -> Self {
        Self {
            idea: Idea::new(start, line),
            course: Course::new(start, line),
        }
    }

    /// Returns whether two problems of an attempt are too much alike to be told both: they mate alike, go the same
    /// course, or half of the moves go to the same squares.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        let moves = self.idea.moves().min(other.idea.moves());
        self.course == other.course
            || self.idea.mates_like(&other.idea)
            || 2 * self.idea.moves_in_common(&other.idea) >= moves
    }
}

/// The problems that a run has told, by what they have in common with others.
#[derive(Clone, Debug, Default)]
pub struct Ideas {
    /// Whether only a share of the attempts is made here.
    is_share: bool,
    known: FxHashSet<Idea>,
    courses: FxHashSet<Course>,
    /// The problems of a share.
    told: FxHashSet<Likeness>,
}

impl Ideas {
    /// Makes an empty set for a run that makes only a share of the attempts.
    ///
    /// The other shares decide which of two problems is told. So a share leaves out only problems that
    /// have both the idea and the course of another. Whoever joins the shares leaves out the rest.
    #[must_use]
    pub fn of_share() -> Self {
        Self {
            is_share: true,
            ..Self::default()
        }
    }

    /// Adds a problem if it is new: no problem in the set has its idea, or goes its course. Returns whether it is.
    pub fn insert(&mut self, problem: Likeness) -> bool {
        if self.is_share {
            return self.told.insert(problem);
        }
        let is_new = !self.known.contains(&problem.idea) && !self.courses.contains(&problem.course);
        if is_new {
            self.known.insert(problem.idea);
            self.courses.insert(problem.course);
        }
        is_new
    }
}

impl Extend<Likeness> for Ideas {
    fn extend<I: IntoIterator<Item = Likeness>>(&mut self, problems: I) {
        for problem in problems {
            self.insert(problem);
        }
    }
}
