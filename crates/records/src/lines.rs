//! Lines with their places.

use crate::notation::cursor::Cursor;
use std::ops::Range;

/// A line without its end, and its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub at: usize,
}

/// Returns the lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let text = line.trim_end_matches(['\n', '\r']);
        Line { text, at: start }
    })
}

impl<'a> From<Cursor<'a>> for Line<'a> {
    fn from(Cursor { rest, at }: Cursor<'a>) -> Self {
        Line { text: rest, at }
    }
}

impl<'a> Line<'a> {
    /// Returns the line without blanks of either width around it.
    pub fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Self {
            text: text.trim_end(),
            at: self.at + self.text.len() - text.len(),
        }
    }

    /// Returns the place of the line without blanks around it.
    pub fn span(self) -> Range<usize> {
        let Line { text, at } = self.trimmed();
        at..at + text.len()
    }

    /// Returns a part of the line as a line of its own. `part` has to be a slice of this line.
    pub fn within(self, part: &'a str) -> Self {
        let at = self.at + (part.as_ptr().addr() - self.text.as_ptr().addr());
        Self { text: part, at }
    }

    pub fn cursor(self) -> Cursor<'a> {
        Cursor {
            rest: self.text,
            at: self.at,
        }
    }
}
