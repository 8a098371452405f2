//! The schema of rows: their keys in their order. Values without a fixed form are JSON text.

use arrow_schema::DataType::{Boolean, Int32, List, Struct, UInt32, UInt64, Utf8};
use arrow_schema::{DataType, Field, Schema};
use std::sync::Arc;

/// Returns the schema.
pub fn schema() -> Schema {
    let text = || Utf8;
    Schema::new(vec![
        always("id", text()),
        field("file", text()),
        field("line", UInt32),
        field("record", UInt32),
        field("sfen", text()),
        always("status", text()),
        always("verdict", text()),
        always("goal", text()),
        field("plies", UInt32),
        field("plies_strict", UInt32),
        field("plies_at_most", UInt32),
        field("leftover", text()),
        always("solution", list(text())),
        field("variations", text()),
        field("explanations", text()),
        field("tries", text()),
        field("refutation", text()),
        field("brinkmate", text()),
        field("expected_plies", UInt32),
        field("author_line", list(text())),
        always("author_line_broken", Boolean),
        field("expected_verdict", text()),
        field("unexpected", list(text())),
        field("duplicate_of", text()),
        always("defects", list(finding())),
        always("blemishes", list(finding())),
        always("notes", list(finding())),
        field("unresolved", list(undecided())),
        field("attributes", list(attribute())),
        field("rating", rating()),
        field("similar", text()),
        field("limit", text()),
        field("error", error()),
        field("certificates", list(certified())),
        field("not_certified", list(text())),
        always("nodes", UInt64),
        field("stats", stats()),
        field("input", text()),
        always("tool", text()),
        always("rules", text()),
        field("limits", text()),
        always("elapsed_ms", UInt64),
    ])
}

fn finding() -> DataType {
    record(vec![
        always("kind", Utf8),
        field("ply", UInt32),
        field("move", Utf8),
        always("line", list(Utf8)),
        field("plies", UInt32),
        field("plies_at_most", UInt32),
        always("after", list(Utf8)),
        field("back_at", list(Utf8)),
        always("moves", list(Utf8)),
        always("replies", list(Utf8)),
        always("squares", list(Utf8)),
        field("grade", Utf8),
        always("note", Utf8),
    ])
}

fn undecided() -> DataType {
    record(vec![
        field("ply", UInt32),
        field("move", Utf8),
        field("question", Utf8),
        field("square", Utf8),
        always("mates", Boolean),
        always("names", list(Utf8)),
        always("after", list(Utf8)),
    ])
}

fn attribute() -> DataType {
    record(vec![always("kind", Utf8), field("count", UInt32)])
}

fn rating() -> DataType {
    record(vec![
        always("difficulty", score()),
        always("aesthetics", score()),
    ])
}

fn score() -> DataType {
    let part = record(vec![
        always("kind", Utf8),
        always("count", UInt32),
        always("points", Int32),
    ]);
    record(vec![always("points", UInt32), always("parts", list(part))])
}

fn error() -> DataType {
    record(vec![
        always("kind", Utf8),
        always("message", Utf8),
        field("span", list(UInt64)),
        field("line", UInt32),
        field("column", UInt32),
        field("excerpt", Utf8),
    ])
}

fn certified() -> DataType {
    record(vec![
        always("claim", Utf8),
        always("lines", list(list(Utf8))),
        field("plies", UInt32),
        field("positions", UInt64),
        always("verified", Boolean),
        field("limit", Utf8),
    ])
}

fn stats() -> DataType {
    record(vec![
        always("expansions", UInt64),
        always("depth", UInt32),
        always("hashfull", UInt32),
    ])
}

fn field(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

fn always(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, false)
}

fn list(kind: DataType) -> DataType {
    List(Arc::new(always("item", kind)))
}

fn record(fields: Vec<Field>) -> DataType {
    Struct(fields.into())
}
