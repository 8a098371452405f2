//! The trait of all that write answers.

use crate::answer::{Row, Tally};
use std::io;

/// A way to write answers.
pub trait Report {
    /// Writes one answer and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    fn answer(&mut self, answer: &Row) -> io::Result<()>;

    /// Writes what comes before the first answer, unless it is written already. The answer that is
    /// the first about a problem may decide the columns of a table.
    ///
    /// # Errors
    /// If the writer fails.
    fn begin(&mut self, _first: Option<&Row>) -> io::Result<()> {
        Ok(())
    }

    /// Writes what comes after the last answer.
    ///
    /// # Errors
    /// If the writer fails.
    fn finish(&mut self, tally: &Tally) -> io::Result<()>;
}
