//! Rows of answers about brinkmates (必至) and threats (詰めろ).

use super::BrinkmateRow;
use crate::answer::row::Row;
use crate::composition::brinkmate::{self, Solution, State, Threat};
use crate::vocabulary::{Goal, Limit, Status, Verdict};

impl Row {
    /// Makes the row of an answer about a brinkmate. A plain mate fills the fields of a mate.
    #[must_use]
    pub fn of_brinkmate(id: String, sfen: String, found: &Solution) -> Self {
        let mut row = Self::about(id, sfen);
        row.goal = Goal::Brinkmate;
        let mut stopped = None;
        row.verdict = match found.verdict {
            brinkmate::Verdict::Brinkmate { .. } => Verdict::Brinkmate,
            brinkmate::Verdict::Mate => Verdict::Mate,
            brinkmate::Verdict::NoBrinkmate { .. } => Verdict::NoBrinkmate,
            brinkmate::Verdict::Unknown { reason, .. } => {
                stopped = Some(reason);
                Verdict::Unknown
            }
        };
        stopped = row.take_length(found.answer()).or(stopped);
        if stopped.is_some() {
            row.status = Status::Limit;
        }
        row.limit = stopped.or(found.stopped).map(Limit::from);
        if found.mate.is_none() {
            row.brinkmate = Some(BrinkmateRow::of_solution(found));
        }
        row
    }

    /// Makes the row of an answer about a threat.
    #[must_use]
    pub fn of_threat(id: String, sfen: String, found: &Threat) -> Self {
        let mut row = Self::about(id, sfen);
        row.goal = Goal::Threatmate;
        row.limit = found.stopped.map(Limit::from);
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
        row.brinkmate = Some(BrinkmateRow::of_threat(found));
        row
    }
}
