//! Answers about brinkmates (必至) and threats (詰めろ), in words.

use super::answers::{nodes_in_words, why_stopped};
use super::units::seconds;
use super::{at_most, plies};
use crate::answer::Row;
use crate::vocabulary::{Goal, Lang, Limit, Status, Verdict};

sentences! {
    whatever(count): "whatever the defender plays ({count})", "どう受けても（{count}通り）";
    any_other(count): "any other ({count})", "その他（{count}通り）";
    every_defence_is_mated(): "brinkmate: every defence is mated, proven", "どう受けても詰む（証明済み）";
    but_for(held): "threatmate, proven: mate after a pass, but {held}", "放置すれば詰むが、{held}（証明済み）";
    escapes(): "the defender is in check, and escapes: a check is no threat",
        "王手がかかっているが、逃れられる";
    no_threat(): "no threat, proven: no mate after a pass", "放置しても詰まない（証明済み）";
    is_mated(): "the defender is in check, and mated whatever he does", "王手がかかっていて、どう応じても詰む";
    not_decided(): "unknown: not decided within the limits", "制限のため不明";
    none_within(plies): "none within {plies}", "{plies}以内";
    /// Returns the number of first moves that force a brinkmate of the shortest length, in words.
    several(count): "{count} first moves force it", "初手は{count}通り";
    shortest(plies): "brinkmate in {plies}, proven shortest", "最短（証明済み）";
    bounded(length): "{length} (a shorter brinkmate is not excluded)", "{length}（より短い必至の有無は未検討）";
    not_within(plies): "no brinkmate within {plies}, and no mate, proven",
        "{plies}以内の必至はなく、詰みもない（証明済み）";
    never(): "no brinkmate of any length, and no mate, proven",
        "何手かけても必至はなく、詰みもない（証明済み）";
    not_found(spent, so_far): "unknown: no brinkmate found within {spent}{so_far}",
        "{spent}では、必至かどうか分からなかった{so_far}";
    excluded_within(plies): "; none within {plies}, proven", "（{plies}以内にないことは証明済み）";
    not_excluded(): ", but not excluded either", "";
    /// Returns the remark that a problem is no brinkmate problem, because there is a mate.
    better_than_a_brinkmate(): "a plain mate, which is better than a brinkmate", "必至をかけるまでもなく詰む";
}

/// Returns the name of a group of defences: `any other (23)`, `その他（23通り）`.
pub(in crate::report) fn name_of_group(count: usize, is_all: bool, lang: Lang) -> String {
    if is_all {
        whatever(count, lang)
    } else {
        any_other(count, lang)
    }
}

/// Returns the threat and whether a defence holds, in one line.
#[must_use]
pub fn threat_in_words(row: &Row, lang: Lang) -> String {
    let brinkmate = row.brinkmate.as_ref();
    let count = brinkmate.map_or(0, |it| it.holding().count());
    // A defender in check cannot pass.
    let is_check = brinkmate.is_some_and(|it| it.threatens.is_none());
    match row.verdict {
        Verdict::Brinkmate => every_defence_is_mated(lang),
        Verdict::Threatmate => but_for(count_holding(count, lang), lang),
        Verdict::NoThreat if is_check => escapes(lang),
        Verdict::NoThreat => no_threat(lang),
        Verdict::Mate => is_mated(lang),
        _ => not_decided(lang),
    }
}

/// Returns the verdict in words, the most important first.
pub(in crate::report) fn brinkmate_verdict(row: &Row, lang: Lang) -> Vec<String> {
    let mut parts = if row.goal == Goal::Threatmate {
        vec![threat_in_words(row, lang)]
    } else {
        brinkmate_in_words(row, lang)
    };
    if row.status == Status::Limit {
        parts.push(why_stopped(row, lang));
    }
    parts
}

/// Returns what the verdict does not say: the plies within which there is no brinkmate, or the number
/// of defences that hold.
pub(in crate::report) fn in_short(row: &Row, lang: Lang) -> Option<String> {
    if row.is_plain_mate() {
        return Some(better_than_a_brinkmate(lang));
    }
    let known = row.brinkmate.as_ref()?;
    if row.goal == Goal::Threatmate {
        let is_threat = row.verdict == Verdict::Threatmate;
        return is_threat.then(|| count_holding(known.holding().count(), lang));
    }
    if known.first_moves.len() > 1 {
        return Some(several(known.first_moves.len(), lang));
    }
    Some(none_within(plies(known.none_within?).in_lang(lang), lang))
}

/// Returns the number of defences that hold, in words.
fn count_holding(count: usize, lang: Lang) -> String {
    let defences = if count == 1 {
        "defence holds"
    } else {
        "defences hold"
    };
    both!(lang, "{count} {defences}", "受けは{count}通り")
}

/// Returns the length of a brinkmate or the known bounds, and the number of its first moves.
fn brinkmate_in_words(row: &Row, lang: Lang) -> Vec<String> {
    let length = match (row.plies, row.plies_at_most) {
        (Some(length), _) => shortest(length, lang),
        (None, Some(most)) => bounded(at_most(most).in_lang(lang), lang),
        (None, None) => without_brinkmate(row, lang),
    };
    let first_moves = row.brinkmate.as_ref().map_or(0, |it| it.first_moves.len());
    let several = (first_moves > 1).then(|| several(first_moves, lang));
    [length].into_iter().chain(several).collect()
}

/// Returns the known bounds if there is no brinkmate.
fn without_brinkmate(row: &Row, lang: Lang) -> String {
    let within = row.brinkmate.as_ref().and_then(|it| it.none_within);
    let within = within.map(|it| plies(it).into_lang(lang));
    match (row.verdict, within) {
        (Verdict::NoBrinkmate, Some(within)) => not_within(within, lang),
        (Verdict::NoBrinkmate, None) => never(lang),
        (_, within) => {
            let spent = match row.limit {
                Some(Limit::Nodes) => nodes_in_words(row.nodes, lang),
                _ => seconds(row.elapsed(), lang),
            };
            let so_far = match within {
                Some(within) => excluded_within(within, lang),
                None => not_excluded(lang),
            };
            not_found(spent, so_far, lang)
        }
    }
}
