//! An answer in lines, for programs that show one sentence after another.

use super::ending_in_words;
use super::view::{FindingView, View};
use super::words::answers::{headline, strict_if_other, strict_length, verdict_in_words};
use super::words::joined;
use crate::answer::Row;
use crate::vocabulary::{Grade, Lang, Notation};

sentences! {
    defect(finding): "defect: {finding}", "不完全の理由：{finding}";
    blemish(finding): "blemish: {finding}", "キズ：{finding}";
    minor(finding): "minor: {finding}", "軽微：{finding}";
    left_open(what): "open: {what}", "未検討：{what}";
}

/// Returns an answer in lines: what is proven, the threat and the defences. A judged composition has its
/// verdict, each finding and what is open as well. Remarks are left out.
#[must_use]
pub fn in_lines(row: &Row, lang: Lang, notation: Notation) -> Vec<String> {
    // In English, only the sentence about a bound does not name the goal.
    let head = match lang {
        Lang::English if row.plies.is_some() || row.plies_at_most.is_none() => String::new(),
        Lang::English => row.goal_of_length().name().to_owned(),
        Lang::Japanese => headline(row),
    };
    let strict = strict_if_other(row).and_then(|_| strict_length(row, lang));
    let parts = [head]
        .into_iter()
        .chain(verdict_in_words(row, lang))
        .chain(strict);
    let mut lines = vec![joined(parts, lang.of([", ", "、"]))];
    lines.extend(ending_in_words(row, lang, notation));
    if row.is_judged()
        && let Some(view) = View::of(row, lang, notation)
    {
        lines.push(row.verdict.in_lang(lang).to_owned());
        lines.extend(view.findings().filter_map(|it| finding_line(&it, lang)));
        let open = view.open().into_iter();
        lines.extend(open.map(|it| {
            let moves = it.moves.join(" ");
            left_open(joined([it.place, moves], " "), lang)
        }));
    }
    lines
}

/// Returns a finding in one line: its grade, place, kind and moves, its sentence, and its line.
fn finding_line(finding: &FindingView<'_>, lang: Lang) -> Option<String> {
    let place = finding.place().replace("  ", " ");
    let place = joined([place, finding.shown_moves().join(" ")], " ");
    let line = if finding.is_about_whole_line() {
        String::new()
    } else {
        finding.line().join(" ")
    };
    let words = joined([place, finding.sentence(), line], lang.of([": ", "："]));
    match finding.found.grade {
        Some(Grade::Fatal) => Some(defect(words, lang)),
        Some(Grade::Blemish) => Some(blemish(words, lang)),
        Some(Grade::Minor) => Some(minor(words, lang)),
        Some(Grade::Remark) | None => None,
    }
}
