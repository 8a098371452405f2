//! Reading the main line out of the table after a proof.
//!
//! The line follows proven facts only: at the attacker's turn a check whose mate is short enough,
//! at the defender's turn the reply that lasts longest. Where the table has lost a fact, it is
//! searched again.

use super::dfpn::Search;
use super::dominance;
use super::entry::Visit;
use super::expansion::Value;
use super::numbers::Plies;
use super::path::Heads;
use super::table::Known;
use crate::shogi::{Color, Hand, Move, Undo};
use rustc_hash::FxHashMap;

impl Search<'_, '_> {
    /// A line of a mate proven within `plies`. `None` when a limit stops it.
    ///
    /// With `exact`, no shorter mate exists, and each reply shown is a longest one; otherwise each
    /// is the longest as far as known, and the line may turn out shorter. It never comes back to a
    /// position: where a proof does, what lies between is left out.
    pub(crate) fn line(&mut self, plies: u32, exact: bool) -> Option<Vec<Move>> {
        let mut made: Vec<(Move, Undo)> = Vec::new();
        let mut seen = FxHashMap::default();
        let mut left = plies;
        let mut complete = true;
        while left > 0 {
            let name = (self.position.key(), self.position.hand(Color::Black));
            let back = *seen.entry(name).or_insert(made.len());
            if back < made.len() {
                seen.retain(|_, &mut at| at <= back);
            }
            for (mv, undo) in made.drain(back..).rev() {
                self.position.unmake(mv, undo);
            }
            let step = if self.position.turn() == Color::Black {
                self.attack_step(left)
            } else {
                self.defence_step(left, exact)
            };
            let Some((mv, rest)) = step else {
                complete = self.is_mated();
                break;
            };
            let undo = self.position.make(mv);
            made.push((mv, undo));
            left = rest;
        }
        let line = made.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in made.into_iter().rev() {
            self.position.unmake(mv, undo);
        }
        complete.then_some(line)
    }

    fn is_mated(&self) -> bool {
        self.position.turn() == Color::White && !self.position.has_evasion()
    }

    /// The value of the position after a move within a budget, from the table or searched.
    fn value_after(&mut self, mv: Move, budget: Plies) -> Value {
        let undo = self.position.make(mv);
        let value = self.value_here(budget);
        self.position.unmake(mv, undo);
        value
    }

    /// The value of the current position within a budget, from the table or searched.
    pub(super) fn value_here(&mut self, budget: Plies) -> Value {
        let (key, hand) = (self.key(), self.position.hand(Color::Black));
        match self.table.look(key, hand, budget, 0) {
            Known::Proven { len, hand } => Value::Proven {
                len,
                hand,
                strict: true,
            },
            Known::Disproven { len, bare, hand } => Value::Disproven {
                len,
                bare,
                hand,
                heads: Heads::NONE,
            },
            _ => self.run(budget),
        }
    }

    pub(super) fn known_after(&self, mv: Move, budget: Plies) -> Known {
        let key = self.position.key_after(mv);
        self.table
            .look(key, self.attacker_hand_after(mv), budget, 0)
    }

    /// A check that mates within `left` plies in all, and what remains after it.
    pub(super) fn attack_step(&mut self, left: u32) -> Option<(Move, u32)> {
        let budget = Plies::new(left - 1);
        let checks = self.position.checks();
        let known = checks
            .iter()
            .filter_map(|&mv| match self.known_after(mv, budget) {
                Known::Proven { len, .. } => Some((len.finite()?, mv)),
                _ => None,
            })
            .min_by_key(|&(len, _)| len);
        if let Some((len, mv)) = known {
            return Some((mv, len));
        }
        for mv in checks {
            if let Value::Proven { len, .. } = self.value_after(mv, budget) {
                return Some((mv, len.finite()?));
            }
            self.watch.reason().is_none().then_some(())?;
        }
        None
    }

    /// A reply that lasts longest, and what remains after it. `None` when there is none, or when
    /// the limit was hit.
    fn defence_step(&mut self, left: u32, exact: bool) -> Option<(Move, u32)> {
        let replies = self.position.evasions();
        // A mate in `left` here: every reply is mated within `left - 1`, and in the exact case
        // one of them not within `left - 3`.
        let longest = Plies::new(left - 1);
        if exact && left >= 4 {
            let shorter = Plies::new(left - 3);
            for &mv in &replies {
                if matches!(self.known_after(mv, shorter), Known::Disproven { .. }) {
                    return Some((mv, left - 1));
                }
            }
            for &mv in &replies {
                if matches!(self.value_after(mv, shorter), Value::Disproven { .. }) {
                    return Some((mv, left - 1));
                }
                self.watch.reason().is_none().then_some(())?;
            }
            return None;
        }
        let mut best = None;
        for mv in replies {
            let Value::Proven { len, .. } = self.value_after(mv, longest) else {
                return None;
            };
            let len = len.finite()?;
            if best.is_none_or(|(_, known)| len > known) {
                best = Some((mv, len));
            }
        }
        best
    }

    /// Shortens the bound of a proven mate as far as the facts in the table allow, without
    /// searching: every position of the proof gets the length its moves have by now. Proofs are
    /// found piece by piece, and much of a first proof is longer than it need be.
    pub(super) fn relax(&mut self) -> Option<u32> {
        let mut seen = FxHashMap::default();
        self.relaxed(&mut seen)?.0.finite()
    }

    /// The bound and the proof hand of the current position. Only moves with shorter lengths are
    /// followed, so this cannot go round in circles. `None` when the table has lost the proof.
    fn relaxed(&mut self, seen: &mut Seen) -> Option<(Plies, Hand)> {
        let name = (self.key(), self.position.hand(Color::Black));
        if let Some(&found) = seen.get(&name) {
            return Some(found);
        }
        let (len, hand) = self.proof_of(name)?;
        let mut found = (len, hand);
        // Whoever says stop, or runs out of time, need not wait for the shortest bound.
        if seen.len().is_multiple_of(RELAX_LOOK_EVERY) {
            self.look_around();
        }
        let goes_on = seen.len() < RELAX_MAX && !self.watch.hurries();
        if goes_on && len > SHORT {
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

    fn proof_of(&self, name: (u64, Hand)) -> Option<(Plies, Hand)> {
        match self.table.look(name.0, name.1, Plies::UNLIMITED, 0) {
            Known::Proven { len, hand } => Some((len, hand)),
            _ => None,
        }
    }

    /// Through the check whose mate is shortest by now.
    fn relaxed_attack(&mut self, len: Plies, seen: &mut Seen) -> Option<(Plies, Hand)> {
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
        Some((len.up(), dominance::proof_before(self.position, mv, hand)))
    }

    /// Through all replies. Where the table has lost the fact that one of them is mated sooner than
    /// `most`, nothing is gained.
    fn relaxed_defence(&mut self, most: Plies, seen: &mut Seen) -> Option<(Plies, Hand)> {
        let (mut len, mut hand) = (Plies::ZERO, Hand::EMPTY);
        for mv in self.position.evasions() {
            let Known::Proven { .. } = self.known_after(mv, most.less(1)) else {
                return None;
            };
            let undo = self.position.make(mv);
            let after = self.relaxed(seen);
            self.position.unmake(mv, undo);
            let after = after?;
            len = len.max(after.0.up());
            hand = hand.max(after.1);
        }
        Some((len, dominance::proof_at_defence(self.position, hand)))
    }
}

/// Mates not worth relaxing: what takes an attacker three plies was mostly looked at for a mate on the
/// spot. A bound that stays too long is still a bound.
const SHORT: Plies = Plies::new(4);

/// What a pass of [`Search::relax`] has found, by position.
type Seen = FxHashMap<(u64, Hand), (Plies, Hand)>;

/// Positions looked at in one pass: about a second's work.
const RELAX_MAX: usize = 200_000;

/// Positions between two looks at the clock: a few milliseconds' work.
const RELAX_LOOK_EVERY: usize = 1024;
