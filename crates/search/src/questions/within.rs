//! Asks whether there is a mate within a number of plies, here or after some moves. Referees and judges
//! of compositions do so.

use crate::answer::StopReason;
use crate::dfpn::Search;
use crate::dfpn::child::Value;
use crate::numbers::Plies;
use crate::shogi::{Color, Hand, Move, PieceKind, Position};
use crate::table::Known;

/// The answer to "is there a mate within so many plies?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// There is a mate within this number of plies.
    Mate(u32),
    /// There is no mate within the plies asked about.
    No,
}

impl Within {
    fn of(proven: Plies) -> Self {
        proven.finite().map_or(Self::No, Self::Mate)
    }

    /// Returns whether the answer is that there is no mate.
    #[must_use]
    pub fn is_no(self) -> bool {
        self == Self::No
    }
}

impl Search<'_, '_> {
    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.position
    }

    /// Makes a move, calls a function, and unmakes the move.
    pub fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.stats.nodes += 1;
        let undo = self.position.make(mv);
        let result = ask(self);
        self.position.unmake(mv, undo);
        result
    }

    /// Makes these moves one after another, calls a function, and unmakes them.
    pub fn after_line<T>(&mut self, line: &[Move], ask: impl FnOnce(&mut Self) -> T) -> T {
        self.stats.nodes += line.len() as u64;
        let undos: Vec<_> = line.iter().map(|&mv| self.position.make(mv)).collect();
        let result = ask(self);
        for (&mv, undo) in line.iter().zip(undos).rev() {
            self.position.unmake(mv, undo);
        }
        result
    }

    /// Takes a piece of the attacker's hand out of the game while a function is called.
    pub fn without_piece<T>(&mut self, kind: PieceKind, ask: impl FnOnce(&mut Self) -> T) -> T {
        let hand = self.position.hand(Color::Black);
        self.position.set_hand(Color::Black, hand.remove(kind));
        self.change_vanished(1);
        let result = ask(self);
        self.change_vanished(-1);
        self.position.set_hand(Color::Black, hand);
        result
    }

    /// Changes the number of pieces out of the game, in a game that counts them.
    fn change_vanished(&mut self, change: i32) {
        if let Some(variant) = &mut self.variant {
            variant.vanished = variant.vanished.wrapping_add_signed(change);
        }
    }

    /// Returns whether there is a mate within `plies` from the current position. `None` if a limit
    /// stopped the search.
    pub fn mate_within(&mut self, plies: u32) -> Option<Within> {
        self.within(Plies::new(plies))
    }

    /// Returns whether there is a mate within `plies`, if this is known without a search.
    #[must_use]
    pub fn known_within(&self, plies: u32) -> Option<Within> {
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
            Some(Value::Open { .. }) | None => None,
        }
    }

    /// Returns whether a search found no mate within `plies` from the current position, even if only
    /// on some condition about the path.
    #[must_use]
    pub fn suggests_no_mate(&self, plies: u32) -> bool {
        let (hand, budget) = (self.position.hand(Color::Black), Plies::new(plies));
        (self.parts.conditional).suggests(self.key().first(), hand, budget)
    }

    /// Stores the claim, on a condition, that there is no mate within `plies` from the current position.
    /// Only for tests: the claim may be wrong.
    #[doc(hidden)]
    pub fn suggest_no_mate(&mut self, plies: u32) {
        use crate::repetition::claims::Claim;
        use crate::repetition::condition::Condition;

        let (key, hand) = (self.key().first(), self.position.hand(Color::Black));
        let claim = Claim {
            len: Plies::new(plies),
            bare: Plies::NONE,
            condition: Condition::one(0),
        };
        self.path.push(1, hand);
        (self.parts.conditional).store(key, hand, claim, &self.path);
        self.path.pop();
    }

    /// Returns a known mate of the strict game within `plies` from the current position: its
    /// length, and a sufficient hand.
    #[must_use]
    pub fn known_strict_mate(&self, plies: u32) -> Option<(u32, Hand)> {
        let hand = self.position.hand(Color::Black);
        match self.strict_fact(self.position.key(), hand, Plies::new(plies))? {
            Value::Proven { len, hand, .. } => Some((len.finite()?, hand)),
            Value::Disproven { .. } | Value::Open { .. } => None,
        }
    }

    /// Calls a function at another position, in which `vanished` pieces of the problem are missing.
    pub fn at_position<T>(
        &mut self,
        position: &Position,
        vanished: u32,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let here = std::mem::replace(self.position, position.clone());
        self.change_vanished(vanished.cast_signed());
        let result = ask(self);
        self.change_vanished(-vanished.cast_signed());
        *self.position = here;
        result
    }

    /// Returns the limit that was reached.
    pub fn stop_reason(&mut self) -> Option<StopReason> {
        self.is_over();
        self.watch.reason()
    }

    fn within(&mut self, budget: Plies) -> Option<Within> {
        if let Some(known) = self.known(budget) {
            return Some(known);
        }
        self.search_within(budget)
    }

    /// Answers like [`Search::mate_within`], but searches even if the answer is known, so that the tables
    /// also have the answers about the positions after the moves.
    pub fn search_again(&mut self, plies: u32) -> Option<Within> {
        self.search_within(Plies::new(plies))
    }

    fn search_within(&mut self, budget: Plies) -> Option<Within> {
        // A search that is settled at first sight does not check the limits.
        if self.is_over() {
            return None;
        }
        match self.run(budget) {
            Value::Proven { len, .. } => Some(Within::of(len)),
            Value::Disproven { .. } => Some(Within::No),
            Value::Open { .. } => None,
        }
    }

    /// Returns whether there is a mate of any length from the current position. `None` if a limit
    /// stopped the search.
    pub fn any_mate(&mut self) -> Option<Within> {
        self.within(Plies::UNLIMITED)
    }

    /// Returns whether a limit was reached.
    pub fn is_stopped(&mut self) -> bool {
        self.is_over()
    }

    /// Returns the shortest length of the mate within `at_most` plies. `None` if there is none, or if
    /// a limit stopped the search.
    pub fn shortest_mate(&mut self, at_most: u32) -> Option<u32> {
        let Within::Mate(mut plies) = self.mate_within(at_most)? else {
            return None;
        };
        while plies >= 2
            && let Within::Mate(shorter) =
                self.expecting_no_mate(|search| search.mate_within(plies - 2))?
        {
            plies = shorter;
        }
        Some(plies)
    }
}
