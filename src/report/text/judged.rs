//! The text about a judged composition.

use super::layout::{pad, wrapped};
use super::{DIM, HEAD, style};
use crate::answer::Row;
use crate::composition::verdict::Kind;
use crate::report::attributes::attributes;
use crate::report::board;
use crate::report::text::Text;
use crate::report::view::{FindingView, View};
use crate::report::words::answers::{mark, stopped};
use crate::report::words::judged::{judged_in_words, left_open, looked_at, says_no_more};
use crate::report::words::labels;
use crate::report::words::open::why_open;
use crate::vocabulary::{Grade, Status};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

impl<W: Write> Text<W> {
    /// Writes the verdict on a composition, in one line.
    pub(super) fn judged(&mut self, row: &Row) -> io::Result<()> {
        if !row.is_judged() && row.duplicate_of.is_none() {
            return Ok(());
        }
        let style = style(row);
        let [verdict, said] = judged_in_words(row, self.layout.lang);
        if says_no_more(row) {
            // The answer follows in the same line.
            return write!(self.out, "{style}{}{style:#} ", mark(row.verdict));
        }
        writeln!(self.out, "{style}{verdict}{style:#}{said}\n")
    }

    /// Writes the findings about a composition: defects, tolerated ones, remarks, and open moves.
    pub(super) fn findings(&mut self, view: &View<'_>) -> io::Result<()> {
        let (row, lang) = (view.row, view.lang);
        if !row.is_judged() {
            return Ok(());
        }
        let words = labels::words(lang);
        let shows_all = self.layout.notes;
        // Composers pay little attention to findings beside the main line.
        let is_shown = |it: &FindingView<'_>| {
            // An author who gives a line expects an answer about it.
            let is_answer = it.is(Kind::AuthorLine);
            let grade = it.found.grade;
            let is_small = grade == Some(Grade::Minor) && it.found.after.is_empty();
            shows_all || is_answer || grade.is_none_or(|it| it >= Grade::Blemish) || is_small
        };
        let hidden = view.findings().filter(|it| !is_shown(it));
        let hidden = hidden.map(|it| it.shown_moves().len().max(1)).sum();
        let lists = [
            (words.defects, Grade::Fatal),
            (words.blemishes, Grade::Blemish),
            (words.minor, Grade::Minor),
            (words.remarks, Grade::Remark),
        ];
        for (title, grade) in lists {
            let of_grade = view.findings().filter(|it| it.found.grade == Some(grade));
            self.section(title, of_grade.filter(is_shown))?;
        }
        for (i, part) in view.open().iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.open)?;
            }
            self.heading(&part.place, &part.moves)?;
        }
        if let Some(why) = why_open(row, lang) {
            let words: Vec<String> = why.split(' ').map(str::to_owned).collect();
            for line in wrapped(&words, self.layout.width.saturating_sub(2)) {
                writeln!(self.out, "  {DIM}{line}{DIM:#}")?;
            }
        }
        if let Some(known) = row.attributes.as_ref().filter(|it| !it.is_empty()) {
            writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.attributes)?;
            for line in wrapped(&attributes(known, lang), self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
            // Pictures formed by the final position (曲詰, あぶり出し) are for people to see.
            let mut end = view.setup().clone();
            let line = view.playable(&[], view.main).unwrap_or_default();
            if line.iter().all(|&mv| end.play(mv)) {
                writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.final_position)?;
                for line in board::board(&end, view.problem.attacker()) {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        if let Some(looked_at) = looked_at(row, hidden, lang) {
            writeln!(self.out, "\n{looked_at}")?;
        }
        Ok(())
    }

    fn section<'v>(
        &mut self,
        title: &str,
        findings: impl Iterator<Item = FindingView<'v>>,
    ) -> io::Result<()> {
        for (i, it) in findings.enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{title}{HEAD:#}")?;
            }
            self.heading(&it.place(), &it.shown_moves())?;
            let sentence = it.sentence();
            let words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
            for line in wrapped(&words, self.layout.width.saturating_sub(4)) {
                writeln!(self.out, "      {line}")?;
            }
            if it.is_of_the_whole() {
                continue;
            }
            let line = it.line();
            if line.len() > 1 {
                for line in wrapped(&line, self.layout.width.saturating_sub(4)) {
                    writeln!(self.out, "      {DIM}{line}{DIM:#}")?;
                }
            }
        }
        Ok(())
    }

    /// Writes the kind and the moves of a finding; many moves keep to their column.
    fn heading(&mut self, what: &str, moves: &[String]) -> io::Result<()> {
        if moves.is_empty() {
            return writeln!(self.out, "  {what}");
        }
        let margin = what.width() + 4;
        let lines = wrapped(moves, self.layout.width.saturating_sub(margin).max(20));
        for (i, line) in lines.iter().enumerate() {
            let what = if i == 0 { what } else { "" };
            writeln!(self.out, "  {}{line}", pad(what, margin - 2))?;
        }
        Ok(())
    }
}

/// Returns the first defect of a judged composition in short, or another result.
pub(super) fn first_defect(view: &View<'_>) -> String {
    let (row, lang) = (view.row, view.lang);
    // The verdict says already that there is no mate.
    let grave = view.findings().take(row.grave().count());
    let mut grave = grave.filter(|it| !it.is(Kind::NoMate));
    if let Some(first) = grave.next() {
        let mut parts = vec![first.place().replace("  ", " ")];
        parts.extend(first.shown_moves().first().cloned());
        let first = parts.join(" ");
        return match grave.count() {
            0 => first,
            more => both!(
                lang,
                "{first}  (and {more} more)",
                "{first}  （ほか{more}件）"
            ),
        };
    }
    match row.count_open() {
        // Where nothing is known, all is open.
        open if open > 0 && row.has_judged_line() => {
            // The reason comes first: on a narrow page the rest is cut.
            let parts = [stopped(row, lang), left_open(open, lang)];
            let parts = parts.into_iter().filter(|it| !it.is_empty());
            parts.collect::<Vec<_>>().join(lang.of(["; ", "・"]))
        }
        _ if row.status == Status::Limit => stopped(row, lang),
        _ => String::new(),
    }
}
