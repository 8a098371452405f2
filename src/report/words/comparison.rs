//! Comparisons of two versions.

use super::Bilingual;
use super::both;
use crate::notation::{japanese, reasons};
use crate::report::comparison::{Comparison, ComparisonTally, DiagramChange, PieceChange};
use crate::shogi::{PieceKind, Square};
use crate::vocabulary::{Aspect, ChangeKind, Goal, Lang, Outcome, Side};

/// Labels.
pub(in crate::report) struct Words {
    pub old: &'static str,
    pub new: &'static str,
    pub gone: &'static str,
    pub not_found: &'static str,
    pub come: &'static str,
    pub same: &'static str,
    pub diagram: &'static str,
    /// The columns of the rows about many problems.
    pub columns: [&'static str; 5],
}

/// Returns the labels in this language.
pub(in crate::report) const fn words(lang: Lang) -> Words {
    match lang {
        Lang::English => Words {
            old: "old",
            new: "new",
            gone: "findings that are gone",
            not_found: "findings that were not found again within the limits",
            come: "new findings",
            same: "findings in both",
            diagram: "changes of the diagram",
            columns: ["id", "outcome", "verdict", "plies", "what changed"],
        },
        Lang::Japanese => Words {
            old: "旧",
            new: "新",
            gone: "なくなった指摘",
            not_found: "制限内では見つからなかった指摘",
            come: "新しい指摘",
            same: "双方にある指摘",
            diagram: "図の変更",
            columns: ["題", "結果", "判定", "手数", "変更点"],
        },
    }
}

/// In place of an outcome, if no version is a problem.
pub(in crate::report) const NOT_JUDGED: [&str; 2] = ["nothing to compare", "比較できる図がない"];

/// Returns the name of a goal: `brinkmate 必至`.
pub(in crate::report) fn goal(goal: Goal, lang: Lang) -> String {
    let term = goal.term();
    lang.of([format!("{} {term}", goal.word()), term.to_owned()])
}

/// Returns the names of parts of an answer: `verdict, findings`.
pub(in crate::report) fn aspects(all: &[Aspect], lang: Lang) -> String {
    let names: Vec<_> = all.iter().map(|&it| it.in_lang(lang)).collect();
    names.join(lang.of([", ", "・"]))
}

/// Returns the result in words, with what it rests on: `worse: verdict, findings`.
pub(in crate::report) fn result(it: &Comparison, lang: Lang) -> String {
    let changed: Vec<_> = it.changed.iter().map(|it| it.key).collect();
    let (rests_on, others_better) = match it.outcome {
        Outcome::Worse => (&it.worse, &it.better[..]),
        Outcome::Unknown => (&it.unknown, &it.better[..]),
        Outcome::Better => (&it.better, &[][..]),
        Outcome::Changed => (&changed, &[][..]),
        Outcome::Same | Outcome::OnlyOld | Outcome::OnlyNew => (&Vec::new(), &[][..]),
    };
    // Where some findings are gone and others new, both sides are about findings.
    let are_exchanged =
        it.worse.contains(&Aspect::Findings) && it.better.contains(&Aspect::Findings);
    let named = |all: &[Aspect], findings: [&'static str; 2]| {
        let name = |&it: &Aspect| match it {
            Aspect::Findings if are_exchanged => lang.of(findings),
            _ => it.in_lang(lang),
        };
        let names: Vec<_> = all.iter().map(name).collect();
        names.join(lang.of([", ", "・"]))
    };
    let mut text = it.outcome.in_lang(lang).to_owned();
    if !rests_on.is_empty() {
        text += lang.of([": ", "："]);
        text += &named(rests_on, ["new findings", "新しい指摘"]);
    }
    if it.outcome == Outcome::Unknown {
        text += lang.of([
            " may be worse, which the limits leave open",
            "が悪化したかどうかは、制限内では分からない",
        ]);
    }
    if !others_better.is_empty() {
        let better = named(others_better, ["findings that are gone", "なくなった指摘"]);
        text += &both!(lang, " (better: {better})", "（改善：{better}）");
    }
    text
}

/// Returns how the old diagram is seen: `mirrored, shifted 1 file to the left`. `None` if it is seen
/// as it is.
pub(in crate::report) fn view(it: &DiagramChange, lang: Lang) -> Option<String> {
    let mut parts = Vec::new();
    if it.turned {
        parts.push(both!(lang, "colours exchanged", "先後反転"));
    }
    if it.mirrored {
        parts.push(both!(lang, "mirrored", "左右反転"));
    }
    if (it.files_left, it.ranks_down) != (0, 0) {
        parts.push(shifted(it.files_left, it.ranks_down, lang));
    }
    if parts.is_empty() {
        return None;
    }
    let mut text = parts.join(lang.of([", ", "・"]));
    if it.changes.iter().any(|it| it.kind != ChangeKind::Hand) {
        text += lang.of([
            " (squares below are those of the new diagram)",
            "（以下のマスは新しい図のもの）",
        ]);
    }
    Some(text)
}

fn shifted(files: i8, ranks: i8, lang: Lang) -> String {
    let step = |count: i8, unit: [&str; 2], to: [&str; 2]| {
        let count = count.unsigned_abs();
        let plural = if count == 1 { "" } else { "s" };
        lang.of([
            format!("{count} {}{plural} {}", unit[0], to[0]),
            format!("{}へ{count}{}", to[1], unit[1]),
        ])
    };
    let mut steps = Vec::new();
    if files != 0 {
        let to = if files > 0 {
            ["to the left", "左"]
        } else {
            ["to the right", "右"]
        };
        steps.push(step(files, ["file", "筋"], to));
    }
    if ranks != 0 {
        let to = if ranks > 0 {
            ["down", "下"]
        } else {
            ["up", "上"]
        };
        steps.push(step(ranks, ["rank", "段"], to));
    }
    lang.of([
        format!("shifted {}", steps.join(" and ")),
        format!("{}ずらした図", steps.join("・")),
    ])
}

/// Returns one change of a diagram: `the attacker's gold moved from 5b to 4b`.
pub(in crate::report) fn change(it: &PieceChange, attacker: Side, lang: Lang) -> String {
    lang.of(in_both(it, attacker))
}

fn in_both(it: &PieceChange, attacker: Side) -> Bilingual {
    let named = |letters: Option<&str>| self::piece(letters.unwrap_or_default(), attacker);
    let [piece, japanese_piece] = named(it.piece.as_deref());
    let from = it.from.as_deref().unwrap_or_default();
    let to = it.to.as_deref().unwrap_or_default();
    let [from_ja, to_ja] = [from, to].map(square);
    match it.kind {
        ChangeKind::Moved => both(
            format!("{piece} moved from {from} to {to}"),
            format!("{japanese_piece}　{from_ja} → {to_ja}"),
        ),
        ChangeKind::Replaced => {
            let [now, japanese_now] = named(it.replaced_by.as_deref());
            both(
                format!("{now} in place of {piece} on {to}"),
                format!("{to_ja}　{japanese_piece} → {japanese_now}"),
            )
        }
        ChangeKind::Removed => both(
            format!("{piece} on {from} removed"),
            format!("{japanese_piece}　{from_ja}から除去"),
        ),
        ChangeKind::Added => both(
            format!("{piece} on {to} added"),
            format!("{japanese_piece}　{to_ja}に追加"),
        ),
        ChangeKind::Hand => {
            let [old, new] = it.held.unwrap_or_default();
            let (side, kind) = side_and_kind(it.piece.as_deref().unwrap_or_default(), attacker);
            both(
                format!("{piece} in hand: {old} → {new}"),
                format!(
                    "{}持駒の{}　{old}枚 → {new}枚",
                    side[1],
                    japanese::piece(kind)
                ),
            )
        }
        ChangeKind::Turn => match it.turn {
            Some(Side::White) => both("White to move", "後手番に変更"),
            _ => both("Black to move", "先手番に変更"),
        },
    }
}

/// Returns the Japanese name of a square.
fn square(name: &str) -> String {
    let square: Option<Square> = crate::notation::usi::parse_square(name).ok();
    square.map_or_else(String::new, japanese::square)
}

/// Returns the name of a piece given as in SFEN: `the attacker's gold`, `攻方の金`.
fn piece(letters: &str, attacker: Side) -> Bilingual {
    let ([side, japanese_side], kind) = side_and_kind(letters, attacker);
    both(
        format!("{side} {}", reasons::kind_name(kind)),
        format!("{japanese_side}の{}", japanese::piece(kind)),
    )
}

/// Returns the side and the kind of a piece given as in SFEN.
fn side_and_kind(letters: &str, attacker: Side) -> ([&'static str; 2], PieceKind) {
    let bare = letters.trim_start_matches('+');
    let letter = bare.bytes().next().unwrap_or(b'P');
    let kind = crate::notation::kind_of_letter(letter.to_ascii_uppercase());
    let kind = kind.unwrap_or(PieceKind::Pawn);
    let kind = if letters == bare {
        kind
    } else {
        kind.promote()
    };
    let is_black = letter.is_ascii_uppercase();
    let side = if is_black == (attacker == Side::Black) {
        ["the attacker's", "攻方"]
    } else {
        ["the defender's", "玉方"]
    };
    (side, kind)
}

/// Returns how many findings of both versions are not shown.
pub(in crate::report) fn hidden(count: usize, lang: Lang) -> String {
    let noun = if count == 1 { "finding" } else { "findings" };
    both!(
        lang,
        "-v shows {count} more minor {noun} and remarks of both",
        "ほかに双方にある軽微な非限定・備考{count}件（-v で表示）"
    )
}

/// Returns the counts of a comparison in one line.
#[must_use]
pub fn compared(tally: &ComparisonTally, lang: Lang) -> String {
    let counted = |it: Outcome, count: usize| {
        let name = it.in_lang(lang);
        both!(lang, "{name} {count}", "{name} {count}")
    };
    let in_both = tally.in_both();
    let mut parts = vec![both!(
        lang,
        "{in_both} problems in both",
        "双方に{in_both}題"
    )];
    for &it in Outcome::ALL {
        let count = tally.count(it);
        let is_alone = matches!(it, Outcome::OnlyOld | Outcome::OnlyNew);
        if count > 0 || !is_alone && it != Outcome::Unknown {
            parts.push(counted(it, count));
        }
    }
    parts.join(super::dot(lang))
}
