//! Answers of the library.

use crate::composition::explain::Explanations;
use crate::composition::refutation::Refutation;
use crate::composition::rules::{Grade, Profile};
use crate::composition::variations::Turn;
use crate::composition::verdict::{self, Finding, Kind, OpenQuestion, Unresolved, Verdict};
use crate::composition::{Composed, Study};
use crate::search::{Answer, Exactness, Stats, StopReason};
use crate::shogi::{Hand, Move};

/// The answer to a problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The answer in composed plies, without futile interpositions (無駄合).
    pub answer: Answer,
    /// The answer in the strict game, in which every legal interposition counts.
    pub strict: Answer,
    /// The main line (本手順), as long as the composed length. If no main line was worked out, a
    /// line of the strict game. Empty without a mate.
    pub line: Vec<Move>,
    /// The attacker's hand at the end of the main line. `None` if it was not worked out.
    pub leftover: Option<Hand>,
    /// The variations (変化), if they were asked for and there is a main line.
    pub variations: Option<Vec<Turn>>,
    /// Why interpositions are futile or count, if this was asked for and there is a main line.
    pub explanations: Option<Explanations>,
    /// The best defence against the hardest try, if there is no mate.
    pub refutation: Option<Refutation>,
    /// Statistics of the search.
    pub stats: Stats,
}

impl Solution {
    pub(super) fn new(found: Composed, study: Study) -> Self {
        let (line, leftover) = match found.reading {
            Some(reading) => (reading.line, Some(reading.leftover)),
            None => (found.strict.line, None),
        };
        Self {
            answer: found.answer,
            strict: found.strict.answer,
            line,
            leftover,
            variations: study.variations,
            explanations: study.explanations,
            refutation: study.refutation,
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

    /// Returns whether the attacker mates.
    #[must_use]
    pub const fn is_mate(&self) -> bool {
        matches!(self.answer, Answer::Mate { .. })
    }

    /// Returns whether it is proven that there is no mate (不詰).
    #[must_use]
    pub const fn is_no_mate(&self) -> bool {
        matches!(self.answer, Answer::NoMate)
    }

    /// Returns whether a limit was reached before a mate or no mate was proven.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self.answer, Answer::Unknown(_))
    }
}

/// The judgement of a composition, or of a brinkmate problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement<S = Solution> {
    /// The length and the judged line.
    pub solution: S,
    /// The verdict under the rules of the question.
    pub verdict: Verdict,
    /// The rules of the question.
    pub rules: Profile,
    /// The findings, the severest first.
    pub findings: Vec<Finding>,
    /// The moves that were not decided.
    pub unresolved: Vec<Unresolved>,
    /// The questions about the whole that were not decided, and could be a blemish or worse.
    pub missed: Vec<OpenQuestion>,
    /// The limit that ended the work, if one did.
    pub stopped: Option<StopReason>,
}

impl Judgement {
    pub(super) fn new(judgement: verdict::Judgement, rules: Profile) -> Self {
        let (composed, study) = (judgement.composed.clone(), judgement.study.clone());
        Self::of(Solution::new(composed, study), judgement, rules)
    }
}

impl<S> Judgement<S> {
    pub(super) fn of(solution: S, judgement: verdict::Judgement, rules: Profile) -> Self {
        Self {
            verdict: judgement.verdict(rules),
            rules,
            missed: judgement.missed(rules).collect(),
            solution,
            findings: judgement.findings,
            unresolved: judgement.unresolved,
            stopped: judgement.stopped,
        }
    }

    /// Returns whether the composition is sound (完全作), without any blemish.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.verdict == Verdict::Sound
    }

    /// Returns the cooks (余詰): other checks that mate without coming back to the solution.
    pub fn cooks(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|it| it.kind == Kind::Cook)
    }

    /// Returns the findings of a grade under the rules of the question.
    pub fn graded(&self, grade: Grade) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(move |it| self.rules.grade(it.severity) == grade)
    }
}
