//! Judges one diagram of an attempt.

use super::constraints::Constraints;
use super::likeness::Likeness;
use super::pool::Composed;
use crate::composition::judging::judge_as;
use crate::composition::rating;
use crate::composition::rounds::{Asked, Haste};
use crate::composition::verdict::{Judgement, Verdict};
use crate::question::Question;
use crate::search::{Limits, SearchConfig, Solver};
use crate::shogi::{PieceKind, Position, Setup};

/// Memory for the tables, in bytes.
const TABLES: usize = 32 << 20;

/// Judges the diagrams of one attempt. They have the same pieces in all, so proven results are kept.
pub(super) struct Judge<'a> {
    solver: Solver,
    constraints: &'a Constraints,
    question: Question,
}

/// What a diagram is.
pub(super) enum Fate {
    Sound(Box<Composed>),
    /// Not decided within the limit.
    Open,
    /// Flawed, or no mate.
    Other,
}

impl<'a> Judge<'a> {
    /// Makes one that gives each diagram this number of nodes.
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

    /// Judges a diagram. Returns the search nodes as well.
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

    /// Takes pieces away as long as the problem stays sound and its line the same. Returns the nodes as
    /// well.
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
