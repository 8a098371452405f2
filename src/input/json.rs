//! Finds problems in JSON of any shape: arrays and maps of objects, of texts and of records, nested in others.
//!
//! - An object with a position is a row. Its fields may have any of the names in [`names`](super::names).
//! - In an array with rows, an element that is no row is an error in its place.
//! - Other objects and arrays are searched. A row in a map has its name there as id, unless it has an id itself.

use super::names::{FieldNames, Meaning};
use super::pasted::is_position;
use super::position::board_of;
use crate::notation::record::{Parts, decode};
use crate::shogi::Color;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::ops::Range;

/// The deepest nesting that is searched.
const DEEPEST_NESTING: usize = 32;

/// The most cells of a row that is an array.
const CELLS_MAX: usize = 32;

/// The fewest slashes of a text that is meant as a position.
const SLASHES_MIN: usize = 5;

/// The kinds of a text, by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// Lines. The first one is an object with a position.
    Lines,
    /// Other JSON. If there is no problem in it, the text may still be lines.
    Document,
    /// No JSON.
    Other,
}

/// Returns the kind of a text by its first bytes.
pub(super) fn beginning(bytes: &[u8], names: &FieldNames) -> Beginning {
    let text = decode(bytes);
    let is_remark = |it: &&str| it.trim().is_empty() || it.trim_start().starts_with('#');
    let mut lines = text.lines().skip_while(is_remark);
    let first = lines.next().unwrap_or_default().trim();
    if first.starts_with('{')
        && serde_json::from_str(first).is_ok_and(|it| shape(it, names) == Shape::Row)
    {
        return Beginning::Lines;
    }
    let mut signs = text.trim_start().chars();
    let first = signs.next();
    match (first, signs.find(|it| !it.is_whitespace())) {
        (Some('{'), None | Some('"' | '}')) | (Some('['), Some('"' | '{' | '[' | ']')) => {
            Beginning::Document
        }
        _ => Beginning::Other,
    }
}

/// Returns whether a text is one record in JKF.
pub(super) fn is_jkf(text: &str) -> bool {
    let names = FieldNames::default();
    serde_json::from_str(text).is_ok_and(|it| shape(it, &names) == Shape::Jkf)
}

/// Returns whether there is a problem in a text that is JSON, perhaps with an error.
pub(super) fn holds_problem(bytes: &[u8]) -> bool {
    let names = FieldNames::default();
    let text = decode(bytes);
    match beginning(bytes, &names) {
        Beginning::Lines => true,
        Beginning::Document => {
            let JsonItems { error, items, .. } = JsonItems::new(&text, &names);
            match error {
                None => !items.is_empty(),
                Some(_) => !Parts::of_text(text).is_empty(),
            }
        }
        Beginning::Other => false,
    }
}

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An object with a position.
    Row,
    /// An object that is a record in JKF.
    Jkf,
    /// An array whose cells are those of a row: one is a position.
    List,
    /// Another array.
    Array,
    /// Another object.
    Object,
    /// A text that is a position.
    Position,
    /// Another text.
    Text,
    /// A number or word.
    Scalar,
}

/// The names and values of an object in their order.
#[derive(Default)]
pub(super) struct Pairs<'a>(pub Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Returns the elements of an array or object, with their names in an object.
fn elements(value: &RawValue) -> Vec<(Option<String>, &RawValue)> {
    let text = value.get();
    if text.starts_with('{') {
        let Pairs(pairs) = serde_json::from_str(text).unwrap_or_default();
        let pairs = pairs.into_iter();
        return pairs.map(|(name, value)| (Some(name), value)).collect();
    }
    let values: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
    values.into_iter().map(|value| (None, value)).collect()
}

fn shape(value: &RawValue, names: &FieldNames) -> Shape {
    let text = value.get();
    let is_position_text = |it: &RawValue| {
        let text: Option<String> = serde_json::from_str(it.get()).ok();
        text.is_some_and(|it| is_position(&it))
    };
    match text.as_bytes().first() {
        Some(b'{') => {
            let mut is_jkf = false;
            let (mut has_header, mut has_others) = (false, false);
            for (name, value) in elements(value) {
                let (name, text) = (name.unwrap_or_default(), value.get());
                match names.rank(Meaning::Position, &name) {
                    Some(0) => return Shape::Row,
                    Some(_) if is_position_text(value) || is_list_of_pieces(text) => {
                        return Shape::Row;
                    }
                    _ => {}
                }
                match &*name {
                    "initial" => {
                        is_jkf |= elements(value).iter().any(|it| is_named(it, &["preset"]));
                    }
                    "moves" => is_jkf |= has_moves(value),
                    "header" => has_header |= text.starts_with('{'),
                    _ => has_others = true,
                }
            }
            if is_jkf || has_header && !has_others {
                Shape::Jkf
            } else {
                Shape::Object
            }
        }
        Some(b'[') => {
            let all = elements(value);
            let is_row = (2..=CELLS_MAX).contains(&all.len())
                && all.iter().all(|(_, it)| !it.get().starts_with(['{', '[']))
                && all.iter().filter(|(_, it)| is_position_text(it)).count() == 1;
            if is_row { Shape::List } else { Shape::Array }
        }
        Some(b'"') if is_position_text(value) => Shape::Position,
        Some(b'"') => Shape::Text,
        _ => Shape::Scalar,
    }
}

fn is_list_of_pieces(text: &str) -> bool {
    let value = || serde_json::from_str(text).ok();
    text.starts_with('[') && value().is_some_and(|it| board_of(&it, Color::Black).is_some())
}

fn is_named(element: &(Option<String>, &RawValue), names: &[&str]) -> bool {
    element.0.as_deref().is_some_and(|it| names.contains(&it))
}

/// Returns whether an array has the moves of JKF. The first of them is often empty.
fn has_moves(value: &RawValue) -> bool {
    const KEYS: [&str; 5] = ["comments", "move", "time", "special", "forks"];
    let first = elements(value).into_iter().next();
    first.is_some_and(|(_, step)| {
        step.get().starts_with('{') && elements(step).iter().all(|it| is_named(it, &KEYS))
    })
}

/// A row, or another value in the place of one, which is an error.
#[derive(Debug)]
pub(super) struct Item {
    pub place: Range<usize>,
    pub shape: Shape,
    /// Its name in a map.
    pub id: Option<String>,
    /// The object around a row that is the only one in it.
    pub around: Option<Range<usize>>,
}

/// All rows of a text.
pub(super) struct JsonItems<'a> {
    text: &'a str,
    names: &'a FieldNames,
    pub items: Vec<Item>,
    /// The error at which the text ends to be JSON.
    pub error: Option<serde_json::Error>,
}

impl<'a> JsonItems<'a> {
    pub fn new(text: &'a str, names: &'a FieldNames) -> Self {
        let mut found = Self {
            text,
            names,
            items: Vec::new(),
            error: None,
        };
        let bare = text.trim_start_matches('\u{feff}');
        let mut all = Vec::new();
        for value in serde_json::Deserializer::from_str(bare).into_iter::<&RawValue>() {
            match value {
                Ok(value) => all.push((None, value)),
                Err(error) => found.error = Some(error),
            }
        }
        // Several values one after another are like an array.
        let is_array = all.len() != 1;
        found.search(all, is_array, None, 0);
        found
    }

    fn place(&self, value: &RawValue) -> Range<usize> {
        let text = value.get();
        let start = text.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + text.len()
    }

    /// Finds the rows among the elements of an array or object, and in them. `around` is that object, if it is known.
    fn search(
        &mut self,
        elements_here: Vec<(Option<String>, &RawValue)>,
        is_array: bool,
        around: Option<&RawValue>,
        depth: usize,
    ) {
        let shapes = elements_here
            .iter()
            .map(|(_, value)| shape(value, self.names));
        let shapes: Vec<_> = shapes.collect();
        let is_row = |it: &&Shape| match it {
            Shape::Row | Shape::Jkf => true,
            Shape::Position => depth > 0,
            Shape::List => is_array && depth > 0,
            _ => false,
        };
        let rows = shapes.iter().filter(is_row).count();
        // Whether the other elements are meant as rows, too.
        let are_all = rows > usize::from(!is_array) && (is_array || 2 * rows >= shapes.len());
        let is_only = !is_array && rows == 1;
        for ((name, value), shape) in elements_here.into_iter().zip(shapes) {
            let rank = |it: &String| self.names.rank(Meaning::Moves, it);
            let is_line = name.as_ref().and_then(rank).is_some();
            if is_line {
                continue;
            }
            let slashes = || value.get().matches('/').count();
            let is_item = match shape {
                Shape::Object => are_all,
                Shape::Text => are_all && (is_array || slashes() >= SLASHES_MIN),
                Shape::Scalar => are_all && is_array,
                _ => is_row(&&shape),
            };
            if is_item {
                self.items.push(Item {
                    place: self.place(value),
                    shape,
                    id: name.filter(|_| !is_only),
                    around: around.filter(|_| is_only).map(|it| self.place(it)),
                });
            } else if matches!(shape, Shape::Array | Shape::List | Shape::Object)
                && depth < DEEPEST_NESTING
            {
                let is_array = value.get().starts_with('[');
                self.search(elements(value), is_array, Some(value), depth + 1);
            }
        }
    }
}
