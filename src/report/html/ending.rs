//! The threat and the defences at the end of an answer about a brinkmate (必至) or a threat (詰めろ).

use super::card::Asked;
use super::tree::{Branch, Item, Line, Tree};
use crate::answer::DefenceGroup;
use crate::report::brinkmate::{EndingView, text};
use crate::report::view::View;
use crate::report::words::brinkmate::{
    DEFENCES, FIRST_MOVES, FOR_EXAMPLE, HOLDING, MATED, OPEN, PARTIAL, PASS, THREAT,
};

/// Adds the threat and the defences below the last move of a brinkmate. Without a line they are parts of
/// their own, which are returned, after what else is to be said of the first move.
pub(super) fn add(tree: &mut Tree, view: &View<'_>) -> Vec<Asked> {
    let mut parts = of_first_moves(view);
    let Some(ending) = EndingView::of(view) else {
        return parts;
    };
    let of_ending = of_ending(&ending);
    match tree.steps.last_mut() {
        Some(step) => step
            .branches
            .extend(of_ending.into_iter().map(|part| Branch {
                class: "turn",
                open: true,
                number: 0,
                about: part.title.clone(),
                title: part.title,
                item: Item::empty(),
                items: part.items,
            })),
        None => parts.extend(of_ending),
    }
    parts
}

/// Returns a part, unless it is empty.
fn part(view: &View<'_>, title: [&str; 2], items: Vec<Item>) -> Option<Asked> {
    let title = view.lang.of(title).to_owned();
    (!items.is_empty()).then_some(Asked { title, items })
}

/// Returns an item of these moves alone.
fn of_moves(moves: &[String]) -> Item {
    Item {
        moves: moves.join(" "),
        ..Item::empty()
    }
}

/// Returns the other first moves that force a brinkmate as soon, and those that counter-checks refute.
fn of_first_moves(view: &View<'_>) -> Vec<Asked> {
    let first = text::first_moves(view);
    let first = first.iter().map(|it| of_moves(it)).collect();
    let partial = text::partial(view);
    let partial = partial.iter().map(|it| of_moves(it)).collect();
    let parts = [part(view, FIRST_MOVES, first), part(view, PARTIAL, partial)];
    parts.into_iter().flatten().collect()
}

/// Returns each part with its heading, in the order of the terminal.
fn of_ending(ending: &EndingView<'_>) -> Vec<Asked> {
    let (view, found) = (ending.view, ending.found);
    let mut parts = Vec::new();
    parts.extend(part(view, THREAT, threat(ending)));
    if found.threatens == Some(false) {
        return parts;
    }
    for (title, names) in [
        (HOLDING, ending.names(found.holding())),
        (OPEN, ending.names(found.open())),
    ] {
        let items = if names.is_empty() {
            vec![]
        } else {
            vec![of_moves(&names)]
        };
        parts.extend(part(view, title, items));
    }
    let title = if ending.is_all_mated() {
        DEFENCES
    } else {
        MATED
    };
    let groups = ending.groups().iter().map(|it| group(ending, it));
    parts.extend(part(view, title, groups.collect()));
    parts
}

/// Returns a group of defences with the mate after them.
fn group(ending: &EndingView<'_>, group: &DefenceGroup) -> Item {
    // A line does not end behind the mark of a side.
    let term = ending.heading(group).join(" ");
    let term = term.replace('△', "△\u{2060}").replace('▲', "▲\u{2060}");
    let several = group.defences.len() > 1;
    Item {
        term,
        how: if several {
            ending.view.lang.of(FOR_EXAMPLE).to_owned()
        } else {
            String::new()
        },
        line: Line::new(ending.view, &ending.whole(group), ending.main.len()),
        ..Item::empty()
    }
}

/// Returns the mate after a pass, which the script of the page can play.
fn threat(ending: &EndingView<'_>) -> Vec<Item> {
    let steps = ending.after_a_pass();
    if steps.is_empty() {
        return Vec::new();
    }
    let pass = ["pass".to_owned()];
    let moves = [ending.main, &pass, &ending.found.threat[..]].concat();
    let said = ending.view.lang.of(PASS).to_owned();
    vec![Item {
        line: Line {
            moves: moves.join(" "),
            start: ending.main.len(),
            steps: [said].into_iter().chain(steps).collect(),
        },
        ..Item::empty()
    }]
}
