//! Answers for people: a diagram with verdict and line for one problem, a row each for many.

use super::judgement::{self, Told};
use super::units::{amount, seconds};
use super::{Entry, Finding, Limit, Report, Row, Status, Tally, Verdict, board, tree};
use crate::notation::{japanese, sfen};
use crate::shogi::{Color, Hand};
use crate::tsume::Problem;
use crate::tsume::rules::{Profile, Severity};
use crate::tsume::verdict::Judgement;
use anstyle::{AnsiColor, Style};
use std::fmt;
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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
    /// How moves are written.
    pub notation: Notation,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// ▲３四飛成; a diagram has the line in USI too.
    Japanese,
    /// 3a3d+
    Usi,
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
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

    /// The verdict on a composition, in one line.
    fn judged(&mut self, entry: &Entry) -> io::Result<()> {
        let Some((judgement, profile)) = &entry.judgement else {
            return Ok(());
        };
        let row = &entry.row;
        let style = style(row);
        let (mark, kanji, word) = (mark(row.verdict), kanji(row.verdict), word(row.verdict));
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
    fn findings(&mut self, entry: &Entry) -> io::Result<()> {
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

    fn section<'t>(&mut self, title: &str, told: impl Iterator<Item = &'t Told>) -> io::Result<()> {
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
        if self.layout.notation == Notation::Japanese {
            for line in columns(&moves(entry, Notation::Japanese), self.layout.width) {
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
            writeln!(self.out, "{gap}certificate of the strict game: {proof}")?;
        }
        let mut parts = vec![seconds(entry.elapsed), nodes(row.nodes)];
        parts.extend(strict_length(entry));
        if row.rules != Row::USUAL_RULES {
            parts.push(row.rules.clone());
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
        let verdict_width = if entry.judgement.is_some() { 16 } else { 12 };
        if self.written == 0 && self.layout.summary {
            let head = cells(
                self.id_width,
                "id",
                &pad("verdict", verdict_width),
                ["plies", "strict", "file", "time"],
            );
            let last = if entry.judgement.is_some() {
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
            None if entry.judgement.is_some() => first_defect(entry, self.layout.notation),
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
        }
        self.out.flush()
    }
}

/// The answers of a run, counted, in one line.
#[must_use]
pub fn summary(tally: &Tally) -> String {
    let judged = tally.sound + tally.flawed > 0;
    let mut parts = vec![
        format!("{} problems in {}", tally.total(), seconds(tally.elapsed)),
        format!(
            "{} {}",
            if judged { "sound" } else { "mate" },
            tally.mate + tally.sound
        ),
        format!("no mate {}", tally.no_mate),
        format!("unknown {}", tally.unknown),
    ];
    if judged {
        parts.insert(2, format!("flawed {}", tally.flawed));
    }
    if tally.errors > 0 {
        parts.push(format!("errors {}", tally.errors));
    }
    if tally.not_shortest > 0 {
        parts.push(format!("length only bounded {}", tally.not_shortest));
    }
    if tally.compared > 0 {
        let (agreed, compared) = (tally.agreed, tally.compared);
        parts.push(format!("length as the file says {agreed} of {compared}"));
    }
    if tally.certified > 0 {
        parts.push(format!("certificates {}", tally.certified));
    }
    if tally.uncertified > 0 {
        parts.push(format!("claims not certified {}", tally.uncertified));
    }
    if tally.interrupted {
        parts.push("interrupted".to_owned());
    }
    parts.join(" · ")
}

impl<W> fmt::Debug for Text<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text")
            .field("layout", &self.layout)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

const fn kanji(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate => "詰",
        Verdict::Sound => "完全作",
        Verdict::Flawed => "不完全作",
        Verdict::NoMate => "不詰",
        Verdict::Unknown => "不明",
        Verdict::Error => "誤り",
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate => "mate",
        Verdict::Sound => "sound",
        Verdict::Flawed => "flawed",
        Verdict::NoMate => "no mate",
        Verdict::Unknown => "unknown",
        Verdict::Error => "error",
    }
}

const fn style(row: &Row) -> Style {
    match (row.verdict, row.status) {
        (Verdict::Mate, Status::Done) | (Verdict::Sound, _) => GOOD,
        (Verdict::Mate | Verdict::Unknown, _) => OPEN,
        (Verdict::NoMate | Verdict::Flawed | Verdict::Error, _) => BAD,
    }
}

/// The mark of a judged composition.
const fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate | Verdict::Sound => "○",
        Verdict::Flawed | Verdict::NoMate | Verdict::Error => "×",
        Verdict::Unknown => "△",
    }
}

/// How much was looked at, and what became of it.
fn looked_at(judgement: &Judgement, profile: Profile, hidden: bool) -> String {
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
fn first_defect(entry: &Entry, notation: Notation) -> String {
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

/// The columns of a row but for the last.
fn cells(id_width: usize, id: &str, verdict: &str, numbers: [&str; 4]) -> String {
    let [length, strict, against, time] = numbers;
    let id = pad(id, id_width);
    let against = pad(against, 5);
    format!("{id}  {verdict}  {length:>5} {strict:>6} {against}  {time:>9}")
}

/// The composed length or its bound, short.
fn length(row: &Row) -> String {
    match (row.plies, row.plies_at_most) {
        (Some(plies), _) => plies.to_string(),
        (None, Some(plies)) => format!("≤{plies}"),
        (None, None) => "–".to_owned(),
    }
}

/// The strict length or its bound, short, where it is not just what is known of the composed one.
fn strict_if_other(entry: &Entry) -> String {
    let row = &entry.row;
    match (row.plies_strict, entry.strict_at_most) {
        (Some(strict), _) if row.plies != Some(strict) => strict.to_string(),
        (None, Some(most)) if row.plies_at_most != Some(most) => format!("≤{most}"),
        _ => String::new(),
    }
}

/// The strict length or its bound, in words. `None` without a mate.
fn strict_length(entry: &Entry) -> Option<String> {
    let row = &entry.row;
    Some(match (row.plies_strict, entry.strict_at_most) {
        (Some(strict), _) if row.plies.is_some_and(|plies| plies != strict) => {
            format!("strict length {strict} with futile interpositions counted")
        }
        (Some(strict), _) => format!("strict length {strict}"),
        (None, Some(most)) => format!("strict length at most {most}"),
        (None, None) => return None,
    })
}

/// How the length compares with that of the file, short: `✓`, `≠7`, or just `7` where nothing is
/// decided.
fn against(row: &Row) -> String {
    let Some(expected) = row.expected_plies else {
        return String::new();
    };
    match (row.plies, row.plies_at_most) {
        (Some(plies), _) if plies == expected => "✓".to_owned(),
        (None, None) if row.verdict == Verdict::Unknown => expected.to_string(),
        (None, Some(most)) if most >= expected => expected.to_string(),
        _ => format!("≠{expected}"),
    }
}

/// What the field says of a problem: `5手詰`, `詰`, `不詰`, `不明`.
fn headline(entry: &Entry) -> String {
    match entry.row.plies {
        // The moves are counted from the attacker's first (手数); with the defender to move it is
        // a position on the way.
        Some(plies) if attacker_to_move(entry) => format!("{plies}手詰"),
        _ => kanji(entry.row.verdict).to_owned(),
    }
}

fn attacker_to_move(entry: &Entry) -> bool {
    entry
        .problem
        .as_ref()
        .is_some_and(Problem::attacker_to_move)
}

/// The verdict in words, in the order of importance.
fn verdict(entry: &Entry) -> Vec<String> {
    let row = &entry.row;
    match row.verdict {
        Verdict::Mate | Verdict::Sound | Verdict::Flawed => mate(entry),
        // The mate is known; whether the composition is sound is not.
        Verdict::Unknown if row.plies.or(row.plies_at_most).is_some() => mate(entry),
        Verdict::NoMate => vec!["no mate, proven".to_owned()],
        Verdict::Unknown => {
            let spent = match row.limit {
                Some(Limit::Nodes) => nodes(row.nodes),
                _ => seconds(entry.elapsed),
            };
            let mut parts = vec![format!(
                "unknown: no mate found within {spent}; neither is it excluded"
            )];
            if matches!(row.limit, Some(Limit::Memory | Limit::Interrupt)) {
                parts.push(stopped(entry));
            }
            parts
        }
        Verdict::Error => Vec::new(),
    }
}

fn mate(entry: &Entry) -> Vec<String> {
    let row = &entry.row;
    let mut parts = Vec::new();
    match (row.plies, row.plies_at_most) {
        (Some(n), _) if attacker_to_move(entry) => {
            parts.push(format!("mate in {n}, proven shortest"));
        }
        (Some(n), _) => {
            let who = "the defender to move";
            parts.push(format!("mate in {}, {who}, proven shortest", plies(n)));
        }
        (None, Some(n)) => {
            let why = match row.status {
                Status::Limit => "is not excluded",
                _ => "was not looked for",
            };
            let most = plies(n);
            parts.push(format!("mate in at most {most} (a shorter mate {why})"));
        }
        (None, None) => {}
    }
    if row.plies.is_some()
        && let Some(hand) = entry.leftover
    {
        parts.push(left_over(hand));
    }
    if row.status == Status::Limit {
        parts.push(stopped(entry));
    }
    parts
}

/// What a line leaves in hand.
pub(super) fn left_over(hand: Hand) -> String {
    if hand.is_empty() {
        return "nothing left over".to_owned();
    }
    let (pieces, english) = (japanese::hand(hand), sfen::write_hand(hand));
    format!("駒余り {pieces} (left over: {english})")
}

pub(super) fn plies(count: u32) -> String {
    let noun = if count == 1 { "ply" } else { "plies" };
    format!("{count} {noun}")
}

fn nodes(count: u64) -> String {
    let noun = if count == 1 { "node" } else { "nodes" };
    format!("{} {noun}", amount(count))
}

/// Why the search ended before everything was known.
fn stopped(entry: &Entry) -> String {
    match entry.row.limit {
        Some(Limit::Time) => format!("stopped after {}", seconds(entry.elapsed)),
        Some(Limit::Nodes) => format!("stopped after {}", nodes(entry.row.nodes)),
        Some(Limit::Memory) => "stopped: the memory is full (see --hash)".to_owned(),
        Some(Limit::Interrupt) => "interrupted".to_owned(),
        None => String::new(),
    }
}

/// How the answer compares with the length the file gives.
fn expectation(row: &Row) -> Option<String> {
    let expected = row.expected_plies?;
    let known = row.plies.or(row.plies_at_most);
    let says = format!("the file says {expected}");
    Some(match known {
        Some(n) if n < expected => format!("{says}: {} fewer are enough", expected - n),
        Some(n) if row.plies.is_some() && n > expected => {
            format!("{says}: {} more are needed", n - expected)
        }
        Some(_) if row.plies.is_some() => format!("{says}, too"),
        _ => says,
    })
}

fn moves(entry: &Entry, notation: Notation) -> Vec<String> {
    match (&entry.problem, notation) {
        (Some(problem), Notation::Japanese) => japanese::write_line(problem.setup(), &entry.line),
        _ => entry.row.solution.clone(),
    }
}

/// Moves in columns, an even number in a line so that each side keeps its columns; lines after
/// the first are numbered.
fn columns(moves: &[String], width: usize) -> Vec<String> {
    let cell = moves.iter().map(|mv| mv.width()).max().unwrap_or(0) + 2;
    let fitting = |margin: usize| (width.saturating_sub(margin) / cell).max(2) & !1;
    let margin = moves.len().to_string().len().max(2) + 2;
    if moves.len() <= fitting(2) {
        return vec![format!("  {}", moves.join("  "))];
    }
    moves
        .chunks(fitting(margin))
        .scan(1, |ply, chunk| {
            let first = *ply;
            *ply += chunk.len();
            let cells: String = chunk.iter().map(|mv| pad(mv, cell)).collect();
            let number = format!("{first:>0$}", margin - 2);
            Some(format!("{DIM}{number}{DIM:#}  {}", cells.trim_end()))
        })
        .collect()
}

/// Words with single spaces, wrapped.
pub(super) fn wrapped(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() + 2 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// Fills with spaces on the right, counting full-width characters as two columns.
fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Cuts at a column, with `…` in place of what is missing.
fn clipped(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut room = width.saturating_sub(1);
    let fits = |c: &char| {
        let wide = c.width().unwrap_or(0);
        let fits = wide <= room;
        room = room.saturating_sub(wide);
        fits
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_at_a_column() {
        assert_eq!(clipped("▲７六歩", 9), "▲７六歩");
        assert_eq!(clipped("▲７六歩", 6), "▲７六…");
        assert_eq!(clipped("▲７六歩", 5), "▲７…");
        assert_eq!(clipped("abc", 0), "…");
    }

    #[test]
    fn a_long_line_keeps_each_side_in_its_columns() {
        let moves: Vec<_> = (1..=7).map(|n| format!("m{n}")).collect();
        assert_eq!(columns(&moves, 80), ["  m1  m2  m3  m4  m5  m6  m7"]);
        let narrow = columns(&moves, 24).join("\n");
        let narrow = anstream::adapter::strip_str(&narrow).to_string();
        assert_eq!(narrow, " 1  m1  m2  m3  m4\n 5  m5  m6  m7");
    }

    #[test]
    fn words_are_wrapped_at_the_width() {
        let words = ["aaaa", "bbbb", "cccc"].map(str::to_owned);
        assert_eq!(wrapped(&words, 11), ["aaaa bbbb", "cccc"]);
        assert_eq!(wrapped(&words, 2), ["aaaa", "bbbb", "cccc"]);
    }
}
