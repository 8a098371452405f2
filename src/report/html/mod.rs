//! A report for browsers: one HTML file that needs nothing else.
//!
//! It has counts and a bar of the verdicts, a list to filter and sort, and for each problem a card.
//! A card has the diagram, the main line to step through, the findings and the variations. The
//! template library escapes the text. The script in the file draws diagrams when they come into
//! view. The file is written after the last answer.

mod asked;
mod card;

use super::kinds::term_of;
use super::svg::outlines;
use super::words::answers::label;
use super::words::labels::{Words, rules, words};
use super::{Entry, Lang, Notation, Report, TOOL, Tally, Verdict};
use askama::Template;
use card::Card;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// Up to this many problems are open at first.
const FEW: usize = 12;

/// Writes all answers as one HTML file.
pub struct Html<W> {
    out: W,
    lang: Lang,
    notation: Notation,
    rules: String,
    cards: Vec<Card>,
    found: BTreeMap<&'static str, usize>,
}

impl<W: Write> Html<W> {
    /// Makes a report in this language, with moves in this notation.
    pub const fn new(out: W, lang: Lang, notation: Notation) -> Self {
        Self {
            out,
            lang,
            notation,
            rules: String::new(),
            cards: Vec::new(),
            found: BTreeMap::new(),
        }
    }
}

impl<W: Write> Report for Html<W> {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let card = Card::new(entry, self.lang, self.notation);
        for kind in card.found() {
            *self.found.entry(kind).or_default() += 1;
        }
        self.rules.clone_from(&entry.row.rules);
        self.cards.push(card);
        Ok(())
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let cards = std::mem::take(&mut self.cards);
        let mut kinds: Vec<_> = std::mem::take(&mut self.found).into_iter().collect();
        kinds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let part = |&verdict: &Verdict| {
            let name = verdict.word();
            let count = cards.iter().filter(|it| it.verdict == name).count();
            (count > 0).then(|| Part {
                verdict: name,
                label: label(verdict, self.lang),
                count,
            })
        };
        let page = Page {
            words: words(self.lang),
            tool: TOOL,
            style: include_str!("report.css"),
            script: include_str!("report.js"),
            glyphs: outlines(
                "歩香桂銀金角飛玉と杏圭全馬龍持駒方残り部なし一二三四五六七八九十１２３４５６７８９",
            ),
            total: cards.len(),
            rules: rules(&self.rules, self.lang),
            interrupted: tally.interrupted,
            bar: Verdict::ALL.iter().filter_map(part).collect(),
            kinds: kinds
                .into_iter()
                .map(|(kind, count)| KindPart {
                    kind,
                    label: match self.lang {
                        Lang::Japanese => term_of(kind).to_owned(),
                        Lang::English => format!("{} {}", term_of(kind), kind.replace('_', " ")),
                    },
                    count,
                })
                .collect(),
            open: cards.len() <= FEW,
            cards: &cards,
        };
        page.write_into(&mut self.out)?;
        self.out.flush()
    }
}

impl<W> fmt::Debug for Html<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Html")
            .field("lang", &self.lang)
            .field("cards", &self.cards.len())
            .finish_non_exhaustive()
    }
}

#[derive(Template)]
#[template(path = "report.html", config = "src/report/askama.toml")]
struct Page<'a> {
    words: Words,
    tool: &'static str,
    style: &'static str,
    script: &'static str,
    glyphs: Vec<super::svg::Outline>,
    total: usize,
    rules: String,
    interrupted: bool,
    bar: Vec<Part>,
    kinds: Vec<KindPart>,
    open: bool,
    cards: &'a [Card],
}

/// A part of the bar of verdicts.
struct Part {
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
