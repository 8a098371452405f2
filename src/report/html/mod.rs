//! A report for browsers: one HTML file that needs nothing else.
//!
//! It has counts and a bar of the verdicts, a list to filter and sort, and for each problem a card.
//! A card has the diagram, and the main line to step through, with findings and variations below
//! the moves that they replace. A report of one problem is its card alone. [`PageLayout`] has other
//! forms. Each card is written with its answer; what counts them stands behind the last one, and the script
//! puts it in front. So only a book keeps all of its cards in memory.
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
use card::{Card, Reason};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

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
    /// For each id, the part of its card that those of duplicates show, too.
    reasons: HashMap<String, Reason>,
    rules: String,
    /// The number of cards.
    number: usize,
    /// The cards that are not written: those of a book, else the first one until there is another.
    cards: Vec<Card>,
    /// The number of cards with each verdict, and with each kind of finding.
    verdict_counts: BTreeMap<&'static str, usize>,
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
            reasons: HashMap::new(),
            rules: String::new(),
            number: 0,
            cards: Vec::new(),
            verdict_counts: BTreeMap::new(),
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

impl<W: Write> Html<W> {
    fn is_of_puzzles(&self) -> bool {
        self.layout == PageLayout::Puzzles
    }

    /// Writes a part of the page.
    fn write(&mut self, part: &impl Template) -> io::Result<()> {
        Template::write_into(part, &mut Visible(&mut self.out))
    }

    /// Writes the beginning of the page, before the cards.
    fn write_head(&mut self, title: &str, single: bool) -> io::Result<()> {
        let classes = [(single, "single"), (self.is_of_puzzles(), "puzzles")];
        let classes = classes.iter().filter(|it| it.0).map(|it| it.1);
        let head = Head {
            words: words(self.lang),
            tool: TOOL,
            title,
            style: include_str!("report.css"),
            glyphs: outlines(GLYPHS),
            letters: self.notation == Notation::Western,
            classes: classes.collect::<Vec<_>>().join(" "),
        };
        self.write(&head)
    }

    fn write_card(&mut self, card: &Card, single: bool) -> io::Result<()> {
        self.write(&CardText {
            words: words(self.lang),
            card,
            single,
            puzzles: self.is_of_puzzles(),
        })
    }

    /// Writes the end of the page, behind the cards. `card` is the card of a page that has only one.
    fn write_tail(&mut self, title: &str, card: Option<&Card>, tally: &Tally) -> io::Result<()> {
        let mut kinds: Vec<_> = std::mem::take(&mut self.kind_counts).into_iter().collect();
        kinds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let kinds = kinds.into_iter().map(|(kind, count)| KindPart {
            kind,
            label: term_named(kind, self.lang),
            count,
        });
        let part = |&verdict: &Verdict| {
            Some(VerdictPart {
                verdict: verdict.word(),
                label: verdict_label(verdict, self.lang),
                count: *self.verdict_counts.get(verdict.word())?,
            })
        };
        let tail = Tail {
            words: words(self.lang),
            tool: TOOL,
            title,
            script: concat!(include_str!("board.js"), include_str!("report.js")),
            total: match self.total {
                Some(all) if all > self.number => format!("{} / {all}", self.number),
                _ => self.number.to_string(),
            },
            rules: rules(&self.rules, self.lang),
            interrupted: tally.interrupted,
            bar: Verdict::ALL.iter().filter_map(part).collect(),
            kinds: kinds.collect(),
            puzzles: self.is_of_puzzles(),
            card,
        };
        self.write(&tail)
    }
}

impl<W: Write> Report for Html<W> {
    fn answer(&mut self, row: &Row) -> io::Result<()> {
        let mut card = Card::new(row, self.lang, self.notation);
        card.anchor = self.anchor(&card.id);
        if let Some(id) = &row.duplicate_of {
            card.take_reason(id, self.reasons.get(id), self.lang);
        }
        self.reasons.insert(card.id.clone(), card.reason());
        for kind in card.finding_kinds() {
            *self.kind_counts.entry(kind).or_default() += 1;
        }
        *self.verdict_counts.entry(card.verdict).or_default() += 1;
        self.rules.clone_from(&row.rules);
        self.number += 1;
        if self.number == 1 || self.layout == PageLayout::Book {
            self.cards.push(card);
            return Ok(());
        }
        if let Some(first) = self.cards.pop() {
            self.write_head(words(self.lang).title, false)?;
            self.write_card(&first, false)?;
        }
        self.write_card(&card, false)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let cards = std::mem::take(&mut self.cards);
        if self.layout == PageLayout::Book {
            let letters = self.notation == Notation::Western;
            let book = Book::new(&cards, self.lang, rules(&self.rules, self.lang), letters);
            self.write(&book)?;
            return self.out.flush();
        }
        let only = cards.first();
        let title = match only {
            Some(card) if !card.title.is_empty() => &card.title,
            Some(card) => &card.id,
            None => words(self.lang).title,
        };
        if self.number < 2 {
            self.write_head(title, only.is_some())?;
        }
        if let Some(card) = only {
            self.write_card(card, true)?;
        }
        self.write_tail(title, only, tally)?;
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

/// The beginning of the page, before the cards.
#[derive(Template)]
#[template(path = "report_head.html", config = "src/report/askama.toml")]
struct Head<'a> {
    words: Words,
    tool: &'static str,
    title: &'a str,
    style: &'static str,
    glyphs: Vec<super::svg::Outline>,
    /// Whether pieces are drawn as letters.
    letters: bool,
    classes: String,
}

/// A card, as text to the browser.
#[derive(Template)]
#[template(path = "report_card.html", config = "src/report/askama.toml")]
struct CardText<'a> {
    words: Words,
    card: &'a Card,
    /// Whether there is one card only.
    single: bool,
    /// Whether the solutions are hidden at first.
    puzzles: bool,
}

/// The end of the page, behind the cards: what counts them, and the script.
#[derive(Template)]
#[template(path = "report_tail.html", config = "src/report/askama.toml")]
struct Tail<'a> {
    words: Words,
    tool: &'static str,
    title: &'a str,
    script: &'static str,
    total: String,
    rules: String,
    interrupted: bool,
    bar: Vec<VerdictPart>,
    kinds: Vec<KindPart>,
    puzzles: bool,
    /// The card, if there is one only.
    card: Option<&'a Card>,
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
