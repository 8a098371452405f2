//! The goals that records name.

use crate::composition::Goal;
use crate::input::Fields;
use crate::notation::record::{self, headers};
use crate::notation::sfen::SfenRecord;
use crate::report::Said;
use serde_json::Value;

/// Returns the goal that a record names: in the field or opcode `goal`, or with its length (`3手必至`).
///
/// The line is one with opcodes, the record one of moves with headers. A word that names no goal is given
/// back.
#[must_use]
pub fn own_goal(
    line: Option<&SfenRecord>,
    record: Option<&record::Record>,
    fields: Option<&Fields>,
) -> Option<Result<Goal, String>> {
    let field = fields.and_then(|it| it.others.get("goal"));
    let word = match field {
        None | Some(Value::Null) => line.and_then(|it| it.opcode("goal")).map(str::to_owned),
        Some(Value::String(word)) => Some(word.clone()),
        Some(other) => Some(other.to_string()),
    };
    if let Some(word) = word.filter(|it| !it.trim().is_empty()) {
        return Some(Goal::named(&word).ok_or(word));
    }
    let length = record.and_then(|it| it.header(headers::PLIES));
    length
        .is_some_and(|it| it.contains("必至"))
        .then_some(Ok(Goal::Brinkmate))
}

/// Returns the message about a word that names no goal.
pub(super) fn odd_goal(word: &str) -> Said {
    Said::new(
        format!("`{word}` is no goal: it is mate, brinkmate or threatmate"),
        format!("目的「{word}」というものはない：mate、brinkmate、threatmate のどれか"),
    )
}
