//! Rows as JSON: one array, or one object on each line (JSONL).

use crate::answer::{Row, Tally};
use crate::report::writer::Report;
use serde::Serialize;
use std::io::{self, Write};

/// Writes rows as JSON.
#[derive(Debug)]
pub struct Json<W> {
    out: W,
    is_array: bool,
    rows: usize,
}

impl<W: Write> Json<W> {
    /// Makes a report of one array with an object for each row.
    pub const fn array(out: W) -> Self {
        Self {
            out,
            is_array: true,
            rows: 0,
        }
    }

    /// Makes a report of one object on each line.
    pub const fn lines(out: W) -> Self {
        Self {
            out,
            is_array: false,
            rows: 0,
        }
    }

    /// Writes a row of any kind and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn row(&mut self, row: &impl Serialize) -> io::Result<()> {
        let text = if self.is_array {
            let begin = if self.rows == 0 { "[" } else { "," };
            let json = serde_json::to_string_pretty(row)?.replace('\n', "\n  ");
            format!("{begin}\n  {json}")
        } else {
            serde_json::to_string(row)? + "\n"
        };
        self.rows += 1;
        // A row is written in one call, so that a reader of a pipe never sees half of one.
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Returns the writer.
    pub fn into_out(self) -> W {
        self.out
    }

    /// Ends the array, if the report is one.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn end(&mut self) -> io::Result<()> {
        if self.is_array {
            let end = if self.rows == 0 { "[]\n" } else { "\n]\n" };
            self.out.write_all(end.as_bytes())?;
        }
        self.out.flush()
    }
}

impl<W: Write> Report for Json<W> {
    fn answer(&mut self, row: &Row) -> io::Result<()> {
        self.row(row)
    }

    fn finish(&mut self, _tally: &Tally) -> io::Result<()> {
        self.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::RowError;
    use crate::vocabulary::ErrorKind;

    fn row(id: &str) -> Row {
        let error = RowError::new(ErrorKind::Sfen, ["empty input", "入力が空"], Some(0..0));
        Row::of_error(id.to_owned(), error)
    }

    fn ids(json: &str) -> Vec<String> {
        let rows: Vec<serde_json::Value> = serde_json::from_str(json).unwrap();
        let id = |row: &serde_json::Value| row["id"].as_str().unwrap().to_owned();
        rows.iter().map(id).collect()
    }

    #[test]
    fn an_array_is_valid_json_with_any_number_of_rows() {
        for names in [&[][..], &["a"], &["a", "b"]] {
            let mut out = Vec::new();
            let mut json = Json::array(&mut out);
            for name in names {
                json.answer(&row(name)).unwrap();
            }
            json.finish(&Tally::default()).unwrap();
            assert_eq!(ids(&String::from_utf8(out).unwrap()), names);
        }
    }

    #[test]
    fn every_line_of_jsonl_is_an_object() {
        let mut out = Vec::new();
        let mut json = Json::lines(&mut out);
        json.answer(&row("a")).unwrap();
        json.answer(&row("b")).unwrap();
        json.finish(&Tally::default()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let found: Vec<_> = text
            .lines()
            .flat_map(|line| ids(&format!("[{line}]")))
            .collect();
        assert_eq!(found, ["a", "b"]);
    }
}
