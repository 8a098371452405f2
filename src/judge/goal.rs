//! The goals that records name.

use crate::composition::Goal;
use crate::input::{Fields, Kifu};
use crate::notation::record::headers;
use crate::notation::sfen::SfenRecord;
use crate::report::Said;
use serde_json::Value;

/// Returns the goal that a record names: in the field or opcode `goal`, or with its length (`3手必至`).
pub(super) fn own_goal(
    record: &SfenRecord,
    kifu: Option<&Kifu>,
    fields: Option<&Fields>,
) -> Option<Result<Goal, String>> {
    let field = fields.and_then(|it| it.others.get("goal"));
    let word = match field {
        None | Some(Value::Null) => record.opcode("goal").map(str::to_owned),
        Some(Value::String(word)) => Some(word.clone()),
        Some(other) => Some(other.to_string()),
    };
    if let Some(word) = word.filter(|it| !it.trim().is_empty()) {
        return Some(Goal::named(&word).ok_or(word));
    }
    let length = kifu.and_then(|it| it.record.header(headers::PLIES));
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
