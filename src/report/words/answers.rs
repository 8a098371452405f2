//! Verdicts, lengths, open questions, and the counts of a run, in words.

use super::brinkmate::{better_than_a_brinkmate, brinkmate_verdict};
use super::units::{amount, seconds};
use super::{at_most, dot, joined, plies, term_named};
use crate::answer::{Row, Tally, printable};
use crate::notation::{japanese, sfen};
use crate::shogi::Hand;
use crate::vocabulary::{Compared, Goal, Lang, Limit, Status, Verdict};

sentences! {
    problems_in(total, time): "{total} problems in {time}", "{total}題 {time}";
    agreed_of(agreed, compared): "length as the file says {agreed} of {compared}",
        "手数が入力と一致 {agreed}/{compared}";
    interrupted(): "interrupted", "中断";
    strict(plies): "strict length {plies}", "無駄合も数えて{plies}手";
    strict_is_longer(plies): "strict length {plies} with futile interpositions counted",
        "無駄合も数えると{plies}手";
    strict_within(plies): "strict length at most {plies}", "無駄合も数えて{plies}手以内";
    no_mate(): "no mate, proven", "どう王手を続けても詰まない（証明済み）";
    no_mate_found(spent): "unknown: no mate found within {spent}, but not excluded either",
        "{spent}では、詰むかどうか分からなかった";
    shortest(plies): "mate in {plies}, proven shortest", "最短（証明済み）";
    shortest_reply(length): "mate in {length}, the defender to move, proven shortest",
        "玉方の手番から{length}で詰み、最短（証明済み）";
    not_excluded(length): "{length} (a shorter mate is not excluded)", "{length}（より短い詰みの有無は未検討）";
    not_looked_for(length): "{length} (a shorter mate was not looked for)",
        "{length}（より短い詰みは探していない）";
    no_leftover(): "nothing left over", "駒余らず";
    leftover(pieces, english): "駒余り {pieces} (left over: {english})", "駒余り {pieces}";
    memory_is_full(): "stopped: the memory is full (see --hash)", "メモリ不足で打ち切り（--hash で増やせる）";
    stopped_after(spent): "stopped after {spent}", "{spent}で打ち切り";
    /// Returns the number of open moves and questions, in words.
    left_open(count): "{count} open", "未検討{count}件";
    open_after(count, spent): "{count} open after {spent}", "未検討{count}件（{spent}）";
    says_too(plies): "the file says {plies}, too", "入力でも{plies}手";
    says(plies): "the file says {plies}", "入力では{plies}手";
    with_futile(says): "{says}, with futile interpositions counted", "{says}（無駄合も数えた手数）";
    is_shorter(says, fewer): "{says}: {fewer} fewer are enough", "{says}だが、{fewer}手短く詰む";
    is_longer(says, more): "{says}: {more} more are needed", "{says}だが、{more}手長くかかる";
    again_of(id): "= {id}", "{id} と同一局面";
}

/// Returns the counts of a run in one line.
#[must_use]
pub fn summary(tally: &Tally, lang: Lang) -> String {
    let total = tally.total();
    let always = |[english, japanese]: [&str; 2], count: usize| {
        Some(both!(lang, "{english} {count}", "{japanese} {count}"))
    };
    let if_any = |words, count| {
        if count > 0 {
            always(words, count)
        } else {
            None
        }
    };
    let others = [
        if_any(["brinkmate", "必至"], tally.brinkmate),
        if_any(["threatmate", "詰めろ"], tally.threatmate),
        if_any(["no brinkmate", "必至なし"], tally.no_brinkmate),
        if_any(["no threat", "詰めろでない"], tally.no_threat),
    ];
    // If brinkmates or threats were asked for, a count of 0 mates is left out.
    let asks_others = others.iter().any(Option::is_some);
    let of_mate = |words, count| {
        if asks_others {
            if_any(words, count)
        } else {
            always(words, count)
        }
    };
    let mut parts = vec![Some(problems_in(total, seconds(tally.elapsed, lang), lang))];
    if tally.judged {
        parts.push(always(["sound", "完全"], tally.mate + tally.sound));
        parts.push(always(["blemished", "キズあり"], tally.blemished));
        parts.push(always(["flawed", "不完全"], tally.flawed));
    } else {
        parts.push(of_mate(["mate", "詰"], tally.mate));
    }
    parts.extend(others);
    let (agreed, compared) = (tally.agreed, tally.compared);
    parts.extend([
        of_mate(["no mate", "不詰"], tally.no_mate),
        always(["unknown", "不明"], tally.unknown),
        if_any(["errors", "エラー"], tally.errors),
        if_any(
            ["length only bounded", "手数は上限のみ"],
            tally.not_shortest,
        ),
        (compared > 0).then(|| agreed_of(agreed, compared, lang)),
        if_any(["not as the file says", "入力と不一致"], tally.unexpected),
        if_any(["duplicates", "同一局面"], tally.duplicates),
        if_any(["certificates", "証明書"], tally.certified),
        if_any(["claims not certified", "証明書なし"], tally.uncertified),
        tally.interrupted.then(|| interrupted(lang)),
    ]);
    joined(parts.into_iter().flatten(), dot(lang))
}

/// Returns the number of compositions with each kind of defect, the most frequent first: `余詰 cook
/// 37 · …`.
#[must_use]
pub fn by_defect(tally: &Tally, lang: Lang) -> Option<String> {
    let mut counts: Vec<_> = tally.defects.iter().collect();
    counts.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let parts = counts.iter();
    let parts: Vec<_> = parts
        .map(|(kind, count)| format!("{} {count}", term_named(kind, lang)))
        .collect();
    let title = lang.of(["by defect: ", "不完全の理由："]);
    (!parts.is_empty()).then(|| format!("{title}{}", parts.join(dot(lang))))
}

/// Returns the verdict in a word.
pub(in crate::report) const fn short_verdict(verdict: Verdict, lang: Lang) -> &'static str {
    match (verdict, lang) {
        (_, Lang::English) => verdict.english(),
        (Verdict::Blemished, Lang::Japanese) => "キズあり",
        (Verdict::Error, Lang::Japanese) => "エラー",
        (verdict, Lang::Japanese) => verdict.term(),
    }
}

/// Returns the verdict in words.
pub(in crate::report) fn verdict_label(verdict: Verdict, lang: Lang) -> &'static str {
    match (verdict, lang) {
        (Verdict::Error, Lang::Japanese) => short_verdict(verdict, lang),
        _ => verdict.in_lang(lang),
    }
}

/// Returns the mark of a judged composition.
pub(in crate::report) const fn verdict_mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate
        | Verdict::Sound
        | Verdict::Blemished
        | Verdict::Brinkmate
        | Verdict::Threatmate => "○",
        Verdict::Flawed
        | Verdict::NoMate
        | Verdict::NoBrinkmate
        | Verdict::NoThreat
        | Verdict::Error => "×",
        Verdict::Unknown => "△",
    }
}

/// Returns the composed length or its bound in short; `–` if there is none.
pub(in crate::report) fn short_length(row: &Row) -> String {
    match (row.plies, row.plies_at_most) {
        (Some(plies), _) => plies.to_string(),
        (None, Some(plies)) => format!("≤{plies}"),
        (None, None) => "–".to_owned(),
    }
}

/// Returns the strict length, if it differs from the composed length.
pub(in crate::report) fn strict_if_other(row: &Row) -> Option<u32> {
    row.plies_strict.filter(|&it| row.plies != Some(it))
}

/// Returns the strict length or its bound in words. `None` without a mate.
pub(in crate::report) fn strict_length(row: &Row, lang: Lang) -> Option<String> {
    Some(match (row.plies_strict, row.unwritten.strict_at_most) {
        (Some(length), _) if row.plies.is_some_and(|plies| plies != length) => {
            strict_is_longer(length, lang)
        }
        (Some(length), _) => strict(length, lang),
        (None, Some(most)) => strict_within(most, lang),
        (None, None) => return None,
    })
}

/// Returns whether the length of the input is right: `✓`, `≠7`, or only `7` if that is not decided.
pub(in crate::report) fn length_check(row: &Row) -> String {
    let Some(expected) = row.expected_plies else {
        return String::new();
    };
    if row.plies.is_some() && row.is_length(expected) {
        "✓".to_owned()
    } else if row.contradicts_length(expected) {
        format!("≠{expected}")
    } else {
        expected.to_string()
    }
}

/// Returns the verdict of the input if it is proven to be wrong: `≠sound`, `≠完全作`.
pub(in crate::report) fn other_verdict(row: &Row, lang: Lang) -> Option<String> {
    let claims = row.unexpected.as_ref()?;
    let expected = short_verdict(row.expected_verdict?, lang);
    let is_other = claims.contains(&Compared::Verdict);
    is_other.then(|| format!("≠{expected}"))
}

/// Returns the Japanese term for the answer: `5手詰`, `詰`, `不詰`, `不明`; `3手必至`.
pub(in crate::report) fn headline(row: &Row) -> String {
    if row.goal_of_length() == Goal::Brinkmate {
        return match (row.plies, row.plies_at_most) {
            (Some(plies), _) => format!("{plies}手必至"),
            (None, Some(_)) => Verdict::Brinkmate.term().to_owned(),
            (None, None) => row.verdict.term().to_owned(),
        };
    }
    match (row.plies, row.plies_at_most) {
        // 手数 counts from the attacker's first move, so the plies of a defender to move are not a 手数.
        (Some(plies), _) if attacker_to_move(row) => format!("{plies}手詰"),
        // The mate is known, even if the judgement is not.
        (Some(_), _) | (None, Some(_)) => Verdict::Mate.term().to_owned(),
        (None, None) => row.verdict.term().to_owned(),
    }
}

/// Returns whether the attacker is to move in the diagram of a row.
fn attacker_to_move(row: &Row) -> bool {
    row.problem().is_some_and(|it| it.attacker_to_move())
}

/// Returns the verdict in words, the most important first.
pub(in crate::report) fn verdict_in_words(row: &Row, lang: Lang) -> Vec<String> {
    if !row.goal.is_mate() && row.verdict != Verdict::Error {
        if row.is_plain_mate() {
            let better = better_than_a_brinkmate(lang);
            return mate_in_words(row, lang)
                .into_iter()
                .chain([better])
                .collect();
        }
        return brinkmate_verdict(row, lang);
    }
    match row.verdict {
        Verdict::Mate | Verdict::Sound | Verdict::Blemished | Verdict::Flawed => {
            mate_in_words(row, lang)
        }
        // The mate is known; whether the composition is sound is not.
        Verdict::Unknown if row.plies.or(row.plies_at_most).is_some() => mate_in_words(row, lang),
        Verdict::NoMate => vec![no_mate(lang)],
        Verdict::Unknown => {
            let mut parts = vec![no_mate_found(spent(row, lang), lang)];
            if matches!(row.limit, Some(Limit::Memory | Limit::Interrupt)) {
                parts.push(why_stopped(row, lang));
            }
            parts
        }
        // Other functions say these, and errors have their message.
        Verdict::Brinkmate
        | Verdict::Threatmate
        | Verdict::NoBrinkmate
        | Verdict::NoThreat
        | Verdict::Error => Vec::new(),
    }
}

/// Returns the length of a mate in words, its leftover, and why a search for less ended.
fn mate_in_words(row: &Row, lang: Lang) -> Vec<String> {
    let mut parts = Vec::new();
    match (row.plies, row.plies_at_most) {
        (Some(n), _) if attacker_to_move(row) => parts.push(shortest(n, lang)),
        (Some(n), _) => parts.push(shortest_reply(plies(n).in_lang(lang), lang)),
        (None, Some(n)) => parts.push(match row.status {
            Status::Limit => not_excluded(at_most(n).in_lang(lang), lang),
            _ => not_looked_for(at_most(n).in_lang(lang), lang),
        }),
        (None, None) => {}
    }
    if row.plies.is_some()
        // The leftover of the author's line says nothing about best play.
        && !row.has_line_of_other_length()
        && let Some(hand) = row.hand_left()
    {
        parts.push(leftover_in_words(hand, lang));
    }
    if row.status == Status::Limit {
        parts.push(why_stopped(row, lang));
    }
    parts
}

/// Returns the leftover of a line.
pub(in crate::report) fn leftover_in_words(hand: Hand, lang: Lang) -> String {
    if hand.is_empty() {
        return no_leftover(lang);
    }
    leftover(japanese::hand(hand), sfen::write_hand(hand), lang)
}

/// Returns a number of nodes in words.
pub(in crate::report) fn nodes_in_words(count: u64, lang: Lang) -> String {
    let noun = if count == 1 { "node" } else { "nodes" };
    let count = amount(count, lang);
    both!(lang, "{count} {noun}", "{count}ノード")
}

/// Returns why the search ended before everything was known.
pub(in crate::report) fn why_stopped(row: &Row, lang: Lang) -> String {
    match row.limit {
        Some(Limit::Memory) => memory_is_full(lang),
        Some(Limit::Interrupt) => interrupted(lang),
        Some(Limit::Settled) | None => String::new(),
        Some(Limit::Time | Limit::Nodes) => stopped_after(spent(row, lang), lang),
    }
}

/// Returns the number of open moves and questions, and why they are open, for a narrow column.
pub(in crate::report) fn open_in_short(row: &Row, lang: Lang) -> String {
    let open = row.count_open();
    match row.limit {
        Some(Limit::Time | Limit::Nodes) => open_after(open, spent(row, lang), lang),
        _ => joined(
            [left_open(open, lang), why_stopped(row, lang)],
            lang.of(["; ", "・"]),
        ),
    }
}

/// Returns the nodes if their limit was reached, else the time.
fn spent(row: &Row, lang: Lang) -> String {
    match row.limit {
        Some(Limit::Nodes) => nodes_in_words(row.nodes, lang),
        _ => seconds(row.elapsed(), lang),
    }
}

/// Returns the earlier problem with the same position.
pub(in crate::report) fn earlier_problem(row: &Row, lang: Lang) -> String {
    again_of(
        printable(row.duplicate_of.as_deref().unwrap_or_default()),
        lang,
    )
}

/// Returns the comparison of the answer with the length in the file.
pub(in crate::report) fn expectation(row: &Row, lang: Lang) -> Option<String> {
    let expected = row.expected_plies?;
    let known = row.plies.or(row.plies_at_most);
    let text = says(expected, lang);
    Some(match known {
        Some(_) if row.counts_futile() => with_futile(text, lang),
        Some(n) if n < expected && row.contradicts_length(expected) => {
            is_shorter(text, expected - n, lang)
        }
        Some(n) if row.plies.is_some() && n > expected => is_longer(text, n - expected, lang),
        Some(_) if row.plies.is_some() => says_too(expected, lang),
        _ => text,
    })
}
