//! Comparisons for people: a block about one problem, one row for each of many.

use super::findings::is_grave;
use super::report::ComparisonReport;
use super::tally::ComparisonTally;
use super::{Comparison, Version};
use crate::answer::{Finding, printable, problem_of};
use crate::composition::Problem;
use crate::notation::{japanese, sfen, usi};
use crate::report::board;
use crate::report::board::held;
use crate::report::text::Layout;
use crate::report::text::{columns, id_width, pad, shortened, wrapped, write_row, write_summary};
use crate::report::words::answers::{label, mark, short};
use crate::report::words::comparison::{
    NOT_JUDGED, aspects, change, compared, goal, hidden, result, view, words,
};
use crate::report::words::{at_most, labels, name, plies, ply, term_named};
use crate::shogi::{Color, Move};
use crate::vocabulary::{Aspect, Grade, Lang, Notation, Outcome, Status, Verdict};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

const HEAD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const BETTER: Style = AnsiColor::Green.on_default().bold();
const WORSE: Style = AnsiColor::Red.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();

/// Columns of an outcome.
const OUTCOME: usize = 11;
/// Columns between two boards.
const GAP: usize = 4;
/// Columns of a board.
const BOARD: usize = 31;

const fn style(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Better => BETTER,
        Outcome::Worse => WORSE,
        Outcome::Unknown => OPEN,
        _ => HEAD,
    }
}

/// Writes a comparison, as a block or in one line.
pub(super) fn write<W: Write>(
    report: &mut ComparisonReport<W>,
    it: &Comparison,
    layout: Layout,
) -> io::Result<()> {
    if layout.diagrams {
        block(report, it, layout)
    } else {
        row(report, it, layout)
    }
}

/// Writes the counts.
pub(super) fn summary<W: Write>(
    report: &mut ComparisonReport<W>,
    tally: &ComparisonTally,
    layout: Layout,
) -> io::Result<()> {
    let lang = layout.lang;
    if report.written > 0 {
        writeln!(report.out)?;
    }
    write_summary(&mut report.out, &[compared(tally, lang)], layout)
}

fn row<W: Write>(
    report: &mut ComparisonReport<W>,
    it: &Comparison,
    layout: Layout,
) -> io::Result<()> {
    let (lang, id_width) = (layout.lang, id_width(layout));
    let width = lang.of([17, 18]);
    let numbers =
        |verdict: &str, length: &str| format!("{}  {}", pad(verdict, width), pad(length, 9));
    if report.written == 0 && layout.summary {
        let [id, outcome, verdict, length, what] = words(lang).columns;
        let (id, outcome) = (pad(id, id_width), pad(outcome, OUTCOME));
        let numbers = numbers(verdict, length);
        writeln!(report.out, "{DIM}{id}  {outcome}  {numbers}  {what}{DIM:#}")?;
    }
    let style = style(it.outcome);
    let id = pad(&shortened(&printable(&it.id), id_width), id_width);
    let outcome = pad(it.outcome.in_lang(lang), OUTCOME);
    let verdict = arrow(it, |version| short(version.verdict, lang).to_owned());
    let numbers = numbers(&verdict, &arrow(it, length));
    let used = id_width + 2 + OUTCOME + 2 + numbers.width();
    let columns = format!("{id}  {style}{outcome}{style:#}  {numbers}");
    write_row(&mut report.out, &columns, used, &in_short(it, lang), layout)
}

/// Returns a value of both versions: `5 → 7`, or `5` if it is the same.
fn arrow(it: &Comparison, value: impl Fn(&Version) -> String) -> String {
    match (it.old.as_ref().map(&value), it.new.as_ref().map(&value)) {
        (Some(old), Some(new)) if old != new => format!("{old} → {new}"),
        (old, new) => new.or(old).unwrap_or_default(),
    }
}

fn length(version: &Version) -> String {
    match (version.plies, version.plies_at_most) {
        (Some(plies), _) => plies.to_string(),
        (None, Some(most)) => format!("≤{most}"),
        (None, None) => "–".to_owned(),
    }
}

/// Returns the change in a few words: new findings, lost findings, or other changes.
fn in_short(it: &Comparison, lang: Lang) -> String {
    let kinds = |findings: &[Finding], title: [&str; 2]| {
        let grave = findings
            .iter()
            .filter(|it| !matches!(it.grade, Some(Grade::Minor | Grade::Remark)));
        let mut names: Vec<_> = grave.map(|it| name(&it.kind, lang)).collect();
        names.dedup();
        let names = names.join(lang.of([", ", "・"]));
        (!names.is_empty()).then(|| format!("{}{names}", lang.of(title)))
    };
    let new = kinds(&it.findings.new, ["new: ", "新："]);
    let gone = kinds(&it.findings.gone, ["gone: ", "解消："]);
    let said = [Aspect::Verdict, Aspect::Length, Aspect::Findings];
    let others = it.changed.iter().copied();
    let others: Vec<_> = others.filter(|it| !said.contains(it)).collect();
    let others = (!others.is_empty()).then(|| aspects(&others, lang));
    let parts = new.into_iter().chain(gone).chain(others);
    parts.collect::<Vec<_>>().join(lang.of([" · ", "　"]))
}

fn block<W: Write>(
    report: &mut ComparisonReport<W>,
    it: &Comparison,
    layout: Layout,
) -> io::Result<()> {
    let (lang, notation) = (layout.lang, layout.notation);
    let out = &mut report.out;
    if report.written > 0 {
        writeln!(out)?;
    }
    if layout.ids {
        let id = match (&it.old, &it.new) {
            (Some(old), Some(new)) if old.id != new.id => format!("{} → {}", old.id, new.id),
            _ => it.id.clone(),
        };
        writeln!(out, "{HEAD}{}{HEAD:#}", printable(&id))?;
    }
    let (style, what) = (style(it.outcome), because(it));
    let mut versions = [&it.old, &it.new].into_iter().flatten();
    let text = if versions.all(|version| version.verdict == Verdict::Error) {
        lang.of(NOT_JUDGED).to_owned()
    } else {
        result(it.outcome, what, &it.better, lang)
    };
    writeln!(out, "{style}{text}{style:#}\n")?;
    let versions = [&it.old, &it.new].map(Option::as_ref);
    for (key, value) in values(it, lang) {
        writeln!(out, "{}  {}", pad(&key, 10), printable(&value))?;
    }
    let words = words(lang);
    if let Some(diagram) = &it.diagram {
        writeln!(out, "\n{HEAD}{}{HEAD:#}", words.diagram)?;
        if let Some(line) = view(diagram, lang) {
            writeln!(out, "  {line}")?;
        }
        for it in &diagram.changes {
            writeln!(out, "  {}", change(it, diagram.attacker, lang))?;
        }
        for line in boards(versions, layout) {
            writeln!(out, "{line}")?;
        }
    }
    lines(out, it, versions, layout)?;
    let is_cut = it.new.as_ref().is_some_and(|it| it.status == Status::Limit);
    let gone = if is_cut { words.not_found } else { words.gone };
    let [old, new] = versions;
    for (title, findings, version) in [
        (gone, &it.findings.gone, old),
        (words.come, &it.findings.new, new),
        (words.same, &it.findings.same, new),
    ] {
        let is_of_both = title == words.same;
        let is_shown = |it: &&Finding| layout.notes || !is_of_both || is_grave(it);
        for (i, finding) in findings.iter().filter(is_shown).enumerate() {
            if i == 0 {
                writeln!(out, "\n{HEAD}{title}{HEAD:#}")?;
            }
            let text = told(finding, version, lang, notation);
            for (at, line) in wrapped(&text, layout.width.saturating_sub(4))
                .iter()
                .enumerate()
            {
                let indent = if at == 0 { "  " } else { "      " };
                writeln!(out, "{indent}{line}")?;
            }
        }
        let count = findings.iter().filter(|it| !is_shown(it)).count();
        if count > 0 {
            writeln!(out, "\n{}", hidden(count, lang))?;
        }
    }
    Ok(())
}

/// Returns the aspects on which the outcome rests.
fn because(it: &Comparison) -> &[Aspect] {
    match it.outcome {
        Outcome::Worse => &it.worse,
        Outcome::Better => &it.better,
        Outcome::Unknown => &it.unknown,
        Outcome::Changed => &it.changed,
        Outcome::Same | Outcome::OnlyOld | Outcome::OnlyNew => &[],
    }
}

/// Returns leftover pieces in words: `G2P`, `金 歩二`. Rows may come from others.
fn leftover_in(hand: &str, lang: Lang) -> String {
    let diagram = format!("9/9/9/9/9/9/9/9/9 b {hand} 1");
    let record = sfen::parse(&diagram)
        .ok()
        .filter(|_| lang == Lang::Japanese);
    record.map_or_else(
        || printable(hand).into_owned(),
        |it| japanese::hand(it.setup.hands[Color::Black.index()]),
    )
}

/// Returns verdict, length, leftover and rules of both versions.
fn values(it: &Comparison, lang: Lang) -> Vec<(String, String)> {
    let name = |of: Aspect| of.in_lang(lang).to_owned();
    let verdict = arrow(it, |version| {
        let (mark, verdict) = (mark(version.verdict), version.verdict.term());
        let [english, japanese] = [
            format!("{mark} {verdict} {}", version.verdict.english()),
            format!("{mark} {}", label(version.verdict, Lang::Japanese)),
        ];
        let open = version.unresolved.filter(|&it| it > 0);
        let open = open.map(|it| both!(lang, " ({it} open)", "（未検討{it}件）"));
        lang.of([english, japanese]) + &open.unwrap_or_default()
    });
    let mut values = vec![(name(Aspect::Verdict), verdict)];
    if it.changed.contains(&Aspect::Goal) {
        values.insert(
            0,
            (
                name(Aspect::Goal),
                arrow(it, |version| goal(version.goal, lang)),
            ),
        );
    }
    let length = arrow(it, |version| match (version.plies, version.plies_at_most) {
        (Some(n), _) => plies(n).into_lang(lang),
        (None, Some(n)) => at_most(n).into_lang(lang),
        (None, None) => "–".to_owned(),
    });
    values.push((name(Aspect::Length), length));
    let has_leftover = [&it.old, &it.new].into_iter().flatten();
    let mut has_leftover = has_leftover.filter_map(|it| it.leftover.as_deref());
    if has_leftover.any(|it| !it.is_empty()) {
        let none = lang.of(["nothing", "なし"]);
        let leftover = arrow(it, |version| match version.leftover.as_deref() {
            None => "–".to_owned(),
            Some("") => none.to_owned(),
            Some(hand) => leftover_in(hand, lang),
        });
        values.push((name(Aspect::Leftover), leftover));
    }
    if it.changed.contains(&Aspect::Claims) {
        let claims = arrow(it, |version| {
            let claims = version.unexpected.iter().flatten();
            let claims: Vec<_> = claims.map(|&it| it.in_lang(lang)).collect();
            if claims.is_empty() {
                "–".to_owned()
            } else {
                format!("≠ {}", claims.join(lang.of([", ", "・"])))
            }
        });
        values.push((name(Aspect::Claims), claims));
    }
    if it.changed.contains(&Aspect::Rules) {
        let rules = arrow(it, |version| labels::rules(&version.rules, lang));
        values.push((name(Aspect::Rules), rules));
    }
    for version in [&it.old, &it.new].into_iter().flatten() {
        if let Some(error) = &version.error {
            let message = printable(error.message.in_lang(lang)).into_owned();
            values.push((name(Aspect::Error), message));
        }
    }
    values
}

/// Returns both boards side by side, if there is room for them.
fn boards(versions: [Option<&Version>; 2], layout: Layout) -> Vec<String> {
    if layout.width < 2 * BOARD + GAP {
        return Vec::new();
    }
    let words = words(layout.lang);
    let drawn = versions.map(|it| {
        let version = it?;
        let problem = problem_of(version.goal, version.sfen.as_deref())?;
        let setup = problem.setup();
        let hand = setup.hands[problem.attacker().index()];
        let name = labels::words(layout.lang).attackers_hand;
        let hand = format!("{name}  {}", held(hand, layout.lang));
        let mut lines = board(setup, problem.attacker());
        lines.push(hand);
        Some(lines)
    });
    let [Some(old), Some(new)] = drawn else {
        return Vec::new();
    };
    let mut lines = vec![
        String::new(),
        pad(&format!("  {}", words.old), BOARD + GAP) + "  " + words.new,
    ];
    lines.extend(old.iter().zip(&new).map(|(old, new)| {
        let width = width_without_colours(old);
        let gap = (BOARD + GAP).saturating_sub(width);
        format!("{old}{}{new}", " ".repeat(gap))
    }));
    lines
}

/// Returns the columns of a text without its colours.
fn width_without_colours(text: &str) -> usize {
    let mut width = 0;
    let mut parts = text.split('\u{1b}');
    width += parts.next().unwrap_or_default().width();
    for part in parts {
        let shown = part.split_once('m').map_or("", |(_, shown)| shown);
        width += shown.width();
    }
    width
}

/// Writes the lines, and where they part.
fn lines(
    out: &mut impl Write,
    it: &Comparison,
    versions: [Option<&Version>; 2],
    layout: Layout,
) -> io::Result<()> {
    let (lang, notation) = (layout.lang, layout.notation);
    let words = words(lang);
    let [old, new] = versions;
    let line = labels::words(lang).line;
    let mut shown = Vec::new();
    if let Some(at) = it.line_parts_at {
        let parts = both!(
            lang,
            "{line}: the versions part at ply {at}",
            "{line}：{at}手目から異なる"
        );
        writeln!(out, "\n{HEAD}{parts}{HEAD:#}")?;
        shown.extend([(words.old, old), (words.new, new)]);
    } else {
        let has_line = |it: &&Version| !it.solution.is_empty();
        let version = new.filter(has_line).or(old.filter(has_line));
        if version.is_some() {
            writeln!(out, "\n{HEAD}{line}{HEAD:#}")?;
            shown.push(("", version));
        }
    }
    for (title, version) in shown {
        let Some(version) = version else { continue };
        let moves = written(version, &[], &version.solution, notation);
        if !title.is_empty() {
            writeln!(out, "{DIM}{title}{DIM:#}")?;
        }
        for line in columns(&moves, layout.width) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Writes moves of a version after some others.
fn written(
    version: &Version,
    before: &[String],
    line: &[String],
    notation: Notation,
) -> Vec<String> {
    let problem: Option<Problem> = problem_of(version.goal, version.sfen.as_deref());
    let moves = before.iter().chain(line).map(|it| usi::parse_move(it));
    let moves: Result<Vec<Move>, _> = moves.collect();
    match (problem, moves) {
        (Some(problem), Ok(moves)) => notation
            .write(problem.setup(), &moves)
            .split_off(before.len()),
        // Rows may come from others.
        _ => line.iter().map(|it| printable(it).into_owned()).collect(),
    }
}

/// Returns a finding in words: where it is, its name, its moves, the length of its mate.
fn told(it: &Finding, version: Option<&Version>, lang: Lang, notation: Notation) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend((it.ply.filter(|_| !it.is_of_the_whole())).map(|at| ply(at, lang)));
    parts.push(term_named(&it.kind, lang));
    if it.kind == "leftover" {
        return parts;
    }
    if let (Some(version), Some(at)) = (version, it.ply) {
        let before = if it.after.is_empty() {
            version
                .solution
                .get(..at.saturating_sub(1))
                .unwrap_or_default()
        } else {
            &it.after
        };
        if it.moves.is_empty() {
            parts.extend(written(version, before, &it.line, notation));
        } else {
            let one = |mv| written(version, before, std::slice::from_ref(mv), notation);
            let all: Vec<_> = it.moves.iter().flat_map(one).collect();
            parts.push(all.join(lang.of([", ", "・"])));
        }
    }
    let squares = it.squares.iter().map(|name| {
        let square = usi::parse_square(name).ok();
        let square = square.filter(|_| lang == Lang::Japanese);
        square.map_or_else(|| printable(name).into_owned(), japanese::square)
    });
    parts.extend(squares);
    if let Some(n) = it.plies {
        parts.push(lang.of([
            format!("({})", plies(n).into_lang(lang)),
            format!("（{n}手）"),
        ]));
    }
    parts
}
