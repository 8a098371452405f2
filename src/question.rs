//! A question about a problem, the same for every way to ask it.

use crate::composition::{Author, Questions, check};
use crate::search::Limits;
use crate::vocabulary::{Goal, Interpositions, Rules};

/// What is to be found out about a problem, whatever its goal.
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
    /// What is to be found out.
    pub task: Task,
    /// The goal. `None` if each record names its own.
    pub goal: Option<Goal>,
    /// The rules that decide which findings are fatal.
    pub rules: Rules,
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    /// The plies of the longest brinkmate to look for, if they are given.
    pub within: Option<u32>,
    /// Whether any mate will do instead of the shortest. A judgement always needs the shortest.
    pub first: bool,
    /// Further questions, which are only about mates.
    pub further: Questions,
    /// Search nodes for each other check, if they are limited.
    pub nodes_per_alternative: Option<u64>,
    /// Whether to look for idle pieces (無駄駒).
    pub idle_pieces: bool,
    /// Whether the row has attributes.
    pub attributes: bool,
    /// How many levels of variations the output shows even if they are not asked for.
    pub shown_variations: u32,
    /// The limits.
    pub limits: Limits,
    /// Whether the row has statistics of the search.
    pub stats: bool,
    /// Whether certificates are made and checked before an answer is given.
    pub verify: bool,
}

impl Question {
    /// Returns the part of the question that is about a composition with these claims of its author.
    #[must_use]
    pub fn about_composition(&self, author: Author) -> check::Question {
        check::Question {
            interpositions: self.interpositions,
            author,
            nodes_per_alternative: self.nodes_per_alternative,
            idle_pieces: self.idle_pieces,
            profile: self.rules,
            questions: self.further.clone(),
            shown_variations: self.shown_variations,
        }
    }

    /// Returns the same question with `times` times the limits.
    #[must_use]
    pub fn times(&self, times: u32) -> Self {
        let mut more = self.clone();
        let multiply = |nodes: u64| nodes.saturating_mul(times.into());
        more.limits.nodes = more.limits.nodes.map(multiply);
        more.limits.time = more.limits.time.map(|time| time.saturating_mul(times));
        more.nodes_per_alternative = more.nodes_per_alternative.map(multiply);
        more
    }
}
