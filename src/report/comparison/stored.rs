//! Rows of an earlier run, one on each line.

use super::move_in_new;
use super::pairs::Named;
use crate::answer::{BYTE_ORDER_MARK, Finding, Row, RowLines, problem_of};
use crate::composition::difference::{Difference, View};
use crate::said::Said;
use crate::vocabulary::{Status, Verdict};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::{self, BufRead};
use std::sync::OnceLock;

/// Rows of an earlier run. Each is kept as its text until it is asked for, so that hundreds of
/// thousands of rows fit into memory.
#[derive(Debug, Default)]
pub struct StoredRows {
    rows: Vec<Stored>,
    /// The indices of the rows by id, made for the first duplicate.
    indices: OnceLock<HashMap<String, usize>>,
}

#[derive(Debug)]
struct Stored {
    id: String,
    sfen: Option<String>,
    text: Box<str>,
}

/// The parts of a row by which its problem is found in another collection. Every row has these keys,
/// and no request or record of an input has all of them.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "sfen")]
    _sfen: Option<String>,
    #[serde(rename = "status")]
    _status: Status,
    #[serde(rename = "verdict")]
    _verdict: Verdict,
}

/// A line that is not a row.
#[derive(Debug)]
#[non_exhaustive]
pub struct NoRow {
    /// The line, counted from 1.
    pub line: usize,
    /// The error, in English.
    pub reason: String,
}

says! {
    no_row(line, reason): "line {line} is not a row of `check` or `validate`: {reason}",
        "{line}行目は check、validate の行でない：{reason}";
}

impl NoRow {
    /// Returns the error in words.
    #[must_use]
    pub fn in_words(&self) -> Said {
        no_row(self.line, &*self.reason)
    }
}

impl StoredRows {
    /// Returns whether a file that begins like this has rows. The beginning may end within the first row.
    #[must_use]
    pub fn begin_like(beginning: &[u8]) -> bool {
        let text = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(beginning);
        let mut heads = serde_json::Deserializer::from_slice(text).into_iter::<Head>();
        match heads.next() {
            Some(Ok(_)) => true,
            // The beginning of a long row must have these keys.
            Some(Err(error)) if error.is_eof() => {
                let has = |key: &str| text.windows(key.len()).any(|it| it == key.as_bytes());
                has("\"status\"") && has("\"verdict\"")
            }
            _ => false,
        }
    }

    /// Reads all rows, up to a line that is not a row. Returns that line, if there is one.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(reader: impl BufRead) -> io::Result<Result<Self, NoRow>> {
        let mut rows = Self::default();
        let mut lines = RowLines::new(reader);
        while lines.next()?.is_some() {
            // The whole row is read here as well, so that an error has the number of its line.
            match Row::of_json(lines.text()) {
                Ok(row) => rows.rows.push(Stored {
                    id: row.id,
                    sfen: row.sfen,
                    text: String::from_utf8_lossy(lines.text()).into(),
                }),
                Err(error) => {
                    let (line, reason) = (lines.number, Row::reason(&error));
                    return Ok(Err(NoRow { line, reason }));
                }
            }
        }
        Ok(Ok(rows))
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the names of the problems, for [`pairs`](super::pairs()).
    pub fn named(&self) -> impl Iterator<Item = Named<'_>> {
        self.rows.iter().map(|it| Named {
            id: &it.id,
            sfen: it.sfen.as_deref(),
        })
    }

    /// Keeps only the rows with these ids.
    pub fn keep(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.indices = OnceLock::new();
        self.rows.retain(|it| is_wanted(&it.id));
    }

    /// Returns the row with this index. A duplicate gets the line and the findings of the earlier problem.
    #[must_use]
    pub fn row(&self, index: usize) -> Option<Row> {
        let row = self.rows.get(index)?.row();
        match &row.duplicate_of {
            Some(of) if row.unresolved.is_none() => {
                let first = self.indices().get(of).map(|&index| &self.rows[index]);
                Some(match first {
                    Some(first) => with_findings_of(&first.row(), row),
                    None => row,
                })
            }
            _ => Some(row),
        }
    }

    fn indices(&self) -> &HashMap<String, usize> {
        self.indices.get_or_init(|| {
            // The first of several rows with the same id is inserted last.
            let rows = self.rows.iter().enumerate().rev();
            rows.map(|(index, row)| (row.id.clone(), index)).collect()
        })
    }
}

impl Stored {
    fn row(&self) -> Row {
        Row::of_json(self.text.as_bytes())
            .unwrap_or_else(|_| Row::empty(self.id.clone(), Status::Error, Verdict::Error))
    }
}

/// Returns the row of a duplicate with the line and the findings of the earlier problem `first`.
fn with_findings_of(first: &Row, row: Row) -> Row {
    let problems = [first, &row].map(|it| problem_of(it.goal, it.sfen.as_deref()));
    let view = match &problems {
        [Some(first), Some(this)] => Difference::between(first, this).view,
        _ => View::default(),
    };
    let line = |line: &[String]| {
        line.iter()
            .map(|it| move_in_new(it, view))
            .collect::<Vec<_>>()
    };
    let finding = |found: &Finding| Finding {
        mv: found.mv.as_deref().map(|mv| move_in_new(mv, view)),
        line: line(&found.line),
        after: line(&found.after),
        moves: line(&found.moves),
        replies: line(&found.replies),
        ..found.clone()
    };
    let findings = |all: &[Finding]| all.iter().map(finding).collect::<Vec<_>>();
    let of_composition = first.notes.iter().filter(|it| it.grade.is_some());
    let notes: Vec<_> = of_composition.map(finding).collect();
    let mut row = Row {
        defects: findings(&first.defects),
        blemishes: findings(&first.blemishes),
        notes: [notes, row.notes].concat(),
        unresolved: first.unresolved.clone(),
        ..row
    };
    row.set_solution(line(&first.solution), first.leftover.clone());
    row
}
