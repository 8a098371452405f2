//! Shortens the bound of a proven mate by facts in the table, without a search.

use crate::dfpn::Search;
use crate::dfpn::dominance;
use crate::numbers::Plies;
use crate::shogi::{Color, Hand, Key};

use crate::table::entry::Visit;
use crate::tuning::{RELAXED_PER_CLOCK_CHECK, RELAXED_POSITIONS_MAX, SHORT_MATE};
use rustc_hash::FxHashMap;

impl Search<'_, '_> {
    /// Returns the shortest bound of the proven mate that the facts in the table give, in plies. Every
    /// position of the proof gets the length that follows from the present lengths of its moves. Proofs
    /// are found piece by piece, so a first proof is often longer than necessary. `None` if the table
    /// has lost the proof.
    pub(super) fn relax(&mut self) -> Option<u32> {
        let mut seen = FxHashMap::default();
        let (len, _) = self.relax_here(&mut seen)?;
        len.finite()
    }

    /// Returns the bound and the proof hand of the current position. Only moves with shorter
    /// lengths are followed, so this cannot go round in circles. `None` if the table has lost the
    /// proof.
    fn relax_here(&mut self, seen: &mut Relaxed) -> Option<(Plies, Hand)> {
        let position = (self.key(), self.position.hand(Color::Black));
        if let Some(&proof) = seen.get(&position) {
            return Some(proof);
        }
        let (key, hand) = position;
        let mut proof = self.table.look(key, hand, Plies::UNLIMITED, 0).mate()?;
        let (len, _) = proof;
        // If time is up or the search is interrupted, the bound stays longer than it could be.
        if seen.len().is_multiple_of(RELAXED_PER_CLOCK_CHECK) {
            self.check_limits_now();
        }
        let goes_on = seen.len() < RELAXED_POSITIONS_MAX && !self.watch.is_urgent();
        if goes_on && len > SHORT_MATE {
            let relaxed = if self.position.turn() == Color::Black {
                self.relax_attack(len, seen)
            } else {
                self.relax_defence(len, seen)
            };
            if let Some((shorter, hand)) = relaxed
                && shorter < len
            {
                self.table
                    .store_proven(position, shorter, hand, Visit::new(0, 1));
                proof = (shorter, hand);
            }
        }
        seen.insert(position, proof);
        Some(proof)
    }

    /// Follows the check whose known mate is shortest.
    fn relax_attack(&mut self, len: Plies, seen: &mut Relaxed) -> Option<(Plies, Hand)> {
        let checks = self.position.checks();
        let known = checks.into_iter().filter_map(|mv| {
            let (len, _) = self.known_after(mv, len.minus(1)).mate()?;
            Some((len, mv))
        });
        let (_, mv) = known.min_by_key(|&(len, _)| len)?;
        let undo = self.position.make(mv);
        let proof = self.relax_here(seen);
        self.position.unmake(mv, undo);
        let (len, hand) = proof?;
        Some((
            len.plus_one(),
            dominance::proof_before(self.position, mv, hand),
        ))
    }

    /// Follows all replies. `None` if one of them is not known to be mated sooner than `most`.
    fn relax_defence(&mut self, most: Plies, seen: &mut Relaxed) -> Option<(Plies, Hand)> {
        let (mut len, mut hand) = (Plies::ZERO, Hand::EMPTY);
        for mv in self.position.evasions() {
            self.known_after(mv, most.minus(1)).mate()?;
            let undo = self.position.make(mv);
            let proof = self.relax_here(seen);
            self.position.unmake(mv, undo);
            let (reply_len, reply_hand) = proof?;
            len = len.max(reply_len.plus_one());
            hand = hand.max(reply_hand);
        }
        Some((len, dominance::proof_at_defence(self.position, hand)))
    }
}

/// Bounds and proof hands found in a pass of [`Search::relax`], by position.
type Relaxed = FxHashMap<(Key, Hand), (Plies, Hand)>;
