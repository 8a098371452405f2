//! Reads the main line from the table after a proof.
//!
//! The line follows only proven facts: at the attacker's turn a check whose mate is short enough,
//! at the defender's turn the reply that lasts longest. A fact that the table has lost is searched
//! again.

use crate::dfpn::Search;
use crate::dfpn::child::Value;
use crate::numbers::Plies;
use crate::repetition::condition::Condition;
use crate::shogi::{Color, Move, Undo};
use crate::table::Known;
use rustc_hash::FxHashMap;

impl Search<'_, '_> {
    /// Returns a line of a mate proven within `plies`. `None` if a limit stops it.
    ///
    /// With `exact`, no shorter mate exists, and each reply of the line lasts longest. Otherwise it
    /// lasts longest as far as known, and the line may turn out shorter. The line never comes back to
    /// a position: if a proof does, the moves between are left out.
    pub fn line(&mut self, plies: u32, exact: bool) -> Option<Vec<Move>> {
        let mut made: Vec<(Move, Undo)> = Vec::new();
        // The ply of each position of the line.
        let mut plies_seen = FxHashMap::default();
        let mut left = plies;
        let mut is_complete = true;
        while left > 0 {
            let position = (self.position.key(), self.position.hand(Color::Black));
            let first_ply = *plies_seen.entry(position).or_insert(made.len());
            if first_ply < made.len() {
                plies_seen.retain(|_, &mut ply| ply <= first_ply);
            }
            for (mv, undo) in made.drain(first_ply..).rev() {
                self.position.unmake(mv, undo);
            }
            let step = if self.position.turn() == Color::Black {
                self.attack_step(left)
            } else {
                self.defence_step(left, exact)
            };
            let Some((mv, left_after)) = step else {
                is_complete = self.is_mated();
                break;
            };
            let undo = self.position.make(mv);
            made.push((mv, undo));
            left = left_after;
        }
        let line = made.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in made.into_iter().rev() {
            self.position.unmake(mv, undo);
        }
        is_complete.then_some(line)
    }

    fn is_mated(&self) -> bool {
        self.position.turn() == Color::White && !self.position.has_evasion()
    }

    /// Returns the value of the position after a move within a budget, from the table or by a
    /// search.
    fn value_after(&mut self, mv: Move, budget: Plies) -> Value {
        let undo = self.position.make(mv);
        let value = self.value_here(budget);
        self.position.unmake(mv, undo);
        value
    }

    /// Returns the value of the current position within a budget, from the table or by a search.
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
                condition: Condition::NONE,
            },
            _ => self.run(budget),
        }
    }

    /// Returns what the table knows of the position after a move.
    pub(super) fn known_after(&self, mv: Move, budget: Plies) -> Known {
        let key = self.position.key_after(mv);
        self.table
            .look(key, self.attacker_hand_after(mv), budget, 0)
    }

    /// Returns a check that mates within `left` plies in all, and the plies left after it.
    pub(super) fn attack_step(&mut self, left: u32) -> Option<(Move, u32)> {
        let budget = Plies::new(left - 1);
        let checks = self.position.checks();
        let known = checks
            .iter()
            .filter_map(|&mv| {
                let (len, _) = self.known_after(mv, budget).mate()?;
                Some((len.finite()?, mv))
            })
            .min_by_key(|&(len, _)| len);
        if let Some((len, mv)) = known {
            return Some((mv, len));
        }
        for mv in checks {
            if let Value::Proven { len, .. } = self.value_after(mv, budget) {
                return Some((mv, len.finite()?));
            }
            if self.watch.reason().is_some() {
                return None;
            }
        }
        None
    }

    /// Returns a reply that lasts longest, and the plies left after it. `None` if there is no reply,
    /// or if a limit was reached.
    fn defence_step(&mut self, left: u32, exact: bool) -> Option<(Move, u32)> {
        let replies = self.position.evasions();
        // Here is a mate in `left`: every reply is mated within `left - 1`. In the exact case one of
        // them is not mated within `left - 3`.
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
                if self.watch.reason().is_some() {
                    return None;
                }
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
}
