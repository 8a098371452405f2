//! Reads finished rows, to show them.

use super::ResumeError;
use crate::answer::{Row, RowLines};
use crate::batch::duplicates::{CachedVerdict, fingerprint};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// Yields the rows of a file. A duplicate gets the kinds of findings of the earlier row. An incomplete last row is
/// skipped.
#[derive(Debug)]
pub struct FinishedRows {
    lines: RowLines<BufReader<File>>,
    /// The answers of the rows so far, by the hashes of their ids.
    answers: HashMap<u64, CachedVerdict>,
    torn: Option<usize>,
}

impl FinishedRows {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            lines: RowLines::new(BufReader::new(File::open(path)?)),
            answers: HashMap::new(),
            torn: None,
        })
    }

    /// Returns the number of the line with an incomplete row, if there is one.
    #[must_use]
    pub const fn torn(&self) -> Option<usize> {
        self.torn
    }

    fn read(&mut self) -> Result<Option<Row>, ResumeError> {
        let lines = &mut self.lines;
        if lines.next()?.is_none() {
            return Ok(None);
        }
        let mut row = match Row::of_json(lines.text()) {
            Ok(row) if row.tool.starts_with("tsume ") => row,
            Err(error) if lines.is_torn(&error) => {
                self.torn = Some(lines.number);
                return Ok(None);
            }
            _ => return Err(ResumeError::NoRow(lines.number)),
        };
        row.found_before = match &row.duplicate_of {
            Some(id) if row.unresolved.is_none() => {
                let earlier = self.answers.get(&fingerprint(&**id));
                earlier.map_or_else(Vec::new, |answer| answer.found())
            }
            _ => Vec::new(),
        };
        if let Some(answer) = CachedVerdict::of(&row) {
            self.answers.insert(fingerprint(&*row.id), answer);
        }
        Ok(Some(row))
    }
}

impl Iterator for FinishedRows {
    type Item = Result<Row, ResumeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
