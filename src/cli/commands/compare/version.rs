//! One of the two versions: rows, or problems that are still to be judged.

use super::args::CompareArgs;
use crate::answer::Row;
use crate::answer::errors::of_io;
use crate::cli::diagnostics::Form;
use crate::cli::lang::{name_of, said, spoken};
use crate::composition::{Author, Goal};
use crate::input::{Records, Source, is_special};
use crate::judge::{ParsedProblem, Refused};
use crate::notation::sfen;
use crate::report::{Named, StoredRows};
use anyhow::anyhow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// How much of a file decides what it is.
const BEGINNING: usize = 1 << 16;

/// One of the two versions.
pub(super) enum Version {
    /// Rows that were written before.
    Rows(StoredRows),
    /// Problems.
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
    /// Reads the problems of a version. An input that cannot be read is told, and sets `unread`: it is no version
    /// of anything.
    ///
    /// # Errors
    /// If it has rows that cannot be read.
    pub fn read(source: Source, args: &CompareArgs, unread: &mut bool) -> anyhow::Result<Self> {
        let records = match &source {
            Source::File(path) => match rows_or_stream(path)? {
                Begun::Rows(rows) => return Ok(Self::Rows(rows)),
                Begun::Stream(reader) => of_stream(&path.display().to_string(), reader),
                Begun::Other => Records::new([source], None),
            },
            Source::Problem { file, id } => match rows_or_stream(file)? {
                Begun::Rows(mut rows) => {
                    rows.keep(|it| it == id);
                    if rows.is_empty() {
                        let file = name_of(file);
                        return Err(anyhow!(say!(
                            "no row of `{file}` has the id `{id}`",
                            "「{file}」に番号 {id} の行がない"
                        )));
                    }
                    return Ok(Self::Rows(rows));
                }
                Begun::Stream(_) | Begun::Other => Records::new([source], None),
            },
            Source::Stdin => {
                let mut reader = BufReader::with_capacity(BEGINNING, io::stdin());
                if has_rows(&mut reader) {
                    let name = Path::new(said(["standard input", "標準入力"]));
                    return Ok(Self::Rows(rows_of(name, reader)?));
                }
                of_stream("stdin", Box::new(reader))
            }
            Source::Text(_) | Source::Folder(_) => Records::new([source], None),
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
    pub fn named(&self) -> Vec<Named<'_>> {
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
    pub fn row(&self, at: usize) -> Option<Row> {
        match self {
            Self::Rows(rows) => rows.row(at),
            Self::Problems(_) => None,
        }
    }

    /// Returns a problem that is still to be judged.
    pub fn problem(&self, at: usize) -> Option<&Problem> {
        match self {
            Self::Rows(_) => None,
            Self::Problems(problems) => problems.get(at),
        }
    }

    /// Returns whether a problem of this version and one of the other are equal, with what their
    /// authors claim: then they have the same answer.
    pub fn is_equal(&self, at: usize, other: &Self, there: usize) -> bool {
        let author = |it: &Self, at: usize| -> Option<(String, Goal, Author)> {
            let Self::Problems(problems) = it else {
                return None;
            };
            let parsed = problems.get(at)?.parsed.as_ref().ok()?;
            Some((
                sfen::write(parsed.problem.setup()),
                parsed.goal,
                parsed.author().0,
            ))
        };
        let here = author(self, at);
        here.is_some() && here == author(other, there)
    }

    /// Returns the id of a problem.
    pub fn id(&self, at: usize) -> String {
        let id = match self {
            Self::Rows(rows) => rows.named().nth(at).map(|it| it.id),
            Self::Problems(problems) => problems.get(at).map(Problem::id),
        };
        id.unwrap_or_default().to_owned()
    }
}

/// A file that was opened.
enum Begun {
    Rows(StoredRows),
    /// The inputs that can be read only once.
    Stream(Box<dyn BufRead + Send>),
    /// A file of problems, or one that cannot be read.
    Other,
}

/// Reads the rows of a file, if it has any.
fn rows_or_stream(path: &Path) -> anyhow::Result<Begun> {
    let Ok(file) = File::open(path) else {
        return Ok(Begun::Other);
    };
    let mut reader = BufReader::with_capacity(BEGINNING, file);
    if has_rows(&mut reader) {
        return rows_of(path, reader).map(Begun::Rows);
    }
    Ok(if is_special(path) {
        Begun::Stream(Box::new(reader))
    } else {
        Begun::Other
    })
}

fn has_rows(reader: &mut impl BufRead) -> bool {
    reader.fill_buf().is_ok_and(StoredRows::begin_like)
}

fn rows_of(name: &Path, reader: impl BufRead) -> anyhow::Result<StoredRows> {
    let read = StoredRows::read(reader).map_err(|error| of_io(&error));
    read.and_then(|rows| rows.map_err(|error| error.in_words()))
        .map_err(|error| {
            let (name, error) = (name_of(name), error.in_lang(spoken()));
            anyhow!(say!(
                "cannot read `{name}`: {error}",
                "「{name}」を読めない：{error}"
            ))
        })
}

/// Returns the records of a stream. A stream that cannot be read is one record with an error.
fn of_stream(name: &str, reader: Box<dyn BufRead + Send>) -> Records {
    match Records::of_stream(name, reader, None) {
        Ok(records) => records,
        Err(error) => Records::failed(error),
    }
}
