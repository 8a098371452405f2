//! Answers about brinkmates (必至) and threats (詰めろ), in the fields of a row.

use super::BrinkmateRow;
use crate::answer::row::{Row, rules};
use crate::answer::unwritten::milliseconds;
use crate::composition::brinkmate::{self, Solution, State, Threat};
use crate::composition::{Interpositions, rules::Profile};
use crate::notation::usi;
use crate::search::{Answer, Exactness, Stats};
use crate::vocabulary::{Goal, Limit, Status, Verdict};
use std::time::Duration;

/// What was found about a brinkmate or a threat.
#[derive(Clone, Debug)]
pub enum BrinkAnswer {
    /// The answer to a problem with the attacker to move.
    Problem(Box<Solution>),
    /// The answer about a position with the defender to move.
    Position(Box<Threat>),
}

impl BrinkAnswer {
    /// Returns the position at the end: the threat, and every defence.
    #[must_use]
    pub fn ending(&self) -> Option<&Threat> {
        match self {
            Self::Problem(found) => found.ending.as_ref(),
            Self::Position(found) => Some(found),
        }
    }

    /// Returns the answer to a problem with the attacker to move.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Problem(found) => Some(found),
            Self::Position(_) => None,
        }
    }

    /// Returns the statistics of the search.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        match self {
            Self::Problem(found) => found.stats,
            Self::Position(found) => found.stats,
        }
    }
}

impl Row {
    /// Makes the row of an answer about a brinkmate or a threat. A plain mate fills the fields of a
    /// mate.
    #[must_use]
    pub fn of_brinkmate(
        id: String,
        sfen: String,
        interpositions: Interpositions,
        found: &BrinkAnswer,
        elapsed: Duration,
    ) -> Self {
        let mut row = match found {
            BrinkAnswer::Problem(it) => Self::of_problem(id, sfen, it),
            BrinkAnswer::Position(it) => Self::of_position(id, sfen, it),
        };
        row.rules = rules(Profile::default(), interpositions);
        row.goal = match found {
            BrinkAnswer::Problem(_) => Goal::Brinkmate,
            BrinkAnswer::Position(_) => Goal::Threatmate,
        };
        row.nodes = found.stats().nodes;
        row.elapsed_ms = milliseconds(elapsed);
        row.unwritten.elapsed = elapsed;
        row
    }

    fn of_problem(id: String, sfen: String, found: &Solution) -> Self {
        let mut row = Self::about(id, sfen);
        row.verdict = match found.verdict {
            brinkmate::Verdict::Brinkmate { .. } => Verdict::Brinkmate,
            brinkmate::Verdict::Mate => Verdict::Mate,
            brinkmate::Verdict::NoBrinkmate { .. } => Verdict::NoBrinkmate,
            brinkmate::Verdict::Unknown { reason, .. } => {
                row.status = Status::Limit;
                row.limit = Some(Limit::from(reason));
                Verdict::Unknown
            }
        };
        let known = match found.answer() {
            Answer::Mate { plies, exactness } => Some((plies, exactness)),
            Answer::NoMate | Answer::Unknown(_) => None,
        };
        match known {
            Some((plies, Exactness::Shortest)) => row.plies = Some(plies),
            Some((plies, Exactness::AtMost(reason))) => {
                row.plies_at_most = Some(plies);
                row.limit = reason.map(Limit::from);
                if reason.is_some() {
                    row.status = Status::Limit;
                }
            }
            None => {}
        }
        row.limit = row.limit.or(found.stopped.map(Limit::from));
        row.solution = usi::write_moves(found.line());
        if found.mate.is_none() {
            row.brinkmate = Some(BrinkmateRow::of_solution(found));
        }
        row
    }

    fn of_position(id: String, sfen: String, found: &Threat) -> Self {
        let mut row = Self::about(id, sfen);
        row.verdict = match found.state {
            State::Brinkmate => Verdict::Brinkmate,
            State::Threatmate => Verdict::Threatmate,
            State::NoThreat | State::Check => Verdict::NoThreat,
            State::Mate => Verdict::Mate,
            State::Unknown(reason) => {
                row.status = Status::Limit;
                row.limit = Some(Limit::from(reason));
                Verdict::Unknown
            }
        };
        row.limit = row.limit.or(found.stopped.map(Limit::from));
        row.brinkmate = Some(BrinkmateRow::of_threat(found));
        row
    }
}
