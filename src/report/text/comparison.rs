//! Comparisons for people: a block about one problem, one row for each of many.

use super::judged::finding;
use super::layout::{columns, id_width, pad, shortened, wrapped_parts, write_parts, write_row};
use super::{BAD, DIM, GOOD, HEAD, Layout, OPEN, without_colours, write_summary};
use crate::answer::{Finding, Row, printable};
use crate::report::board::{board, hand_in_words};
use crate::report::comparison::{Comparison, ComparisonTally, Pair, is_grave};
use crate::report::view::View;
use crate::report::words::answers::{short_length, short_verdict};
use crate::report::words::comparison::{
    change_in_words, compared, goal, hidden, listed, nothing_to_compare, result, view_in_words,
};
use crate::report::words::judged::in_one_line;
use crate::report::words::labels::{self, COMPARED, ComparisonWords};
use crate::report::words::{dot, short_term};
use crate::vocabulary::{Aspect, Grade, Lang, Outcome, Status, Verdict};
use anstyle::Style;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns of an outcome.
const OUTCOME_WIDTH: usize = 11;
/// Columns between two boards.
const GAP: usize = 4;
/// Columns of a board.
const BOARD_WIDTH: usize = 31;

const fn style(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Better => GOOD,
        Outcome::Worse => BAD,
        Outcome::Unknown => OPEN,
        _ => HEAD,
    }
}

/// Writes a comparison as a block or in one line. `written` is the number of those before it.
pub(in crate::report) fn write(
    out: &mut impl Write,
    written: usize,
    comparison: &Comparison,
    rows: Pair<&Row>,
    layout: Layout,
) -> io::Result<()> {
    if layout.diagrams {
        if written > 0 {
            writeln!(out)?;
        }
        write_block(out, comparison, rows, layout)
    } else {
        write_one_line(out, written, comparison, rows, layout)
    }
}

/// Writes the number of problems with each outcome.
pub(in crate::report) fn summary(
    out: &mut impl Write,
    written: usize,
    tally: &ComparisonTally,
    layout: Layout,
) -> io::Result<()> {
    if written > 0 {
        writeln!(out)?;
    }
    write_summary(out, &[compared(tally, layout.lang)], layout)
}

/// Writes a comparison as a row of a table, after the heading if it is the first.
fn write_one_line(
    out: &mut impl Write,
    written: usize,
    comparison: &Comparison,
    rows: Pair<&Row>,
    layout: Layout,
) -> io::Result<()> {
    let (lang, id_width) = (layout.lang, id_width(layout));
    let width = lang.of([17, 18]);
    let numbers =
        |verdict: &str, length: &str| format!("{}  {}", pad(verdict, width), pad(length, 9));
    if written == 0 && layout.summary {
        let [id, outcome, verdict, length, what] = lang.of(COMPARED);
        let (id, outcome) = (pad(id, id_width), pad(outcome, OUTCOME_WIDTH));
        let numbers = numbers(verdict, length);
        writeln!(out, "{DIM}{id}  {outcome}  {numbers}  {what}{DIM:#}")?;
    }
    let style = style(comparison.outcome);
    let id = pad(&shortened(&printable(&comparison.id), id_width), id_width);
    let outcome = pad(comparison.outcome.in_lang(lang), OUTCOME_WIDTH);
    let verdict = arrow(rows, |row| short_verdict(row.verdict, lang).to_owned());
    let numbers = numbers(&verdict, &arrow(rows, short_length));
    let used = id_width + 2 + OUTCOME_WIDTH + 2 + numbers.width();
    let columns = format!("{id}  {style}{outcome}{style:#}  {numbers}");
    write_row(out, &columns, used, &in_short(comparison, lang), layout)
}

/// Returns a value of both rows: `5 → 7`, or `5` if it is the same.
fn arrow(rows: Pair<&Row>, value: impl Fn(&Row) -> String) -> String {
    match (rows.older().map(&value), rows.newer().map(&value)) {
        (Some(old), Some(new)) if old != new => format!("{old} → {new}"),
        (old, new) => new.or(old).unwrap_or_default(),
    }
}

/// Returns the change in a few words: new findings, lost findings, or other changes.
fn in_short(comparison: &Comparison, lang: Lang) -> String {
    let kinds = |findings: &[Finding], title: [&str; 2]| {
        let grave = findings
            .iter()
            .filter(|it| !matches!(it.grade, Some(Grade::Minor | Grade::Remark)));
        let mut names: Vec<_> = grave.map(|it| short_term(&it.kind, lang)).collect();
        names.dedup();
        let names = listed(&names, lang);
        (!names.is_empty()).then(|| format!("{}{names}", lang.of(title)))
    };
    let new = kinds(&comparison.findings.new, ["new: ", "新："]);
    let gone = kinds(&comparison.findings.gone, ["gone: ", "解消："]);
    // The columns before this one show these, and everything about a problem of one version.
    let is_in_columns = |aspect: Aspect| {
        use Aspect::{Findings, Plies, PliesAtMost, Verdict};
        matches!(aspect, Verdict | Plies | PliesAtMost | Findings)
    };
    let is_of_both = !matches!(comparison.outcome, Outcome::OnlyOld | Outcome::OnlyNew);
    let others = comparison.changed.iter().map(|it| it.key);
    let others = others.filter(|&it| is_of_both && !is_in_columns(it));
    let others: Vec<_> = others.map(|it| it.in_lang(lang)).collect();
    let others = (!others.is_empty()).then(|| listed(&others, lang));
    let parts = new.into_iter().chain(gone).chain(others);
    parts.collect::<Vec<_>>().join(lang.of([" · ", "　"]))
}

/// Writes a comparison with all its parts.
fn write_block(
    out: &mut impl Write,
    comparison: &Comparison,
    rows: Pair<&Row>,
    layout: Layout,
) -> io::Result<()> {
    let lang = layout.lang;
    let words = ComparisonWords::of(lang);
    let versions = [(words.old, rows.older()), (words.new, rows.newer())];
    if layout.ids {
        let id = arrow(rows, |row| row.id.clone());
        writeln!(out, "{HEAD}{}{HEAD:#}", printable(&id))?;
    }
    let mut known_rows = versions.iter().filter_map(|(_, row)| *row);
    let text = if known_rows.all(|row| row.verdict == Verdict::Error) {
        nothing_to_compare(lang)
    } else {
        result(comparison, lang)
    };
    let style = style(comparison.outcome);
    writeln!(out, "{style}{text}{style:#}\n")?;
    let answers = versions.map(|(_, row)| row.map(|row| in_one_line(row, lang)));
    let is_same = answers[0] == answers[1];
    for ((title, _), answer) in versions.iter().zip(&answers).skip(usize::from(is_same)) {
        let Some(answer) = answer else { continue };
        let title = if is_same {
            String::new()
        } else {
            pad(title, 5)
        };
        let room = layout.width.saturating_sub(title.width());
        let lines = wrapped_parts(&printable(answer), dot(lang), room);
        let margin = format!("\n{}", " ".repeat(title.width()));
        writeln!(out, "{DIM}{title}{DIM:#}{}", lines.join(&margin))?;
    }
    for (key, value) in values(comparison, rows, lang) {
        writeln!(
            out,
            "{DIM}{}{DIM:#}  {}",
            key.in_lang(lang),
            printable(&value)
        )?;
    }
    let views = versions.map(|(_, row)| View::of(row?, lang, layout.notation));
    let views = [&views[0], &views[1]].map(Option::as_ref);
    let mut parts = Vec::new();
    if let Some(diagram) = &comparison.diagram {
        let changes = diagram.changes.iter();
        let changes =
            changes.map(|it| change_in_words(it.change, diagram.attacker).into_lang(lang));
        let all = view_in_words(diagram, lang).into_iter().chain(changes);
        let mut lines: Vec<String> = all.map(|it| format!("  {it}")).collect();
        if let [Some(old), Some(new)] = views {
            lines.extend(boards([old, new], layout));
        }
        parts.push((words.diagram, lines));
    }
    write_parts(out, parts)?;
    write_lines(out, comparison, views, layout)?;
    write_parts(out, findings(comparison, views, layout))
}

/// Returns the values that differ between both versions and are not in the answers.
fn values(comparison: &Comparison, rows: Pair<&Row>, lang: Lang) -> Vec<(Aspect, String)> {
    let claims = |row: &Row| {
        let claims = row.unexpected.iter().flatten();
        let claims: Vec<_> = claims.map(|&it| it.in_lang(lang)).collect();
        match &claims[..] {
            [] => "–".to_owned(),
            claims => format!("≠ {}", listed(claims, lang)),
        }
    };
    let value = |key| match key {
        Aspect::Goal => Some(arrow(rows, |row| goal(row.goal, lang))),
        Aspect::Unexpected => Some(arrow(rows, claims)),
        Aspect::Rules => Some(arrow(rows, |row| labels::rules(&row.rules, lang))),
        _ => None,
    };
    if !matches!(rows, Pair::Both(..)) {
        return Vec::new();
    }
    let keys = comparison.changed.iter().map(|it| it.key);
    keys.filter_map(|key| Some((key, value(key)?))).collect()
}

/// Returns both boards side by side, if there is room for them.
fn boards(views: [&View<'_>; 2], layout: Layout) -> Vec<String> {
    if layout.width < 2 * BOARD_WIDTH + GAP {
        return Vec::new();
    }
    let lang = layout.lang;
    let [old, new] = views.map(|view| {
        let (setup, attacker) = (view.setup(), view.problem.attacker());
        let mut lines = board(setup, attacker);
        let hand = hand_in_words(setup.hands[attacker.index()], lang);
        lines.push(format!("{}  {hand}", labels::words(lang).attackers_hand));
        lines
    });
    let words = ComparisonWords::of(lang);
    let title = pad(&format!("  {}", words.old), BOARD_WIDTH + GAP);
    let mut lines = vec![String::new(), format!("{title}  {}", words.new)];
    lines.extend(old.iter().zip(&new).map(|(old, new)| {
        let gap = (BOARD_WIDTH + GAP).saturating_sub(without_colours(old).width());
        format!("{old}{}{new}", " ".repeat(gap))
    }));
    lines
}

sentences! {
    parts_at(line, ply): "{line}: the versions part at ply {ply}", "{line}：{ply}手目から異なる";
}

/// Writes the lines of both versions and where they part, or the line that both have.
fn write_lines(
    out: &mut impl Write,
    comparison: &Comparison,
    [old, new]: [Option<&View<'_>>; 2],
    layout: Layout,
) -> io::Result<()> {
    let (lang, words) = (layout.lang, ComparisonWords::of(layout.lang));
    let title = labels::words(lang).line;
    let line = |view: &View<'_>| columns(&view.moves(&[], &view.row.solution), layout.width);
    let has_line = |it: &&View<'_>| !it.row.solution.is_empty();
    if let (Some(ply), Some(old), Some(new)) = (comparison.line_parts_at, old, new) {
        let mut lines = Vec::new();
        for (name, view) in [(words.old, old), (words.new, new)] {
            lines.push(format!("{DIM}{name}{DIM:#}"));
            lines.extend(line(view));
        }
        return write_parts(out, vec![(&parts_at(title, ply, lang), lines)]);
    }
    match new.filter(has_line).or(old.filter(has_line)) {
        Some(view) => write_parts(out, vec![(title, line(view))]),
        None => Ok(()),
    }
}

/// Returns the findings that are gone, new and the same, each list with its heading.
fn findings(
    comparison: &Comparison,
    [old, new]: [Option<&View<'_>>; 2],
    layout: Layout,
) -> Vec<(&'static str, Vec<String>)> {
    let words = ComparisonWords::of(layout.lang);
    let is_cut = new.is_some_and(|it| it.row.status == Status::Limit);
    let gone = if is_cut { words.not_found } else { words.gone };
    let mut parts = Vec::new();
    for (title, all, view) in [
        (gone, &comparison.findings.gone, old),
        (words.come, &comparison.findings.new, new),
        (words.same, &comparison.findings.same, new),
    ] {
        let Some(view) = view else { continue };
        let is_shown = |it: &&Finding| layout.notes || title != words.same || is_grave(it);
        let shown = all.iter().filter(is_shown);
        let lines = shown.flat_map(|it| finding(&view.finding(it), layout.width));
        parts.push((title, lines.collect()));
        let count = all.iter().filter(|it| !is_shown(it)).count();
        if count > 0 {
            parts.push(("", vec![hidden(count, layout.lang)]));
        }
    }
    parts
}
