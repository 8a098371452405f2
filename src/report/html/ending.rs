//! The threat and the defences at the end of an answer about a brinkmate (必至) or a threat (詰めろ).

use super::card;
use super::tree::{Branch, Item, Line, Tree};
use crate::report::ending::{EndingItem, EndingPart, EndingView};
use crate::report::view::View;
use crate::report::words::labels::words;

/// Adds the threat and the defences below the last move of a brinkmate, and returns the parts about first
/// moves. Without a line, it returns the threat and the defences after them.
pub(super) fn add_ending(tree: &mut Tree, view: &View<'_>) -> Vec<card::Section> {
    let ending = EndingView::of(view);
    let start = ending.as_ref().map_or(0, |it| it.main.len());
    let card_part = |part: EndingPart| card::Section {
        title: part.title,
        items: (part.items.into_iter())
            .map(|it| item(view, start, it))
            .collect(),
        ..card::Section::default()
    };
    let first_moves = EndingPart::of_first_moves(view).into_iter().map(card_part);
    let of_ending = ending.iter().flat_map(EndingView::parts).map(card_part);
    let Some(step) = tree.steps.last_mut() else {
        return first_moves.chain(of_ending).collect();
    };
    step.branches.extend(of_ending.map(|part| Branch {
        class: "turn",
        open: true,
        about: part.title.to_owned(),
        title: part.title.to_owned(),
        items: part.items,
        ..Branch::default()
    }));
    first_moves.collect()
}

/// Returns a line of a part. The moves from `start` on are shown, and the script of the page can play them.
fn item(view: &View<'_>, start: usize, part: EndingItem) -> Item {
    let words = words(view.lang);
    let names = part.names.join(" ");
    if part.mate.is_empty() {
        return Item {
            moves: names,
            ..Item::default()
        };
    }
    let mut line = Line::new(view, &part.whole, start);
    if names.is_empty() {
        let pass = [words.pass.to_owned()];
        line.steps = pass.into_iter().chain(part.mate).collect();
    }
    Item {
        // A word joiner prevents a break of the line after the mark of a side.
        term: names.replace('△', "△\u{2060}").replace('▲', "▲\u{2060}"),
        how: if part.defences > 1 {
            words.for_example.to_owned()
        } else {
            String::new()
        },
        line,
        ..Item::default()
    }
}
