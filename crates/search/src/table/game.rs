//! The table as one game uses it: facts about positions that hold on every path, and the numbers of
//! open questions.
//!
//! A mate with a smaller hand is also a mate with a larger one, and a failure with a larger hand is also
//! one with a smaller one. One look-up therefore considers all hands on the board. In some games hands
//! do not dominate each other.

use super::entry::{Entry, Visit};
use super::sharers::Sharer;
use super::slots::Table;
use crate::numbers::{Number, Plies, UNIT};
use crate::shogi::{Hand, Key};

/// The facts and numbers of a position in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    /// A mate within `len` with no more than `hand`.
    Proven { len: Plies, hand: Hand },
    /// No mate within `len`, even with `hand`; none within `bare` even if the defender never
    /// interposes.
    Disproven { len: Plies, bare: Plies, hand: Hand },
    /// The position was seen before and is not settled.
    Open {
        pn: Number,
        dn: Number,
        /// Whether the position was first seen nearer the root: the numbers may come from above
        /// (Kishimoto 2010).
        old: bool,
        /// Whether the conditional table may have a claim about the position.
        conditional: bool,
    },
    /// The position was never seen. Other hands on the same board suggest at least these numbers. If
    /// work is predicted (`effort`), only the prediction counts: using both took three percent more
    /// nodes.
    New { pn: Number, dn: Number },
}

impl Known {
    /// Returns the length and the hand of a proven mate.
    pub(crate) const fn mate(self) -> Option<(Plies, Hand)> {
        match self {
            Self::Proven { len, hand } => Some((len, hand)),
            Self::Disproven { .. } | Self::Open { .. } | Self::New { .. } => None,
        }
    }
}

/// The plies within which a mate is excluded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excluded {
    pub(crate) len: Plies,
    /// The plies for a defender who never interposes.
    pub(crate) bare: Plies,
}

/// The table as one game uses it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameTable<'t> {
    table: &'t Table,
    /// Whether facts about other hands on the same board are used.
    dominance: bool,
}

impl Table {
    /// Returns the table for a game with or without dominance of hands.
    pub(crate) const fn of_game(&self, dominance: bool) -> GameTable<'_> {
        GameTable {
            table: self,
            dominance,
        }
    }
}

impl<'t> GameTable<'t> {
    /// Registers threads that will share the table; each drops its [`Sharer`] when it is done.
    pub(crate) fn shared_by(&self, threads: usize) -> Vec<Sharer<'t>> {
        self.table.shared_by(threads)
    }

    /// Returns whether facts about other hands on the same board are used.
    pub(crate) const fn has_dominance(&self) -> bool {
        self.dominance
    }

    /// Returns the part of the whole table that is taken, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        self.table.fullness()
    }

    /// Waits while the table grows, if another thread has asked for room. A thread that shares the
    /// table calls this at every check of the limits.
    #[inline]
    pub(crate) fn wait_while_growing(&self) {
        self.table.wait_while_growing();
    }

    /// Prefetches the first cache line of a board.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        self.table.prefetch(key.first());
    }

    /// Looks up a position for the question "a mate within `budget`?".
    #[inline]
    pub(crate) fn look(&self, key: Key, hand: Hand, budget: Plies, depth: usize) -> Known {
        let window = self.table.window(key.first());
        self.look_in(window, |entry| entry.is_of(key), hand, budget, depth)
    }

    /// Looks up the ancestor of a conditional disproof. Only the first word of its key is
    /// kept. Such claims are few.
    pub(crate) fn look_up_ancestor(&self, first_word: u64, hand: Hand, budget: Plies) -> Known {
        let window = self.table.window(first_word);
        self.look_in(window, |entry| entry.key() == first_word, hand, budget, 0)
    }

    #[inline]
    fn look_in(
        &self,
        window: impl Iterator<Item = Entry>,
        is_of: impl Fn(Entry) -> bool,
        hand: Hand,
        budget: Plies,
        depth: usize,
    ) -> Known {
        let (mut pn, mut dn) = (0, 0);
        let mut exact = None;
        let mut mate: Option<(Plies, Known)> = None;
        let mut failure = None;
        for entry in window {
            if !is_of(entry) {
                continue;
            }
            let entry_hand = entry.hand();
            if entry_hand != hand && !self.dominance {
                continue;
            }
            if hand.dominates(entry_hand) {
                let len = entry.proven();
                if budget >= len
                    && len != Plies::UNLIMITED
                    && mate.is_none_or(|(shortest, _)| len < shortest)
                {
                    let hand = entry_hand;
                    mate = Some((len, Known::Proven { len, hand }));
                }
                dn = dn.max(entry.dn());
            }
            if entry_hand.dominates(hand) {
                let len = entry.disproven();
                if budget <= len {
                    let bare = entry.bare();
                    let known = Known::Disproven {
                        len,
                        bare,
                        hand: entry_hand,
                    };
                    if budget <= bare || !self.dominance {
                        return known;
                    }
                    // Another hand may be known to fail without interpositions.
                    failure = Some(known);
                }
                pn = pn.max(entry.pn());
                if entry_hand == hand {
                    exact = Some(entry);
                }
            }
        }
        if let Some(known) = failure {
            return known;
        }
        match (mate, exact) {
            (Some((_, known)), _) => known,
            (None, Some(entry)) => Known::Open {
                pn: entry.pn(),
                dn: entry.dn(),
                old: usize::from(entry.depth()) < depth,
                conditional: entry.is_conditional(),
            },
            (None, None) => Known::New { pn, dn },
        }
    }

    /// Stores the numbers of an open question. `conditional`: a claim about it was stored, too.
    pub(crate) fn store_open(
        &self,
        (key, hand): (Key, Hand),
        (pn, dn): (Number, Number),
        visit: Visit,
        conditional: bool,
    ) {
        self.table.update(key, hand, None, |entry| {
            entry.set_numbers(pn, dn);
            entry.note_visit(visit);
            if conditional {
                entry.set_conditional();
            }
        });
    }

    /// Stores the first numbers of a position, and the lengths that a first look excludes.
    pub(crate) fn store_first(
        &self,
        (key, hand): (Key, Hand),
        (pn, dn): (Number, Number),
        excluded: Excluded,
        visit: Visit,
    ) {
        self.table.update(key, hand, None, |entry| {
            entry.set_lengths(entry.proven(), entry.disproven().max(excluded.len));
            entry.set_bare(entry.bare().max(excluded.bare));
            entry.set_numbers(pn, dn);
            entry.note_visit(visit);
        });
    }

    /// Stores a proven mate within `len` that needs only `hand` of the attacker's pieces.
    pub(crate) fn store_proven(
        &self,
        (key, position_hand): (Key, Hand),
        len: Plies,
        hand: Hand,
        visit: Visit,
    ) {
        let hand = if self.dominance { hand } else { position_hand };
        self.table.update(key, hand, Some(position_hand), |entry| {
            if len < entry.proven() {
                entry.set_lengths(len, entry.disproven());
            }
            // The numbers of the longer question mislead the search for a shorter mate.
            entry.set_numbers(UNIT, UNIT);
            entry.note_visit(visit);
        });
    }

    /// Stores that mates within these lengths are excluded, even with `hand`.
    pub(crate) fn store_disproven(
        &self,
        (key, position_hand): (Key, Hand),
        excluded: Excluded,
        hand: Hand,
        visit: Visit,
    ) {
        let hand = if self.dominance { hand } else { position_hand };
        self.table.update(key, hand, Some(position_hand), |entry| {
            entry.set_lengths(entry.proven(), entry.disproven().max(excluded.len));
            entry.set_bare(entry.bare().max(excluded.bare));
            entry.set_numbers(UNIT, UNIT);
            entry.note_visit(visit);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;

    #[test]
    fn failures_hold_for_smaller_hands_only_with_dominance() {
        let table = Table::new(0);
        let (larger, smaller) = (
            Hand::EMPTY.with(PieceKind::Gold, 2),
            Hand::EMPTY.with(PieceKind::Gold, 1),
        );
        for (key, dominance) in [(1, true), (2, false)] {
            let game = table.of_game(dominance);
            let excluded = Excluded {
                len: Plies::new(7),
                bare: Plies::NONE,
            };
            game.store_disproven((Key::of(key), larger), excluded, larger, Visit::new(0, 1));
            let fails = |hand| {
                let known = game.look(Key::of(key), hand, Plies::new(5), 0);
                matches!(known, Known::Disproven { .. })
            };
            assert!(fails(larger), "{dominance}");
            assert_eq!(fails(smaller), dominance);
        }
    }
}
