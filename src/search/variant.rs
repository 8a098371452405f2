//! Searching a game in which some interpositions do not count.
//!
//! Which ones is for a [`Referee`] to say; the search only knows how to ask. An interposition that
//! escapes is put before the referee, and left out if it is void. Where that depends on how long the
//! replies before it last, it waits until all other replies have lost; then those that wait are
//! decided from the king outward. The referee may search in turn: every question is a search of its own, from an empty path,
//! so that its answer is a fact.
//!
//! In such a game dominance of hands is not proven, and pieces may be out of the game altogether:
//! positions are told apart by both hands. Three things carry over from the strict game: a mate
//! within some length is one here as well, for the defender has fewer replies; what the defender
//! refutes without ever interposing he refutes here as well, whatever he holds; and where the full
//! set is in play, what is no mate at any length is none here.

use super::answer::StopReason;
pub(crate) use super::dfpn::Search;
use super::entry::Visit;
use super::estimate::distance;
use super::expansion::{Child, Value};
use super::numbers::Plies;
use super::path::Heads;
use super::table::{Known, Table};
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::king_scan::KingScan;
use crate::shogi::{Color, Hand, Move, PieceKind, Position, Square};

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
    pub(super) strict: &'a Table,
    pub(super) referee: &'a dyn Referee,
    /// How many pieces are out of the game.
    pub(super) vanished: u32,
}

/// Whether there is a mate within some number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    /// There is: one of so many plies, or of fewer.
    Mate(u32),
    /// There is none.
    No,
}

impl Within {
    fn of(proven: Plies) -> Self {
        proven.finite().map_or(Self::No, Self::Mate)
    }

    /// Whether there is none.
    pub(crate) fn is_no(self) -> bool {
        self == Self::No
    }
}

/// An interposition that counts for nothing: lost, and no ply long.
const VOID: Value = Value::Proven {
    len: Plies::NONE,
    hand: Hand::EMPTY,
    strict: false,
};

/// What tells positions apart that differ in the defender's hand only.
#[inline]
pub(super) fn salt(defender: Hand) -> u64 {
    let mixed = u64::from(defender.bits() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The key of a position in a game with this salt, one in which some interpositions do not count or not.
#[inline]
pub(super) fn key(position: &Position, game: u64, is_variant: bool) -> u64 {
    let key = position.key() ^ game;
    if is_variant {
        key ^ salt(position.hand(Color::White))
    } else {
        key
    }
}

/// The king of the side to move, and the squares between it and the one slider that checks it from a
/// distance: none for any other check.
fn between(position: &Position) -> Option<(Square, Bitboard)> {
    let king = position.king(position.turn())?;
    let scan = KingScan::new(position, position.turn(), king, position.occupied());
    let checker = scan.checkers.first().filter(|_| !scan.checkers.is_many())?;
    Some((king, bitboard::between(king, checker)))
}

/// The squares between the king of the side to move and the one slider that checks it from a
/// distance, nearest first. Empty for any other check.
pub(crate) fn squares_between(position: &Position) -> Vec<Square> {
    let Some((king, squares)) = between(position) else {
        return Vec::new();
    };
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_by_key(|&square| distance(king, square));
    squares
}

impl Search<'_, '_> {
    /// The key of the current position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        key(self.position, self.salt, self.variant.is_some())
    }

    /// Sorts the replies: those that are no interpositions first, then the interpositions from the
    /// king outward.
    pub(super) fn mark_interpositions(&mut self, base: usize) {
        let Some((king, squares)) = between(self.position) else {
            return;
        };
        if squares.is_empty() {
            return;
        }
        for child in &mut self.children[base..] {
            let (from, to) = (child.mv.from(), child.mv.to());
            if from != Some(king) && squares.has(to) {
                // They lie on one line: the distance numbers them.
                child.between = distance(king, to) as u8;
            }
        }
        self.children[base..].sort_by_key(|child| child.between);
    }

    /// Puts an interposition that escapes before the referee. One whose standing depends on other
    /// replies is set aside until they have lost.
    pub(super) fn judge(&mut self, at: usize, budget: Plies) {
        let Child {
            mv, phi, between, ..
        } = self.children[at];
        if phi != 0 || between == 0 {
            return;
        }
        let (Some(variant), Some(plies)) = (&self.variant, budget.finite()) else {
            return;
        };
        let referee = variant.referee;
        match referee.at_first_sight(self, mv, plies) {
            Some(InterpositionState::Void) => self.children[at].set::<false>(VOID),
            Some(InterpositionState::Counts) => {
                // Shown in the face of this budget, and of no larger one.
                let child = &mut self.children[at];
                child.len = child.len.min(budget.less(1));
            }
            Some(InterpositionState::Depends) => {
                self.children[at].hidden = true;
                self.children[at].pending = true;
            }
            None => self.children[at].set::<false>(Value::Open { pn: 1, dn: 1 }),
        }
    }

    /// Decides on interpositions that were set aside, nearest to the king first, once all other
    /// replies have lost.
    pub(super) fn decide_pending(&mut self, base: usize, budget: Plies) {
        loop {
            let children = &self.children[base..];
            if children
                .iter()
                .any(|child| !child.hidden && child.delta > 0)
            {
                return;
            }
            let Some(next) = children.iter().position(|child| child.pending) else {
                return;
            };
            let at = base + next;
            let (Some(variant), Some(plies)) = (&self.variant, budget.finite()) else {
                return;
            };
            let Child { mv, between, .. } = self.children[at];
            let referee = variant.referee;
            let void = referee.is_void(self, mv, between, plies);
            let child = &mut self.children[at];
            (child.hidden, child.pending) = (false, false);
            match void {
                Some(true) => {
                    child.set::<false>(VOID);
                    self.show_next::<false>(base, at, budget);
                }
                Some(false) => {}
                None => child.set::<false>(Value::Open { pn: 1, dn: 1 }),
            }
        }
    }

    /// What the strict game says of the position with this board key.
    pub(super) fn strict_fact(&self, key: u64, hand: Hand, budget: Plies) -> Option<Value> {
        let variant = self.variant.as_ref()?;
        match variant.strict.look(key, hand, budget, 0) {
            Known::Proven { len, hand } => Some(Value::Proven {
                len,
                hand,
                strict: variant.vanished == 0,
            }),
            Known::Disproven { len, bare, hand } => {
                let len = if len == Plies::UNLIMITED && variant.vanished == 0 {
                    len
                } else {
                    bare
                };
                (budget <= len).then_some(Value::Disproven {
                    len,
                    bare,
                    hand,
                    heads: Heads::NONE,
                })
            }
            _ => None,
        }
    }

    /// Whether no piece is out of the game.
    pub(super) fn is_whole(&self) -> bool {
        self.variant
            .as_ref()
            .is_none_or(|variant| variant.vanished == 0)
    }

    /// The table of the strict game.
    pub(super) fn strict_table(&self) -> &Table {
        match &self.variant {
            Some(variant) => variant.strict,
            None => self.table,
        }
    }

    /// Stores what holds in the strict game as well with its facts, where dominance makes more of
    /// it: a mate for which no reply was set aside, and a failure without interpositions.
    pub(super) fn store_for_all(&mut self, value: Value, visit: Visit) -> bool {
        let Some(variant) = &mut self.variant else {
            return false;
        };
        let position = (self.position.key(), self.position.hand(Color::Black));
        match value {
            Value::Proven {
                len,
                hand,
                strict: true,
            } if variant.vanished == 0 => {
                variant.strict.store_proven(position, len, hand, visit);
                true
            }
            Value::Disproven {
                len,
                bare,
                hand,
                heads,
            } if bare >= len && heads.is_none() => {
                variant
                    .strict
                    .store_disproven(position, (bare, bare), hand, visit);
                true
            }
            _ => false,
        }
    }

    /// The current position.
    pub(crate) fn position(&self) -> &Position {
        self.position
    }

    /// Makes a move, does something, takes it back.
    pub(crate) fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.stats.nodes += 1;
        let undo = self.position.make(mv);
        let result = ask(self);
        self.position.unmake(mv, undo);
        result
    }

    /// Makes these moves one after another, does something, takes them back.
    pub(crate) fn along<T>(&mut self, line: &[Move], ask: impl FnOnce(&mut Self) -> T) -> T {
        self.stats.nodes += line.len() as u64;
        let undos: Vec<_> = line.iter().map(|&mv| self.position.make(mv)).collect();
        let result = ask(self);
        for (&mv, undo) in line.iter().zip(undos).rev() {
            self.position.unmake(mv, undo);
        }
        result
    }

    /// Takes a piece of the attacker's hand out of the game while something is done.
    pub(crate) fn without<T>(&mut self, kind: PieceKind, ask: impl FnOnce(&mut Self) -> T) -> T {
        let hand = self.position.hand(Color::Black);
        self.position.set_hand(Color::Black, hand.remove(kind));
        self.note_vanished(1);
        let result = ask(self);
        self.note_vanished(-1);
        self.position.set_hand(Color::Black, hand);
        result
    }

    fn note_vanished(&mut self, change: i32) {
        if let Some(variant) = &mut self.variant {
            variant.vanished = variant.vanished.wrapping_add_signed(change);
        }
    }

    /// Whether there is a mate within so many plies from the current position. `None` when a limit
    /// stopped the search.
    pub(crate) fn mate_within(&mut self, plies: u32) -> Option<Within> {
        self.within(Plies::new(plies))
    }

    /// The same, if it need not be searched.
    pub(crate) fn known_within(&self, plies: u32) -> Option<Within> {
        self.known(Plies::new(plies))
    }

    fn known(&self, budget: Plies) -> Option<Within> {
        let hand = self.position.hand(Color::Black);
        match self.table.look(self.key(), hand, budget, 0) {
            Known::Proven { len, .. } => return Some(Within::of(len)),
            Known::Disproven { .. } => return Some(Within::No),
            Known::Open { .. } | Known::New { .. } => {}
        }
        match self.strict_fact(self.position.key(), hand, budget) {
            Some(Value::Proven { len, .. }) => Some(Within::of(len)),
            Some(Value::Disproven { .. }) => Some(Within::No),
            _ => None,
        }
    }

    /// A mate of the strict game within so many plies from the current position, if one is known:
    /// its length, and the hand that is enough for it.
    pub(crate) fn known_strict_mate(&self, plies: u32) -> Option<(u32, Hand)> {
        let hand = self.position.hand(Color::Black);
        match self.strict_fact(self.position.key(), hand, Plies::new(plies))? {
            Value::Proven { len, hand, .. } => Some((len.finite()?, hand)),
            _ => None,
        }
    }

    /// Goes to another position of the game, from which so many pieces have vanished, does
    /// something, and comes back.
    pub(crate) fn at<T>(
        &mut self,
        position: &Position,
        vanished: u32,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let here = std::mem::replace(self.position, position.clone());
        self.note_vanished(vanished.cast_signed());
        let result = ask(self);
        self.note_vanished(-vanished.cast_signed());
        *self.position = here;
        result
    }

    /// The limit that was hit.
    pub(crate) fn stop_reason(&mut self) -> Option<StopReason> {
        self.is_over();
        self.watch.reason()
    }

    fn within(&mut self, budget: Plies) -> Option<Within> {
        if let Some(known) = self.known(budget) {
            return Some(known);
        }
        // A search that is settled at first sight does not look at the limits.
        if self.is_over() {
            return None;
        }
        match self.run(budget) {
            Value::Proven { len, .. } => Some(Within::of(len)),
            Value::Disproven { .. } => Some(Within::No),
            Value::Open { .. } => None,
        }
    }

    /// Whether there is a mate of any length from the current position. `None` when a limit stopped
    /// the search.
    pub(crate) fn any_mate(&mut self) -> Option<Within> {
        self.within(Plies::UNLIMITED)
    }

    /// Whether a limit has been hit.
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.is_over()
    }

    /// The shortest length of a mate that is known to take at most so many plies. `None` when a
    /// limit stopped the search.
    pub(crate) fn shortest_mate(&mut self, at_most: u32) -> Option<u32> {
        let Within::Mate(mut plies) = self.mate_within(at_most)? else {
            return None;
        };
        while plies >= 2
            && let Within::Mate(shorter) = self.mate_within(plies - 2)?
        {
            plies = shorter;
        }
        Some(plies)
    }
}
