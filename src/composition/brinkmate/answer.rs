//! Questions and answers.

use crate::composition::author::Author;
use crate::composition::futile::Interpositions;
use crate::composition::rules::{Grade, Profile};
use crate::composition::verdict::{self, Finding, Kind, OpenQuestion, Unresolved};
use crate::search::{Answer, Exactness, Stats, StopReason};
use crate::shogi::Move;

/// A question about a brinkmate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The longest brinkmate that is looked for, in plies.
    pub plies: u32,
    /// The interpositions that count as futile between the moves of a brinkmate.
    pub interpositions: Interpositions,
    /// Whether every legal quiet move is tried for a threat. Otherwise those are left out that are
    /// proven to threaten nothing. It changes no answer, only its cost.
    pub all_moves: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            plies: Self::PLIES,
            interpositions: Interpositions::Standard,
            all_moves: false,
        }
    }
}

impl Request {
    /// The length up to which brinkmates are looked for if nothing else is asked: nearly all
    /// published ones are no longer.
    pub const PLIES: u32 = 5;
}

/// A question about a brinkmate problem to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is looked for. The length is at least the author's.
    pub request: Request,
    /// The author's claims.
    pub author: Author,
    /// By how many plies another brinkmate may be longer and still be looked for.
    pub longer: u32,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            request: Request::default(),
            author: Author::default(),
            longer: 2,
        }
    }
}

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
    /// Whether every other first move is proven to be longer or to fail. Only then these are all.
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
    /// Its outcome.
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
    /// Whether they are told as "any other": all defences that no other group names.
    pub is_rest: bool,
    /// The mate after the first of them, beginning with the common move.
    pub line: Vec<Move>,
}

/// The judgement of a brinkmate problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// The answer.
    pub solution: Solution,
    /// The findings, the gravest first.
    pub findings: Vec<Finding>,
    /// The moves along the main line that may also force a brinkmate.
    pub open: Vec<Unresolved>,
    /// The limit that ended the work.
    pub stopped: Option<StopReason>,
}

impl Judgement {
    /// Returns the line that was judged, if its length is exact: the way to the brinkmate, or a plain mate.
    #[must_use]
    pub fn line(&self) -> Option<&[Move]> {
        let (line, exactness) = match (&self.solution.mate, self.solution.verdict) {
            (Some(mate), _) => match mate.answer {
                Answer::Mate { exactness, .. } => (&mate.line, exactness),
                _ => return None,
            },
            (None, Verdict::Brinkmate { exactness, .. }) => (&self.solution.line, exactness),
            _ => return None,
        };
        (exactness == Exactness::Shortest).then_some(&line[..])
    }

    /// Returns the open question for which all others have to wait, if there is one.
    #[must_use]
    pub fn missed(&self) -> Option<OpenQuestion> {
        match self.solution.verdict {
            _ if self.line().is_some() => None,
            Verdict::Unknown { .. } => Some(OpenQuestion::Solution),
            Verdict::Brinkmate { .. } | Verdict::Mate => Some(OpenQuestion::Length),
            Verdict::NoBrinkmate { .. } => None,
        }
    }

    /// Returns the verdict under these rules. A problem without a brinkmate is
    /// [`verdict::Verdict::NoMate`].
    #[must_use]
    pub fn verdict(&self, profile: Profile) -> verdict::Verdict {
        if self.findings.iter().any(|it| it.kind == Kind::NoBrinkmate) {
            return verdict::Verdict::NoMate;
        }
        let grades = self.findings.iter().map(|it| profile.grade(it.severity));
        let found = grades.max();
        if found == Some(Grade::Fatal) {
            return verdict::Verdict::Flawed;
        }
        let worst = profile.grade(Kind::ExtraBrinkmate.severity());
        let is_open = !self.open.is_empty();
        let is_exact = matches!(
            self.solution.verdict,
            Verdict::Brinkmate {
                exactness: Exactness::Shortest,
                ..
            }
        );
        if !is_exact || is_open && worst == Grade::Fatal {
            return verdict::Verdict::Unknown;
        }
        match found {
            Some(Grade::Blemish) => verdict::Verdict::Blemished,
            _ if is_open && worst == Grade::Blemish => verdict::Verdict::Unknown,
            _ => verdict::Verdict::Sound,
        }
    }
}

impl Solution {
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
