//! Turns answers to the given board: if White attacks, everything is worked out on the board turned
//! by 180°.

use super::explain::{Explanation, Explanations};
use super::reading::Reading;
use super::refutation::Refutation;
use super::variations::{Defence, Turn};
use super::verdict::{Detail, Finding, Rejoin, Unresolved};
use crate::shogi::{Move, Square};

fn mv(mv: Move, turned: bool) -> Move {
    if turned { mv.rotate() } else { mv }
}

fn moves(line: &[Move], turned: bool) -> Vec<Move> {
    line.iter().map(|&it| mv(it, turned)).collect()
}

fn square(square: Square, turned: bool) -> Square {
    if turned { square.rotate() } else { square }
}

impl Reading {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        Self {
            line: moves(&self.line, turned),
            leftover: self.leftover,
        }
    }
}

impl Turn {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        Self {
            ply: self.ply,
            defences: (self.defences.iter())
                .map(|it| it.to_given(turned))
                .collect(),
            set_aside: moves(&self.set_aside, turned),
            open: moves(&self.open, turned),
        }
    }
}

impl Defence {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        Self {
            reading: self.reading.to_given(turned),
            plies: self.plies,
            equal: self.equal,
            turns: self.turns.iter().map(|it| it.to_given(turned)).collect(),
        }
    }
}

impl Explanations {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        let explained = self.interpositions.iter().map(|it| Explanation {
            mv: mv(it.mv, turned),
            capture: mv(it.capture, turned),
            ..*it
        });
        let open = self.open.iter();
        Self {
            interpositions: explained.collect(),
            open: open.map(|&(ply, it)| (ply, mv(it, turned))).collect(),
            broad: self.broad,
        }
    }
}

impl Refutation {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        Self {
            line: moves(&self.line, turned),
            end: self.end,
        }
    }
}

impl Finding {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        Self {
            before: moves(&self.before, turned),
            line: moves(&self.line, turned),
            detail: match self.detail {
                Detail::LeavesButFor(hand, last) => Detail::LeavesButFor(hand, mv(last, turned)),
                Detail::On(piece) => Detail::On(square(piece, turned)),
                detail => detail,
            },
            back: self.back.as_ref().map(|it| Rejoin {
                solution: moves(&it.solution, turned),
            }),
            ..self.clone()
        }
    }
}

impl Unresolved {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        Self {
            before: moves(&self.before, turned),
            mv: mv(self.mv, turned),
            ..self.clone()
        }
    }
}
