//! The parts of an answer that its row does not write.

use super::row::Row;
use super::study::TurnRow;
use crate::composition::verdict::Kind;
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::notation::record::Record;
use crate::notation::sfen;
use crate::shogi::{Color, Hand};
use crate::vocabulary::{Goal, Verdict};
use std::borrow::Cow;
use std::time::Duration;

/// The parts of an answer that its row does not write: the input, and what only a view of a fresh
/// answer shows. All of them are empty in a row that is read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Unwritten {
    /// The problem, if it could be read.
    pub problem: Option<Box<Problem>>,
    /// The other parts of the input: headers, the author's line, comments.
    pub source: Option<Box<Record>>,
    /// The wall-clock time, more exactly than in the row.
    pub elapsed: Duration,
    /// A proven upper bound of the strict length, if the length is not proven.
    pub strict_at_most: Option<u32>,
    /// The line of the strict game, if a main line is known beside it.
    pub strict_line: Vec<String>,
    /// The variations that are known, whether or not they were asked for.
    pub turns: Option<Vec<TurnRow>>,
    /// Whether variations were asked for.
    pub asks_variations: bool,
    /// Whether it was asked why interpositions are futile.
    pub asks_explanations: bool,
    /// Whether a limit left one of the further questions open.
    pub is_incomplete: bool,
    /// The number of other checks that were looked at, if the composition was judged.
    pub looked_at: Option<LookedAt>,
}

/// The checks beside the main line that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LookedAt {
    /// The number of checks.
    pub checks: usize,
    /// The number of the attacker's turns at which they were.
    pub turns: usize,
    /// The number of undecided ones that would be tolerated if they mate.
    pub tolerated: usize,
}

/// Two answers are equal if their rows are.
impl PartialEq for Unwritten {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Unwritten {}

/// Returns a time in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Row {
    /// Returns the problem of a row, if its diagram is one.
    #[must_use]
    pub fn problem(&self) -> Option<Cow<'_, Problem>> {
        match &self.unwritten.problem {
            Some(problem) => Some(Cow::Borrowed(problem)),
            None => problem_of(self.goal, self.sfen.as_deref()).map(Cow::Owned),
        }
    }

    /// Returns the wall-clock time.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let exact = self.unwritten.elapsed;
        if exact.is_zero() {
            Duration::from_millis(self.elapsed_ms)
        } else {
            exact
        }
    }

    /// Returns the attacker's hand at the end of the main line, if it was worked out.
    #[must_use]
    pub fn hand_left(&self) -> Option<Hand> {
        hand(self.leftover.as_deref()?)
    }

    /// Returns the variations that are known, whether or not they were asked for.
    pub(crate) fn turns(&self) -> &[TurnRow] {
        let turns = self.unwritten.turns.as_ref().or(self.variations.as_ref());
        turns.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the goal that the length belongs to: that of the row, unless a plain mate was found
    /// instead of a brinkmate.
    #[must_use]
    pub fn goal_of_length(&self) -> Goal {
        if self.is_plain_mate() {
            Goal::Mate
        } else {
            self.goal
        }
    }

    /// Returns whether a plain mate was found instead of a brinkmate.
    #[must_use]
    pub fn is_plain_mate(&self) -> bool {
        self.goal == Goal::Brinkmate
            && (self.verdict == Verdict::Mate || self.found().any(|it| it == Kind::PlainMate.key()))
    }

    /// Returns whether the composition was judged, not only solved.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        self.unresolved.is_some()
    }

    /// Returns whether the line of the row was judged: best play, or the author's line.
    pub(crate) fn has_judged_line(&self) -> bool {
        let is_known = if self.goal.is_mate() {
            self.leftover.is_some()
        } else {
            self.plies.is_some()
        };
        self.is_judged() && is_known
    }
}

/// Reads the attacker's hand as rows have it. `None` if it is none.
pub(crate) fn hand(text: &str) -> Option<Hand> {
    if text.is_empty() {
        return Some(Hand::EMPTY);
    }
    let setup = sfen::parse(&format!("9/9/9/9/9/9/9/9/9 b {text} 1"))
        .ok()?
        .setup;
    Some(setup.hands[Color::Black.index()])
}

/// Returns the problem with this goal and this diagram, if it is one.
pub(crate) fn problem_of(goal: Goal, sfen: Option<&str>) -> Option<Problem> {
    let setup = sfen::parse(sfen?).ok()?.setup;
    // The hands of a row are complete.
    let hand = DefenderHandRule::Given;
    let problem = |rule| Problem::for_goal(goal, setup.clone(), rule, hand).ok();
    problem(AttackerRule::Auto)
        .or_else(|| problem(AttackerRule::Black))
        .or_else(|| problem(AttackerRule::White))
}
