//! Text around the findings of a judged composition.

use super::answers::{again, headline, mark, verdict};
use super::{dot, term};
use crate::report::view::JudgementView;
use crate::report::{Entry, Lang, Verdict};

/// Returns the verdict on a composition, and what else is said in this line.
pub(in crate::report) fn judged_in_words(entry: &Entry, lang: Lang) -> [String; 2] {
    let row = &entry.row;
    let said = match JudgementView::of(entry) {
        None => Some(again(row, lang)),
        Some(view) => match row.verdict {
            Verdict::Flawed | Verdict::Blemished => Some(reasons(&view, lang)),
            Verdict::Unknown if view.judgement.composed.reading.is_some() => {
                Some(left_open(view.count_open(), lang))
            }
            _ => None,
        },
    };
    let said = match (lang, said) {
        (Lang::English, None) => format!("  {}", row.verdict.english()),
        (Lang::English, Some(said)) => {
            let colon = if entry.judgement.is_some() {
                ": "
            } else {
                "  "
            };
            format!("  {}{colon}{said}", row.verdict.english())
        }
        (Lang::Japanese, said) => said.map_or(String::new(), |said| format!("  {said}")),
    };
    [
        format!("{} {}", mark(row.verdict), row.verdict.term()),
        said,
    ]
}

/// Returns whether the verdict on a judged composition is the answer itself: there is no mate, or none is
/// known.
pub(in crate::report) fn says_no_more(entry: &Entry) -> bool {
    entry.judgement.is_some() && headline(entry) == entry.row.verdict.term()
}

/// Returns an answer in one line: the verdict on the composition if it was judged, the length, and what is
/// proven.
#[must_use]
pub fn in_one_line(entry: &Entry, lang: Lang) -> String {
    let row = &entry.row;
    if let Some(error) = &row.error {
        return error.message.in_lang(lang).to_owned();
    }
    let mut parts = Vec::new();
    if says_no_more(entry) {
        parts.push(format!("{} {}", mark(row.verdict), headline(entry)));
    } else {
        if entry.judgement.is_some() {
            parts.push(judged_in_words(entry, lang).concat());
        }
        parts.push(headline(entry));
    }
    parts.extend(verdict(entry, lang));
    parts.dedup();
    parts.join(dot(lang))
}

/// Returns the defects: `余詰 cook, 駒余り leftover`; `余詰・駒余り`.
pub(in crate::report) fn reasons(view: &JudgementView<'_>, lang: Lang) -> String {
    let kinds = view.reasons().into_iter();
    let terms: Vec<_> = kinds.map(|it| term(it, lang)).collect();
    terms.join(lang.of([", ", "・"]))
}

/// Returns how much was left open.
pub(in crate::report) fn left_open(count: usize, lang: Lang) -> String {
    lang.of([format!("{count} open"), format!("未検討{count}件")])
}

/// Returns how many other checks were refuted, if a composition is sound: `13 other checks, all
/// refuted`. Some may mate at the last move, or be as good in another way that custom tolerates.
pub(in crate::report) fn all_refuted(view: &JudgementView<'_>, lang: Lang) -> Option<String> {
    let judgement = view.judgement;
    let is_sound = judgement.unresolved.is_empty()
        && judgement.composed.reading.is_some()
        && view.grave().next().is_none()
        && view.count_open() == 0;
    let count = judgement.alternatives;
    let is_clean = judgement.findings.is_empty();
    (is_sound && count > 0).then(|| {
        lang.of(match (count, is_clean) {
            (1, true) => [
                "1 other check, refuted".to_owned(),
                "他の王手1通りは詰まない".to_owned(),
            ],
            (_, true) => [
                format!("{count} other checks, all refuted"),
                format!("他の王手{count}通りはどれも詰まない"),
            ],
            (1, false) => [
                "1 other check, no defect".to_owned(),
                "他の王手1通りに余詰なし".to_owned(),
            ],
            (_, false) => [
                format!("{count} other checks, no defect"),
                format!("他の王手{count}通りに余詰なし"),
            ],
        })
    })
}

/// Returns how many checks were looked at, and their outcome.
pub(in crate::report) fn looked_at(view: &JudgementView<'_>, hidden: usize, lang: Lang) -> String {
    let judgement = view.judgement;
    let counted = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let (checks, turns) = (judgement.alternatives, judgement.turns);
    let mut parts = vec![lang.of([
        format!(
            "looked at {} at {} of the attacker",
            counted(checks, "other check"),
            counted(turns, "turn"),
        ),
        format!("攻方の手番{turns}か所で、他の王手{checks}通りを検討"),
    ])];
    let undecided = judgement.unresolved(view.profile).count();
    let open = view.count_open();
    if open > 0 {
        parts.push(left_open(open, lang));
    } else if judgement.unresolved.is_empty() && judgement.findings.is_empty() {
        parts.push(lang.of(["all refuted", "どれも詰まない"]).to_owned());
    }
    let tolerable = judgement.unresolved.len() - undecided;
    if tolerable > 0 {
        parts.push(lang.of([
            format!("{tolerable} not decided, but tolerated in any case"),
            format!("ほかに未検討{tolerable}件（詰んでも許容の範囲）"),
        ]));
    }
    if hidden > 0 {
        parts.push(lang.of([
            if hidden == 1 {
                "-v shows one more minor finding or remark".to_owned()
            } else {
                format!("-v shows {hidden} more minor findings and remarks")
            },
            format!("ほかに軽微な非限定・備考{hidden}件（-v で表示）"),
        ]));
    }
    parts.join(dot(lang))
}
