//! Answers, with moves as the diagram gives them.

use super::problem::Problem;
use crate::composition::explain::Explanations;
use crate::composition::refutation::Refutation;
use crate::composition::rules::{Grade, Profile};
use crate::composition::variations::Turn;
use crate::composition::verdict::{self, Finding, Kind, Unresolved, Verdict};
use crate::composition::{Composed, Study};
use crate::search::{Answer, Exactness, Stats, StopReason};
use crate::shogi::{Hand, Move};

/// The answer to a problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The answer in composed plies: futile interpositions (無駄合) set aside.
    pub answer: Answer,
    /// The answer in the strict game, where every legal interposition counts.
    pub strict: Answer,
    /// The main line (本手順), as long as the composed length. A line of the strict game where the main
    /// line was not worked out. Empty without a mate.
    pub line: Vec<Move>,
    /// What the attacker holds at the end of the main line. `None` where that was not worked out.
    pub leftover: Option<Hand>,
    /// The variations (変化), if they were asked for and there is a main line.
    pub variations: Option<Vec<Turn>>,
    /// Why interpositions are set aside or count, if that was asked for and there is a main line.
    pub explanations: Option<Explanations>,
    /// The best defence against the most stubborn try, where there is no mate.
    pub refutation: Option<Refutation>,
    /// What it cost.
    pub stats: Stats,
}

impl Solution {
    pub(super) fn new(problem: &Problem, found: &Composed, study: &Study) -> Self {
        let problem = problem.composition();
        let line = match &found.reading {
            Some(reading) => &reading.line,
            None => &found.strict.line,
        };
        let turned = problem.turned_round();
        let turns = |turns: &Vec<Turn>| turns.iter().map(|it| it.to_given(turned)).collect();
        Self {
            answer: found.answer,
            strict: found.strict.answer,
            line: line.iter().map(|&mv| problem.to_given(mv)).collect(),
            leftover: found.reading.as_ref().map(|it| it.leftover),
            variations: study.variations.as_ref().map(turns),
            explanations: study.explanations.as_ref().map(|it| it.to_given(turned)),
            refutation: study.refutation.as_ref().map(|it| it.to_given(turned)),
            stats: found.strict.stats,
        }
    }

    /// Returns the composed length in plies, if it is proven.
    #[must_use]
    pub const fn plies(&self) -> Option<u32> {
        match self.answer {
            Answer::Mate {
                plies,
                exactness: Exactness::Shortest,
            } => Some(plies),
            _ => None,
        }
    }

    /// Returns a proven upper bound of the composed length, or the length itself.
    #[must_use]
    pub const fn plies_at_most(&self) -> Option<u32> {
        match self.answer {
            Answer::Mate { plies, .. } => Some(plies),
            _ => None,
        }
    }

    /// Whether the attacker mates.
    #[must_use]
    pub const fn is_mate(&self) -> bool {
        matches!(self.answer, Answer::Mate { .. })
    }

    /// Whether it is proven that there is no mate (不詰).
    #[must_use]
    pub const fn is_no_mate(&self) -> bool {
        matches!(self.answer, Answer::NoMate)
    }

    /// Whether a limit came before either was proven.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self.answer, Answer::Unknown(_))
    }
}

/// The judgement of a composition.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// Length and judged line.
    pub solution: Solution,
    /// What the composition is under the rules that were asked for.
    pub verdict: Verdict,
    /// Those rules.
    pub rules: Profile,
    /// What was found, the severest first.
    pub findings: Vec<Finding>,
    /// Moves that were left open.
    pub unresolved: Vec<Unresolved>,
    /// The limit that ended the work.
    pub stopped: Option<StopReason>,
}

impl Judgement {
    pub(super) fn new(problem: &Problem, judgement: &verdict::Judgement, rules: Profile) -> Self {
        let turned = problem.composition().turned_round();
        let findings = judgement.findings.iter();
        let unresolved = judgement.unresolved.iter();
        Self {
            solution: Solution::new(problem, &judgement.composed, &judgement.study),
            verdict: judgement.verdict(rules),
            rules,
            findings: findings.map(|it| it.to_given(turned)).collect(),
            unresolved: unresolved.map(|it| it.to_given(turned)).collect(),
            stopped: judgement.stopped,
        }
    }

    /// Whether the composition is sound (完全作), without even a blemish.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.verdict == Verdict::Sound
    }

    /// Returns the cooks (余詰): other checks that mate without coming back to the solution.
    pub fn cooks(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|it| it.kind == Kind::Cook)
    }

    /// Returns the findings of this grade under the rules that were asked for.
    pub fn graded(&self, grade: Grade) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(move |it| self.rules.grade(it.severity) == grade)
    }
}
