//! A cursor over the characters of a text, which knows its place in the text.

use std::ops::Range;

/// Goes through the characters of a line.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    /// The rest of the text.
    pub rest: &'a str,
    /// The place of the rest in the text, in bytes.
    pub at: usize,
}

impl<'a> Cursor<'a> {
    #[must_use]
    pub fn peek(self) -> Option<char> {
        self.rest.chars().next()
    }

    #[allow(clippy::should_implement_trait)] // The cursor is `Copy`, and is not meant for loops.
    pub fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.advance(c.len_utf8());
        Some(c)
    }

    pub fn advance(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.at += bytes;
    }

    /// Skips the next character if it satisfies the condition. Returns whether it does.
    pub fn skip_one(&mut self, condition: impl Fn(char) -> bool) -> bool {
        match self.peek() {
            Some(c) if condition(c) => {
                self.advance(c.len_utf8());
                true
            }
            _ => false,
        }
    }

    /// Skips characters as long as they satisfy the condition. Returns the skipped text.
    pub fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|c| !condition(c)).unwrap_or(self.rest.len());
        let taken = &self.rest[..length];
        self.advance(length);
        taken
    }

    pub fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Skips a word, if it is next. Returns whether it is.
    pub fn skip(&mut self, word: &str) -> bool {
        let is_next = self.rest.starts_with(word);
        if is_next {
            self.advance(word.len());
        }
        is_next
    }

    /// Returns the place of the next character; empty at the end.
    pub fn next_span(self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}
