//! Variations, tries, refutations, and why interpositions count or not.

use super::{at_most, plies};
use crate::answer::{DefenceRow, ExplanationRow, TryRow, read_hand};
use crate::notation::{japanese, sfen};
use crate::shogi::Hand;
use crate::vocabulary::{Lang, LineEnd, Taker, Verdict};

sentences! {
    /// Returns the heading of the replies beside this one.
    other_than(mv): "other than {mv}", "{mv}以外";
    /// Returns the text before the line after this reply, if several replies have similar lines.
    after(mv): "after {mv}:", "{mv}の後：";
    leaves(pieces): "駒余り leaves {pieces}", "駒余り {pieces}";
    interposed(): "the interposed piece", "取った合駒";
    with_interposed(pieces): "{pieces} and the interposed piece", "{pieces}・取った合駒";
    no_check(): "the attacker has no check", "王手をかける手がない";
    mates(length): "mates: {length}", "{length}で詰む";
    mates_within(bound): "mates in {bound}; a shorter mate is not excluded",
        "{bound}で詰む（より短い詰みの有無は未検討）";
    fails(): "fails: no mate, proven", "詰まない（証明済み）";
    explained(verdict, who, after, without, grey): "{verdict}: {who}, then {after}, {without}{grey}",
        "{verdict}：{who}{after}、{without}{grey}";
    futile(): "futile", "無駄合";
    counts(): "counts", "有効な合駒";
    mate(): "mate", "詰み";
    mate_after(count): "mate after {count} more plies", "あと{count}手で詰み";
    same_without(): "as without it", "合駒しない場合と同じ";
    without_it(mate): "without it {mate}", "合駒しなければ{mate}";
    is_grey(class): " · grey: {class}", "（解釈が分かれる：{class}）";
    undecided(): "unknown: neither a mate nor its absence was proven", "詰むかどうか不明";
}

/// Returns the number of other replies: `3 others`, `他3通り`.
pub(in crate::report) fn others(count: usize, lang: Lang) -> String {
    let noun = if count == 1 { "other" } else { "others" };
    both!(lang, "{count} {noun}", "他{count}通り")
}

/// Returns the leftover of the defences in a group, which differ only in the piece interposed.
pub(in crate::report) fn common_leftover(group: &[&DefenceRow], lang: Lang) -> Option<String> {
    let hands: Option<Vec<Hand>> = group.iter().map(|it| read_hand(&it.leftover)).collect();
    let hands = hands?;
    let pieces = |hand: Hand| lang.of([sfen::write_hand(hand), japanese::hand(hand)]);
    if hands.iter().all(|&hand| hand == hands[0]) {
        let has_leftover = !hands[0].is_empty();
        return has_leftover.then(|| leaves(pieces(hands[0]), lang));
    }
    let common = hands.iter().fold(hands[0], |all, &hand| all.min(hand));
    let left = if common.is_empty() {
        interposed(lang)
    } else {
        with_interposed(pieces(common), lang)
    };
    Some(leaves(left, lang))
}

/// Returns why the line of a refutation ends.
pub(in crate::report) fn why_line_ends(line: &[String], end: LineEnd, lang: Lang) -> String {
    match end {
        LineEnd::NoCheck if line.is_empty() => no_check(lang),
        end => end.in_lang(lang).to_owned(),
    }
}

/// Returns the outcome of a try.
pub(in crate::report) fn outcome(found: &TryRow, lang: Lang) -> String {
    match (found.verdict, found.plies, found.plies_at_most) {
        (Verdict::Mate, Some(length), _) => mates(plies(length).in_lang(lang), lang),
        (Verdict::Mate, None, most) => mates_within(at_most(most.unwrap_or(0)).in_lang(lang), lang),
        (Verdict::NoMate, ..) => fails(lang),
        _ => undecided(lang),
    }
}

/// Returns why an interposition is futile, or might be. `None` if a limit left it undecided.
#[must_use]
pub fn reason(explanation: &ExplanationRow, lang: Lang) -> Option<String> {
    let (plies_after, plies_without) = (explanation.plies_after?, explanation.plies_without?);
    let verdict = if explanation.futile? {
        futile(lang)
    } else {
        counts(lang)
    };
    let who = explanation.by.unwrap_or(Taker::Other).in_lang(lang);
    let mate = |length: u32| match length {
        0 => mate(lang),
        length => mate_after(length, lang),
    };
    let without = if plies_without == plies_after {
        same_without(lang)
    } else {
        without_it(mate(plies_without), lang)
    };
    let grey = explanation.grey;
    let grey = grey.map(|class| is_grey(class.in_lang(lang), lang));
    let grey = grey.unwrap_or_default();
    let after = mate(plies_after);
    Some(explained(verdict, who, after, without, grey, lang))
}
