//! The columns of a row.

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Value;
use tsume::answer::Row;

/// The keys whose values have no fixed form.
const TEXTS: [&str; 7] = [
    "variations",
    "explanations",
    "tries",
    "refutation",
    "brinkmate",
    "similar",
    "input",
];

/// A row as it goes into a table: as its JSON, except that what has no fixed form is JSON text.
pub struct Columns(Value);

impl Columns {
    /// Returns the columns of a row.
    pub fn of(row: &Row) -> serde_json::Result<Self> {
        let mut row = serde_json::to_value(row)?;
        for key in TEXTS {
            if let Some(value) = row.get_mut(key).filter(|it| !it.is_null()) {
                *value = Value::String(value.to_string());
            }
        }
        Ok(Self(row))
    }
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Cell(&self.0).serialize(to)
    }
}

/// A value of JSON, whose numbers are whole. `serde_json` would write them in a form of its own.
struct Cell<'v>(&'v Value);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => to.serialize_none(),
            Value::Bool(it) => to.serialize_bool(*it),
            Value::Number(it) => {
                if let Some(number) = it.as_u64() {
                    return to.serialize_u64(number);
                }
                let number = it.as_i64();
                to.serialize_i64(number.ok_or_else(|| S::Error::custom("not a whole number"))?)
            }
            Value::String(it) => to.serialize_str(it),
            Value::Array(all) => to.collect_seq(all.iter().map(Cell)),
            Value::Object(all) => to.collect_map(all.iter().map(|(key, it)| (key, Cell(it)))),
        }
    }
}
