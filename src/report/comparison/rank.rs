//! The order of verdicts.

use crate::answer::Row;
use crate::vocabulary::Verdict;

/// The worst and the best rank that a verdict may have. Higher ranks are better.
pub(super) struct Ranks {
    pub worst: u32,
    pub best: u32,
}

const NO_MATE: u32 = 1;
const FLAWED: u32 = 2;
const SOUND: u32 = 4;

/// Returns the ranks of a row's verdict. `None` if the two verdicts answer different questions.
pub(super) fn ranks(row: &Row, other: &Row) -> Option<Ranks> {
    let is_of_check =
        |it: Verdict| matches!(it, Verdict::Flawed | Verdict::Blemished | Verdict::Sound);
    let is_of_solve = |it: Verdict| matches!(it, Verdict::Mate | Verdict::Brinkmate);
    let (this, that) = (row.verdict, other.verdict);
    if row.goal != other.goal
        || is_of_check(this) && is_of_solve(that)
        || is_of_solve(this) && is_of_check(that)
    {
        return None;
    }
    let rank = match this {
        Verdict::Error => 0,
        Verdict::NoMate | Verdict::NoBrinkmate | Verdict::NoThreat => NO_MATE,
        Verdict::Flawed | Verdict::Threatmate => FLAWED,
        Verdict::Blemished => 3,
        // A plain mate ranks no higher than a brinkmate, because it spoils a brinkmate problem.
        Verdict::Sound | Verdict::Mate | Verdict::Brinkmate => SOUND,
        Verdict::Unknown => {
            let is_mate = row.plies.or(row.plies_at_most).is_some();
            return Some(Ranks {
                worst: if is_mate { FLAWED } else { NO_MATE },
                best: SOUND,
            });
        }
    };
    Some(Ranks {
        worst: rank,
        best: rank,
    })
}
