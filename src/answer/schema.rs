//! Schemas of fields that have words of closed lists.

use super::kinds::kinds;
use crate::vocabulary::NoteKind;
use schemars::{Schema, SchemaGenerator, json_schema};

/// Returns the schema of the kinds of findings and notes.
pub(super) fn any_kind(_: &mut SchemaGenerator) -> Schema {
    let notes = NoteKind::ALL.iter().map(|it| it.word());
    let mut words: Vec<_> = kinds().chain(notes).collect();
    words.sort_unstable();
    words.dedup();
    json_schema!({ "type": "string", "enum": words })
}

/// Returns the schema of a list of kinds of findings.
pub(super) fn composition_kinds(_: &mut SchemaGenerator) -> Schema {
    let words: Vec<_> = kinds().collect();
    json_schema!({ "type": "array", "items": { "type": "string", "enum": words } })
}
