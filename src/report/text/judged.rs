//! What is said of a judged composition.

use super::layout::{pad, wrapped};
use super::words::{again, kanji, mark, stopped, style, word};
use super::{DIM, HEAD, Notation, Text};
use crate::report::attributes::attributes;
use crate::report::board;
use crate::report::judgement::{self, Told};
use crate::report::{Entry, Lang, Status, Verdict};
use crate::tsume::rules::{Grade, Profile};
use crate::tsume::verdict::Judgement;
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
        let (mark, kanji, word) = (mark(row.verdict), kanji(row.verdict), word(row.verdict));
        let Some((judgement, profile)) = &entry.judgement else {
            let as_before = again(row);
            return writeln!(
                self.out,
                "{style}{mark} {kanji}{style:#}  {word}  {as_before}\n"
            );
        };
        let why = match row.verdict {
            Verdict::Flawed | Verdict::Blemished => {
                let reasons = judgement::reasons(judgement, *profile);
                let names: Vec<_> = reasons.into_iter().map(|it| it.0).collect();
                format!(": {}", names.join(", "))
            }
            Verdict::Unknown if judgement.composed.reading.is_some() => {
                format!(": {} open", judgement::count_open(judgement, *profile))
            }
            _ => String::new(),
        };
        writeln!(self.out, "{style}{mark} {kanji}{style:#}  {word}{why}\n")
    }

    /// What was found in a composition: defects, what is tolerated, remarks, and what is open.
    pub(super) fn findings(&mut self, entry: &Entry) -> io::Result<()> {
        let (Some((judgement, profile)), Some(problem)) = (&entry.judgement, &entry.problem) else {
            return Ok(());
        };
        let notation = self.layout.notation;
        let told = judgement::told(problem, judgement, notation);
        let is_of = |it: &Told, grade| profile.grade(it.severity) == grade;
        let is_defect = |it: &&Told| is_of(it, Grade::Fatal);
        let is_blemish = |it: &&Told| is_of(it, Grade::Blemish);
        let is_remark = |it: &&Told| is_of(it, Grade::Remark);
        // Custom hardly minds what is beside the main line.
        let is_shown = |it: &&Told| {
            let is_grave = is_defect(it) || is_blemish(it);
            self.layout.notes || it.is_answer || is_grave || !is_remark(it) && !it.aside
        };
        let hidden = told.iter().filter(|it| !is_shown(it));
        let hidden = hidden.map(|it| it.moves.len().max(1)).sum();
        let lists = [
            ("defects", told.iter().filter(is_defect).collect()),
            ("blemishes", told.iter().filter(is_blemish).collect()),
            (
                "minor",
                told.iter()
                    .filter(|it| is_of(it, Grade::Minor) && is_shown(it))
                    .collect(),
            ),
            (
                "remarks",
                told.iter()
                    .filter(|it| is_remark(it) && is_shown(it))
                    .collect(),
            ),
        ];
        for (title, list) in lists {
            self.section(title, list)?;
        }
        let open = judgement::open(problem, judgement, *profile, notation, Lang::English);
        for (i, (what, moves)) in open.iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}open{HEAD:#}")?;
            }
            self.heading(what, moves)?;
        }
        if entry.row.attributes.is_some() && !judgement.attributes.is_empty() {
            writeln!(self.out, "\n{HEAD}attributes{HEAD:#}")?;
            for line in wrapped(&attributes(judgement, Lang::Japanese), self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
            // What the pieces draw at the end (曲詰, あぶり出し) is for people to see.
            let mut end = problem.setup().clone();
            if entry.line.iter().all(|&mv| end.play(mv)) {
                writeln!(self.out, "\n{HEAD}final position{HEAD:#}")?;
                for line in board::board(&end, problem.attacker()) {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        if judgement.composed.reading.is_some() {
            writeln!(self.out, "\n{}", looked_at(judgement, *profile, hidden))?;
        }
        Ok(())
    }

    fn section(&mut self, title: &str, told: Vec<&Told>) -> io::Result<()> {
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

/// How much was looked at, and what became of it.
pub(super) fn looked_at(judgement: &Judgement, profile: Profile, hidden: usize) -> String {
    let counted = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut parts = vec![format!(
        "looked at {} at {} of the attacker",
        counted(judgement.alternatives, "other check"),
        counted(judgement.turns, "turn"),
    )];
    let undecided = judgement.unresolved(profile).count();
    let open = judgement::count_open(judgement, profile);
    if open > 0 {
        parts.push(format!("{open} open"));
    } else if judgement.unresolved.is_empty() && judgement.findings.is_empty() {
        parts.push("all refuted".to_owned());
    }
    let tolerable = judgement.unresolved.len() - undecided;
    if tolerable > 0 {
        parts.push(format!(
            "{tolerable} not decided, tolerated whatever they are"
        ));
    }
    if hidden > 0 {
        let noun = if hidden == 1 { "remark" } else { "remarks" };
        parts.push(format!("-v shows {hidden} more {noun}"));
    }
    parts.join(" · ")
}

/// The first defect of a judged composition, short, or what there is instead.
pub(super) fn first_defect(entry: &Entry, notation: Notation) -> String {
    let (Some((judgement, profile)), Some(problem)) = (&entry.judgement, &entry.problem) else {
        return String::new();
    };
    let told = judgement::told(problem, judgement, notation);
    let counts = |it: &&Told| profile.grade(it.severity) >= Grade::Blemish;
    let mut defects = told.iter().filter(counts);
    if let Some(first) = defects.next() {
        let what = first.what.split("  ").take_while(|it| !it.is_ascii());
        let mut parts: Vec<String> = what.map(str::to_owned).collect();
        parts.extend(first.moves.first().cloned());
        return match defects.count() {
            0 => parts.join(" "),
            more => format!("{}  (and {more} more)", parts.join(" ")),
        };
    }
    match judgement::count_open(judgement, *profile) {
        open if open > 0 => format!("{open} open; {}", stopped(entry)),
        _ if entry.row.status == Status::Limit => stopped(entry),
        _ => String::new(),
    }
}
