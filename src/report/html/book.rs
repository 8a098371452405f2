//! A book of problems to print: contents, diagrams, and the solutions after them.

use super::GLYPHS;
use super::card::Card;
use super::tree::{Branch, Tree};
use crate::answer::TOOL;
use crate::report::svg::{Outline, outlines};
use crate::report::words::book::{brinkmate_in, left_out, mate_in};
use crate::report::words::labels::{BookWords, Words, words};
use crate::vocabulary::{Goal, Lang};
use askama::Template;

/// The page.
#[derive(Template)]
#[template(path = "book.html", config = "src/report/askama.toml")]
pub(super) struct Book<'a> {
    words: Words,
    headings: BookWords,
    tool: &'static str,
    style: &'static str,
    script: &'static str,
    glyphs: Vec<Outline>,
    rules: String,
    /// The number of inputs that could not be read, in words. Empty if there are none.
    left_out: String,
    /// Whether pieces are drawn as letters.
    letters: bool,
    problems: Vec<Problem<'a>>,
}

/// A problem with its number in the book.
struct Problem<'a> {
    number: usize,
    card: &'a Card,
    /// The title, or else the id.
    name: &'a str,
    length: String,
}

impl<'a> Book<'a> {
    /// Makes a book of the problems that could be read.
    pub fn new(cards: &'a [Card], lang: Lang, rules: String, letters: bool) -> Self {
        let read = cards.iter().filter(|it| !it.sfen.is_empty());
        let problems = read.zip(1..).map(|(card, number)| Problem {
            number,
            card,
            name: if card.title.is_empty() {
                &card.id
            } else {
                &card.title
            },
            length: match card.printed_plies {
                Some(length) if card.goal == Goal::Brinkmate => brinkmate_in(length, lang),
                Some(length) => mate_in(length, lang),
                None => String::new(),
            },
        });
        let problems: Vec<_> = problems.collect();
        let missing = cards.len() - problems.len();
        Self {
            words: words(lang),
            headings: BookWords::of(lang),
            tool: TOOL,
            style: include_str!("book.css"),
            script: concat!(include_str!("board.js"), include_str!("book.js")),
            glyphs: outlines(GLYPHS),
            rules,
            left_out: if missing > 0 {
                left_out(missing, lang)
            } else {
                String::new()
            },
            letters,
            problems,
        }
    }
}

impl Problem<'_> {
    /// Returns the branches that a book shows: defects, blemishes and variations.
    fn branches(&self) -> impl Iterator<Item = &Branch> {
        let Tree { steps, .. } = &self.card.tree;
        let branches = steps.iter().flat_map(|it| &it.branches);
        branches.filter(|it| it.number > 0 || !it.items.is_empty())
    }
}
