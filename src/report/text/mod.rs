//! Answers for people: a diagram with verdict and line for one problem, a row each for many.

mod judged;
mod layout;
mod words;

pub(super) use layout::wrapped;
pub use words::{by_defect, summary};
pub(super) use words::{kanji, left_over, mark, plies, word};

use super::units::{amount, seconds};
use super::{Entry, Finding, Report, Row, Tally, Verdict, board, tree};
use crate::notation::{japanese, usi, western};
use crate::shogi::{Color, Move, Setup};
use anstyle::{AnsiColor, Style};
use judged::first_defect;
use layout::{clipped, columns, pad};
use std::fmt;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;
use words::{
    again, against, expectation, headline, length, nodes, stopped, strict_if_other, strict_length,
    style, verdict,
};

/// What the text shows and how wide it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns that lines are wrapped to.
    pub width: usize,
    /// Whether the row of a problem is cut at that width too.
    pub clip: bool,
    /// Whether each problem gets a diagram (else: a row).
    pub diagrams: bool,
    /// Whether a diagram is headed by the id of the problem.
    pub ids: bool,
    /// Whether notes and statistics on how the answer came about are shown.
    pub notes: bool,
    /// Whether rows begin with the names of their columns, and a summary ends a run of several
    /// problems.
    pub summary: bool,
    /// Whether the problems are judged as compositions.
    pub judged: bool,
    /// How moves are written.
    pub notation: Notation,
}

/// How moves are written. A diagram has the line in USI too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// ▲３四飛成
    Japanese,
    /// R-3d+
    Western,
    /// 3a3d+
    Usi,
}

impl Notation {
    /// Writes a line of moves that begins at a diagram.
    pub(in crate::report) fn write(self, setup: &Setup, line: &[Move]) -> Vec<String> {
        match self {
            Self::Japanese => japanese::write_line(setup, line),
            Self::Western => western::write_line(setup, line, western::Ranks::Letters),
            Self::Usi => line.iter().map(|&mv| usi::write_move(mv)).collect(),
        }
    }
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const NONE: Style = AnsiColor::Magenta.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();
const DIM: Style = Style::new().dimmed();
const HEAD: Style = Style::new().bold();

/// Writes answers as text.
pub struct Text<W> {
    out: W,
    layout: Layout,
    id_width: usize,
    written: usize,
}

impl<W: Write> Text<W> {
    /// Writes to `out` in this layout.
    pub const fn new(out: W, layout: Layout) -> Self {
        Self {
            out,
            layout,
            id_width: 10,
            written: 0,
        }
    }

    fn diagram(&mut self, entry: &Entry) -> io::Result<()> {
        let row = &entry.row;
        if self.written > 0 {
            writeln!(self.out)?;
        }
        if self.layout.ids {
            writeln!(self.out, "{HEAD}{}{HEAD:#}", row.id)?;
        }
        if let Some(told) = &entry.told {
            let names = ["作品名", "作者"].map(|key| told.header(key).unwrap_or_default());
            let names = names
                .into_iter()
                .filter(|it| !it.is_empty() && *it != row.id);
            let names: Vec<_> = names.collect();
            if !names.is_empty() {
                writeln!(self.out, "{}\n", names.join(" · "))?;
            }
        }
        let style = style(row);
        self.judged(entry)?;
        write!(self.out, "{style}{}{style:#}  ", headline(entry))?;
        for (i, part) in verdict(entry).iter().enumerate() {
            let comma = if i == 0 { "" } else { " · " };
            write!(self.out, "{comma}{part}")?;
        }
        writeln!(self.out)?;
        if let Some(text) = expectation(row) {
            writeln!(self.out, "{text}")?;
        }
        self.board(entry)?;
        self.line(entry)?;
        for (heading, lines) in tree::parts(entry, self.layout.notation, self.layout.width) {
            writeln!(self.out, "\n{HEAD}{heading}{HEAD:#}")?;
            for line in lines {
                writeln!(self.out, "{line}")?;
            }
        }
        self.findings(entry)?;
        self.cost(entry)
    }

    /// The board with each hand where its owner sits; a narrow page has the hands above and
    /// below.
    fn board(&mut self, entry: &Entry) -> io::Result<()> {
        let Some(problem) = &entry.problem else {
            return Ok(());
        };
        let setup = problem.setup();
        let label = |color: Color| {
            let name = if color == problem.attacker() {
                "攻方持駒"
            } else {
                "玉方持駒"
            };
            format!("{name}  {}", japanese::hand(setup.hands[color.index()]))
        };
        let [black, white] = Color::ALL.map(label);
        let beside = board::WIDTH + 3 + black.width().max(white.width()) <= self.layout.width;
        writeln!(self.out)?;
        if !beside {
            writeln!(self.out, "{white}")?;
        }
        for (i, line) in board::board(setup, problem.attacker()).iter().enumerate() {
            match i {
                2 if beside => writeln!(self.out, "{line}   {white}")?,
                10 if beside => writeln!(self.out, "{line}   {black}")?,
                _ => writeln!(self.out, "{line}")?,
            }
        }
        if !beside {
            writeln!(self.out, "{black}")?;
        }
        Ok(())
    }

    fn line(&mut self, entry: &Entry) -> io::Result<()> {
        if entry.line.is_empty() {
            return Ok(());
        }
        writeln!(self.out)?;
        if self.layout.notation != Notation::Usi {
            for line in columns(&moves(entry, self.layout.notation), self.layout.width) {
                writeln!(self.out, "{line}")?;
            }
            writeln!(self.out)?;
        }
        for line in wrapped(&entry.row.solution, self.layout.width) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn cost(&mut self, entry: &Entry) -> io::Result<()> {
        let row = &entry.row;
        // That the line is not the main line must be said wherever there is a line.
        // What stands with the explanations or the findings need not be said twice.
        let said = |note: &&Finding| {
            note.kind == Finding::LINE
                || self.layout.notes && note.kind != Finding::GREY && note.evidence.is_none()
        };
        for (i, note) in row.notes.iter().filter(said).enumerate() {
            let gap = if i == 0 { "\n" } else { "" };
            writeln!(self.out, "{gap}note: {}", note.note)?;
        }
        for (i, proof) in row.certificates.iter().flatten().enumerate() {
            let gap = if i == 0 { "\n" } else { "" };
            writeln!(self.out, "{gap}certificate: {proof}")?;
        }
        for what in row.not_certified.iter().flatten() {
            writeln!(self.out, "not certified: {what}")?;
        }
        let mut parts = vec![seconds(entry.elapsed), nodes(row.nodes)];
        parts.extend(strict_length(entry));
        if row.rules != Row::USUAL_RULES {
            parts.push(format!("rules: {}", row.rules));
        }
        if let Some(stats) = &row.stats {
            let per_second = u128::from(row.nodes) * 1_000_000 / entry.elapsed.as_micros().max(1);
            let rate = amount(u64::try_from(per_second).unwrap_or(u64::MAX));
            parts.push(format!("{rate} nodes/s"));
            parts.push(format!("{} positions expanded", amount(stats.expansions)));
            parts.push(format!("depth {}", stats.depth));
            let percent = f64::from(stats.hashfull) / 10.0;
            parts.push(format!("table {percent:.1} % full"));
        }
        writeln!(self.out, "\n{DIM}{}{DIM:#}", parts.join(" · "))
    }

    /// One line about one problem; the first is preceded by the names of the columns.
    fn row(&mut self, entry: &Entry) -> io::Result<()> {
        let row = &entry.row;
        // Rows are written as they are known, so the column of ids can only grow.
        self.id_width = self.id_width.max(row.id.width());
        let verdict_width = if self.layout.judged { 16 } else { 12 };
        if self.written == 0 && self.layout.summary {
            let head = cells(
                self.id_width,
                "id",
                &pad("verdict", verdict_width),
                ["plies", "strict", "file", "time"],
            );
            let last = if self.layout.judged {
                "first defect"
            } else {
                "main line"
            };
            writeln!(self.out, "{DIM}{head}  {last}{DIM:#}")?;
        }
        let style = style(row);
        let kanji = pad(kanji(row.verdict), if verdict_width > 12 { 8 } else { 4 });
        let words = pad(&format!("{kanji} {}", word(row.verdict)), verdict_width);
        let (length, strict) = (length(row), strict_if_other(entry));
        let against = against(row);
        let time = match row.verdict {
            Verdict::Error => String::new(),
            _ => seconds(entry.elapsed),
        };
        let numbers = [&*length, &strict, &against, &time];
        let head = cells(self.id_width, &row.id, &words, numbers);
        let tail = match &row.error {
            Some(error) => error.message.clone(),
            None if row.duplicate_of.is_some() && entry.judgement.is_none() => again(row),
            None if entry.judgement.is_some() => {
                let first = first_defect(entry, self.layout.notation);
                let again = row.duplicate_of.is_some().then(|| again(row));
                let parts = again.into_iter().chain(Some(first));
                let parts: Vec<_> = parts.filter(|it| !it.is_empty()).collect();
                parts.join("  ")
            }
            None if row.verdict == Verdict::Unknown => stopped(entry),
            None => moves(entry, self.layout.notation).join(" "),
        };
        let tail = if self.layout.clip {
            clipped(&tail, self.layout.width.saturating_sub(head.width() + 2))
        } else {
            tail
        };
        let head = head.replacen(&words, &format!("{style}{words}{style:#}"), 1);
        writeln!(self.out, "{}", format!("{head}  {tail}").trim_end())
    }
}

impl<W: Write> Report for Text<W> {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        match (self.layout.diagrams, entry.row.verdict) {
            (false, _) => self.row(entry)?,
            // There is no diagram, and what is wrong was said where errors are said.
            (true, Verdict::Error) => return Ok(()),
            (true, _) => self.diagram(entry)?,
        }
        self.written += 1;
        self.out.flush()
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        if self.layout.summary && tally.total() > 1 {
            writeln!(self.out, "\n{HEAD}summary{HEAD:#}  {}", summary(tally))?;
            if let Some(text) = by_defect(tally) {
                writeln!(self.out, "         {text}")?;
            }
        }
        self.out.flush()
    }
}

impl<W> fmt::Debug for Text<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text")
            .field("layout", &self.layout)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

/// The columns of a row but for the last.
fn cells(id_width: usize, id: &str, verdict: &str, numbers: [&str; 4]) -> String {
    let [length, strict, against, time] = numbers;
    let id = pad(id, id_width);
    let against = pad(against, 5);
    format!("{id}  {verdict}  {length:>5} {strict:>6} {against}  {time:>9}")
}

fn moves(entry: &Entry, notation: Notation) -> Vec<String> {
    match &entry.problem {
        Some(problem) => notation.write(problem.setup(), &entry.line),
        None => entry.row.solution.clone(),
    }
}
