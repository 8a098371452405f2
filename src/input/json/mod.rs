//! The shapes of JSON that others write, without reading the values: where the problems are.

mod beginning;
mod scan;
mod shape;

pub(super) use beginning::{Beginning, beginning, holds_problem, is_one};
pub(super) use scan::{Element, Scan, relaxed};
pub(super) use shape::{Rows, Shape, is_line, name_of, rows, shape};

/// The deepest nesting that is looked through.
pub(super) const DEEPEST: usize = 32;

/// Returns the content of a string, or its text if it cannot be read.
pub(super) fn string(text: &str) -> String {
    serde_json::from_str(text).unwrap_or_else(|_| text.trim_matches('"').to_owned())
}
