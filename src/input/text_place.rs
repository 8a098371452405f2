//! Converts places in bytes to lines and columns.

use std::ops::Range;

/// A place in a line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The number of the line.
    pub line: usize,
    /// The first character in the line, counted from 1.
    pub column: usize,
    /// The first character after the place, counted from 1.
    pub end_column: usize,
    /// The whole line, without its end.
    pub excerpt: String,
}

impl TextPlace {
    /// Returns the place of these bytes of a text. `first_line` is the number of its first line. A place of several
    /// lines ends with the first.
    #[must_use]
    pub fn new(text: &str, span: &Range<usize>, first_line: usize) -> Self {
        TextLines::new(text, first_line).place(span)
    }

    /// Returns the place in bytes of the excerpt.
    #[must_use]
    pub fn bytes(&self) -> Range<usize> {
        let byte = |column: usize| {
            let character = self.excerpt.char_indices().nth(column - 1);
            character.map_or(self.excerpt.len(), |(at, _)| at)
        };
        byte(self.column)..byte(self.end_column)
    }
}

/// A text whose lines are found once for many places.
#[derive(Debug)]
pub struct TextLines<'a> {
    text: &'a str,
    first_line: usize,
    /// Where the lines begin, in bytes.
    starts: Vec<usize>,
}

impl<'a> TextLines<'a> {
    /// Finds the lines of a text. `first_line` is the number of the first one.
    #[must_use]
    pub fn new(text: &'a str, first_line: usize) -> Self {
        let others = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            first_line,
            starts: std::iter::once(0).chain(others).collect(),
        }
    }

    /// Returns the place of these bytes of the text. A place of several lines ends with the first.
    #[must_use]
    pub fn place(&self, span: &Range<usize>) -> TextPlace {
        let text = self.text;
        let start = text.floor_char_boundary(span.start);
        let end = text.ceil_char_boundary(span.end).max(start);
        let line = self.starts.partition_point(|&it| it <= start) - 1;
        let from = self.starts[line];
        let next = self.starts.get(line + 1);
        let to = next.map_or(text.len(), |next| next - 1);
        let excerpt = text[from..to].trim_end_matches('\r');
        let end = end.min(from + excerpt.len()).max(start);
        let column = text[from..start].chars().count() + 1;
        TextPlace {
            line: self.first_line + line,
            column,
            end_column: column + text[start..end].chars().count(),
            excerpt: excerpt.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_a_line_and_columns() {
        let text = "作者：\r\n 詰将棋\r\n終";
        let of = |what: &str| {
            let at = text.find(what).unwrap();
            let place = TextPlace::new(text, &(at..at + what.len()), 3);
            (place.line, place.column, place.end_column, place.excerpt)
        };
        assert_eq!(of("者"), (3, 2, 3, "作者：".to_owned()));
        assert_eq!(of("詰将棋\r\n終"), (4, 2, 5, " 詰将棋".to_owned()));
        assert_eq!(of("\r\n終"), (4, 5, 5, " 詰将棋".to_owned()));
        // Bytes inside a character, and beyond the text.
        let inside = TextPlace::new(text, &(1..2), 1);
        assert_eq!((inside.column, inside.end_column), (1, 2));
        let beyond = TextPlace::new(text, &(99..120), 1);
        assert_eq!((beyond.line, beyond.column, beyond.end_column), (3, 2, 2));
    }
}
