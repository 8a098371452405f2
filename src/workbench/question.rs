//! The question of a request.

use super::board::fields;
use super::fault::Fault;
use crate::composition::rules::Profile;
use crate::composition::{Interpositions, Questions};
use crate::judge::Question;
use serde::Deserialize;
use serde_json::Value;

/// The most levels of variations.
const LEVELS_MAX: u32 = 3;

/// The rules of a judgement in a request, and further questions.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Options {
    rules: Profile,
    interpositions: Interpositions,
    idle_pieces: bool,
    /// Levels of variations in the row.
    variations: u32,
    /// Whether to explain the interpositions in the main line.
    explain: bool,
    /// Whether the limits are spent on what is open, though the verdict is settled.
    all: bool,
}

/// Returns the question that a request asks, without its limits.
pub(super) fn question(request: &Value) -> Result<Question, Fault> {
    let asked: Options = fields(request)?;
    Ok(Question {
        rules: asked.rules,
        interpositions: asked.interpositions,
        nodes_per_alternative: asked.all.then_some(u64::MAX),
        idle_pieces: asked.idle_pieces,
        further: Questions {
            variations: asked.variations.min(LEVELS_MAX),
            explain: asked.explain,
            ..Questions::default()
        },
        ..Question::default()
    })
}
