//! What was found in a problem, in the fields of a row.

use super::Said;
use super::keywords::{NoteKind, RowGrade};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A defect, a blemish or a note.
///
/// A note that is not about the composition has a kind and a sentence, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Finding {
    /// The kind of the finding, in `snake_case`: of what is found in a composition, or of a note.
    #[cfg_attr(test, schemars(schema_with = "super::schema::any_kind"))]
    pub kind: Cow<'static, str>,
    /// The ply at which it branches off the main line, counted from 1.
    pub ply: Option<usize>,
    /// The move it is about, in USI notation. Null when it is about none.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The moves that prove it, from that ply.
    pub line: Vec<String>,
    /// The length of the mate it leads to, in composed plies from the start. Null when there is
    /// none, or only a bound is known.
    pub plies: Option<u32>,
    /// A bound of that length, when the length itself was not worked out. Null otherwise.
    pub plies_at_most: Option<u32>,
    /// In an equal variation: the moves that lead there. Empty when it branches off the main line.
    pub after: Vec<String>,
    /// Of a detour or a transposition, whose `line` ends where it is back in the solution: the moves of
    /// the solution that lead to the same position from the start. The attacker may hold more after
    /// the detour. Null otherwise.
    pub back_at: Option<Vec<String>>,
    /// All the moves it is about, where several differ in nothing else that is told, that of `line`
    /// first. Empty otherwise.
    pub moves: Vec<String>,
    /// The equal replies after which it is the same, that of the line first. Empty unless there are
    /// several.
    pub replies: Vec<String>,
    /// The squares of the pieces it is about, such as `5e`. Empty unless it is about pieces.
    pub squares: Vec<String>,
    /// How much it counts by the rules. Null of notes that are not about the composition.
    pub grade: Option<RowGrade>,
    /// A sentence for people.
    pub note: Said,
}

impl Finding {
    /// A note that is not about the composition.
    pub(crate) const fn note(kind: NoteKind, note: Said) -> Self {
        Self {
            kind: Cow::Borrowed(kind.word()),
            ply: None,
            mv: None,
            line: Vec::new(),
            plies: None,
            plies_at_most: None,
            after: Vec::new(),
            back_at: None,
            moves: Vec::new(),
            replies: Vec::new(),
            squares: Vec::new(),
            grade: None,
            note,
        }
    }

    /// Whether it is a note of this kind.
    #[must_use]
    pub fn is_note(&self, kind: NoteKind) -> bool {
        !self.is_of_composition() && self.kind == kind.word()
    }

    /// Whether it is about the composition; otherwise it is about the input, the line or the run.
    #[must_use]
    pub const fn is_of_composition(&self) -> bool {
        self.ply.is_some()
    }
}

/// An attribute of a composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RowAttribute {
    /// A word for programs, in `snake_case`.
    pub kind: Cow<'static, str>,
    /// How many, or how often. Null where nothing is counted.
    pub count: Option<u32>,
}

/// A move that was left open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpenMove {
    /// Its ply, counted from 1.
    pub ply: usize,
    /// The move in USI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is known to mate, and only its kind is open.
    pub mates: bool,
    /// The kinds it can be if it mates, the gravest first. Empty where that is open, too.
    #[cfg_attr(test, schemars(schema_with = "super::schema::composition_kinds"))]
    pub names: Vec<Cow<'static, str>>,
    /// In an equal variation: the moves that lead there. Empty when it branches off the main line.
    pub after: Vec<String>,
}
