//! The threat and the defences, as text.

use super::layout::hanging;
use crate::answer::Row;
use crate::report::ending::{EndingItem, EndingPart, EndingView};
use crate::report::view::View;
use crate::report::words::labels::words;
use crate::vocabulary::{Lang, Notation};

/// Returns each part with its heading, in the order in which they are shown.
pub(super) fn parts(view: &View<'_>, width: usize) -> Vec<(&'static str, Vec<String>)> {
    let mut parts = EndingPart::of_first_moves(view);
    parts.extend(EndingView::of(view).iter().flat_map(EndingView::parts));
    let lines = |items: Vec<EndingItem>| {
        let lines = items.into_iter().map(|item| in_words(item, view.lang));
        lines.flat_map(|words| hanging("  ", &words, width))
    };
    let parts = parts.into_iter();
    parts
        .map(|part| (part.title, lines(part.items).collect()))
        .collect()
}

/// Writes moves, or the name of defences with the mate after them.
fn in_words(item: EndingItem, lang: Lang) -> Vec<String> {
    let (mut words, mut mate) = (item.names, item.mate);
    if let (Some(last), Some(first)) = (words.last_mut(), mate.first_mut()) {
        // Japanese has no blank after the colon.
        match lang {
            Lang::English => last.push(':'),
            Lang::Japanese => {
                first.insert_str(0, &format!("{last}："));
                words.pop();
            }
        }
    }
    words.append(&mut mate);
    words
}

sentences! {
    with_heading(heading, moves): "{heading}: {moves}", "{heading}：{moves}";
    threat(moves): "threat: {moves}", "詰めろ：{moves}";
}

/// Returns the defences that hold at the end of an answer, and each group of those that are mated with its
/// mate, in one line each.
#[must_use]
pub fn defences_in_words(row: &Row, lang: Lang, notation: Notation) -> Vec<String> {
    let view = View::of(row, lang, notation);
    let ending = view.as_ref().and_then(EndingView::of);
    ending.map_or_else(Vec::new, |it| defences(&it))
}

/// Returns the defences at the end of an answer, in one line for each part or group.
fn defences(ending: &EndingView<'_>) -> Vec<String> {
    let lang = ending.view.lang;
    let parts = ending.parts().into_iter();
    let parts = parts.filter(|it| it.title != words(lang).threat);
    let line = |title: &str, item: &EndingItem| match (&item.mate[..], title) {
        // Open defences may be hundreds, so that only their number is shown.
        ([], open) if open == words(lang).defences_open => {
            with_heading(title, ending.found.open().count(), lang)
        }
        ([], _) => with_heading(title, item.names.join(" "), lang),
        (mate, _) => with_heading(item.names.join(" "), mate.join(" "), lang),
    };
    let mut lines = Vec::new();
    for part in parts {
        lines.extend(part.items.iter().map(|item| line(part.title, item)));
    }
    lines
}

/// Returns the threat at the end of an answer, and then the defences, in one line each.
#[must_use]
pub fn ending_in_words(row: &Row, lang: Lang, notation: Notation) -> Vec<String> {
    let view = View::of(row, lang, notation);
    let Some(ending) = view.as_ref().and_then(EndingView::of) else {
        return Vec::new();
    };
    let mate = ending.mate_after_pass().join(" ");
    let threat = (!mate.is_empty()).then(|| threat(mate, lang));
    threat.into_iter().chain(defences(&ending)).collect()
}
