//! What was found in a problem, in the fields of a row.

use super::Said;
use serde::Serialize;

/// A defect, a blemish or a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// A word for programs, in `snake_case`.
    pub kind: &'static str,
    /// Where it is, and what proves it. Absent of notes that are not about the composition.
    #[serde(flatten)]
    pub evidence: Option<Evidence>,
    /// How much it counts by the rules: `fatal`, `blemish`, `minor` or `remark`. Absent of notes that
    /// are not about the composition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<&'static str>,
    /// A sentence for people.
    pub note: Said,
}

/// The line that proves a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// Where it branches off the main line, counted from 1.
    pub ply: usize,
    /// The move it is about, in USI notation. Null when it is about none.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The moves that prove it, from that ply.
    pub line: Vec<String>,
    /// The length of the mate it leads to, in composed plies from the start. Null when there is
    /// none, or only a bound is known.
    pub plies: Option<u32>,
    /// A bound of that length, when the length itself was not worked out. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_at_most: Option<u32>,
    /// In an equal variation: the moves that lead there. Absent when it branches off the main line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// Of a detour or a transposition, whose `line` ends where it is back in the solution: the moves of
    /// the solution that lead to the same position from the start. The attacker may hold more after
    /// the detour. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back_at: Option<Vec<String>>,
    /// All the moves it is about, where there are several that differ in nothing else that is told, that
    /// of `line` first. Absent otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The equal replies after which it is the same, that of the line first. Absent unless there are
    /// several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
    /// The squares of the pieces it is about, such as `5e`. Absent unless it is about pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
}

/// An attribute of a composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowAttribute {
    /// A word for programs, in `snake_case`.
    pub kind: &'static str,
    /// How many, or how often. Absent where nothing is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// A move that was left open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenMove {
    /// Its ply, counted from 1.
    pub ply: usize,
    /// The move in USI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is known to mate, and only its kind is open.
    pub mates: bool,
    /// The kinds it can be if it mates, the gravest first. Absent where that is open, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<&'static str>,
    /// In an equal variation: the moves that lead there. Absent when it branches off the main line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}
