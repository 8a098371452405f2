//! Who says which interpositions do not count, and what a game with such a referee consists of.

use crate::search::dfpn::Search;
use crate::search::table::Table;
use crate::shogi::Move;

/// Says which interpositions do not count.
pub(crate) trait Referee: Sync {
    /// How an interposition that is not mated within `budget` stands at the current position, a
    /// defender's turn, whatever the other replies come to. `None` when a limit stopped the search.
    fn at_first_sight(
        &self,
        search: &mut Search<'_, '_>,
        reply: Move,
        budget: u32,
    ) -> Option<InterpositionState>;

    /// Whether `reply` is void at the current position, a defender's turn, if that
    /// [depends](Standing::Depends). It is an interposition
    /// on the `nearest`-th square from the king (from 1); every reply that is none, and every
    /// interposition nearer to the king, is mated within `budget` plies from here or void; this
    /// one is not mated within them. `None` when a limit stopped the search.
    fn is_void(
        &self,
        search: &mut Search<'_, '_>,
        reply: Move,
        nearest: u8,
        budget: u32,
    ) -> Option<bool>;

    /// Tells what is known in this referee's game from what is known in another's.
    fn salt(&self) -> u64;
}

/// How an interposition stands in the face of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InterpositionState {
    /// It is void.
    Void,
    /// It counts, or some other reply is not mated within the budget either: in any case the
    /// position is not.
    Counts,
    /// It depends on the length of the replies before it.
    Depends,
}

/// What the search of such a game has besides that of the strict one.
pub(crate) struct Variant<'a> {
    /// Facts of the strict game.
    pub(in crate::search) strict: &'a Table,
    pub(in crate::search) referee: &'a dyn Referee,
    /// How many pieces are out of the game.
    pub(in crate::search) vanished: u32,
}
