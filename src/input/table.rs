//! Reads tables with commas, tabs or other signs between the cells.
//!
//! Cells may be quoted as in RFC 4180. In tables with tabs, quotation marks that do not follow it
//! are ordinary characters.

use super::bad_line::BadLine;
use super::fields::{Fields, of_cells, split};
use super::formulas::unquoted;
use super::names::{FieldNames, Meaning};
use super::pasted::is_position;
use crate::notation::record::COLUMNS;
use serde_json::Value;
use std::sync::Arc;

/// A row of a table as it is in the file: every cell with its blanks, quotation marks and line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The names of the columns. They are shared by all rows of a table.
    pub names: Arc<[String]>,
    /// The cells. A bad row may have fewer or more of them than there are names.
    pub cells: Vec<String>,
}

impl TableRow {
    /// Returns about how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let cells = self.cells.iter();
        cells.map(|it| size_of::<String>() + it.len()).sum()
    }
}

/// The header of a table and its delimiter.
#[derive(Clone, Debug)]
pub(super) struct Header {
    names: Vec<String>,
    /// The names as they are in the file.
    exact: Arc<[String]>,
    delimiter: u8,
    /// The column of the position, if the table has no header and its first row is a problem.
    position: Option<usize>,
}

/// The signs between cells, the usual ones first.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', PIPE];

/// The sign of tables in Markdown, in which the rows also begin and end with it.
const PIPE: u8 = b'|';

/// Returns the delimiter of a line that is certainly the header of a table: it has the surest name of a position, or
/// two known names.
pub(super) fn delimiter_of_header(line: &str, names: &FieldNames) -> Option<u8> {
    let is_header = |delimiter: &u8| {
        Header::new(line, *delimiter, names).is_ok_and(|header| {
            let all = &header.names;
            let is_sure = |it: &String| names.rank(Meaning::Position, it) == Some(0);
            let is_usual = !matches!(*delimiter, b';' | PIPE) || all.len() > 1;
            is_usual
                && (all.iter().any(is_sure)
                    || all.iter().filter(|it| names.is_known(it)).count() > 1)
        })
    };
    DELIMITERS.into_iter().find(is_header)
}

/// Returns the delimiter that a first line `sep=;` names, as spreadsheets write it.
pub(super) fn named_delimiter(line: &str) -> Option<u8> {
    let sign = line.trim_end().strip_prefix("sep=")?;
    DELIMITERS.into_iter().find(|it| sign.as_bytes() == [*it])
}

impl Header {
    /// Reads the names in the first row of a table, if one of them is that of a position. Capitals in known names, and
    /// blanks around names, do not matter.
    ///
    /// # Errors
    /// The names, if none of them is that of a position.
    pub fn new(row: &str, delimiter: u8, names: &FieldNames) -> Result<Self, Vec<String>> {
        let cells = cells(row, delimiter);
        let found: Vec<_> = cells.iter().map(|name| known_name(name.trim())).collect();
        let is_position = |it: &String| names.rank(Meaning::Position, it).is_some();
        if !found.iter().any(is_position) {
            return Err(found);
        }
        Ok(Self {
            exact: found.as_slice().into(),
            names: found,
            delimiter,
            position: None,
        })
    }

    /// Makes the header of a table that has none, if a cell of its first row is a position.
    pub fn missing(row: &str, delimiter: u8) -> Option<Self> {
        let cells = cells(row, delimiter);
        let position = cells.iter().position(|it| is_position(it))?;
        let names: Vec<_> = (1..=cells.len()).map(|it| it.to_string()).collect();
        Some(Self {
            exact: names.as_slice().into(),
            names,
            delimiter,
            position: Some(position),
        })
    }

    /// Returns whether the table has no header.
    pub const fn is_missing(&self) -> bool {
        self.position.is_some()
    }

    /// Returns whether a line is the rule between the header and the rows of a table in Markdown.
    pub fn is_rule(&self, line: &str) -> bool {
        self.delimiter == PIPE && line.contains('-') && line.chars().all(|c| "|-: ".contains(c))
    }

    /// Keeps the names as they are in the file, with their capitals and blanks.
    pub fn with_exact_names(mut self, row: &str) -> Self {
        self.exact = cells(row, self.delimiter).into();
        self
    }

    /// Returns the cells of a row as they are in the file.
    pub fn row(&self, row: &str) -> TableRow {
        TableRow {
            names: Arc::clone(&self.exact),
            cells: cells(row, self.delimiter),
        }
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.names.len()
    }

    /// Returns the problem of a row, and its other fields.
    pub fn read(&self, row: &str, names: &FieldNames) -> (Result<String, BadLine>, Fields) {
        let cells = cells(row, self.delimiter);
        let values = cells.iter().map(|cell| Value::from(unquoted(cell)));
        let fields = match self.position {
            Some(position) if cells.len() > position => of_cells(values, position, names),
            None if cells.len() == self.names.len() => {
                self.names.iter().cloned().zip(values).collect()
            }
            _ => {
                let bad = BadLine::NoRow {
                    text: row.to_owned(),
                    found: cells.len(),
                    expected: self.names.len(),
                };
                return (Err(bad), Fields::default());
            }
        };
        let (sfen, mut fields) = split(fields, names);
        fields.of_table = true;
        (sfen, fields)
    }
}

/// Returns the delimiter of a table by its first line. It is the usual one, unless the line has a position only with
/// another one.
pub(super) fn delimiter_of_first(line: &str, usual: u8, names: &FieldNames) -> u8 {
    let has_position = |delimiter: &u8| {
        Header::new(line, *delimiter, names).is_ok() || Header::missing(line, *delimiter).is_some()
    };
    let mut delimiters = [usual].into_iter().chain(DELIMITERS);
    delimiters.find(has_position).unwrap_or(usual)
}

/// Returns the name of a column, in lower case if it is a known one.
fn known_name(name: &str) -> String {
    let others = [
        "sfen",
        "expected_plies",
        "expected_verdict",
        "verdict",
        "end",
    ];
    let mut names = COLUMNS.iter().chain(&others);
    let known = names.find(|it| it.eq_ignore_ascii_case(name));
    known.map_or(name, |it| it).to_owned()
}

fn cells(row: &str, delimiter: u8) -> Vec<String> {
    if delimiter == PIPE {
        let row = row.trim();
        let row = row.strip_prefix('|').unwrap_or(row);
        let row = row.strip_suffix('|').unwrap_or(row);
        return row.split('|').map(|it| it.trim().to_owned()).collect();
    }
    let mut quotes = Quotes::new(delimiter);
    quotes.read(row);
    let are_good = quotes.unclosed().is_none() && !quotes.have_text_after();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(delimiter)
        .quoting(delimiter != b'\t' || are_good)
        // A carriage return must not end the row, or the text after it would be lost.
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(row.as_bytes());
    let read = reader
        .records()
        .next()
        .and_then(Result::ok)
        .unwrap_or_default();
    read.iter().map(str::to_owned).collect()
}

/// Follows the quotation marks of a row from line to line. The reader of `csv` does not check them,
/// and takes everything after an unclosed mark for one cell.
#[derive(Debug)]
pub(super) struct Quotes {
    delimiter: u8,
    state: State,
    cells: usize,
    /// The number of bytes read.
    read: usize,
    /// The place of the last quotation mark that opened a cell.
    opened: usize,
    have_text_after: bool,
}

/// The place in a cell after the last byte read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the beginning of a cell.
    Start,
    Plain,
    Quoted,
    /// After a mark that closes the cell, unless another one follows.
    Closing,
}

impl Quotes {
    /// Begins a row.
    pub const fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            state: State::Start,
            cells: 1,
            read: 0,
            opened: 0,
            have_text_after: false,
        }
    }

    /// Continues with the next line of the row.
    pub fn read(&mut self, line: &str) {
        for (at, byte) in line.bytes().enumerate() {
            let is_end = byte == self.delimiter;
            self.state = match (self.state, byte) {
                (State::Start, b'"') => {
                    self.opened = self.read + at;
                    State::Quoted
                }
                (State::Quoted, b'"') => State::Closing,
                (State::Quoted, _) | (State::Closing, b'"') => State::Quoted,
                (State::Start | State::Plain | State::Closing, _) if is_end => {
                    self.cells += 1;
                    State::Start
                }
                (State::Closing, _) => {
                    self.have_text_after = true;
                    State::Plain
                }
                (State::Start | State::Plain, _) => State::Plain,
            };
        }
        self.read += line.len() + 1;
        if self.state == State::Closing {
            self.state = State::Plain;
        }
    }

    /// Returns the place of the unclosed mark, in bytes from the beginning of the row.
    pub fn unclosed(&self) -> Option<usize> {
        (self.state == State::Quoted).then_some(self.opened)
    }

    /// Returns the number of cells so far.
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Returns whether text follows a closing mark in its cell.
    pub const fn have_text_after(&self) -> bool {
        self.have_text_after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(row: &str, delimiter: u8) -> Result<Header, Vec<String>> {
        Header::new(row, delimiter, &FieldNames::default())
    }

    #[test]
    fn a_table_is_read_by_its_header() {
        let header = head("id,author,sfen,plies", b',').unwrap();
        let (sfen, fields) = header.read(r#"x,"Doe, J.",a b c,7"#, &FieldNames::default());
        assert_eq!(sfen.as_deref(), Ok("a b c"));
        assert_eq!(
            (fields.id.as_deref(), fields.expected_plies),
            (Some("x"), Some(7))
        );
        assert_eq!(
            Value::from(fields.others),
            serde_json::json!({"author": "Doe, J."})
        );
        let short = BadLine::NoRow {
            text: "x,a b c".to_owned(),
            found: 2,
            expected: 4,
        };
        assert_eq!(header.read("x,a b c", &FieldNames::default()).0, Err(short));
        assert_eq!(head("id, notes", b',').unwrap_err(), ["id", "notes"]);
        let other = head("番号;局面;手数;解答", b';').unwrap();
        let (sfen, fields) = other.read(
            "1;4k4/9/4P4/9/9/9/9/9/9 b G 1;1;G*5b",
            &FieldNames::default(),
        );
        assert_eq!(
            sfen.as_deref(),
            Ok("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b")
        );
        assert_eq!(fields.expected_plies, Some(1));
        // The surest column with a position in the row.
        let two = head("kif,sfen", b',').unwrap();
        for row in ["x,a b c", "a b c,"] {
            let (sfen, _) = two.read(row, &FieldNames::default());
            assert_eq!(sfen.as_deref(), Ok("a b c"), "{row}");
        }
        let tabs = head("sfen\tnote", b'\t').unwrap();
        for (row, note) in [
            ("a\t\"quoted", "\"quoted"),
            ("a\t\"quoted\"", "quoted"),
            ("a\t\"Doe\" J.", "\"Doe\" J."),
        ] {
            let (sfen, fields) = tabs.read(row, &FieldNames::default());
            assert_eq!(sfen.as_deref(), Ok("a"));
            assert_eq!(fields.others["note"], note);
        }
    }

    #[test]
    fn a_table_may_have_no_header() {
        let row = "1,4k4/9/4P4/9/9/9/9/9/9 b G 1,G*5b";
        let header = Header::missing(row, b',').unwrap();
        for (row, id, text) in [
            (row, Some("1"), "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b"),
            ("2,4k4/9 b G 1", Some("2"), "4k4/9 b G 1"),
            ("3,a,G*5b,5a4a", Some("3"), "a moves G*5b 5a4a"),
        ] {
            let (sfen, fields) = header.read(row, &FieldNames::default());
            assert_eq!((sfen.as_deref(), fields.id.as_deref()), (Ok(text), id));
        }
        // `5手詰` is a length; another number is one only by its name.
        let given = FieldNames::new(&["plies=3".to_owned()]).unwrap();
        for (row, names, plies) in [
            ("3,a,5手詰", &FieldNames::default(), Some(5)),
            ("3,a,5", &FieldNames::default(), None),
            ("3,a,5", &given, Some(5)),
        ] {
            assert_eq!(header.read(row, names).1.expected_plies, plies, "{row}");
        }
        assert!(header.read("4", &FieldNames::default()).0.is_err());
        assert!(Header::missing("a,b", b',').is_none());
    }

    #[test]
    fn a_header_is_known_by_its_names() {
        for (line, delimiter) in [
            ("id,sfen", Some(b',')),
            ("sfen", Some(b',')),
            ("局面,手数", Some(b',')),
            ("board;moves", Some(b';')),
            ("局面\t作者", Some(b'\t')),
            ("| no | sfen |", Some(b'|')),
            ("| 局面 | 備考 |", None),
            ("局面", None),
            ("text, and more", None),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1; id \"x\"", None),
        ] {
            assert_eq!(
                delimiter_of_header(line, &FieldNames::default()),
                delimiter,
                "{line}"
            );
        }
        assert_eq!(named_delimiter("sep=;"), Some(b';'));
        assert_eq!(named_delimiter("sep=x"), None);
        let header = head("| No | SFEN |", b'|').unwrap();
        assert!(header.is_rule("|---|:-:|") && !header.is_rule("| - | a |"));
        let (sfen, fields) = header.read("| 7 | a b |", &FieldNames::default());
        assert_eq!(
            (sfen.as_deref(), fields.id.as_deref()),
            (Ok("a b"), Some("7"))
        );
    }

    #[test]
    fn a_carriage_return_within_a_row_loses_nothing() {
        let header = head("sfen,note", b',').unwrap();
        let (sfen, fields) = header.read("a,b\rc", &FieldNames::default());
        assert_eq!(sfen.as_deref(), Ok("a"));
        assert_eq!(fields.others["note"], "b\rc");
        assert_eq!(header.row("a\r,b").cells, ["a\r", "b"]);
    }
}
