//! Reads finished rows, to show them.

use super::ResumeError;
use crate::answer::{Row, RowLines};
use crate::batch::duplicates::{CachedVerdict, fingerprint};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// The rows of a file one after another, each with the kinds of findings that an earlier row of the same position
/// has. The last line is passed over if only the beginning of a row is there.
#[derive(Debug)]
pub struct FinishedRows {
    lines: RowLines<BufReader<File>>,
    found: HashMap<u64, CachedVerdict>,
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
            found: HashMap::new(),
            torn: None,
        })
    }

    /// Returns the number of the line that was passed over.
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
        let earlier = row.duplicate_of.as_deref();
        let earlier = earlier.filter(|_| row.unresolved.is_none());
        let earlier = earlier.and_then(|id| self.found.get(&fingerprint(id)));
        row.found_before = earlier.map_or_else(Vec::new, |it| it.found());
        let verdict = CachedVerdict::of(&row);
        self.found
            .extend(verdict.map(|it| (fingerprint(&*row.id), it)));
        Ok(Some(row))
    }
}

impl Iterator for FinishedRows {
    type Item = Result<Row, ResumeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
