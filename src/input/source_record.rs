//! Makes records of lines, JSON objects and rows of tables: their opcodes and fields become headers.

use super::Fields;
use crate::notation::record::{self, End, Format, Record, RecordError, header_of_opcode, headers};
use crate::notation::{sfen, usi};
use crate::shogi::{Move, Setup};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Makes a record of a line: its moves as far as they can be played, with its opcodes and other
/// fields as headers.
pub fn of_line(parsed: &sfen::SfenRecord, setup: Setup, fields: Option<&Fields>) -> Record {
    let mut record = fields
        .and_then(|it| jkf_record(it)?.ok())
        .unwrap_or_else(|| {
            let mut record = Record::new(setup.clone());
            let mut position = setup;
            let moves = parsed.moves.iter();
            let playable = moves.take_while(|mv| position.play(**mv)).count();
            record.tree.add_line(0, &parsed.moves[..playable]);
            record
        });
    if !record.headers.is_empty() {
        return record;
    }
    let is_named = fields.is_some_and(|it| it.id.is_some());
    let mut notes = Notes::default();
    for opcode in &parsed.tail {
        if opcode.key == "id" && is_named {
            continue;
        }
        // A header may be repeated with another value.
        if let Some((key, value)) = notes.header_of(&opcode.key, opcode.value.clone()) {
            notes.add(key, value);
        }
    }
    if let Some(fields) = fields {
        of_fields(&mut record, &mut notes, fields);
    }
    notes.put_into(&mut record);
    record
}

/// Adds the fields of an object or a table to a record as headers.
pub(super) fn add_fields(record: &mut Record, fields: &Fields) {
    let mut notes = Notes::default();
    for (key, value) in std::mem::take(&mut record.headers) {
        notes.add(key, value);
    }
    of_fields(record, &mut notes, fields);
    notes.put_into(record);
}

/// The headers of a record and the end of its line while they are collected. A line may have thousands of headers,
/// so they are found by hash.
#[derive(Default)]
struct Notes {
    /// The headers in their order. Removed ones are `None`.
    headers: Vec<Option<(String, String)>>,
    /// The index of the first header of each name.
    first: HashMap<String, usize>,
    end: Option<End>,
}

impl Notes {
    /// Adds a header at the end. A second length replaces the first one.
    fn add(&mut self, key: String, value: String) {
        let at = self.headers.len();
        let first = self.first.entry(key.clone()).or_insert(at);
        if key == headers::PLIES && *first != at {
            self.headers[*first] = None;
            *first = at;
        }
        self.headers.push(Some((key, value)));
    }

    /// Replaces the value of a header, or adds the header at the end. A length is always moved to the end.
    fn set(&mut self, key: String, value: String) {
        let known = self.first.get(&key).filter(|_| key != headers::PLIES);
        match known.and_then(|&index| self.headers[index].as_mut()) {
            Some(header) => header.1 = value,
            None => self.add(key, value),
        }
    }

    /// Returns the header for an opcode or a field. If it is the end of the line, keeps that and returns `None`.
    fn header_of(&mut self, key: &str, value: String) -> Option<(String, String)> {
        if key == "end"
            && let Some(end) = End::of_kif(&value)
        {
            self.end = Some(end);
            return None;
        }
        let (key, value) = match key {
            // A length is a number here, and a text in headers.
            "plies" | "expected_plies" => ("plies", format!("{value}手詰")),
            key => (key, value),
        };
        Some((header_of_opcode(key).to_owned(), value))
    }

    /// Joins the length and the goal of a brinkmate to one header: `7手必至`.
    fn name_brinkmate(&mut self) {
        let index = |key: &str| self.first.get(key).copied();
        let (Some(goal), Some(plies)) = (index("goal"), index(headers::PLIES)) else {
            return;
        };
        let value = |index: usize| {
            let header = self.headers[index].as_ref();
            header.map(|(_, value)| value.as_str())
        };
        let number = value(plies).and_then(|it| it.strip_suffix("手詰"));
        if let (Some("brinkmate"), Some(number)) = (value(goal), number) {
            let length = format!("{number}手必至");
            self.headers[plies] = Some((headers::PLIES.to_owned(), length));
            self.headers[goal] = None;
        }
    }

    fn put_into(mut self, record: &mut Record) {
        self.name_brinkmate();
        record.headers = self.headers.into_iter().flatten().collect();
        if let Some(end) = self.end {
            let last = record.tree.line_from(0).last().unwrap_or(0);
            record.tree.node_mut(last).end = Some(end);
        }
    }
}

/// Returns whether the id of a problem is its number. It is not if the fields have 作品番号, which may be null, or if
/// it is the title in a row of a table.
fn is_number(id: &str, fields: &Fields) -> bool {
    let title = fields.others.get("title").and_then(Value::as_str);
    !fields.others.contains_key(headers::ID) && (!fields.of_table || title != Some(id))
}

/// Returns the record that a JSON object holds as JKF, or the first error in it. A record of which moves are left out
/// is an error, because the SFEN of the object may have them all.
pub fn jkf_record(fields: &Fields) -> Option<Result<Record, RecordError>> {
    let jkf = fields.others.get("jkf")?.to_string();
    let part = record::read(&jkf, Format::Jkf).into_iter().next()?;
    Some(part.content.and_then(|(record, places)| {
        let mut missing = places.broken.into_iter().chain(places.left_out);
        missing.next().map_or(Ok(record), Err)
    }))
}

/// Returns whether there are fields that cannot be headers. The fields of rows that this program wrote do not count.
#[cfg(feature = "cli")]
pub fn has_more(fields: &Fields) -> bool {
    let mut others = fields.others.iter().filter(|(key, _)| *key != "jkf");
    !is_row(fields)
        && others
            .any(|(_, value)| !matches!(value, Value::String(_) | Value::Number(_) | Value::Null))
}

/// Returns whether the fields are those of a row that this program wrote.
pub fn is_row(fields: &Fields) -> bool {
    super::names::is_own(&fields.others)
}

/// Takes over the fields of a JSON object or a row of a table as headers. Of a row that this program wrote, only
/// `input` and the solution are taken: the other fields are about the run.
fn of_fields(record: &mut Record, notes: &mut Notes, fields: &Fields) {
    let no_fields = Map::new();
    let is_row = is_row(fields);
    let (others, solution) = if is_row {
        let input = fields.others.get("input").and_then(Value::as_object);
        (input.unwrap_or(&no_fields), fields.others.get("solution"))
    } else {
        (&fields.others, None)
    };
    let mut found: Vec<(&str, String)> = Vec::new();
    for (key, value) in others {
        match value {
            Value::String(text) if !fields.of_table || !text.is_empty() => {
                found.push((key, text.clone()));
            }
            Value::Number(number) => found.push((key, number.to_string())),
            // No header, but it counts in `Fields::order`.
            _ => found.push(("", String::new())),
        }
    }
    let id = fields.id.as_ref().filter(|it| is_number(it, fields));
    let plies = fields.expected_plies.map(|it| ("plies", it.to_string()));
    let mut special = [
        (fields.order[0], id.map(|it| ("id", it.clone()))),
        (fields.order[1], plies),
    ];
    special.sort_by_key(|(index, _)| *index);
    for (number, (index, header)) in special.into_iter().enumerate() {
        if let Some(index) = index {
            let index = if is_row { number } else { index };
            found.insert(index.min(found.len()), header.unwrap_or_default());
        }
    }
    for (key, value) in found.into_iter().filter(|(key, _)| !key.is_empty()) {
        let [title, author] = [0, 1].map(|it| fields.titles[it].as_deref());
        let key = match Some(key) {
            name if name == title => "title",
            name if name == author => "author",
            _ => key,
        };
        if let Some((key, value)) = notes.header_of(key, value) {
            notes.set(key, value);
        }
    }
    if let (true, Some(Value::Array(line))) = (record.tree.is_empty(), solution) {
        let words = line.iter().filter_map(Value::as_str);
        let line: Vec<Move> = words.map_while(|it| usi::parse_move(it).ok()).collect();
        let mut setup = record.setup.clone();
        let playable = line.iter().take_while(|&&mv| setup.play(mv)).count();
        record.tree.add_line(0, &line[..playable]);
    }
}
