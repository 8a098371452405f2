//! Reads records with several fields: JSON objects, and rows of a table.

use super::bad_line::BadLine;
use super::names::{FieldNames, Meaning, is_own, word_of};
use super::pasted::unlinked;
use super::position;
use crate::notation::record::{expected_plies, is_usen};
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
    /// The whole object as JSON, if it is a row that this program wrote.
    #[serde(skip)]
    pub row: Option<String>,
    /// The text of the field of the length, if it is not a number of plies.
    pub odd_plies: Option<String>,
    /// All other fields, unchanged and in their order.
    pub others: Map<String, Value>,
    /// The names of the fields with the title and the author.
    #[serde(default)]
    pub titles: [Option<String>; 2],
    /// The places of the id and of the length among the fields other than `sfen`, counted from 0.
    pub order: [Option<usize>; 2],
    /// Whether the fields are the cells of a table, in which an empty cell is no field.
    pub of_table: bool,
}

impl Fields {
    /// Returns about how many bytes the fields take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        bytes_of_all(&self.others)
    }
}

fn bytes_of_all(fields: &Map<String, Value>) -> usize {
    let fields = fields.iter();
    fields.map(|(key, value)| key.len() + bytes_of(value)).sum()
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
            Value::Object(fields) => bytes_of_all(fields),
        }
}

/// Returns the problem in a JSON object, and its other fields.
pub(super) fn of_json(line: &str, names: &FieldNames) -> (Result<String, BadLine>, Fields) {
    match serde_json::from_str(line) {
        Ok(fields) => split(fields, names),
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
pub(super) fn split(
    mut fields: Map<String, Value>,
    names: &FieldNames,
) -> (Result<String, BadLine>, Fields) {
    let row = is_own(&fields)
        .then(|| serde_json::to_string(&fields).ok())
        .flatten();
    let name = position::field_of_position(&fields, names);
    let value = name.and_then(|it| fields.shift_remove(&it));
    let sfen = value
        .ok_or(BadLine::NoSfen)
        .and_then(|it| position::read(it, &fields, names))
        .and_then(unlinked)
        .map(|position| with_author_line(position, &fields, names));
    let id = names.find(Meaning::Id, &fields);
    let (id_name, id) = id.map_or(("id".to_owned(), None), |(name, value)| {
        (name.to_owned(), Some(word_of(value)))
    });
    let length = names.find(Meaning::Plies, &fields);
    let expected_plies = length.and_then(|(_, value)| number(value));
    let odd_plies = match (length, expected_plies) {
        (Some((_, value)), None) => Some(word_of(value)),
        _ => None,
    };
    let name_of_length = length.map(|(name, _)| name.to_owned());
    let is_plies = |key: &str| key == "expected_plies" || key == "plies";
    let order = [
        fields.keys().position(|it| *it == id_name),
        fields
            .keys()
            .position(|it| is_plies(it) || Some(it) == name_of_length.as_ref()),
    ];
    let is_length = |key: &str| is_plies(key) && names.rank(Meaning::Plies, key).is_some();
    let is_id = |key: &str| key == id_name && names.rank(Meaning::Id, key).is_some();
    fields.retain(|key, _| !is_length(key) && !is_id(key));
    // Rows that this program wrote have the fields of the problem in `input`.
    let input = fields.get("input").and_then(Value::as_object);
    let about = input.filter(|_| is_own(&fields)).unwrap_or(&fields);
    let name_of = |meaning| names.find(meaning, about).map(|(name, _)| name.to_owned());
    let titles = [Meaning::Title, Meaning::Author].map(name_of);
    let fields = Fields {
        id,
        expected_plies,
        row,
        odd_plies,
        titles,
        others: fields,
        order,
        of_table: false,
    };
    (sfen, fields)
}

/// Returns the cells of a row without names as fields. The first cell is the id, moves after the position are the
/// line, and `7手詰` is the length. Other cells have their numbers as names. If a number was given as a name in this
/// run, the cell keeps it.
pub(super) fn of_cells(
    cells: impl Iterator<Item = Value>,
    position: usize,
    names: &FieldNames,
) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut line = Vec::new();
    for (at, cell) in cells.enumerate() {
        let text = cell.as_str().unwrap_or("").trim();
        let mut words = text.split_whitespace();
        let number_of_cell = (at + 1).to_string();
        let name = if names.is_given(&number_of_cell) {
            &number_of_cell
        } else if at == position {
            "sfen"
        } else if at > position && !text.is_empty() && words.all(|it| usi::parse_move(it).is_ok()) {
            line.push(text.to_owned());
            continue;
        } else if at == 0 {
            "id"
        } else if text.contains('手') && number(&cell).is_some() {
            "plies"
        } else {
            &number_of_cell
        };
        fields.insert(name.to_owned(), cell);
    }
    if !line.is_empty() {
        fields.insert("moves".to_owned(), Value::from(line.join(" ")));
    }
    fields
}

/// Returns an SFEN with the author's line in another field after it. A line that is marked as broken is left out,
/// because its moves are only a part. In rows that this program wrote, only `author_line` counts.
fn with_author_line(sfen: String, fields: &Map<String, Value>, names: &FieldNames) -> String {
    let is_broken = match fields.get("author_line_broken") {
        Some(Value::Bool(broken)) => *broken,
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
        _ => false,
    };
    let has_line = sfen.contains("moves") || sfen.contains([';', '\n']) || is_usen(sfen.trim());
    let line = if is_own(fields) {
        fields.get("author_line")
    } else {
        names.find(Meaning::Moves, fields).map(|(_, value)| value)
    };
    match line.and_then(line_of) {
        Some(line) if !has_line && !is_broken => format!("{sfen} moves {line}"),
        _ => sfen,
    }
}

/// Returns the moves in a text or a list of texts. A number is a length, and no move.
fn line_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::Array(moves) => {
            let moves: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
            moves?.join(" ")
        }
        value => value
            .as_str()
            .filter(|_| number(value).is_none())?
            .to_owned(),
    };
    // A semicolon would end the line.
    let text = text.replace(['\n', '\r', ';'], " ");
    let with_blanks = text.replace(',', " ");
    let mut words = with_blanks.split_whitespace();
    let is_usi = words.all(|it| usi::parse_move(it).is_ok());
    let text = if is_usi { with_blanks } else { text };
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// Returns a length: a number, or a text with a number such as `7手詰`.
fn number(value: &Value) -> Option<u32> {
    let text = word_of(value);
    let text = text.trim();
    let ends = ["手詰め", "手詰", "手必至", "手"];
    let word = ends.iter().find_map(|it| text.strip_suffix(it));
    let word = word.unwrap_or(text).trim_end();
    // If a column has gaps, its numbers may be written as 7.0.
    let (before, after) = word.split_once('.').unwrap_or((word, ""));
    let is_whole = !after.is_empty() && after.bytes().all(|it| it == b'0');
    let word = if is_whole { before } else { word };
    let is_digit = |c: char| {
        c.is_ascii_digit() || "０１２３４５６７８９〇一二三四五六七八九十百千".contains(c)
    };
    word.parse().ok().or_else(|| {
        let is_number = !word.is_empty() && word.chars().all(is_digit);
        is_number.then(|| expected_plies(word)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_json(line: &str) -> (Result<String, BadLine>, Fields) {
        super::of_json(line, &FieldNames::default())
    }

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
            ("\"七手詰め\"", Some(7), None),
            ("\"１１\"", Some(11), None),
            ("\"約7手\"", None, Some("約7手")),
            ("\"手\"", None, Some("手")),
            ("3.5", None, Some("3.5")),
            ("7.0", Some(7), None),
            ("\"7.05\"", None, Some("7.05")),
            ("\"7.\"", None, Some("7.")),
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
            (r#""moves":"G*5b,5a4a""#, "4k4 b G 1 moves G*5b 5a4a"),
            (r#""moves":5,"手数":5"#, "4k4 b G 1"),
            (
                r#""author_line":["G*5b"],"author_line_broken":true"#,
                "4k4 b G 1",
            ),
            // Rows of this program have the line in one field.
            (r#""solution":["G*5b"],"tool":"x""#, "4k4 b G 1"),
            (r#""author_line":[]"#, "4k4 b G 1"),
            (r#""author_line":[7]"#, "4k4 b G 1"),
        ] {
            let (found, _) = of_json(&format!(r#"{{"sfen":"4k4 b G 1",{fields}}}"#));
            assert_eq!(found.as_deref(), Ok(sfen), "{fields}");
        }
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
