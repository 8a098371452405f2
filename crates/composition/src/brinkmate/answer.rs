//! The answers to questions about brinkmates and threats.

use crate::search::{Answer, Exactness, Stats, StopReason};
use crate::shogi::Move;

/// The verdict about a problem with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker forces a brinkmate.
    Brinkmate {
        /// The length, or a proven bound of it.
        plies: u32,
        /// Whether a shorter one is excluded.
        exactness: Exactness,
    },
    /// There is a plain mate by checks, which is better than a brinkmate.
    Mate,
    /// There is neither a mate nor a brinkmate.
    NoBrinkmate {
        /// The length up to which this is proven; `None` without any bound.
        within: Option<u32>,
    },
    /// A limit was reached first.
    Unknown {
        /// The limit.
        reason: StopReason,
        /// The length up to which it is proven that there is none; 0 if nothing is.
        none_within: u32,
    },
}

/// The answer to a problem with the attacker to move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// The plain mate, if there is one.
    pub mate: Option<PlainMate>,
    /// The first moves that force a brinkmate of the length of the verdict, the one of the main
    /// line first.
    pub first_moves: Vec<Move>,
    /// Whether every other first move is proven to be longer or to fail, so that `first_moves` has all.
    pub first_moves_complete: bool,
    /// The main line: a shortest attack against the longest defence, up to the completing move.
    pub line: Vec<Move>,
    /// The position after the main line: the threat, and every defence with its mate.
    pub ending: Option<Threat>,
    /// First moves that would complete a brinkmate, but for these counter-checks (部分的な必至).
    pub partial: Vec<Partial>,
    /// The statistics of the whole search.
    pub stats: Stats,
    /// The limit that left something open.
    pub stopped: Option<StopReason>,
}

/// A plain mate by checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainMate {
    /// The length in composed plies.
    pub answer: Answer,
    /// The main line, as far as it was worked out.
    pub line: Vec<Move>,
}

/// A move that would complete a brinkmate, but for some counter-checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The move.
    pub mv: Move,
    /// The counter-checks after which there is no mate.
    pub counter_checks: Vec<Move>,
}

/// The state of a position with the defender to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// 必至: a threatmate, and every defence is mated.
    Brinkmate,
    /// 詰めろ, but some defence holds.
    Threatmate,
    /// The defender is not in check and would not be mated after a pass.
    NoThreat,
    /// The defender is in check, and mated whatever he does.
    Mate,
    /// The defender is in check, and some defence holds.
    Check,
    /// A limit was reached first.
    Unknown(StopReason),
}

/// The answer about a position with the defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threat {
    /// The state of the position.
    pub state: State,
    /// Whether the defender would be mated after a pass. `None` if it is not known, or if he is in
    /// check.
    pub threatens: Option<bool>,
    /// The mate after a pass, from the attacker's move on. Empty if there is none.
    pub threat: Vec<Move>,
    /// Every legal move of the defender, in the order of custom.
    pub defences: Vec<Defence>,
    /// The defences that are mated, grouped by the attacker's next move. The group of the move that the
    /// threat begins with comes first, then larger groups before smaller ones.
    pub groups: Vec<Group>,
    /// The statistics of the search.
    pub stats: Stats,
    /// The limit that left something open.
    pub stopped: Option<StopReason>,
}

/// A move of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The move.
    pub mv: Move,
    /// Whether it gives check.
    pub is_check: bool,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of a defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The attacker mates with this line.
    Mated(Vec<Move>),
    /// There is no mate.
    Holds,
    /// A limit was reached first.
    Unknown,
}

/// Defences that are mated by the same next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The defences.
    pub defences: Vec<Move>,
    /// Whether the output may call them "any other": all defences that no other group names.
    pub is_rest: bool,
    /// The mate after the first of them, beginning with the common move.
    pub line: Vec<Move>,
}

impl Solution {
    /// Returns the length of the brinkmate, or of the plain mate, as far as it is proven.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match (&self.mate, self.verdict) {
            (Some(mate), _) => mate.answer,
            (None, Verdict::Brinkmate { plies, exactness }) => Answer::Mate { plies, exactness },
            (None, Verdict::Unknown { reason, .. }) => Answer::Unknown(reason),
            (None, Verdict::Mate | Verdict::NoBrinkmate { .. }) => Answer::NoMate,
        }
    }

    /// Returns the way to the brinkmate, or the plain mate.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        self.mate.as_ref().map_or(&self.line, |it| &it.line)
    }

    /// Returns the length of the shortest brinkmate in plies, if it is proven.
    #[must_use]
    pub const fn plies(&self) -> Option<u32> {
        match self.verdict {
            Verdict::Brinkmate {
                plies,
                exactness: Exactness::Shortest,
            } => Some(plies),
            _ => None,
        }
    }
}

impl Threat {
    /// Returns the defences after which there is no mate.
    pub fn holding(&self) -> impl Iterator<Item = Move> {
        let holds = |it: &&Defence| it.outcome == Outcome::Holds;
        self.defences.iter().filter(holds).map(|it| it.mv)
    }
}
