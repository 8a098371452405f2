//! What is said of a judged composition.

use super::layout::{pad, wrapped};
use super::{DIM, HEAD, Layout, Text, style};
use crate::composition::rules::Grade;
use crate::report::attributes::attributes;
use crate::report::board;
use crate::report::judgement::{self, DescribedFinding};
use crate::report::words::answers::{again, kanji, mark, stopped, word};
use crate::report::words::judged::{left_open, looked_at, reasons};
use crate::report::words::labels;
use crate::report::{Entry, Lang, Status, Verdict};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

impl<W: Write> Text<W> {
    /// The verdict on a composition, in one line.
    pub(super) fn judged(&mut self, entry: &Entry) -> io::Result<()> {
        let row = &entry.row;
        if entry.judgement.is_none() && row.duplicate_of.is_none() {
            return Ok(());
        }
        let style = style(row);
        let lang = self.layout.lang;
        let (mark, kanji) = (mark(row.verdict), kanji(row.verdict));
        let said = match &entry.judgement {
            None => Some(again(row, lang)),
            Some((judgement, profile)) => match row.verdict {
                Verdict::Flawed | Verdict::Blemished => Some(reasons(judgement, *profile, lang)),
                Verdict::Unknown if judgement.composed.reading.is_some() => {
                    let open = judgement::count_open(judgement, *profile);
                    Some(left_open(open, lang))
                }
                _ => None,
            },
        };
        let said = match (lang, said) {
            (Lang::English, None) => format!("  {}", word(row.verdict)),
            (Lang::English, Some(said)) => {
                let colon = if entry.judgement.is_some() {
                    ": "
                } else {
                    "  "
                };
                format!("  {}{colon}{said}", word(row.verdict))
            }
            (Lang::Japanese, said) => said.map_or(String::new(), |said| format!("  {said}")),
        };
        writeln!(self.out, "{style}{mark} {kanji}{style:#}{said}\n")
    }

    /// What was found in a composition: defects, what is tolerated, remarks, and what is open.
    pub(super) fn findings(&mut self, entry: &Entry) -> io::Result<()> {
        let (Some((judgement, profile)), Some(problem)) = (&entry.judgement, &entry.problem) else {
            return Ok(());
        };
        let (notation, lang) = (self.layout.notation, self.layout.lang);
        let words = labels::words(lang);
        let told = judgement::told(problem, judgement, notation, lang);
        let is_of = |it: &DescribedFinding, grade| profile.grade(it.severity) == grade;
        let is_defect = |it: &&DescribedFinding| is_of(it, Grade::Fatal);
        let is_blemish = |it: &&DescribedFinding| is_of(it, Grade::Blemish);
        let is_remark = |it: &&DescribedFinding| is_of(it, Grade::Remark);
        // Custom hardly minds what is beside the main line.
        let is_shown = |it: &&DescribedFinding| {
            let is_grave = is_defect(it) || is_blemish(it);
            self.layout.notes || it.is_answer || is_grave || !is_remark(it) && !it.aside
        };
        let hidden = told.iter().filter(|it| !is_shown(it));
        let hidden = hidden.map(|it| it.moves.len().max(1)).sum();
        let lists = [
            (words.defects, told.iter().filter(is_defect).collect()),
            (words.blemishes, told.iter().filter(is_blemish).collect()),
            (
                words.minor,
                told.iter()
                    .filter(|it| is_of(it, Grade::Minor) && is_shown(it))
                    .collect(),
            ),
            (
                words.remarks,
                told.iter()
                    .filter(|it| is_remark(it) && is_shown(it))
                    .collect(),
            ),
        ];
        for (title, list) in lists {
            self.section(title, list)?;
        }
        let open = judgement::open(problem, judgement, *profile, notation, lang);
        for (i, (what, moves)) in open.iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.open)?;
            }
            self.heading(what, moves)?;
        }
        if entry.row.attributes.is_some() && !judgement.attributes.is_empty() {
            writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.attributes)?;
            for line in wrapped(&attributes(judgement, lang), self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
            // What the pieces draw at the end (曲詰, あぶり出し) is for people to see.
            let mut end = problem.setup().clone();
            if entry.line.iter().all(|&mv| end.play(mv)) {
                writeln!(self.out, "\n{HEAD}{}{HEAD:#}", words.final_position)?;
                for line in board::board(&end, problem.attacker()) {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        if judgement.composed.reading.is_some() {
            let looked_at = looked_at(judgement, *profile, hidden, lang);
            writeln!(self.out, "\n{looked_at}")?;
        }
        Ok(())
    }

    fn section(&mut self, title: &str, told: Vec<&DescribedFinding>) -> io::Result<()> {
        for (i, it) in told.into_iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{title}{HEAD:#}")?;
            }
            self.heading(&it.what, &it.moves)?;
            let how: Vec<String> = it.how.split(' ').map(str::to_owned).collect();
            for line in wrapped(&how, self.layout.width.saturating_sub(4)) {
                writeln!(self.out, "      {line}")?;
            }
            if it.line.len() > 1 {
                for line in wrapped(&it.line, self.layout.width.saturating_sub(4)) {
                    writeln!(self.out, "      {DIM}{line}{DIM:#}")?;
                }
            }
        }
        Ok(())
    }

    /// What it is, and the moves it is about; they keep to their column when there are many.
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

/// The first defect of a judged composition, short, or what there is instead.
pub(super) fn first_defect(entry: &Entry, layout: Layout) -> String {
    let (Some((judgement, profile)), Some(problem)) = (&entry.judgement, &entry.problem) else {
        return String::new();
    };
    let lang = layout.lang;
    let told = judgement::told(problem, judgement, layout.notation, lang);
    let counts = |it: &&DescribedFinding| profile.grade(it.severity) >= Grade::Blemish;
    let mut defects = told.iter().filter(counts);
    if let Some(first) = defects.next() {
        let mut parts = vec![first.what.replace("  ", " ")];
        parts.extend(first.moves.first().cloned());
        let first = parts.join(" ");
        return match defects.count() {
            0 => first,
            more => lang.of([
                format!("{first}  (and {more} more)"),
                format!("{first}  （ほか{more}件）"),
            ]),
        };
    }
    match judgement::count_open(judgement, *profile) {
        open if open > 0 => {
            let open = left_open(open, lang);
            let stopped = stopped(entry, lang);
            lang.of([format!("{open}; {stopped}"), format!("{open}・{stopped}")])
        }
        _ if entry.row.status == Status::Limit => stopped(entry, lang),
        _ => String::new(),
    }
}
