//! Writes comparisons: text for people, JSON for programs.

use super::json::Json;
use crate::answer::Row;
use crate::report::comparison::{Comparison, ComparisonTally, Pair};
use crate::report::text::{self, Layout};
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
    pub fn comparison(&mut self, comparison: &Comparison, rows: Pair<&Row>) -> io::Result<()> {
        let (out, layout) = match &mut self.out {
            Out::Text(out, layout) => (out, *layout),
            Out::Json(json) => return json.row(comparison),
        };
        // A single problem is always shown: its layout has diagrams.
        if comparison.outcome == Outcome::Same && !layout.notes && !layout.diagrams {
            return Ok(());
        }
        text::comparison::write(out, self.written, comparison, rows, layout)?;
        self.written += 1;
        out.flush()
    }

    /// Ends the report, with the counts of the outcomes in text for people.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(&mut self, tally: &ComparisonTally) -> io::Result<()> {
        let (out, layout) = match &mut self.out {
            Out::Text(out, layout) => (out, *layout),
            Out::Json(json) => return json.end(),
        };
        if layout.summary && tally.total() > 1 {
            text::comparison::summary(out, self.written, tally, layout)?;
        }
        out.flush()
    }
}
