//! Writes a record as one line of a collection: SFEN with opcodes, JSONL, or the cells of a table.

use crate::headers::{self, COLUMNS, expected_plies, opcode_of_header};
use crate::jkf;
use crate::loss::{Losses, in_one_line};
use crate::notation::{sfen, usi};
use crate::record::Record;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Returns the SFEN of the diagram, with the main line after `moves`.
fn sfen_with_line(record: &Record) -> String {
    let mut text = sfen::write(&record.setup);
    let line = record.tree.main_line();
    if !line.is_empty() {
        text.extend([" moves ", &usi::write_line(&line)]);
    }
    text
}

/// Returns the headers as opcodes with their values, and the end of the main line. A length becomes a number;
/// a header 手数 with other words follows with its text as well.
fn opcodes(record: &Record) -> Vec<(&str, String)> {
    let mut opcodes = Vec::new();
    for (key, value) in &record.headers {
        let opcode = opcode_of_header(key);
        if opcode != "plies" {
            opcodes.push((opcode, value.clone()));
            continue;
        }
        let plies = expected_plies(value);
        opcodes.extend(plies.map(|it| (opcode, it.to_string())));
        if plies.is_some_and(|it| *value == format!("{it}手必至")) {
            opcodes.push(("goal", "brinkmate".to_owned()));
        } else if plies.is_none_or(|it| *value != format!("{it}手詰")) {
            opcodes.push((key, value.clone()));
        }
    }
    let last = record.tree.line_from(0).last().unwrap_or(0);
    let end = record.tree.node(last).end;
    opcodes.extend(end.map(|end| ("end", end.kif().to_owned())));
    opcodes
}

/// Returns an SFEN line with its opcodes.
#[must_use]
pub fn sfen_line(record: &Record) -> (String, Losses) {
    let mut losses = Losses::of_tree(&record.tree);
    let mut text = sfen_with_line(record);
    let mut separator = "; ";
    for (key, value) in opcodes(record) {
        let is_word = !key.is_empty() && !key.contains([' ', '\t', ';', '"', '_']);
        if !is_word || key.contains(char::is_control) {
            losses.headers = true;
            continue;
        }
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let quote = if is_number && key != "id" { "" } else { "\"" };
        let value = in_one_line(&value, &mut losses).replace('"', "\"\"");
        text.extend([separator, key, " ", quote, &value, quote, ";"]);
        separator = " ";
    }
    text.push('\n');
    (text, losses)
}

/// Returns a JSON object in one line. If the record has parts that an SFEN cannot hold, its field `jkf` has
/// the whole record.
///
/// Headers keep their order. If `id` is not the number of the problem, 作品番号 has the number, or null if
/// there is none. `others` are the fields of the input; those that are not texts follow unchanged.
#[must_use]
pub fn json_line(id: &str, record: &Record, others: &Map<String, Value>) -> (String, Losses) {
    let mut losses = Losses::default();
    let headers = opcodes(record);
    let mut object = Map::new();
    // A header with the same id keeps its place among the headers, unless it is the first.
    let begins_otherwise = headers.first().is_some_and(|(key, _)| *key != "id");
    let has_id = headers
        .iter()
        .any(|(key, value)| *key == "id" && value == id);
    if !begins_otherwise || !has_id {
        object.insert("id".to_owned(), Value::from(id));
    }
    object.insert("sfen".to_owned(), Value::from(sfen_with_line(record)));
    if headers.iter().all(|(key, _)| *key != "id") {
        object.insert(headers::ID.to_owned(), Value::Null);
    }
    for (key, value) in headers {
        let (key, value) = match (key, value.parse::<u32>()) {
            ("id", _) if value == id => ("id", Value::from(value)),
            ("id", _) => (headers::ID, Value::from(value)),
            ("plies", Ok(plies)) => ("expected_plies", Value::from(plies)),
            (key, _) => (key, Value::from(value)),
        };
        // A key has only one value.
        match object.get(key) {
            None => drop(object.insert(key.to_owned(), value)),
            Some(known) => losses.headers |= *known != value,
        }
    }
    for (key, value) in others {
        if key != "jkf" && !value.is_string() {
            object.insert(key.clone(), value.clone());
        }
    }
    if Losses::of_tree(&record.tree) != Losses::default() {
        let (jkf, _) = jkf::write(record);
        if let Ok(jkf) = serde_json::from_str::<Value>(&jkf) {
            object.insert("jkf".to_owned(), jkf);
        }
    }
    (Value::from(object).to_string() + "\n", losses)
}

/// The columns of a table.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Their names.
    pub names: Vec<String>,
    /// The index of each name.
    places: HashMap<String, usize>,
}

impl Columns {
    /// Makes the usual columns, then one for each field in `others`, those of the first problem.
    #[must_use]
    pub fn new(others: &Map<String, Value>) -> Self {
        let mut columns = Self::default();
        let usual = COLUMNS.iter().filter(|it| **it != "id");
        for name in ["id", "sfen"].iter().chain(usual).chain(&["end"]) {
            columns.add(name);
        }
        for (key, value) in others {
            let is_cell = matches!(value, Value::String(_) | Value::Number(_));
            let name = opcode_of_header(key);
            if is_cell && !name.trim().is_empty() {
                columns.add(name);
            }
        }
        columns
    }

    fn add(&mut self, name: &str) {
        if !self.places.contains_key(name) {
            self.places.insert(name.to_owned(), self.names.len());
            self.names.push(name.to_owned());
        }
    }
}

/// Returns whether a length is a number, perhaps with the counter 手.
fn is_number(length: &str) -> bool {
    let number = length.trim().trim_end_matches('手');
    expected_plies(length).is_some_and(|it| it.to_string() == number)
}

/// A record as a row of a table.
#[derive(Debug)]
pub struct RecordRow {
    /// One cell for each column.
    pub cells: Vec<String>,
    /// The parts of the record left out.
    pub losses: Losses,
    /// The names of the headers left out.
    pub headers_left_out: Vec<String>,
}

/// Returns a record as a row of a table with these columns.
#[must_use]
pub fn table_row(id: &str, record: &Record, columns: &Columns) -> RecordRow {
    let mut losses = Losses::of_tree(&record.tree);
    let mut headers_left_out = Vec::new();
    let mut cells = vec![String::new(); columns.names.len()];
    id.clone_into(&mut cells[0]);
    cells[1] = sfen_with_line(record);
    for (key, value) in opcodes(record).into_iter().filter(|(key, _)| *key != "id") {
        match columns.places.get(key) {
            Some(&column) if cells[column].is_empty() => cells[column] = value,
            // The column `plies` already has a length that is only a number.
            _ if key == headers::PLIES && is_number(&value) => {}
            _ => {
                losses.headers = true;
                headers_left_out.push(key.to_owned());
            }
        }
    }
    RecordRow {
        cells,
        losses,
        headers_left_out,
    }
}
