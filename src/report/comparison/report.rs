//! Writes comparisons: text for people, JSON for programs.

use super::tally::ComparisonTally;
use super::{Comparison, table, text};
use crate::report::text::Layout;
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
    /// A table with one line for each problem.
    Csv,
}

/// Writes comparisons.
pub struct ComparisonReport<W> {
    pub(super) out: W,
    format: ComparisonFormat,
    pub(super) written: usize,
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

    /// Writes a comparison and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn comparison(&mut self, it: &Comparison) -> io::Result<()> {
        match self.format {
            ComparisonFormat::Text(layout) => {
                // A single problem is always shown.
                if it.outcome == Outcome::Same && !layout.notes && !layout.diagrams {
                    return Ok(());
                }
                text::write(self, it, layout)?;
            }
            ComparisonFormat::Json => {
                let begin = if self.written == 0 { "[\n" } else { ",\n" };
                let json = serde_json::to_string_pretty(it)?;
                let json = json.replace('\n', "\n  ");
                write!(self.out, "{begin}  {json}")?;
            }
            ComparisonFormat::Jsonl => writeln!(self.out, "{}", serde_json::to_string(it)?)?,
            ComparisonFormat::Csv => {
                self.header()?;
                table::write(&mut self.out, &table::cells(it))?;
            }
        }
        self.written += 1;
        self.out.flush()
    }

    /// Writes the header of a table that has none yet.
    fn header(&mut self) -> io::Result<()> {
        if self.written == 0 {
            table::write(&mut self.out, &table::COLUMNS)?;
        }
        Ok(())
    }

    /// Writes what comes after the last comparison.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(&mut self, tally: &ComparisonTally) -> io::Result<()> {
        match self.format {
            ComparisonFormat::Text(layout) => {
                if layout.summary && tally.total() > 1 {
                    text::summary(self, tally, layout)?;
                }
            }
            ComparisonFormat::Json => {
                let end = if self.written == 0 { "[]\n" } else { "\n]\n" };
                self.out.write_all(end.as_bytes())?;
            }
            ComparisonFormat::Jsonl => {}
            ComparisonFormat::Csv => self.header()?,
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
