//! The card of one problem in a report.

use super::about::{header, remarks, source, unexpected};
use super::tree::{Branch, Item, Line, Tree};
use super::{asked, ending};
use crate::answer::{Row, kind_named};
use crate::composition::verdict::Kind;
use crate::notation::record::{self, Format, headers, write_usen};
use crate::notation::sfen;
use crate::report::attributes::attributes;
use crate::report::kif::record_of;
use crate::report::rating;
use crate::report::view::{FindingView, View};
use crate::report::words::answers::{left_open, verdict_label, verdict_mark};
use crate::report::words::book::brinkmate_in;
use crate::report::words::brinkmate::in_short;
use crate::report::words::judged::{all_refuted, kinds_of, looked_at, reasons};
use crate::report::words::labels::words;
use crate::report::words::open::why_open;
use crate::report::words::{at_most, dot, joined, plies};
use crate::shogi::Color;
use crate::vocabulary::{Goal, Grade, Lang, Notation, Verdict};

/// The most minor findings that the page shows open at first.
const OPEN_MINOR_FINDINGS: usize = 3;

/// A problem and its answer.
#[derive(Debug, Default)]
pub(super) struct Card {
    pub id: String,
    /// The name of the card in links to it.
    pub anchor: String,
    pub title: String,
    pub author: String,
    /// The publication of the problem, and other headers of its record.
    pub source: String,
    pub verdict: &'static str,
    pub mark: &'static str,
    pub label: &'static str,
    pub plies: String,
    pub plies_number: u32,
    /// The length that a book prints: the proven one, or else that of the input.
    pub printed_plies: Option<u32>,
    /// The goal that the length belongs to.
    pub goal: Goal,
    pub nodes: u64,
    /// The first defects, or what else explains the verdict, in short.
    pub why: String,
    /// `why` without the claims of this input that are wrong. Duplicates show it, too.
    reason: String,
    pub sfen: String,
    pub attacker: &'static str,
    /// The squares of idle pieces, in USI.
    pub idle: String,
    /// The record before its board and after it. The page draws the board.
    pub kif: (String, Option<String>),
    /// The moves of the record in USEN, without the board.
    pub usen: String,
    /// The main line with findings and variations.
    pub tree: Tree,
    /// The author's line, if no better line is known.
    pub author_line: Line,
    pub remarks: Vec<String>,
    /// The line with the error in it, and a mark under the place.
    pub excerpt: String,
    /// The attributes of the composition, if they were asked for.
    pub attributes: String,
    /// The scores of its rating, each with its parts.
    pub rating: Vec<RatedPart>,
    /// The kinds of findings, for the filter.
    pub kinds: String,
    /// The findings that have no place in the main line.
    pub sections: Vec<Section>,
    /// The number of other checks that were looked at, in words.
    pub looked_at: String,
    /// The answers to further questions.
    pub asked: Vec<Section>,
}

/// The part of a card that the cards of duplicates show, too.
#[derive(Debug)]
pub(super) struct Reason {
    /// The first defects, without the claims of this input that are wrong.
    why: String,
    /// The kinds of findings, for the filter.
    kinds: String,
}

/// A score of the rating with its parts, in words.
#[derive(Debug)]
pub(super) struct RatedPart {
    pub score: String,
    pub parts: String,
}

/// Findings of one grade, or the answer to a further question.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub title: &'static str,
    /// The grade of the findings.
    pub class: &'static str,
    pub items: Vec<Item>,
}

impl Card {
    /// Makes the card of an answer. It has no anchor yet.
    pub fn new(row: &Row, lang: Lang, notation: Notation) -> Self {
        let is_brinkmate = row.goal_of_length() == Goal::Brinkmate;
        let length = match (row.plies, row.plies_at_most) {
            (Some(length), _) if is_brinkmate => brinkmate_in(length, lang),
            (Some(length), _) => plies(length).into_lang(lang),
            (None, Some(length)) => at_most(length).into_lang(lang),
            (None, None) => "–".to_owned(),
        };
        let mut card = Self {
            id: row.id.clone(),
            title: header(row, headers::TITLE).to_owned(),
            author: header(row, headers::AUTHOR).to_owned(),
            source: source(row),
            verdict: row.verdict.word(),
            mark: verdict_mark(row.verdict),
            label: verdict_label(row.verdict, lang),
            plies: length,
            plies_number: row.plies.or(row.plies_at_most).unwrap_or(0),
            printed_plies: row.plies.or(row.expected_plies),
            goal: row.goal_of_length(),
            nodes: row.nodes,
            why: match (row.limit, &row.error) {
                (Some(limit), _) if row.verdict == Verdict::Unknown => {
                    limit.in_lang(lang).to_owned()
                }
                (_, Some(found)) => found.message.in_lang(lang).to_owned(),
                _ => in_short(row, lang).unwrap_or_default(),
            },
            remarks: remarks(row, lang),
            excerpt: (row.error.as_ref())
                .and_then(|it| it.excerpt.clone())
                .unwrap_or_default(),
            ..Self::default()
        };
        if let Some(view) = View::of(row, lang, notation) {
            card.add_board_parts(&view);
        }
        card.reason.clone_from(&card.why);
        card.why = joined([unexpected(row, lang), card.why], dot(lang));
        card
    }

    /// Adds everything that needs a board.
    fn add_board_parts(&mut self, view: &View<'_>) {
        let row = view.row;
        self.sfen = sfen::write(view.setup());
        self.attacker = match view.problem.attacker() {
            Color::Black => "black",
            Color::White => "white",
        };
        let record = record_of(view);
        self.kif = around_the_board(record::write(&record, Format::Kif).0);
        let usen = write_usen(&record).0;
        let moves = usen.find('~').map_or("", |start| &usen[start..]);
        moves.trim_end().clone_into(&mut self.usen);
        self.tree = Tree::new(view);
        self.add_findings(view);
        if let Some(all) = &row.attributes {
            self.attributes = attributes(all, view.lang).join(" ");
        }
        if let Some(rating) = &row.rating {
            let scores = rating::scores(rating, view.lang).into_iter();
            self.rating = scores
                .map(|(score, parts)| RatedPart {
                    score,
                    parts: rating::parts(parts, view.lang).join(" · "),
                })
                .collect();
        }
        // The author's line is shown if no other is known.
        if row.is_judged() && view.main.is_empty() {
            let line = row.author_line.as_deref().unwrap_or_default();
            self.author_line = Line::new(view, line, 0);
        }
        self.say_why_open(row, view.lang);
        self.asked = ending::add_ending(&mut self.tree, view);
        self.asked.extend(asked::parts(view));
        self.tree.add_turns(view);
    }

    /// Takes the reason of the verdict from the card of the same position, if the page has it.
    pub fn take_reason(&mut self, id: &str, first: Option<&Reason>, lang: Lang) {
        let same = format!("{} {id}", words(lang).duplicate_of);
        let reason = first.map_or("", |it| &it.why);
        self.why = joined([&same, &self.why, reason], dot(lang));
        if let Some(first) = first {
            self.kinds.clone_from(&first.kinds);
        }
    }

    /// Returns the part that the cards of duplicates show, too.
    pub fn reason(&self) -> Reason {
        Reason {
            why: self.reason.clone(),
            kinds: self.kinds.clone(),
        }
    }

    /// Adds the reason why something is open to the last open item, and how to have it decided.
    fn say_why_open(&mut self, row: &Row, lang: Lang) {
        let title = words(lang).open;
        let open = self.sections.iter_mut().find(|it| it.title == title);
        let last = open.and_then(|it| it.items.last_mut());
        if let (Some(last), Some(reason)) = (last, why_open(row, lang)) {
            last.how = reason;
        }
    }

    /// Returns the text that the search of the page looks at.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.title, self.author, self.id)
            .trim()
            .to_owned()
    }

    /// Returns the kinds of findings.
    pub fn finding_kinds(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.split(' ').filter_map(kind_named)
    }

    /// Returns the defects and blemishes in the main line.
    pub fn index(&self) -> Vec<&Branch> {
        self.tree.grave()
    }

    /// Adds the findings and what is open.
    fn add_findings(&mut self, view: &View<'_>) {
        let (row, lang) = (view.row, view.lang);
        let words = words(lang);
        self.kinds = kinds_of(row.findings()).join(" ");
        let count_open = row.count_open();
        let open = if row.defects.is_empty() && count_open > 0 {
            left_open(count_open, lang)
        } else {
            String::new()
        };
        let reasons = match row.grave_findings().next() {
            Some(_) => reasons(row, lang),
            None => std::mem::take(&mut self.why),
        };
        self.why = joined([open, reasons], dot(lang));
        self.looked_at = looked_at(row, 0, lang).unwrap_or_default();
        if self.why.is_empty() && row.goal.is_mate() {
            self.why = all_refuted(row, lang).unwrap_or_default();
        }
        let idle = row.findings().filter(|it| it.kind == Kind::IdlePiece.key());
        let squares: Vec<&str> = idle.flat_map(|it| &it.squares).map(|it| &**it).collect();
        self.idle = squares.join(" ");
        for (title, class, grade) in [
            (words.defects, "flawed", Grade::Fatal),
            (words.blemishes, "blemished", Grade::Blemish),
            (words.minor, "sound", Grade::Minor),
            (words.remarks, "error", Grade::Remark),
        ] {
            let of_grade = view.findings().filter(|it| it.found.grade == Some(grade));
            let items = of_grade.map(|it| finding_item(view, &it));
            // The tree returns the items that have no place in it.
            let items = items
                .filter_map(|it| self.tree.add_finding(class, it))
                .collect();
            self.sections.push(Section {
                title,
                class,
                items,
            });
        }
        let open = view.open().into_iter().map(|part| Item {
            term: part.place,
            moves: part.moves.join(" "),
            ..Item::default()
        });
        self.sections.push(Section {
            title: words.open,
            class: "unknown",
            items: open.collect(),
        });
        self.sections.retain(|it| !it.items.is_empty());
    }
}

impl Section {
    /// Returns whether the items are defects or blemishes.
    pub fn is_grave(&self) -> bool {
        matches!(self.class, "flawed" | "blemished")
    }

    /// Returns whether the page shows the items open at first.
    pub fn is_open(&self) -> bool {
        self.is_grave() || self.items.len() <= OPEN_MINOR_FINDINGS
    }
}

/// Returns a KIF record before its board, which begins with the numbers of the files, and after it.
fn around_the_board(kif: String) -> (String, Option<String>) {
    let Some((before, rest)) = kif.split_once("  ９ ８") else {
        return (kif, None);
    };
    let after = rest.splitn(3, "+---------------------------+\n").nth(2);
    match after {
        Some(after) => (before.to_owned(), Some(after.to_owned())),
        None => (kif, None),
    }
}

/// Makes an item of a finding with its line, from where it leaves the main line.
fn finding_item(view: &View<'_>, finding: &FindingView<'_>) -> Item {
    let line = &finding.found.line;
    // A sentence about the author's line may refer to the line after it.
    let is_shown =
        !finding.is_about_whole_line() || finding.is(Kind::AuthorLine) && !line.is_empty();
    let mut item = Item {
        term: finding.term(),
        how: finding.sentence(),
        ..Item::default()
    };
    let whole = [finding.before, &line[..]].concat();
    if !is_shown || view.playable_moves(&[], &whole).is_none() {
        return item;
    }
    let common = view.main.iter().zip(&whole).take_while(|(a, b)| a == b);
    item.line = Line::new(view, &whole, common.count());
    if !line.is_empty() {
        if !finding.is(Kind::NoMate) {
            item.ply = finding.ply();
        }
        item.moves = finding.moves().join(" ");
    }
    item
}
