//! One of the two versions: rows, or problems that are still to be judged.

use super::args::CompareArgs;
use crate::answer::Row;
use crate::answer::errors::of_io;
use crate::cli::diagnostics::Form;
use crate::cli::lang::{localized, message_lang, name_of};
use crate::composition::{Author, Goal};
use crate::input::{Records, Source, is_special};
use crate::judge::{ParsedProblem, Refused};
use crate::notation::sfen;
use crate::report::{Named, StoredRows};
use anyhow::anyhow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The bytes at the beginning of an input that decide whether it has rows.
const SNIFFED_BYTES: usize = 1 << 16;

/// One of the two versions.
pub(super) enum Version {
    /// Rows that were written before.
    Rows(StoredRows),
    /// Problems that are still to be judged.
    Problems(Vec<Problem>),
}

/// A problem of a version.
pub(super) struct Problem {
    /// The diagram in canonical form, if it has one.
    sfen: Option<String>,
    pub parsed: Result<ParsedProblem, Box<Refused>>,
}

impl Problem {
    fn id(&self) -> &str {
        match &self.parsed {
            Ok(parsed) => &parsed.id,
            Err(refused) => refused.id(),
        }
    }
}

impl Version {
    /// Reads a version. If a part of the input cannot be read, reports it and sets `unread`.
    ///
    /// # Errors
    /// If it has rows that cannot be read.
    pub fn read(source: Source, args: &CompareArgs, unread: &mut bool) -> anyhow::Result<Self> {
        let mut reader = match &source {
            Source::File(path) | Source::Problem { file: path, .. } => open(path),
            Source::Stdin => {
                Some(Box::new(BufReader::with_capacity(SNIFFED_BYTES, io::stdin())) as _)
            }
            Source::Text(_) | Source::Folder(_) => None,
        };
        let has_rows = reader.as_mut().is_some_and(begins_with_rows);
        let records = match (reader, &source) {
            (Some(reader), _) if has_rows => return rows_of(&source, reader).map(Self::Rows),
            // A stream cannot be opened anew, so the same reader goes on.
            (Some(reader), Source::Stdin) => records_of_stream("stdin", reader),
            (Some(reader), Source::File(path)) if is_special(path) => {
                records_of_stream(&path.display().to_string(), reader)
            }
            _ => Records::new([source], None),
        };
        let mut intake = args.sides.intake().with_goal(args.goal.goal);
        let problems = records.filter_map(|record| {
            if let Err(error) = &record {
                Form::Full.unreadable(error);
                *unread = true;
                return None;
            }
            let parsed = intake.read(record);
            let setup = parsed.as_ref().ok().map(|it| it.problem.setup());
            Some(Problem {
                sfen: setup.map(sfen::write),
                parsed,
            })
        });
        Ok(Self::Problems(problems.collect()))
    }

    /// Returns the names of its problems.
    pub fn names(&self) -> Vec<Named<'_>> {
        match self {
            Self::Rows(rows) => rows.named().collect(),
            Self::Problems(problems) => {
                let names = problems.iter().map(|it| Named {
                    id: it.id(),
                    sfen: it.sfen.as_deref(),
                });
                names.collect()
            }
        }
    }

    /// Returns the row of a problem that was judged before.
    pub fn row(&self, index: usize) -> Option<Row> {
        match self {
            Self::Rows(rows) => rows.row(index),
            Self::Problems(_) => None,
        }
    }

    /// Returns a problem that is still to be judged.
    pub fn problem(&self, index: usize) -> Option<&Problem> {
        match self {
            Self::Rows(_) => None,
            Self::Problems(problems) => problems.get(index),
        }
    }

    /// Returns whether two problems that are still to be judged have the same answer, because position, goal
    /// and author's claims are equal.
    pub fn has_same_answer(&self, index: usize, other: &Self, other_index: usize) -> bool {
        let input = |version: &Self, index: usize| -> Option<(String, Goal, Author)> {
            let Self::Problems(problems) = version else {
                return None;
            };
            let parsed = problems.get(index)?.parsed.as_ref().ok()?;
            Some((
                sfen::write(parsed.problem.setup()),
                parsed.goal,
                parsed.author().0,
            ))
        };
        let own = input(self, index);
        own.is_some() && own == input(other, other_index)
    }

    /// Returns the id of a problem.
    pub fn id(&self, index: usize) -> String {
        let id = match self {
            Self::Rows(rows) => rows.named().nth(index).map(|it| it.id),
            Self::Problems(problems) => problems.get(index).map(Problem::id),
        };
        id.unwrap_or_default().to_owned()
    }
}

/// Opens a file, if this is possible.
fn open(path: &Path) -> Option<Box<dyn BufRead + Send>> {
    let file = File::open(path).ok()?;
    Some(Box::new(BufReader::with_capacity(SNIFFED_BYTES, file)))
}

fn begins_with_rows(reader: &mut Box<dyn BufRead + Send>) -> bool {
    reader.fill_buf().is_ok_and(StoredRows::begin_like)
}

/// Reads the rows of a source; of `FILE:ID` only the row with this id.
fn rows_of(source: &Source, reader: impl BufRead) -> anyhow::Result<StoredRows> {
    let name = match source {
        Source::File(path) | Source::Problem { file: path, .. } => name_of(path),
        Source::Stdin | Source::Text(_) | Source::Folder(_) => {
            localized(["standard input", "標準入力"]).to_owned()
        }
    };
    let read = StoredRows::read(reader).map_err(|error| of_io(&error));
    let mut rows = read
        .and_then(|rows| rows.map_err(|error| error.in_words()))
        .map_err(|error| {
            let error = error.in_lang(message_lang());
            anyhow!(say!(
                "cannot read `{name}`: {error}",
                "「{name}」を読めない：{error}"
            ))
        })?;
    if let Source::Problem { id, .. } = source {
        rows.keep(|it| it == id);
        if rows.is_empty() {
            refuse!(
                "no row of `{name}` has the id `{id}`",
                "「{name}」に番号 {id} の行がない"
            );
        }
    }
    Ok(rows)
}

/// Returns the records of a stream. A stream that cannot be read is one record with an error.
fn records_of_stream(name: &str, reader: Box<dyn BufRead + Send>) -> Records {
    match Records::of_stream(name, reader, None) {
        Ok(records) => records,
        Err(error) => Records::failed(error),
    }
}
