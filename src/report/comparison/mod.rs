//! Compares two versions of a problem: what changed, and whether it got better or worse.
//!
//! [`compare`] compares the rows of two versions, [`pairs`] finds the problems of two collections that belong
//! together, and [`StoredRows`] reads rows that were written before.
//! The rules for *worse* are at [`Comparison::worse`].

mod diagram;
mod findings;
mod pairs;
mod rank;
mod stored;
mod tally;

pub use diagram::{DiagramChange, PieceChange};
pub use findings::FindingsChange;
pub(super) use findings::is_grave;
pub use pairs::{Named, Pair, pairs};
pub use stored::{NoRow, StoredRows};
pub use tally::ComparisonTally;

use crate::answer::{Finding, Row, TOOL, problem_of};
use crate::composition::difference::{Difference, View};
use crate::notation::usi;
use crate::vocabulary::{Aspect, Compared, Outcome, Status, Verdict};
use rank::ranks;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;

/// The changes between two versions of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Comparison {
    /// The id in the new version; if the problem is only in the old one, its id there.
    pub id: String,
    /// The result.
    pub outcome: Outcome,
    /// What changed. Of a problem that is in one version only, all that is known.
    pub changed: Vec<ValueChange>,
    /// The parts that got worse. `verdict`: it falls in the order `sound`, `blemished`, `flawed`, `no_mate`,
    /// `error` (without a judgement `mate`, `no_mate`, `error`). `findings`: there is a fatal finding
    /// or a blemish that the old version, judged to the end, does not have, and both are mate. `unexpected`: a claim of
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
    /// The program and its version.
    pub tool: Cow<'static, str>,
}

/// A key that has another value in the new row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ValueChange {
    /// The key of rows, or `findings`.
    pub key: Aspect,
    /// The old value; of `findings`, the kinds of those that are gone. Null in a problem that is only in the new version.
    pub old: Value,
    /// The new value; of `findings`, the kinds of those that are new. Null in a problem that is only in the old version.
    pub new: Value,
}

/// Compares two versions of a problem.
///
/// Moves and squares of the old version are compared as they are in the new diagram, which may be a
/// mirror image, or shifted as a whole.
#[must_use]
pub fn compare(rows: Pair<&Row>) -> Comparison {
    let (row, outcome) = match rows {
        Pair::Both(old, new) => return Comparison::between(old, new),
        Pair::Old(row) => (row, Outcome::OnlyOld),
        Pair::New(row) => (row, Outcome::OnlyNew),
    };
    let mut comparison = Comparison::new(row);
    comparison.outcome = outcome;
    comparison.add_values(rows, |key| key != Aspect::Findings);
    comparison.changed.retain(|it| it.old != it.new);
    comparison
}

impl Comparison {
    fn new(row: &Row) -> Self {
        Self {
            id: row.id.clone(),
            outcome: Outcome::Same,
            changed: Vec::new(),
            worse: Vec::new(),
            better: Vec::new(),
            unknown: Vec::new(),
            diagram: None,
            line_parts_at: None,
            findings: FindingsChange::default(),
            tool: Cow::Borrowed(TOOL),
        }
    }

    fn between(old: &Row, new: &Row) -> Self {
        let mut comparison = Self::new(new);
        let mut view = View::default();
        if old.sfen != new.sfen
            && let [Some(before), Some(now)] =
                [old, new].map(|it| problem_of(it.goal, it.sfen.as_deref()))
        {
            let difference = Difference::between(&before, &now);
            view = difference.view;
            comparison.diagram =
                (!difference.is_none()).then(|| DiagramChange::new(&difference, &now));
        }
        comparison.findings = findings::compare(old, new, view);
        comparison.line_parts_at = first_difference(old, new, view);
        comparison.judge_verdicts(old, new);
        comparison.judge_findings(old, new);
        comparison.judge_claims(old, new);
        let aspects = Aspect::ALL.iter().copied();
        let aspects: Vec<_> = aspects
            .filter(|&it| comparison.differs(it, old, new))
            .collect();
        if aspects.is_empty() {
            // If nothing changed, nothing is left open either.
            comparison.unknown.clear();
        } else {
            comparison.add_values(Pair::Both(old, new), |key| aspects.contains(&key));
            comparison.outcome = comparison.result();
        }
        comparison
    }

    /// Returns whether a value changed. A value that a row may lack changed only if both versions have it.
    fn differs(&self, key: Aspect, old: &Row, new: &Row) -> bool {
        match key {
            Aspect::Sfen => old.sfen != new.sfen,
            Aspect::Goal => old.goal != new.goal,
            Aspect::Verdict => old.verdict != new.verdict,
            Aspect::Plies => old.plies != new.plies,
            Aspect::PliesAtMost => old.plies_at_most != new.plies_at_most,
            Aspect::Leftover => differ_where_known(old.leftover.as_ref(), new.leftover.as_ref()),
            Aspect::Solution => self.line_parts_at.is_some(),
            Aspect::Findings => !self.findings.gone.is_empty() || !self.findings.new.is_empty(),
            Aspect::Unexpected => {
                differ_where_known(old.unexpected.as_ref(), new.unexpected.as_ref())
            }
            Aspect::Rules => {
                ![old, new].iter().any(|it| it.status == Status::Error) && old.rules != new.rules
            }
            Aspect::Error => old.error != new.error,
        }
    }

    /// Adds the values of the wanted keys to the changes.
    fn add_values(&mut self, rows: Pair<&Row>, is_wanted: impl Fn(Aspect) -> bool) {
        let [old, new] = [rows.older(), rows.newer()].map(|it| json!(it));
        let kinds = |all: &[Finding]| json!(all.iter().map(|it| &it.kind).collect::<Vec<_>>());
        for &key in Aspect::ALL.iter().filter(|&&it| is_wanted(it)) {
            let [old, new] = match key {
                Aspect::Findings => [kinds(&self.findings.gone), kinds(&self.findings.new)],
                _ => [&old, &new].map(|it| it[key.word()].clone()),
            };
            self.changed.push(ValueChange { key, old, new });
        }
    }

    /// Adds the verdict to what got worse, got better, or may be worse.
    fn judge_verdicts(&mut self, old: &Row, new: &Row) {
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

    /// Adds the findings to what got worse, got better, or may be worse.
    fn judge_findings(&mut self, old: &Row, new: &Row) {
        // A problem with another goal is another problem: its findings are neither better nor worse.
        if old.goal != new.goal {
            return;
        }
        // Without a mate there are no findings to compare: the verdicts decide.
        let is_none = |it: &Row| matches!(it.verdict, Verdict::NoMate | Verdict::NoBrinkmate);
        if is_none(old) || is_none(new) {
            return;
        }
        if self.findings.new.iter().any(is_grave) {
            if old.status == Status::Done {
                self.worse.push(Aspect::Findings);
            } else {
                self.unknown.push(Aspect::Findings);
            }
        } else if new.status == Status::Limit {
            self.unknown.push(Aspect::Findings);
        }
        if new.status == Status::Done && self.findings.gone.iter().any(is_grave) {
            self.better.push(Aspect::Findings);
        }
    }

    /// Adds the claims of the input to what got worse or better.
    fn judge_claims(&mut self, old: &Row, new: &Row) {
        if let (Some(old), Some(new)) = (&old.unexpected, &new.unexpected) {
            let has_more =
                |these: &[Compared], those: &[Compared]| these.iter().any(|it| !those.contains(it));
            if has_more(new, old) {
                self.worse.push(Aspect::Unexpected);
            }
            if has_more(old, new) {
                self.better.push(Aspect::Unexpected);
            }
        }
    }

    /// Returns the result of a change.
    fn result(&self) -> Outcome {
        if !self.worse.is_empty() {
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

/// Returns whether both values are known, and differ.
fn differ_where_known<T: PartialEq>(old: Option<&T>, new: Option<&T>) -> bool {
    old.is_some() && new.is_some() && old != new
}

/// Returns a move of the old version as it is in the new diagram.
fn move_in_new(mv: &str, view: View) -> String {
    if view.is_plain() {
        return mv.to_owned();
    }
    let in_new = usi::parse_move(mv).ok().and_then(|it| view.mv(it));
    in_new.map_or_else(|| mv.to_owned(), usi::write_move)
}

/// Returns the ply from which the lines differ.
fn first_difference(old: &Row, new: &Row, view: View) -> Option<usize> {
    if old.solution.is_empty() || new.solution.is_empty() {
        return None;
    }
    let mut both = old.solution.iter().zip(&new.solution);
    let different = both.position(|(old, new)| move_in_new(old, view) != *new);
    let shorter = old.solution.len().min(new.solution.len());
    let differ = different.is_some() || old.solution.len() != new.solution.len();
    differ.then(|| different.unwrap_or(shorter) + 1)
}

#[cfg(test)]
mod tests;
