//! A text with its lines: the original, and a clean one without the marks of mails, pages and programs.

use super::clean::Clean;
use crate::error::{RecordError, RecordErrorKind};
use crate::lines::{Line, lines};
use crate::record::Record;
use std::ops::Range;

/// A function that reads the text of KIF in a link. The reader of texts passes itself in.
pub(super) type ReadLinked = fn(String) -> Result<Record, RecordError>;

/// Reads no links, for callers that do not need their content.
pub(super) const NO_LINKS: ReadLinked = |_| Err(RecordError::new(RecordErrorKind::Empty, 0..0));

/// A text with its lines.
pub(super) struct Text {
    /// The text without marks.
    pub clean: Clean,
    /// The original text.
    pub whole: String,
    /// The places of the line ends in the original text.
    pub ends: Vec<usize>,
    /// The places of the lines of the clean text.
    pub lines: Vec<Range<usize>>,
    /// The numbers of the lines of dashes below the names of columns: `|---|---|`.
    rules: Vec<usize>,
    /// Whether it is a text of records: all names with a colon are headers, and `*` begins a comment.
    pub is_record: bool,
    pub read_linked: ReadLinked,
}

impl Text {
    /// Divides a text into lines, and removes its marks.
    pub fn new(whole: String, is_record: bool, is_file: bool, read_linked: ReadLinked) -> Self {
        let clean = Clean::new(&whole, is_record, is_file);
        let lines = lines(&clean.text).map(|it| it.at..it.at + it.text.len());
        let lines: Vec<Range<usize>> = lines.collect();
        let is_rule = |line: &str| {
            line.starts_with('|') && line.contains("--") && line.chars().all(|c| "|-: ".contains(c))
        };
        let rules = (0..lines.len()).filter(|it| is_rule(&clean.text[lines[*it].clone()]));
        let rules = rules.collect();
        let ends = whole.match_indices('\n').map(|(at, _)| at).collect();
        Self {
            clean,
            whole,
            ends,
            lines,
            rules,
            is_record,
            read_linked,
        }
    }

    /// Returns a line of the clean text.
    pub fn line(&self, number: usize) -> Line<'_> {
        let range = self.lines[number].clone();
        Line {
            at: range.start,
            text: &self.clean.text[range],
        }
    }

    /// Returns the names of the columns of the table that has this line.
    pub fn columns(&self, number: usize) -> Option<&str> {
        let above = self.rules.partition_point(|it| *it < number);
        let names = self
            .line(self.rules.get(above.checked_sub(1)?)?.checked_sub(1)?)
            .text;
        let bars = |text: &str| text.matches('|').count();
        (bars(names) == bars(self.line(number).text)).then_some(names)
    }

    /// Returns the line in which a place of the clean text is.
    pub fn line_of_place(&self, at: usize) -> Line<'_> {
        let next = self.lines.partition_point(|it| it.start <= at);
        self.line(next.saturating_sub(1))
    }

    /// Returns the number of the line in the original text, from 1, for a place in the clean text.
    pub fn number_at(&self, at: usize) -> usize {
        let there = self.clean.original_at(at);
        self.ends.partition_point(|end| *end < there) + 1
    }
}
