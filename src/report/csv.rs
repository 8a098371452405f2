//! Rows as a table: the fields with a single value, comma-separated, with a header.

use super::{Entry, Report, Row, Tally};
use crate::input::formulas::quoted;
use serde_json::Value;
use std::fmt;
use std::io::{self, Write};

/// The columns: keys of [`Row`]. Findings are written as their kinds, moves with blanks between
/// them.
const COLUMNS: [&str; 20] = [
    "id",
    "sfen",
    "status",
    "verdict",
    "plies",
    "plies_strict",
    "plies_at_most",
    "leftover",
    "solution",
    "expected_plies",
    "unexpected",
    "duplicate_of",
    "defects",
    "blemishes",
    "notes",
    "limit",
    "error",
    "nodes",
    "rules",
    "elapsed_ms",
];

/// Writes rows as CSV.
pub struct Csv<W: Write> {
    out: csv::Writer<W>,
    begun: bool,
    keeps_formulas: bool,
}

impl<W: Write> Csv<W> {
    /// Makes a report that writes to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out: csv::Writer::from_writer(out),
            begun: false,
            keeps_formulas: false,
        }
    }

    /// Writes names and sentences unchanged that begin like a formula (`=`, `+`, `-`, `@`). Without
    /// this they get an apostrophe in front.
    #[must_use]
    pub const fn keep_formulas(mut self, keep: bool) -> Self {
        self.keeps_formulas = keep;
        self
    }
}

/// The columns with texts of others: names, and errors that quote the input. A diagram may begin with
/// `+`, but it is no formula that does anything.
const FOREIGN: [&str; 3] = ["id", "duplicate_of", "error"];

fn cells(row: &Row, keeps_formulas: bool) -> io::Result<Vec<String>> {
    let row = serde_json::to_value(row)?;
    let cell = |&key: &&str| {
        let text = cell(&row[key]);
        if keeps_formulas || !FOREIGN.contains(&key) {
            text
        } else {
            quoted(text)
        }
    };
    Ok(COLUMNS.iter().map(cell).collect())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        // A finding is written as its kind, an error as its sentence.
        Value::Object(object) => cell(object.get("message").unwrap_or(&object["kind"])),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

impl<W: Write> Report for Csv<W> {
    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.out.write_record(COLUMNS)?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.begin()?;
        self.out
            .write_record(cells(&entry.row, self.keeps_formulas)?)?;
        self.out.flush()
    }

    fn finish(&mut self, _tally: &Tally) -> io::Result<()> {
        self.begin()?;
        self.out.flush()
    }
}

impl<W: Write> fmt::Debug for Csv<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Csv")
            .field("begun", &self.begun)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ErrorKind, RowError};
    use super::*;

    #[test]
    fn a_cell_is_flat() {
        let mut row = Row::of_error(
            "a,b".to_owned(),
            RowError::new(ErrorKind::Sfen, ["say \"what\"", "「何」"], Some(0..1)),
        );
        row.solution = vec!["G*5b".to_owned(), "5a4a".to_owned()];
        let cells = cells(&row, false).unwrap();
        let of = |key| &cells[COLUMNS.iter().position(|&it| it == key).unwrap()];
        assert_eq!(of("id"), "a,b");
        assert_eq!(of("plies"), "");
        assert_eq!(of("solution"), "G*5b 5a4a");
        assert_eq!(of("error"), "say \"what\"");
    }

    #[test]
    fn a_name_that_begins_like_a_formula_is_a_text() {
        let error = RowError::new(ErrorKind::Sfen, ["no", "否"], None);
        let row = Row::of_error("=1+2".to_owned(), error);
        assert_eq!(cells(&row, false).unwrap()[0], "'=1+2");
        assert_eq!(cells(&row, true).unwrap()[0], "=1+2");
    }

    #[test]
    fn every_column_is_a_key() {
        let row = Row::of_error(
            "x".to_owned(),
            RowError::new(ErrorKind::Sfen, ["no", "否"], None),
        );
        let json = serde_json::to_value(&row).unwrap();
        for key in COLUMNS {
            assert!(json.get(key).is_some(), "{key}");
        }
    }
}
