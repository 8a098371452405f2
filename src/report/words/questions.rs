//! Variations, tries, refutations, and why interpositions count or not.

use super::{Bilingual, at_most, both, plies};
use crate::answer::{DefenceRow, ExplanationRow, TryRow, hand};
use crate::notation::{japanese, sfen};
use crate::shogi::Hand;
use crate::vocabulary::{GreyClass, Lang, LineEnd, Taker, Verdict};

/// Returns the heading of the replies beside this one: `other than …`, `…以外`.
pub(in crate::report) fn other_than(mv: &str, lang: Lang) -> String {
    both!(lang, "other than {mv}", "{mv}以外")
}

/// Returns how many other replies there are: `3 others`, `他3通り`.
pub(in crate::report) fn others(count: usize, lang: Lang) -> String {
    let noun = if count == 1 { "other" } else { "others" };
    both!(lang, "{count} {noun}", "他{count}通り")
}

/// Returns the text before the line after this reply, if several replies have similar lines.
pub(in crate::report) fn after(mv: &str, lang: Lang) -> String {
    both!(lang, "after {mv}:", "{mv}の後：")
}

/// Returns the leftover of defences in one group, which differ only in the piece interposed.
pub(in crate::report) fn leftover(group: &[&DefenceRow], lang: Lang) -> Option<String> {
    let hands: Option<Vec<Hand>> = group.iter().map(|it| hand(&it.leftover)).collect();
    let hands = hands?;
    let name = lang.of(["駒余り leaves", "駒余り"]);
    let pieces = |hand: Hand| lang.of([sfen::write_hand(hand), japanese::hand(hand)]);
    if hands.iter().all(|&hand| hand == hands[0]) {
        let some = !hands[0].is_empty();
        return some.then(|| format!("{name} {}", pieces(hands[0])));
    }
    let common = hands.iter().fold(hands[0], |all, &hand| all.min(hand));
    let interposed = lang.of(["the interposed piece", "取った合駒"]);
    Some(if common.is_empty() {
        format!("{name} {interposed}")
    } else {
        let and = lang.of([" and ", "・"]);
        format!("{name} {}{and}{interposed}", pieces(common))
    })
}

/// Returns why the line of a refutation ends.
pub(in crate::report) fn ends(line: &[String], end: LineEnd, lang: Lang) -> &'static str {
    lang.of(match end {
        LineEnd::NoCheck if line.is_empty() => {
            ["the attacker has no check", "王手をかける手がない"]
        }
        LineEnd::NoCheck => ["no check is left", "王手が続かない"],
        LineEnd::Repetition => [
            "a position comes back: perpetual check",
            "同一局面に戻る（連続王手の千日手）",
        ],
        LineEnd::ChecksLeft => [
            "checks are left, none of which mates",
            "王手は続くが、どれも詰まない",
        ],
    })
}

/// Returns the outcome of the moves tried.
pub(in crate::report) fn outcome(found: &TryRow, lang: Lang) -> String {
    match (found.verdict, found.plies, found.plies_at_most) {
        (Verdict::Mate, Some(length), _) => {
            let length = plies(length).into_lang(lang);
            both!(lang, "mates: {length}", "{length}で詰む")
        }
        (Verdict::Mate, None, most) => {
            let bound = at_most(most.unwrap_or(0)).into_lang(lang);
            both!(
                lang,
                "mates in {bound}; a shorter mate is not excluded",
                "{bound}で詰む（より短い詰みの有無は未検討）"
            )
        }
        (Verdict::NoMate, ..) => both!(lang, "fails: no mate, proven", "詰まない（証明済み）"),
        _ => both!(
            lang,
            "unknown: neither a mate nor its absence was proven",
            "詰むかどうか不明"
        ),
    }
}

/// Returns why an interposition is futile, or might be. `None` if a limit left it undecided.
#[must_use]
pub fn reason(it: &ExplanationRow, lang: Lang) -> Option<String> {
    let (plies_after, plies_without) = (it.plies_after?, it.plies_without?);
    let verdict = if it.futile? {
        ["futile", "無駄合"]
    } else {
        ["counts", "有効な合駒"]
    };
    let who = if it.by == Some(Taker::Checker) {
        ["the checking piece takes", "王手した駒で取って"]
    } else {
        ["another piece takes", "別の駒で取って"]
    };
    let mate = |length: u32| -> Bilingual {
        match length {
            0 => both("mate", "詰み"),
            n => both(
                format!("mate after {n} more plies"),
                format!("あと{n}手で詰み"),
            ),
        }
    };
    let (after, without) = (mate(plies_after), mate(plies_without));
    let without = if plies_without == plies_after {
        both("as without it", "合駒しない場合と同じ")
    } else {
        both(
            format!("without it {}", without[0]),
            format!("合駒しなければ{}", without[1]),
        )
    };
    let grey = match it.grey {
        None => ["", ""],
        Some(GreyClass::NewReply) => [
            " · grey: it leaves a reply that was not there before",
            "（解釈が分かれる：以前になかった応手が生じる）",
        ],
        Some(GreyClass::DoubleCheck) => [
            " · grey: it takes with double check by another piece (間接両王手)",
            "（解釈が分かれる：間接両王手で取る）",
        ],
        Some(GreyClass::DiscoveredCheck) => [
            " · grey: the check is a third piece's",
            "（解釈が分かれる：王手するのは第三の駒）",
        ],
        Some(GreyClass::OtherPiece) => [
            " · grey: it is not the checking piece that takes",
            "（解釈が分かれる：取るのは王手した駒でない）",
        ],
    };
    Some(lang.of([
        format!(
            "{}: {}, then {}, {}{}",
            verdict[0], who[0], after[0], without[0], grey[0]
        ),
        format!(
            "{}：{}{}、{}{}",
            verdict[1], who[1], after[1], without[1], grey[1]
        ),
    ]))
}
