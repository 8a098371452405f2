//! The card of one problem in a report.

use super::asked;
use crate::composition::Problem;
use crate::composition::rules::Grade;
use crate::composition::variations::Turn;
use crate::composition::verdict::Kind;
use crate::notation::record::{self, Format, headers, opcode_of_header};
use crate::notation::{japanese, sfen, usi};
use crate::report::attributes::attributes;
use crate::report::kif::of_entry;
use crate::report::kinds::{kind_named, terms};
use crate::report::tree::{grouped, reply};
use crate::report::view::{FindingView, JudgementView};
use crate::report::words::answers::{label, mark};
use crate::report::words::judged::{left_open, reasons};
use crate::report::words::labels::{self, words};
use crate::report::words::questions::{leftover, other_than};
use crate::report::words::{at_most, dot, plies, ply};
use crate::report::{Entry, Finding, Lang, Notation, NoteKind, Status, Verdict};
use crate::shogi::{Color, Move};
use serde_json::Value;

/// Up to this many minor findings are open at first.
const FEW: usize = 3;

/// A problem and its answer.
pub(super) struct Card {
    pub id: String,
    pub title: String,
    pub author: String,
    /// The publication of the problem, and other headers of its record.
    pub source: String,
    pub verdict: &'static str,
    pub mark: &'static str,
    pub label: &'static str,
    pub plies: String,
    pub plies_number: u32,
    pub nodes: u64,
    /// The first defects.
    pub why: String,
    pub sfen: String,
    pub attacker: &'static str,
    pub kif: String,
    pub line: Line,
    /// The author's line, if no better line is known.
    pub author_line: Line,
    pub remarks: Vec<String>,
    /// The attributes of the composition, if they were asked for.
    pub attributes: String,
    /// The kinds of findings, for the filter.
    pub kinds: String,
    pub sections: Vec<Section>,
    pub turns: Vec<TurnPart>,
    /// The answers to further questions.
    pub asked: Vec<TurnPart>,
}

/// Moves from the diagram on, of which the first ones are not shown.
pub(super) struct Line {
    pub moves: String,
    pub start: usize,
    pub steps: Vec<String>,
}

/// Findings of one grade.
pub(super) struct Section {
    pub title: &'static str,
    pub count: usize,
    pub class: &'static str,
    /// Whether they are open at first.
    pub open: bool,
    /// Whether their lines are shown at first.
    pub shown: bool,
    pub findings: Vec<Item>,
}

/// A finding or a variation.
pub(super) struct Item {
    pub term: String,
    pub place: String,
    pub how: String,
    pub line: Line,
}

/// A turn of the defender with the other replies, or the answer to another question.
pub(super) struct TurnPart {
    pub title: String,
    pub defences: Vec<Item>,
}

impl Card {
    pub fn new(entry: &Entry, lang: Lang, notation: Notation) -> Self {
        let row = &entry.row;
        let length = match (row.plies, row.plies_at_most) {
            (Some(length), _) => plies(length, lang),
            (None, Some(length)) => at_most(length, lang),
            (None, None) => "–".to_owned(),
        };
        let mut card = Self {
            id: row.id.clone(),
            title: header(entry, headers::TITLE).to_owned(),
            author: header(entry, headers::AUTHOR).to_owned(),
            source: source(entry),
            verdict: row.verdict.word(),
            mark: mark(row.verdict),
            label: label(row.verdict, lang),
            plies: length,
            plies_number: row.plies.or(row.plies_at_most).unwrap_or(0),
            nodes: row.nodes,
            why: match (row.limit, &row.error) {
                (Some(limit), _) if row.verdict == Verdict::Unknown => {
                    labels::limit(limit, lang).to_owned()
                }
                (_, Some(found)) => found.message.in_lang(lang).to_owned(),
                _ => String::new(),
            },
            sfen: String::new(),
            attacker: "black",
            kif: String::new(),
            line: Line::empty(),
            author_line: Line::empty(),
            remarks: remarks(entry, lang),
            attributes: String::new(),
            kinds: String::new(),
            sections: Vec::new(),
            turns: Vec::new(),
            asked: Vec::new(),
        };
        if let Some(problem) = &entry.problem {
            card.sfen = sfen::write(problem.setup());
            card.attacker = match problem.attacker() {
                Color::Black => "black",
                Color::White => "white",
            };
            card.kif = record::write(&of_entry(entry, problem, lang, notation), Format::Kif).0;
            card.line = Line::new(problem, &entry.line, 0, notation);
            if let Some(view) = JudgementView::of(entry) {
                card.judged(&view, lang, notation);
                if row.attributes.is_some() {
                    card.attributes = attributes(view.judgement, lang).join(" ");
                }
                card.line_of_the_author(problem, entry, notation);
            }
            card.asked = asked::parts(problem, entry, lang, notation);
            let turns = entry.study.variations.as_deref();
            let turns = turns.unwrap_or_default();
            card.turns(problem, turns, &entry.line, (lang, notation));
        }
        let unexpected = unexpected(entry, lang);
        let known = [unexpected.as_str(), card.why.as_str()];
        let known = known.into_iter().filter(|it| !it.is_empty());
        card.why = known.collect::<Vec<_>>().join(dot(lang));
        card
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

    fn judged(&mut self, view: &JudgementView<'_>, lang: Lang, notation: Notation) {
        let words = words(lang);
        let mut kinds: Vec<&str> = Vec::new();
        for it in &view.findings {
            let kind = terms(it.kind()).0;
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        self.kinds = kinds.join(" ");
        let items = |grade| -> Vec<Item> {
            let findings = view.of_grade(grade);
            findings
                .map(|it| finding(view.problem, it, lang, notation))
                .collect()
        };
        let defects = items(Grade::Fatal);
        let blemishes = items(Grade::Blemish);
        let minor = items(Grade::Minor);
        let remarks = items(Grade::Remark);
        if view.grave().next().is_some() {
            self.why = reasons(view, lang);
        }
        let count_open = view.count_open();
        if defects.is_empty() && count_open > 0 {
            let count = left_open(count_open, lang);
            let known = [count.as_str(), self.why.as_str()];
            let known = known.into_iter().filter(|it| !it.is_empty());
            self.why = known.collect::<Vec<_>>().join(dot(lang));
        }
        let open = view.open(notation, lang).into_iter().map(|part| Item {
            term: part.what,
            place: part.moves.join(" "),
            how: String::new(),
            line: Line::empty(),
        });
        let open = open.collect();
        for (title, class, count, findings) in [
            (words.defects, "flawed", defects.len(), defects),
            (words.blemishes, "blemished", blemishes.len(), blemishes),
            (words.minor, "sound", minor.len(), minor),
            (words.remarks, "error", remarks.len(), remarks),
            (words.open, "unknown", count_open, open),
        ] {
            if !findings.is_empty() {
                self.sections.push(Section {
                    title,
                    class,
                    count,
                    open: matches!(class, "flawed" | "blemished") || findings.len() <= FEW,
                    shown: matches!(class, "flawed" | "blemished"),
                    findings,
                });
            }
        }
    }

    fn turns(
        &mut self,
        problem: &Problem,
        turns: &[Turn],
        main: &[Move],
        (lang, notation): (Lang, Notation),
    ) {
        let words = words(lang);
        let texts = notation.write(problem.setup(), main);
        let normalised: Vec<Move> = main.iter().map(|&mv| problem.to_normalised(mv)).collect();
        for turn in turns.iter().filter(|it| !it.defences.is_empty()) {
            let start = (turn.ply as usize - 1).min(main.len());
            let title = match texts.get(start) {
                Some(mv) => other_than(mv, lang),
                None => String::new(),
            };
            let defences = grouped(&turn.defences).into_iter().map(|group| {
                let it = group[0];
                let mut whole = main[..start].to_vec();
                let line = &it.reading.line;
                whole.extend(line.iter().map(|&mv| problem.to_given(mv)));
                let line = Line::new(problem, &whole, start, notation);
                let mut place = vec![plies(it.plies, lang)];
                if it.equal {
                    place.push(words.equal.to_owned());
                }
                place.extend(leftover(&group, lang));
                let replies: Vec<Move> = group.iter().map(|it| it.reply()).collect();
                Item {
                    term: reply(problem, &normalised[..start], &replies, notation),
                    place: place.join(" "),
                    how: String::new(),
                    line,
                }
            });
            self.turns.push(TurnPart {
                title: format!("{} {title}", ply(turn.ply, lang))
                    .trim_end()
                    .to_owned(),
                defences: defences.collect(),
            });
        }
    }
}

impl Line {
    pub const fn empty() -> Self {
        Self {
            moves: String::new(),
            start: 0,
            steps: Vec::new(),
        }
    }

    /// Makes a line on the given board, shown from the move `start` on.
    pub fn new(problem: &Problem, moves: &[Move], start: usize, notation: Notation) -> Self {
        let mut steps = notation.write(problem.setup(), moves);
        let moves: Vec<_> = moves.iter().map(|&mv| usi::write_move(mv)).collect();
        Self {
            moves: moves.join(" "),
            start,
            steps: steps.split_off(start.min(steps.len())),
        }
    }
}

/// Makes an item of a finding with its line, from where it leaves the main line.
fn finding(problem: &Problem, it: &FindingView<'_>, lang: Lang, notation: Notation) -> Item {
    let found = it.group.first;
    // A sentence about the author's line may say that the line follows.
    let is_shown = !it.is_of_the_whole || it.kind() == Kind::AuthorLine && !found.line.is_empty();
    let line = if is_shown {
        Line::new(problem, &it.whole_line(), it.common, notation)
    } else {
        Line::empty()
    };
    let place = if line.steps.len() > found.before.len() - it.common {
        format!("{} {}", it.ply(lang), it.moves(notation).join(" "))
    } else {
        String::new()
    };
    Item {
        term: it.term(lang),
        place,
        how: it.sentence(lang, notation),
        line,
    }
}

/// Returns a field of the input by the name of its header or opcode.
fn header<'a>(entry: &'a Entry, key: &str) -> &'a str {
    let source = entry.source_record.as_ref().and_then(|it| it.header(key));
    let field = || {
        let input = entry.row.input.as_ref()?;
        let value = input.get(opcode_of_header(key)).or_else(|| input.get(key));
        value.and_then(Value::as_str)
    };
    source.or_else(field).unwrap_or_default()
}

fn source(entry: &Entry) -> String {
    let keys = [
        headers::MAGAZINE,
        headers::PUBLISHED,
        headers::SOURCE,
        headers::CLASS,
        headers::AWARD,
        headers::NOTE,
    ];
    let words = keys.map(|key| header(entry, key));
    let words: Vec<_> = words.into_iter().filter(|it| !it.is_empty()).collect();
    words.join(" · ")
}

/// Returns the claims of the input that are proven to be wrong, if they were compared.
fn unexpected(entry: &Entry, lang: Lang) -> String {
    let keys = entry.row.unexpected.iter().flatten();
    let keys: Vec<_> = keys.map(|&it| labels::compared(it, lang)).collect();
    if keys.is_empty() {
        return String::new();
    }
    words(lang).unexpected.to_owned() + &lang.of([format!(" {}", keys.join(", ")), keys.join("・")])
}

/// Returns the other remarks about an answer.
fn remarks(entry: &Entry, lang: Lang) -> Vec<String> {
    let row = &entry.row;
    let words = words(lang);
    let mut remarks = Vec::new();
    let mut say = |text: String| remarks.push(text);
    if let Some(id) = &row.duplicate_of {
        say(format!("{} {id}", words.duplicate_of));
    }
    if row.status == Status::Limit {
        say(words.limit.to_owned());
    }
    let is_of_line =
        |it: &&Finding| it.is_note(NoteKind::Line) || it.is_note(NoteKind::AuthorsLine);
    let line = row.notes.iter().find(is_of_line);
    if let Some(note) = line {
        say(note.note.in_lang(lang).to_owned());
    }
    if let Some(hand) = entry.leftover.filter(|it| !it.is_empty()) {
        say(format!("{} {}", words.leftover, japanese::hand(hand)));
    }
    match (row.expected_plies, row.plies) {
        (Some(expected), Some(plies)) if expected != plies => say(lang.of([
            format!("{plies} plies; the input says {expected}"),
            format!("{plies}手（入力では{expected}手）"),
        ])),
        (Some(expected), None) => say(lang.of([
            format!("the input says {expected} plies"),
            format!("入力では{expected}手"),
        ])),
        _ => {}
    }
    if let Some(verdict) = row.expected_verdict.filter(|&it| it != row.verdict) {
        let verdict = label(verdict, lang);
        say(lang.of([
            format!("the input says: {verdict}"),
            format!("入力では{verdict}"),
        ]));
    }
    for note in row.notes.iter().filter(|it| it.is_note(NoteKind::Record)) {
        say(note.note.in_lang(lang).to_owned());
    }
    if let Some(found) = &row.error {
        say(found.message.in_lang(lang).to_owned());
    }
    remarks
}
