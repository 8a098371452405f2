//! `compare`: compares two judged versions.

use super::board::fields;
use super::fault::{Fault, FaultKind};
use crate::answer::Row;
use crate::report::{
    Comparison, ComparisonFormat, ComparisonReport, Layout, Pair, compare, without_colours,
};
use crate::vocabulary::{Lang, Outcome};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Debug, Deserialize)]
struct CompareRequest {
    old: Box<RawValue>,
    new: Box<RawValue>,
}

/// The most findings of a row. No judgement has so many, but rows may come from anybody's files.
const MAX_FINDINGS: usize = 1_000;

/// The most moves and squares in a row.
const MAX_MOVES: usize = 20_000;

/// Compares two rows.
pub(super) fn answer(request: &Value, lang: Lang) -> Result<Value, Fault> {
    let asked: CompareRequest = fields(request)?;
    let (old, new) = (row(&asked.old)?, row(&asked.new)?);
    if is_too_large(&old) || is_too_large(&new) {
        let message = ["a row has too many findings", "判定の指摘が多すぎる"];
        return Err(Fault::new(FaultKind::Request, message));
    }
    let rows = Pair::Both(&old, &new);
    let comparison = compare(rows);
    let text = in_words(&comparison, rows, lang)?;
    let worse = comparison.outcome == Outcome::Worse;
    Ok(json!({"text": text, "worse": worse, "changes": comparison}))
}

/// Reads a row of a request.
fn row(text: &RawValue) -> Result<Row, Fault> {
    let row = Row::of_json(text.get().as_bytes());
    row.map_err(|error| Fault::request(&Row::reason(&error)))
}

fn is_too_large(row: &Row) -> bool {
    let all = || row.defects.iter().chain(&row.blemishes).chain(&row.notes);
    let moves =
        all().map(|it| it.moves.len() + it.squares.len() + it.line.len() + it.replies.len());
    all().count() > MAX_FINDINGS || moves.sum::<usize>() + row.solution.len() > MAX_MOVES
}

/// Returns a comparison in words, without colours.
fn in_words(comparison: &Comparison, rows: Pair<&Row>, lang: Lang) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let format = ComparisonFormat::Text(Layout::whole(80, lang));
    let written = ComparisonReport::new(&mut bytes, format).comparison(comparison, rows);
    written.map_err(|error| Fault::internal(&error.to_string()))?;
    Ok(without_colours(&String::from_utf8_lossy(&bytes)))
}
