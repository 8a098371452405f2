//! Records as lines: SFEN, JSONL, CSV.

use crate::headers::{self, COLUMNS, expected_plies, opcode_of_header};
use crate::jkf;
use crate::loss::{Losses, in_one_line};
use crate::notation::{sfen, usi};
use crate::record::Record;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Returns the diagram and the main line.
fn diagram(record: &Record) -> String {
    let mut text = sfen::write(&record.setup);
    let line = record.tree.main_line();
    if !line.is_empty() {
        text.extend([" moves ", &usi::write_line(&line)]);
    }
    text
}

/// Returns the headers as opcodes, and the end of the main line. A length is written as a number.
/// If the header has more than a number, its text follows as well.
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
    let mut text = diagram(record);
    let mut between = "; ";
    for (key, value) in opcodes(record) {
        let is_word = !key.is_empty() && !key.contains([' ', '\t', ';', '"', '_']);
        if !is_word || key.contains(char::is_control) {
            losses.headers = true;
            continue;
        }
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let quote = if is_number && key != "id" { "" } else { "\"" };
        let value = in_one_line(&value, &mut losses).replace('"', "\"\"");
        text.extend([between, key, " ", quote, &value, quote, ";"]);
        between = " ";
    }
    text.push('\n');
    (text, losses)
}

/// Returns a JSON object; the parts that an SFEN cannot hold are in it as JKF.
///
/// Headers keep their order, and the number of the problem is `id`. If the id is not the number,
/// 作品番号 has the number, or null. Fields of the input that are not texts are unchanged; fields
/// without a header follow the headers.
#[must_use]
pub fn json_line(id: &str, record: &Record, others: &Map<String, Value>) -> (String, Losses) {
    let mut lost = Losses::default();
    let headers = opcodes(record);
    let mut object = Map::new();
    let begins_otherwise = headers.first().is_some_and(|it| it.0 != "id");
    if !begins_otherwise || headers.iter().all(|it| it.0 != "id" || it.1 != id) {
        object.insert("id".to_owned(), Value::from(id));
    }
    object.insert("sfen".to_owned(), Value::from(diagram(record)));
    if headers.iter().all(|it| it.0 != "id") {
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
            Some(known) => lost.headers |= *known != value,
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
    (Value::from(object).to_string() + "\n", lost)
}

/// The columns of a table.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Their names.
    pub names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Columns {
    /// Makes the usual columns, then one for each other field of the first problem.
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

/// Returns the cells of a table with these columns, and the names of the headers left out.
#[must_use]
pub fn cells(id: &str, record: &Record, columns: &Columns) -> (Vec<String>, Losses, Vec<String>) {
    let mut losses = Losses::of_tree(&record.tree);
    let mut left_out = Vec::new();
    let mut cells = vec![String::new(); columns.names.len()];
    id.clone_into(&mut cells[0]);
    cells[1] = diagram(record);
    for (key, value) in opcodes(record).into_iter().filter(|it| it.0 != "id") {
        match columns.places.get(key) {
            Some(&at) if cells[at].is_empty() => cells[at] = value,
            // The column `plies` has a length that is a number and no more.
            _ if key == headers::PLIES && is_number(&value) => {}
            _ => {
                losses.headers = true;
                left_out.push(key.to_owned());
            }
        }
    }
    (cells, losses, left_out)
}
