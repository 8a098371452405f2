//! Writes comparisons: text for people, JSON for programs.

use super::json::Json;
use crate::answer::Row;
use crate::report::comparison::{Comparison, ComparisonTally, Pair};
use crate::report::text::{Layout, comparison};
use crate::vocabulary::Outcome;
use std::io::{self, Write};

/// The formats of [`Comparison`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComparisonFormat {
    /// Text for people. Problems that are the same are counted, and only shown with
    /// [`Layout::notes`].
    Text(Layout),
    /// One JSON array.
    Json,
    /// One JSON object on each line.
    Jsonl,
}

/// Writes comparisons.
#[derive(Debug)]
pub struct ComparisonReport<W> {
    out: Out<W>,
    written: usize,
}

#[derive(Debug)]
enum Out<W> {
    Text(W, Layout),
    Json(Json<W>),
}

impl<W: Write> ComparisonReport<W> {
    /// Makes a report in this format.
    pub const fn new(out: W, format: ComparisonFormat) -> Self {
        let out = match format {
            ComparisonFormat::Text(layout) => Out::Text(out, layout),
            ComparisonFormat::Json => Out::Json(Json::array(out)),
            ComparisonFormat::Jsonl => Out::Json(Json::lines(out)),
        };
        Self { out, written: 0 }
    }

    /// Writes the comparison of these rows and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn comparison(&mut self, it: &Comparison, rows: Pair<&Row>) -> io::Result<()> {
        let (out, layout) = match &mut self.out {
            Out::Text(out, layout) => (out, *layout),
            Out::Json(json) => return json.row(it),
        };
        // A single problem is always shown.
        if it.outcome == Outcome::Same && !layout.notes && !layout.diagrams {
            return Ok(());
        }
        comparison::write(out, self.written, it, rows, layout)?;
        self.written += 1;
        out.flush()
    }

    /// Writes what comes after the last comparison.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(&mut self, tally: &ComparisonTally) -> io::Result<()> {
        let (out, layout) = match &mut self.out {
            Out::Text(out, layout) => (out, *layout),
            Out::Json(json) => return json.end(),
        };
        if layout.summary && tally.total() > 1 {
            comparison::summary(out, self.written, tally, layout)?;
        }
        out.flush()
    }
}
