//! Continues an interrupted run from the rows it has written.
//!
//! A row is known by its problem: diagram, goal, and what the author and the input claim. Its id and its
//! place are labels. So a problem that has moved, or whose folder is named in another way, keeps its row,
//! and one that has changed is judged anew. [`settle`] then makes one row of each problem, in the order of
//! the input.

use super::duplicates::{CachedVerdict, fingerprint};
use super::rows::{RowFile, copy, rewrite};
use super::terms::{Term, Terms};
use crate::input::is_special;
use crate::report::{Row, Status, TOOL};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
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

/// The rows of earlier runs, in the order of the file.
#[derive(Debug, Default)]
pub struct Finished {
    rows: Vec<Known>,
    by_problem: HashMap<ProblemHash, Vec<usize>>,
    /// Whether a row holds only for a problem of the same id, which names its certificates.
    pub ids_hold: bool,
}

/// A row in the file.
#[derive(Debug)]
struct Known {
    /// A hash of its id.
    name: u64,
    /// A hash of its labels.
    labels: u64,
    /// A hash of the id of the earlier problem with the same position.
    duplicate_of: Option<u64>,
    kept: Kept,
    is_taken: bool,
}

/// Whether a row stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// The row stays. Its answer, if it holds for other problems.
    Yes(Option<CachedVerdict>),
    /// More nodes or time could decide it.
    OutOfBreath,
    /// The program failed on the problem, or was interrupted.
    Failed,
}

/// A hash of a problem, and of what its author and its record claim; of an input that is no problem, a hash
/// of the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProblemHash(u64);

impl ProblemHash {
    /// Returns the hash of the problem of a row.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        let claims = (row.expected_plies, &row.author_line, row.author_line_broken);
        let verdict = row.expected_verdict.map(crate::vocabulary::Word::word);
        Self(match (&row.sfen, &row.error) {
            (Some(sfen), _) => fingerprint((sfen, claims, verdict, row.goal.word())),
            // The place as well: errors cost nothing to tell anew.
            (None, error) => fingerprint(error.as_ref().map(|it| {
                let message = it.message.to_string();
                (message, it.span, it.line, it.column, it.excerpt.clone())
            })),
        })
    }
}

/// What a row tells of a problem beside its answer: how it is called, where it stands, its other fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    id: String,
    file: Option<String>,
    line: Option<usize>,
    record: Option<usize>,
    input: Option<Map<String, Value>>,
}

impl Labels {
    fn of(row: &Row) -> Self {
        Self {
            id: row.id.clone(),
            file: row.file.clone(),
            line: row.line,
            record: row.record,
            input: row.input.clone(),
        }
    }

    fn hash(&self) -> u64 {
        let input = self.input.as_ref().map(|it| {
            let fields = it.iter().map(|(key, value)| (key, value.to_string()));
            fields.collect::<Vec<_>>()
        });
        fingerprint((&self.id, &self.file, self.line, self.record, input))
    }

    fn put_on(self, row: &mut Row) {
        (row.id, row.file) = (self.id, self.file);
        (row.line, row.record, row.input) = (self.line, self.record, self.input);
    }
}

/// The state of a problem of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnownProblem {
    /// The problem is still to be judged.
    New,
    /// The problem has a row. Its answer, if it holds for other problems.
    Done(Option<CachedVerdict>),
    /// It was unknown, and is judged again with higher limits.
    OutOfBreath,
}

/// What becomes of the row of an earlier run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Fate {
    /// No problem of the input had it.
    #[default]
    Untouched,
    /// It stays, perhaps with other labels.
    Stays(Option<Box<Labels>>),
    /// It stays until there is a row with the id of this hash.
    Replaced(u64),
}

/// The problems of the input that have come so far, and the rows of earlier runs that are theirs.
#[derive(Debug, Default)]
pub struct Course {
    order: Vec<u64>,
    fates: Vec<Fate>,
}

impl Course {
    /// Returns whether no problem has come.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

impl Finished {
    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Looks for the row of a problem. `record` is a row that has only what the record says; `duplicate_of` is
    /// the id of an earlier problem with the same position.
    pub fn past(
        &mut self,
        record: &Row,
        duplicate_of: Option<&str>,
        course: &mut Course,
    ) -> KnownProblem {
        let name = fingerprint(&*record.id);
        course.order.push(name);
        let duplicate_of = duplicate_of.map(fingerprint);
        let fits = |known: &Known| !known.is_taken && (known.name == name || !self.ids_hold);
        let same = self.by_problem.get(&ProblemHash::of(record));
        let same = same.into_iter().flatten().copied();
        let same = same.filter(|&at| fits(&self.rows[at]));
        // Of several, later ones are the better ones, if a run was killed.
        let fitness = |&at: &usize| {
            let known: &Known = &self.rows[at];
            (known.duplicate_of == duplicate_of, known.name == name, at)
        };
        let Some(at) = same.max_by_key(fitness) else {
            return KnownProblem::New;
        };
        let known = &mut self.rows[at];
        known.is_taken = true;
        if course.fates.len() <= at {
            course.fates.resize(at + 1, Fate::default());
        }
        match known.kept {
            // Its earlier problem is another now.
            Kept::Yes(_) if known.duplicate_of != duplicate_of => {
                course.fates[at] = Fate::Replaced(name);
                KnownProblem::New
            }
            Kept::Yes(verdict) => {
                let labels = Labels::of(record);
                let is_other = labels.hash() != known.labels;
                course.fates[at] = Fate::Stays(is_other.then(|| Box::new(labels)));
                KnownProblem::Done(verdict)
            }
            Kept::OutOfBreath => {
                course.fates[at] = Fate::Replaced(name);
                KnownProblem::OutOfBreath
            }
            Kept::Failed => {
                course.fates[at] = Fate::Replaced(name);
                KnownProblem::New
            }
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
}

/// Opens a file of JSONL rows to continue it, or creates it. The rows that stay are passed to
/// `each`. An incomplete last row is removed.
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
    let mut lines = Lines::new(rows.file().try_clone()?);
    let mut is_closed = true;
    while let Some(place) = lines.next()? {
        is_closed = lines.is_closed();
        let row = match Row::of_json(lines.text()) {
            Ok(row) => row,
            Err(error) if !is_closed && is_torn(lines.text(), &error, lines.number) => {
                rows.cut(place.start)?;
                is_closed = true;
                break;
            }
            Err(_) => return Err(ResumeError::NoRow(lines.number)),
        };
        let kept = kept(&row, lines.number, terms, foreign)?;
        if let Kept::Yes(_) = kept {
            each(&row);
        } else {
            let end = place.end + u64::from(!is_closed);
            rows.may_replace(row.id.clone(), place.start..end);
        }
        let same = finished.by_problem.entry(ProblemHash::of(&row));
        same.or_default().push(finished.rows.len());
        finished.rows.push(Known {
            name: fingerprint(&*row.id),
            labels: Labels::of(&row).hash(),
            duplicate_of: row.duplicate_of.as_deref().map(fingerprint),
            kept,
            is_taken: false,
        });
    }
    if !is_closed {
        rows.add(b"\n")?;
    }
    Ok(Resumed { finished, rows })
}

/// The lines of a file of rows, without blank ones.
struct Lines {
    reader: BufReader<File>,
    line: Vec<u8>,
    at: u64,
    /// The number of the line, from 1.
    number: usize,
}

impl Lines {
    fn new(file: File) -> Self {
        Self {
            reader: BufReader::new(file),
            line: Vec::new(),
            at: 0,
            number: 0,
        }
    }

    /// Reads the next line. Returns its place, with its end.
    fn next(&mut self) -> io::Result<Option<Range<u64>>> {
        loop {
            self.line.clear();
            let read = self.reader.read_until(b'\n', &mut self.line)? as u64;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let end = self.at + read;
            let mut from = self.at;
            if from == 0 && self.line.starts_with(MARK) {
                self.line.drain(..MARK.len());
                from = MARK.len() as u64;
            }
            self.at = end;
            if !self.text().is_empty() {
                return Ok(Some(from..end));
            }
        }
    }

    /// Returns the line without blanks around it.
    fn text(&self) -> &[u8] {
        self.line.trim_ascii()
    }

    /// Returns whether the latest line has an end.
    fn is_closed(&self) -> bool {
        self.line.ends_with(b"\n")
    }
}

/// The byte order mark U+FEFF, which some programs write at the beginning of a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns whether an incomplete line may be the beginning of a row. Some file systems leave zeroes if a machine
/// stops before everything is on the disk.
fn is_torn(text: &[u8], error: &serde_json::Error, number: usize) -> bool {
    let zeroes = text.iter().rev().take_while(|&&byte| byte == 0).count();
    match &text[..text.len() - zeroes] {
        [] => number > 1,
        part => (zeroes > 0 || error.is_eof()) && is_torn_row(part),
    }
}

/// Returns whether a text may be the beginning of a row.
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
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(_)) => text = &rest[values.byte_offset()..],
            Some(Err(error)) => return error.is_eof(),
            None => return true,
        }
    }
    true
}

/// Returns whether a row stays.
fn kept(row: &Row, line: usize, terms: &Terms, foreign: OtherTerms) -> Result<Kept, ResumeError> {
    let version = agree(Term::Version, line, &row.tool, TOOL);
    let has_failed = row.status == Status::Error && row.sfen.is_some();
    Ok(match version.and_then(|()| factor(row, line, terms)) {
        Err(refusal) if foreign == OtherTerms::Refused => return Err(refusal),
        _ if has_failed || row.is_interrupted() => Kept::Failed,
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

/// What is known at the end of a run about the rows of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run was interrupted: a row without a problem may still get one.
    InPart,
    /// All of the input was read of which the run knows, but there may be more.
    Picked,
    /// All of the input was read. Rows without a problem are gone, and stay in the file.
    Whole,
    /// All of the input was read. Rows without a problem are taken out.
    WholeDroppingGone,
}

/// Makes one row of each problem, in the order of the input: rows of problems that have changed go, and those
/// that stay get the labels of the input. Returns the ids of the rows whose problem is gone.
///
/// # Errors
/// If the file cannot be read or written; then it is as it was.
pub fn settle(path: &Path, course: &Course, ended: Ended) -> io::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Name {
        id: String,
        sfen: Option<String>,
    }
    let lock = RowFile::open(path)?;
    let mut names = Vec::new();
    let mut lines = Lines::new(File::open(path)?);
    while let Some(place) = lines.next()? {
        let name: Name = serde_json::from_slice(lines.text())?;
        names.push((name.id, place, name.sfen.is_some()));
    }
    let fate = |at: usize| course.fates.get(at).unwrap_or(&Fate::Untouched);
    let labels = |at: usize| match fate(at) {
        Fate::Stays(labels) if ended != Ended::InPart => labels.as_deref(),
        _ => None,
    };
    let name = |at: usize| fingerprint(labels(at).map_or(&*names[at].0, |it| &*it.id));
    // The last row of an id is the newest, but those that stay are known to be right.
    let all = 0..names.len();
    let stays = all.clone().filter(|&at| matches!(fate(at), Fate::Stays(_)));
    let newest: HashMap<u64, usize> = all.clone().chain(stays).map(|at| (name(at), at)).collect();
    let ranks: HashMap<u64, usize> = course.order.iter().copied().zip(0..).collect();
    let mut gone = Vec::new();
    let mut parts = Vec::new();
    for at in all.clone() {
        let rank = ranks.get(&name(at)).copied().unwrap_or(usize::MAX);
        match fate(at) {
            Fate::Replaced(by) if newest.get(by).is_some_and(|&it| it != at) => continue,
            _ if ended == Ended::InPart => {}
            _ if newest.get(&name(at)) != Some(&at) => continue,
            Fate::Untouched if rank == usize::MAX && ended != Ended::Picked => {
                // An error that is gone is nothing to keep.
                let (id, _, is_problem) = &names[at];
                gone.extend(is_problem.then(|| id.clone()));
                if !is_problem || ended == Ended::WholeDroppingGone {
                    continue;
                }
            }
            _ => {}
        }
        parts.push((rank, at));
    }
    if ended != Ended::InPart {
        parts.sort_by_key(|it| it.0);
    }
    // Blank lines and marks between the rows go, too.
    let starts = names.iter().map(|it| it.1.start);
    let ends = std::iter::once(0).chain(names.iter().map(|it| it.1.end));
    let is_as_before =
        parts.iter().map(|it| it.1).eq(all.clone()) && starts.zip(ends).all(|(a, b)| a == b);
    if !is_as_before || all.clone().any(|at| labels(at).is_some()) {
        rewrite(path, |from, to| {
            for &(_, at) in &parts {
                let place = names[at].1.clone();
                let Some(labels) = labels(at) else {
                    copy(from, to, place)?;
                    continue;
                };
                let mut text = Vec::new();
                copy(from, &mut text, place)?;
                let mut row = Row::of_json(&text)?;
                labels.clone().put_on(&mut row);
                writeln!(to, "{}", row.to_json())?;
            }
            Ok(())
        })?;
    }
    drop(lock);
    Ok(gone)
}

/// Reads the rows of a file one after another, each with the kinds of findings that an earlier row of the same
/// position has.
///
/// # Errors
/// If the file cannot be read, if it holds anything else, or if `each` fails.
pub fn read_rows(
    path: &Path,
    mut each: impl FnMut(Row) -> Result<(), ResumeError>,
) -> Result<(), ResumeError> {
    let mut found = HashMap::new();
    let mut lines = Lines::new(File::open(path)?);
    while lines.next()?.is_some() {
        let row = Row::of_json(lines.text())
            .ok()
            .filter(|it| it.tool.starts_with("tsume "));
        let mut row = row.ok_or(ResumeError::NoRow(lines.number))?;
        let earlier = row
            .duplicate_of
            .as_deref()
            .filter(|_| row.unresolved.is_none());
        let earlier = earlier.and_then(|id| found.get(&fingerprint(id)));
        row.found_before = earlier.map_or_else(Vec::new, |it: &CachedVerdict| it.found());
        found.extend(CachedVerdict::of(&row).map(|it| (fingerprint(&*row.id), it)));
        each(row)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
