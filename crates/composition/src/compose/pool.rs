//! The sound problems of one attempt.

use super::change::Random;
use super::constraints::Constraints;
use super::likeness::Likeness;
use crate::attributes::Attribute;
use crate::rating::Rating;
use crate::shogi::{Move, Setup, Square};

/// A problem that the search for problems found to be sound.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The diagram, with Black attacking.
    pub setup: Setup,
    /// The main line.
    pub line: Vec<Move>,
    /// Its likeness for a solver.
    pub likeness: Likeness,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The rating.
    pub rating: Rating,
}

impl Composed {
    /// Returns the length in plies.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.line.len() as u32
    }

    /// Returns whether a move of the line begins or ends on this square.
    pub(super) fn plays_on(&self, square: Square) -> bool {
        let plays = |mv: &Move| mv.from() == Some(square) || mv.to() == square;
        self.line.iter().any(plays)
    }

    /// Returns whether the first move captures a piece of a kind that is dropped later.
    pub(super) fn fetches_a_piece(&self) -> bool {
        let first = self
            .line
            .first()
            .and_then(|it| self.setup.piece_at(it.to()));
        let kind = first.map(|it| it.kind().unpromote());
        let mut own = self.line.iter().step_by(2);
        kind.is_some() && own.any(|it| it.dropped() == kind)
    }

    /// Returns the worth: see [`Self::worth_of`].
    pub(super) const fn worth(&self) -> u32 {
        Self::worth_of(&self.rating)
    }

    /// Returns the worth of a problem with this rating, by which the best ones are chosen: twice
    /// the aesthetics, and the difficulty.
    #[must_use]
    pub const fn worth_of(rating: &Rating) -> u32 {
        2 * rating.aesthetics.points + rating.difficulty.points
    }
}

/// The sound problems of one attempt, one for each line.
#[derive(Default)]
pub(super) struct Pool(pub(super) Vec<Composed>);

impl Pool {
    /// Takes a problem, unless the pool has one worth as much whose moves do the same. A lesser one
    /// is replaced. Returns whether the problem was taken.
    pub(super) fn take(&mut self, new: Composed) -> bool {
        let Some(known) = self
            .0
            .iter_mut()
            .find(|it| it.likeness.has_line_of(&new.likeness))
        else {
            self.0.push(new);
            return true;
        };
        let is_better = new.worth() > known.worth();
        if is_better {
            *known = new;
        }
        is_better
    }

    /// Returns a random problem. `None` if there is none.
    pub(super) fn any(&self, random: &mut Random) -> Option<&Composed> {
        self.0.get(random.below(self.0.len() as u32) as usize)
    }

    /// Returns the problem that the next step changes: the fittest of [`DRAWN`] random ones. Worth,
    /// wanted themes, and length up to the goal make a problem fit.
    pub(super) fn parent(
        &self,
        random: &mut Random,
        goal: u32,
        constraints: &Constraints,
    ) -> Option<&Composed> {
        let fitness = |it: &Composed| {
            let themes = constraints.themes_of(&it.attributes);
            60 * it.plies().min(goal) + 60 * themes + it.worth()
        };
        let drawn = (0..DRAWN).filter_map(|_| self.any(random));
        drawn.max_by_key(|it| fitness(it))
    }
}

/// The number of problems that are drawn, of which the fittest is changed next.
const DRAWN: u32 = 4;
