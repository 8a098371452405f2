//! Judges one diagram of an attempt.

use super::constraints::Constraints;
use super::likeness::Likeness;
use super::pool::Composed;
use crate::judging::judge_as;
use crate::question::Question;
use crate::rating;
use crate::rounds::{Asked, Haste};
use crate::search::{Limits, SearchConfig, Solver};
use crate::shogi::{PieceKind, Position, Setup};
use crate::verdict::{Judgement, Verdict};

/// Memory for the tables, in bytes.
const TABLES: usize = 32 << 20;

/// Judges the diagrams of one attempt. All have the same 40 pieces, so proven results stay valid
/// from one diagram to the next.
pub(super) struct Judge<'a> {
    solver: Solver,
    constraints: &'a Constraints,
    question: Question,
}

/// The result for a diagram.
pub(super) enum Fate {
    Sound(Box<Composed>),
    /// Not decided within the limit.
    Open,
    /// Flawed, or no mate.
    Other,
}

impl<'a> Judge<'a> {
    /// Makes a judge that gives each diagram at most `nodes` search nodes.
    pub(super) fn new(constraints: &'a Constraints, nodes: u64) -> Self {
        let config = SearchConfig {
            hash_bytes: TABLES,
            keep: true,
            shortest: true,
            ..SearchConfig::default()
        };
        let question = Question {
            rules: constraints.rules,
            interpositions: constraints.interpositions,
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            ..Question::default()
        };
        Self {
            solver: Solver::new(config),
            constraints,
            question,
        }
    }

    /// Judges a diagram. Also returns the search nodes.
    pub(super) fn look(&mut self, setup: &Setup) -> (Fate, u64) {
        let position = Position::new(setup);
        let (judgement, nodes) = self.judge(&position);
        let fate = match judgement.verdict(self.constraints.rules) {
            Verdict::Sound => match composed(setup, &position, judgement) {
                Some(composed) => Fate::Sound(Box::new(composed)),
                None => Fate::Other,
            },
            Verdict::Flawed | Verdict::NoMate | Verdict::Blemished => Fate::Other,
            _ => Fate::Open,
        };
        (fate, nodes)
    }

    fn judge(&mut self, position: &Position) -> (Judgement, u64) {
        let question = &self.question;
        let asked = Asked {
            haste: Haste {
                ends_at_flaw: true,
                suspects: &[],
            },
            ..Asked::whole(question)
        };
        let mut observer = |_: &_| {};
        (self.solver).session(position, &question.limits, &mut observer, |session| {
            let judgement = judge_as(session, asked);
            (judgement, session.stats().nodes)
        })
    }

    /// Removes each piece without which the problem is still sound and has the same line. Also
    /// returns the search nodes.
    pub(super) fn without_idle_pieces(&mut self, mut problem: Composed) -> (Composed, u64) {
        let mut all = 0;
        let pieces: Vec<_> = problem.setup.pieces().collect();
        for (square, piece) in pieces {
            let moves = problem.line.iter().any(|mv| mv.from() == Some(square));
            if moves || piece.kind() == PieceKind::King {
                continue;
            }
            let mut without = problem.setup.clone();
            without.board[square.index()] = None;
            let Some(without) = super::change::completed(without, self.constraints) else {
                continue;
            };
            let (fate, nodes) = self.look(&without);
            all += nodes;
            if let Fate::Sound(thinner) = fate
                && thinner.line == problem.line
            {
                problem = *thinner;
            }
        }
        (problem, all)
    }
}

fn composed(setup: &Setup, position: &Position, judgement: Judgement) -> Option<Composed> {
    let rating = rating::of(position, &judgement)?;
    let line = judgement.composed.reading?.line;
    Some(Composed {
        likeness: Likeness::new(position, &line),
        setup: setup.clone(),
        line,
        attributes: judgement.attributes,
        rating,
    })
}
