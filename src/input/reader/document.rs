//! Yields the problems in a JSON text. The text is kept whole, but only one row is read at a time.

use crate::input::bad_line::{BadLine, LONGEST_LINE};
use crate::input::fields::{Fields, of_cells, split};
use crate::input::json::{Item, JsonItems, Pairs, Shape};
use crate::input::kifu::{of_field, of_jkf};
use crate::input::names::FieldNames;
use crate::input::pasted::is_position;
use crate::input::record::{Origin, Record};
use serde_json::{Map, Value};
use std::ops::Range;

/// The problems in a JSON text, one after another.
#[derive(Debug)]
pub(super) struct Document {
    name: String,
    text: String,
    names: FieldNames,
    items: std::vec::IntoIter<Item>,
    is_alone: bool,
    error: Option<serde_json::Error>,
    /// The line at the place `counted_to`.
    line: usize,
    /// The place up to which lines were counted, in bytes.
    counted_to: usize,
    /// The number of bytes that were reported as read.
    reported: usize,
}

impl Document {
    /// Opens a text. `None` if there is no problem in it, or if its lines may be objects of their own.
    pub fn new(name: &str, text: String, names: &FieldNames) -> Option<Self> {
        let JsonItems { items, error, .. } = JsonItems::new(&text, names);
        let mut lines = text.lines().filter(|it| !it.trim().is_empty());
        let begins_object = |line: Option<&str>| line.is_some_and(|it| it.starts_with('{'));
        let are_objects = begins_object(lines.next()) && begins_object(lines.next());
        let has_problems = if error.is_some() {
            !are_objects
        } else {
            !items.is_empty()
        };
        has_problems.then(|| Self {
            name: name.to_owned(),
            text,
            names: names.clone(),
            is_alone: items.len() == 1,
            items: items.into_iter(),
            error,
            line: 1,
            counted_to: 0,
            reported: 0,
        })
    }

    /// Returns how many bytes have been read since the last call.
    pub fn newly_read(&mut self) -> usize {
        let is_at_end = self.items.len() == 0 && self.error.is_none();
        let read = if is_at_end {
            self.text.len()
        } else {
            self.counted_to
        };
        read - std::mem::replace(&mut self.reported, read)
    }

    /// Returns the place of the value that was read last.
    pub fn place(&self) -> Origin {
        Origin::new(&*self.name, Some(self.line))
    }

    /// Reads a row: its position and its other fields. The outer error is that of a value that is no row.
    fn read_row(&self, item: Item) -> Result<(Result<String, BadLine>, Fields), BadLine> {
        let text = &self.text[item.place.clone()];
        if text.len() > LONGEST_LINE {
            return Err(BadLine::TooLong);
        }
        let value = serde_json::from_str(text).ok();
        let (fields, id) = match value {
            Some(Value::Object(mut fields)) => {
                if let Some(around) = item.around {
                    self.add_outer_fields(&mut fields, &around, &item.place);
                }
                (fields, item.id)
            }
            Some(Value::Array(cells)) => {
                let has_position = |it: &Value| it.as_str().is_some_and(is_position);
                let position = cells.iter().position(has_position).unwrap_or(0);
                (of_cells(cells.into_iter(), position, &self.names), None)
            }
            Some(text @ Value::String(_)) => {
                let fields = [("sfen".to_owned(), text)];
                let (text, mut fields) =
                    split(fields.into_iter().collect(), &FieldNames::default());
                fields.id = item.id;
                return Ok((text, fields));
            }
            _ => {
                let text = text.to_owned();
                return Err(BadLine::NoObject { text, at: None });
            }
        };
        let (text, mut fields) = split(fields, &self.names);
        fields.id = fields.id.or(id);
        Ok((text, fields))
    }

    /// Adds the fields of the object around a row, which has no other row. `around` and `place` are the places of
    /// that object and of the row.
    fn add_outer_fields(
        &self,
        row: &mut Map<String, Value>,
        around: &Range<usize>,
        place: &Range<usize>,
    ) {
        let Pairs(pairs) = serde_json::from_str(&self.text[around.clone()]).unwrap_or_default();
        for (name, value) in pairs {
            let is_row = value.get().as_ptr() == self.text[place.start..].as_ptr();
            if !is_row
                && !value.get().starts_with('{')
                && !row.contains_key(&name)
                && let Ok(value) = serde_json::from_str(value.get())
            {
                row.insert(name, value);
            }
        }
    }

    /// Returns the error of a text that is no JSON, at the line of the mistake.
    fn error_record(&self, error: &serde_json::Error) -> Record {
        // If the text is cut off, the error is at the end of its last line.
        let number = error.line().clamp(1, self.text.lines().count().max(1));
        let is_at_end = error.line() > number;
        let line = self.text.lines().nth(number - 1);
        let mut text = line.unwrap_or_default().to_owned();
        text.truncate(text.floor_char_boundary(LONGEST_LINE));
        let column = if is_at_end {
            text.len()
        } else {
            error.column().saturating_sub(1)
        };
        let at = Some(column.min(text.len()));
        let origin = Origin::new(&*self.name, Some(number));
        of_field(origin, Err(BadLine::NoObject { text, at }), None)
    }
}

impl Iterator for Document {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let Some(item) = self.items.next() else {
            let error = self.error.take()?;
            return Some(self.error_record(&error));
        };
        let start = item.place.start;
        self.line += self.text[self.counted_to..start].matches('\n').count();
        self.counted_to = start;
        let origin = self.place();
        if item.shape == Shape::Jkf {
            return Some(of_jkf(origin, &self.text[item.place], self.is_alone));
        }
        Some(match self.read_row(item) {
            Ok((text, fields)) => of_field(origin, text, Some(fields)),
            Err(bad) => of_field(origin, Err(bad), None),
        })
    }
}

#[cfg(test)]
mod tests;
