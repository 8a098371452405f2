//! Finds where the values of a JSON text begin and end, without reading them.
//!
//! A value with an error in it does not hide the values after it. Commas at the end and comments between
//! values, which other programs write, are passed over.

use std::ops::Range;

/// A value in an array or an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::input) struct Element {
    /// The name, with its quotation marks. None in an array.
    pub name: Option<Range<usize>>,
    /// The value.
    pub value: Range<usize>,
    /// Whether the value is closed.
    pub is_whole: bool,
}

/// A JSON text whose values are looked for.
#[derive(Clone, Copy, Debug)]
pub(in crate::input) struct Scan<'a> {
    pub text: &'a str,
    /// Whether every bracket is closed, and every string in its line.
    pub is_balanced: bool,
}

impl<'a> Scan<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            is_balanced: is_balanced(text.as_bytes()),
        }
    }

    /// Returns the element at a place or behind it, up to the end of its array or object. `has_names` if the
    /// elements are those of an object.
    pub fn next(self, at: usize, end: usize, has_names: bool) -> Option<Element> {
        let bytes = &self.text.as_bytes()[..end];
        let mut at = skip(bytes, at, b",");
        let mut name = None;
        if has_names && bytes.get(at) == Some(&b'"') {
            let behind = string(bytes, at).unwrap_or(end);
            let colon = skip(bytes, behind, b"");
            if bytes.get(colon) == Some(&b':') {
                name = Some(at..behind);
                at = skip(bytes, colon + 1, b"");
            }
        }
        if at >= end {
            return None;
        }
        let (to, is_whole) = self.value(bytes, at);
        Some(Element {
            name,
            value: at..to,
            is_whole,
        })
    }

    /// Returns the elements of an array or object, whose brackets are at the ends of a place.
    pub fn elements(self, place: Range<usize>) -> impl Iterator<Item = Element> + 'a {
        let has_names = self.text.as_bytes().get(place.start) == Some(&b'{');
        let mut at = place.start + 1;
        let end = self.inner_end(&place);
        std::iter::from_fn(move || {
            let element = self.next(at, end, has_names)?;
            at = element.value.end;
            Some(element)
        })
    }

    /// Returns the end of what is inside an array or object: its bracket, unless that is missing.
    pub fn inner_end(self, place: &Range<usize>) -> usize {
        let is_closed = place.len() > 1 && self.text[..place.end].ends_with([']', '}']);
        place.end - usize::from(is_closed)
    }

    /// Returns the place behind a value, and whether it is closed. An object that is not ends before the next
    /// line that begins an object without standing further inside.
    fn value(self, bytes: &[u8], start: usize) -> (usize, bool) {
        let mut depth = 0_usize;
        let mut at = start;
        let mut own_indent = None;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => match string(bytes, at) {
                    Some(behind) => at = behind,
                    None => return (line_end(bytes, at), false),
                },
                b'{' | b'[' => {
                    depth += 1;
                    at += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                b'\n' if depth > 0 && !self.is_balanced => {
                    let indent = *own_indent.get_or_insert_with(|| indent_of(bytes, start));
                    if bytes[start] == b'{' && begins_another(bytes, indent, at + 1) {
                        return (at, false);
                    }
                    at += 1;
                }
                b',' | b'/' if depth == 0 => return (at.max(start + 1), true),
                _ if depth == 0 && byte.is_ascii_whitespace() => return (at, true),
                _ => at += 1,
            }
            if depth == 0 && matches!(bytes[at - 1], b'"' | b'}' | b']') {
                return (at, true);
            }
        }
        (at.min(bytes.len()), depth == 0)
    }
}

/// Returns the number of blanks at the beginning of the line in which a place is.
fn indent_of(bytes: &[u8], place: usize) -> usize {
    let end_before = bytes[..place].iter().rposition(|it| *it == b'\n');
    blanks(bytes, end_before.map_or(0, |it| it + 1))
}

fn blanks(bytes: &[u8], from: usize) -> usize {
    let signs = bytes[from..].iter();
    signs.take_while(|it| matches!(it, b' ' | b'\t')).count()
}

/// Returns whether a line begins with an object that is not indented further than an object before it.
fn begins_another(bytes: &[u8], of_other: usize, line: usize) -> bool {
    let indent = blanks(bytes, line);
    indent <= of_other && bytes.get(line + indent) == Some(&b'{')
}

fn is_balanced(bytes: &[u8]) -> bool {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => match string(bytes, at - 1) {
                Some(behind) => at = behind,
                None => return false,
            },
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return false,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Skips blanks, comments, and these signs.
fn skip(bytes: &[u8], mut at: usize, signs: &[u8]) -> usize {
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() || signs.contains(byte) {
            at += 1;
        } else if bytes[at..].starts_with("\u{feff}".as_bytes()) {
            at += 3;
        } else if bytes[at..].starts_with(b"//") || *byte == b'#' {
            at = bytes[at..]
                .iter()
                .position(|it| *it == b'\n')
                .map_or(bytes.len(), |it| at + it);
        } else if bytes[at..].starts_with(b"/*") {
            let close = bytes[at + 2..].windows(2).position(|it| it == b"*/");
            at = close.map_or(bytes.len(), |it| at + 2 + it + 2);
        } else {
            break;
        }
    }
    at
}

/// Returns the place behind a string. None if it is not closed in its line.
fn string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return Some(at + 1),
            b'\n' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// Returns a text without commas before closing brackets, and without comments.
pub(in crate::input) fn relaxed(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut relaxed = String::with_capacity(text.len());
    let (mut at, mut kept) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        let behind = match byte {
            b'"' => {
                at = string(bytes, at).unwrap_or(bytes.len());
                continue;
            }
            b',' => skip(bytes, at + 1, b""),
            _ => skip(bytes, at, b""),
        };
        let is_last = bytes.get(behind).is_some_and(|it| b"]}".contains(it));
        if *byte == b',' && !is_last {
            at += 1;
        } else if behind > at {
            relaxed += &text[kept..at];
            relaxed.push(' ');
            (at, kept) = (behind, behind);
        } else {
            at += 1;
        }
    }
    relaxed + &text[kept.min(text.len())..]
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let end = bytes[at..].iter().position(|it| *it == b'\n');
    end.map_or(bytes.len(), |it| at + it)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<&str> {
        let elements = Scan::new(text).elements(0..text.len());
        elements.map(|it| &text[it.value]).collect()
    }

    #[test]
    fn values_are_found_by_their_brackets() {
        for (text, expected) in [
            ("[]", &[][..]),
            (
                "[1, \"a]\\\"\" ,{\"b\": [2]}]",
                &["1", "\"a]\\\"\"", "{\"b\": [2]}"],
            ),
            ("[{},\n// x, y\n{}, /* , */ [],\n]", &["{}", "{}", "[]"]),
            ("{\"a\": 1, \"b\": {\"c\": 2}}", &["1", "{\"c\": 2}"]),
            ("[{\"a\": 1,\n{\"b\": 2}]", &["{\"a\": 1,", "{\"b\": 2}"]),
            (
                "[\n{\"a\": \"x,\n{\"b\": 2}]",
                &["{\"a\": \"x,", "{\"b\": 2}"],
            ),
        ] {
            assert_eq!(values(text), expected, "{text}");
        }
        let text = "{\"a\": 1}";
        assert_eq!(relaxed("{\"a,}\": [1,2, // x\n], }"), "{\"a,}\": [1,2 ] }");
        let first = Scan::new(text).elements(0..text.len()).next();
        let name = first.unwrap().name.unwrap();
        assert_eq!(&text[name], "\"a\"");
    }
}
