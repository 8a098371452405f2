//! The threat and the defences, as text.

use super::EndingView;
use crate::answer::{DefenceGroup, Row};
use crate::report::text::wrapped;
use crate::report::view::View;
use crate::report::words::brinkmate::{
    DEFENCES, FIRST_MOVES, HOLDING, MATED, OPEN, PARTIAL, THREAT,
};
use crate::vocabulary::{Lang, Notation};
use unicode_width::UnicodeWidthStr;

/// Returns each part with its heading, in the order in which they are shown.
pub(in crate::report) fn parts(view: &View<'_>, width: usize) -> Vec<(&'static str, Vec<String>)> {
    let lang = view.lang;
    let mut parts = Vec::new();
    if let Some(moves) = first_moves(view) {
        parts.push((lang.of(FIRST_MOVES), indented(&moves, width)));
    }
    let lines = partial(view);
    let lines: Vec<String> = lines.iter().flat_map(|it| indented(it, width)).collect();
    if !lines.is_empty() {
        parts.push((lang.of(PARTIAL), lines));
    }
    if let Some(ending) = EndingView::of(view) {
        of_ending(&ending, width, &mut parts);
    }
    parts
}

/// Writes the first moves of the shortest brinkmates, if there are several.
pub(in crate::report) fn first_moves(view: &View<'_>) -> Option<Vec<String>> {
    let moves = &view.row.brinkmate.as_ref()?.first_moves;
    (moves.len() > 1).then(|| moves.iter().map(|it| view.mv(&[], it)).collect())
}

/// Writes each first move that only counter-checks refute, with these: `▲３二銀打: △４二香打`.
pub(in crate::report) fn partial(view: &View<'_>) -> Vec<Vec<String>> {
    let known = view.row.brinkmate.iter().flat_map(|it| &it.partial);
    known
        .map(|it| {
            let colon = view.lang.of([":", "："]);
            let mut words = vec![view.mv(&[], &it.mv) + colon];
            let before = std::slice::from_ref(&it.mv);
            words.extend(view.together(before, &it.counter_checks, '打'));
            words
        })
        .collect()
}

/// Returns the defences that hold at the end of an answer, and each group of those that are mated with its
/// mate, in one line each.
#[must_use]
pub fn defences_in_words(row: &Row, lang: Lang, notation: Notation) -> Vec<String> {
    let view = View::of(row, lang, notation);
    let ending = view.as_ref().and_then(EndingView::of);
    ending.map_or_else(Vec::new, |it| defences(&it))
}

fn defences(ending: &EndingView<'_>) -> Vec<String> {
    let (found, lang) = (ending.found, ending.view.lang);
    // Without a threat, that defences are mated by chance tells nothing.
    if found.threatens == Some(false) {
        return Vec::new();
    }
    let line = |head: &str, moves: &[String]| {
        let moves = moves.join(" ");
        both!(lang, "{head}: {moves}", "{head}：{moves}")
    };
    let mut lines = Vec::new();
    if found.holding().next().is_some() {
        lines.push(line(lang.of(HOLDING), &ending.names(found.holding())));
    }
    let open = found.open().count();
    if open > 0 {
        // They may be hundreds.
        lines.push(line(lang.of(OPEN), &[open.to_string()]));
    }
    let groups = ending.groups().iter();
    lines.extend(groups.map(|it| line(&ending.heading(it).join(" "), &ending.mate(it))));
    lines
}

/// Returns the threat at the end of an answer, and then the defences, in one line each.
#[must_use]
pub fn ending_in_words(row: &Row, lang: Lang, notation: Notation) -> Vec<String> {
    let view = View::of(row, lang, notation);
    let Some(ending) = view.as_ref().and_then(EndingView::of) else {
        return Vec::new();
    };
    let threat = ending.after_a_pass();
    let mut lines = Vec::new();
    if !threat.is_empty() {
        let threat = threat.join(" ");
        lines.push(both!(lang, "threat: {threat}", "詰めろ：{threat}"));
    }
    lines.extend(defences(&ending));
    lines
}

fn of_ending(ending: &EndingView<'_>, width: usize, parts: &mut Vec<(&'static str, Vec<String>)>) {
    let (found, lang) = (ending.found, ending.view.lang);
    let after_a_pass = ending.after_a_pass();
    if !after_a_pass.is_empty() {
        parts.push((lang.of(THREAT), indented(&after_a_pass, width)));
    }
    // Without a threat, that defences are mated by chance tells nothing.
    if found.threatens == Some(false) {
        return;
    }
    for (heading, names) in [
        (HOLDING, ending.names(found.holding())),
        (OPEN, ending.names(found.open())),
    ] {
        if !names.is_empty() {
            parts.push((lang.of(heading), indented(&names, width)));
        }
    }
    let groups = ending.groups().iter();
    let lines: Vec<String> = groups.flat_map(|it| group(ending, it, width)).collect();
    if !lines.is_empty() {
        let heading = if ending.is_all_mated() {
            DEFENCES
        } else {
            MATED
        };
        parts.push((lang.of(heading), lines));
    }
}

/// Writes a group of defences with the mate after them.
fn group(ending: &EndingView<'_>, group: &DefenceGroup, width: usize) -> Vec<String> {
    let mut words = ending.heading(group);
    let mut mate = ending.mate(group).into_iter();
    if let Some(last) = words.last_mut() {
        // Japanese has no blank after the colon.
        match ending.view.lang {
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

/// Wraps words behind a margin, which is deeper from the second line on.
fn indented(words: &[String], width: usize) -> Vec<String> {
    let margin = "  ";
    let room = width.saturating_sub(margin.width() + 4).max(20);
    let lines = wrapped(words, room).into_iter().enumerate();
    lines
        .map(|(i, line)| format!("{margin}{}{line}", if i == 0 { "" } else { "    " }))
        .collect()
}
