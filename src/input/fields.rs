//! Records with several fields: JSON objects, and rows of a table.

use super::author_line::{self, number};
use super::bad_line::BadLine;
use super::json::relaxed;
use super::names::{Meaning, is_own, rank};
use super::parts::with_parts;
use super::pasted::{is_position, unlinked};
use crate::notation::record::is_usen;
use crate::notation::usi;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The fields of a record beside its problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fields {
    /// The id.
    pub id: Option<String>,
    /// The length (`expected_plies`, else `plies`).
    pub expected_plies: Option<u32>,
    /// The field of the length, if it is not a number of plies.
    pub odd_plies: Option<String>,
    /// All other fields, unchanged and in their order.
    pub others: Map<String, Value>,
    /// The places of the id and of the length among the fields other than `sfen`, counted from 0.
    pub order: [Option<usize>; 2],
    /// Whether the fields are the cells of a table, in which an empty cell is no field.
    pub of_table: bool,
}

impl Fields {
    /// Returns about how many bytes the fields take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let fields = self.others.iter();
        fields.map(|(key, value)| key.len() + bytes_of(value)).sum()
    }
}

/// Returns about how many bytes a value takes, with its place in an array or object.
fn bytes_of(value: &Value) -> usize {
    /// A value, a key and their place in an index.
    const PLACE: usize = 80;
    PLACE
        + match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
            Value::String(text) => text.len(),
            Value::Array(values) => values.iter().map(bytes_of).sum(),
            Value::Object(fields) => {
                let fields = fields.iter();
                fields.map(|(key, value)| key.len() + bytes_of(value)).sum()
            }
        }
}

/// Returns the problem of a JSON object, and its other fields.
pub(super) fn of_json(line: &str) -> (Result<String, BadLine>, Fields) {
    // Commas at the end and comments are passed over, as in JSON of several lines.
    let read = serde_json::from_str(line)
        .or_else(|error| serde_json::from_str(&relaxed(line)).map_err(|_| error));
    match read {
        Ok(fields) => split(fields),
        Err(error) => {
            let is_broken = error.is_syntax() || error.is_eof();
            let bad = BadLine::NoObject {
                text: line.to_owned(),
                at: is_broken.then(|| error.column().saturating_sub(1)),
            };
            (Err(bad), Fields::default())
        }
    }
}

/// Returns the problem among these fields, and the others.
pub(super) fn split(fields: Map<String, Value>) -> (Result<String, BadLine>, Fields) {
    let name = position_of(&fields);
    split_at(fields, name.as_deref())
}

/// Returns the problem in the field of this name, and the others.
pub(super) fn split_at(
    mut fields: Map<String, Value>,
    name: Option<&str>,
) -> (Result<String, BadLine>, Fields) {
    let sfen = match name.and_then(|it| fields.shift_remove(it)) {
        Some(Value::String(text)) => with_parts(text, &fields)
            .and_then(unlinked)
            .map(|position| with_author_line(position, &fields)),
        _ => Err(BadLine::NoSfen),
    };
    let names: Vec<String> = fields.keys().cloned().collect();
    let id = match fields.shift_remove("id") {
        Some(Value::String(id)) => Some(id),
        None | Some(Value::Null) => None,
        Some(other) => Some(other.to_string()),
    };
    let (mut expected_plies, mut odd_plies) = (None, None);
    for key in ["expected_plies", "plies"] {
        let Some(value) = fields.get(key).filter(|it| !is_blank(it)) else {
            continue;
        };
        if expected_plies.is_none() {
            expected_plies = number(value);
            odd_plies = odd_plies.or_else(|| match (expected_plies, value) {
                (Some(_), _) => None,
                (None, Value::String(text)) => Some(text.clone()),
                (None, value) => Some(value.to_string()),
            });
        }
    }
    if expected_plies.is_none() && odd_plies.is_none() && !is_own(&fields) {
        expected_plies = author_line::plies(&fields);
    }
    let is_plies = |key: &String| key == "expected_plies" || key == "plies";
    let order = [
        names.iter().position(|it| it == "id"),
        names.iter().position(is_plies),
    ];
    fields.retain(|key, _| !is_plies(key));
    let fields = Fields {
        id,
        expected_plies,
        odd_plies,
        others: fields,
        order,
        of_table: false,
    };
    (sfen, fields)
}

/// Returns the fields of a row without names: what comes first is the id, moves behind the position are the line.
pub(super) fn of_cells(cells: impl Iterator<Item = Value>, position: usize) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut line = Vec::new();
    for (at, cell) in cells.enumerate() {
        let text = cell.as_str().unwrap_or("").trim();
        let mut words = text.split_whitespace();
        let is_line = !text.is_empty() && words.all(|it| usi::parse_move(it).is_ok());
        if at == position {
            fields.insert("sfen".to_owned(), cell);
        } else if at > position && is_line {
            line.push(text.to_owned());
        } else if at == 0 {
            fields.insert("id".to_owned(), cell);
        } else {
            fields.insert((at + 1).to_string(), cell);
        }
    }
    if !line.is_empty() {
        fields.insert("moves".to_owned(), Value::from(line.join(" ")));
    }
    fields
}

/// Returns the name of the field with the position.
fn position_of(fields: &Map<String, Value>) -> Option<String> {
    let best = |meaning: Meaning, is_one: fn(&str) -> bool| {
        let texts = fields.iter().filter(|it| it.1.as_str().is_some_and(is_one));
        let ranked = texts.filter_map(|it| Some((rank(meaning, it.0)?, it.0)));
        ranked.min_by_key(|it| it.0).map(|it| it.1.clone())
    };
    let sfen = || fields.contains_key("sfen").then(|| "sfen".to_owned());
    best(Meaning::Position, |_| true)
        .or_else(|| best(Meaning::PerhapsPosition, is_position))
        // What was meant as a position has an error that its reader names.
        .or_else(|| best(Meaning::PerhapsPosition, |it| it.matches('/').count() > 4))
        .or_else(sfen)
}

/// Returns an SFEN with the author's line of a row, which has the position and the line apart. A line
/// that could not be played to its end is left out: the moves that could do not make it whole.
fn with_author_line(sfen: String, fields: &Map<String, Value>) -> String {
    let is_broken = match fields.get("author_line_broken") {
        Some(Value::Bool(broken)) => *broken,
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
        _ => false,
    };
    let has_line = sfen.contains("moves") || sfen.contains([';', '\n']) || is_usen(sfen.trim());
    if has_line || is_broken {
        return sfen;
    }
    match author_line::of(&sfen, fields, is_own(fields)) {
        Some(line) => format!("{sfen} moves {line}"),
        None => sfen,
    }
}

/// Returns whether a field is empty.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty(),
        value => value.is_null(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_read_by_its_keys() {
        let (sfen, fields) = of_json(r#"{"id":5,"sfen":"a","plies":3,"expected_plies":1,"n":[1]}"#);
        assert_eq!(sfen.as_deref(), Ok("a"));
        assert_eq!(
            (fields.id.as_deref(), fields.expected_plies),
            (Some("5"), Some(1))
        );
        assert_eq!(Value::from(fields.others), serde_json::json!({"n": [1]}));
        for (value, plies, odd) in [
            ("\" 7 \"", Some(7), None),
            ("\"\"", None, None),
            ("null", None, None),
            ("\"3手\"", Some(3), None),
            ("\"7手詰\"", Some(7), None),
            ("\"七手詰め\"", Some(7), None),
            ("\"１１\"", Some(11), None),
            ("\"約7手\"", None, Some("約7手")),
            ("\"手\"", None, Some("手")),
            ("\"abc\"", None, Some("abc")),
            ("3.5", None, Some("3.5")),
            ("7.0", Some(7), None),
            ("\"7.0\"", Some(7), None),
            ("\"7.05\"", None, Some("7.05")),
            ("\"7.\"", None, Some("7.")),
            ("1e300", None, Some("1e+300")),
            ("-1", None, Some("-1")),
            ("99999999999", None, Some("99999999999")),
            ("[3]", None, Some("[3]")),
        ] {
            let (_, fields) = of_json(&format!("{{\"sfen\":\"a\",\"plies\":{value}}}"));
            let found = (fields.expected_plies, fields.odd_plies.as_deref());
            assert_eq!(found, (plies, odd), "{value}");
        }
        for (fields, sfen) in [
            (r#""author_line":["G*5b"]"#, "4k4 b G 1 moves G*5b"),
            (r#""author_line":"G*5b 5a4a""#, "4k4 b G 1 moves G*5b 5a4a"),
            (
                r#""author_line":["G*5b"],"author_line_broken":true"#,
                "4k4 b G 1",
            ),
            (r#""author_line":[]"#, "4k4 b G 1"),
            (r#""author_line":[7]"#, "4k4 b G 1"),
            (r#""author_line":null"#, "4k4 b G 1"),
        ] {
            let (found, _) = of_json(&format!(r#"{{"sfen":"4k4 b G 1",{fields}}}"#));
            assert_eq!(found.as_deref(), Ok(sfen), "{fields}");
        }
        let (found, _) = of_json(r#"{"sfen":"4k4 b G 1","tags":["a",],}"#);
        assert_eq!(found.as_deref(), Ok("4k4 b G 1"));
        let (missing, fields) = of_json(r#"{"id":"x","sfen":7}"#);
        assert_eq!(missing, Err(BadLine::NoSfen));
        assert_eq!(fields.id.as_deref(), Some("x"));
        for (line, place) in [("{", Some(0)), (r#"{"a": x}"#, Some(6)), ("[1]", None)] {
            match of_json(line).0 {
                Err(BadLine::NoObject { text, at }) => assert_eq!((&*text, at), (line, place)),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}
