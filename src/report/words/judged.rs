//! Text around the findings of a judged composition.

use super::answers::{again, headline, mark, verdict};
use super::{dot, term_named};
use crate::answer::{LookedAt, Row};
use crate::vocabulary::{Lang, Verdict};

/// Returns the verdict on a composition, and what else is said in this line.
pub(in crate::report) fn judged_in_words(row: &Row, lang: Lang) -> [String; 2] {
    let said = match row.verdict {
        _ if !row.is_judged() => Some(again(row, lang)),
        Verdict::Flawed | Verdict::Blemished => Some(reasons(row, lang)),
        Verdict::Unknown if row.has_judged_line() => Some(left_open(row.count_open(), lang)),
        _ => None,
    };
    let said = match (lang, said) {
        (Lang::English, None) => format!("  {}", row.verdict.english()),
        (Lang::English, Some(said)) => {
            let colon = if row.is_judged() { ": " } else { "  " };
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
pub(in crate::report) fn says_no_more(row: &Row) -> bool {
    row.is_judged() && headline(row) == row.verdict.term()
}

/// Returns an answer in one line: the verdict on the composition if it was judged, the length, and what is
/// proven.
#[must_use]
pub fn in_one_line(row: &Row, lang: Lang) -> String {
    if let Some(error) = &row.error {
        return error.message.in_lang(lang).to_owned();
    }
    let mut parts = Vec::new();
    if says_no_more(row) {
        parts.push(format!("{} {}", mark(row.verdict), headline(row)));
    } else {
        if row.is_judged() {
            parts.push(judged_in_words(row, lang).concat());
        }
        parts.push(headline(row));
    }
    parts.extend(verdict(row, lang));
    parts.dedup();
    parts.join(dot(lang))
}

/// Returns the kinds of defects and blemishes, each once, the gravest first.
pub(in crate::report) fn grave_kinds(row: &Row) -> Vec<&str> {
    let mut kinds: Vec<&str> = Vec::new();
    for it in row.grave() {
        if !kinds.contains(&&*it.kind) {
            kinds.push(&it.kind);
        }
    }
    kinds
}

/// Returns the defects and blemishes: `余詰 cook, 駒余り leftover`; `余詰・駒余り`.
pub(in crate::report) fn reasons(row: &Row, lang: Lang) -> String {
    let kinds = grave_kinds(row).into_iter();
    let terms: Vec<_> = kinds.map(|it| term_named(it, lang)).collect();
    terms.join(lang.of([", ", "・"]))
}

/// Returns how much was left open.
pub(in crate::report) fn left_open(count: usize, lang: Lang) -> String {
    both!(lang, "{count} open", "未検討{count}件")
}

/// Returns how many other checks were refuted, if a composition is sound: `13 other checks, all
/// refuted`. Some may mate at the last move, or be as good in another way that custom tolerates.
pub(in crate::report) fn all_refuted(row: &Row, lang: Lang) -> Option<String> {
    let looked_at = row.unwritten.looked_at?;
    let is_sound = looked_at.tolerated == 0
        && row.has_judged_line()
        && row.grave().next().is_none()
        && row.count_open() == 0;
    let count = looked_at.checks;
    let is_clean = row.findings().next().is_none();
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

/// Returns how many checks were looked at, and their outcome. `None` if this is not known, or if there is
/// no line to look beside.
pub(in crate::report) fn looked_at(row: &Row, hidden: usize, lang: Lang) -> Option<String> {
    let LookedAt {
        checks,
        turns,
        tolerated,
    } = row.unwritten.looked_at?;
    if !row.has_judged_line() || !row.goal.is_mate() {
        return None;
    }
    let counted = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut parts = vec![lang.of([
        format!(
            "looked at {} at {} of the attacker",
            counted(checks, "other check"),
            counted(turns, "turn"),
        ),
        format!("攻方の手番{turns}か所で、他の王手{checks}通りを検討"),
    ])];
    let open = row.count_open();
    if open > 0 {
        parts.push(left_open(open, lang));
    } else if tolerated == 0 && row.findings().next().is_none() {
        parts.push(both!(lang, "all refuted", "どれも詰まない"));
    }
    if tolerated > 0 {
        parts.push(both!(
            lang,
            "{tolerated} not decided, but tolerated in any case",
            "ほかに未検討{tolerated}件（詰んでも許容の範囲）"
        ));
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
    Some(parts.join(dot(lang)))
}
