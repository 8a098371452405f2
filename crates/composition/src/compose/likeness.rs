//! The likeness of two problems, and the set of problems that a run has told.

use crate::course::Course;
use crate::idea::Idea;
use crate::shogi::{Move, Position};
use rustc_hash::FxHashSet;

/// The idea and the course of a problem, by which it is compared with others. The idea looks at
/// squares, the course at kinds of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Likeness {
    /// The idea.
    pub idea: Idea,
    /// The course of the line.
    pub course: Course,
}

impl Likeness {
    /// Returns the likeness of a problem with this line. Black attacks in it.
    #[must_use]
    pub fn new(start: &Position, line: &[Move]) -> Self {
        Self {
            idea: Idea::new(start, line),
            course: Course::new(start, line),
        }
    }

    /// Returns whether two problems of an attempt are too much alike for both to be told. Such
    /// problems mate alike, go the same course, or have half of their moves to the same squares.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        let moves = self.idea.moves().min(other.idea.moves());
        self.course == other.course
            || self.idea.mates_like(&other.idea)
            || 2 * self.idea.moves_in_common(&other.idea) >= moves
    }
}

/// The set of problems that a run has told, by idea and course.
#[derive(Clone, Debug, Default)]
pub struct Ideas {
    /// Whether the run makes only a share of the attempts.
    is_share: bool,
    known: FxHashSet<Idea>,
    courses: FxHashSet<Course>,
    /// The problems of a share. A new one is left out if both its idea and its course are those of
    /// one here.
    told: FxHashSet<Likeness>,
}

impl Ideas {
    /// Makes an empty set for a run that makes only a share of the attempts.
    ///
    /// The rows of the other shares decide which of two problems is told. So a share leaves out
    /// only a problem that has both the idea and the course of an earlier one. The rest is left out
    /// when the shares are joined.
    #[must_use]
    pub fn of_share() -> Self {
        Self {
            is_share: true,
            ..Self::default()
        }
    }

    /// Adds a problem if it is new, and returns whether it is. A problem is new if no problem in
    /// the set has its idea or its course.
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
