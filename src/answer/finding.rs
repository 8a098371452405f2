//! Findings, in the fields of a row.

use super::note::Note;
use crate::composition::attributes::Attribute;
use crate::said::Said;
use crate::vocabulary::{Grade, NoteKind, QuestionKind};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A defect, a blemish or a note.
///
/// A note that is not about the composition has only a kind and a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Finding {
    /// The kind, in `snake_case`: of a finding about the composition, or of a note.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::schema::any_kind"))]
    pub kind: Cow<'static, str>,
    /// The ply at which it leaves the main line, counted from 1.
    pub ply: Option<usize>,
    /// The move in question, in USI notation. Null if there is none.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The moves that prove it, from this ply on.
    pub line: Vec<String>,
    /// The length of the mate in composed plies from the start. Null if there is none, or only a
    /// bound is known.
    pub plies: Option<u32>,
    /// An upper bound of the length, if the length was not worked out. Null otherwise.
    pub plies_at_most: Option<u32>,
    /// In an equal variation, the moves before it. Empty if it leaves the main line.
    pub after: Vec<String>,
    /// Of a detour or a transposition, whose `line` ends where it is back in the solution: the
    /// moves of the solution to the same position from the start. The attacker may hold more after
    /// the detour. Null otherwise.
    pub back_at: Option<Vec<String>>,
    /// All moves of the finding, if several differ in nothing else that is reported; that of `line`
    /// first. Empty otherwise.
    pub moves: Vec<String>,
    /// The equal replies after which the finding is the same, that of the line first. Empty unless
    /// there are several.
    pub replies: Vec<String>,
    /// The squares of the pieces in question, such as `5e`. Empty if there are none.
    pub squares: Vec<String>,
    /// The grade under the rules. Null for notes that are not about the composition.
    pub grade: Option<Grade>,
    /// A sentence for people.
    pub note: Note,
    /// The moves before it from the start. They are not written: [`Finding::after`] has them if they
    /// are not those of the main line.
    #[serde(skip)]
    pub before: Vec<String>,
    /// Every finding that this one stands for, itself among them. They are not written.
    #[serde(skip)]
    pub members: Vec<Member>,
}

/// One of several findings that are reported as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The index among all findings, the severest first.
    pub at: usize,
    /// The moves before it from the start.
    pub before: Vec<String>,
    /// The moves that prove it.
    pub line: Vec<String>,
    /// A sentence about it alone.
    pub note: Note,
}

impl Finding {
    /// Makes a note that is not about the composition.
    pub(crate) fn note(kind: NoteKind, note: Said) -> Self {
        Self {
            kind: Cow::Borrowed(kind.word()),
            note: note.into(),
            ..Self::default()
        }
    }

    /// Returns the moves that the finding is about: several, if they differ in nothing else.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        match &self.moves[..] {
            [] => &self.line[..self.line.len().min(1)],
            moves => moves,
        }
    }

    /// Returns whether it is a note of this kind.
    #[must_use]
    pub fn is_note(&self, kind: NoteKind) -> bool {
        !self.is_of_composition() && self.kind == kind.word()
    }

    /// Returns whether it is about the composition; otherwise it is about the input, the line or
    /// the run.
    #[must_use]
    pub const fn is_of_composition(&self) -> bool {
        self.ply.is_some()
    }
}

/// An attribute of a composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RowAttribute {
    /// The kind, in `snake_case`.
    pub kind: Cow<'static, str>,
    /// How many, or how often. Null if nothing is counted.
    pub count: Option<u32>,
}

impl From<Attribute> for RowAttribute {
    fn from(attribute: Attribute) -> Self {
        let (kind, count) = attribute.key();
        Self {
            kind: kind.into(),
            count,
        }
    }
}

/// A move or a question that was not decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Undecided {
    /// The ply of the move, counted from 1.
    pub ply: Option<usize>,
    /// The move in USI notation.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The question about the whole composition, if it is no move.
    pub question: Option<QuestionKind>,
    /// The square of the question, such as `5b`, if it is about a piece.
    pub square: Option<String>,
    /// Whether it is known to mate, so that only its kind is open.
    pub mates: bool,
    /// The kinds it can have if it mates, the gravest first. Empty if these are open, too.
    #[cfg_attr(
        feature = "schema",
        schemars(schema_with = "super::schema::composition_kinds")
    )]
    pub names: Vec<Cow<'static, str>>,
    /// In an equal variation, the moves before it. Empty if it leaves the main line.
    pub after: Vec<String>,
    /// The moves before it from the start. They are not written, as those of a finding.
    #[serde(skip)]
    pub before: Vec<String>,
}
