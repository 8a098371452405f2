//! Writes comparisons: text for people, JSON for programs.

use crate::answer::Row;
use crate::report::comparison::{Comparison, ComparisonTally, Pair};
use crate::report::text::{Layout, comparison};
use crate::vocabulary::Outcome;
use std::fmt;
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
pub struct ComparisonReport<W> {
    out: W,
    format: ComparisonFormat,
    written: usize,
}

impl<W: Write> ComparisonReport<W> {
    /// Makes a report in this format.
    pub const fn new(out: W, format: ComparisonFormat) -> Self {
        Self {
            out,
            format,
            written: 0,
        }
    }

    /// Writes the comparison of these rows and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn comparison(&mut self, it: &Comparison, rows: Pair<&Row>) -> io::Result<()> {
        match self.format {
            ComparisonFormat::Text(layout) => {
                // A single problem is always shown.
                if it.outcome == Outcome::Same && !layout.notes && !layout.diagrams {
                    return Ok(());
                }
                comparison::write(&mut self.out, self.written, it, rows, layout)?;
            }
            ComparisonFormat::Json => {
                let begin = if self.written == 0 { "[\n" } else { ",\n" };
                let json = serde_json::to_string_pretty(it)?;
                let json = json.replace('\n', "\n  ");
                write!(self.out, "{begin}  {json}")?;
            }
            ComparisonFormat::Jsonl => writeln!(self.out, "{}", serde_json::to_string(it)?)?,
        }
        self.written += 1;
        self.out.flush()
    }

    /// Writes what comes after the last comparison.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(&mut self, tally: &ComparisonTally) -> io::Result<()> {
        match self.format {
            ComparisonFormat::Text(layout) => {
                if layout.summary && tally.total() > 1 {
                    comparison::summary(&mut self.out, self.written, tally, layout)?;
                }
            }
            ComparisonFormat::Json => {
                let end = if self.written == 0 { "[]\n" } else { "\n]\n" };
                self.out.write_all(end.as_bytes())?;
            }
            ComparisonFormat::Jsonl => {}
        }
        self.out.flush()
    }
}

impl<W> fmt::Debug for ComparisonReport<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComparisonReport")
            .field("format", &self.format)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}
