//! The main line of a card, with findings and variations at the moves where they leave it.

use crate::report::alike::{defence_groups, split};
use crate::report::view::View;
use crate::report::words::labels::words;
use crate::report::words::questions::{common_leftover, other_than, others};
use crate::report::words::{plies, ply};

/// Moves from the diagram on. The first ones are not shown.
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
    /// The number of defects and blemishes.
    grave_count: usize,
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
    /// The number of a defect or blemish among those of the card, from 1. 0 for anything else.
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
    /// The name, or several replies that share the line.
    pub term: String,
    /// The ply, or a whole sentence.
    pub ply: String,
    pub moves: String,
    /// The explanation after the moves.
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
    pub fn of_sentence(sentence: impl Into<String>) -> Self {
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
            grave_count: 0,
        }
    }

    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds a finding below the move of the main line that its own line replaces, or below the last
    /// move. Returns the item if it has no moves or the main line is empty.
    pub fn add_finding(&mut self, class: &'static str, item: Item) -> Option<Item> {
        let is_grave = matches!(class, "flawed" | "blemished");
        let index = item.line.start.min(self.steps.len().saturating_sub(1));
        let step = match self.steps.get_mut(index) {
            Some(step) if !item.line.steps.is_empty() => step,
            _ => return Some(item),
        };
        self.grave_count += usize::from(is_grave);
        step.branches.push(Branch {
            class,
            open: is_grave,
            number: if is_grave { self.grave_count } else { 0 },
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
            let items = defence_groups(&turn.defences).into_iter().map(|group| {
                let first = group[0];
                let mut how = vec![plies(first.plies).into_lang(lang)];
                if first.equal {
                    how.push(words(lang).equal.to_owned());
                }
                how.extend(common_leftover(&group, lang));
                let replies: Vec<&String> = group.iter().map(|it| &it.mv).collect();
                // One reply is the first move of its line.
                let term = match replies.len() {
                    1 => String::new(),
                    _ => view.reply(prefix, &replies),
                };
                Item {
                    term,
                    how: how.join(" "),
                    line: Line::new(view, &[prefix, &first.line[..]].concat(), start),
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

    /// Returns the defects and blemishes, in the order of their numbers.
    pub fn grave(&self) -> Vec<&Branch> {
        let branches = self.steps.iter().flat_map(|it| &it.branches);
        let mut grave: Vec<_> = branches.filter(|it| it.number > 0).collect();
        grave.sort_by_key(|it| it.number);
        grave
    }
}
