//! An answer in lines, for programs that show one sentence after another.

use super::ending_in_words;
use super::view::{FindingView, View};
use super::words::answers::{headline, strict_if_other, strict_length, verdict};
use super::words::joined;
use crate::answer::Row;
use crate::vocabulary::{Grade, Lang, Notation};

sentences! {
    defect(finding): "defect: {finding}", "不完全の理由：{finding}";
    blemish(finding): "blemish: {finding}", "キズ：{finding}";
    minor(finding): "minor: {finding}", "軽微：{finding}";
    left_open(what): "open: {what}", "未検討：{what}";
}

/// Returns an answer in lines: what is proven, the threat and the defences, and of a judged composition the verdict,
/// each finding and what is open. Remarks are left out.
#[must_use]
pub fn in_lines(row: &Row, lang: Lang, notation: Notation) -> Vec<String> {
    // In English, only a bound does not say of what it is.
    let head = match lang {
        Lang::English if row.plies.is_some() || row.plies_at_most.is_none() => String::new(),
        Lang::English => row.goal_of_length().name().to_owned(),
        Lang::Japanese => headline(row),
    };
    let strict = strict_if_other(row).and_then(|_| strict_length(row, lang));
    let said = [head].into_iter().chain(verdict(row, lang)).chain(strict);
    let mut lines = vec![joined(said, lang.of([", ", "、"]))];
    lines.extend(ending_in_words(row, lang, notation));
    let view = View::of(row, lang, notation).filter(|_| row.is_judged());
    if let Some(view) = view {
        lines.push(row.verdict.in_lang(lang).to_owned());
        lines.extend(view.findings().filter_map(|it| finding(&it, lang)));
        let open = view.open().into_iter();
        lines.extend(open.map(|it| {
            let moves = it.moves.join(" ");
            left_open(joined([it.place, moves], " "), lang)
        }));
    }
    lines
}

/// Returns a finding in one line: its grade, place, kind and moves, its sentence, and its line.
fn finding(it: &FindingView<'_>, lang: Lang) -> Option<String> {
    let place = it.place().replace("  ", " ");
    let place = joined([place, it.shown_moves().join(" ")], " ");
    let line = if it.is_about_whole_line() {
        String::new()
    } else {
        it.line().join(" ")
    };
    let words = joined([place, it.sentence(), line], lang.of([": ", "："]));
    match it.found.grade {
        Some(Grade::Fatal) => Some(defect(words, lang)),
        Some(Grade::Blemish) => Some(blemish(words, lang)),
        Some(Grade::Minor) => Some(minor(words, lang)),
        Some(Grade::Remark) | None => None,
    }
}
