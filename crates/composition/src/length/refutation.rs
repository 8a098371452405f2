//! Refutations: how the defender escapes after an attacker's move that fails (紛れ), or if there is
//! no mate at all.
//!
//! A line is shown only if it is proven that there is no mate. At the defender's turn it takes a
//! reply after which no mate is proven; at the attacker's turn the check that is *hardest* to
//! refute. Both look a little ahead: a check is refuted within d plies if some reply leaves no
//! check at all, or only checks refuted within d − 2. The hardest check is the one whose refutation
//! takes longest, as far as 1,000 positions show. The defender answers with the reply that ends the
//! checks soonest, or else with one that is known to refute. Custom decides between equals, as in the
//! main line. The line only illustrates the proof that nothing mates. So it uses what is known, and takes
//! at most a million nodes more.

use crate::length::line::{Name, Reader, in_order, name};
use crate::length::reading::Reading;
use crate::problem::Problem;
pub use crate::question::Attempt;
use crate::search::StopReason;
use crate::search::session::Session;
use crate::search::{Search, Within};
use crate::shogi::{Color, Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// The defender's escape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refutation {
    /// The moves of both sides.
    pub line: Vec<Move>,
    /// Why the line ends.
    pub end: End,
}

/// Why the line of a refutation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The attacker has no check left.
    NoCheck,
    /// A position of the line repeats: perpetual check (連続王手の千日手), which fails.
    Repetition,
    /// There are checks left, but none mates. The line is long enough, or a limit was reached.
    ChecksLeft,
}

/// The longest line shown, in plies.
const MAX_LINE_PLIES: usize = 60;

/// The most nodes for illustrating a proof.
pub(crate) const PICTURE_NODES: u64 = 1_000_000;

/// The most positions that are looked at for one choice.
const MAX_POSITIONS: u32 = 1_000;

/// How many plies one choice looks ahead.
const HORIZON: u32 = 12;

/// Why moves cannot be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptError {
    /// There is no move.
    Empty,
    /// The move of this index (from 0) is not legal.
    NotLegal(usize),
    /// The move of this index (from 0) is the attacker's, and not a check.
    NoCheck(usize),
    /// The last move is the defender's.
    DefenderLast,
}

impl fmt::Display for AttemptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no move to try"),
            Self::NotLegal(at) => write!(f, "move {} is not legal there", at + 1),
            Self::NoCheck(at) => write!(f, "move {} gives no check", at + 1),
            Self::DefenderLast => f.write_str("the last move to try must be the attacker's"),
        }
    }
}

impl std::error::Error for AttemptError {}

impl Attempt {
    /// Checks moves from the start of a problem on.
    ///
    /// # Errors
    /// The first error in the moves.
    pub fn new(problem: &Problem, moves: Vec<Move>) -> Result<Self, AttemptError> {
        let attacker = problem.attacker();
        let mut position = Position::new(problem.setup());
        for (i, &mv) in moves.iter().enumerate() {
            let attack = position.turn() == attacker;
            if !position.legal_moves().contains(&mv) {
                return Err(AttemptError::NotLegal(i));
            }
            position.make(mv);
            if attack && !position.in_check(attacker.flip()) {
                return Err(AttemptError::NoCheck(i));
            }
        }
        if moves.is_empty() {
            Err(AttemptError::Empty)
        } else if position.turn() == attacker {
            Err(AttemptError::DefenderLast)
        } else {
            Ok(Self { moves })
        }
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It mates.
    Mate {
        /// The composed length with the moves of the attempt, if it is proven.
        plies: Option<u32>,
        /// A proven upper bound of this length.
        at_most: u32,
        /// Best play after the attempt, unless a limit was reached.
        reading: Option<Reading>,
    },
    /// It fails: it is proven that there is no mate. The line begins with the reply; it is `None`
    /// if a limit was reached before it was found.
    Fails(Option<Refutation>),
    /// Neither was proven before this limit.
    Unknown(StopReason),
}

impl Outcome {
    /// Returns whether the outcome has its length and main line, or its refutation.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        match self {
            Self::Mate { plies, reading, .. } => plies.is_some() && reading.is_some(),
            Self::Fails(refutation) => refutation.is_some(),
            Self::Unknown(_) => false,
        }
    }
}

/// Works out the outcome of an attempt, in the game of the reader's level.
pub(crate) fn judge(session: &mut Session<'_>, reader: &mut Reader, attempt: &Attempt) -> Outcome {
    let plies_before = attempt.moves.len() as u32;
    let mate = session.strict(|search| search.after_line(&attempt.moves, Search::any_mate));
    let bound = match mate {
        Some(Within::Mate(plies)) => plies,
        Some(Within::No) => return Outcome::Fails(refutation_after(session, &attempt.moves)),
        None => return Outcome::Unknown(session.stopped().unwrap_or(StopReason::Memory)),
    };
    let interpositions = reader.interpositions;
    let (plies, reading) = session.variant(&interpositions, |search| {
        search.after_line(&attempt.moves, |search| {
            let plies = search.shortest_mate(bound);
            let reading = plies.and_then(|plies| reader.read(search, plies));
            (plies, reading)
        })
    });
    Outcome::Mate {
        plies: plies.map(|plies| plies_before + plies),
        at_most: plies_before + plies.unwrap_or(bound),
        reading,
    }
}

/// Returns the best defence against the hardest try from the position of the session, where it is proven
/// that there is no mate. `None` if a limit was reached before there was anything to show.
pub(crate) fn of_no_mate(session: &mut Session<'_>) -> Option<Refutation> {
    refutation_after(session, &[])
}

/// Returns the best defence after these moves, after which it is proven that there is no mate.
fn refutation_after(session: &mut Session<'_>, moves: &[Move]) -> Option<Refutation> {
    let outer = session.narrow(PICTURE_NODES);
    let refutation = session.strict(|search| {
        let seen = seen_along(search.position().clone(), moves);
        search.after_line(moves, |search| refute(search, seen))
    });
    session.widen(outer);
    refutation
}

/// Returns the positions of a line, the first and the last included.
fn seen_along(mut position: Position, line: &[Move]) -> FxHashSet<Name> {
    let mut seen = FxHashSet::from_iter([name(&position)]);
    for &mv in line {
        position.make(mv);
        seen.insert(name(&position));
    }
    seen
}

/// Returns the refutation from the current position, where it is proven that there is no mate.
fn refute(search: &mut Search<'_, '_>, mut seen: FxHashSet<Name>) -> Option<Refutation> {
    let mut position = search.position().clone();
    let mut line: Vec<Move> = Vec::new();
    let mut end = End::ChecksLeft;
    while line.len() < MAX_LINE_PLIES {
        if position.turn() == Color::Black {
            let Some(check) = most_stubborn(&mut position) else {
                end = End::NoCheck;
                break;
            };
            position.make(check);
            line.push(check);
        }
        let Some(reply) = escape(search, &line, &mut position) else {
            // A check without a proven reply is not shown.
            line.pop();
            break;
        };
        position.make(reply);
        line.push(reply);
        if !seen.insert(name(&position)) {
            end = End::Repetition;
            break;
        }
    }
    (!line.is_empty() || end == End::NoCheck).then_some(Refutation { line, end })
}

/// Returns the check whose refutation takes longest. `None` without a check.
fn most_stubborn(position: &mut Position) -> Option<Move> {
    let mut standing = in_order(position);
    let mut ahead = Lookahead::default();
    for plies in (0..=HORIZON).step_by(2) {
        let mut left = Vec::new();
        for &check in &standing {
            let undo = position.make(check);
            let refuted = ahead.refuting_reply(position, plies).is_some();
            position.unmake(check, undo);
            if !refuted {
                left.push(check);
            }
        }
        if left.is_empty() {
            break;
        }
        standing = left;
        if ahead.is_over() {
            break;
        }
    }
    standing.first().copied()
}

/// Returns the reply at `position`, which comes after `line` from the position of the search: the one that
/// ends the checks soonest, else the first that is known to refute, else the first that a search finds.
/// `None` if a limit was reached.
fn escape(search: &mut Search<'_, '_>, line: &[Move], position: &mut Position) -> Option<Move> {
    let mut ahead = Lookahead::default();
    for plies in (0..=HORIZON).step_by(2) {
        if let Some(reply) = ahead.refuting_reply(position, plies) {
            return Some(reply);
        }
        if ahead.is_over() {
            break;
        }
    }
    let mut replies = in_order(position);
    let known = replies.iter().copied().find(|&reply| {
        let known = |search: &mut Search<'_, '_>| search.known_within(u32::MAX);
        let mate = search.after_line(line, |search| search.after(reply, known));
        mate == Some(Within::No)
    });
    if known.is_some() || search.is_stopped() {
        return known;
    }
    // A check that was refuted on another path is likely to be refuted here.
    replies.sort_by_cached_key(|&reply| {
        let suggests = |search: &mut Search<'_, '_>| search.suggests_no_mate(u32::MAX);
        !search.after_line(line, |search| search.after(reply, suggests))
    });
    replies.into_iter().find_map(|reply| {
        let mate = search.after_line(line, |search| search.after(reply, Search::any_mate));
        (mate? == Within::No).then_some(reply)
    })
}

/// Looks ahead for the end of the checks. Its results are proofs: checks that run out never mate.
#[derive(Default)]
pub(crate) struct Lookahead {
    positions: u32,
    /// For each position, two numbers of plies: the least within which the checks are known to run out, and
    /// one more than the greatest within which they are known not to.
    known: FxHashMap<Name, (u32, u32)>,
}

impl Lookahead {
    /// Returns the number of positions looked at.
    pub(crate) const fn positions(&self) -> u32 {
        self.positions
    }

    /// Returns the plies after which the checks run out at the earliest, and how many replies end
    /// them that soon. Beyond the horizon this is two plies more, and one reply.
    pub(crate) fn ends(&mut self, position: &mut Position) -> (u32, u32) {
        for plies in (0..=HORIZON).step_by(2) {
            let replies = position.evasions().into_iter();
            let refuting = replies.filter(|&reply| {
                let undo = position.make(reply);
                let runs_out = self.runs_out(position, plies);
                position.unmake(reply, undo);
                runs_out
            });
            let count = refuting.count() as u32;
            if count > 0 {
                return (plies, count);
            }
            if self.is_over() {
                break;
            }
        }
        (HORIZON + 2, 1)
    }

    fn is_over(&self) -> bool {
        self.positions >= MAX_POSITIONS
    }

    /// Returns the first reply, in the order of custom, after which the checks run out within
    /// `plies`.
    fn refuting_reply(&mut self, position: &mut Position, plies: u32) -> Option<Move> {
        in_order(position).into_iter().find(|&reply| {
            let undo = position.make(reply);
            let runs_out = self.runs_out(position, plies);
            position.unmake(reply, undo);
            runs_out
        })
    }

    /// Returns whether the checks of the attacker, who is to move, run out within `plies`.
    fn runs_out(&mut self, position: &mut Position, plies: u32) -> bool {
        let name = name(position);
        let (enough, more) = self.known.get(&name).copied().unwrap_or((u32::MAX, 0));
        if plies >= enough {
            return true;
        }
        if plies < more || self.is_over() {
            return false;
        }
        self.positions += 1;
        let runs_out = position.checks().into_iter().all(|check| {
            plies >= 2 && {
                let undo = position.make(check);
                let refuted = self.refuting_reply(position, plies - 2).is_some();
                position.unmake(check, undo);
                refuted
            }
        });
        let known = self.known.entry(name).or_insert((u32::MAX, 0));
        if runs_out {
            known.0 = known.0.min(plies);
        } else if self.positions < MAX_POSITIONS {
            known.1 = known.1.max(plies + 1);
        }
        runs_out
    }
}
