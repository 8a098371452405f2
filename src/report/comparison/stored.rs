//! Rows that were written before: JSONL, a JSON array, or CSV.

use super::findings::is_grave;
use super::pairs::Named;
use super::seen;
use crate::answer::{Finding, Row, kind_named, problem_of, read};
use crate::composition::difference::{Difference, View};
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::input::formulas::unquoted;
use crate::notation::{record::decode_cp932, sfen};
use crate::said::Said;
use crate::vocabulary::{Compared, Goal, Grade, Limit, Status, Verdict};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as WordError, StrDeserializer};
use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::OnceLock;

/// The largest JSON array, in bytes.
const LARGEST_ARRAY: u64 = 1 << 28;

/// The columns without which a table is not one of rows.
const NEEDED: [&str; 3] = ["status", "verdict", "defects"];

/// Rows that were written before. A row of JSONL is kept as its text until it is asked for, so that
/// hundreds of thousands of rows fit into memory.
#[derive(Debug, Default)]
pub struct StoredRows {
    rows: Vec<Stored>,
    /// The places of the rows by their ids, once a duplicate asks for them.
    places: OnceLock<HashMap<String, usize>>,
}

#[derive(Debug)]
struct Stored {
    id: String,
    sfen: Option<String>,
    row: Kept,
}

#[derive(Debug)]
enum Kept {
    Json(Box<str>),
    Row(Box<Row>),
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

/// Why rows cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum RowsError {
    /// An error of the system.
    Io(io::Error),
    /// A line is not a row.
    NoRow {
        /// The line, counted from 1.
        line: usize,
        /// The error, in English.
        reason: String,
    },
    /// A JSON array is longer than 256 MiB.
    TooLarge,
}

impl RowsError {
    /// Returns the error in words.
    #[must_use]
    pub fn in_words(&self) -> Said {
        match self {
            Self::Io(error) => crate::answer::errors::of_io(error),
            Self::NoRow { line, reason } => both!(
                "line {line} is not a row of `check` or `validate`: {reason}",
                "{line}行目は check、validate の行でない：{reason}"
            ),
            Self::TooLarge => both!(
                "the array is longer than 256 MiB: write JSONL instead",
                "配列が256 MiBを超えている：JSONLで書く"
            ),
        }
    }
}

impl fmt::Display for RowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_words().fmt(f)
    }
}

impl std::error::Error for RowsError {}

impl From<io::Error> for RowsError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The mark U+FEFF, which some programs write at the beginning of a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The form of rows.
#[derive(Clone, Copy)]
enum Form {
    Lines,
    Array,
    Table { delimiter: u8 },
}

/// Returns the form of the rows that begin like this. `None` if they are no rows.
fn form(beginning: &[u8]) -> Option<Form> {
    let beginning = beginning.strip_prefix(MARK).unwrap_or(beginning);
    let text = beginning.trim_ascii_start();
    let first_line = text.split(|&it| it == b'\n').next().unwrap_or_default();
    match text.first()? {
        b'{' => is_row(text).then_some(Form::Lines),
        b'[' => {
            let inside = text[1..].trim_ascii_start();
            (inside.first() == Some(&b']') || is_row(inside)).then_some(Form::Array)
        }
        _ => [b',', b'\t'].into_iter().find_map(|delimiter| {
            let mut cells = first_line.split(|&it| it == delimiter);
            let names: Vec<_> = cells
                .by_ref()
                .map(|it| it.trim_ascii().trim_ascii_end())
                .collect();
            let has = |name: &str| names.iter().any(|it| bare(it).ends_with(name.as_bytes()));
            NEEDED
                .into_iter()
                .all(has)
                .then_some(Form::Table { delimiter })
        }),
    }
}

/// Returns a cell without quotation marks around it.
fn bare(cell: &[u8]) -> &[u8] {
    let inside = cell.strip_prefix(b"\"");
    let inside = inside.and_then(|it| it.strip_suffix(b"\""));
    inside.unwrap_or(cell)
}

/// Returns whether a text begins with a row, or with the first keys of one that goes on.
fn is_row(text: &[u8]) -> bool {
    match serde_json::Deserializer::from_slice(text)
        .into_iter::<Head>()
        .next()
    {
        Some(Ok(_)) => true,
        // Only the beginning of a long row may be there.
        Some(Err(error)) if error.is_eof() => {
            let has = |key: &str| text.windows(key.len()).any(|it| it == key.as_bytes());
            has("\"status\"") && has("\"verdict\"")
        }
        _ => false,
    }
}

impl StoredRows {
    /// Returns whether a file that begins like this has rows.
    #[must_use]
    pub fn begin_like(beginning: &[u8]) -> bool {
        form(beginning).is_some()
    }

    /// Reads all rows.
    ///
    /// # Errors
    /// If they cannot be read, or if something in them is not a row.
    pub fn read(mut reader: impl BufRead) -> Result<Self, RowsError> {
        let form = form(reader.fill_buf()?);
        match form {
            Some(Form::Array) => Self::of_array(reader),
            Some(Form::Table { delimiter }) => Self::of_table(reader, delimiter),
            Some(Form::Lines) | None => Self::of_lines(reader),
        }
    }

    fn new(rows: Vec<Stored>) -> Self {
        Self {
            rows,
            places: OnceLock::new(),
        }
    }

    /// Takes rows that were made just now.
    #[must_use]
    pub fn of(rows: impl IntoIterator<Item = Row>) -> Self {
        let rows = rows.into_iter().map(|row| Stored {
            id: row.id.clone(),
            sfen: row.sfen.clone(),
            row: Kept::Row(Box::new(row)),
        });
        Self::new(rows.collect())
    }

    fn of_lines(mut reader: impl BufRead) -> Result<Self, RowsError> {
        let mut rows = Vec::new();
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if reader.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let text = line.strip_prefix(MARK).filter(|_| number == 1);
            let text = text.unwrap_or(&line).trim_ascii();
            if text.is_empty() {
                continue;
            }
            // The whole row is read here once, so that an error has its line.
            let row = Row::of_json(text).map_err(|error| no_row(number, &error))?;
            let text = String::from_utf8_lossy(text).into_owned();
            rows.push(Stored {
                id: row.id,
                sfen: row.sfen,
                row: Kept::Json(text.into()),
            });
        }
        Ok(Self::new(rows))
    }

    fn of_array(reader: impl BufRead) -> Result<Self, RowsError> {
        let mut text = Vec::new();
        reader.take(LARGEST_ARRAY + 1).read_to_end(&mut text)?;
        if text.len() as u64 > LARGEST_ARRAY {
            return Err(RowsError::TooLarge);
        }
        let text = text.strip_prefix(MARK).unwrap_or(&text);
        let rows: Vec<Row> = read(text).map_err(|error| no_row(error.line(), &error))?;
        Ok(Self::of(rows))
    }

    fn of_table(mut reader: impl BufRead, delimiter: u8) -> Result<Self, RowsError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        let bytes = bytes.strip_prefix(MARK).unwrap_or(&bytes);
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            // Programs for spreadsheets in Japan save tables in CP932.
            Err(_) => {
                decode_cp932(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
            }
        };
        let mut table = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .from_reader(text.as_bytes());
        let columns = Columns::new(table.headers().map_err(|error| in_table(&error))?);
        let mut rows = Vec::new();
        for record in table.records() {
            let record = record.map_err(|error| in_table(&error))?;
            let line = record.position().map_or(0, csv::Position::line) as usize;
            let row = columns.row(&record);
            rows.push(row.map_err(|reason| RowsError::NoRow { line, reason })?);
        }
        Ok(Self::of(rows))
    }

    /// Returns how many there are.
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
        self.places = OnceLock::new();
        self.rows.retain(|it| is_wanted(&it.id));
    }

    /// Returns a row. That of a duplicate gets line and findings of the earlier problem.
    #[must_use]
    pub fn row(&self, at: usize) -> Option<Row> {
        let row = self.rows.get(at)?.row();
        match &row.duplicate_of {
            Some(of) if row.unresolved.is_none() => {
                let first = self.places().get(of).map(|&it| &self.rows[it]);
                Some(match first {
                    Some(first) => completed(row, &first.row()),
                    None => row,
                })
            }
            _ => Some(row),
        }
    }
}

impl StoredRows {
    fn places(&self) -> &HashMap<String, usize> {
        self.places.get_or_init(|| {
            let rows = self.rows.iter().enumerate().rev();
            rows.map(|(at, it)| (it.id.clone(), at)).collect()
        })
    }
}

impl Stored {
    fn row(&self) -> Row {
        match &self.row {
            Kept::Row(row) => (**row).clone(),
            Kept::Json(text) => Row::of_json(text.as_bytes())
                .unwrap_or_else(|_| Row::empty(self.id.clone(), Status::Error, Verdict::Error)),
        }
    }
}

/// Returns the row of a duplicate with the line and the findings of the earlier problem.
fn completed(row: Row, first: &Row) -> Row {
    let problems = [first, &row].map(|it| problem_of(it.goal, it.sfen.as_deref()));
    let view = match &problems {
        [Some(first), Some(this)] => Difference::between(first, this).view,
        _ => View::default(),
    };
    let line = |line: &[String]| line.iter().map(|it| seen(it, view)).collect::<Vec<_>>();
    let finding = |it: &Finding| Finding {
        mv: it.mv.as_deref().map(|it| seen(it, view)),
        line: line(&it.line),
        after: line(&it.after),
        moves: line(&it.moves),
        replies: line(&it.replies),
        ..it.clone()
    };
    let findings = |all: &[Finding]| all.iter().map(finding).collect::<Vec<_>>();
    let of_composition = first.notes.iter().filter(|it| it.grade.is_some());
    let notes: Vec<_> = of_composition.map(finding).collect();
    Row {
        solution: line(&first.solution),
        leftover: first.leftover.clone(),
        defects: findings(&first.defects),
        blemishes: findings(&first.blemishes),
        notes: [notes, row.notes].concat(),
        unresolved: first.unresolved.clone(),
        ..row
    }
}

fn no_row(line: usize, error: &serde_json::Error) -> RowsError {
    let reason = Row::reason(error);
    RowsError::NoRow { line, reason }
}

fn in_table(error: &csv::Error) -> RowsError {
    RowsError::NoRow {
        line: error.position().map_or(1, |it| it.line() as usize),
        reason: error.to_string(),
    }
}

/// The columns of a table of rows, by the keys of rows. A table's own columns of the same name come
/// before ours, whose names then have the prefix `found_`.
struct Columns(HashMap<String, usize>);

impl Columns {
    fn new(header: &csv::StringRecord) -> Self {
        let mut columns = HashMap::new();
        for (at, name) in header.iter().enumerate() {
            columns.entry(name.trim().to_lowercase()).or_insert(at);
        }
        Self(columns)
    }

    /// Returns the cell of a key. `None` if it is empty.
    fn cell<'a>(&self, record: &'a csv::StringRecord, key: &str) -> Option<&'a str> {
        let mut name = key.to_owned();
        let mut at = self.0.get(&name);
        loop {
            name.insert_str(0, "found_");
            match self.0.get(&name) {
                Some(ours) => at = Some(ours),
                None => break,
            }
        }
        let cell = record.get(*at?)?.trim();
        (!cell.is_empty()).then_some(cell)
    }

    fn row(&self, record: &csv::StringRecord) -> Result<Row, String> {
        let cell = |key: &str| self.cell(record, key);
        let status: Status = word(cell("status").unwrap_or_default())?;
        let verdict: Verdict = word(cell("verdict").unwrap_or_default())?;
        let number = |key: &str| -> Result<Option<u32>, String> {
            let cell = cell(key)
                .map(|it| it.strip_suffix(".0").unwrap_or(it).parse())
                .transpose();
            cell.map_err(|_| format!("`{key}` is not a number"))
        };
        let list = |key: &str| cell(key).into_iter().flat_map(str::split_whitespace);
        let findings = |key: &str, grade: Option<Grade>| -> Vec<Finding> {
            let known = list(key).filter_map(kind_named);
            let finding = |kind: &'static str| Finding {
                kind: kind.into(),
                grade,
                ..Finding::default()
            };
            known.map(finding).collect()
        };
        let id = cell("id").map(unquoted).unwrap_or_default();
        let mut row = Row::empty(id.to_owned(), status, verdict);
        if let Some(goal) = cell("goal") {
            row.goal = word::<Goal>(goal)?;
        }
        row.sfen = cell("sfen").map(|sfen| canonical(row.goal, sfen));
        row.plies = number("plies")?;
        row.plies_strict = number("plies_strict")?;
        row.plies_at_most = number("plies_at_most")?;
        row.solution = list("solution").map(str::to_owned).collect();
        row.leftover = (!row.solution.is_empty())
            .then(|| cell("leftover").unwrap_or_default().to_owned())
            .filter(|_| self.0.contains_key("leftover"));
        row.duplicate_of = cell("duplicate_of").map(|it| unquoted(it).to_owned());
        row.defects = findings("defects", Some(Grade::Fatal));
        row.blemishes = findings("blemishes", Some(Grade::Blemish));
        // Whether it is a small dual or a remark does not stand in a table.
        row.notes = findings("notes", Some(Grade::Remark));
        row.notes.retain(|it| it.kind != "grey_interposition");
        // `solve` does not judge: then nothing is said about findings.
        let is_judged = match verdict {
            Verdict::Mate
            | Verdict::Brinkmate
            | Verdict::Threatmate
            | Verdict::NoThreat
            | Verdict::Error => false,
            Verdict::NoMate | Verdict::NoBrinkmate => !row.defects.is_empty(),
            _ => row.duplicate_of.is_none(),
        };
        row.unresolved = is_judged.then(Vec::new);
        row.limit = cell("limit").map(word::<Limit>).transpose()?;
        let claims: Result<Vec<Compared>, String> = list("unexpected").map(word).collect();
        // An empty cell may also stand for claims that were not compared.
        let claims = claims?;
        row.unexpected = self.0.contains_key("unexpected").then_some(claims);
        if let Some(message) = cell("error") {
            let kind = crate::vocabulary::ErrorKind::Record;
            let message = Said::new(message, message);
            row.error = Some(crate::answer::RowError::new(kind, message, None));
        }
        if let Some(rules) = cell("rules") {
            rules.clone_into(&mut row.rules);
        }
        debug_assert!(row.notes.iter().all(|it| !is_grave(it)));
        Ok(row)
    }
}

/// Returns the diagram in canonical form, if it is a problem. A table may have its own form of it.
fn canonical(goal: Goal, text: &str) -> String {
    let (attacker, hand) = (AttackerRule::Auto, DefenderHandRule::Auto);
    let problem = sfen::parse(text)
        .ok()
        .and_then(|it| Problem::for_goal(goal, it.setup, attacker, hand).ok());
    problem.map_or_else(|| text.to_owned(), |it| sfen::write(it.setup()))
}

/// Reads a word of a closed list.
fn word<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, String> {
    let word: StrDeserializer<'de, WordError> = text.into_deserializer();
    T::deserialize(word).map_err(|error| error.to_string())
}
