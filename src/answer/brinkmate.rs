//! Brinkmates (必至) and threats (詰めろ), in the form of JSON.

mod found;

use crate::composition::brinkmate::{Defence, Group, Outcome, Partial, Solution, Threat, Verdict};
use crate::notation::usi;
use serde::{Deserialize, Serialize};

/// The threat and the defences of a brinkmate (必至), or of a position with the defender to move
/// (詰めろ).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct BrinkmateRow {
    /// The first moves that force a brinkmate of the shortest length, that of the solution first.
    /// Empty without a brinkmate, and with the defender to move.
    pub first_moves: Vec<String>,
    /// Whether these are proven to be all.
    pub first_moves_complete: bool,
    /// The plies within which it is proven that there is no brinkmate. Null if nothing is proven; with
    /// the verdict `no_brinkmate`, if there is none of any length.
    pub none_within: Option<u32>,
    /// Whether the defender would be mated after a pass, at the end of the solution. Null if it is not
    /// known, or if the defender is in check there.
    pub threatens: Option<bool>,
    /// The mate after a pass, from the attacker's move on. Empty if there is none.
    pub threat: Vec<String>,
    /// Every legal move of the defender at the end of the solution, with the mate after it.
    pub defences: Vec<BrinkDefenceRow>,
    /// The first moves that would complete a brinkmate, but for counter-checks (部分的な必至).
    pub partial: Vec<PartialRow>,
    /// The defences that are mated, grouped by the attacker's next move. They are not written.
    #[serde(skip)]
    pub groups: Vec<DefenceGroup>,
}

/// Defences that are mated by the same next move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefenceGroup {
    /// The defences.
    pub defences: Vec<String>,
    /// Whether people read "any other" for these defences, instead of their moves.
    pub is_rest: bool,
    /// The mate after the first of them, beginning with the common move.
    pub line: Vec<String>,
}

/// A defence against a threat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrinkDefenceRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it is mated; otherwise it holds. Null if a limit left it undecided.
    pub mated: Option<bool>,
    /// The mate after it. Empty unless it is mated.
    pub line: Vec<String>,
}

/// A move that would complete a brinkmate, but for some counter-checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartialRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The counter-checks after which there is no mate.
    pub counter_checks: Vec<String>,
}

fn defence_row(defence: &Defence) -> BrinkDefenceRow {
    let (mated, line) = match &defence.outcome {
        Outcome::Mated(line) => (Some(true), &line[..]),
        Outcome::Holds => (Some(false), &[][..]),
        Outcome::Unknown => (None, &[][..]),
    };
    BrinkDefenceRow {
        mv: usi::write_move(defence.mv),
        check: defence.is_check,
        mated,
        line: usi::write_moves(line),
    }
}

fn defence_group(group: &Group) -> DefenceGroup {
    DefenceGroup {
        defences: usi::write_moves(&group.defences),
        is_rest: group.is_rest,
        line: usi::write_moves(&group.line),
    }
}

fn partial_row(partial: &Partial) -> PartialRow {
    PartialRow {
        mv: usi::write_move(partial.mv),
        counter_checks: usi::write_moves(&partial.counter_checks),
    }
}

impl BrinkmateRow {
    /// Makes the part of a row about a problem with the attacker to move.
    pub(super) fn of_solution(found: &Solution) -> Self {
        let ending = found.ending.as_ref();
        Self {
            first_moves: usi::write_moves(&found.first_moves),
            first_moves_complete: found.first_moves_complete,
            none_within: match found.verdict {
                Verdict::NoBrinkmate { within } => within,
                Verdict::Unknown { none_within, .. } => (none_within > 0).then_some(none_within),
                Verdict::Brinkmate { .. } | Verdict::Mate => None,
            },
            partial: found.partial.iter().map(partial_row).collect(),
            ..ending.map_or_else(Self::default, Self::of_threat)
        }
    }

    /// Makes the part of a row about a position with the defender to move.
    pub(super) fn of_threat(found: &Threat) -> Self {
        Self {
            threatens: found.threatens,
            threat: usi::write_moves(&found.threat),
            defences: found.defences.iter().map(defence_row).collect(),
            groups: found.groups.iter().map(defence_group).collect(),
            ..Self::default()
        }
    }

    /// Returns the defences after which there is no mate.
    pub fn holding(&self) -> impl Iterator<Item = &str> {
        self.defences_with(Some(false))
    }

    /// Returns the defences that a limit left undecided.
    pub fn open(&self) -> impl Iterator<Item = &str> {
        self.defences_with(None)
    }

    fn defences_with(&self, mated: Option<bool>) -> impl Iterator<Item = &str> {
        let defences = self.defences.iter().filter(move |it| it.mated == mated);
        defences.map(|it| &*it.mv)
    }

    /// Returns the groups of mated defences, that of "any other" last. In a row read from a
    /// file, defences with the same next move form a group, and the largest group is "any other".
    pub(crate) fn groups(&self) -> Vec<DefenceGroup> {
        let mut groups = self.groups.clone();
        if groups.is_empty() {
            let mated = self.defences.iter().filter(|it| !it.line.is_empty());
            for defence in mated {
                let next_move = defence.line.first();
                let is_same = |group: &&mut DefenceGroup| group.line.first() == next_move;
                match groups.iter_mut().find(is_same) {
                    Some(group) => group.defences.push(defence.mv.clone()),
                    None => groups.push(DefenceGroup {
                        defences: vec![defence.mv.clone()],
                        is_rest: false,
                        line: defence.line.clone(),
                    }),
                }
            }
            let largest = groups.iter_mut().rev().max_by_key(|it| it.defences.len());
            if let Some(group) = largest.filter(|it| it.defences.len() > 1) {
                group.is_rest = true;
            }
        }
        groups.sort_by_key(|it| it.is_rest);
        groups
    }
}
