//! The threat and the defences at the end of an answer about a brinkmate (必至) or a threat (詰めろ).

use super::card::Asked;
use super::tree::{Branch, Item, Line, Tree};
use crate::composition::Problem;
use crate::notation::usi;
use crate::report::brinkmate::{EndingView, text};
use crate::report::words::brinkmate::{
    DEFENCES, FIRST_MOVES, FOR_EXAMPLE, HOLDING, MATED, OPEN, PARTIAL, PASS, THREAT,
};
use crate::report::{Entry, Lang, Notation};
use crate::shogi::Move;

/// Adds the threat and the defences below the last move of a brinkmate. Without a line they are parts of
/// their own, which are returned, after what else is to be said of the first move.
pub(super) fn add(
    tree: &mut Tree,
    problem: &Problem,
    entry: &Entry,
    (lang, notation): (Lang, Notation),
) -> Vec<Asked> {
    let mut parts = of_first_moves(problem, entry, (lang, notation));
    let Some(view) = EndingView::of(entry) else {
        return parts;
    };
    let writer = Writer {
        problem,
        view: &view,
        lang,
        notation,
    };
    let ending = writer.parts();
    match tree.steps.last_mut() {
        Some(step) => step.branches.extend(ending.into_iter().map(|part| Branch {
            class: "turn",
            open: true,
            number: 0,
            about: part.title.clone(),
            title: part.title,
            item: Item::empty(),
            items: part.items,
        })),
        None => parts.extend(ending),
    }
    parts
}

/// Returns the other first moves that force a brinkmate as soon, and those that counter-checks refute.
fn of_first_moves(
    problem: &Problem,
    entry: &Entry,
    (lang, notation): (Lang, Notation),
) -> Vec<Asked> {
    let Some(found) = entry.brinkmate.as_ref().and_then(|it| it.solution()) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    let mut add = |title: [&str; 2], moves: Vec<String>| {
        let items = moves.into_iter().map(|moves| Item {
            moves,
            ..Item::empty()
        });
        let title = lang.of(title).to_owned();
        let items: Vec<_> = items.collect();
        if !items.is_empty() {
            parts.push(Asked { title, items });
        }
    };
    if found.first_moves.len() > 1 {
        let moves = text::first_moves(problem, found, notation);
        add(FIRST_MOVES, vec![moves.join(" ")]);
    }
    let partial = text::partial(problem, found, (lang, notation));
    add(
        PARTIAL,
        partial.into_iter().map(|it| it.join(" ")).collect(),
    );
    parts
}

struct Writer<'a> {
    problem: &'a Problem,
    view: &'a EndingView<'a>,
    lang: Lang,
    notation: Notation,
}

impl Writer<'_> {
    /// Returns each part with its heading, in the order of the terminal.
    fn parts(&self) -> Vec<Asked> {
        let threat = self.view.threat;
        let mut parts = Vec::new();
        let mut add = |title: [&str; 2], items: Vec<Item>| {
            let title = self.lang.of(title).to_owned();
            if !items.is_empty() {
                parts.push(Asked { title, items });
            }
        };
        add(THREAT, self.threat());
        if threat.threatens == Some(false) {
            return parts;
        }
        let (holding, open) = (self.view.holding(), self.view.open());
        let all_mated = holding.is_empty() && open.is_empty();
        for (title, moves) in [(HOLDING, holding), (OPEN, open)] {
            let names = self.view.names(&moves, self.notation).join(" ");
            let item = Item {
                moves: names,
                ..Item::empty()
            };
            add(title, if moves.is_empty() { vec![] } else { vec![item] });
        }
        let title = if all_mated { DEFENCES } else { MATED };
        let groups = self.view.groups().into_iter().map(|group| {
            let said = (all_mated, self.lang, self.notation);
            let heading = text::heading(self.view, group, said);
            let whole = match group.defences.first() {
                Some(&first) => self.view.whole(first, &group.line),
                None => Vec::new(),
            };
            Item {
                // A line does not end behind the mark of a side.
                term: heading
                    .join(" ")
                    .replace('△', "△\u{2060}")
                    .replace('▲', "▲\u{2060}"),
                how: if group.defences.len() > 1 {
                    self.lang.of(FOR_EXAMPLE).to_owned()
                } else {
                    String::new()
                },
                line: Line::new(self.problem, &whole, self.view.plies(), self.notation),
                ..Item::empty()
            }
        });
        add(title, groups.collect());
        parts
    }

    /// Returns the mate after a pass, which the script of the page can play.
    fn threat(&self) -> Vec<Item> {
        let steps = self.view.after_a_pass(self.notation);
        if steps.is_empty() {
            return Vec::new();
        }
        let given = |&mv: &Move| usi::write_move(self.problem.to_given(mv));
        let before = self.view.main().iter().map(given);
        let after = self.view.threat.threat.iter().map(given);
        let moves: Vec<String> = before.chain(["pass".to_owned()]).chain(after).collect();
        let pass = self.lang.of(PASS).to_owned();
        vec![Item {
            line: Line {
                moves: moves.join(" "),
                start: self.view.plies(),
                steps: [pass].into_iter().chain(steps).collect(),
            },
            ..Item::empty()
        }]
    }
}
