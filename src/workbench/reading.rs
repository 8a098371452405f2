//! `read` and `files`: read problems in any format, legal or not.

use super::board::{fields, reasons_in_words};
use super::fault::{Fault, FaultKind};
use super::json::usi_words;
use super::listed::{Source, add_row, row_in};
use super::position::side;
use super::work::Work;
use crate::answer::Row;
use crate::answer::errors::of_reason;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::input::source_record::of_line;
use crate::input::{
    Fields, Ids, Kifu, ReadAs, Record, Records, TextLines, TextPlace, Unreadable, Why, sniffed,
};
use crate::judge::intake::bad_line;
use crate::judge::{Complaint, MessageLevel, named_goal};
use crate::notation::FileType;
use crate::notation::record::{self, Format, Record as SourceRecord, headers};
use crate::notation::sfen;
use crate::shogi::Setup;
use crate::shogi::setup::SetupProblem;
use crate::vocabulary::Lang;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::Cursor;
use std::ops::Range;
use std::path::Path;

/// The most problems in an answer. Others of the text are only counted.
const MAX_PROBLEMS: usize = 30_000;

/// The most records of a text that are read. Later ones are not counted.
const MAX_RECORDS: usize = 100_000;

/// The most bytes of the beginning of a text that an error shows.
const MAX_EXCERPT_BYTES: usize = 1_000;

#[derive(Debug, Deserialize)]
struct ReadRequest {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    base64: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

/// Reads the problems of a text or of the bytes of a file.
pub(super) fn answer(request: &Value, work: &Work<'_>, lang: Lang) -> Result<Value, Fault> {
    let asked: ReadRequest = fields(request)?;
    let bytes = match (asked.text, asked.base64) {
        (Some(text), _) => text.into_bytes(),
        (None, Some(coded)) => STANDARD
            .decode(coded.trim())
            .map_err(|error| Fault::request(&error))?,
        (None, None) => return Err(Fault::request(&"neither `text` nor `base64`")),
    };
    let name = asked.name.unwrap_or_default();
    let format_of_name = FileType::of(Path::new(&name)).and_then(FileType::record_format);
    let format = format_of_name.or_else(|| sniffed(&bytes));
    let read_as = format_of_name.map(ReadAs::Kifu);
    let beginning =
        String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_EXCERPT_BYTES)]).into_owned();
    let stream = Box::new(Cursor::new(bytes));
    let name = if name.is_empty() { "text" } else { &name };
    let mut shelf = Shelf::default();
    let (mut format_word, mut left_out) = (None, 0);
    match Records::of_stream(name, stream, read_as) {
        Ok(records) => {
            for record in records.take(MAX_RECORDS).take_while(|_| !work.is_stopped()) {
                format_word = format_word.or_else(|| format_of(&record, format));
                if shelf.len() < MAX_PROBLEMS {
                    shelf.add(record);
                } else {
                    left_out += 1;
                }
            }
        }
        // The page keeps the pasted text, and shows the error there.
        Err(error) if matches!(error.reason, Why::NoDiagram) => {
            let complaint = Complaint::error(of_reason(&error.reason));
            let place = TextPlace::new(&beginning, &(0..beginning.trim_end().len()), 1);
            let complaint = (complaint, Some(place));
            let unread = ShelvedRecord::unreadable(error.name, FaultKind::Record, complaint);
            shelf.problems.push(unread);
        }
        Err(error) => {
            return Err(Fault::new(FaultKind::Record, of_reason(&error.reason)));
        }
    }
    if shelf.problems.is_empty() {
        let message = [
            "there is no problem in the text",
            "文字列に詰将棋の問題が見つからない",
        ];
        return Err(Fault::new(FaultKind::Record, message));
    }
    let problems: Vec<_> = shelf.problems.iter().map(|it| it.to_json(lang)).collect();
    Ok(json!({
        "format": format_word,
        "left_out": left_out,
        "problems": problems,
    }))
}

/// Returns the word for the format of a record. `format` is that of the whole text, if it is one of records.
fn format_of(record: &Result<Record, Unreadable>, format: Option<Format>) -> Option<&'static str> {
    let record = record.as_ref().ok()?;
    Some(match format {
        Some(Format::Ki2) => "ki2",
        Some(Format::Csa) => "csa",
        Some(Format::Jkf) => "jkf",
        Some(_) => "kif",
        None if record.kifu.is_some() => "usen",
        None if record.origin.row.is_some() => "csv",
        None if record.fields.is_some() => "jsonl",
        None => "sfen",
    })
}

#[derive(Debug, Deserialize)]
struct FilesRequest {
    #[serde(default)]
    from: usize,
    #[serde(default)]
    count: Option<usize>,
    /// A text in the title, the author or the id, without regard to case.
    #[serde(default)]
    filter: String,
}

/// Returns some of the problems of the files.
pub(super) fn files(shelf: &Shelf, request: &Value, lang: Lang) -> Result<Value, Fault> {
    let asked: FilesRequest = fields(request)?;
    let count = asked.count.unwrap_or(MAX_PROBLEMS).min(MAX_PROBLEMS);
    let filter = asked.filter.to_lowercase();
    let matching = shelf.problems.iter().filter(|it| it.matches(&filter));
    let matching: Vec<&ShelvedRecord> = matching.collect();
    let page = matching.iter().skip(asked.from).take(count);
    let problems: Vec<_> = page.map(|it| it.to_json(lang)).collect();
    Ok(json!({"total": matching.len(), "from": asked.from, "problems": problems}))
}

/// Problems that were read, in their order.
#[derive(Debug)]
pub struct Shelf {
    ids: Ids,
    problems: Vec<ShelvedRecord>,
}

impl Default for Shelf {
    fn default() -> Self {
        Self {
            ids: Ids::new(),
            problems: Vec::new(),
        }
    }
}

/// A problem, as far as it can be read.
#[derive(Debug)]
pub struct ShelvedRecord {
    /// The name.
    pub id: String,
    /// Diagram, headers, lines and comments; `None` if they cannot be read.
    pub record: Option<SourceRecord>,
    /// The complaints about it. If `fault` is given, the last one says why it is no problem.
    pub complaints: Vec<(Complaint, Option<TextPlace>)>,
    attacker: Option<&'static str>,
    goal: Goal,
    /// How difficult the problem is for a player, from 0 to 100, if its row says so.
    difficulty: Option<u64>,
    /// The record from which the row of the problem is made.
    source: Option<Source>,
    /// The row itself, if the record is one.
    row: Option<Box<Row>>,
    /// The kind of the last complaint, if the record is no problem.
    fault: Option<FaultKind>,
}

impl Shelf {
    /// Returns the number of problems.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.problems.len()
    }

    /// Returns whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// Returns the problems.
    #[must_use]
    pub fn problems(&self) -> &[ShelvedRecord] {
        &self.problems
    }

    /// Adds a record. One that is no problem is added with the reason, and with what can be shown of it.
    pub fn add(&mut self, record: Result<Record, Unreadable>) {
        let read = record.as_ref().ok();
        let (source, row) = (read.and_then(Source::of), read.and_then(row_in));
        self.add_problem(record);
        if let Some(added) = self.problems.last_mut() {
            (added.source, added.row) = (source, row.map(Box::new));
        }
    }

    fn add_problem(&mut self, record: Result<Record, Unreadable>) {
        let Record {
            origin,
            text,
            fields,
            kifu,
        } = match record {
            Ok(record) => record,
            Err(error) => {
                let complaint = (Complaint::error(of_reason(&error.reason)), None);
                let unread = ShelvedRecord::unreadable(error.name, FaultKind::Record, complaint);
                return self.problems.push(unread);
            }
        };
        let field_id = fields.as_ref().and_then(|it| it.id.clone());
        let first_line = origin.line.unwrap_or(1);
        let place = |text: &str, span: &Range<usize>| TextPlace::new(text, span, first_line);
        let text = match text {
            Ok(text) => text,
            Err(bad) => {
                let (_, text, complaint) = bad_line(bad);
                let id = self.ids.assign(field_id.as_deref(), &origin);
                let place = complaint.span.as_ref().map(|span| place(&text, span));
                let complaint = (complaint, place);
                let unread = ShelvedRecord::unreadable(id, FaultKind::Record, complaint);
                return self.problems.push(unread);
            }
        };
        let fields = fields.as_ref();
        let ReadRecord {
            record,
            id,
            difficulty,
            goal,
            complaints,
        } = match kifu {
            Some(kifu) => ReadRecord::of_kifu(*kifu, fields),
            None => match sfen::parse_leniently(&text) {
                Ok(parsed) => ReadRecord::of_sfen(&parsed, fields),
                Err(errors) => {
                    let id = self.ids.assign(field_id.as_deref(), &origin);
                    let first = errors.first().map(|error| {
                        let place = place(&text, &error.span);
                        (Complaint::of_sfen(error, MessageLevel::Error), Some(place))
                    });
                    let no_diagram = || (Complaint::error(["no diagram", "局面がない"]), None);
                    let complaint = first.unwrap_or_else(no_diagram);
                    let unread = ShelvedRecord::unreadable(id, FaultKind::Sfen, complaint);
                    return self.problems.push(unread);
                }
            },
        };
        let lines = TextLines::new(&text, first_line);
        let complaints = complaints.into_iter().map(|complaint| {
            let place = complaint.span.as_ref().map(|span| lines.place(span));
            (complaint, place)
        });
        let mut complaints: Vec<_> = complaints.collect();
        let id = self.ids.assign(field_id.or(id).as_deref(), &origin);
        let problem = problem(goal, &record.setup);
        if let Err(reasons) = &problem {
            complaints.push((Complaint::error(reasons_in_words(reasons)), None));
        }
        self.problems.push(ShelvedRecord {
            id,
            record: Some(record),
            fault: problem.is_err().then_some(FaultKind::Illegal),
            attacker: problem.ok().map(|it| side(it.attacker())),
            goal,
            difficulty: difficulty.or_else(|| fields.and_then(difficulty_of)),
            source: None,
            row: None,
            complaints,
        });
    }
}

/// A record and what it says about the problem.
struct ReadRecord {
    record: SourceRecord,
    /// The opcode `id`.
    id: Option<String>,
    /// The opcode `difficulty`.
    difficulty: Option<u64>,
    goal: Goal,
    complaints: Vec<Complaint>,
}

impl ReadRecord {
    /// Reads a record of moves.
    fn of_kifu(kifu: Kifu, fields: Option<&Fields>) -> Self {
        let goal = goal_or_mate(named_goal(None, Some(&kifu.record), fields));
        let mut complaints = Complaint::of_places(&kifu.places);
        complaints.extend(Complaint::of_taken(&kifu.places));
        if let Ok(problem) = problem(goal, &kifu.record.setup) {
            complaints.extend(Complaint::of_diagram(&kifu.places, &problem));
        }
        Self {
            record: kifu.record,
            id: None,
            difficulty: None,
            goal,
            complaints,
        }
    }

    /// Reads an SFEN with its moves.
    fn of_sfen(parsed: &sfen::SfenRecord, fields: Option<&Fields>) -> Self {
        let goal = goal_or_mate(named_goal(Some(parsed), None, fields));
        let setup = with_defender_hand(goal, &parsed.setup);
        let record = of_line(parsed, setup, fields);
        let left_out = parsed.left_out_after(record.tree.main_line().len());
        Self {
            record,
            id: parsed.opcode("id").map(str::to_owned),
            difficulty: parsed.opcode("difficulty").and_then(points),
            goal,
            complaints: left_out.iter().map(Complaint::of_broken_line).collect(),
        }
    }
}

/// Returns the goal of a record. Without one, or with an unknown word, it is a mate.
fn goal_or_mate(goal: Option<Result<Goal, String>>) -> Goal {
    goal.and_then(Result::ok).unwrap_or_default()
}

fn problem(goal: Goal, setup: &Setup) -> Result<Problem, Vec<SetupProblem>> {
    let (attacker, hand) = (AttackerRule::Auto, DefenderHandRule::Auto);
    Problem::for_goal(goal, setup.clone(), attacker, hand)
}

/// Returns the diagram with the hand that the defender has by convention, so that drops of a line can
/// be played.
fn with_defender_hand(goal: Goal, setup: &Setup) -> Setup {
    let problem = problem(goal, setup);
    problem.map_or_else(|_| setup.clone(), |it| it.setup().clone())
}

impl ShelvedRecord {
    /// Makes a record of which nothing can be shown.
    fn unreadable(id: String, kind: FaultKind, why: (Complaint, Option<TextPlace>)) -> Self {
        Self {
            id,
            record: None,
            attacker: None,
            goal: Goal::Mate,
            difficulty: None,
            source: None,
            row: None,
            fault: Some(kind),
            complaints: vec![why],
        }
    }

    /// Returns whether a text in small letters is in the title, the author or the id.
    fn matches(&self, filter: &str) -> bool {
        let header = |key: &str| self.record.as_ref().and_then(|it| it.header(key));
        let words = [
            header(headers::TITLE),
            header(headers::AUTHOR),
            Some(&*self.id),
        ];
        let mut words = words.into_iter().flatten();
        filter.is_empty() || words.any(|it| it.to_lowercase().contains(filter))
    }

    /// Returns the JSON of the calls `read` and `files`.
    #[must_use]
    pub fn to_json(&self, lang: Lang) -> Value {
        let record = self.record.as_ref();
        let header = |key: &str| record.and_then(|it| it.header(key));
        let all_headers: Map<String, Value> = record
            .iter()
            .flat_map(|it| &it.headers)
            .map(|(key, value)| (key.clone(), Value::from(value.clone())))
            .collect();
        let plies = header(headers::PLIES).and_then(record::expected_plies);
        let help = |it: &Complaint| it.help.as_ref().map(|it| it.in_lang(lang).to_owned());
        let (error, warnings) = match (self.fault, self.complaints.split_last()) {
            (Some(kind), Some(((complaint, place), others))) => {
                let span = complaint.span.as_ref();
                let error = json!({
                    "kind": kind.word(),
                    "message": complaint.message.in_lang(lang),
                    "span": span.map(|it| [it.start, it.end]),
                    "help": help(complaint),
                    "place": place.as_ref().map(place_json),
                });
                (error, others)
            }
            _ => (Value::Null, &self.complaints[..]),
        };
        let warnings = warnings.iter().map(|(complaint, place)| {
            json!({
                "message": complaint.message.in_lang(lang),
                "help": help(complaint),
                "place": place.as_ref().map(place_json),
            })
        });
        let warnings: Vec<Value> = warnings.collect();
        let mut json = json!({
            "id": self.id,
            "title": header(headers::TITLE),
            "author": header(headers::AUTHOR),
            "headers": all_headers,
            "expected_plies": plies,
            "goal": self.goal,
            "sfen": record.map(|it| sfen::write(&it.setup)),
            "moves": record.map(|it| usi_words(&it.tree.main_line())).unwrap_or_default(),
            "branches": record.map_or(0, |it| it.tree.branches()),
            "difficulty": self.difficulty,
            "attacker": self.attacker,
            "warnings": warnings,
            "error": error,
            "source": self.source,
        });
        if let Some(row) = &self.row {
            add_row(&mut json, row);
        }
        json
    }
}

/// Returns the difficulty in a row of `check --attributes`, or in a field of that name.
fn difficulty_of(fields: &Fields) -> Option<u64> {
    let rated = fields
        .others
        .get("rating")
        .and_then(|it| it.get("difficulty"));
    let rated = rated.and_then(|it| it.get("points"));
    points(
        &rated
            .or_else(|| fields.others.get("difficulty"))?
            .to_string(),
    )
}

/// Reads a number from 0 to 100.
fn points(text: &str) -> Option<u64> {
    text.trim_matches('"').parse().ok().filter(|&it| it <= 100)
}

fn place_json(place: &TextPlace) -> Value {
    json!({
        "line": place.line,
        "column": place.column,
        "end_column": place.end_column,
        "excerpt": place.excerpt,
    })
}
