//! Continues an interrupted run from the rows it has written.

use super::duplicates::{CachedVerdict, fingerprint};
use super::rows::{RowFile, copy_all, rewrite};
use super::terms::{Term, Terms};
use crate::input::is_special;
use crate::report::{Row, Status, TOOL};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
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
    /// Two rows have the same id but differ.
    #[error("lines {first} and {second} both have the id `{id}` but differ: remove one of them")]
    Twice {
        /// The id.
        id: String,
        /// The line of the first row.
        first: usize,
        /// The line of the second row.
        second: usize,
    },
    /// The rows have other rules or limits, so that they do not go with new ones.
    #[error(
        "its rows have {what} `{there}`, this run has `{here}` \
         (`--resume-anyway` keeps them as they are; line {line} is the first)"
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

/// The problems that are finished.
#[derive(Debug, Default)]
pub struct Finished {
    problems: HashMap<u64, Known>,
}

/// A problem that has a row.
#[derive(Debug)]
struct Known {
    problem: ProblemHash,
    /// A hash of the row without its time.
    row: u64,
    /// The index of the row.
    at: usize,
    kept: Kept,
}

/// Whether a row stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// The row stays. Its answer, if it holds for other problems.
    Yes(Option<CachedVerdict>),
    /// More nodes or time could decide it.
    OutOfBreath,
    /// The program failed on the problem.
    Failed,
}

/// A hash of a problem and of its author's line and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemHash(u64);

impl ProblemHash {
    /// The hash of an input that is not a problem.
    pub const NO_PROBLEM: Self = Self(0);

    /// Returns the hash of the problem of a row.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        let author = (row.expected_plies, &row.author_line, row.author_line_broken);
        let sfen = row.sfen.as_deref();
        sfen.map_or(Self::NO_PROBLEM, |sfen| {
            Self(fingerprint((sfen, author, row.goal.word())))
        })
    }
}

/// The state of a problem of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnownProblem {
    /// The problem is still to be judged.
    New,
    /// The problem has a row.
    Done {
        /// The answer of the row.
        verdict: Option<CachedVerdict>,
        /// The index of the row.
        at: usize,
    },
    /// It was unknown, and is judged again with higher limits.
    Duplicate {
        /// The index of its row.
        at: usize,
    },
    /// The program failed on it, and it is judged again.
    Failed {
        /// The index of its row.
        at: usize,
    },
    /// There is a row with this id for another problem, or for another author's line or length.
    Changed {
        /// The index of the row.
        at: usize,
    },
}

impl Finished {
    /// Returns the kinds of findings in the problem with this id.
    fn found(&self, id: &str) -> Vec<Cow<'static, str>> {
        match self.problems.get(&fingerprint(id)).map(|it| it.kept) {
            Some(Kept::Yes(Some(verdict))) => verdict.found(),
            _ => Vec::new(),
        }
    }

    /// Returns the row and state of the problem with this id.
    #[must_use]
    pub fn past(&self, id: &str, problem: ProblemHash) -> KnownProblem {
        match self.problems.get(&fingerprint(id)) {
            None => KnownProblem::New,
            // The row is replaced, whatever it was about.
            Some(&Known {
                at,
                kept: Kept::Failed,
                ..
            }) => KnownProblem::Failed { at },
            Some(known) if known.problem != problem => KnownProblem::Changed { at: known.at },
            Some(&Known { at, kept, .. }) => match kept {
                Kept::OutOfBreath => KnownProblem::Duplicate { at },
                Kept::Failed => KnownProblem::Failed { at },
                Kept::Yes(verdict) => KnownProblem::Done { verdict, at },
            },
        }
    }
}

/// The treatment of rows that have other rules or limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherTerms {
    /// They are refused.
    Refused,
    /// They stay as they are, but do not answer for duplicates, which are judged by the rules and
    /// limits of this run.
    Kept,
}

/// A run that is continued.
#[derive(Debug)]
#[non_exhaustive]
pub struct Resumed {
    /// The problems that have a row.
    pub finished: Finished,
    /// The file, to which new rows are added.
    pub rows: RowFile,
    /// The rows of problems that are judged again, because they were unknown or the program failed
    /// on them. They stay until new rows replace them.
    pub open: HashMap<String, Row>,
    /// The number of rows that were there twice, and are now there once.
    pub doubles: usize,
}

/// Opens a file of JSONL rows to continue it, or creates it. The rows that stay are passed to
/// `each`. An incomplete last row, blank lines and duplicate rows are removed.
///
/// # Errors
/// If this is not possible, if another run has the file open, if it holds anything else, or if the
/// rows do not go with these terms and are not to be kept. Then the file is as it was.
pub fn resume(
    path: &Path,
    terms: &Terms,
    foreign: OtherTerms,
    mut each: impl FnMut(&Row),
) -> Result<Resumed, ResumeError> {
    if is_special(path) {
        return Err(ResumeError::Special);
    }
    let mut rows = RowFile::open(path)?;
    let mut finished = Finished::default();
    let mut reader = BufReader::new(rows.file().try_clone()?);
    let mut line = Vec::new();
    let mut open = HashMap::new();
    let mut doubles = 0;
    let mut kept_parts = Vec::new();
    // Where the line begins now, and where it will begin when only rows are left.
    let (mut from, mut now) = (0, 0);
    let mut is_closed = true;
    for number in 1.. {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            break;
        }
        let mark = if number == 1 { MARK } else { b"" };
        let text = line.strip_prefix(mark).unwrap_or(&line).trim_ascii();
        let part = from + read - line.strip_prefix(mark).unwrap_or(&line).len() as u64..from + read;
        from += read;
        if text.is_empty() {
            continue;
        }
        is_closed = line.last() == Some(&b'\n');
        if !is_closed && is_torn_by_zeroes(text, number) {
            is_closed = true;
            break;
        }
        let mut row = match Row::of_json(text) {
            Ok(row) => row,
            Err(error) if !is_closed && error.is_eof() && is_torn_row(text) => {
                is_closed = true;
                break;
            }
            Err(_) => return Err(ResumeError::NoRow(number)),
        };
        let version = agree(Term::Version, number, &row.tool, TOOL);
        let name = fingerprint(&*row.id);
        let bytes = without_time(text);
        if let Some(first) = finished.problems.get(&name) {
            if first.row == bytes {
                doubles += 1;
                is_closed = true;
                continue;
            }
            return Err(ResumeError::Twice {
                id: row.id,
                first: first.at,
                second: number,
            });
        }
        if let (Some(of), None) = (&row.duplicate_of, &row.unresolved) {
            row.found_before = finished.found(of);
        }
        let kept = kept(&row, version, number, terms, foreign)?;
        let known = Known {
            problem: ProblemHash::of(&row),
            row: bytes,
            at: number,
            kept,
        };
        finished.problems.insert(name, known);
        let length = part.end - part.start;
        kept_parts.push(part);
        if let Kept::Yes(_) = kept {
            each(&row);
        } else {
            let end = now + length + u64::from(!is_closed);
            rows.may_replace(row.id.clone(), now..end);
            open.insert(row.id.clone(), row.without_moves());
        }
        now += length;
    }
    if now == from {
        // There is nothing else in the file.
    } else if kept_parts
        .iter()
        .try_fold(0, |at, it| (at == it.start).then_some(it.end))
        == Some(now)
    {
        rows.cut(now)?;
    } else {
        rows.keep(&kept_parts)?;
    }
    if !is_closed {
        rows.add(b"\n")?;
    }
    Ok(Resumed {
        finished,
        rows,
        open,
        doubles,
    })
}

/// The byte order mark U+FEFF, which some programs write at the beginning of a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns whether the last line ends in zeroes, after rows or a part of one. Some file systems
/// leave zeroes if a machine stops before everything is on the disk.
fn is_torn_by_zeroes(text: &[u8], number: usize) -> bool {
    let zeroes = text.iter().rev().take_while(|&&byte| byte == 0).count();
    match &text[..text.len() - zeroes] {
        _ if zeroes == 0 => false,
        [] => number > 1,
        part => is_torn_row(part),
    }
}

/// Returns whether an incomplete line may be the beginning of a row.
fn is_torn_row(mut text: &[u8]) -> bool {
    let keys = [
        "{\"id\":",
        ",\"file\":",
        ",\"line\":",
        ",\"record\":",
        ",\"sfen\":",
    ];
    for key in keys.into_iter().chain([",\"status\":", ",\"verdict\":"]) {
        let key = key.as_bytes();
        if text.len() <= key.len() {
            return key.starts_with(text);
        }
        let Some(rest) = text.strip_prefix(key) else {
            return false;
        };
        let mut values =
            serde_json::Deserializer::from_slice(rest).into_iter::<serde_json::Value>();
        match values.next() {
            Some(Ok(_)) => text = &rest[values.byte_offset()..],
            Some(Err(error)) => return error.is_eof(),
            None => return true,
        }
    }
    true
}

/// Returns a hash of a row without its time, which comes last.
fn without_time(row: &[u8]) -> u64 {
    let key = b",\"elapsed_ms\":";
    let end = row.windows(key.len()).rposition(|it| it == key);
    fingerprint(&row[..end.unwrap_or(row.len())])
}

/// Returns whether a row stays.
fn kept(
    row: &Row,
    version: Result<(), ResumeError>,
    line: usize,
    terms: &Terms,
    foreign: OtherTerms,
) -> Result<Kept, ResumeError> {
    Ok(match version.and_then(|()| factor(row, line, terms)) {
        Err(refusal) if foreign == OtherTerms::Refused => return Err(refusal),
        _ if row.status == Status::Error && row.sfen.is_some() => Kept::Failed,
        Ok(factor) if row.is_out_of_breath() && terms.gives_more_than(factor) => Kept::OutOfBreath,
        // The limits cannot be compared.
        Err(_) if row.is_out_of_breath() && terms.limits_again.is_some() => Kept::OutOfBreath,
        Ok(_) => Kept::Yes(CachedVerdict::of(row)),
        Err(_) => Kept::Yes(None),
    })
}

/// Returns the factor between the limits of a row and those of the run.
fn factor(row: &Row, line: usize, terms: &Terms) -> Result<u128, ResumeError> {
    // The row of an input that could not be read holds under any rules.
    if row.status != Status::Error {
        agree(Term::Rules, line, &row.rules, &terms.rules)?;
    }
    let limits = row.limits.as_deref().unwrap_or("none");
    let factor = terms.factor_of(limits);
    factor.ok_or_else(|| other(Term::Limits, line, limits, &terms.limits))
}

fn agree(what: Term, line: usize, there: &str, here: &str) -> Result<(), ResumeError> {
    if there == here {
        return Ok(());
    }
    Err(other(what, line, there, here))
}

fn other(what: Term, line: usize, there: &str, here: &str) -> ResumeError {
    ResumeError::Other {
        line,
        what,
        there: there.to_owned(),
        here: here.to_owned(),
    }
}

/// Puts the rows of a JSONL file in the order of these ids; rows with other ids come last.
///
/// # Errors
/// If the file cannot be read or written; then it is as it was.
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

/// Returns the SFEN of the row in this line of a file, if it can be read.
#[must_use]
pub fn sfen_in_line(path: &Path, line: usize) -> Option<String> {
    #[derive(Deserialize)]
    struct Problem {
        sfen: Option<String>,
    }
    let mut lines = BufReader::new(File::open(path).ok()?).lines();
    let text = lines.nth(line.checked_sub(1)?)?.ok()?;
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str::<Problem>(text).ok()?.sfen
}

/// The order of the problems in the input.
#[derive(Debug, Default)]
pub struct Order {
    ids: Vec<u64>,
}

impl Order {
    /// Adds the id of the next problem.
    pub fn push(&mut self, id: &str) {
        self.ids.push(fingerprint(id));
    }
}

#[cfg(test)]
mod tests;
