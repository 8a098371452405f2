//! Records of several fields: JSON objects, and rows of a table with a header.

use super::reader::BadLine;
use serde_json::{Map, Value};

/// What a record says beside its problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Its name.
    pub id: Option<String>,
    /// The length it says the problem has (`expected_plies`, else `plies`).
    pub expected_plies: Option<u32>,
    /// What stands in the place of that length and is no number of plies.
    pub odd_plies: Option<String>,
    /// All other fields, as they are.
    pub others: Map<String, Value>,
}

/// The header of a table and how its columns are parted.
#[derive(Clone, Debug)]
pub(super) struct Header {
    names: Vec<String>,
    delimiter: u8,
}

impl Header {
    /// The names in the first line of a table, if one of them is `sfen`.
    pub fn new(line: &str, delimiter: u8) -> Option<Self> {
        let names: Vec<_> = cells(line, delimiter)?
            .iter()
            .map(|name| name.trim().to_owned())
            .collect();
        let has_problem = names.iter().any(|name| name == "sfen");
        has_problem.then_some(Self { names, delimiter })
    }

    /// The problem of a line, and what else is there.
    pub fn read(&self, line: &str) -> (Result<String, BadLine>, Fields) {
        let Some(cells) = cells(line, self.delimiter) else {
            return (Err(BadLine::NoRow), Fields::default());
        };
        if cells.len() != self.names.len() {
            return (Err(BadLine::NoRow), Fields::default());
        }
        let values = cells.iter().map(|cell| Value::from(cell.to_owned()));
        split(self.names.iter().cloned().zip(values).collect())
    }
}

fn cells(line: &str, delimiter: u8) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(delimiter)
        .quoting(delimiter == b',')
        .from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// The problem of a JSON object, and what else is there.
pub(super) fn of_json(line: &str) -> (Result<String, BadLine>, Fields) {
    match serde_json::from_str(line) {
        Ok(fields) => split(fields),
        Err(_) => (Err(BadLine::NoObject), Fields::default()),
    }
}

fn split(mut fields: Map<String, Value>) -> (Result<String, BadLine>, Fields) {
    let sfen = match fields.remove("sfen") {
        Some(Value::String(sfen)) => Ok(sfen),
        _ => Err(BadLine::NoSfen),
    };
    let id = match fields.remove("id") {
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
    fields.retain(|key, _| key != "expected_plies" && key != "plies");
    let fields = Fields {
        id,
        expected_plies,
        odd_plies,
        others: fields,
    };
    (sfen, fields)
}

/// Whether a field has nothing to say.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty(),
        value => value.is_null(),
    }
}

fn number(value: &Value) -> Option<u32> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => u32::try_from(value.as_u64()?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_by_its_header() {
        let header = Header::new("id,author,sfen,plies", b',').unwrap();
        let (sfen, fields) = header.read(r#"x,"Doe, J.",a b c,7"#);
        assert_eq!(sfen.as_deref(), Ok("a b c"));
        assert_eq!(
            (fields.id.as_deref(), fields.expected_plies),
            (Some("x"), Some(7))
        );
        assert_eq!(
            Value::from(fields.others),
            serde_json::json!({"author": "Doe, J."})
        );
        assert_eq!(header.read("x,a b c").0, Err(BadLine::NoRow));
        assert!(Header::new("id,problem", b',').is_none());
        let tabs = Header::new("sfen\tnote", b'\t').unwrap();
        assert_eq!(tabs.read("a\t\"quoted").0.as_deref(), Ok("a"));
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
            ("\"3手\"", None, Some("3手")),
            ("\"abc\"", None, Some("abc")),
            ("3.5", None, Some("3.5")),
            ("-1", None, Some("-1")),
            ("99999999999", None, Some("99999999999")),
            ("[3]", None, Some("[3]")),
        ] {
            let (_, fields) = of_json(&format!("{{\"sfen\":\"a\",\"plies\":{value}}}"));
            let found = (fields.expected_plies, fields.odd_plies.as_deref());
            assert_eq!(found, (plies, odd), "{value}");
        }
        let (missing, fields) = of_json(r#"{"id":"x","sfen":7}"#);
        assert_eq!(missing, Err(BadLine::NoSfen));
        assert_eq!(fields.id.as_deref(), Some("x"));
        assert_eq!(of_json("{").0, Err(BadLine::NoObject));
        assert_eq!(of_json("[1]").0, Err(BadLine::NoObject));
    }
}
