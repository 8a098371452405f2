//! The text about a judged composition.

use super::layout::{pad, wrapped};
use super::{DIM, HEAD, Layout, Text, style};
use crate::composition::rules::Grade;
use crate::composition::verdict::Kind;
use crate::report::attributes::attributes;
use crate::report::board;
use crate::report::view::{FindingView, JudgementView};
use crate::report::words::answers::{mark, stopped};
use crate::report::words::judged::{judged_in_words, left_open, looked_at, says_no_more};
use crate::report::words::labels;
use crate::report::words::open::why_open;
use crate::report::{Entry, Status};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

impl<W: Write> Text<W> {
    /// Writes the verdict on a composition, in one line.
    pub(super) fn judged(&mut self, entry: &Entry) -> io::Result<()> {
        let row = &entry.row;
        if entry.judgement.is_none() && row.duplicate_of.is_none() {
            return Ok(());
        }
        let style = style(row);
        let [verdict, said] = judged_in_words(entry, self.layout.lang);
        if says_no_more(entry) {
            // The answer follows in the same line.
            return write!(self.out, "{style}{}{style:#} ", mark(row.verdict));
        }
        writeln!(self.out, "{style}{verdict}{style:#}{said}\n")
    }

    /// Writes the findings about a composition: defects, tolerated ones, remarks, and open moves.
    pub(super) fn findings(&mut self, entry: &Entry) -> io::Result<()> {
        let Some(view) = JudgementView::of(entry) else {
            return Ok(());
        };
        let (notation, lang) = (self.layout.notation, self.layout.lang);
        let words = labels::words(lang);
        let shows_all = self.layout.notes;
        // Composers pay little attention to findings beside the main line.
        let is_shown = |it: &&FindingView<'_>| {
            // Who gives a line wants to hear of it.
            let is_answer = it.kind() == Kind::AuthorLine;
            let is_small = it.grade == Grade::Minor && !it.group.first.in_equal_variation;
            shows_all || is_answer || it.grade >= Grade::Blemish || is_small
        };
        let hidden = view.findings.iter().filter(|it| !is_shown(it));
        let hidden = hidden.map(|it| it.shown_moves(notation).len().max(1)).sum();
        let lists = [
            (words.defects, Grade::Fatal),
            (words.blemishes, Grade::Blemish),
            (words.minor, Grade::Minor),
            (words.remarks, Grade::Remark),
        ];
        for (title, grade) in lists {
            let list = view.of_grade(grade).filter(is_shown);
            self.section(title, list)?;
        }
        for (i, part) in view.open(notation, lang).iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.open)?;
            }
            self.heading(&part.what, &part.moves)?;
        }
        if let Some(why) = why_open(&entry.row, lang) {
            let words: Vec<String> = why.split(' ').map(str::to_owned).collect();
            for line in wrapped(&words, self.layout.width.saturating_sub(2)) {
                writeln!(self.out, "  {DIM}{line}{DIM:#}")?;
            }
        }
        if entry.row.attributes.is_some() && !view.judgement.attributes.is_empty() {
            writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.attributes)?;
            for line in wrapped(&attributes(view.judgement, lang), self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
            // Pictures formed by the final position (曲詰, あぶり出し) are for people to see.
            let mut end = view.problem.setup().clone();
            if entry.line.iter().all(|&mv| end.play(mv)) {
                writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.final_position)?;
                for line in board::board(&end, view.problem.attacker()) {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        if view.judgement.composed.reading.is_some() && entry.row.goal.is_mate() {
            let looked_at = looked_at(&view, hidden, lang);
            writeln!(self.out, "\n{looked_at}")?;
        }
        Ok(())
    }

    fn section<'v, 'j: 'v>(
        &mut self,
        title: &str,
        findings: impl Iterator<Item = &'v FindingView<'j>>,
    ) -> io::Result<()> {
        let (notation, lang) = (self.layout.notation, self.layout.lang);
        for (i, it) in findings.enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{title}{HEAD:#}")?;
            }
            self.heading(&it.place(lang), &it.shown_moves(notation))?;
            let sentence = it.sentence(lang, notation);
            let words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
            for line in wrapped(&words, self.layout.width.saturating_sub(4)) {
                writeln!(self.out, "      {line}")?;
            }
            if it.is_of_the_whole {
                continue;
            }
            let line = it.line(notation);
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
pub(super) fn first_defect(entry: &Entry, layout: Layout) -> String {
    let Some(view) = JudgementView::of(entry) else {
        return String::new();
    };
    let lang = layout.lang;
    // The verdict says already that there is no mate.
    let mut grave = view.grave().filter(|it| it.kind() != Kind::NoMate);
    if let Some(first) = grave.next() {
        let mut parts = vec![first.place(lang).replace("  ", " ")];
        parts.extend(first.shown_moves(layout.notation).first().cloned());
        let first = parts.join(" ");
        return match grave.count() {
            0 => first,
            more => lang.of([
                format!("{first}  (and {more} more)"),
                format!("{first}  （ほか{more}件）"),
            ]),
        };
    }
    match view.count_open() {
        // Where nothing is known, all is open.
        open if open > 0 && view.judgement.composed.reading.is_some() => {
            // The reason comes first: on a narrow page the rest is cut.
            let parts = [stopped(entry, lang), left_open(open, lang)];
            let parts = parts.into_iter().filter(|it| !it.is_empty());
            parts.collect::<Vec<_>>().join(lang.of(["; ", "・"]))
        }
        _ if entry.row.status == Status::Limit => stopped(entry, lang),
        _ => String::new(),
    }
}
