//! What is said of a judged composition.

use super::layout::wrapped;
use super::words::{again, kanji, mark, stopped, style, word};
use super::{DIM, HEAD, Notation, Text};
use crate::report::judgement::{self, Told};
use crate::report::{Entry, Status, Verdict};
use crate::tsume::rules::{Profile, Severity};
use crate::tsume::verdict::Judgement;
use std::io::{self, Write};

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
            Verdict::Flawed => format!(": {}", judgement::reasons(judgement, *profile)),
            Verdict::Unknown if judgement.composed.reading.is_some() => {
                let open = row.unresolved.as_ref().map_or(0, Vec::len);
                format!(": {open} open")
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
        let in_japanese = self.layout.notation == Notation::Japanese;
        let told = judgement::told(problem, judgement, in_japanese);
        let is_defect = |it: &&Told| profile.fails(it.severity);
        // Custom hardly minds what is beside the main line.
        let is_remark = |it: &&Told| !is_defect(it) && (it.severity == Severity::Info || it.aside);
        self.section("defects", told.iter().filter(is_defect))?;
        let tolerated = told.iter().filter(|it| !is_defect(it) && !is_remark(it));
        self.section("tolerated", tolerated)?;
        if self.layout.notes {
            self.section("remarks", told.iter().filter(is_remark))?;
        }
        let open = judgement::open(problem, judgement, *profile, in_japanese);
        for (i, (what, moves)) in open.iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}open{HEAD:#}")?;
            }
            let words: Vec<String> = std::iter::once(format!("{what} "))
                .chain(moves.iter().cloned())
                .collect();
            for line in wrapped(&words, self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
        }
        if entry.row.attributes.is_some() && !judgement.attributes.is_empty() {
            writeln!(self.out, "\n{HEAD}attributes{HEAD:#}")?;
            writeln!(self.out, "  {}", judgement::attributes(judgement))?;
        }
        if judgement.composed.reading.is_some() {
            let hidden = !self.layout.notes && told.iter().any(|it| is_remark(&it));
            writeln!(self.out, "\n{}", looked_at(judgement, *profile, hidden))?;
        }
        Ok(())
    }

    pub(super) fn section<'t>(
        &mut self,
        title: &str,
        told: impl Iterator<Item = &'t Told>,
    ) -> io::Result<()> {
        for (i, it) in told.enumerate() {
            if i == 0 {
                writeln!(self.out, "\n{HEAD}{title}{HEAD:#}")?;
            }
            let gap = if it.moves.is_empty() { "" } else { " " };
            let words: Vec<String> = std::iter::once(format!("{}{gap}", it.what))
                .chain(it.moves.iter().cloned())
                .collect();
            for line in wrapped(&words, self.layout.width) {
                writeln!(self.out, "  {line}")?;
            }
            writeln!(self.out, "      {}", it.how)?;
            if it.line.len() > 1 {
                for line in wrapped(&it.line, self.layout.width.saturating_sub(4)) {
                    writeln!(self.out, "      {DIM}{line}{DIM:#}")?;
                }
            }
        }
        Ok(())
    }
}

/// How much was looked at, and what became of it.
pub(super) fn looked_at(judgement: &Judgement, profile: Profile, hidden: bool) -> String {
    let counted = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut parts = vec![format!(
        "looked at {} at {} of the attacker",
        counted(judgement.alternatives, "other check"),
        counted(judgement.turns, "turn"),
    )];
    let open = judgement.unresolved(profile).count();
    if open > 0 {
        parts.push(format!("{open} open"));
    } else if judgement.unresolved.is_empty() && judgement.findings.is_empty() {
        parts.push("all refuted".to_owned());
    }
    let tolerable = judgement.unresolved.len() - open;
    if tolerable > 0 {
        parts.push(format!(
            "{tolerable} not decided, tolerated whatever they are"
        ));
    }
    if hidden {
        parts.push("-v shows harmless duals".to_owned());
    }
    parts.join(" · ")
}

/// The first defect of a judged composition, short, or what there is instead.
pub(super) fn first_defect(entry: &Entry, notation: Notation) -> String {
    let (Some((judgement, profile)), Some(problem)) = (&entry.judgement, &entry.problem) else {
        return String::new();
    };
    let told = judgement::told(problem, judgement, notation == Notation::Japanese);
    let mut defects = told.iter().filter(|it| profile.fails(it.severity));
    if let Some(first) = defects.next() {
        let what = first.what.split("  ").take_while(|it| !it.is_ascii());
        let mut parts: Vec<String> = what.map(str::to_owned).collect();
        parts.extend(first.moves.first().cloned());
        return match defects.count() {
            0 => parts.join(" "),
            more => format!("{}  (and {more} more)", parts.join(" ")),
        };
    }
    match entry.row.unresolved.as_deref() {
        Some(open) if !open.is_empty() => format!("{} open; {}", open.len(), stopped(entry)),
        _ if entry.row.status == Status::Limit => stopped(entry),
        _ => String::new(),
    }
}
