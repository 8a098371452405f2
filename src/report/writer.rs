//! The trait of the writers of answers.

use crate::answer::{Row, Tally};
use std::io;

/// A writer of answers in one format.
pub trait Report {
    /// Writes one answer and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    fn answer(&mut self, answer: &Row) -> io::Result<()>;

    /// Writes what comes before the first answer, unless it is written already. The first answer about a
    /// problem may decide the columns of a table.
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
