//! The threat and the defences at the end of an answer about a brinkmate (必至) or a threat (詰めろ).

use super::card::Asked;
use super::tree::{Branch, Item, Line, Tree};
use crate::answer::DefenceGroup;
use crate::report::ending::{self, EndingView, Part};
use crate::report::view::View;
use crate::report::words::labels::words;

/// Adds the threat and the defences below the last move of a brinkmate. Without a line they are parts of
/// their own, which are returned, after what else is to be said of the first move.
pub(super) fn add(tree: &mut Tree, view: &View<'_>) -> Vec<Asked> {
    let ending = EndingView::of(view);
    let asked = |part: Part| Asked {
        title: part.title.to_owned(),
        items: (part.items.into_iter())
            .map(|it| item(ending.as_ref(), it))
            .collect(),
    };
    let first_moves = Part::of_first_moves(view).into_iter().map(asked);
    let of_ending = ending.iter().flat_map(EndingView::parts).map(asked);
    let Some(step) = tree.steps.last_mut() else {
        return first_moves.chain(of_ending).collect();
    };
    step.branches.extend(of_ending.map(|part| Branch {
        class: "turn",
        open: true,
        about: part.title.clone(),
        title: part.title,
        items: part.items,
        ..Branch::default()
    }));
    first_moves.collect()
}

fn item(ending: Option<&EndingView<'_>>, item: ending::Item) -> Item {
    match (item, ending) {
        (ending::Item::Threat(steps), Some(ending)) => threat(ending, steps),
        (ending::Item::Group(it), Some(ending)) => group(ending, &it),
        (ending::Item::Moves(moves) | ending::Item::Threat(moves), _) => Item {
            moves: moves.join(" "),
            ..Item::default()
        },
        (ending::Item::Group(_), None) => Item::default(),
    }
}

/// Returns a group of defences with the mate after them.
fn group(ending: &EndingView<'_>, group: &DefenceGroup) -> Item {
    // A line does not end behind the mark of a side.
    let term = ending.heading(group).join(" ");
    let term = term.replace('△', "△\u{2060}").replace('▲', "▲\u{2060}");
    let how = match group.defences.len() {
        1 => "",
        _ => words(ending.view.lang).for_example,
    };
    Item {
        term,
        how: how.to_owned(),
        line: Line::new(ending.view, &ending.whole(group), ending.main.len()),
        ..Item::default()
    }
}

/// Returns the mate after a pass, which the script of the page can play.
fn threat(ending: &EndingView<'_>, steps: Vec<String>) -> Item {
    let pass = ["pass".to_owned()];
    let moves = [ending.main, &pass, &ending.found.threat[..]].concat();
    let said = words(ending.view.lang).pass.to_owned();
    Item {
        line: Line {
            moves: moves.join(" "),
            start: ending.main.len(),
            steps: [said].into_iter().chain(steps).collect(),
        },
        ..Item::default()
    }
}
