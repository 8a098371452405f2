//! A report for browsers: one HTML file that needs nothing else.
//!
//! It has counts and a bar of the verdicts, a list to filter and sort, and for each problem a card.
//! A card has the diagram, and the main line to step through, with findings and variations below
//! the moves that they replace. A report of one problem is its card alone. [`PageLayout`] has other
//! forms. The file is written after the last answer.
//!
//! The template library escapes the text. A card is text to the browser until it comes into view. Then the
//! script in the file makes elements of it and draws the diagram. The text leaves out what the script can
//! work out from the position, such as links and the board of a record, and what is the same in each card.

mod about;
mod asked;
mod book;
mod card;
mod ending;
mod tree;

use super::svg::outlines;
use super::words::answers::verdict_label;
use super::words::labels::{Words, rules, words};
use crate::answer::{Row, TOOL, Tally, is_obeyed};
use crate::report::words::term_named;
use crate::report::writer::Report;
use crate::vocabulary::{Lang, Notation, Verdict};
use askama::Template;
use book::Book;
use card::Card;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// The most cards that the page shows open at first.
const OPEN_CARDS: usize = 12;

/// The characters in diagrams.
const GLYPHS: &str =
    "歩香桂銀金角飛玉と杏圭全馬龍持駒方残り部なし一二三四五六七八九十１２３４５６７８９";

crate::vocabulary::words! {
    /// The form of a page for browsers.
    #[derive(Default)]
    #[non_exhaustive]
    PageLayout {
        /// A list of cards with diagrams, lines and findings.
        #[default]
        Cards = "cards";
        /// The same for solvers: verdicts, lines and findings are hidden until the reader asks for them.
        Puzzles = "puzzles";
        /// Pages to print: contents, diagrams, and the solutions behind them.
        Book = "book";
    }
}

/// Writes all answers as one HTML file.
#[derive(Debug)]
pub struct Html<W> {
    out: W,
    lang: Lang,
    notation: Notation,
    layout: PageLayout,
    /// The number of all problems, if the page does not have all of them.
    total: Option<usize>,
    /// The number of cards that wanted each name.
    anchors: HashMap<String, usize>,
    /// The index of each card by its id.
    card_of_id: HashMap<String, usize>,
    rules: String,
    cards: Vec<Card>,
    /// The number of cards with each kind of finding.
    kind_counts: BTreeMap<&'static str, usize>,
}

impl<W: Write> Html<W> {
    /// Makes a report in this language, with moves in this notation.
    pub fn new(out: W, lang: Lang, notation: Notation) -> Self {
        Self {
            out,
            lang,
            notation,
            layout: PageLayout::Cards,
            total: None,
            anchors: HashMap::new(),
            card_of_id: HashMap::new(),
            rules: String::new(),
            cards: Vec::new(),
            kind_counts: BTreeMap::new(),
        }
    }

    /// Sets the form of the page.
    #[must_use]
    pub const fn with_layout(mut self, layout: PageLayout) -> Self {
        self.layout = layout;
        self
    }

    /// Sets the number of all problems, if the page shows only some of them.
    #[must_use]
    pub const fn with_total(mut self, problems: usize) -> Self {
        self.total = Some(problems);
        self
    }

    /// Returns a name for a card that no other card has, for links: `p-zuko001`.
    fn anchor(&mut self, id: &str) -> String {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let plain = id.chars().map(|c| if is_plain(c) { c } else { '-' });
        let name: String = "p-".chars().chain(plain).collect();
        let mut count = self.anchors.get(&name).copied().unwrap_or(0);
        let free = loop {
            count += 1;
            let free = match count {
                1 => name.clone(),
                _ => format!("{name}-{count}"),
            };
            if count == 1 || !self.anchors.contains_key(&free) {
                break free;
            }
        };
        self.anchors.insert(name, count);
        self.anchors.entry(free.clone()).or_insert(1);
        free
    }
}

impl<W: Write> Report for Html<W> {
    fn answer(&mut self, row: &Row) -> io::Result<()> {
        let mut card = Card::new(row, self.lang, self.notation);
        card.anchor = self.anchor(&card.id);
        if let Some(id) = &row.duplicate_of {
            let first = self.card_of_id.get(id).map(|&index| &self.cards[index]);
            card.take_reason(id, first, self.lang);
        }
        self.card_of_id.insert(card.id.clone(), self.cards.len());
        for kind in card.finding_kinds() {
            *self.kind_counts.entry(kind).or_default() += 1;
        }
        self.rules.clone_from(&row.rules);
        self.cards.push(card);
        Ok(())
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let cards = std::mem::take(&mut self.cards);
        let mut kinds: Vec<_> = std::mem::take(&mut self.kind_counts).into_iter().collect();
        kinds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let part = |&verdict: &Verdict| {
            let name = verdict.word();
            let count = cards.iter().filter(|it| it.verdict == name).count();
            (count > 0).then(|| VerdictPart {
                verdict: name,
                label: verdict_label(verdict, self.lang),
                count,
            })
        };
        let letters = self.notation == Notation::Western;
        let words = words(self.lang);
        let rules = rules(&self.rules, self.lang);
        if self.layout == PageLayout::Book {
            let book = Book::new(&cards, self.lang, rules, letters);
            book.write_into(&mut Visible(&mut self.out))?;
            return self.out.flush();
        }
        let puzzles = self.layout == PageLayout::Puzzles;
        let single = cards.len() == 1;
        let title = match &cards[..] {
            [card] if !card.title.is_empty() => &card.title,
            [card] => &card.id,
            _ => words.title,
        };
        let classes = [(single, "single"), (puzzles, "puzzles")];
        let classes = classes
            .into_iter()
            .filter_map(|(applies, class)| applies.then_some(class));
        let page = Page {
            words,
            tool: TOOL,
            title,
            style: include_str!("report.css"),
            script: concat!(include_str!("board.js"), include_str!("report.js")),
            glyphs: outlines(GLYPHS),
            total: match self.total {
                Some(all) if all > cards.len() => format!("{} / {all}", cards.len()),
                _ => cards.len().to_string(),
            },
            rules,
            interrupted: tally.interrupted,
            bar: Verdict::ALL.iter().filter_map(part).collect(),
            kinds: kinds
                .into_iter()
                .map(|(kind, count)| KindPart {
                    kind,
                    label: term_named(kind, self.lang),
                    count,
                })
                .collect(),
            open: !single && cards.len() <= OPEN_CARDS,
            letters,
            single,
            puzzles,
            classes: classes.collect::<Vec<_>>().join(" "),
            cards: &cards,
        };
        page.write_into(&mut Visible(&mut self.out))?;
        self.out.flush()
    }
}

/// Writes control characters, which no page may have, and marks that reorder the text around them as visible
/// escapes.
struct Visible<'a, W>(&'a mut W);

impl<W: Write> Write for Visible<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The template writes whole texts, so that no character is cut.
        let Ok(text) = std::str::from_utf8(bytes) else {
            return self.0.write(bytes);
        };
        let is_bad = |it: char| is_obeyed(it) && !matches!(it, '\t' | '\n' | '\r');
        let mut done = 0;
        for (start, bad) in text.match_indices(is_bad) {
            write!(self.0, "{}", &text[done..start])?;
            let escapes = bad.chars().flat_map(char::escape_unicode);
            write!(self.0, "{}", escapes.collect::<String>())?;
            done = start + bad.len();
        }
        self.0.write_all(&bytes[done..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[derive(Template)]
#[template(path = "report.html", config = "src/report/askama.toml")]
struct Page<'a> {
    words: Words,
    tool: &'static str,
    title: &'a str,
    style: &'static str,
    script: &'static str,
    glyphs: Vec<super::svg::Outline>,
    total: String,
    rules: String,
    interrupted: bool,
    bar: Vec<VerdictPart>,
    kinds: Vec<KindPart>,
    /// Whether the cards are open at first.
    open: bool,
    /// Whether pieces are drawn as letters.
    letters: bool,
    /// Whether there is one card only.
    single: bool,
    /// Whether the solutions are hidden at first.
    puzzles: bool,
    classes: String,
    cards: &'a [Card],
}

/// A part of the bar of verdicts.
struct VerdictPart {
    verdict: &'static str,
    label: &'static str,
    count: usize,
}

/// A kind of finding to filter by.
struct KindPart {
    kind: &'static str,
    label: String,
    count: usize,
}
