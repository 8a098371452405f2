//! The referee of a variant: a game in which some interpositions do not count.

use super::search::Search;
use crate::shogi::{Key, Move};
use crate::table::GameTable;

/// Decides which interpositions do not count.
pub trait Referee: Sync {
    /// Returns what can be said of the interposition `reply` without the other replies. The current
    /// position is a defender's turn, and the reply is not mated within `budget` plies. `None` if a
    /// limit stopped the search.
    fn at_first_sight(
        &self,
        search: &mut Search<'_, '_>,
        reply: Move,
        budget: u32,
    ) -> Option<InterpositionState>;

    /// Returns whether `reply` is futile at the current position, a defender's turn, if this
    /// [depends](InterpositionState::Depends) on the other replies. `reply` interposes on the
    /// `k`-th square from the king (from 1), and is not mated within `budget` plies from here. Every
    /// other reply that is not an interposition, or is one nearer to the king, is mated within
    /// `budget` or futile. `None` if a limit stopped the search.
    fn is_futile(
        &self,
        search: &mut Search<'_, '_>,
        reply: Move,
        k: u8,
        budget: u32,
    ) -> Option<bool>;

    /// Returns a key that tells apart the games of different referees.
    fn salt(&self) -> Key;
}

/// The state of an interposition for a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpositionState {
    /// The interposition is futile.
    Futile,
    /// The interposition counts, or some other reply is not mated within the budget either. In both
    /// cases the position is not mated.
    Effective,
    /// The decision depends on the lengths of the replies before it.
    Depends,
}

/// The additional data of a search in a variant.
pub struct Variant<'a> {
    /// Facts of the strict game.
    pub(crate) strict: GameTable<'a>,
    pub(crate) referee: &'a dyn Referee,
    /// The number of pieces out of the game.
    pub(crate) vanished: u32,
}
