//! Refutations: how the defender gets away, after an attacker's move that fails (紛れ) or where
//! there is no mate at all.
//!
//! A line is shown only where no mate is proven. At the defender's turn it takes a reply after which
//! there is none, proven in its turn; at the attacker's turn the *most stubborn* check. Both look a
//! little ahead: a check is refuted within d plies if some reply leaves no check at all, or only
//! checks refuted within d − 2. The most stubborn check is the one whose refutation takes longest,
//! as far as 1,000 positions show; the defender answers with the reply that ends the checks soonest.
//! Equals are taken in the order of custom, that of the main line. So the line is evidence and an
//! illustration; that nothing else mates either is what the search has proven.

use super::composed::Reading;
use super::line::{Reader, in_order, name};
use crate::search::StopReason;
use crate::search::session::Session;
use crate::search::{Search, Within};
use crate::shogi::{Color, Hand, Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};

/// How the defender gets away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The moves of both sides.
    pub line: Vec<Move>,
    /// Why it ends there.
    pub end: End,
}

/// Why the line of a refutation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The attacker has no check left.
    NoCheck,
    /// A position of the line comes back: perpetual check (連続王手の千日手), which fails.
    Repetition,
    /// There are checks left, none of which mates; the line is long enough, or a limit was hit.
    ChecksLeft,
}

/// The longest line shown, in plies.
const LONGEST: usize = 60;

/// How many positions one choice looks at.
const POSITIONS: u32 = 1_000;

/// How many plies one choice looks ahead.
const HORIZON: u32 = 12;

/// Moves to be tried from the start of a problem, the last one the attacker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    moves: Vec<Move>,
}

/// Why moves cannot be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptError {
    /// There is none.
    Empty,
    /// This one (from 0) is not legal there.
    NotLegal(usize),
    /// This one (from 0) is the attacker's, and no check.
    NoCheck(usize),
    /// The last one is the defender's.
    DefenderLast,
}

impl Attempt {
    /// Checks moves that are made from a position on. Black attacks.
    ///
    /// # Errors
    /// The first thing that is wrong with them.
    pub fn new(position: &Position, moves: Vec<Move>) -> Result<Self, AttemptError> {
        let mut position = position.clone();
        for (i, &mv) in moves.iter().enumerate() {
            let attack = position.turn() == Color::Black;
            if !position.legal_moves().contains(&mv) {
                return Err(AttemptError::NotLegal(i));
            }
            position.make(mv);
            if attack && !position.in_check(Color::White) {
                return Err(AttemptError::NoCheck(i));
            }
        }
        match (moves.is_empty(), position.turn()) {
            (true, _) => Err(AttemptError::Empty),
            (false, Color::Black) => Err(AttemptError::DefenderLast),
            (false, Color::White) => Ok(Self { moves }),
        }
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

/// What an attempt leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It mates.
    Mate {
        /// The composed length, the moves of the attempt included, if it is proven.
        plies: Option<u32>,
        /// A proven bound of that length.
        at_most: u32,
        /// Best play after the attempt, unless a limit was hit.
        reading: Option<Reading>,
    },
    /// It fails: no mate from there, proven. The line begins with the reply; it is `None` when a
    /// limit left no time for it.
    Fails(Option<Refutation>),
    /// Neither was proven before this limit.
    Unknown(StopReason),
}

impl Outcome {
    /// Whether it is known with length, main line or refutation.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        match self {
            Self::Mate { plies, reading, .. } => plies.is_some() && reading.is_some(),
            Self::Fails(refutation) => refutation.is_some(),
            Self::Unknown(_) => false,
        }
    }
}

/// Finds out what an attempt leads to, in the game of the reader's level.
pub(super) fn judge(session: &mut Session<'_>, reader: &mut Reader, attempt: &Attempt) -> Outcome {
    let made = attempt.moves.len() as u32;
    let (mate, refutation) = session.strict(|search| {
        let start = search.position().clone();
        search.along(&attempt.moves, |search| {
            let mate = search.any_mate();
            let refutation = match mate {
                Some(Within::No) => refute(search, seen_along(start, &attempt.moves)),
                _ => None,
            };
            (mate, refutation)
        })
    });
    let bound = match mate {
        Some(Within::Mate(plies)) => plies,
        Some(Within::No) => return Outcome::Fails(refutation),
        None => return Outcome::Unknown(session.stopped().unwrap_or(StopReason::Memory)),
    };
    let interpositions = reader.interpositions;
    let (plies, reading) = session.variant(&interpositions, |search| {
        search.along(&attempt.moves, |search| {
            let plies = search.shortest_mate(bound);
            let reading = plies.and_then(|plies| reader.read(search, plies));
            (plies, reading)
        })
    });
    Outcome::Mate {
        plies: plies.map(|plies| made + plies),
        at_most: made + plies.unwrap_or(bound),
        reading,
    }
}

/// The best defence against the most stubborn try from the current position, where no mate is
/// proven. `None` when a limit was hit before there was anything to show.
pub(super) fn of_no_mate(search: &mut Search<'_, '_>) -> Option<Refutation> {
    let seen = seen_along(search.position().clone(), &[]);
    refute(search, seen)
}

/// What tells a position apart on a line.
type Name = (u64, Hand, Hand);

/// The positions of a line, first and last included.
fn seen_along(mut position: Position, line: &[Move]) -> FxHashSet<Name> {
    let mut seen = FxHashSet::from_iter([name(&position)]);
    for &mv in line {
        position.make(mv);
        seen.insert(name(&position));
    }
    seen
}

/// Plays on from the current position, where no mate is proven.
fn refute(search: &mut Search<'_, '_>, mut seen: FxHashSet<Name>) -> Option<Refutation> {
    let mut position = search.position().clone();
    let mut line: Vec<Move> = Vec::new();
    let mut end = End::ChecksLeft;
    while line.len() < LONGEST {
        if position.turn() == Color::Black {
            let Some(check) = most_stubborn(&mut position) else {
                end = End::NoCheck;
                break;
            };
            position.make(check);
            line.push(check);
        }
        let Some(reply) = escape(search, &line, &mut position) else {
            // What is not proven is not shown.
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

/// The check that is refuted last. `None` without a check.
fn most_stubborn(position: &mut Position) -> Option<Move> {
    let mut standing = in_order(position, true);
    let mut ahead = Lookahead::default();
    for plies in (0..=HORIZON).step_by(2) {
        let mut left = Vec::new();
        for &check in &standing {
            let undo = position.make(check);
            let refuted = ahead.reply(position, plies).is_some();
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

/// The reply at `position`, which lies `line` beyond the position of the search: the one that ends
/// the checks soonest, else the first after which no mate is proven. `None` for a limit.
fn escape(search: &mut Search<'_, '_>, line: &[Move], position: &mut Position) -> Option<Move> {
    if search.is_stopped() {
        return None;
    }
    let mut ahead = Lookahead::default();
    for plies in (0..=HORIZON).step_by(2) {
        if let Some(reply) = ahead.reply(position, plies) {
            return Some(reply);
        }
        if ahead.is_over() {
            break;
        }
    }
    in_order(position, false).into_iter().find_map(|reply| {
        let mate = search.along(line, |search| search.after(reply, Search::any_mate));
        (mate? == Within::No).then_some(reply)
    })
}

/// Looks ahead for the end of the checks. What it finds is proven by itself: checks that run out
/// never mate.
#[derive(Default)]
struct Lookahead {
    positions: u32,
    /// Whether the checks of a position run out within so many plies: the least known that is
    /// enough, and one more than the most known that is not.
    known: FxHashMap<Name, (u32, u32)>,
}

impl Lookahead {
    fn is_over(&self) -> bool {
        self.positions >= POSITIONS
    }

    /// The first reply, in the order of custom, after which the checks run out within so many plies.
    fn reply(&mut self, position: &mut Position, plies: u32) -> Option<Move> {
        in_order(position, false).into_iter().find(|&reply| {
            let undo = position.make(reply);
            let runs_out = self.runs_out(position, plies);
            position.unmake(reply, undo);
            runs_out
        })
    }

    /// Whether the checks of the attacker, who is to move, run out within so many plies.
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
                let refuted = self.reply(position, plies - 2).is_some();
                position.unmake(check, undo);
                refuted
            }
        });
        let known = self.known.entry(name).or_insert((u32::MAX, 0));
        if runs_out {
            known.0 = known.0.min(plies);
        } else if self.positions < POSITIONS {
            known.1 = known.1.max(plies + 1);
        }
        runs_out
    }
}
