//! Answers for people: a diagram with verdict and line for one problem, one row for each of many.

mod asked;
mod brief;
pub(super) mod comparison;
mod ending;
mod hint;
mod judged;
mod layout;
mod table;

pub use ending::{defences_in_words, ending_in_words};
pub use judged::first_finding;

#[cfg(feature = "cli")]
pub(crate) use layout::folded;
pub(super) use layout::wrapped;
use layout::{columns, wrapped_parts, write_parts, write_summary};

use super::board::diagram;
use super::view::View;
use super::words::answers::{
    by_defect, expectation, headline, nodes_in_words, strict_length, summary, verdict_in_words,
};
use super::words::judged::looked_at;
use super::words::units::{amount, seconds};
use super::words::{dot, labels};
use crate::answer::{Finding, Row, Tally, printable};
use crate::notation::record::headers;
use crate::report::writer::Report;
use crate::vocabulary::{Lang, Notation, NoteKind, Status, Verdict};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// The contents and the width of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The width of lines in columns.
    pub width: usize,
    /// Whether the row of a problem is also cut at this width.
    pub clip: bool,
    /// Whether each problem gets a diagram; otherwise it gets a row.
    pub diagrams: bool,
    /// Whether a diagram has only the line and the rating with it.
    pub brief: bool,
    /// Whether the id of the problem is above its diagram.
    pub ids: bool,
    /// Whether notes and statistics are shown.
    pub notes: bool,
    /// Whether the notes on how a record is read are shown. On a terminal, messages have them already.
    pub record_notes: bool,
    /// The number of the hint that is shown instead of the solution.
    pub hint: Option<u32>,
    /// Whether the parts of a rating are shown.
    pub rating_parts: bool,
    /// Whether the rows have a heading and a summary after them.
    pub summary: bool,
    /// Whether the problems are judged as compositions.
    pub judged: bool,
    /// The notation of moves.
    pub notation: Notation,
    /// The language.
    pub lang: Lang,
}

impl Layout {
    /// Returns the layout that shows everything about one problem, in Japanese notation.
    #[must_use]
    pub const fn whole(width: usize, lang: Lang) -> Self {
        Self {
            width,
            clip: false,
            diagrams: true,
            brief: false,
            ids: false,
            notes: true,
            record_notes: true,
            hint: None,
            rating_parts: true,
            summary: false,
            judged: true,
            notation: Notation::Japanese,
            lang,
        }
    }
}

pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
const NONE: Style = AnsiColor::Magenta.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();
const DIM: Style = Style::new().dimmed();
pub(super) const HEAD: Style = Style::new().bold();

/// Returns the colour of a verdict, the same as on pages.
const fn style(row: &Row) -> Style {
    match (row.verdict, row.status) {
        (Verdict::Mate | Verdict::Brinkmate, Status::Done)
        | (Verdict::Sound | Verdict::Blemished | Verdict::Threatmate, _) => GOOD,
        (Verdict::Mate | Verdict::Brinkmate | Verdict::Unknown, _) => OPEN,
        (Verdict::Flawed, _) => BAD,
        (Verdict::NoMate | Verdict::NoBrinkmate | Verdict::NoThreat, _) => NONE,
        (Verdict::Error, _) => HEAD,
    }
}

/// Removes the sequences that set colours.
#[must_use]
pub fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, coloured)) = rest.split_once("\u{1b}[") {
        plain += before;
        rest = coloured.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

sentences! {
    by_rules(rules): "rules: {rules}", "{rules}";
    nodes_per_second(rate): "{rate} nodes/s", "毎秒{rate}ノード";
    positions_expanded(count): "{count} positions expanded", "展開{count}局面";
    at_depth(plies): "depth {plies}", "深さ{plies}手";
    table_full(percent): "table {percent:.1} % full", "置換表の使用率{percent:.1}%";
}

/// Writes answers as text.
#[derive(Debug)]
pub struct Text<W> {
    out: W,
    layout: Layout,
    /// The number of answers written.
    written: usize,
    /// Whether the name of the file is beside the id of each problem.
    names_files: bool,
}

impl<W: Write> Text<W> {
    /// Makes a report in this layout.
    pub const fn new(out: W, layout: Layout) -> Self {
        Self {
            out,
            layout,
            written: 0,
            names_files: false,
        }
    }

    /// Writes the name of the file beside the id of each problem, if there are several files.
    #[must_use]
    pub const fn with_files(mut self, several: bool) -> Self {
        self.names_files = several;
        self
    }

    /// Returns the id of a problem, with the name of its file if that is shown.
    fn id(&self, row: &Row) -> String {
        let id = printable(&row.id);
        match self.file(row) {
            Some(file) => format!("{id} ({})", printable(file)),
            None => id.into_owned(),
        }
    }

    /// Returns the name of a problem's file, if it is shown beside the id: not if the id begins with it.
    fn file<'a>(&self, row: &'a Row) -> Option<&'a str> {
        if !self.names_files {
            return None;
        }
        let file = row.file.as_deref()?;
        let name = Path::new(file).file_name().and_then(|it| it.to_str());
        (!row.id.starts_with(file)).then_some(name.unwrap_or(file))
    }

    /// Writes the id, the title and the author of a problem, if they are shown.
    fn write_title(&mut self, row: &Row) -> io::Result<()> {
        if self.written > 0 {
            writeln!(self.out)?;
        }
        if self.layout.ids {
            writeln!(self.out, "{HEAD}{}{HEAD:#}", self.id(row))?;
        }
        if let Some(source) = &row.unwritten.source {
            let names =
                [headers::TITLE, headers::AUTHOR].map(|key| source.header(key).unwrap_or_default());
            let names = names
                .into_iter()
                .filter(|it| !it.is_empty() && *it != row.id);
            let names: Vec<_> = names.collect();
            if !names.is_empty() {
                writeln!(self.out, "{}\n", printable(&names.join(" · ")))?;
            }
        }
        Ok(())
    }

    /// Writes a problem with its diagram.
    fn write_diagram(&mut self, row: &Row) -> io::Result<()> {
        self.write_title(row)?;
        if self.layout.brief {
            return self.write_brief(row);
        }
        let (style, lang) = (style(row), self.layout.lang);
        self.write_verdict(row)?;
        write!(self.out, "{style}{}{style:#}  ", headline(row))?;
        let mut verdict = verdict_in_words(row, lang);
        if self.layout.hint.is_some() {
            verdict.truncate(1);
        }
        let verdict = verdict.join(dot(lang));
        let verdict = self.lines_of(&verdict, headline(row).width() + 4);
        writeln!(self.out, "{}", verdict.join("\n  "))?;
        if let Some(text) = expectation(row, lang) {
            writeln!(self.out, "{text}")?;
        }
        let mut parts = Vec::new();
        if let Some(view) = View::of(row, lang, self.layout.notation) {
            let attacker = view.problem.attacker();
            let board = diagram(view.setup(), attacker, self.layout.width, lang);
            write_parts(&mut self.out, vec![("", board)])?;
            if let Some(number) = self.layout.hint {
                return self.write_hint(&view, number);
            }
            self.write_line(&view, &row.solution)?;
            parts = asked::parts(&view, self.layout.width);
            if row.is_judged() {
                parts.extend(judged::parts(&view, self.layout));
                let hidden = if self.layout.notes {
                    0
                } else {
                    judged::count_hidden(&view)
                };
                let looked_at = looked_at(row, hidden, lang);
                parts.extend(looked_at.map(|it| ("", self.lines_of(&it, 0))));
            }
        }
        let similar = row.similar.iter().flatten();
        let similar = similar.flat_map(|it| it.lines(self.layout.width, lang));
        let similar = similar.map(|line| format!("  {line}")).collect();
        parts.push((labels::words(lang).similar, similar));
        write_parts(&mut self.out, parts)?;
        self.write_notes(row)?;
        self.write_cost(row)
    }

    /// Writes a line in the notation of the layout, and in USI.
    fn write_line(&mut self, view: &View<'_>, line: &[String]) -> io::Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let width = self.layout.width;
        let in_usi = wrapped(line, width).into_iter().map(|it| format!("  {it}"));
        let mut parts = vec![("", in_usi.collect())];
        if self.layout.notation != Notation::Usi {
            parts.insert(0, ("", columns(&view.moves(&[], line), width)));
        }
        write_parts(&mut self.out, parts)
    }

    /// Writes notes and certificates, each with its title.
    fn write_notes(&mut self, row: &Row) -> io::Result<()> {
        // A note always says that the line is not the main line, and how the record was read unless a message
        // did. Notes that come with the explanations or findings are not repeated.
        let line_kinds = [NoteKind::Line, NoteKind::AuthorsLine];
        let is_shown = |note: &&Finding| match note {
            it if it.is_note(NoteKind::Record) => self.layout.record_notes,
            it if line_kinds.iter().any(|kind| it.is_note(*kind)) => true,
            it => self.layout.notes && !it.is_of_composition() && !it.is_note(NoteKind::Grey),
        };
        let lang = self.layout.lang;
        let words = labels::words(lang);
        let notes = row.notes.iter().filter(is_shown);
        let notes = notes.map(|it| printable(&it.note.in_lang(lang)).into_owned());
        let proofs = row.certificates.iter().flatten();
        let proofs = proofs.map(|it| it.in_words(lang));
        for (title, lines) in [
            (words.note, notes.collect::<Vec<_>>()),
            (words.certificate, proofs.collect()),
        ] {
            for (i, line) in lines.iter().enumerate() {
                let gap = if i == 0 { "\n" } else { "" };
                writeln!(self.out, "{gap}{title}{line}")?;
            }
        }
        for grounds in row.not_certified.iter().flatten() {
            let grounds = grounds.in_lang(lang);
            writeln!(self.out, "{}{grounds}", words.not_certified)?;
        }
        Ok(())
    }

    /// Writes the time, the nodes and the rules of an answer.
    fn write_cost(&mut self, row: &Row) -> io::Result<()> {
        let lang = self.layout.lang;
        let mut parts = vec![
            seconds(row.elapsed(), lang),
            nodes_in_words(row.nodes, lang),
        ];
        parts.extend(strict_length(row, lang));
        if row.rules != Row::USUAL_RULES {
            let rules = labels::rules(&row.rules, lang);
            parts.push(by_rules(rules, lang));
        }
        if let Some(stats) = &row.stats {
            let per_second = u128::from(row.nodes) * 1_000_000 / row.elapsed().as_micros().max(1);
            let rate = amount(u64::try_from(per_second).unwrap_or(u64::MAX), lang);
            let (expanded, depth) = (amount(stats.expansions, lang), stats.depth);
            let percent = f64::from(stats.hashfull) / 10.0;
            parts.extend([
                nodes_per_second(rate, lang),
                positions_expanded(expanded, lang),
                at_depth(depth, lang),
                table_full(percent, lang),
            ]);
        }
        let lines = self.lines_of(&parts.join(dot(lang)), 0).into_iter();
        let lines = lines.map(|line| format!("{DIM}{line}{DIM:#}"));
        write_parts(&mut self.out, vec![("", lines.collect())])
    }

    /// Returns a list in one line. On a terminal it is wrapped between its parts; `used` columns are before it.
    fn lines_of(&self, list: &str, used: usize) -> Vec<String> {
        let width = self.layout.width.saturating_sub(used);
        if self.layout.clip {
            wrapped_parts(list, dot(self.layout.lang), width)
        } else {
            vec![list.to_owned()]
        }
    }
}

impl<W: Write> Report for Text<W> {
    fn answer(&mut self, row: &Row) -> io::Result<()> {
        match (self.layout.diagrams, row.verdict) {
            (false, _) => self.write_table_row(row)?,
            // An error has no diagram, and was reported already.
            (true, Verdict::Error) => return Ok(()),
            (true, _) => self.write_diagram(row)?,
        }
        self.written += 1;
        self.out.flush()
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        if self.layout.summary && tally.total() > 1 {
            let lang = self.layout.lang;
            let counts = [Some(summary(tally, lang)), by_defect(tally, lang)];
            let counts: Vec<_> = counts.into_iter().flatten().collect();
            writeln!(self.out)?;
            write_summary(&mut self.out, &counts, self.layout)?;
        }
        self.out.flush()
    }
}
