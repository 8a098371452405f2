//! A question about a problem, the same for every way to ask it.

use crate::search::{Limits, StopReason};
use crate::shogi::Move;
use crate::vocabulary::{Goal, Interpositions, Limit, Rules};

/// The task of a question, whatever the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Task {
    /// Find the mate, the brinkmate or the threat.
    #[default]
    Solve,
    /// Judge the composition.
    Check,
}

/// A question about a problem: plain data, which the command line, JSON, Python, the engine and the
/// workbench fill in, each in one place.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The task.
    pub task: Task,
    /// The goal. `None` if each record names its own.
    pub goal: Option<Goal>,
    /// The rules that decide which findings are fatal. An alternative that can be neither fatal nor a
    /// blemish gets few nodes.
    pub rules: Rules,
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    /// The plies of the longest brinkmate to look for, if they are given.
    pub within: Option<u32>,
    /// Whether any mate will do instead of the shortest. A judgement always needs the shortest.
    pub first: bool,
    /// The author's claims. Each record has its own.
    pub author: Author,
    /// Further questions, which are only about mates and are asked once the main line is known. If there
    /// is no mate, a judgement has the refutation without being asked.
    pub further: Questions,
    /// Search nodes for each alternative that is reported if it stays open. `None`: no bound for one that can
    /// change the verdict, 200,000 for others. [`u64::MAX`]: once everything else is answered, all that
    /// the limits leave is spent on the open ones.
    pub nodes_per_alternative: Option<u64>,
    /// Whether to look for idle pieces (無駄駒), which takes another judgement for each piece.
    pub idle_pieces: bool,
    /// Whether the row has attributes.
    pub attributes: bool,
    /// The number of levels of variations that the output shows unasked. They are worked out
    /// last, and change neither the verdict nor the count of nodes.
    pub shown_variations: u32,
    /// The limits.
    pub limits: Limits,
    /// Whether the row has statistics of the search.
    pub stats: bool,
    /// Whether certificates are made and checked before an answer is given.
    pub verify: bool,
}

impl Question {
    /// Returns the question with its limits on nodes and time multiplied.
    #[must_use]
    pub fn times(&self, factor: u32) -> Self {
        let mut more = self.clone();
        let multiply = |nodes: u64| nodes.saturating_mul(factor.into());
        more.limits.nodes = more.limits.nodes.map(multiply);
        more.limits.time = more.limits.time.map(|time| time.saturating_mul(factor));
        more.nodes_per_alternative = more.nodes_per_alternative.map(multiply);
        more
    }
}

/// The author's claims about the solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Author {
    /// The line, or its beginning. Every move must be legal, and the attacker's must be checks.
    pub line: Vec<Move>,
    /// The length in plies.
    pub plies: Option<u32>,
    /// Whether the line continues with a move that cannot be played, or with an attacking move that
    /// is not a check.
    pub broken: bool,
}

impl Author {
    /// Returns the length in plies, as stated or as counted.
    pub(crate) fn length(&self) -> Option<u32> {
        let counted = u32::try_from(self.line.len())
            .ok()
            .filter(|&plies| plies > 0);
        self.plies.or(counted)
    }
}

/// Further questions. `composed_only` and `no_main_line` leave out parts of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// The number of levels of variations that are wanted; 0 for none.
    pub variations: u32,
    /// Whether to explain the interpositions in the main line.
    pub explain: bool,
    /// Moves to try, each from the start.
    pub attempts: Vec<Attempt>,
    /// Whether to show the best defence if there is no mate. `None` leaves it to the task: it is part of the
    /// row that answers [`Task::Solve`].
    pub refutation: Option<bool>,
    /// Whether the composed length is enough, so that the strict length stays a bound.
    pub composed_only: bool,
    /// Whether to read no main line. Then there are no variations and explanations either, which
    /// belong to it. Reading one particular line of the shortest length can take longer than
    /// proving the length.
    pub no_main_line: bool,
}

impl Questions {
    /// Returns whether there is a question that needs composed lengths.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.variations > 0 || self.explain || !self.attempts.is_empty()
    }
}

/// Moves to try from the start of a problem, the last one the attacker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub(crate) moves: Vec<Move>,
}

impl Limit {
    /// Returns the same limit as the search names it. `None` if the search does not have it.
    #[must_use]
    pub const fn stop_reason(self) -> Option<StopReason> {
        match self {
            Self::Time => Some(StopReason::Time),
            Self::Nodes => Some(StopReason::Nodes),
            Self::Memory => Some(StopReason::Memory),
            Self::Interrupt => Some(StopReason::Interrupt),
            Self::Settled => None,
        }
    }
}

impl From<StopReason> for Limit {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Time => Self::Time,
            StopReason::Nodes => Self::Nodes,
            StopReason::Memory => Self::Memory,
            StopReason::Interrupt => Self::Interrupt,
        }
    }
}
