//! Makes records of lines, JSON objects and rows of tables: headers, line, comments.

use super::Fields;
use crate::notation::record::{self, End, Format, Record, RecordError, header_of_opcode, headers};
use crate::notation::{sfen, usi};
use crate::shogi::{Move, Setup};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Makes a record of a line: its moves as far as they can be played, with its opcodes and other
/// fields as headers.
pub fn of_line(parsed: &sfen::SfenRecord, setup: Setup, fields: Option<&Fields>) -> Record {
    let mut record = fields.and_then(|it| whole(it)?.ok()).unwrap_or_else(|| {
        let mut record = Record::new(setup.clone());
        let mut at = 0;
        let mut after = setup;
        for &mv in &parsed.moves {
            if !after.play(mv) {
                break;
            }
            at = record.tree.add(at, mv);
        }
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
        // The same header may come again with something else to say.
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

/// The text of a line beside its moves: headers, and how it ends. There may be as many as a line has room
/// for, so that each is found at once.
#[derive(Default)]
struct Notes {
    headers: Vec<Option<(String, String)>>,
    /// The place of the first header of each name.
    first: HashMap<String, usize>,
    end: Option<End>,
}

impl Notes {
    /// Adds a header at the end. Of the length there is one.
    fn add(&mut self, key: String, value: String) {
        let at = self.headers.len();
        let first = self.first.entry(key.clone()).or_insert(at);
        if key == headers::PLIES && *first != at {
            self.headers[*first] = None;
            *first = at;
        }
        self.headers.push(Some((key, value)));
    }

    /// Gives a header a value: the one that is there another, else a new one at the end.
    fn set(&mut self, key: String, value: String) {
        let there = self.first.get(&key).filter(|_| key != headers::PLIES);
        match there.and_then(|&at| self.headers[at].as_mut()) {
            Some(header) => header.1 = value,
            None => self.add(key, value),
        }
    }

    /// The header that an opcode or a field is. None when it is how the line ends.
    fn header_of(&mut self, key: &str, value: String) -> Option<(String, String)> {
        if key == "end"
            && let Some(end) = End::of_kif(&value)
        {
            self.end = Some(end);
            return None;
        }
        let (key, value) = match key {
            // The length as a number, then in words.
            "plies" | "expected_plies" => ("plies", format!("{value}手詰")),
            key => (key, value),
        };
        Some((header_of_opcode(key).to_owned(), value))
    }

    /// Writes the length of a brinkmate (必至) as such, which says the goal as well.
    fn name_brinkmate(&mut self) {
        let at = |key: &str| self.first.get(key).copied();
        let (Some(goal), Some(plies)) = (at("goal"), at(headers::PLIES)) else {
            return;
        };
        let value = |at: usize| self.headers[at].as_ref().map(|it| it.1.as_str());
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

/// Whether the name of a problem is its number: not when the fields have another one or say that there is
/// none, and not when it is the title of a row of a table.
fn is_number(id: &str, fields: &Fields) -> bool {
    let title = fields.others.get("title").and_then(Value::as_str);
    !fields.others.contains_key(headers::ID) && (!fields.of_table || title != Some(id))
}

/// Returns the record that a JSON object holds as JKF, or the first error in it. A record with a
/// missing part is none: the line of the object may be whole.
pub fn whole(fields: &Fields) -> Option<Result<Record, RecordError>> {
    let jkf = fields.others.get("jkf")?.to_string();
    let part = record::read(&jkf, Format::Jkf).into_iter().next()?;
    Some(part.content.and_then(|(record, places)| {
        let mut missing = places.broken.into_iter().chain(places.left_out);
        missing.next().map_or(Ok(record), Err)
    }))
}

/// Returns whether there are fields that cannot be headers. Those of our rows are about a run.
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

/// Takes over the fields of a JSON object or a table. Of the rows this program writes, those that
/// tell about the problem, not about the run.
fn of_fields(record: &mut Record, notes: &mut Notes, fields: &Fields) {
    let none = Map::new();
    let is_row = is_row(fields);
    let (others, solution) = if is_row {
        let input = fields.others.get("input").and_then(Value::as_object);
        (input.unwrap_or(&none), fields.others.get("solution"))
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
            // Its place is kept for the fields after it.
            _ => found.push(("", String::new())),
        }
    }
    let id = fields.id.as_ref().filter(|it| is_number(it, fields));
    let plies = fields.expected_plies.map(|it| ("plies", it.to_string()));
    let mut special = [
        (fields.order[0], id.map(|it| ("id", it.clone()))),
        (fields.order[1], plies),
    ];
    special.sort_by_key(|it| it.0);
    for (number, (at, header)) in special.into_iter().enumerate() {
        if let Some(at) = at {
            let at = if is_row { number } else { at };
            let at = at.min(found.len());
            found.insert(at, header.unwrap_or_default());
        }
    }
    for (key, value) in found.into_iter().filter(|it| !it.0.is_empty()) {
        let place = fields
            .titles
            .iter()
            .position(|it| it.as_deref() == Some(key));
        let key = place.map_or(key, |at| ["title", "author"][at]);
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
