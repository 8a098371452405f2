//! Problems in JSON of any shape: arrays and maps of objects, of texts and of records, nested in others.
//!
//! - An object with a position is a row, whatever its fields are called ([`names`](crate::input::names)).
//! - In an array with rows, whatever is none is an error in its place.
//! - Other objects and arrays are looked through. The name of a row in a map is its id, unless it has one.
//!
//! The text is kept whole, but only one row is read at a time.

#[cfg(test)]
mod tests;

use crate::guard::guarded;
use crate::input::bad_line::{BadLine, LONGEST_LINE};
use crate::input::fields::{Fields, of_cells, split};
use crate::input::json::{
    DEEPEST, Element, Rows, Scan, Shape, is_line, is_one, name_of, relaxed, rows, shape, string,
};
use crate::input::kifu::{of_field, of_jkf};
use crate::input::lines::Lines;
use crate::input::pasted::is_position;
use crate::input::record::{Origin, Record};
use crate::input::source::{LARGEST_FILE, Why, is_of_unknown_format};
use crate::notation::record::decode;
use serde_json::{Map, Value};
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::path::Path;

/// The most bytes of a value with an error in it that are shown.
const SHOWN: usize = 1 << 16;

/// A text with fewer slashes was not meant as a position.
const SLASHES: usize = 5;

/// The problems in a JSON text, one after another.
#[derive(Debug)]
pub(super) struct Document {
    name: String,
    text: String,
    is_balanced: bool,
    /// The arrays and objects that are looked through, each inside the one before.
    open: Vec<Open>,
    /// The line at the place up to which lines were counted.
    line: usize,
    counted: usize,
    /// How many bytes were told to have been read.
    told: usize,
    /// A row that was read ahead.
    ahead: Option<Record>,
}

/// An array or object that is looked through.
#[derive(Clone, Debug)]
struct Open {
    place: Range<usize>,
    at: usize,
    end: usize,
    has_names: bool,
    rows: Rows,
}

impl Document {
    /// Opens a text.
    ///
    /// # Errors
    /// The text, if there is no problem in it, or if its lines may be objects of their own.
    pub fn new(name: &str, text: String) -> Result<Self, String> {
        if !is_one(&text) {
            return Err(text);
        }
        let scan = Scan::new(&text);
        let is_balanced = scan.is_balanced;
        let all = Open {
            place: 0..text.len(),
            at: 0,
            end: text.len(),
            has_names: false,
            rows: Rows {
                are_all: begins_with_rows(scan),
                is_one: false,
            },
        };
        let mut document = Self {
            name: name.to_owned(),
            is_balanced,
            text,
            open: vec![all],
            line: 1,
            counted: 0,
            told: 0,
            ahead: None,
        };
        document.ahead = guarded(|| document.next())
            .unwrap_or_else(|message| Some(Record::failed(document.place(), message)));
        if document.ahead.is_some() {
            Ok(document)
        } else {
            Err(document.text)
        }
    }

    /// Returns how many bytes have been read since this was asked last.
    pub fn newly_read(&mut self) -> usize {
        let read = self.open.first().map_or(self.text.len(), |_| self.counted);
        read - std::mem::replace(&mut self.told, read)
    }

    fn source(&self) -> Scan<'_> {
        Scan {
            text: &self.text,
            is_balanced: self.is_balanced,
        }
    }

    /// Returns the row at an element, or opens what is to be looked through.
    fn look(&mut self, element: &Element, within: &Open) -> Option<Record> {
        let place = element.value.clone();
        let text = &self.text[place.clone()];
        let name = name_of(self.source(), element);
        let is_in_array = !within.has_names && self.open.len() > 1;
        let has_rows = within.rows.are_all;
        match shape(self.source(), &place) {
            Shape::Row => Some(self.row(place, name, within)),
            Shape::Object if has_rows => Some(self.row(place, name, within)),
            Shape::Jkf => {
                let origin = self.origin(place.start);
                Some(of_jkf(origin, &self.text[place]))
            }
            Shape::List if is_in_array => Some(self.list(place)),
            Shape::Text if is_in_array && has_rows => Some(self.text_alone(place, name)),
            Shape::Text => {
                let text = string(text);
                let is_meant = has_rows && text.matches('/').count() >= SLASHES;
                let is_one = name.is_some() && (is_meant || is_position(&text));
                is_one.then(|| self.text_alone(place, name))
            }
            Shape::Array | Shape::List | Shape::Object if !element.is_whole && has_rows => {
                Some(self.broken(place))
            }
            Shape::Array | Shape::List | Shape::Object => {
                if self.open.len() < DEEPEST {
                    self.open.push(Open {
                        at: place.start + 1,
                        end: self.source().inner_end(&place),
                        has_names: text.starts_with('{'),
                        rows: rows(self.source(), &place),
                        place,
                    });
                }
                None
            }
            Shape::Scalar if !(is_in_array && has_rows) => None,
            // A bracket too many is no value.
            Shape::Broken if text.starts_with(['}', ']']) => None,
            Shape::Scalar | Shape::Broken => Some(self.broken(place)),
        }
    }

    /// Returns the place of the value that was read last.
    pub fn place(&self) -> Origin {
        Origin::new(&*self.name, Some(self.line))
    }

    /// Returns the place of a value.
    fn origin(&mut self, at: usize) -> Origin {
        self.line += self.text[self.counted..at].matches('\n').count();
        self.counted = at;
        self.place()
    }

    fn row(&mut self, place: Range<usize>, name: Option<String>, within: &Open) -> Record {
        if place.len() > LONGEST_LINE {
            return self.bad(place.start, BadLine::TooLong);
        }
        let text = &self.text[place.clone()];
        let read = serde_json::from_str(text).or_else(|_| serde_json::from_str(&relaxed(text)));
        let Ok(mut fields) = read else {
            return self.broken(place);
        };
        if within.rows.is_one {
            self.take_over(&mut fields, within);
        }
        // The name of the only object in another one says what it is.
        let has_digit = |it: &String| it.contains(|it: char| it.is_ascii_digit());
        let id = name.filter(|it| !within.rows.is_one && within.rows.are_all || has_digit(it));
        self.of_fields(place.start, fields, id)
    }

    /// Takes over the fields of the object around a row that is the only one in it.
    fn take_over(&self, fields: &mut Map<String, Value>, around: &Open) {
        for element in self.source().elements(around.place.clone()) {
            let value = &self.text[element.value.clone()];
            let Some(name) = name_of(self.source(), &element) else {
                continue;
            };
            if !value.starts_with(['{', '['])
                && !fields.contains_key(&name)
                && let Ok(value) = serde_json::from_str(value)
            {
                fields.insert(name, value);
            }
        }
    }

    fn text_alone(&mut self, place: Range<usize>, id: Option<String>) -> Record {
        if place.len() > LONGEST_LINE {
            return self.bad(place.start, BadLine::TooLong);
        }
        let text = string(&self.text[place.clone()]);
        let fields = [("sfen".to_owned(), Value::from(text))];
        self.of_fields(place.start, fields.into_iter().collect(), id)
    }

    /// Reads an array that is a row: what comes before the position is the id, moves behind it are the line.
    fn list(&mut self, place: Range<usize>) -> Record {
        if place.len() > LONGEST_LINE {
            return self.bad(place.start, BadLine::TooLong);
        }
        let text = &self.text[place.clone()];
        let read = serde_json::from_str(text).or_else(|_| serde_json::from_str(&relaxed(text)));
        let Ok::<Vec<Value>, _>(cells) = read else {
            return self.broken(place);
        };
        let is_one = |it: &Value| it.as_str().is_some_and(is_position);
        let position = cells.iter().position(is_one).unwrap_or(0);
        let fields = of_cells(cells.into_iter(), position);
        self.of_fields(place.start, fields, None)
    }

    fn of_fields(&mut self, at: usize, fields: Map<String, Value>, id: Option<String>) -> Record {
        let (text, mut fields) = split(fields);
        fields.id = fields.id.or(id);
        of_field(self.origin(at), text, Some(fields))
    }

    /// Returns the error of a value that is no JSON, or not what it should be.
    fn broken(&mut self, place: Range<usize>) -> Record {
        let end = self
            .text
            .floor_char_boundary(place.end.min(place.start + SHOWN));
        let text = self.text[place.start..end].trim_end().to_owned();
        let error = serde_json::from_str::<Value>(&text).err();
        let at = error.map(|error| {
            let lines = text
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1));
            let before: usize = lines.map(str::len).sum();
            (before + error.column().saturating_sub(1)).min(text.len())
        });
        self.bad(place.start, BadLine::NoObject { text, at })
    }

    fn bad(&mut self, at: usize, bad: BadLine) -> Record {
        of_field(self.origin(at), Err(bad), None::<Fields>)
    }
}

impl Iterator for Document {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        if let Some(record) = self.ahead.take() {
            return Some(record);
        }
        loop {
            let last = self.open.last_mut()?;
            let open = last.clone();
            // If the program fails on what follows, it is not read again.
            last.at = last.end;
            let Some(element) = self.source().next(open.at, open.end, open.has_names) else {
                self.open.pop();
                continue;
            };
            if let Some(last) = self.open.last_mut() {
                last.at = element.value.end;
            }
            self.origin(element.value.start);
            if is_line(self.source(), &element) {
                continue;
            }
            if let Some(record) = self.look(&element, &open) {
                return Some(record);
            }
        }
    }
}

/// Returns whether a text begins with two rows, one after the other: all that follows is meant as rows, too.
fn begins_with_rows(scan: Scan<'_>) -> bool {
    let mut at = 0;
    let shapes = std::iter::from_fn(|| {
        let element = scan.next(at, scan.text.len(), false)?;
        at = element.value.end;
        Some(shape(scan, &element.value))
    });
    shapes.take(2).filter(|it| *it == Shape::Row).count() == 2
}

/// Reads a text that begins as JSON whole. Returns its lines, if they have to be read one by one.
///
/// # Errors
/// If it cannot be read, is too large, or is an array or a file of JSON without a problem.
pub(super) fn read(mut lines: Lines) -> io::Result<Result<Document, Lines>> {
    let mut bytes = Vec::new();
    lines
        .reader()
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Why::TooLarge.into());
    }
    let is_json = is_of_unknown_format(Path::new(lines.name()));
    match Document::new(lines.name(), decode(&bytes)) {
        Ok(document) => Ok(Ok(document)),
        Err(text) if is_json || text.trim_start().starts_with('[') => Err(Why::NoProblem.into()),
        Err(_) => {
            let name = lines.name().to_owned();
            Ok(Err(Lines::new(name, Box::new(Cursor::new(bytes)))))
        }
    }
}
