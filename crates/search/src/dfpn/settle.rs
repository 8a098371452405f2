//! The value of a position from the values of its moves: its numbers while it is open, and the
//! proven result once it is settled.

use super::child::Value;
use super::dominance;
use super::search::Search;
use crate::numbers::{FINITE_MAX, INFINITY, Number, Plies};
use crate::repetition::condition::Condition;
use crate::shogi::{Color, Hand, Move};
use crate::threads::thread_counts::ThreadCounts;
use crate::tuning::{
    FURTHER_CHECK, FURTHER_REPLY, HIDDEN_MOVES, OTHER_CHECKS_DIVISOR, OTHER_MOVES_MAX,
    OTHER_REPLIES_DIVISOR,
};

/// The numbers of a position, combined from its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    pub(crate) phi: Number,
    pub(crate) delta: Number,
    /// The most promising move.
    pub(crate) best: usize,
    /// The move to look at while other threads are at the most promising one.
    pub(crate) next: usize,
    /// `phi` of the second best move.
    pub(super) second: Number,
    /// `delta` without its largest number: what the other moves add to it.
    pub(crate) others: Number,
    /// Whether a move leads to a position that was first seen nearer the root.
    pub(crate) old: bool,
}

impl Search<'_, '_> {
    /// Combines the numbers of the moves. `delta` is their largest, plus one unit for each further
    /// open check, three quarters for each further open reply (weak proof numbers, Ueda et al. 2008).
    /// A sum would count a position many times if many ways lead to it. A small part of the sum of
    /// the other moves is added all the same, up to [`OTHER_MOVES_MAX`]: of two positions that are
    /// otherwise alike, the one with the harder other moves then looks harder. Hidden moves, however
    /// many, count half a unit: they mostly lose like the move they are hidden behind, yet the
    /// position is not as easy as it looks.
    pub(super) fn summarize<const ATTACK: bool>(&self, base: usize) -> Summary {
        let mut summary = Summary {
            phi: INFINITY,
            delta: 0,
            best: 0,
            next: 0,
            second: INFINITY,
            others: 0,
            old: false,
        };
        let (mut largest, mut open, mut hidden) = (0, 0u32, false);
        let mut sum: Number = 0;
        // Moves that count together are one move, with the largest of their numbers.
        let mut together: Number = 0;
        let mut best_order = u64::MAX;
        for (i, child) in self.children[base..].iter().enumerate() {
            if child.hidden {
                hidden = true;
                continue;
            }
            let order = child.order();
            if order < best_order {
                best_order = order;
                summary.second = summary.phi;
                summary.phi = child.phi;
                summary.best = i;
            } else {
                summary.second = summary.second.min(child.phi);
            }
            largest = largest.max(child.delta);
            if child.delta > 0 {
                summary.old |= child.old;
            }
            if child.overlaps {
                together = together.max(child.delta);
                continue;
            }
            sum = sum.saturating_add(child.delta);
            open += u32::from(child.delta > 0);
        }
        sum = sum.saturating_add(together);
        open += u32::from(together > 0);
        summary.next = match &self.thread_counts {
            Some(thread_counts) => self.best_here(thread_counts, base).unwrap_or(summary.best),
            None => summary.best,
        };
        if open > 0 {
            let part = (sum - largest)
                / if ATTACK {
                    OTHER_CHECKS_DIVISOR
                } else {
                    OTHER_REPLIES_DIVISOR
                };
            let each = if ATTACK { FURTHER_CHECK } else { FURTHER_REPLY };
            summary.others =
                (open - 1) * each + Number::from(hidden) * HIDDEN_MOVES + part.min(OTHER_MOVES_MAX);
            summary.delta = if largest == INFINITY {
                INFINITY
            } else {
                (largest + summary.others).min(FINITE_MAX)
            };
        }
        summary
    }

    /// Returns the most promising move for this thread, which should avoid the positions of others.
    fn best_here(&self, thread_counts: &ThreadCounts, base: usize) -> Option<usize> {
        let shown = self.children[base..].iter().enumerate();
        shown
            .filter(|(_, child)| !child.hidden && child.phi < INFINITY)
            .min_by_key(|(_, child)| thread_counts.raised(child.key.first(), child.phi))
            .map(|(i, _)| i)
    }

    /// Returns the value of a position from those of its moves: the proven result if they settle it,
    /// else the numbers.
    pub(super) fn settle<const ATTACK: bool>(
        &mut self,
        base: usize,
        depth: usize,
        summary: &Summary,
    ) -> Value {
        match (ATTACK, summary.phi == 0, summary.delta == 0) {
            (true, true, _) => self.settle_mate(base),
            (true, _, true) => self.settle_failure(base, depth),
            (false, true, _) => self.settle_escape(base, depth),
            (false, _, true) => self.settle_mated(base),
            (true, ..) => Value::Open {
                pn: summary.phi,
                dn: summary.delta,
            },
            (false, ..) => Value::Open {
                pn: summary.delta,
                dn: summary.phi,
            },
        }
    }

    /// Returns the shortest proven mate by one of the checks.
    fn settle_mate(&mut self, base: usize) -> Value {
        let winners = self.children[base..]
            .iter()
            .filter(|child| child.is_winner());
        match winners.min_by_key(|child| (child.len, !child.strict)) {
            Some(best) => Value::Proven {
                len: best.len.plus_one(),
                hand: dominance::proof_before(self.position, best.mv, best.proof),
                strict: best.strict,
            },
            None => unreachable!("phi is 0 only through a winning move"),
        }
    }

    /// Returns the failure of a position in which every check fails. There may be no check at all.
    fn settle_failure(&mut self, base: usize, depth: usize) -> Value {
        let mut condition = Condition::NONE;
        let mut hand = dominance::all_in_hand(self.position);
        let (mut len, mut bare) = (Plies::UNLIMITED, Plies::UNLIMITED);
        for child in &self.children[base..] {
            condition = condition.union(child.condition);
            hand = hand.min(dominance::disproof_before(
                self.position,
                child.mv,
                child.proof,
            ));
            len = len.min(child.len.plus_one());
            bare = bare.min(child.bare.plus_one());
        }
        let condition = condition.above(depth);
        let hand = if condition.is_none() {
            dominance::disproof_at_attack(self.position, hand)
        } else {
            self.position.hand(Color::Black)
        };
        Value::Disproven {
            len,
            bare,
            hand,
            condition,
        }
    }

    /// Returns the longest mate of a position in which every reply is mated. Without a reply it is
    /// mate on the board.
    fn settle_mated(&mut self, base: usize) -> Value {
        let mut hand = Hand::EMPTY;
        let (mut len, mut strict) = (Plies::ZERO, true);
        for child in &self.children[base..] {
            hand = hand.max(child.proof);
            len = len.max(child.len.plus_one());
            strict &= child.strict;
        }
        Value::Proven {
            len,
            hand: dominance::proof_at_defence(self.position, hand),
            strict,
        }
    }

    /// Returns the escape by one of the replies: without a condition if possible, else the one whose
    /// deepest ancestor is nearest the root.
    fn settle_escape(&mut self, base: usize, depth: usize) -> Value {
        let winners = self.children[base..]
            .iter()
            .filter(|child| child.is_winner());
        let best = winners
            .map(|child| (child.condition.above(depth), child))
            .min_by_key(|(condition, child)| {
                (
                    condition.deepest().is_some(),
                    condition.deepest(),
                    std::cmp::Reverse((child.bare, child.len)),
                )
            });
        match best {
            Some((condition, child)) => Value::Disproven {
                len: child.len.plus_one(),
                bare: if self.interposes(child.mv) {
                    Plies::NONE
                } else {
                    child.bare.plus_one()
                },
                hand: if condition.is_none() {
                    dominance::disproof_at_defence(self.position, child.mv, child.proof)
                } else {
                    self.position.hand(Color::Black)
                },
                condition,
            },
            None => unreachable!("phi is 0 only through a winning move"),
        }
    }

    /// Returns whether a reply interposes between king and checker.
    fn interposes(&self, reply: Move) -> bool {
        reply.from() != self.position.king(Color::White)
            && self.position.piece_at(reply.to()).is_none()
    }
}
