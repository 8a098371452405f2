//! The error of an input that is not a problem, with its place.

use super::printable::printable;
use crate::said::Said;
use crate::vocabulary::{ErrorKind, Lang};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// The most columns of an excerpt before its place, and from the place on.
const EXCERPT_COLUMNS: usize = 36;

/// An error in the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RowError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// A sentence for people: lower case, no period.
    pub message: Said,
    /// The place in the text of the problem, in bytes of UTF-8 from its beginning, end excluded. Null
    /// if it is not a single place.
    pub span: Option<(usize, usize)>,
    /// The line of the place, counted from 1: in the file or in standard input, or in an argument.
    /// Null without a place.
    pub line: Option<usize>,
    /// The column of the place in characters, counted from 1: in the line, or in its field `sfen`.
    /// Null without a place.
    pub column: Option<usize>,
    /// The line with the place, and below it `^` under the place, for a font of fixed width. A long
    /// line is cut around the place. Null without a place.
    pub excerpt: Option<String>,
}

impl RowError {
    /// Makes an error at a place of the text, if it has one.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Said>, span: Option<Range<usize>>) -> Self {
        Self {
            kind,
            message: message.into().with_short_quotes(),
            span: span.map(|span| (span.start, span.end)),
            line: None,
            column: None,
            excerpt: None,
        }
    }

    /// Adds line, column and excerpt of the place in this text, which begins in the line `first_line`.
    pub fn locate(&mut self, text: &str, first_line: usize) {
        let Some((start, end)) = self.span else {
            return;
        };
        let start = character_start(text, start);
        let end = character_start(text, end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |it| it + 1);
        let line = &text[line_start..];
        let line = line.find('\n').map_or(line, |it| &line[..it]);
        let line = line.trim_end_matches('\r');
        let from = (start - line_start).min(line.len());
        self.line = Some(first_line + text[..start].matches('\n').count());
        self.column = Some(line[..from].chars().count() + 1);
        let to = (end - line_start).clamp(from, line.len());
        self.excerpt = Some(excerpt(line, from..to));
    }

    /// Returns the message, its place and the line of the excerpt, in one line.
    #[must_use]
    pub fn in_one_line(&self, lang: Lang) -> String {
        let line = self.excerpt.as_deref().and_then(|it| it.lines().next());
        let line = line.unwrap_or_default().trim();
        self.with_place_and(&(both!(lang, ": ", "：") + line), lang)
    }

    /// Returns the message with the place.
    #[must_use]
    pub fn with_place(&self, lang: Lang) -> String {
        self.with_place_and("", lang)
    }

    /// Returns the message with the place, and this text after it.
    fn with_place_and(&self, shown: &str, lang: Lang) -> String {
        let message = printable(self.message.in_lang(lang)).into_owned();
        let (Some(line), Some(column)) = (self.line, self.column) else {
            return message;
        };
        both!(
            lang,
            "{message} (line {line}, column {column}{shown})",
            "{message}（{line}行目{column}字目{shown}）"
        )
    }
}

/// Returns the line around a place, and a line with a mark under it.
fn excerpt(line: &str, place: Range<usize>) -> String {
    let mut shown = String::new();
    let (mut before, mut under, mut after) = (0, 0, 0);
    let (mut begin, mut room) = (place.start, EXCERPT_COLUMNS);
    for (index, c) in line[..place.start].char_indices().rev() {
        if width(c) > room {
            break;
        }
        room -= width(c);
        begin = index;
    }
    if begin > 0 {
        shown.push('…');
        before += 1;
    }
    for (offset, c) in line[begin..].char_indices() {
        let index = begin + offset;
        if index >= place.start && under + after + width(c) > EXCERPT_COLUMNS {
            shown.push('…');
            break;
        }
        let columns = if index < place.start {
            &mut before
        } else if index < place.end {
            &mut under
        } else {
            &mut after
        };
        *columns += width(c);
        shown.push(visible(c));
    }
    let shown = shown.trim_end();
    format!(
        "{shown}\n{}{}",
        " ".repeat(before),
        "^".repeat(under.max(1))
    )
}

/// Returns the character that is shown for `c`: U+FFFD if a terminal would obey it.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if printable(&c.to_string()) == c.to_string() => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns the columns that the shown character takes.
fn width(c: char) -> usize {
    visible(c).width().unwrap_or(0)
}

/// Returns the start of the character that contains this byte, or the end of the text.
fn character_start(text: &str, byte: usize) -> usize {
    let mut start = byte.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located(text: &str, span: Range<usize>, first: usize) -> RowError {
        let mut error = RowError::new(ErrorKind::Sfen, ["no", "否"], Some(span));
        error.locate(text, first);
        error
    }

    #[test]
    fn a_place_has_a_line_a_column_and_an_excerpt() {
        let text = "先手の持駒：なし\r\n5 ５四飛成\n";
        let at = text.find("飛").unwrap();
        let error = located(text, at..at + 6, 12);
        assert_eq!((error.line, error.column), (Some(13), Some(5)));
        assert_eq!(error.excerpt.as_deref(), Some("5 ５四飛成\n      ^^^^"));
        let line = error.in_one_line(Lang::English);
        assert_eq!(line, "no (line 13, column 5: 5 ５四飛成)");
        let line = error.in_one_line(Lang::Japanese);
        assert_eq!(line, "否（13行目5字目：5 ５四飛成）");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}X{}", "a".repeat(100), "b".repeat(100));
        let excerpt = located(&text, 100..101, 1).excerpt.unwrap();
        let (line, mark) = excerpt.split_once('\n').unwrap();
        assert_eq!(line, format!("…{}X{}…", "a".repeat(36), "b".repeat(35)));
        assert_eq!(mark, format!("{}^", " ".repeat(37)));
    }

    #[test]
    fn a_place_may_be_at_the_end_or_inside_a_character() {
        let error = located("a\u{1b}", 2..2, 1);
        assert_eq!(error.excerpt.as_deref(), Some("a\u{fffd}\n  ^"));
        assert_eq!(located("詰", 1..2, 1).column, Some(1));
        assert_eq!(located("", 7..9, 1).excerpt.as_deref(), Some("\n^"));
    }

    #[test]
    fn without_a_place_there_is_only_the_message() {
        let mut error = RowError::new(ErrorKind::Io, ["gone", "無"], None);
        error.locate("x", 3);
        assert_eq!((error.line, &error.excerpt), (None, &None));
        assert_eq!(error.in_one_line(Lang::English), "gone");
    }
}
