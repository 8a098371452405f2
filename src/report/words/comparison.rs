//! Comparisons of two versions, in words.

use crate::answer::places::{kind_in_words, of_square, shift_in_words, whose};
use crate::composition::difference::Change;
use crate::report::comparison::{Comparison, ComparisonTally, DiagramChange};
use crate::said::Said;
use crate::shogi::{Color, Piece};
use crate::vocabulary::{Aspect, ChangeKind, Goal, Lang, Outcome, Side};

sentences! {
    /// Returns the words in place of an outcome if no version is a problem.
    nothing_to_compare(): "nothing to compare", "比較できる図がない";
    with_grounds(outcome, grounds): "{outcome}: {grounds}", "{outcome}：{grounds}";
    may_be_worse(text): "{text} may be worse, which the limits leave open", "{text}が悪化したかどうかは、制限内では分からない";
    with_better(text, better): "{text} (better: {better})", "{text}（改善：{better}）";
    in_new_diagram(view): "{view} (squares below are those of the new diagram)", "{view}（以下のマスは新しい図のもの）";
    shows_one(): "-v shows 1 more minor finding and remarks of both", "ほかに双方にある軽微な非限定・備考1件（-v で表示）";
    shows(count): "-v shows {count} more minor findings and remarks of both",
        "ほかに双方にある軽微な非限定・備考{count}件（-v で表示）";
    problems_in_both(count): "{count} problems in both", "双方に{count}題";
}

says! {
    turned(): "colours exchanged", "先後反転";
    mirrored(): "mirrored", "左右反転";
    shifted(steps): "shifted {steps}", "{steps}ずらした図";
    of_side(side, kind): "the {side} {kind}", "{side}の{kind}";
    moved(piece, from, to): "{piece} moved from {from} to {to}", "{piece}　{from} → {to}";
    replaced(old, new, at): "{new} in place of {old} on {at}", "{at}　{old} → {new}";
    removed(piece, at): "{piece} on {at} removed", "{piece}　{at}から除去";
    added(piece, at): "{piece} on {at} added", "{piece}　{at}に追加";
    held(side, kind, old, new): "the {side} {kind} in hand: {old} → {new}", "{side}持駒の{kind}　{old}枚 → {new}枚";
    black_to_move(): "Black to move", "先手番に変更";
    white_to_move(): "White to move", "後手番に変更";
}

/// Returns the name of a goal: `brinkmate 必至`.
pub(in crate::report) fn goal(goal: Goal, lang: Lang) -> String {
    let term = goal.term();
    lang.of([format!("{} {term}", goal.word()), term.to_owned()])
}

/// Joins the names of parts of an answer: `verdict, findings`.
pub(in crate::report) fn listed(names: &[&str], lang: Lang) -> String {
    names.join(lang.of([", ", "・"]))
}

/// Returns the result in words, with its grounds: `worse: verdict, findings`.
pub(in crate::report) fn result(comparison: &Comparison, lang: Lang) -> String {
    let (worse, better) = (&comparison.worse, &comparison.better);
    let changed: Vec<_> = comparison.changed.iter().map(|it| it.key).collect();
    let (grounds, others_better) = match comparison.outcome {
        Outcome::Worse => (worse, &better[..]),
        Outcome::Unknown => (&comparison.unknown, &better[..]),
        Outcome::Better => (better, &[][..]),
        Outcome::Changed => (&changed, &[][..]),
        Outcome::Same | Outcome::OnlyOld | Outcome::OnlyNew => (&Vec::new(), &[][..]),
    };
    // If findings are both worse and better, their names say which are new and which are gone.
    let are_exchanged = worse.contains(&Aspect::Findings) && better.contains(&Aspect::Findings);
    let named = |all: &[Aspect], findings: [&'static str; 2]| {
        let name = |&aspect: &Aspect| match aspect {
            Aspect::Findings if are_exchanged => lang.of(findings),
            _ => aspect.in_lang(lang),
        };
        listed(&all.iter().map(name).collect::<Vec<_>>(), lang)
    };
    let mut text = comparison.outcome.in_lang(lang).to_owned();
    if !grounds.is_empty() {
        text = with_grounds(text, named(grounds, ["new findings", "新しい指摘"]), lang);
    }
    if comparison.outcome == Outcome::Unknown {
        text = may_be_worse(text, lang);
    }
    if !others_better.is_empty() {
        let better = named(others_better, ["findings that are gone", "なくなった指摘"]);
        text = with_better(text, better, lang);
    }
    text
}

/// Returns how the old diagram is transformed to compare it: `mirrored, shifted 1 file to the left`.
/// `None` if it is compared as it is.
pub(in crate::report) fn view_in_words(diagram: &DiagramChange, lang: Lang) -> Option<String> {
    let steps = shift_in_words(diagram.files_left, diagram.ranks_down);
    let shift = shifted(Said::list(&steps, [" and ", "・"]));
    let parts = [
        (diagram.turned, turned()),
        (diagram.mirrored, mirrored()),
        (!steps.is_empty(), shift),
    ];
    let parts = parts.into_iter();
    let parts: Vec<Said> = parts
        .filter_map(|(applies, text)| applies.then_some(text))
        .collect();
    let text = Said::list(&parts, [", ", "・"]).into_lang(lang);
    let has_squares = diagram.changes.iter().any(|it| it.kind != ChangeKind::Hand);
    match has_squares {
        _ if parts.is_empty() => None,
        true => Some(in_new_diagram(text, lang)),
        false => Some(text),
    }
}

/// Returns one change of a diagram: `the attacker's gold moved from 5b to 4b`.
pub(in crate::report) fn change_in_words(change: Change, attacker: Side) -> Said {
    let side = |color: Color| whose(attacker == color.into());
    let named = |it: Piece| of_side(side(it.color()), kind_in_words(it.kind()));
    match change {
        Change::Moved { piece, from, to } => moved(named(piece), of_square(from), of_square(to)),
        Change::Replaced { square, old, new } => {
            replaced(named(old), named(new), of_square(square))
        }
        Change::Removed { piece, from } => removed(named(piece), of_square(from)),
        Change::Added { piece, to } => added(named(piece), of_square(to)),
        Change::Hand {
            color,
            kind,
            old,
            new,
        } => held(side(color), kind_in_words(kind), old, new),
        Change::Turn(Color::White) => white_to_move(),
        Change::Turn(Color::Black) => black_to_move(),
    }
}

/// Returns the number of findings of both versions that are not shown, in words.
pub(in crate::report) fn hidden(count: usize, lang: Lang) -> String {
    match count {
        1 => shows_one(lang),
        _ => shows(count, lang),
    }
}

/// Returns the counts of a comparison in one line.
#[must_use]
pub fn compared(tally: &ComparisonTally, lang: Lang) -> String {
    let mut parts = vec![problems_in_both(tally.in_both(), lang)];
    for &outcome in Outcome::ALL {
        let count = tally.count(outcome);
        let is_alone = matches!(outcome, Outcome::OnlyOld | Outcome::OnlyNew);
        if count > 0 || !is_alone && outcome != Outcome::Unknown {
            parts.push(format!("{} {count}", outcome.in_lang(lang)));
        }
    }
    parts.join(super::dot(lang))
}
