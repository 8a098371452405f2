//! The text about a judged composition.

use super::layout::{pad, wrapped};
use super::{DIM, Layout, style};
use crate::answer::Row;
use crate::composition::rating::Rating;
use crate::composition::verdict::Kind;
use crate::report::attributes::attributes;
use crate::report::text::Text;
use crate::report::view::{FindingView, View};
use crate::report::words::answers::{open_in_short, verdict_mark, why_stopped};
use crate::report::words::judged::{is_verdict_the_answer, judged_in_words};
use crate::report::words::labels;
use crate::report::words::open::why_open;
use crate::report::{board, rating};
use crate::vocabulary::{Grade, Lang, Notation, Status};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

impl<W: Write> Text<W> {
    /// Writes the verdict on a composition, in one line.
    pub(super) fn write_verdict(&mut self, row: &Row) -> io::Result<()> {
        if !row.is_judged() && row.duplicate_of.is_none() {
            return Ok(());
        }
        let style = style(row);
        let [verdict, grounds] = judged_in_words(row, self.layout.lang);
        if is_verdict_the_answer(row) {
            // The answer follows in the same line.
            return write!(self.out, "{style}{}{style:#} ", verdict_mark(row.verdict));
        }
        writeln!(self.out, "{style}{verdict}{style:#}{grounds}\n")
    }
}

/// Returns whether a finding is shown without `-v`. Minor findings beside the main line are not, since
/// composers pay little attention to them.
fn is_shown_always(finding: &FindingView<'_>) -> bool {
    let grade = finding.found.grade;
    // An author who gives a line expects an answer about it.
    finding.is(Kind::AuthorLine)
        || grade.is_none_or(|it| it >= Grade::Blemish)
        || grade == Some(Grade::Minor) && finding.found.after.is_empty()
}

/// Returns the number of moves and findings that only `-v` shows.
pub(super) fn count_hidden(view: &View<'_>) -> usize {
    let hidden = view.findings().filter(|it| !is_shown_always(it));
    hidden.map(|it| it.shown_moves().len().max(1)).sum()
}

/// Returns the findings about a composition by grade, its open moves, its attributes and its final position,
/// each part with its heading.
pub(super) fn parts(view: &View<'_>, layout: Layout) -> Vec<(&'static str, Vec<String>)> {
    let (row, lang, width) = (view.row, view.lang, layout.width);
    let words = labels::words(lang);
    let lists = [
        (words.defects, Grade::Fatal),
        (words.blemishes, Grade::Blemish),
        (words.minor, Grade::Minor),
        (words.remarks, Grade::Remark),
    ];
    let of_grade = |(title, grade)| {
        let found = view.findings().filter(|it| it.found.grade == Some(grade));
        let shown = found.filter(|it| layout.notes || is_shown_always(it));
        (title, shown.flat_map(|it| finding(&it, width)).collect())
    };
    let mut parts = lists.map(of_grade).to_vec();
    let mut open: Vec<String> = Vec::new();
    for part in view.open() {
        open.extend(heading(&part.place, &part.moves, width));
    }
    if let Some(reason) = why_open(row, lang) {
        let lines = wrapped(reason.split(' '), width.saturating_sub(2)).into_iter();
        open.extend(lines.map(|line| format!("  {DIM}{line}{DIM:#}")));
    }
    parts.push((words.open, open));
    if let Some(all) = row.attributes.as_ref().filter(|it| !it.is_empty()) {
        let lines = wrapped(attributes(all, lang), width).into_iter();
        let lines = lines.map(|line| format!("  {line}")).collect();
        parts.push((words.attributes, lines));
        if let Some(rating) = &row.rating {
            parts.push((words.rating, rating_in_lines(rating, lang, layout)));
        }
        // Pictures formed by the final position (曲詰, あぶり出し) are for people to see.
        let mut end = view.setup().clone();
        let line = view.playable_moves(&[], view.main).unwrap_or_default();
        if line.iter().all(|&mv| end.play(mv)) {
            let board = board::board(&end, view.problem.attacker());
            parts.push((words.final_position, board));
        }
    }
    parts
}

/// Returns the scores of a rating, with their parts if these are shown.
fn rating_in_lines(rating: &Rating, lang: Lang, layout: Layout) -> Vec<String> {
    let scores = rating::scores(rating, lang);
    if !layout.rating_parts {
        let [(difficulty, _), (aesthetics, _)] = scores;
        return vec![format!("  {difficulty} · {aesthetics}")];
    }
    let mut lines = Vec::new();
    for (name, score) in scores {
        lines.push(format!("  {name}"));
        let parts = rating::parts(score, lang).join(" · ");
        let parts = wrapped(parts.split(' '), layout.width.saturating_sub(4));
        lines.extend(
            parts
                .into_iter()
                .map(|line| format!("    {DIM}{line}{DIM:#}")),
        );
    }
    lines
}

/// Returns the lines about a finding: its kind and moves, its sentence, and its moves from where they leave
/// the line of the answer.
pub(super) fn finding(finding: &FindingView<'_>, width: usize) -> Vec<String> {
    let room = width.saturating_sub(4);
    let mut lines = heading(&finding.place(), &finding.shown_moves(), width);
    let sentence = wrapped(finding.sentence().split(' '), room).into_iter();
    lines.extend(sentence.map(|line| format!("      {line}")));
    let moves = finding.line();
    if !finding.is_about_whole_line() && moves.len() > 1 {
        let moves = wrapped(moves, room).into_iter();
        lines.extend(moves.map(|line| format!("      {DIM}{line}{DIM:#}")));
    }
    lines
}

/// Returns the kind and the moves of a finding. Many moves are wrapped in their column.
fn heading(kind: &str, moves: &[String], width: usize) -> Vec<String> {
    if moves.is_empty() {
        return vec![format!("  {kind}")];
    }
    let margin = kind.width() + 4;
    let lines = wrapped(moves, width.saturating_sub(margin).max(20));
    let names = [kind].into_iter().chain(std::iter::repeat(""));
    let lines = names.zip(lines);
    lines
        .map(|(name, line)| format!("  {}{line}", pad(name, margin - 2)))
        .collect()
}

sentences! {
    with_more(first, more): "{first} (+{more})", "{first} ほか{more}件";
}

/// Returns the error of a row, or the first defect of a judged composition in short, or another result.
#[must_use]
pub fn first_finding(row: &Row, lang: Lang) -> String {
    if let Some(error) = &row.error {
        return error.message.in_lang(lang).to_owned();
    }
    let notation = match lang {
        Lang::English => Notation::Usi,
        Lang::Japanese => Notation::Japanese,
    };
    View::of(row, lang, notation).map_or_else(String::new, |it| first_defect(&it))
}

/// Returns the first defect of a judged composition in short, or another result.
pub(super) fn first_defect(view: &View<'_>) -> String {
    let (row, lang) = (view.row, view.lang);
    // The verdict says already that there is no mate.
    let grave = view.findings().take(row.grave_findings().count());
    let mut grave = grave.filter(|it| !it.is(Kind::NoMate));
    if let Some(first) = grave.next() {
        let first = first.in_short();
        return match grave.count() {
            0 => first,
            more => with_more(first, more, lang),
        };
    }
    match row.count_open() {
        // Without a judged line everything is open, so that a number would say nothing.
        open if open > 0 && row.has_judged_line() => open_in_short(row, lang),
        _ if row.status == Status::Limit => why_stopped(row, lang),
        _ => String::new(),
    }
}
