//! Opens a position: lists its moves, hides near-duplicates behind each other, and evaluates the
//! others.

use super::child::Child;
use super::child::NO_MOVE;
use super::dominance;
use super::search::Search;
use crate::estimate::moves;
use crate::games::keys;
use crate::numbers::Plies;
use crate::shogi::{Color, Hand, Move, Piece, Position};

/// One more than the largest distance between two squares.
const DISTANCES: usize = 9;

/// Hides the move at index `hidden` until the one at index `front` has lost.
fn hide(moves: &mut [Child], hidden: u16, front: u16) {
    moves[usize::from(front)].next = hidden;
    moves[usize::from(hidden)].hidden = true;
}

impl Search<'_, '_> {
    /// Adds the moves of the current position to `self.children`. Returns the index of the first.
    ///
    /// Near-duplicates among replies are hidden: of drops on one square only the cheapest piece is
    /// shown, of drops on unguarded squares only the one next to the king, and of a promoting and a
    /// non-promoting move only the promotion. When the shown move has lost, the next one is shown.
    /// Hidden moves are delayed, never left out: all of them have to lose before the position is a
    /// mate. Checks are never hidden: the only mate may be behind one whose failure is far harder to
    /// prove.
    pub(super) fn list_moves<const ATTACK: bool>(&mut self) -> usize {
        let base = self.children.len();
        let children = &mut self.children;
        let mut sink = |mv| children.push(Child::new(mv));
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
            self.hide_non_promotions(base);
            self.hide_drops(base);
        }
        base
    }

    /// Hides moves without promotion behind the promotion, if the promoted piece attacks at least as
    /// much.
    fn hide_non_promotions(&mut self, base: usize) {
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
    /// the king outward. A piece on an unguarded square is lost, and after its capture the attacker
    /// has much the same moves, whichever of these squares it was.
    fn hide_drops(&mut self, base: usize) {
        let Some(king) = self.position.king(Color::White) else {
            return;
        };
        // The squares of interpositions are on one line, so the distance from the king tells them
        // apart.
        let (mut first, mut last) = ([NO_MOVE; DISTANCES], [NO_MOVE; DISTANCES]);
        let moves = &mut self.children[base..];
        for i in 0..moves.len() {
            if !moves[i].mv.is_drop() {
                continue;
            }
            let distance = usize::from(king.distance(moves[i].mv.to()));
            if last[distance] == NO_MOVE {
                first[distance] = i as u16;
            } else {
                hide(moves, i as u16, last[distance]);
            }
            last[distance] = i as u16;
        }
        let occupied = self.position.occupied();
        // The last drop on the unguarded squares so far.
        let mut chain_end = NO_MOVE;
        for distance in 1..DISTANCES {
            let Some(drop) = moves.get(usize::from(first[distance])) else {
                continue;
            };
            let guards = self
                .position
                .attackers(Color::White, drop.mv.to(), occupied);
            if guards.is_empty() {
                if chain_end != NO_MOVE {
                    hide(moves, first[distance], chain_end);
                }
                chain_end = last[distance];
            }
        }
    }

    /// Opens the current position for the question "a mate within `budget`?". Returns the index of
    /// its first child.
    pub(super) fn expand<const ATTACK: bool>(&mut self, depth: usize, budget: Plies) -> usize {
        let base = self.list_moves::<ATTACK>();
        self.prefetch(base);
        if ATTACK {
            self.evaluate_shown::<ATTACK>(base, depth, budget, |_, _| true);
            return base;
        }
        // A capture, mostly of the checking piece, refutes at once more often than other replies do.
        // If one does, the others are not evaluated.
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
        for index in base..self.children.len() {
            // A move with `delta` 0 is evaluated already: it was shown when the move before it lost.
            let child = &self.children[index];
            if child.hidden || child.delta == 0 || !is_chosen(self.position, child.mv) {
                continue;
            }
            self.evaluate::<ATTACK>(index, depth + 1, budget.minus(1), &mut king_state);
            let child = &self.children[index];
            if child.phi == 0 || child.delta == 0 {
                self.follow_up::<ATTACK>(base, index, budget);
            }
            let child = &self.children[index];
            if child.is_winner() && child.condition.is_none() {
                return true;
            }
        }
        false
    }

    /// Sets the keys of all children, and prefetches their table lines before the first is looked
    /// up, so that the waits for memory overlap.
    fn prefetch(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            let key = self.position.key_after(child.mv);
            child.key = key ^ self.salt;
            if let Some(variant) = &self.variant {
                child.key ^=
                    keys::of_defender_hand(dominance::defender_hand_after(self.position, child.mv));
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

    /// Returns the attacker's hand after a move of either side; the defender's moves do not change
    /// it.
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
