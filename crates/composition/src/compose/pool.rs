//! The sound problems of one attempt.

use super::composed::Composed;
use super::constraints::Constraints;
use super::random::Random;

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

/// The number of problems that are drawn. The fittest of them is changed next.
const DRAWN: u32 = 4;
