//! Going on with a run that was broken off, from the rows it has written.

use super::duplicates::{Gist, fingerprint};
use super::rows::{RowFile, copy_all, rewrite};
use super::terms::Terms;
use crate::report::{Recalled, Row, Status, TOOL};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Why a file of rows cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is none of ours.
    #[error("line {0} is no row of `validate`: {1}")]
    NoRow(usize, serde_json::Error),
    /// The rows were found under other rules or limits, so that they do not go with new ones.
    #[error(
        "the rows there have {what} `{there}`, this run has `{here}` \
         (`--resume-anyway` keeps them as they are)"
    )]
    Other {
        /// What is another.
        what: &'static str,
        /// That of the rows.
        there: String,
        /// That of the run.
        here: String,
    },
}

/// The problems that are finished.
#[derive(Debug, Default)]
pub struct Finished {
    problems: HashMap<u64, Known>,
}

/// What is known of a problem that has a row.
#[derive(Debug)]
struct Known {
    problem: Stamp,
    /// Which row it is.
    at: usize,
    kept: Kept,
}

/// Whether a row stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// It does, and says this.
    Yes(Option<Gist>),
    /// More nodes or time could decide it.
    OutOfBreath,
    /// The program failed in it.
    Failed,
}

/// A hash of a problem and of what its author says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(u64);

impl Stamp {
    /// That of an input that is no problem.
    pub const NO_PROBLEM: Self = Self(0);

    /// That of the problem of a row.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        let author = (row.expected_plies, &row.author_line, row.author_line_broken);
        let sfen = row.sfen.as_deref();
        sfen.map_or(Self::NO_PROBLEM, |sfen| Self(fingerprint((sfen, author))))
    }
}

/// What is known of a problem of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// It is still to be judged.
    New,
    /// It has its row.
    Done {
        /// What that says.
        gist: Option<Gist>,
        /// Which it is among the rows.
        at: usize,
    },
    /// It was unknown, and is to be tried again with more.
    Again {
        /// Which its row is.
        at: usize,
    },
    /// The program failed in it, and is to try once more.
    Failed {
        /// Which its row is.
        at: usize,
    },
    /// There is a row of this name, but of another problem, or its author said something else.
    Changed {
        /// Which its row is.
        at: usize,
    },
}

impl Finished {
    /// The kinds of what was found in the problem of this name.
    fn found(&self, id: &str) -> Vec<&'static str> {
        match self.problems.get(&fingerprint(id)).map(|it| it.kept) {
            Some(Kept::Yes(Some(gist))) => gist.found(),
            _ => Vec::new(),
        }
    }

    /// Whether the problem of this name has its row.
    #[must_use]
    pub fn past(&self, id: &str, problem: Stamp) -> Past {
        match self.problems.get(&fingerprint(id)) {
            None => Past::New,
            // That row is replaced, whatever it was about.
            Some(&Known {
                at,
                kept: Kept::Failed,
                ..
            }) => Past::Failed { at },
            Some(known) if known.problem != problem => Past::Changed { at: known.at },
            Some(&Known { at, kept, .. }) => match kept {
                Kept::OutOfBreath => Past::Again { at },
                Kept::Failed => Past::Failed { at },
                Kept::Yes(gist) => Past::Done { gist, at },
            },
        }
    }
}

/// What becomes of rows that were made on other terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// They are refused.
    Refused,
    /// They stay as they are, but nothing is concluded from them: each says what it holds for, and a
    /// problem that comes again is judged on the terms of the run.
    Kept,
}

/// A run that is gone on with.
#[derive(Debug)]
pub struct Resumed {
    /// The problems that have a row.
    pub finished: Finished,
    /// The file, to which new rows are added.
    pub rows: RowFile,
    /// The rows of problems that are to be tried again, and of those in which the program failed. They
    /// stay until others come in their places.
    pub open: HashMap<String, Row>,
}

/// Opens a file of JSONL rows to go on with it; a file that is not there is begun. Rows that stay are
/// handed to `each`, a torn last line is cut off.
///
/// # Errors
/// When that cannot be done, another run has the file, or the rows do not go with these terms and are not
/// to be kept.
pub fn resume(
    path: &Path,
    terms: &Terms,
    foreign: Foreign,
    mut each: impl FnMut(&Row),
) -> Result<Resumed, ResumeError> {
    let mut rows = RowFile::open(path)?;
    let mut finished = Finished::default();
    let mut reader = BufReader::new(rows.file().try_clone()?);
    let mut line = Vec::new();
    let mut whole = 0;
    let mut open = HashMap::new();
    for number in 1.. {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)? as u64;
        if line.last() != Some(&b'\n') {
            break;
        }
        let row: Recalled =
            serde_json::from_slice(&line).map_err(|error| ResumeError::NoRow(number, error))?;
        let version = agree("the version", &row.tool, TOOL);
        let mut row = Row::from(row);
        if let (Some(of), None) = (&row.duplicate_of, &row.unresolved) {
            row.found_before = finished.found(of);
        }
        let kept = kept(&row, version, terms, foreign)?;
        let known = Known {
            problem: Stamp::of(&row),
            at: number,
            kept,
        };
        finished.problems.insert(fingerprint(&*row.id), known);
        if let Kept::Yes(_) = kept {
            each(&row);
        } else {
            rows.may_replace(row.id.clone(), whole..whole + read);
            open.insert(row.id.clone(), row);
        }
        whole += read;
    }
    rows.cut(whole)?;
    Ok(Resumed {
        finished,
        rows,
        open,
    })
}

/// Whether a row stays.
fn kept(
    row: &Row,
    version: Result<(), ResumeError>,
    terms: &Terms,
    foreign: Foreign,
) -> Result<Kept, ResumeError> {
    Ok(match version.and_then(|()| factor(row, terms)) {
        Err(refusal) if foreign == Foreign::Refused => return Err(refusal),
        _ if row.status == Status::Error && row.sfen.is_some() => Kept::Failed,
        Ok(factor) if row.is_out_of_breath() && terms.gives_more_than(factor) => Kept::OutOfBreath,
        // Nobody knows what is more.
        Err(_) if row.is_out_of_breath() && terms.limits_again.is_some() => Kept::OutOfBreath,
        Ok(_) => Kept::Yes(Gist::of(row)),
        Err(_) => Kept::Yes(None),
    })
}

/// How many times the limits of the run the problem of a row had.
fn factor(row: &Row, terms: &Terms) -> Result<u128, ResumeError> {
    // The row of an input that could not be read holds under any rules.
    if row.status != Status::Error {
        agree("the rules", &row.rules, &terms.rules)?;
    }
    let limits = row.limits.as_deref().unwrap_or("none");
    let factor = terms.factor_of(limits);
    factor.ok_or_else(|| other("the limits", limits, &terms.limits))
}

fn agree(what: &'static str, there: &str, here: &str) -> Result<(), ResumeError> {
    if there == here {
        return Ok(());
    }
    Err(other(what, there, here))
}

fn other(what: &'static str, there: &str, here: &str) -> ResumeError {
    ResumeError::Other {
        what,
        there: there.to_owned(),
        here: here.to_owned(),
    }
}

/// Puts the rows of a JSONL file in the order of these ids; rows of other ids come behind.
///
/// # Errors
/// When the file cannot be read or written; then it is as it was.
pub fn put_in_order(path: &Path, order: &Order) -> io::Result<()> {
    #[derive(Deserialize)]
    struct Name {
        id: String,
    }
    let ranks: HashMap<u64, usize> = order.ids.iter().copied().zip(0..).collect();
    let there = RowFile::open(path)?;
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    let mut rows = Vec::new();
    let mut at = 0;
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            break;
        }
        let name: Name = serde_json::from_slice(&line)?;
        let rank = ranks.get(&fingerprint(&*name.id));
        rows.push((rank.copied().unwrap_or(usize::MAX), at..at + read));
        at += read;
    }
    drop(reader);
    rows.sort_by_key(|(rank, _)| *rank);
    let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
    let written = rewrite(path, |from, to| copy_all(from, to, &rows));
    drop(there);
    written.map(drop)
}

/// The order of the problems in the input.
#[derive(Debug, Default)]
pub struct Order {
    ids: Vec<u64>,
}

impl Order {
    /// The next problem has this id.
    pub fn push(&mut self, id: &str) {
        self.ids.push(fingerprint(id));
    }
}

#[cfg(test)]
mod tests;
