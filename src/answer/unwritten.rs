//! The parts of an answer that its row does not write.

use super::study::TurnRow;
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::notation::record::Record;
use crate::notation::sfen;
use crate::shogi::{Color, Hand};
use crate::vocabulary::Goal;
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
    /// The line of the strict game, whether or not a main line is known.
    pub strict_line: Vec<String>,
    /// The variations that are known, whether or not they were asked for.
    pub turns: Option<Vec<TurnRow>>,
    /// Whether variations were asked for.
    pub asks_variations: bool,
    /// Whether it was asked why interpositions are futile.
    pub asks_explanations: bool,
    /// Whether the work on the problem was interrupted, even if another limit was reached first.
    pub is_interrupted: bool,
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

/// Always equal: two answers are equal if the written parts of their rows are.
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

/// Reads a hand of the attacker from a row. `None` if the text is not a hand.
pub(crate) fn read_hand(text: &str) -> Option<Hand> {
    if text.is_empty() {
        return Some(Hand::EMPTY);
    }
    let setup = sfen::parse(&format!("9/9/9/9/9/9/9/9/9 b {text} 1"))
        .ok()?
        .setup;
    Some(setup.hands[Color::Black.index()])
}

/// Makes the problem of a row, if it can be one with either side as the attacker.
pub(crate) fn problem_of(goal: Goal, sfen: Option<&str>) -> Option<Problem> {
    let setup = sfen::parse(sfen?).ok()?.setup;
    // The hands in a row are complete.
    let hand = DefenderHandRule::Given;
    let problem = |rule| Problem::for_goal(goal, setup.clone(), rule, hand).ok();
    problem(AttackerRule::Auto)
        .or_else(|| problem(AttackerRule::Black))
        .or_else(|| problem(AttackerRule::White))
}
