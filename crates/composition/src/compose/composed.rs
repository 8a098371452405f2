//! A problem that the program composed.

use super::likeness::Likeness;
use crate::attributes::Attribute;
use crate::rating::score::Rating;
use crate::shogi::{Move, Position, Setup};

/// A problem that the search for problems found to be sound.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The diagram, with Black attacking.
    pub setup: Setup,
    /// The main line.
    pub line: Vec<Move>,
    /// Whether another last move mates, too (最終手余詰).
    pub has_last_move_dual: bool,
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

    /// Returns whether the attacker gives a piece away for good in the line.
    pub(super) fn gives_a_piece(&self) -> bool {
        gives_a_piece(&self.setup, &self.line)
    }

    /// Returns whether one piece gives three checks in a row: it chases the king.
    pub(super) fn chases(&self) -> bool {
        let own: Vec<&Move> = self.line.iter().step_by(2).collect();
        let goes_on = |pair: &[&Move]| pair[1].from() == Some(pair[0].to());
        own.windows(3).any(|three| three.windows(2).all(goes_on))
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

/// Returns whether the attacker gives a piece away for good in a line: he moves or drops it without a
/// capture, the defender takes it at once, and the attacker does not take back.
#[must_use]
pub fn gives_a_piece(setup: &Setup, line: &[Move]) -> bool {
    let mut position = Position::new(setup);
    let mut is_capture = |mv: &Move| {
        let captures = position.piece_at(mv.to()).is_some();
        position.make(*mv);
        captures
    };
    let captures: Vec<bool> = line.iter().map(&mut is_capture).collect();
    (0..line.len()).step_by(2).any(|at| {
        let is_on_its_square =
            |reply: usize| line.get(reply).is_some_and(|it| it.to() == line[at].to());
        !captures[at] && is_on_its_square(at + 1) && !is_on_its_square(at + 2)
    })
}
