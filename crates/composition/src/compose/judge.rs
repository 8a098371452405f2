//! Judges one diagram of an attempt.

use super::change::completed;
use super::composed::Composed;
use super::constraints::{Constraints, is_promoted_small};
use super::likeness::Likeness;
use crate::finding::verdict::{Judgement, Kind, Verdict};
use crate::judge::judging::judge_as;
use crate::judge::rounds::{Asked, Haste};
use crate::question::Question;
use crate::rating;
use crate::search::{Limits, SearchConfig, Solver};
use crate::shogi::{Piece, PieceKind, Position, Setup, Square};
use crate::vocabulary::Allowance;

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

    /// Makes each piece of the diagram simpler, as long as the problem stays sound with the same
    /// line. Also returns the search nodes.
    ///
    /// The defender gets a piece that is not needed. A piece that the first move captures goes to
    /// the attacker's hand. A promoted small piece becomes a gold, or what it was.
    pub(super) fn tidied(&mut self, mut problem: Composed) -> (Composed, u64) {
        let mut all = 0;
        let pieces: Vec<_> = problem.setup.pieces().collect();
        for (square, piece) in pieces {
            let moves = problem.line.iter().any(|mv| mv.from() == Some(square));
            if moves || piece.kind() == PieceKind::King {
                continue;
            }
            for simpler in self.simpler(&problem, square, piece) {
                let (fate, nodes) = self.look(&simpler);
                all += nodes;
                if let Fate::Sound(simpler) = fate
                    && simpler.line == problem.line
                {
                    problem = *simpler;
                    break;
                }
            }
        }
        (problem, all)
    }

    /// Returns the diagrams in which a piece is simpler, the best first.
    fn simpler(&self, problem: &Composed, square: Square, piece: Piece) -> Vec<Setup> {
        let kind = piece.kind();
        let with = |there: Option<PieceKind>, in_hand: Option<PieceKind>| {
            let mut setup = problem.setup.clone();
            setup.board[square.index()] = there.map(|it| Piece::new(piece.color(), it));
            if let Some(kind) = in_hand {
                setup.hands[0] = setup.hands[0].add(kind);
            }
            completed(setup, self.constraints)
        };
        let mut simpler = vec![with(None, None)];
        let is_captured = problem.line.first().is_some_and(|it| it.to() == square);
        if is_captured && !self.constraints.allows(Allowance::Captures) {
            simpler.push(with(None, Some(kind.unpromote())));
        }
        if is_promoted_small(kind) && !self.constraints.allows(Allowance::Promoted) {
            let others = [PieceKind::Gold, kind.unpromote()];
            simpler.extend(others.map(|it| with(Some(it), None)));
        }
        simpler.into_iter().flatten().collect()
    }
}

fn composed(setup: &Setup, position: &Position, judgement: Judgement) -> Option<Composed> {
    let rating = rating::of(position, &judgement)?;
    let line = judgement.composed.reading?.line;
    let last_move_duals = [Kind::LastMoveDual, Kind::LongLastMoveDual];
    let has_last_move_dual =
        (judgement.findings.iter()).any(|it| last_move_duals.contains(&it.kind));
    Some(Composed {
        likeness: Likeness::new(position, &line),
        setup: setup.clone(),
        line,
        has_last_move_dual,
        attributes: judgement.attributes,
        rating,
    })
}
