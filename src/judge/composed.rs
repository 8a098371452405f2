//! Problems that the program composed: each is judged anew as a whole, and told only if that confirms it.

use super::parsed::ParsedProblem;
use crate::answer::Row;
use crate::composition::compose::{Composed, Constraints};
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::question::{Question, Task};
use crate::search::Limits;
use crate::vocabulary::Verdict;

/// Search nodes for the judgement of a problem, if nothing else is asked for.
pub const USUAL_NODES: u64 = 5_000_000;

/// Memory for the tables of that judgement, in bytes.
pub const TABLES: usize = 64 << 20;

/// Returns the question about each problem.
#[must_use]
pub fn question(constraints: &Constraints, limits: Limits) -> Question {
    Question {
        task: Task::Check,
        rules: constraints.rules,
        interpositions: constraints.interpositions,
        idle_pieces: true,
        attributes: true,
        verify: true,
        limits,
        ..Question::default()
    }
}

/// Returns the id of a problem: the seed, and the number of the attempt.
#[must_use]
pub fn id(seed: u64, attempt: u64) -> String {
    format!("{seed}-{attempt}")
}

/// Returns a composed problem as it is judged.
///
/// # Panics
/// If the diagram is not legal. An attempt gives only legal ones.
#[must_use]
pub fn parsed(id: &str, composed: &Composed) -> ParsedProblem {
    let problem = Problem::new(
        composed.setup.clone(),
        AttackerRule::Black,
        DefenderHandRule::Given,
    );
    let problem = problem.expect("a diagram that was judged is legal");
    ParsedProblem::new(id, problem)
}

/// Returns whether the judgement of the whole says what the attempt says: sound, no idle piece, proven.
#[must_use]
pub fn is_confirmed(row: &Row, composed: &Composed) -> bool {
    let is_idle = |kind: &str| kind == crate::vocabulary::Kind::IdlePiece.key();
    row.verdict == Verdict::Sound
        && row.plies == Some(composed.plies())
        && row.limit.is_none()
        && !row.finding_kinds().any(is_idle)
        && row.certificates.as_ref().is_some_and(|it| !it.is_empty())
        && row.unresolved.as_ref().is_none_or(Vec::is_empty)
}
