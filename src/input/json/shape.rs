//! What a value in a JSON text is, by its brackets and the names in it.

use super::scan::{Element, Scan};
use super::{DEEPEST, string};
use crate::input::names::{Meaning, rank};
use crate::input::pasted::is_position;
use std::ops::Range;

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum Shape {
    /// An object with a position.
    Row,
    /// An object that is a record in JKF.
    Jkf,
    /// An array with one position and other cells of a row.
    List,
    /// Another array.
    Array,
    /// Another object.
    Object,
    /// A text.
    Text,
    /// A number or word.
    Scalar,
    /// No JSON.
    Broken,
}

/// The keys of a move in JKF.
const OF_MOVE: [&str; 5] = ["comments", "move", "time", "special", "forks"];

/// The most elements of an array that are looked at to know what it holds.
const LOOKED_AT: usize = 100;

/// The most cells of a row that is an array.
const CELLS: usize = 32;

/// Returns the shape of a value.
pub(in crate::input) fn shape(scan: Scan<'_>, place: &Range<usize>) -> Shape {
    match scan.text.as_bytes().get(place.start) {
        Some(b'{') => of_object(scan, place),
        Some(b'[') => of_array(scan, place),
        Some(b'"') => Shape::Text,
        _ => {
            let text = &scan.text[place.clone()];
            let is_word = ["true", "false", "null"].contains(&text);
            if is_word || text.parse::<f64>().is_ok() {
                Shape::Scalar
            } else {
                Shape::Broken
            }
        }
    }
}

fn of_object(scan: Scan<'_>, place: &Range<usize>) -> Shape {
    let begins = |it: &Element, with: char| scan.text[it.value.clone()].starts_with(with);
    let (mut is_jkf, mut has_header, mut has_others) = (false, false, false);
    for element in scan.elements(place.clone()) {
        let Some(name) = name_of(scan, &element) else {
            continue;
        };
        let value = &scan.text[element.value.clone()];
        let has_position = || value.starts_with('"') && is_position(&string(value));
        if rank(Meaning::Position, &name).is_some()
            || rank(Meaning::PerhapsPosition, &name).is_some() && has_position()
        {
            return Shape::Row;
        }
        match &*name {
            "initial" => is_jkf |= begins(&element, '{'),
            "moves" => is_jkf |= begins(&element, '[') && has_moves(scan, &element.value),
            "header" => has_header |= begins(&element, '{'),
            _ => has_others = true,
        }
    }
    if is_jkf || has_header && !has_others {
        Shape::Jkf
    } else {
        Shape::Object
    }
}

/// Returns whether an array has the moves of JKF, the first of which is often empty.
fn has_moves(scan: Scan<'_>, place: &Range<usize>) -> bool {
    let Some(first) = scan.elements(place.clone()).next() else {
        return false;
    };
    let is_known = |it: Element| name_of(scan, &it).is_some_and(|it| OF_MOVE.contains(&&*it));
    let is_object = scan.text[first.value.clone()].starts_with('{');
    is_object && scan.elements(first.value).all(is_known)
}

fn of_array(scan: Scan<'_>, place: &Range<usize>) -> Shape {
    let (mut cells, mut positions) = (0, 0);
    for element in scan.elements(place.clone()).take(CELLS + 1) {
        let text = &scan.text[element.value];
        if text.starts_with(['{', '[']) {
            return Shape::Array;
        }
        cells += 1;
        positions += usize::from(text.starts_with('"') && is_position(&string(text)));
    }
    if positions == 1 && (2..=CELLS).contains(&cells) {
        Shape::List
    } else {
        Shape::Array
    }
}

/// Returns the name of an element.
pub(in crate::input) fn name_of(scan: Scan<'_>, element: &Element) -> Option<String> {
    let name = element.name.clone()?;
    Some(string(&scan.text[name]))
}

/// The rows among the elements of an array or object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::input) struct Rows {
    /// Whether every element should be one.
    pub are_all: bool,
    /// Whether there is only one, in an object that has its other fields.
    pub is_one: bool,
}

/// Returns which elements of an array or object are rows.
pub(in crate::input) fn rows(scan: Scan<'_>, place: &Range<usize>) -> Rows {
    let is_array = scan.text.as_bytes().get(place.start) == Some(&b'[');
    let (mut found, mut others) = (0, 0);
    for element in scan.elements(place.clone()).take(LOOKED_AT) {
        let is_row = match shape(scan, &element.value) {
            Shape::Row | Shape::Jkf => true,
            Shape::List => is_array,
            Shape::Text => is_position(&string(&scan.text[element.value])),
            _ => false,
        };
        if is_row {
            found += 1;
        } else {
            others += 1;
        }
    }
    Rows {
        are_all: if is_array {
            found > 0
        } else {
            found > 1 && found >= others
        },
        // Beyond what was looked at there may be others.
        is_one: !is_array && found == 1 && found + others < LOOKED_AT,
    }
}

/// Returns whether a value is a row, or has one in it.
pub(super) fn has_row(scan: Scan<'_>, place: &Range<usize>, depth: usize) -> bool {
    match shape(scan, place) {
        Shape::Row | Shape::Jkf | Shape::List => true,
        Shape::Text => depth > 0 && is_position(&string(&scan.text[place.clone()])),
        Shape::Array | Shape::Object if depth < DEEPEST => {
            let mut elements = scan.elements(place.clone());
            elements.any(|it| !is_line(scan, &it) && has_row(scan, &it.value, depth + 1))
        }
        _ => false,
    }
}

/// Returns whether an element has a name of moves: there are no problems in it.
pub(in crate::input) fn is_line(scan: Scan<'_>, element: &Element) -> bool {
    name_of(scan, element).is_some_and(|name| {
        let is_one = |it| rank(it, &name).is_some();
        is_one(Meaning::Line) || is_one(Meaning::PerhapsLine)
    })
}
