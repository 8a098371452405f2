//! Rows as a table: the fields with a single value, comma-separated, with a header.

use super::Form;
use super::pages::Unwritable;
use crate::answer::{Row, Tally};
use crate::input::formulas::quoted;
use crate::input::is_own;
use crate::notation::record::TextForm;
use crate::report::view::View;
use crate::report::writer::Report;
use crate::vocabulary::{Lang, Notation, NoteKind};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

/// The column with the kind of the line in `solution`. JSON has it among the notes.
const LINE_KIND: &str = "line_kind";

/// The columns: keys of [`Row`], and [`LINE_KIND`]. Findings are written as their kinds, moves with blanks between
/// them.
const COLUMNS: [&str; 26] = [
    "id",
    "file",
    "line",
    "record",
    "sfen",
    "status",
    "verdict",
    "goal",
    "plies",
    "plies_strict",
    "plies_at_most",
    "leftover",
    "solution",
    LINE_KIND,
    "expected_plies",
    "unexpected",
    "duplicate_of",
    "defects",
    "blemishes",
    "notes",
    "similar",
    "limit",
    "error",
    "nodes",
    "rules",
    "elapsed_ms",
];

/// The word that stands for all columns of the table that is read.
const OWN_COLUMNS: &str = "own";

/// The columns that a table usually has itself. Then they are not written a second time.
const SHARED_COLUMNS: [&str; 3] = ["id", "sfen", "expected_plies"];

/// Returns the words for columns: `own` for those of the table that is read, and the names of the
/// others.
pub fn columns() -> impl Iterator<Item = &'static str> {
    [OWN_COLUMNS].into_iter().chain(COLUMNS)
}

/// Writes rows as CSV. The columns of the tables that are read, with every cell as it is, and the headers of
/// records come first.
#[derive(Debug)]
pub struct Csv<W: Write> {
    out: W,
    form: Form,
    /// The columns that are written, once this is decided.
    columns: Option<Columns>,
}

impl<W: Write> Csv<W> {
    /// Makes a report that writes to `out`. Without columns of the input in the form, the first row decides.
    #[must_use]
    pub const fn new(out: W, form: Form) -> Self {
        Self {
            out,
            form,
            columns: None,
        }
    }
}

/// The columns of a report.
#[derive(Debug)]
struct Columns {
    /// The names of the table's own columns.
    own: Arc<[String]>,
    columns: Vec<Column>,
}

/// The columns of the input, or a column of answers.
#[derive(Debug)]
enum Column {
    Own,
    Key(&'static str),
}

impl Columns {
    /// Makes the wanted columns, or else the usual ones, for an input with these own columns.
    fn new(wanted: &[&'static str], own: Arc<[String]>) -> Self {
        let is_usual = wanted.is_empty();
        let wanted: Vec<_> = if is_usual {
            columns().collect()
        } else {
            wanted.to_vec()
        };
        let is_in_table =
            |key: &str| is_usual && SHARED_COLUMNS.contains(&key) && has_column(&own, key);
        let keys = wanted.into_iter().filter(|it| !is_in_table(it));
        let columns = keys.map(|key| {
            if key == OWN_COLUMNS {
                Column::Own
            } else {
                Column::Key(key)
            }
        });
        Self {
            columns: columns.collect(),
            own,
        }
    }

    /// Returns the header. A name that the table has already gets a prefix.
    fn names(&self) -> Vec<String> {
        let own = if self.columns.iter().any(|it| matches!(it, Column::Own)) {
            &*self.own
        } else {
            &[]
        };
        let mut names = Vec::new();
        for column in &self.columns {
            match column {
                Column::Own => names.extend(own.iter().cloned()),
                Column::Key(key) => {
                    let mut name = (*key).to_owned();
                    while has_column(own, &name) {
                        name.insert_str(0, "found_");
                    }
                    names.push(name);
                }
            }
        }
        names
    }

    /// Returns the cells of a row.
    fn cells(&self, row: &Row, notation: Notation) -> io::Result<Vec<String>> {
        // Written and read again, because another instance of the derived writer takes long to compile.
        let json: Value = serde_json::from_slice(row.to_json().as_bytes())?;
        let mut cells = Vec::new();
        for column in &self.columns {
            match column {
                Column::Own => {
                    let own = self.own_cells(row, &json).into_iter();
                    // Cells of a table stay as they are.
                    let is_quoted = row.own.is_none();
                    cells.extend(own.map(|it| if is_quoted { quoted(it) } else { it }));
                }
                Column::Key(LINE_KIND) => cells.push(kind_of_line(row).to_owned()),
                Column::Key(key) => {
                    let text = match (*key, &row.error) {
                        ("error", Some(error)) => error.in_one_line(Lang::English),
                        ("solution", _) => solution(row, notation),
                        _ => cell(&json[key]),
                    };
                    cells.push(if TEXTS_OF_OTHERS.contains(key) {
                        quoted(text)
                    } else {
                        text
                    });
                }
            }
        }
        Ok(cells)
    }

    /// Returns the cells of the input's own columns.
    fn own_cells(&self, row: &Row, json: &Value) -> Vec<String> {
        let Some(table) = row.own.as_deref() else {
            // A problem that is not from a table has no cells, but an id, a diagram and perhaps headers.
            let value = |name: &String| {
                let named = row.input.as_ref().and_then(|it| it.get(name));
                let mut keys = SHARED_COLUMNS.into_iter();
                let shared = keys.find(|it| it.eq_ignore_ascii_case(name.trim()));
                named.or(shared.map(|it| &json[it]))
            };
            let values = self.own.iter().map(value);
            return values.map(|it| it.map_or_else(String::new, cell)).collect();
        };
        let own_cell = |column: usize| table.cells.get(column).cloned().unwrap_or_default();
        if table.names == self.own {
            return (0..self.own.len()).map(own_cell).collect();
        }
        // Tables may have the same columns in another order.
        let names = table.names.iter().enumerate().rev();
        let columns: HashMap<_, _> = names
            .map(|(column, name)| (name.as_str(), column))
            .collect();
        let own = self.own.iter().map(|name| columns.get(name.as_str()));
        own.map(|column| column.map_or_else(String::new, |&it| own_cell(it)))
            .collect()
    }
}

/// Returns the columns of the input that this row knows: those of its table, or else its headers and fields
/// with a single value, unless a spreadsheet would take the name for a formula.
#[must_use]
pub fn own_columns(row: &Row) -> Vec<String> {
    match (&row.own, &row.input) {
        (Some(row), _) => row.names.to_vec(),
        (None, Some(input)) if !is_own(input) => {
            let is_single = |it: &Value| !it.is_array() && !it.is_object();
            let fields = input.iter().filter(|(_, value)| is_single(value));
            let names = fields.map(|(name, _)| name.clone());
            names.filter(|it| quoted(it.clone()) == *it).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the bytes of a line of the table.
///
/// # Errors
/// [`Unwritable`] inside the error if the encoding does not have a character.
fn line(id: &str, cells: Vec<String>, form: TextForm) -> io::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(cells)?;
    let bytes = table
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    form.bytes(&text).map_err(|error| {
        let id = id.to_owned();
        io::Error::new(io::ErrorKind::InvalidData, Unwritable { id, text, error })
    })
}

/// Returns the main line of a row in this notation.
fn solution(row: &Row, notation: Notation) -> String {
    let view = match notation {
        Notation::Usi => None,
        _ => View::of(row, Lang::English, notation),
    };
    let moves = view.map(|it| it.moves(&[], &row.solution));
    moves.unwrap_or_else(|| row.solution.clone()).join(" ")
}

/// Returns whether there is a column of this name, in capitals or not.
fn has_column(names: &[String], name: &str) -> bool {
    names.iter().any(|it| it.trim().eq_ignore_ascii_case(name))
}

/// The columns with texts from the input: names, and errors that quote it. A diagram may begin with `+`,
/// but is no formula that a spreadsheet can compute.
const TEXTS_OF_OTHERS: [&str; 5] = ["id", "file", "duplicate_of", "similar", "error"];

/// Returns `main` for the main line, `author` for the author's line of another length than the
/// proven one, and `strict` for a line of the strict game, which may be longer than the composed
/// length; empty without a line.
fn kind_of_line(row: &Row) -> &'static str {
    let has = |kind| row.notes.iter().any(|it| it.is_note(kind));
    if row.solution.is_empty() {
        ""
    } else if has(NoteKind::Line) {
        "strict"
    } else if has(NoteKind::AuthorsLine) {
        "author"
    } else {
        "main"
    }
}

/// Returns the text of a value in one cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        // A finding is written as its kind, a similar work as its id.
        Value::Object(object) => {
            let mut keys = ["kind", "id"].into_iter();
            keys.find_map(|key| object.get(key))
                .map_or_else(String::new, cell)
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

impl<W: Write> Csv<W> {
    /// Returns the columns. The first call decides them by the first row, and writes the header.
    fn begin_with(&mut self, first: Option<&Row>) -> io::Result<&Columns> {
        let columns = if let Some(columns) = self.columns.take() {
            columns
        } else {
            let mut own = Arc::clone(&self.form.own);
            if own.is_empty()
                && let Some(first) = first
            {
                own = own_columns(first).into();
            }
            let columns = Columns::new(&self.form.columns, own);
            self.out.write_all(self.form.text.mark())?;
            let header = line("", columns.names(), self.form.text)?;
            self.out.write_all(&header)?;
            self.out.flush()?;
            columns
        };
        Ok(self.columns.insert(columns))
    }
}

impl<W: Write> Report for Csv<W> {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        self.begin_with(first).map(drop)
    }

    fn answer(&mut self, row: &Row) -> io::Result<()> {
        let notation = self.form.notation;
        let columns = self.begin_with(Some(row))?;
        let cells = columns.cells(row, notation)?;
        let line = line(&row.id, cells, self.form.text)?;
        self.out.write_all(&line)?;
        self.out.flush()
    }

    fn finish(&mut self, _tally: &Tally) -> io::Result<()> {
        self.begin(None)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Finding, RowError};
    use crate::vocabulary::ErrorKind;

    fn cells(row: &Row) -> Vec<String> {
        let columns = Columns::new(&[], Arc::default());
        columns.cells(row, Notation::Usi).unwrap()
    }

    /// The keys of a row that have no column: their values are longer than a cell, or belong to the command.
    const WITHOUT_COLUMN: &[&str] = &[
        "variations",
        "explanations",
        "tries",
        "refutation",
        "brinkmate",
        "author_line",
        "author_line_broken",
        "expected_verdict",
        "unresolved",
        "attributes",
        "rating",
        "certificates",
        "not_certified",
        "stats",
        "input",
        "tool",
        "limits",
    ];

    #[test]
    fn every_key_of_a_row_has_a_column_or_is_left_out_on_purpose() {
        let row = Row::about(String::new(), String::new());
        let json: Value = serde_json::from_str(&row.to_json()).unwrap();
        let mut keys: Vec<&str> = json
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let columns = COLUMNS.into_iter().filter(|&it| it != LINE_KIND);
        let mut known: Vec<&str> = columns.chain(WITHOUT_COLUMN.iter().copied()).collect();
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(keys, known);
    }

    #[test]
    fn a_cell_is_flat() {
        let mut row = Row::of_error(
            "a,b".to_owned(),
            RowError::new(ErrorKind::Sfen, ["say \"what\"", "「何」"], Some(0..1)),
        );
        row.solution = vec!["G*5b".to_owned(), "5a4a".to_owned()];
        let cells = cells(&row);
        let of = |key| &cells[COLUMNS.iter().position(|&it| it == key).unwrap()];
        assert_eq!(of("id"), "a,b");
        assert_eq!(of("plies"), "");
        assert_eq!(of("solution"), "G*5b 5a4a");
        assert_eq!(of("error"), "say \"what\"");
    }

    #[test]
    fn a_name_that_begins_like_a_formula_is_a_text() {
        let error = RowError::new(ErrorKind::Sfen, ["no", "否"], None);
        let row = Row::of_error("=1+2".to_owned(), error);
        assert_eq!(cells(&row)[0], "'=1+2");
    }

    #[test]
    fn a_line_that_is_not_the_main_line_is_marked() {
        let mut row = Row::about("x".to_owned(), "9/9/9/9/9/9/9/9/9 b - 1".to_owned());
        let mark = |row: &Row| {
            let at = COLUMNS.iter().position(|&it| it == LINE_KIND).unwrap();
            cells(row)[at].clone()
        };
        assert_eq!(mark(&row), "");
        row.solution = vec!["G*5b".to_owned(); 3];
        row.plies_at_most = Some(1);
        row.notes = vec![Finding::line_of_the_strict_game(&row)];
        assert_eq!(mark(&row), "strict");
        row.notes.clear();
        row.plies = Some(1);
        row.notes = vec![Finding::line_of_the_author(&row)];
        assert_eq!(mark(&row), "author");
        row.notes.clear();
        row.plies = Some(3);
        assert_eq!(mark(&row), "main");
    }

    #[test]
    fn every_column_is_a_key() {
        let row = Row::of_error(
            "x".to_owned(),
            RowError::new(ErrorKind::Sfen, ["no", "否"], None),
        );
        let json = serde_json::to_value(&row).unwrap();
        for key in COLUMNS.into_iter().filter(|&it| it != LINE_KIND) {
            assert!(json.get(key).is_some(), "{key}");
        }
    }
}
