//! Opens a position: lists its moves, and hides near-duplicates behind each other.

use super::child::Child;
use super::child::NO_MOVE;
use super::dominance;
use super::search::Search;
use crate::estimate::moves;
use crate::games::keys;
use crate::numbers::Plies;
use crate::shogi::{Color, Hand, Move, Piece, Position};

/// One more than the largest distance between two squares.
const LINE: usize = 9;

/// Hides one move behind another.
fn hide(moves: &mut [Child], one: u16, behind: u16) {
    moves[usize::from(behind)].next = one;
    moves[usize::from(one)].hidden = true;
}

impl Search<'_, '_> {
    /// Adds the moves of the current position to `self.children`, with near-duplicates of a reply
    /// hidden behind each other. Of drops on one square only the cheapest piece shows; of drops on
    /// unguarded squares only the one next to the king; of a promoting and a non-promoting move
    /// only the promotion. The others show when it has lost. Hidden moves are delayed, never left
    /// out: all of them have to lose before the position is a mate. A check that may be the only
    /// one to mate is never hidden, because the failure of the other check can be far harder to
    /// prove.
    pub(super) fn list_moves<const ATTACK: bool>(&mut self) -> usize {
        let base = self.children.len();
        let children = &mut self.children;
        let mut sink = |mv| children.push(Child::unseen(mv));
        if ATTACK {
            self.position.checks_into(&mut sink);
        } else {
            self.position.evasions_into(&mut sink);
        }
        if self.switches.order != 0 {
            self.shuffle(base);
        }
        if !ATTACK && self.variant.is_some() {
            self.mark_interpositions(base);
        }
        if !ATTACK && self.switches.delayed_moves {
            self.hide_twins(base);
            self.hide_drops(base);
        }
        base
    }

    fn hide_twins(&mut self, base: usize) {
        let moves = &mut self.children[base..];
        for i in 0..moves.len() {
            let Some(from) = moves[i].mv.from() else {
                continue;
            };
            let kind = self.position.piece_at(from).map(Piece::kind);
            if moves[i].hidden
                || !moves[i].mv.promotes()
                || !kind.is_some_and(moves::promotion_covers)
            {
                continue;
            }
            let plain = Move::board(from, moves[i].mv.to(), false);
            if let Some(j) = moves.iter().position(|child| child.mv == plain) {
                hide(moves, j as u16, i as u16);
            }
        }
    }

    /// Hides drops behind each other: those on one square, and those on all unguarded squares, from
    /// the king outward. A piece on such a square is lost, and after its capture the attacker has
    /// much the same moves on all of them.
    fn hide_drops(&mut self, base: usize) {
        let Some(king) = self.position.king(Color::White) else {
            return;
        };
        // By distance from the king: a check comes along one line.
        let (mut first, mut last) = ([NO_MOVE; LINE], [NO_MOVE; LINE]);
        let moves = &mut self.children[base..];
        for i in 0..moves.len() {
            if !moves[i].mv.is_drop() {
                continue;
            }
            let far = usize::from(king.distance(moves[i].mv.to()));
            if last[far] == NO_MOVE {
                first[far] = i as u16;
            } else {
                hide(moves, i as u16, last[far]);
            }
            last[far] = i as u16;
        }
        let occupied = self.position.occupied();
        let mut end = NO_MOVE;
        for far in 1..LINE {
            let Some(drop) = moves.get(usize::from(first[far])) else {
                continue;
            };
            let guards = self
                .position
                .attackers(Color::White, drop.mv.to(), occupied);
            if guards.is_empty() {
                if end != NO_MOVE {
                    hide(moves, first[far], end);
                }
                end = last[far];
            }
        }
    }

    /// Opens the current position for the question "a mate within `budget`?". Returns the index of
    /// its first child.
    pub(super) fn expand<const ATTACK: bool>(&mut self, depth: usize, budget: Plies) -> usize {
        let base = self.list_moves::<ATTACK>();
        self.fetch(base);
        if ATTACK {
            self.evaluate_shown::<ATTACK>(base, depth, budget, |_, _| true);
            return base;
        }
        // A reply that captures, mostly the checking piece, refutes at once more often than others
        // do. Then the others need no look.
        let captures = |position: &Position, mv: Move| position.piece_at(mv.to()).is_some();
        let refuted = self.evaluate_shown::<ATTACK>(base, depth, budget, captures);
        if !refuted {
            self.evaluate_shown::<ATTACK>(base, depth, budget, |position, mv| {
                !captures(position, mv)
            });
        }
        if self.variant.is_some() {
            self.decide_pending(base, budget);
        }
        base
    }

    /// Finds the values after those shown moves that satisfy the condition, up to the first that
    /// wins on every path. Returns whether there is one.
    #[inline]
    fn evaluate_shown<const ATTACK: bool>(
        &mut self,
        base: usize,
        depth: usize,
        budget: Plies,
        is_chosen: impl Fn(&Position, Move) -> bool,
    ) -> bool {
        let mut king_state = None;
        for at in base..self.children.len() {
            // A move that was shown on the way and has lost was looked at then.
            let child = &self.children[at];
            if child.hidden || child.delta == 0 || !is_chosen(self.position, child.mv) {
                continue;
            }
            self.evaluate::<ATTACK>(at, depth + 1, budget.less(1), &mut king_state);
            let child = &self.children[at];
            if child.phi == 0 || child.delta == 0 {
                self.follow_up::<ATTACK>(base, at, budget);
            }
            let child = &self.children[at];
            if child.is_winner() && child.condition.is_none() {
                return true;
            }
        }
        false
    }

    /// Prefetches the table lines of all children before the first is looked at, so that the waits
    /// for memory overlap.
    fn fetch(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            let key = self.position.key_after(child.mv);
            child.key = key ^ self.salt;
            if let Some(variant) = &self.variant {
                child.key ^= keys::salt(dominance::defender_hand_after(self.position, child.mv));
                if !child.hidden {
                    variant.strict.prefetch(key);
                }
            }
            // Hidden moves are looked at much later, if at all.
            if !child.hidden {
                self.table.prefetch(child.key);
            }
        }
    }

    /// Returns the attacker's hand after a move of either side; only his own moves change it.
    pub(crate) fn attacker_hand_after(&self, mv: Move) -> Hand {
        let hand = self.position.hand(Color::Black);
        if self.position.turn() == Color::White {
            return hand;
        }
        match mv.dropped() {
            Some(kind) => hand.remove(kind),
            None => match self.position.piece_at(mv.to()) {
                Some(piece) => hand.add(piece.kind().unpromote()),
                None => hand,
            },
        }
    }
}
