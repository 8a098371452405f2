//! Sentences about a judged composition, apart from its findings.

use super::answers::{earlier_problem, headline, left_open, verdict_in_words, verdict_mark};
use super::{dot, term_named};
use crate::answer::{Finding, LookedAt, Row};
use crate::vocabulary::{Lang, Verdict};

sentences! {
    one_is_refuted(): "1 other check, refuted", "他の王手1通りは詰まない";
    all_are_refuted(count): "{count} other checks, all refuted", "他の王手{count}通りはどれも詰まない";
    one_is_no_defect(): "1 other check, no defect", "他の王手1通りに余詰なし";
    no_defect(count): "{count} other checks, no defect", "他の王手{count}通りに余詰なし";
    looked_at_checks(checks, s, turns, of_turns): "looked at {checks} other check{s} at {turns} turn{of_turns} of the attacker",
        "攻方の手番{turns}か所で、他の王手{checks}通りを検討";
    refuted(): "all refuted", "どれも詰まない";
    undecided(count): "{count} not decided, but tolerated in any case",
        "ほかに未検討{count}件（詰んでも許容の範囲）";
    hides_one(): "-v shows one more minor finding or remark", "ほかに軽微な非限定・備考1件（-v で表示）";
    hides(count): "-v shows {count} more minor findings and remarks",
        "ほかに軽微な非限定・備考{count}件（-v で表示）";
}

/// Returns the verdict on a composition in Japanese, and the rest of its line: the verdict in English, and its
/// grounds.
pub(in crate::report) fn judged_in_words(row: &Row, lang: Lang) -> [String; 2] {
    let grounds = match row.verdict {
        _ if !row.is_judged() => Some(earlier_problem(row, lang)),
        Verdict::Flawed | Verdict::Blemished => Some(reasons(row, lang)),
        Verdict::Unknown if row.has_judged_line() => Some(left_open(row.count_open(), lang)),
        _ => None,
    };
    let rest = match (lang, grounds) {
        (Lang::English, None) => format!("  {}", row.verdict.english()),
        (Lang::English, Some(grounds)) => {
            let colon = if row.is_judged() { ": " } else { "  " };
            format!("  {}{colon}{grounds}", row.verdict.english())
        }
        (Lang::Japanese, None) => String::new(),
        (Lang::Japanese, Some(grounds)) => format!("  {grounds}"),
    };
    [
        format!("{} {}", verdict_mark(row.verdict), row.verdict.term()),
        rest,
    ]
}

/// Returns whether the verdict on a judged composition is the answer itself: there is no mate, or none is
/// known.
pub(in crate::report) fn is_verdict_the_answer(row: &Row) -> bool {
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
    if is_verdict_the_answer(row) {
        parts.push(format!("{} {}", verdict_mark(row.verdict), headline(row)));
    } else {
        if row.is_judged() {
            parts.push(judged_in_words(row, lang).concat());
        }
        parts.push(headline(row));
    }
    parts.extend(verdict_in_words(row, lang));
    parts.dedup();
    parts.join(dot(lang))
}

/// Returns the kinds of findings, each once.
pub(in crate::report) fn kinds_of<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<&'a str> {
    let mut kinds: Vec<&str> = Vec::new();
    for finding in findings {
        if !kinds.contains(&&*finding.kind) {
            kinds.push(&finding.kind);
        }
    }
    kinds
}

/// Returns the defects and blemishes: `余詰 cook, 駒余り leftover`; `余詰・駒余り`.
pub(in crate::report) fn reasons(row: &Row, lang: Lang) -> String {
    let kinds = kinds_of(row.grave_findings()).into_iter();
    let terms: Vec<_> = kinds.map(|it| term_named(it, lang)).collect();
    terms.join(lang.of([", ", "・"]))
}

/// Returns the number of other checks if a composition is sound: `13 other checks, all refuted`. If it
/// has minor findings, some of these checks mate, and the sentence says that none is a defect.
pub(in crate::report) fn all_refuted(row: &Row, lang: Lang) -> Option<String> {
    let looked_at = row.unwritten.looked_at?;
    let is_sound = looked_at.tolerated == 0
        && row.has_judged_line()
        && row.grave_findings().next().is_none()
        && row.count_open() == 0;
    let count = looked_at.checks;
    let is_clean = row.findings().next().is_none();
    (is_sound && count > 0).then(|| match (count, is_clean) {
        (1, true) => one_is_refuted(lang),
        (_, true) => all_are_refuted(count, lang),
        (1, false) => one_is_no_defect(lang),
        (_, false) => no_defect(count, lang),
    })
}

/// Returns the number of other checks that were looked at, and their outcome. `hidden` findings are not shown.
/// `None` if the number is not known, or without a judged line of a mate.
pub(in crate::report) fn looked_at(row: &Row, hidden: usize, lang: Lang) -> Option<String> {
    let LookedAt {
        checks,
        turns,
        tolerated,
    } = row.unwritten.looked_at?;
    if !row.has_judged_line() || !row.goal.is_mate() {
        return None;
    }
    let s = |count: usize| if count == 1 { "" } else { "s" };
    let mut parts = vec![looked_at_checks(checks, s(checks), turns, s(turns), lang)];
    let open = row.count_open();
    if open > 0 {
        parts.push(left_open(open, lang));
    } else if tolerated == 0 && row.findings().next().is_none() {
        parts.push(refuted(lang));
    }
    if tolerated > 0 {
        parts.push(undecided(tolerated, lang));
    }
    match hidden {
        0 => {}
        1 => parts.push(hides_one(lang)),
        _ => parts.push(hides(hidden, lang)),
    }
    Some(parts.join(dot(lang)))
}
