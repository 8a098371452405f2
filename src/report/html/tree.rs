//! The main line of a card, with findings and variations at the moves from which they leave it.

use crate::report::alike::{grouped, split};
use crate::report::view::View;
use crate::report::words::labels::words;
use crate::report::words::questions::{leftover, other_than, others};
use crate::report::words::{plies, ply};

/// Moves from the diagram on, of which the first ones are not shown.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// All moves in USI.
    pub moves: String,
    /// The number of moves that are not shown.
    pub start: usize,
    /// The other moves, as they are written.
    pub steps: Vec<String>,
}

/// The main line with its branches.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// All moves in USI.
    pub moves: String,
    pub steps: Vec<Step>,
    /// The number of grave findings.
    graves: usize,
}

/// A move of the main line.
#[derive(Debug)]
pub(super) struct Step {
    /// The move as it is written.
    pub mv: String,
    /// The moves and findings in its place.
    pub branches: Vec<Branch>,
}

/// A finding, or the other replies at a turn of the defender.
#[derive(Debug, Default)]
pub(super) struct Branch {
    /// The grade of the finding, or `turn`.
    pub class: &'static str,
    /// Whether it is open at first.
    pub open: bool,
    /// The place of a grave finding among those of the card, from 1. 0 for anything else.
    pub number: usize,
    /// The heading of a turn.
    pub title: String,
    /// The same heading in full.
    pub about: String,
    /// The finding.
    pub item: Item,
    /// The replies of a turn.
    pub items: Vec<Item>,
}

/// A finding, a variation, or an answer to a question.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub term: String,
    pub ply: String,
    pub moves: String,
    pub how: String,
    pub line: Line,
}

impl Line {
    /// Makes a line from the diagram on, shown from the move `start` on.
    pub fn new(view: &View<'_>, moves: &[String], start: usize) -> Self {
        let (before, line) = moves.split_at(start.min(moves.len()));
        Self {
            moves: moves.join(" "),
            start,
            steps: view.moves(before, line),
        }
    }

    /// Returns the shown moves with the ply of each.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &String)> {
        (self.start + 1..).zip(&self.steps)
    }
}

impl Item {
    /// Makes an item of a sentence alone.
    pub fn said(sentence: impl Into<String>) -> Self {
        Self {
            ply: sentence.into(),
            ..Self::default()
        }
    }
}

impl Tree {
    /// Makes the main line, without branches.
    pub fn new(view: &View<'_>) -> Self {
        let steps = view.moves(&[], view.main).into_iter();
        let step = |mv| Step {
            mv,
            branches: Vec::new(),
        };
        Self {
            moves: view.main.join(" "),
            steps: steps.map(step).collect(),
            graves: 0,
        }
    }

    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds a finding below the move of the main line that its own line replaces, or below the last
    /// one. Gives it back if there is no such move.
    pub fn add(&mut self, class: &'static str, item: Item) -> Option<Item> {
        let is_grave = matches!(class, "flawed" | "blemished");
        let at = item.line.start.min(self.steps.len().max(1) - 1);
        let step = match self.steps.get_mut(at) {
            Some(step) if !item.line.steps.is_empty() => step,
            _ => return Some(item),
        };
        self.graves += usize::from(is_grave);
        step.branches.push(Branch {
            class,
            open: is_grave,
            number: if is_grave { self.graves } else { 0 },
            item,
            ..Branch::default()
        });
        None
    }

    /// Adds the variations at each turn of the defender.
    pub fn add_turns(&mut self, view: &View<'_>) {
        let lang = view.lang;
        let turns = view.row.turns().iter();
        for turn in turns.filter(|it| !it.defences.is_empty()) {
            let (prefix, _) = split(view.main, turn.ply);
            let start = prefix.len();
            let items = grouped(&turn.defences).into_iter().map(|group| {
                let it = group[0];
                let mut how = vec![plies(it.plies).into_lang(lang)];
                if it.equal {
                    how.push(words(lang).equal.to_owned());
                }
                how.extend(leftover(&group, lang));
                let replies: Vec<&String> = group.iter().map(|it| &it.mv).collect();
                // One reply is the first move of its line.
                let term = match replies.len() {
                    1 => String::new(),
                    _ => view.reply(prefix, &replies),
                };
                Item {
                    term,
                    how: how.join(" "),
                    line: Line::new(view, &[prefix, &it.line[..]].concat(), start),
                    ..Item::default()
                }
            });
            let items: Vec<Item> = items.collect();
            let Some(step) = self.steps.get_mut(start) else {
                continue;
            };
            step.branches.push(Branch {
                class: "turn",
                title: others(turn.defences.len(), lang),
                about: format!(
                    "{}{}{} {}",
                    words(lang).variations,
                    lang.of([": ", "："]),
                    ply(turn.ply, lang),
                    other_than(&step.mv, lang)
                ),
                items,
                ..Branch::default()
            });
        }
    }

    /// Returns the grave findings, the gravest first.
    pub fn grave(&self) -> Vec<&Branch> {
        let branches = self.steps.iter().flat_map(|it| &it.branches);
        let mut grave: Vec<_> = branches.filter(|it| it.number > 0).collect();
        grave.sort_by_key(|it| it.number);
        grave
    }
}
