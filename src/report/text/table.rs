//! Writes the rows of a table: one line for each of many problems. Columns have fixed widths, because a row
//! is written as soon as it is known.

use super::judged::first_defect;
use super::layout::{clipped, id_width, pad, pad_left, shortened, wrapped, write_row};
use super::{DIM, Text, style};
use crate::answer::{Row, printable};
use crate::composition::verdict::Kind;
use crate::report::view::View;
use crate::report::words::answers::{
    earlier_problem, length_check, other_verdict, short_length, short_verdict, strict_if_other,
    verdict_in_words, why_stopped,
};
use crate::report::words::units::short_time;
use crate::report::words::{dot, joined, labels};
use crate::vocabulary::Verdict;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The width of a verdict and a length, with a blank between them. The longest verdicts have no length.
const VERDICT_AND_LENGTH: usize = 15;
/// The width of the length in the input.
const GIVEN_WIDTH: usize = 5;
const TIME_WIDTH: usize = 6;
/// The least width of the name of a file beside an id.
const LEAST_FILE_WIDTH: usize = 7;

sentences! {
    longer_line(plies, line): "a longer line, {plies} plies: {line}", "長い手順（{plies}手）：{line}";
    hardest(line): "hardest try: {line}", "有力な紛れ：{line}";
    strict(plies): "strict {plies}", "厳密{plies}手";
}

impl<W: Write> Text<W> {
    /// Writes one line about one problem, after the heading if it is the first.
    pub(super) fn write_table_row(&mut self, row: &Row) -> io::Result<()> {
        let lang = self.layout.lang;
        let words = labels::words(lang);
        let id_width = id_width(self.layout);
        if self.written == 0 && self.layout.summary {
            let [id, verdict, length, given, time] = lang.of(labels::COLUMNS);
            let id = pad(id, id_width);
            let numbers = numbers(verdict, length, given, time);
            let last = if self.layout.judged {
                words.first_defect
            } else {
                words.line
            };
            writeln!(self.out, "{DIM}{id}  {verdict}{numbers}  {last}{DIM:#}")?;
        }
        let id = self.id_in_column(row, id_width);
        let style = style(row);
        let verdict = short_verdict(row.verdict, lang);
        let time = match row.verdict {
            Verdict::Error => String::new(),
            _ => short_time(row.elapsed(), lang),
        };
        let numbers = numbers(verdict, &short_length(row), &length_check(row), &time);
        let head = format!("{id}  {style}{verdict}{style:#}{numbers}");
        let used = id_width + 2 + verdict.width() + numbers.width();
        let last = self.last_column(row);
        if row.error.is_some() && self.layout.clip && !self.layout.summary {
            // Nothing else shows the error, so it is not cut.
            writeln!(self.out, "{}", head.trim_end())?;
            for line in wrapped(last.split(' '), self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
            return Ok(());
        }
        write_row(&mut self.out, &head, used, &last, self.layout)?;
        // The most similar work shows that there are some.
        if let Some(first) = row.similar.iter().flatten().next() {
            let line = format!("    {}: {}", words.similar, first.in_one_line(lang));
            let line = if self.layout.clip {
                clipped(&line, self.layout.width)
            } else {
                line
            };
            writeln!(self.out, "{DIM}{line}{DIM:#}")?;
        }
        Ok(())
    }

    /// Returns the id in its column, and the name of the file if there is room for it.
    fn id_in_column(&self, row: &Row, width: usize) -> String {
        let mut id = shortened(&printable(&row.id), width);
        let room = width.saturating_sub(id.width() + " ()".len());
        if room >= LEAST_FILE_WIDTH
            && let Some(file) = self.file(row)
        {
            let file = printable(file);
            let stem = file.rsplit_once('.').map_or(&*file, |(stem, _)| stem);
            let file = if file.width() > room { stem } else { &file };
            id = format!("{id} ({})", shortened(file, room));
        }
        pad(&id, width)
    }

    /// Returns the last column of a row.
    fn last_column(&self, row: &Row) -> String {
        let lang = self.layout.lang;
        if let Some(error) = &row.error {
            return error.in_one_line(lang);
        }
        let Some(view) = View::of(row, lang, self.layout.notation) else {
            return row.solution.join(" ");
        };
        let again = row
            .duplicate_of
            .is_some()
            .then(|| earlier_problem(row, lang));
        let strict = strict_if_other(row).map(|plies| strict(plies, lang));
        let parts = if row.is_judged() {
            let (defect, attempt) = (first_defect(&view), hardest_try(&view));
            [
                again,
                other_verdict(row, lang),
                Some(defect),
                Some(attempt),
                strict,
            ]
        } else if again.is_some() {
            [again, None, None, None, strict]
        } else {
            let answer = match row.verdict {
                Verdict::NoMate => hardest_try(&view),
                Verdict::Unknown => why_stopped(row, lang),
                _ if row.solution.is_empty() && !row.goal.is_mate() => {
                    verdict_in_words(row, lang).join(dot(lang))
                }
                _ => {
                    let line = view.moves(&[], &row.solution).join(" ");
                    if row.is_line_longer() {
                        longer_line(row.solution.len(), line, lang)
                    } else {
                        line
                    }
                }
            };
            [strict, Some(answer), None, None, None]
        };
        joined(parts.into_iter().flatten(), "  ")
    }
}

/// Returns the columns between a verdict and the last column, aligned.
fn numbers(verdict: &str, length: &str, given: &str, time: &str) -> String {
    let length = pad_left(length, VERDICT_AND_LENGTH.saturating_sub(verdict.width()));
    let (given, time) = (pad(given, GIVEN_WIDTH), pad_left(time, TIME_WIDTH));
    format!("{length} {given} {time}")
}

/// Returns the hardest try and its refutation, if there is no mate: `hardest try: ▲５二歩 △同玉`.
fn hardest_try(view: &View<'_>) -> String {
    let mut findings = view.row.findings();
    let found = findings.find(|it| it.kind == Kind::NoMate.key());
    let line = match (&view.row.refutation, found) {
        (Some(refutation), _) => view.moves(&[], &refutation.line),
        (None, Some(found)) => view.moves(&[], &found.line),
        (None, None) => return String::new(),
    };
    if line.is_empty() {
        return String::new();
    }
    hardest(line.join(" "), view.lang)
}
