//! Shortens the bound of a proven mate with the facts known by now.

use crate::dfpn::Search;
use crate::dfpn::dominance;
use crate::numbers::Plies;
use crate::shogi::{Color, Hand, Key};
use crate::table::Known;
use crate::table::entry::Visit;
use crate::tuning::{RELAX_LOOK_EVERY, RELAX_MOST, SHORT_MATE};
use rustc_hash::FxHashMap;

impl Search<'_, '_> {
    /// Shortens the bound of a proven mate as far as the facts in the table allow, without a
    /// search: every position of the proof gets the length that follows from its moves by now.
    /// Proofs are found piece by piece, so a first proof is often longer than necessary.
    pub(super) fn relax(&mut self) -> Option<u32> {
        let mut seen = FxHashMap::default();
        self.relaxed(&mut seen)?.0.finite()
    }

    /// Returns the bound and the proof hand of the current position. Only moves with shorter
    /// lengths are followed, so this cannot go round in circles. `None` if the table has lost the
    /// proof.
    fn relaxed(&mut self, seen: &mut Relaxed) -> Option<(Plies, Hand)> {
        let name = (self.key(), self.position.hand(Color::Black));
        if let Some(&found) = seen.get(&name) {
            return Some(found);
        }
        let (len, hand) = self.proof_of(name)?;
        let mut found = (len, hand);
        // If the search is stopped or time is up, it need not wait for the shortest bound.
        if seen.len().is_multiple_of(RELAX_LOOK_EVERY) {
            self.check_limits_now();
        }
        let goes_on = seen.len() < RELAX_MOST && !self.watch.hurries();
        if goes_on && len > SHORT_MATE {
            let better = if self.position.turn() == Color::Black {
                self.relaxed_attack(len, seen)
            } else {
                self.relaxed_defence(len, seen)
            };
            if let Some(better) = better.filter(|better| better.0 < len) {
                self.table
                    .store_proven(name, better.0, better.1, Visit::new(0, 1));
                found = better;
            }
        }
        seen.insert(name, found);
        Some(found)
    }

    fn proof_of(&self, name: (Key, Hand)) -> Option<(Plies, Hand)> {
        match self.table.look(name.0, name.1, Plies::UNLIMITED, 0) {
            Known::Proven { len, hand } => Some((len, hand)),
            _ => None,
        }
    }

    /// Follows the check whose mate is shortest by now.
    fn relaxed_attack(&mut self, len: Plies, seen: &mut Relaxed) -> Option<(Plies, Hand)> {
        let checks = self.position.checks();
        let known = checks
            .into_iter()
            .filter_map(|mv| match self.known_after(mv, len.less(1)) {
                Known::Proven { len, .. } => Some((len, mv)),
                _ => None,
            });
        let (_, mv) = known.min_by_key(|&(len, _)| len)?;
        let undo = self.position.make(mv);
        let after = self.relaxed(seen);
        self.position.unmake(mv, undo);
        let (len, hand) = after?;
        Some((
            len.plus_one(),
            dominance::proof_before(self.position, mv, hand),
        ))
    }

    /// Follows all replies. If the table has lost the fact that one of them is mated sooner than
    /// `most`, nothing is gained.
    fn relaxed_defence(&mut self, most: Plies, seen: &mut Relaxed) -> Option<(Plies, Hand)> {
        let (mut len, mut hand) = (Plies::ZERO, Hand::EMPTY);
        for mv in self.position.evasions() {
            let Known::Proven { .. } = self.known_after(mv, most.less(1)) else {
                return None;
            };
            let undo = self.position.make(mv);
            let after = self.relaxed(seen);
            self.position.unmake(mv, undo);
            let after = after?;
            len = len.max(after.0.plus_one());
            hand = hand.max(after.1);
        }
        Some((len, dominance::proof_at_defence(self.position, hand)))
    }
}

/// The results of a pass of [`Search::relax`], by position.
type Relaxed = FxHashMap<(Key, Hand), (Plies, Hand)>;
