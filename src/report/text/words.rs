//! What is said of an answer, in words.

use super::{BAD, GOOD, HEAD, NONE, OPEN};
use crate::notation::{japanese, sfen};
use crate::report::kinds::term_of;
use crate::report::units::{amount, seconds};
use crate::report::{Entry, Limit, Row, Status, Tally, Verdict};
use crate::shogi::Hand;
use crate::tsume::Problem;
use anstyle::Style;

/// The answers of a run, counted, in one line.
#[must_use]
pub fn summary(tally: &Tally) -> String {
    let judged = tally.judged;
    let mut parts = vec![
        format!("{} problems in {}", tally.total(), seconds(tally.elapsed)),
        format!(
            "{} {}",
            if judged { "sound" } else { "mate" },
            tally.mate + tally.sound
        ),
        format!("no mate {}", tally.no_mate),
        format!("unknown {}", tally.unknown),
    ];
    if judged {
        parts.insert(2, format!("blemished {}", tally.blemished));
        parts.insert(3, format!("flawed {}", tally.flawed));
    }
    if tally.errors > 0 {
        parts.push(format!("errors {}", tally.errors));
    }
    if tally.not_shortest > 0 {
        parts.push(format!("length only bounded {}", tally.not_shortest));
    }
    if tally.compared > 0 {
        let (agreed, compared) = (tally.agreed, tally.compared);
        parts.push(format!("length as the file says {agreed} of {compared}"));
    }
    if tally.unexpected > 0 {
        parts.push(format!("not as the file says {}", tally.unexpected));
    }
    if tally.duplicates > 0 {
        parts.push(format!("duplicates {}", tally.duplicates));
    }
    if tally.certified > 0 {
        parts.push(format!("certificates {}", tally.certified));
    }
    if tally.uncertified > 0 {
        parts.push(format!("claims not certified {}", tally.uncertified));
    }
    if tally.interrupted {
        parts.push("interrupted".to_owned());
    }
    parts.join(" · ")
}

/// How many compositions have each kind of defect, the most frequent first: `余詰 37 · 早詰 9`.
#[must_use]
pub fn by_defect(tally: &Tally) -> Option<String> {
    let mut counts: Vec<_> = tally.defects.iter().collect();
    counts.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let parts = counts
        .iter()
        .map(|(kind, count)| format!("{} {count}", term_of(kind)));
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty()).then(|| format!("by defect: {}", parts.join(" · ")))
}

pub(in crate::report) const fn kanji(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate => "詰",
        Verdict::Sound => "完全作",
        Verdict::Blemished => "完全作（キズあり）",
        Verdict::Flawed => "不完全作",
        Verdict::NoMate => "不詰",
        Verdict::Unknown => "不明",
        Verdict::Error => "誤り",
    }
}

pub(in crate::report) const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate => "mate",
        Verdict::Sound => "sound",
        Verdict::Blemished => "blemished",
        Verdict::Flawed => "flawed",
        Verdict::NoMate => "no mate",
        Verdict::Unknown => "unknown",
        Verdict::Error => "error",
    }
}

/// The colour of a verdict: that of the pages.
pub(super) const fn style(row: &Row) -> Style {
    match (row.verdict, row.status) {
        (Verdict::Mate, Status::Done) | (Verdict::Sound | Verdict::Blemished, _) => GOOD,
        (Verdict::Mate | Verdict::Unknown, _) => OPEN,
        (Verdict::Flawed, _) => BAD,
        (Verdict::NoMate, _) => NONE,
        (Verdict::Error, _) => HEAD,
    }
}

/// The mark of a judged composition.
pub(in crate::report) const fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate | Verdict::Sound | Verdict::Blemished => "○",
        Verdict::Flawed | Verdict::NoMate | Verdict::Error => "×",
        Verdict::Unknown => "△",
    }
}

/// The composed length or its bound, short.
pub(super) fn length(row: &Row) -> String {
    match (row.plies, row.plies_at_most) {
        (Some(plies), _) => plies.to_string(),
        (None, Some(plies)) => format!("≤{plies}"),
        (None, None) => "–".to_owned(),
    }
}

/// The strict length or its bound, short, where it is not just what is known of the composed one.
pub(super) fn strict_if_other(entry: &Entry) -> String {
    let row = &entry.row;
    match (row.plies_strict, entry.strict_at_most) {
        (Some(strict), _) if row.plies != Some(strict) => strict.to_string(),
        (None, Some(most)) if row.plies_at_most != Some(most) => format!("≤{most}"),
        _ => String::new(),
    }
}

/// The strict length or its bound, in words. `None` without a mate.
pub(super) fn strict_length(entry: &Entry) -> Option<String> {
    let row = &entry.row;
    Some(match (row.plies_strict, entry.strict_at_most) {
        (Some(strict), _) if row.plies.is_some_and(|plies| plies != strict) => {
            format!("strict length {strict} with futile interpositions counted")
        }
        (Some(strict), _) => format!("strict length {strict}"),
        (None, Some(most)) => format!("strict length at most {most}"),
        (None, None) => return None,
    })
}

/// How the length compares with that of the file, short: `✓`, `≠7`, or just `7` where nothing is
/// decided.
pub(super) fn against(row: &Row) -> String {
    let Some(expected) = row.expected_plies else {
        return String::new();
    };
    match (row.plies, row.plies_at_most) {
        (Some(plies), _) if plies == expected => "✓".to_owned(),
        (None, None) if row.verdict == Verdict::Unknown => expected.to_string(),
        (None, Some(most)) if most >= expected => expected.to_string(),
        _ => format!("≠{expected}"),
    }
}

/// What the field says of a problem: `5手詰`, `詰`, `不詰`, `不明`.
pub(super) fn headline(entry: &Entry) -> String {
    match entry.row.plies {
        // The moves are counted from the attacker's first (手数); with the defender to move it is
        // a position on the way.
        Some(plies) if attacker_to_move(entry) => format!("{plies}手詰"),
        _ => kanji(entry.row.verdict).to_owned(),
    }
}

pub(super) fn attacker_to_move(entry: &Entry) -> bool {
    entry
        .problem
        .as_ref()
        .is_some_and(Problem::attacker_to_move)
}

/// The verdict in words, in the order of importance.
pub(super) fn verdict(entry: &Entry) -> Vec<String> {
    let row = &entry.row;
    match row.verdict {
        Verdict::Mate | Verdict::Sound | Verdict::Blemished | Verdict::Flawed => mate(entry),
        // The mate is known; whether the composition is sound is not.
        Verdict::Unknown if row.plies.or(row.plies_at_most).is_some() => mate(entry),
        Verdict::NoMate => vec!["no mate, proven".to_owned()],
        Verdict::Unknown => {
            let spent = match row.limit {
                Some(Limit::Nodes) => nodes(row.nodes),
                _ => seconds(entry.elapsed),
            };
            let mut parts = vec![format!(
                "unknown: no mate found within {spent}; neither is it excluded"
            )];
            if matches!(row.limit, Some(Limit::Memory | Limit::Interrupt)) {
                parts.push(stopped(entry));
            }
            parts
        }
        Verdict::Error => Vec::new(),
    }
}

pub(super) fn mate(entry: &Entry) -> Vec<String> {
    let row = &entry.row;
    let mut parts = Vec::new();
    match (row.plies, row.plies_at_most) {
        (Some(n), _) if attacker_to_move(entry) => {
            parts.push(format!("mate in {n}, proven shortest"));
        }
        (Some(n), _) => {
            let who = "the defender to move";
            parts.push(format!("mate in {}, {who}, proven shortest", plies(n)));
        }
        (None, Some(n)) => {
            let why = match row.status {
                Status::Limit => "is not excluded",
                _ => "was not looked for",
            };
            let most = plies(n);
            parts.push(format!("mate in at most {most} (a shorter mate {why})"));
        }
        (None, None) => {}
    }
    if row.plies.is_some()
        && let Some(hand) = entry.leftover
    {
        parts.push(left_over(hand));
    }
    if row.status == Status::Limit {
        parts.push(stopped(entry));
    }
    parts
}

/// What a line leaves in hand.
pub(in crate::report) fn left_over(hand: Hand) -> String {
    if hand.is_empty() {
        return "nothing left over".to_owned();
    }
    let (pieces, english) = (japanese::hand(hand), sfen::write_hand(hand));
    format!("駒余り {pieces} (left over: {english})")
}

pub(in crate::report) fn plies(count: u32) -> String {
    let noun = if count == 1 { "ply" } else { "plies" };
    format!("{count} {noun}")
}

pub(super) fn nodes(count: u64) -> String {
    let noun = if count == 1 { "node" } else { "nodes" };
    format!("{} {noun}", amount(count))
}

/// Why the search ended before everything was known.
pub(super) fn stopped(entry: &Entry) -> String {
    match entry.row.limit {
        Some(Limit::Time) => format!("stopped after {}", seconds(entry.elapsed)),
        Some(Limit::Nodes) => format!("stopped after {}", nodes(entry.row.nodes)),
        Some(Limit::Memory) => "stopped: the memory is full (see --hash)".to_owned(),
        Some(Limit::Interrupt) => "interrupted".to_owned(),
        None => String::new(),
    }
}

/// Where a problem that came before was judged.
pub(super) fn again(row: &Row) -> String {
    let of = row.duplicate_of.as_deref().unwrap_or_default();
    format!("= {of}")
}

/// How the answer compares with the length the file gives.
pub(super) fn expectation(row: &Row) -> Option<String> {
    let expected = row.expected_plies?;
    let known = row.plies.or(row.plies_at_most);
    let says = format!("the file says {expected}");
    Some(match known {
        Some(n) if n < expected => format!("{says}: {} fewer are enough", expected - n),
        Some(n) if row.plies.is_some() && n > expected => {
            format!("{says}: {} more are needed", n - expected)
        }
        Some(_) if row.plies.is_some() => format!("{says}, too"),
        _ => says,
    })
}
