//! Answers to further questions on a problem's card: refutation, try (紛れ), and why interpositions
//! are futile (無駄合), each with its line to step through.

use super::card::Section;
use super::tree::{Item, Line};
use crate::answer::{ExplanationRow, TryRow, read_hand};
use crate::report::alike::{explanation_groups, open_moves, split};
use crate::report::view::View;
use crate::report::words::answers::leftover_in_words;
use crate::report::words::labels::words;
use crate::report::words::ply;
use crate::report::words::questions::{outcome, reason, why_line_ends};

/// Returns each answer with its heading, in the order of the text for a terminal.
pub(super) fn parts(view: &View<'_>) -> Vec<Section> {
    let (row, lang) = (view.row, view.lang);
    let words = words(lang);
    let mut parts = Vec::new();
    let mut add = |title, items| {
        parts.push(Section {
            title,
            items,
            ..Section::default()
        });
    };
    if let Some(found) = &row.refutation {
        let item = Item {
            line: Line::new(view, &found.line, 0),
            ..Item::of_sentence(why_line_ends(&found.line, found.end, lang))
        };
        add(words.refutation, vec![item]);
    }
    if let Some(tries) = &row.tries {
        let tries = tries.iter().map(|it| attempt(view, it));
        add(words.attempt, tries.collect());
    }
    if let Some(found) = &row.explanations {
        add(words.interpositions, explanations(view, found));
    } else if row.unwritten.asks_explanations && row.plies.or(row.plies_at_most).is_some() {
        let item = Item::of_sentence(words.no_main_line);
        add(words.interpositions, vec![item]);
    }
    parts
}

fn attempt(view: &View<'_>, found: &TryRow) -> Item {
    let lang = view.lang;
    let leftover = found.leftover.as_deref().and_then(read_hand);
    let leftover = leftover.filter(|hand| !hand.is_empty());
    let how = match found.end {
        Some(end) => Some(why_line_ends(&found.line, end, lang)),
        None => leftover.map(|hand| leftover_in_words(hand, lang)),
    };
    Item {
        term: view.moves(&[], &found.moves).join(" "),
        ply: outcome(found, lang),
        how: how.unwrap_or_default(),
        line: Line::new(view, &[&found.moves[..], &found.line].concat(), 0),
        ..Item::default()
    }
}

fn explanations(view: &View<'_>, found: &[ExplanationRow]) -> Vec<Item> {
    let lang = view.lang;
    let groups = explanation_groups(found).into_iter();
    let mut items: Vec<Item> = groups
        .map(|group| {
            let first = group[0];
            let (prefix, _) = split(&view.row.solution, first.ply);
            let replies: Vec<&String> = group.iter().map(|it| &it.mv).collect();
            let mut whole = prefix.to_vec();
            whole.push(first.mv.clone());
            whole.extend(first.capture.clone());
            Item {
                ply: ply(first.ply, lang),
                moves: view.reply(prefix, &replies),
                how: reason(first, lang).unwrap_or_default(),
                line: Line::new(view, &whole, prefix.len()),
                ..Item::default()
            }
        })
        .collect();
    let open = open_moves(view, found);
    if !open.is_empty() {
        let title = words(lang).not_worked_out;
        items.push(Item::of_sentence(format!("{title} {}", open.join(" "))));
    }
    if items.is_empty() {
        items.push(Item::of_sentence(words(lang).none_set_aside));
    }
    items
}
