//! The threat and the defences, as text.

use super::EndingView;
use super::view::names;
use crate::composition::Problem;
use crate::composition::brinkmate::{Group, Solution};
use crate::report::text::wrapped;
use crate::report::tree::reply;
use crate::report::words::brinkmate::{
    DEFENCES, FIRST_MOVES, HOLDING, MATED, OPEN, PARTIAL, THREAT, rest,
};
use crate::report::{BrinkAnswer, Entry, Lang, Layout, Notation};
use crate::shogi::Move;
use unicode_width::UnicodeWidthStr;

/// Returns each part with its heading, in the order in which they are shown.
pub(in crate::report) fn parts(entry: &Entry, layout: Layout) -> Vec<(&'static str, Vec<String>)> {
    let lang = layout.lang;
    let mut parts = Vec::new();
    let solution = entry.brinkmate.as_ref().and_then(|it| it.solution());
    if let (Some(problem), Some(found)) = (&entry.problem, solution) {
        if found.first_moves.len() > 1 {
            let moves = first_moves(problem, found, layout.notation);
            parts.push((lang.of(FIRST_MOVES), indented(&moves, layout.width)));
        }
        let lines: Vec<String> = partial(problem, found, (lang, layout.notation))
            .iter()
            .flat_map(|it| indented(it, layout.width))
            .collect();
        if !lines.is_empty() {
            parts.push((lang.of(PARTIAL), lines));
        }
    }
    if let Some(view) = EndingView::of(entry) {
        ending(&view, layout, &mut parts);
    }
    parts
}

/// Writes the first moves of the shortest brinkmates.
pub(in crate::report) fn first_moves(
    problem: &Problem,
    found: &Solution,
    notation: Notation,
) -> Vec<String> {
    let moves = found.first_moves.iter();
    moves
        .map(|&mv| reply(problem, &[], &[mv], notation))
        .collect()
}

/// Writes each first move that only counter-checks refute, with these: `▲３二銀打: △４二香打`.
pub(in crate::report) fn partial(
    problem: &Problem,
    found: &Solution,
    (lang, notation): (Lang, Notation),
) -> Vec<Vec<String>> {
    let line = |mv: Move, checks: &[Move]| {
        let colon = lang.of([":", "："]);
        let mut words = vec![reply(problem, &[], &[mv], notation) + colon];
        words.extend(names(problem, &[mv], checks, notation));
        words
    };
    let found = found.partial.iter();
    found.map(|it| line(it.mv, &it.counter_checks)).collect()
}

/// Returns the defences that hold at the end of an answer, and each group of those that are mated with its
/// mate, in one line each.
#[must_use]
pub fn defences_in_words(
    problem: &Problem,
    found: &BrinkAnswer,
    (lang, notation): (Lang, Notation),
) -> Vec<String> {
    let view = EndingView::about(problem, found);
    // Without a threat, that defences are mated by chance tells nothing.
    let Some(view) = view.filter(|it| it.threat.threatens != Some(false)) else {
        return Vec::new();
    };
    let line = |head: &str, moves: &[String]| {
        let moves = moves.join(" ");
        lang.of([format!("{head}: {moves}"), format!("{head}：{moves}")])
    };
    let (holding, open) = (view.holding(), view.open());
    let all_mated = holding.is_empty() && open.is_empty();
    let mut lines = Vec::new();
    if !holding.is_empty() {
        lines.push(line(lang.of(HOLDING), &view.names(&holding, notation)));
    }
    if !open.is_empty() {
        // They may be hundreds.
        lines.push(line(lang.of(OPEN), &[open.len().to_string()]));
    }
    lines.extend(view.groups().into_iter().map(|group| {
        let names = heading(&view, group, (all_mated, lang, notation)).join(" ");
        line(&names, &mate(&view, group, notation))
    }));
    lines
}

/// Returns the threat at the end of an answer, and then the defences, in one line each.
#[must_use]
pub fn ending_in_words(
    problem: &Problem,
    found: &BrinkAnswer,
    (lang, notation): (Lang, Notation),
) -> Vec<String> {
    let view = EndingView::about(problem, found);
    let threat = view.map_or_else(Vec::new, |it| it.after_a_pass(notation));
    let mut lines = Vec::new();
    if !threat.is_empty() {
        let threat = threat.join(" ");
        lines.push(lang.of([format!("threat: {threat}"), format!("詰めろ：{threat}")]));
    }
    lines.extend(defences_in_words(problem, found, (lang, notation)));
    lines
}

fn ending(view: &EndingView<'_>, layout: Layout, parts: &mut Vec<(&'static str, Vec<String>)>) {
    let (lang, notation, width) = (layout.lang, layout.notation, layout.width);
    let threat = view.threat;
    let after_a_pass = view.after_a_pass(notation);
    if !after_a_pass.is_empty() {
        parts.push((lang.of(THREAT), indented(&after_a_pass, width)));
    }
    // Without a threat, that defences are mated by chance tells nothing.
    if threat.threatens == Some(false) {
        return;
    }
    let (holding, open) = (view.holding(), view.open());
    for (heading, moves) in [(HOLDING, &holding), (OPEN, &open)] {
        if !moves.is_empty() {
            let names = view.names(moves, notation);
            parts.push((lang.of(heading), indented(&names, width)));
        }
    }
    let all_mated = holding.is_empty() && open.is_empty();
    let lines: Vec<String> = view
        .groups()
        .into_iter()
        .flat_map(|it| group(view, it, (all_mated, lang, notation), width))
        .collect();
    if !lines.is_empty() {
        let heading = if all_mated { DEFENCES } else { MATED };
        parts.push((lang.of(heading), lines));
    }
}

/// Writes a group of defences with the mate after them.
fn group(
    view: &EndingView<'_>,
    group: &Group,
    (all_mated, lang, notation): (bool, Lang, Notation),
    width: usize,
) -> Vec<String> {
    let mut words = heading(view, group, (all_mated, lang, notation));
    let mut mate = mate(view, group, notation).into_iter();
    if let Some(last) = words.last_mut() {
        // Japanese has no blank after the colon.
        match lang {
            Lang::English => last.push(':'),
            Lang::Japanese => {
                last.push('：');
                last.push_str(&mate.next().unwrap_or_default());
            }
        }
    }
    words.extend(mate);
    indented(&words, width)
}

/// Returns the names of the defences of a group.
pub(in crate::report) fn heading(
    view: &EndingView<'_>,
    group: &Group,
    (all_mated, lang, notation): (bool, Lang, Notation),
) -> Vec<String> {
    if !group.is_rest {
        return view.names(&group.defences, notation);
    }
    let is_all = all_mated && view.threat.groups.len() == 1;
    vec![rest(group.defences.len(), is_all, lang)]
}

/// Writes the mate after the defences of a group. After many defences only its first move is common.
pub(in crate::report) fn mate(
    view: &EndingView<'_>,
    group: &Group,
    notation: Notation,
) -> Vec<String> {
    let mut moves = view.mate(group, notation);
    if group.is_rest && group.defences.len() > 1 && moves.len() > 1 {
        moves.truncate(1);
        moves.push("…".to_owned());
    }
    moves
}

/// Wraps words behind a margin, which is deeper from the second line on.
fn indented(words: &[String], width: usize) -> Vec<String> {
    let margin = "  ";
    let room = width.saturating_sub(margin.width() + 4).max(20);
    let lines = wrapped(words, room).into_iter().enumerate();
    lines
        .map(|(i, line)| format!("{margin}{}{line}", if i == 0 { "" } else { "    " }))
        .collect()
}
