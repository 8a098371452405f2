//! A problem of a list: the record that it was read from, and its row.

use crate::answer::Row;
use crate::composition::rating::Rating;
use crate::input::{Fields, Origin, Record, Records};
use crate::report::first_finding;
use crate::vocabulary::Lang;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Cursor;

/// A record as it was read. A page keeps it, and gives it back to have the problem judged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Source {
    origin: Origin,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fields: Option<Fields>,
    /// Whether the text is a record of moves or a link, which has to be read again.
    #[serde(default)]
    is_kifu: bool,
}

impl Source {
    /// Returns the source of a record, if it could be read.
    pub fn of(record: &Record) -> Option<Self> {
        Some(Self {
            origin: record.origin.clone(),
            text: record.text.as_ref().ok()?.clone(),
            fields: record.fields.clone(),
            is_kifu: record.kifu.is_some(),
        })
    }

    /// Returns the record.
    pub fn record(self) -> Option<Record> {
        if !self.is_kifu {
            return Some(Record {
                origin: self.origin,
                text: Ok(self.text),
                fields: self.fields,
                kifu: None,
            });
        }
        let stream = Box::new(Cursor::new(self.text.into_bytes()));
        let mut records = Records::of_stream(&self.origin.name, stream, None).ok()?;
        let record = records.next()?.ok()?;
        Some(Record {
            origin: self.origin,
            fields: self.fields,
            ..record
        })
    }
}

/// Returns the row in the fields of a record, if it is one that this program wrote.
pub(super) fn row_in(record: &Record) -> Option<Row> {
    Row::of_json(record.fields.as_ref()?.row.as_ref()?.as_bytes()).ok()
}

/// Adds to an answer the row as it is written, and what a table shows of it. Words are in both languages.
pub(super) fn add_row(answer: &mut Value, row: &Row) {
    // The same position again is the most similar one.
    let others = row.similar.iter().flatten().map(|it| &*it.id);
    let similar: Vec<_> = row
        .duplicate_of
        .as_deref()
        .into_iter()
        .chain(others)
        .collect();
    let has_similar = row.similar.is_some() || !similar.is_empty();
    let points = |score: fn(&Rating) -> u32| row.rating.as_ref().map(score);
    let finding = [Lang::English, Lang::Japanese].map(|lang| first_finding(row, lang));
    answer["row"] = json!(row.to_json());
    answer["brief"] = json!({
        "verdict": row.verdict,
        "limit": row.limit,
        "plies": row.plies,
        "plies_at_most": row.plies_at_most,
        "expected_plies": row.expected_plies,
        "finding": finding,
        "difficulty": points(|it| it.difficulty.points),
        "aesthetics": points(|it| it.aesthetics.points),
        "similar": has_similar.then_some(similar),
    });
}
