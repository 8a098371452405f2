//! Continues an interrupted run from the rows it has written.
//!
//! A row belongs to a problem with the same diagram, goal, and claims of the author and the input. Id and place
//! are only labels. So a problem that has moved, or whose folder has another name, keeps its row. One that has changed
//! is judged anew. At the end [`settle`] leaves one row for each problem, in the order of the input.
//!
//! - `known`: the rows of earlier runs, and the problems that they belong to
//! - `settling`: the last change of the file, at the end of a run
//! - `reading`: finished rows, to be shown

mod known;
mod reading;
mod settling;

pub use known::{Course, Finished, KnownProblem, Labels, ProblemHash};
pub use reading::FinishedRows;
pub use settling::{Ended, settle};

use super::duplicates::CachedVerdict;
use super::rows::RowFile;
use super::terms::{Term, Terms};
use crate::answer::{Row, RowLines, TOOL};
use crate::input::is_special;
use crate::vocabulary::Status;
use known::Kept;
use std::io::{self, BufReader};
use std::path::Path;

/// The reasons why a file of rows cannot be continued.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is a pipe, a device or the like.
    #[error("it is not a regular file and cannot be read again")]
    Special,
    /// A line is not a row of this program.
    #[error("line {0} is not a row of this command; the file is left as it is")]
    NoRow(usize),
    /// The rows were written with other rules or limits, or by another version.
    #[error(
        "its rows have {what} `{there}`, this run has `{here}` \
         (line {line} is the first)"
    )]
    Other {
        /// The line of the first such row.
        line: usize,
        /// The term that differs.
        what: Term,
        /// The value in the rows.
        there: String,
        /// The value in this run.
        here: String,
    },
}

/// The state of a run that is continued.
#[derive(Debug)]
#[non_exhaustive]
pub struct Resumed {
    /// The problems that have a row.
    pub finished: Finished,
    /// The file, to which new rows are added.
    pub rows: RowFile,
}

/// Opens a file of JSONL rows to continue it, or creates it. The rows that stay are passed to
/// `each`. An incomplete last row is removed.
///
/// # Errors
/// If this is not possible, if another run has the file open, if a line is no row, or if the rows were made on other
/// terms. Then the file is as it was.
pub fn resume(
    path: &Path,
    terms: &Terms,
    mut each: impl FnMut(&Row),
) -> Result<Resumed, ResumeError> {
    if is_special(path) {
        return Err(ResumeError::Special);
    }
    let mut rows = RowFile::open(path)?;
    let mut finished = Finished::default();
    let mut lines = RowLines::new(BufReader::new(rows.file().try_clone()?));
    let mut is_closed = true;
    while let Some(place) = lines.next()? {
        is_closed = lines.is_closed();
        let row = match Row::of_json(lines.text()) {
            Ok(row) => row,
            Err(error) if lines.is_torn(&error) => {
                rows.cut(place.start)?;
                is_closed = true;
                break;
            }
            Err(_) => return Err(ResumeError::NoRow(lines.number)),
        };
        let kept = state_of(&row, lines.number, terms)?;
        if let Kept::Yes(_) = kept {
            each(&row);
        } else {
            let end = place.end + u64::from(!is_closed);
            rows.may_replace(row.id.clone(), place.start..end);
        }
        finished.add(&row, kept);
    }
    if !is_closed {
        rows.add(b"\n")?;
    }
    Ok(Resumed { finished, rows })
}

/// Returns whether a row stays.
///
/// # Errors
/// If the row was made on other terms.
fn state_of(row: &Row, line: usize, terms: &Terms) -> Result<Kept, ResumeError> {
    let is_error = row.status == Status::Error;
    let limits = row.limits.as_deref().unwrap_or("none");
    let (what, there, here) = match terms.factor_of(limits) {
        _ if row.tool != TOOL => (Term::Version, &*row.tool, TOOL),
        // The row of an input that could not be read holds under any rules.
        _ if !is_error && row.rules != terms.rules => (Term::Rules, &*row.rules, &*terms.rules),
        None => (Term::Limits, limits, &*terms.limits),
        Some(factor) => {
            let has_failed = is_error && row.sfen.is_some();
            return Ok(if has_failed || row.is_interrupted() {
                Kept::Failed
            } else if row.is_worth_retrying() && terms.gives_more_than(factor) {
                Kept::Retried
            } else {
                Kept::Yes(CachedVerdict::of(row))
            });
        }
    };
    Err(ResumeError::Other {
        line,
        what,
        there: there.to_owned(),
        here: here.to_owned(),
    })
}

#[cfg(test)]
mod tests;
