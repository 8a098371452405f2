//! Brinkmates (必至) and threats (詰めろ).

use super::answers::{nodes, stopped};
use super::units::seconds;
use super::{at_most, both, plies};
use crate::answer::Row;
use crate::vocabulary::{Goal, Lang, Limit, Status, Verdict};

/// Returns the name of a group of defences: `any other (23)`, `その他（23通り）`.
pub(in crate::report) fn rest(count: usize, is_all: bool, lang: Lang) -> String {
    if is_all {
        return both!(
            lang,
            "whatever the defender plays ({count})",
            "どう受けても（{count}通り）"
        );
    }
    both!(lang, "any other ({count})", "その他（{count}通り）")
}

/// Returns the threat and what the defences come to, in one line.
#[must_use]
pub fn threat_in_words(row: &Row, lang: Lang) -> String {
    let known = row.brinkmate.as_ref();
    let count = known.map_or(0, |it| it.holding().count());
    // A defender in check cannot pass.
    let is_check = known.is_some_and(|it| it.threatens.is_none());
    lang.of(match row.verdict {
        Verdict::Brinkmate => both(
            "brinkmate: every defence is mated, proven",
            "どう受けても詰む（証明済み）",
        ),
        Verdict::Threatmate => [
            format!(
                "threatmate, proven: mate after a pass, but {}",
                held(count, Lang::English)
            ),
            format!(
                "放置すれば詰むが、{}（証明済み）",
                held(count, Lang::Japanese)
            ),
        ],
        Verdict::NoThreat if is_check => both(
            "the defender is in check, and escapes: a check is no threat",
            "王手がかかっているが、逃れられる",
        ),
        Verdict::NoThreat => both(
            "no threat, proven: no mate after a pass",
            "放置しても詰まない（証明済み）",
        ),
        Verdict::Mate => both(
            "the defender is in check, and mated whatever he does",
            "王手がかかっていて、どう応じても詰む",
        ),
        _ => both("unknown: not decided within the limits", "制限のため不明"),
    })
}

/// Returns the verdict in words, the most important first.
pub(in crate::report) fn verdict(row: &Row, lang: Lang) -> Vec<String> {
    let mut parts = if row.goal == Goal::Threatmate {
        vec![threat_in_words(row, lang)]
    } else {
        of_problem(row, lang)
    };
    if row.status == Status::Limit {
        parts.push(stopped(row, lang));
    }
    parts
}

/// Returns what the verdict alone does not say: within how many plies there is none, or how many
/// defences hold.
pub(in crate::report) fn in_short(row: &Row, lang: Lang) -> Option<String> {
    if row.is_plain_mate() {
        return Some(better_than_a_brinkmate(lang));
    }
    let known = row.brinkmate.as_ref()?;
    if row.goal == Goal::Threatmate {
        let is_threat = row.verdict == Verdict::Threatmate;
        return is_threat.then(|| held(known.holding().count(), lang));
    }
    if known.first_moves.len() > 1 {
        return Some(several(known.first_moves.len(), lang));
    }
    let within = plies(known.none_within?).into_lang(lang);
    Some(both!(lang, "none within {within}", "{within}以内"))
}

/// Returns how many defences hold.
fn held(count: usize, lang: Lang) -> String {
    let defences = if count == 1 {
        "1 defence holds".to_owned()
    } else {
        format!("{count} defences hold")
    };
    lang.of([defences, format!("受けは{count}通り")])
}

/// Returns how many first moves force a brinkmate of the shortest length.
fn several(count: usize, lang: Lang) -> String {
    both!(lang, "{count} first moves force it", "初手は{count}通り")
}

fn of_problem(row: &Row, lang: Lang) -> Vec<String> {
    let mut parts = Vec::new();
    match (row.plies, row.plies_at_most) {
        (Some(n), _) => parts.push(both!(
            lang,
            "brinkmate in {n}, proven shortest",
            "最短（証明済み）"
        )),
        (None, Some(n)) => {
            let why = lang.of([
                " (a shorter brinkmate is not excluded)",
                "（より短い必至の有無は未検討）",
            ]);
            parts.push(at_most(n).into_lang(lang) + why);
        }
        (None, None) => parts.push(without(row, lang)),
    }
    let first_moves = row.brinkmate.as_ref().map_or(0, |it| it.first_moves.len());
    if first_moves > 1 {
        parts.push(several(first_moves, lang));
    }
    parts
}

/// Returns what is known without a brinkmate.
fn without(row: &Row, lang: Lang) -> String {
    let none_within = row.brinkmate.as_ref().and_then(|it| it.none_within);
    let within = none_within.map(|it| plies(it).into_lang(lang));
    if row.verdict == Verdict::NoBrinkmate {
        return match within {
            Some(within) => both!(
                lang,
                "no brinkmate within {within}, and no mate, proven",
                "{within}以内の必至はなく、詰みもない（証明済み）"
            ),
            None => both!(
                lang,
                "no brinkmate of any length, and no mate, proven",
                "何手かけても必至はなく、詰みもない（証明済み）"
            ),
        };
    }
    let spent = match row.limit {
        Some(Limit::Nodes) => nodes(row.nodes, lang),
        _ => seconds(row.elapsed(), lang),
    };
    let so_far = match within {
        Some(within) => both(
            format!("; none within {within}, proven"),
            format!("（{within}以内にないことは証明済み）"),
        ),
        None => both(", but not excluded either", ""),
    };
    lang.of([
        format!("unknown: no brinkmate found within {spent}{}", so_far[0]),
        format!("{spent}では、必至かどうか分からなかった{}", so_far[1]),
    ])
}

/// Returns the remark that a problem is no brinkmate problem, because there is a mate.
pub(in crate::report) fn better_than_a_brinkmate(lang: Lang) -> String {
    let words = [
        "a plain mate, which is better than a brinkmate",
        "必至をかけるまでもなく詰む",
    ];
    lang.of(words).to_owned()
}
