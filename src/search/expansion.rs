//! Opening a position: its moves, near-duplicates hidden behind each other.

use super::dfpn::Search;
use super::dominance;
use super::estimate;
use super::numbers::{FINITE_MAX, INFINITY, Number, Plies, UNIT};
use super::path::Heads;
use super::variant;
use crate::shogi::{Color, Hand, Move, Piece};

/// The end of a chain of hidden moves.
pub(super) const NONE: u16 = u16::MAX;

/// A move of an open position. Numbers are seen from the side to move there: `phi` is 0 when the
/// move wins for it, `delta` is 0 when the move loses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    /// Board key after the move.
    pub(super) key: u64,
    /// Attacker's hand after the move.
    pub(super) hand: Hand,
    pub(super) phi: Number,
    pub(super) delta: Number,
    /// Of a settled child: the length proven or disproven.
    pub(super) len: Plies,
    /// Of a failing child: the length disproven even if the defender never interposes.
    pub(super) bare: Plies,
    /// Of a mated child: whether it is mated in the strict game as well.
    pub(super) strict: bool,
    /// Of a settled child: proof or disproof hand.
    pub(super) proof: Hand,
    /// Of a failing child: what the failure depends on.
    pub(super) heads: Heads,
    /// The move that is shown when this one has lost.
    pub(super) next: u16,
    /// Order among equals, smaller first.
    pub(super) rank: i16,
    /// Between which squares it is put: 0 for none, 1 next to the king. Only where that matters.
    pub(super) between: u8,
    pub(super) hidden: bool,
    /// Set aside until all other replies have lost: whether it counts depends on them.
    pub(super) pending: bool,
    /// Never searched.
    pub(super) new: bool,
    /// Its numbers were first found nearer the root.
    pub(super) old: bool,
}

impl Child {
    fn unseen(mv: Move) -> Self {
        Self {
            mv,
            key: 0,
            hand: Hand::EMPTY,
            phi: UNIT,
            delta: UNIT,
            len: Plies::NONE,
            bare: Plies::NONE,
            strict: false,
            proof: Hand::EMPTY,
            heads: Heads::NONE,
            next: NONE,
            rank: 0,
            between: 0,
            hidden: false,
            pending: false,
            new: false,
            old: false,
        }
    }
}

/// A value as stored: numbers from the attacker's side, and what is settled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Proven {
        len: Plies,
        hand: Hand,
        /// Whether it is one in the strict game as well: no reply was set aside.
        strict: bool,
    },
    Disproven {
        len: Plies,
        /// The same for a defender who never interposes, as far as known.
        bare: Plies,
        hand: Hand,
        heads: Heads,
    },
    Open {
        pn: Number,
        dn: Number,
    },
}

impl Value {
    /// Whether it is an answer.
    pub(super) const fn is_settled(self) -> bool {
        !matches!(self, Self::Open { .. })
    }
}

impl Child {
    /// Takes over a value found for the position after the move.
    pub(super) fn set<const ATTACK: bool>(&mut self, value: Value) {
        let (pn, dn) = match value {
            Value::Proven { len, hand, strict } => {
                (self.len, self.proof, self.heads) = (len, hand, Heads::NONE);
                self.strict = strict;
                (0, INFINITY)
            }
            Value::Disproven {
                len,
                bare,
                hand,
                heads,
            } => {
                (self.len, self.bare) = (len, bare);
                (self.proof, self.heads) = (hand, heads);
                (INFINITY, 0)
            }
            Value::Open { pn, dn } => (pn.clamp(1, FINITE_MAX), dn.clamp(1, FINITE_MAX)),
        };
        (self.phi, self.delta) = if ATTACK { (pn, dn) } else { (dn, pn) };
    }
}

/// One more than the largest distance between two squares.
const LINE: usize = 9;

/// Hides one move behind another.
fn hide(moves: &mut [Child], one: u16, behind: u16) {
    moves[usize::from(behind)].next = one;
    moves[usize::from(one)].hidden = true;
}

impl Search<'_, '_> {
    /// Lists the moves of the current position behind `self.children`, near-duplicates of a reply
    /// hidden behind each other: of drops on one square only the cheapest piece shows, of those on
    /// squares that nobody guards only the one next to the king, of a promoting and a non-promoting
    /// move only the promotion, until that one has lost. Hidden moves are delayed, never dropped; all
    /// of them have to lose before the position is a mate. A check that may be the only one to mate is
    /// never hidden: what it would wait for, the failure of another, can be far harder to prove.
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
                || !kind.is_some_and(estimate::promotion_covers)
            {
                continue;
            }
            let plain = Move::board(from, moves[i].mv.to(), false);
            if let Some(j) = moves.iter().position(|child| child.mv == plain) {
                hide(moves, j as u16, i as u16);
            }
        }
    }

    /// Hides drops behind each other: those on one square, and those on all squares nobody guards,
    /// from the king outward. A piece on such a square is lost, and what the attacker does after
    /// taking it is much the same on all of them.
    fn hide_drops(&mut self, base: usize) {
        let Some(king) = self.position.king(Color::White) else {
            return;
        };
        // By distance from the king: a check comes along one line.
        let (mut first, mut last) = ([NONE; LINE], [NONE; LINE]);
        let moves = &mut self.children[base..];
        for i in 0..moves.len() {
            if !moves[i].mv.is_drop() {
                continue;
            }
            let far = estimate::distance(king, moves[i].mv.to()) as usize;
            if last[far] == NONE {
                first[far] = i as u16;
            } else {
                hide(moves, i as u16, last[far]);
            }
            last[far] = i as u16;
        }
        let occupied = self.position.occupied();
        let mut end = NONE;
        for far in 1..LINE {
            let Some(drop) = moves.get(usize::from(first[far])) else {
                continue;
            };
            let guards = self
                .position
                .attackers(Color::White, drop.mv.to(), occupied);
            if guards.is_empty() {
                if end != NONE {
                    hide(moves, first[far], end);
                }
                end = last[far];
            }
        }
    }

    /// Opens the current position for the question "a mate within `budget`?". Returns where its
    /// children begin.
    pub(super) fn expand<const ATTACK: bool>(&mut self, depth: usize, budget: Plies) -> usize {
        let base = self.list_moves::<ATTACK>();
        self.fetch(base);
        let mut stand = None;
        for at in base..self.children.len() {
            // What was shown on the way and has lost was looked at when it was.
            let child = &self.children[at];
            if child.hidden || child.delta == 0 {
                continue;
            }
            self.evaluate::<ATTACK>(at, depth + 1, budget.less(1), &mut stand);
            let child = &self.children[at];
            if child.phi == 0 || child.delta == 0 {
                self.follow_up::<ATTACK>(base, at, budget);
            }
            let child = &self.children[at];
            if child.is_winner() && child.heads.is_none() {
                break;
            }
        }
        if !ATTACK && self.variant.is_some() {
            self.decide_pending(base, budget);
        }
        base
    }

    /// Asks for the table lines of all children before the first is looked at: the waits for
    /// memory overlap instead of adding up.
    fn fetch(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            let key = self.position.key_after(child.mv);
            child.key = key ^ self.salt;
            if let Some(variant) = &self.variant {
                child.key ^= variant::salt(dominance::defender_hand_after(self.position, child.mv));
                if !child.hidden {
                    variant.strict.prefetch(key);
                }
            }
            // What is hidden is looked at much later, if at all.
            if !child.hidden {
                self.table.prefetch(child.key);
            }
        }
    }

    /// The attacker's hand after a move of either side: only his own moves change it.
    pub(super) fn attacker_hand_after(&self, mv: Move) -> Hand {
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
