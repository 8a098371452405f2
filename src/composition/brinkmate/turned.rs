//! Turns answers to the given board: if White attacks, everything is worked out on the board turned
//! by 180°.

use super::answer::{
    Defence, Group, Judgement, Open, Outcome, Partial, PlainMate, Solution, Threat,
};
use crate::shogi::Move;

fn mv(mv: Move, turned: bool) -> Move {
    if turned { mv.rotate() } else { mv }
}

fn moves(line: &[Move], turned: bool) -> Vec<Move> {
    line.iter().map(|&it| mv(it, turned)).collect()
}

impl Solution {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        let partial = self.partial.iter().map(|it| Partial {
            mv: mv(it.mv, turned),
            counter_checks: moves(&it.counter_checks, turned),
        });
        let mate = self.mate.as_ref().map(|it| PlainMate {
            answer: it.answer,
            line: moves(&it.line, turned),
        });
        Self {
            mate,
            first_moves: moves(&self.first_moves, turned),
            line: moves(&self.line, turned),
            ending: self.ending.as_ref().map(|it| it.to_given(turned)),
            partial: partial.collect(),
            ..*self
        }
    }
}

impl Threat {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        let defences = self.defences.iter().map(|it| Defence {
            mv: mv(it.mv, turned),
            is_check: it.is_check,
            outcome: match &it.outcome {
                Outcome::Mated(line) => Outcome::Mated(moves(line, turned)),
                other => other.clone(),
            },
        });
        let groups = self.groups.iter().map(|it| Group {
            defences: moves(&it.defences, turned),
            is_rest: it.is_rest,
            line: moves(&it.line, turned),
        });
        Self {
            threat: moves(&self.threat, turned),
            defences: defences.collect(),
            groups: groups.collect(),
            ..*self
        }
    }
}

impl Judgement {
    /// Returns the same for the given board. `turned` says whether the boards differ.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        let open = self.open.iter().map(|it| Open {
            before: moves(&it.before, turned),
            mv: mv(it.mv, turned),
        });
        Self {
            solution: self.solution.to_given(turned),
            findings: (self.findings.iter())
                .map(|it| it.to_given(turned))
                .collect(),
            open: open.collect(),
            stopped: self.stopped,
        }
    }
}
