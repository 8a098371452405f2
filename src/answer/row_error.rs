//! The error of an input that is not a problem, with its place.

use super::printable::printable;
use crate::said::Said;
use crate::vocabulary::{ErrorKind, Lang};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// The most columns of an excerpt on either side of the place.
const AROUND: usize = 36;

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

    /// Adds line, column and excerpt of the place in this text, which begins in the line `first`.
    pub fn locate(&mut self, text: &str, first: usize) {
        let Some((start, end)) = self.span else {
            return;
        };
        let start = floor(text, start);
        let end = floor(text, end).max(start);
        let from = text[..start].rfind('\n').map_or(0, |it| it + 1);
        let line = &text[from..];
        let line = line.find('\n').map_or(line, |it| &line[..it]);
        let line = line.trim_end_matches('\r');
        let at = (start - from).min(line.len());
        self.line = Some(first + text[..start].matches('\n').count());
        self.column = Some(line[..at].chars().count() + 1);
        self.excerpt = Some(excerpt(line, at..(end - from).clamp(at, line.len())));
    }

    /// Returns the message, and after it the place and what stands there, in one line.
    #[must_use]
    pub fn in_one_line(&self, lang: Lang) -> String {
        let shown = self.excerpt.as_deref().and_then(|it| it.lines().next());
        let shown = shown.unwrap_or_default().trim();
        self.with(&(both!(lang, ": ", "：") + shown), lang)
    }

    /// Returns the message with the place.
    #[must_use]
    pub fn with_place(&self, lang: Lang) -> String {
        self.with("", lang)
    }

    fn with(&self, shown: &str, lang: Lang) -> String {
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
    let begin = {
        let mut room = AROUND;
        let behind = line[..place.start].char_indices().rev();
        let fits = behind.take_while(|&(_, c)| {
            let fits = width(c) <= room;
            room = room.saturating_sub(width(c));
            fits
        });
        fits.last().map_or(place.start, |(at, _)| at)
    };
    if begin > 0 {
        shown.push('…');
        before += 1;
    }
    for (at, c) in line[begin..].char_indices() {
        let at = begin + at;
        if at >= place.start && under + after + width(c) > AROUND {
            shown.push('…');
            break;
        }
        let counted = if at < place.start {
            &mut before
        } else if at < place.end {
            &mut under
        } else {
            &mut after
        };
        *counted += width(c);
        shown.push(visible(c));
    }
    let shown = shown.trim_end();
    format!(
        "{shown}\n{}{}",
        " ".repeat(before),
        "^".repeat(under.max(1))
    )
}

/// Returns the sign that is shown for a character; one that a terminal obeys has a sign of its own.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if printable(&c.to_string()) == c.to_string() => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

fn width(c: char) -> usize {
    visible(c).width().unwrap_or(0)
}

/// Returns the place, or that of the character in which it is.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
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
