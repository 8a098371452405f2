//! Compares two versions of a problem: what changed, and whether it got better or worse.
//!
//! [`compare`] compares two rows, [`pairs`] finds the problems of two collections that belong together,
//! [`StoredRows`] reads rows that were written before, and [`ComparisonReport`] writes comparisons.
//! The rules for *worse* are at [`Comparison::worse`].

mod diagram;
mod findings;
mod pairs;
mod report;
mod stored;
mod table;
mod tally;
mod text;

pub use diagram::{DiagramChange, PieceChange};
pub use findings::FindingsChange;
pub use pairs::{Named, Pair, pairs};
pub use report::{ComparisonFormat, ComparisonReport};
pub use stored::{RowsError, StoredRows};
pub use tally::ComparisonTally;

use crate::answer::{Row, RowError, TOOL, problem_of};
use crate::composition::Problem;
use crate::composition::difference::{Difference, View};
use crate::notation::usi;
use crate::vocabulary::{Aspect, Compared, Goal, Limit, Outcome, Status, Verdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The changes between two versions of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Comparison {
    /// The id in the new version; if the problem is only in the old one, its id there.
    pub id: String,
    /// The result.
    pub outcome: Outcome,
    /// The changes.
    pub changed: Vec<Aspect>,
    /// The parts that got worse. `verdict`: it falls in the order `sound`, `blemished`, `flawed`, `no_mate`,
    /// `error` (without a judgement `mate`, `no_mate`, `error`). `findings`: there is a fatal finding
    /// or a blemish that the old version, judged to the end, does not have, and both are mate. `claims`: a claim of
    /// the input is proven to be wrong that was not before. Versions with different goals are neither better nor worse.
    pub worse: Vec<Aspect>,
    /// The parts that got better, by the same rules with the versions exchanged.
    pub better: Vec<Aspect>,
    /// The parts that may be worse, because a limit left a version undecided.
    pub unknown: Vec<Aspect>,
    /// The changes of the diagram. Null if it is the same, or one of them cannot be read.
    pub diagram: Option<DiagramChange>,
    /// The ply, counted from 1, from which the lines differ. Null if they are equal, or if there is
    /// only one.
    pub line_parts_at: Option<usize>,
    /// The findings.
    pub findings: FindingsChange,
    /// The old version. Null if the problem is only in the new one.
    pub old: Option<Version>,
    /// The new version. Null if the problem is only in the old one.
    pub new: Option<Version>,
    /// The program and its version.
    pub tool: Cow<'static, str>,
}

/// A version of a problem that is compared: a part of its row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Version {
    /// The id.
    pub id: String,
    /// The problem in canonical form. Null if the input is not a problem.
    pub sfen: Option<String>,
    /// Whether the work on it was completed.
    pub status: Status,
    /// The answer.
    pub verdict: Verdict,
    /// The goal: what was asked.
    #[serde(default)]
    pub goal: Goal,
    /// The composed length. Null if it is not proven.
    pub plies: Option<u32>,
    /// A proven upper bound of the composed length, if the length is not proven. Null otherwise.
    pub plies_at_most: Option<u32>,
    /// The attacker's hand at the end of the line, as in an SFEN. Null without a line.
    pub leftover: Option<String>,
    /// The main line in USI. Empty if it is not known.
    pub solution: Vec<String>,
    /// The claims of the input that are proven to be wrong. Null if they were not compared.
    pub unexpected: Option<Vec<Compared>>,
    /// The number of undecided moves and questions that could be a blemish or worse. Null if it was not
    /// judged.
    pub unresolved: Option<usize>,
    /// The limit that was reached.
    pub limit: Option<Limit>,
    /// The error of the input. Null unless the status is `error`.
    pub error: Option<RowError>,
    /// The rules of the answer.
    pub rules: String,
}

impl From<&Row> for Version {
    fn from(row: &Row) -> Self {
        Self {
            id: row.id.clone(),
            sfen: row.sfen.clone(),
            status: row.status,
            verdict: row.verdict,
            goal: row.goal,
            plies: row.plies,
            plies_at_most: row.plies_at_most,
            leftover: row.leftover.clone(),
            solution: row.solution.clone(),
            unexpected: row.unexpected.clone(),
            unresolved: row.unresolved.as_ref().map(Vec::len),
            limit: row.limit,
            error: row.error.clone(),
            rules: row.rules.clone(),
        }
    }
}

/// Compares two versions of a problem.
///
/// Moves and squares of the old version are compared as they are in the new diagram, which may be a
/// mirror image, or shifted as a whole.
#[must_use]
pub fn compare(old: &Row, new: &Row) -> Comparison {
    let (problems, difference) = difference(old, new);
    let view = difference.view;
    let diagram = match &problems {
        (Some(_), Some(problem)) if !difference.is_none() => {
            Some(DiagramChange::new(&difference, problem))
        }
        _ => None,
    };
    let findings = findings::compare(old, new, view);
    let line_parts_at = parting(old, new, view);

    let mut judged = Judged::default();
    if diagram.is_some() || old.sfen.is_some() != new.sfen.is_some() {
        judged.changed(Aspect::Diagram);
    }
    if old.goal != new.goal {
        judged.changed(Aspect::Goal);
    }
    judged.compare_verdicts(old, new);
    if (old.plies, old.plies_at_most) != (new.plies, new.plies_at_most) {
        judged.changed(Aspect::Length);
    }
    if old.leftover.is_some() && new.leftover.is_some() && old.leftover != new.leftover {
        judged.changed(Aspect::Leftover);
    }
    if line_parts_at.is_some() {
        judged.changed(Aspect::Line);
    }
    judged.compare_findings(old, new, &findings);
    judged.compare_claims(old, new);
    if old.rules != new.rules && old.status != Status::Error && new.status != Status::Error {
        judged.changed(Aspect::Rules);
    }
    if old.error != new.error {
        judged.changed(Aspect::Error);
    }
    // Where nothing changed, nothing is left open either.
    if judged.changed.is_empty() {
        judged.unknown.clear();
    }
    Comparison {
        id: new.id.clone(),
        outcome: judged.outcome(),
        changed: judged.changed,
        worse: judged.worse,
        better: judged.better,
        unknown: judged.unknown,
        diagram,
        line_parts_at,
        findings,
        old: Some(old.into()),
        new: Some(new.into()),
        tool: Cow::Borrowed(TOOL),
    }
}

impl Comparison {
    /// Returns the comparison of a problem that only the old version has.
    #[must_use]
    pub fn only_old(old: &Row) -> Self {
        Self::only(old, Outcome::OnlyOld)
    }

    /// Returns the comparison of a problem that only the new version has.
    #[must_use]
    pub fn only_new(new: &Row) -> Self {
        Self::only(new, Outcome::OnlyNew)
    }

    fn only(row: &Row, outcome: Outcome) -> Self {
        let is_old = outcome == Outcome::OnlyOld;
        Self {
            id: row.id.clone(),
            outcome,
            changed: Vec::new(),
            worse: Vec::new(),
            better: Vec::new(),
            unknown: Vec::new(),
            diagram: None,
            line_parts_at: None,
            findings: FindingsChange::default(),
            old: is_old.then(|| row.into()),
            new: (!is_old).then(|| row.into()),
            tool: Cow::Borrowed(TOOL),
        }
    }
}

/// Returns the problems of two rows, and how they differ.
fn difference(old: &Row, new: &Row) -> ((Option<Problem>, Option<Problem>), Difference) {
    if old.sfen == new.sfen {
        return ((None, None), Difference::default());
    }
    let problems = [old, new].map(|it| problem_of(it.goal, it.sfen.as_deref()));
    let difference = match &problems {
        [Some(old), Some(new)] => Difference::between(old, new),
        _ => Difference::default(),
    };
    let [old, new] = problems;
    ((old, new), difference)
}

/// Returns a move of the old version as it is in the new diagram.
pub(super) fn seen(mv: &str, view: View) -> String {
    if view.is_plain() {
        return mv.to_owned();
    }
    let there = usi::parse_move(mv).ok().and_then(|it| view.mv(it));
    there.map_or_else(|| mv.to_owned(), usi::write_move)
}

/// Returns the ply from which the lines differ.
fn parting(old: &Row, new: &Row, view: View) -> Option<usize> {
    if old.solution.is_empty() || new.solution.is_empty() {
        return None;
    }
    let mut both = old.solution.iter().zip(&new.solution);
    let common = both.position(|(old, new)| seen(old, view) != *new);
    let shorter = old.solution.len().min(new.solution.len());
    let differ = common.is_some() || old.solution.len() != new.solution.len();
    differ.then(|| common.unwrap_or(shorter) + 1)
}

/// The result of a comparison so far.
#[derive(Default)]
struct Judged {
    changed: Vec<Aspect>,
    worse: Vec<Aspect>,
    better: Vec<Aspect>,
    unknown: Vec<Aspect>,
}

impl Judged {
    fn changed(&mut self, aspect: Aspect) {
        self.changed.push(aspect);
    }

    fn compare_verdicts(&mut self, old: &Row, new: &Row) {
        if old.verdict != new.verdict {
            self.changed(Aspect::Verdict);
        }
        let (Some(old), Some(new)) = (ranks(old, new), ranks(new, old)) else {
            return;
        };
        if new.best < old.worst {
            self.worse.push(Aspect::Verdict);
        } else if new.worst > old.best {
            self.better.push(Aspect::Verdict);
        } else if new.worst < old.best {
            self.unknown.push(Aspect::Verdict);
        }
    }

    fn compare_findings(&mut self, old: &Row, new: &Row, findings: &FindingsChange) {
        if !findings.new.is_empty() || !findings.gone.is_empty() {
            self.changed(Aspect::Findings);
        }
        // To have other defects as another problem is neither better nor worse.
        if old.goal != new.goal {
            return;
        }
        // Where there is no mate, there are no findings to compare: the verdicts decide.
        let is_none = |it: &Row| matches!(it.verdict, Verdict::NoMate | Verdict::NoBrinkmate);
        if is_none(old) || is_none(new) {
            return;
        }
        let was_judged = old.status == Status::Done;
        let is_judged = new.status == Status::Done;
        if findings.new.iter().any(findings::is_grave) {
            if was_judged {
                self.worse.push(Aspect::Findings);
            } else {
                self.unknown.push(Aspect::Findings);
            }
        } else if new.status == Status::Limit {
            self.unknown.push(Aspect::Findings);
        }
        if is_judged && findings.gone.iter().any(findings::is_grave) {
            self.better.push(Aspect::Findings);
        }
    }

    fn compare_claims(&mut self, old: &Row, new: &Row) {
        if let (Some(old), Some(new)) = (&old.unexpected, &new.unexpected) {
            if old != new {
                self.changed.push(Aspect::Claims);
            }
            let has_more =
                |these: &[Compared], those: &[Compared]| these.iter().any(|it| !those.contains(it));
            if has_more(new, old) {
                self.worse.push(Aspect::Claims);
            }
            if has_more(old, new) {
                self.better.push(Aspect::Claims);
            }
        }
    }

    fn outcome(&self) -> Outcome {
        if self.changed.is_empty() {
            Outcome::Same
        } else if !self.worse.is_empty() {
            Outcome::Worse
        } else if !self.unknown.is_empty() {
            Outcome::Unknown
        } else if !self.better.is_empty() {
            Outcome::Better
        } else {
            Outcome::Changed
        }
    }
}

/// The ranks that a verdict may have, higher ones better.
struct Ranks {
    worst: u32,
    best: u32,
}

const FLAWED: u32 = 2;
const SOUND: u32 = 4;

/// Returns the ranks of a row's verdict. `None` if the two verdicts answer different questions.
fn ranks(row: &Row, other: &Row) -> Option<Ranks> {
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
        Verdict::NoMate | Verdict::NoBrinkmate | Verdict::NoThreat => 1,
        Verdict::Flawed | Verdict::Threatmate => FLAWED,
        Verdict::Blemished => 3,
        // A plain mate is better than a brinkmate, but spoils a brinkmate problem.
        Verdict::Sound | Verdict::Mate | Verdict::Brinkmate => SOUND,
        Verdict::Unknown => {
            let is_mate = row.plies.or(row.plies_at_most).is_some();
            return Some(Ranks {
                worst: if is_mate { FLAWED } else { 1 },
                best: SOUND,
            });
        }
    };
    Some(Ranks {
        worst: rank,
        best: rank,
    })
}

#[cfg(test)]
mod tests;
