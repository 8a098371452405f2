//! The threat and the defences, as text.

use super::layout::hanging;
use crate::answer::{DefenceGroup, Row};
use crate::report::ending::{EndingView, Item, Part};
use crate::report::view::View;
use crate::report::words::labels::words;
use crate::vocabulary::{Lang, Notation};

/// Returns each part with its heading, in the order in which they are shown.
pub(super) fn parts(view: &View<'_>, width: usize) -> Vec<(&'static str, Vec<String>)> {
    let ending = EndingView::of(view);
    let mut parts = Part::of_first_moves(view);
    parts.extend(ending.iter().flat_map(EndingView::parts));
    let line = |item| match (item, &ending) {
        (Item::Group(group), Some(ending)) => group_in_words(ending, &group),
        (Item::Moves(words) | Item::Threat(words), _) => words,
        (Item::Group(_), None) => Vec::new(),
    };
    let lines = |it: Part| {
        let lines = it.items.into_iter().map(line);
        lines.flat_map(|it| hanging("  ", &it, width)).collect()
    };
    parts.into_iter().map(|it| (it.title, lines(it))).collect()
}

/// Writes a group of defences with the mate after them.
fn group_in_words(ending: &EndingView<'_>, group: &DefenceGroup) -> Vec<String> {
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
    words
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
    let words = words(lang);
    let line = |head: &str, moves: &[String]| {
        let moves = moves.join(" ");
        both!(lang, "{head}: {moves}", "{head}：{moves}")
    };
    let mut lines = Vec::new();
    if found.holding().next().is_some() {
        let names = ending.names(found.holding());
        lines.push(line(words.defences_holding, &names));
    }
    let open = found.open().count();
    if open > 0 {
        // They may be hundreds.
        lines.push(line(words.defences_open, &[open.to_string()]));
    }
    let groups = ending.groups.iter();
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
    let threat = ending.after_a_pass().join(" ");
    let threat = (!threat.is_empty()).then(|| both!(lang, "threat: {threat}", "詰めろ：{threat}"));
    threat.into_iter().chain(defences(&ending)).collect()
}
