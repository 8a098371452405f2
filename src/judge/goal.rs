//! The goals that records name.

use crate::composition::Goal;
use crate::input::Fields;
use crate::notation::record::{self, headers};
use crate::notation::sfen::SfenRecord;
use crate::said::Said;
use serde_json::Value;

says! {
    no_goal(word): "`{word}` is no goal: it is mate, brinkmate or threatmate",
        "目的「{word}」というものはない：mate、brinkmate、threatmate のどれか";
}

/// Returns the goal that a record names: in the field or opcode `goal`, in the header of this name, or with
/// its length (`3手必至`).
///
/// `line` is an SFEN with its opcodes, `record` a record of moves with its headers. A word that names no goal
/// is the error.
#[must_use]
pub fn named_goal(
    line: Option<&SfenRecord>,
    record: Option<&record::Record>,
    fields: Option<&Fields>,
) -> Option<Result<Goal, String>> {
    let field = match fields.and_then(|it| it.others.get("goal")) {
        None | Some(Value::Null) => None,
        Some(Value::String(word)) => Some(word.clone()),
        Some(other) => Some(other.to_string()),
    };
    let header = |key: &str| record.and_then(|it| it.header(key));
    let words = [
        field.as_deref(),
        line.and_then(|it| it.opcode("goal")),
        header(headers::GOAL),
    ];
    Goal::of_record(words, header(headers::PLIES))
}

/// Returns the message about a word that names no goal.
#[must_use]
pub fn unknown_goal(word: &str) -> Said {
    no_goal(word)
}
