//! The card of one problem in a report.

use super::about::{header, remarks, source, unexpected};
use super::tree::{Branch, Item, Line, Tree};
use super::{asked, ending};
use crate::composition::Problem;
use crate::composition::rules::Grade;
use crate::composition::verdict::Kind;
use crate::notation::record::{self, Format, headers, write_usen};
use crate::notation::{sfen, square_name, usi};
use crate::report::attributes::attributes;
use crate::report::kif::of_entry;
use crate::report::kinds::kind_named;
use crate::report::view::{FindingView, JudgementView};
use crate::report::words::answers::{label, mark};
use crate::report::words::book::brinkmate_in;
use crate::report::words::brinkmate::in_short;
use crate::report::words::judged::{all_refuted, left_open, looked_at, reasons};
use crate::report::words::labels::words;
use crate::report::words::open::why_open;
use crate::report::words::{at_most, dot, plies};
use crate::report::{Entry, Lang, Notation, Row, Verdict};
use crate::shogi::{Color, Move};
use crate::vocabulary::Goal;

/// Up to this many minor findings are open at first.
const FEW: usize = 3;

/// A problem and its answer.
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
    /// The goal that was asked for.
    pub row_goal: Goal,
    pub nodes: u64,
    /// The first defects, and what else is to be said in short.
    pub why: String,
    /// The same without what belongs to this input alone.
    reason: String,
    pub sfen: String,
    pub attacker: &'static str,
    /// The squares of idle pieces, in USI.
    pub idle: String,
    /// The record before its board and behind it. The page draws the board.
    pub kif: (String, Option<String>),
    /// The moves of the record in USEN, behind the board.
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
    /// The kinds of findings, for the filter.
    pub kinds: String,
    /// The findings that have no place in the main line.
    pub sections: Vec<Section>,
    /// How many other checks were looked at.
    pub looked_at: String,
    /// The answers to further questions.
    pub asked: Vec<Asked>,
}

/// Findings of one grade.
pub(super) struct Section {
    pub title: &'static str,
    pub count: usize,
    pub class: &'static str,
    /// Whether they are open at first.
    pub open: bool,
    /// Whether they are defects or blemishes.
    pub is_grave: bool,
    pub findings: Vec<Item>,
}

/// The answer to a further question.
pub(super) struct Asked {
    pub title: String,
    pub items: Vec<Item>,
}

impl Card {
    /// Makes the card of an answer. It has no anchor yet.
    pub fn new(entry: &Entry, lang: Lang, notation: Notation) -> Self {
        let row = &entry.row;
        let is_brinkmate = entry.goal_of_length() == Goal::Brinkmate;
        let length = match (row.plies, row.plies_at_most) {
            (Some(length), _) if is_brinkmate => brinkmate_in(length, lang),
            (Some(length), _) => plies(length, lang),
            (None, Some(length)) => at_most(length, lang),
            (None, None) => "–".to_owned(),
        };
        let mut card = Self {
            id: row.id.clone(),
            anchor: String::new(),
            title: header(entry, headers::TITLE).to_owned(),
            author: header(entry, headers::AUTHOR).to_owned(),
            source: source(entry),
            verdict: row.verdict.word(),
            mark: mark(row.verdict),
            label: label(row.verdict, lang),
            plies: length,
            plies_number: row.plies.or(row.plies_at_most).unwrap_or(0),
            printed_plies: row.plies.or(row.expected_plies),
            goal: entry.goal_of_length(),
            row_goal: row.goal,
            nodes: row.nodes,
            why: match (row.limit, &row.error) {
                (Some(limit), _) if row.verdict == Verdict::Unknown => {
                    limit.in_lang(lang).to_owned()
                }
                (_, Some(found)) => found.message.in_lang(lang).to_owned(),
                _ => why(entry, lang),
            },
            reason: String::new(),
            sfen: String::new(),
            attacker: "black",
            idle: String::new(),
            kif: (String::new(), None),
            usen: String::new(),
            tree: Tree::empty(),
            author_line: Line::empty(),
            remarks: remarks(entry, lang),
            excerpt: row
                .error
                .as_ref()
                .and_then(|it| it.excerpt.clone())
                .unwrap_or_default(),
            attributes: String::new(),
            kinds: String::new(),
            sections: Vec::new(),
            looked_at: String::new(),
            asked: Vec::new(),
        };
        if let Some(problem) = &entry.problem {
            card.sfen = sfen::write(problem.setup());
            card.attacker = match problem.attacker() {
                Color::Black => "black",
                Color::White => "white",
            };
            let record = of_entry(entry, problem, lang, notation);
            card.kif = around_the_board(record::write(&record, Format::Kif).0);
            let usen = write_usen(&record).0;
            let moves = usen.find('~').map_or("", |at| &usen[at..]);
            moves.trim_end().clone_into(&mut card.usen);
            card.tree = Tree::new(problem, &entry.line, notation);
            if let Some(view) = JudgementView::of(entry) {
                card.judged(&view, &entry.line, (lang, notation));
                if row.attributes.is_some() {
                    card.attributes = attributes(view.judgement, lang).join(" ");
                }
                card.line_of_the_author(problem, entry, notation);
            } else {
                card.stored(problem, entry, (lang, notation));
            }
            card.say_why_open(row, lang);
            card.asked = ending::add(&mut card.tree, problem, entry, (lang, notation));
            card.asked
                .extend(asked::parts(problem, entry, lang, notation));
            let turns = entry.study.variations.as_deref();
            let turns = turns.unwrap_or_default();
            card.tree
                .add_turns(problem, turns, &entry.line, (lang, notation));
        }
        card.reason.clone_from(&card.why);
        let unexpected = unexpected(entry, lang);
        let known = [unexpected.as_str(), card.why.as_str()];
        let known = known.into_iter().filter(|it| !it.is_empty());
        card.why = known.collect::<Vec<_>>().join(dot(lang));
        card
    }

    /// Takes the reason of the verdict from the card of the same position, if the page has it.
    pub fn take_reason(&mut self, id: &str, first: Option<&Self>, lang: Lang) {
        let same = format!("{} {id}", words(lang).duplicate_of);
        let reason = first.map_or("", |it| &it.reason);
        let known = [same.as_str(), self.why.as_str(), reason].into_iter();
        let known = known.filter(|it| !it.is_empty());
        self.why = known.collect::<Vec<_>>().join(dot(lang));
        if let Some(first) = first {
            self.kinds.clone_from(&first.kinds);
        }
    }

    /// Says below what is left open why, and how to have it decided.
    fn say_why_open(&mut self, row: &Row, lang: Lang) {
        let title = words(lang).open;
        let open = self.sections.iter_mut().find(|it| it.title == title);
        let last = open.and_then(|it| it.findings.last_mut());
        if let (Some(last), Some(why)) = (last, why_open(row, lang)) {
            why.clone_into(&mut last.how);
        }
    }

    /// Shows the author's line if no other is known.
    fn line_of_the_author(&mut self, problem: &Problem, entry: &Entry, notation: Notation) {
        let line = entry.row.author_line.iter().flatten();
        if entry.line.is_empty() {
            let line: Vec<Move> = line.map_while(|it| usi::parse_move(it).ok()).collect();
            self.author_line = Line::new(problem, &line, 0, notation);
        }
    }

    /// Returns the text that the search of the page looks at.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.title, self.author, self.id)
            .trim()
            .to_owned()
    }

    /// Returns the kinds of findings.
    pub fn found(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.split(' ').filter_map(kind_named)
    }

    /// Returns the defects and blemishes in the main line.
    pub fn index(&self) -> Vec<&Branch> {
        self.tree.grave()
    }

    fn judged(
        &mut self,
        view: &JudgementView<'_>,
        main: &[Move],
        (lang, notation): (Lang, Notation),
    ) {
        let words = words(lang);
        let mut kinds: Vec<&str> = Vec::new();
        for it in &view.findings {
            let kind = it.kind().key();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        self.kinds = kinds.join(" ");
        if view.grave().next().is_some() {
            self.why = reasons(view, lang);
        }
        let count_open = view.count_open();
        if view.of_grade(Grade::Fatal).next().is_none() && count_open > 0 {
            let count = left_open(count_open, lang);
            let known = [count.as_str(), self.why.as_str()];
            let known = known.into_iter().filter(|it| !it.is_empty());
            self.why = known.collect::<Vec<_>>().join(dot(lang));
        }
        if view.judgement.composed.reading.is_some() && self.row_goal.is_mate() {
            self.looked_at = looked_at(view, 0, lang);
        }
        if self.why.is_empty() && self.row_goal.is_mate() {
            self.why = all_refuted(view, lang).unwrap_or_default();
        }
        self.idle = idle(view);
        for (title, class, grade) in [
            (words.defects, "flawed", Grade::Fatal),
            (words.blemishes, "blemished", Grade::Blemish),
            (words.minor, "sound", Grade::Minor),
            (words.remarks, "error", Grade::Remark),
        ] {
            let findings = view.of_grade(grade);
            let items = findings.map(|it| finding(view.problem, it, main, (lang, notation)));
            let others = items.filter_map(|it| self.tree.add(class, it));
            let others = others.collect();
            self.section(title, class, others);
        }
        let open = view.open(notation, lang).into_iter().map(|part| Item {
            term: part.what,
            moves: part.moves.join(" "),
            ..Item::empty()
        });
        self.section(words.open, "unknown", open.collect());
    }

    /// Adds findings that have no place in the main line.
    pub(super) fn section(
        &mut self,
        title: &'static str,
        class: &'static str,
        findings: Vec<Item>,
    ) {
        if findings.is_empty() {
            return;
        }
        let is_grave = matches!(class, "flawed" | "blemished");
        self.sections.push(Section {
            title,
            class,
            count: findings.len(),
            open: is_grave || findings.len() <= FEW,
            is_grave,
            findings,
        });
    }
}

/// Parts a KIF record at its board: the numbers of the files, and the ranks between two edges.
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

/// Returns in short what else is to be said of an answer about a brinkmate or a threat.
fn why(entry: &Entry, lang: Lang) -> String {
    match &entry.brinkmate {
        Some(found) => in_short(entry, found, lang).unwrap_or_default(),
        None => String::new(),
    }
}

/// Makes an item of a finding with its line, from where it leaves the main line.
fn finding(
    problem: &Problem,
    it: &FindingView<'_>,
    main: &[Move],
    (lang, notation): (Lang, Notation),
) -> Item {
    let found = it.group.first;
    // A sentence about the author's line may say that the line follows.
    let is_shown = !it.is_of_the_whole || it.kind() == Kind::AuthorLine && !found.line.is_empty();
    let mut item = Item {
        term: it.term(lang),
        how: it.sentence(lang, notation),
        ..Item::empty()
    };
    if is_shown {
        let whole = it.whole_line();
        let common = main.iter().zip(&whole).take_while(|(a, b)| a == b).count();
        item.line = Line::new(problem, &whole, common, notation);
        if whole.len() > found.before.len() {
            if it.kind() != Kind::NoMate {
                item.ply = it.ply(lang);
            }
            item.moves = it.moves(notation).join(" ");
        }
    }
    item
}

/// Returns the squares of idle pieces, in USI.
fn idle(view: &JudgementView<'_>) -> String {
    let findings = view
        .findings
        .iter()
        .filter(|it| it.kind() == Kind::IdlePiece);
    let squares = findings.flat_map(|it| &it.group.squares);
    let given = squares.map(|&it| square_name(view.problem.to_given_square(it)));
    given.collect::<Vec<_>>().join(" ")
}
