//! `read` and `files`: problems in any format, legal or not.

use super::board::{fields, reasons_in_words};
use super::fault::{Fault, FaultKind};
use super::json::words_of;
use super::position::side;
use super::work::Work;
use crate::answer::errors::of_reason;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::input::source_record::of_line;
use crate::input::{
    Fields, Ids, ReadAs, Record, Records, TextLines, TextPlace, Unreadable, Why, sniffed,
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

/// The most problems of a text that are answered. The others are counted.
const MOST: usize = 2_000;

/// The most records of a text that are read. Later ones are not counted.
const MOST_READ: usize = 100_000;

/// The most bytes of a text that are kept to show where it begins.
const LONGEST_BEGIN: usize = 1_000;

/// The number of problems of the files in one answer, if the request gives none.
const PAGE: usize = 200;

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
    let named = FileType::of(Path::new(&name)).and_then(FileType::record_format);
    let format = named.or_else(|| sniffed(&bytes));
    let form = named.map(ReadAs::Kifu);
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_BEGIN)]).into_owned();
    let stream = Box::new(Cursor::new(bytes));
    let name = if name.is_empty() { "text" } else { &name };
    let mut shelf = Shelf::default();
    let (mut word, mut left_out) = (None, 0);
    match Records::of_stream(name, stream, form) {
        Ok(records) => {
            let looked_at = records.take(MOST_READ).take_while(|_| !work.is_stopped());
            for record in looked_at {
                word = word.or_else(|| format_of(&record, format));
                if shelf.len() < MOST {
                    shelf.add(record);
                } else {
                    left_out += 1;
                }
            }
        }
        // A text stays where it was pasted, with a mark.
        Err(error) if matches!(error.reason, Why::NoDiagram) => {
            let complaint = Complaint::error(of_reason(&error.reason));
            let place = TextPlace::new(&begin, &(0..begin.trim_end().len()), 1);
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
        "format": word,
        "left_out": left_out,
        "problems": problems,
    }))
}

/// Returns the word for the format of a record.
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
    /// A text in the title, the author or the id. Small and capital letters are the same.
    #[serde(default)]
    filter: String,
}

/// Returns some of the problems of the files.
pub(super) fn files(shelf: &Shelf, request: &Value, lang: Lang) -> Result<Value, Fault> {
    let asked: FilesRequest = fields(request)?;
    let count = asked.count.unwrap_or(PAGE).min(MOST);
    let wanted = asked.filter.to_lowercase();
    let matching = shelf.problems.iter().filter(|it| it.has(&wanted));
    let matching: Vec<&ShelvedRecord> = matching.collect();
    let some = matching.iter().skip(asked.from).take(count);
    let problems: Vec<_> = some.map(|it| it.to_json(lang)).collect();
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
    /// The complaints about it. The last one may say why it is no problem.
    pub complaints: Vec<(Complaint, Option<TextPlace>)>,
    attacker: Option<&'static str>,
    goal: Goal,
    /// How difficult the problem is for a player, from 0 to 100, if its row says so.
    difficulty: Option<u64>,
    /// The kind of the last complaint, if it is an error.
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

    /// Adds a record. A diagram that is no legal problem is kept as far as it can be shown.
    pub fn add(&mut self, record: Result<Record, Unreadable>) {
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
        let named = fields.as_ref().and_then(|it| it.id.clone());
        // The line of an argument is its number.
        let first_line = origin.line.unwrap_or(1);
        let place = |text: &str, span: &Range<usize>| TextPlace::new(text, span, first_line);
        let text = match text {
            Ok(text) => text,
            Err(bad) => {
                let (_, text, complaint) = bad_line(bad);
                let id = self.ids.assign(named.as_deref(), &origin);
                let at = complaint.span.as_ref().map(|span| place(&text, span));
                let complaint = (complaint, at);
                let unread = ShelvedRecord::unreadable(id, FaultKind::Record, complaint);
                return self.problems.push(unread);
            }
        };
        let fields = fields.as_ref();
        let (record, given, goal, complaints) = match kifu {
            Some(kifu) => {
                let goal = known(named_goal(None, Some(&kifu.record), fields));
                let mut complaints = Complaint::of_places(&kifu.places);
                complaints.extend(Complaint::of_taken(&kifu.places));
                if let Ok(problem) = problem(goal, &kifu.record.setup) {
                    complaints.extend(Complaint::of_diagram(&kifu.places, &problem));
                }
                (kifu.record, None, goal, complaints)
            }
            None => match sfen::parse_leniently(&text) {
                Ok(parsed) => {
                    let given = parsed.opcode("id").map(str::to_owned);
                    let goal = known(named_goal(Some(&parsed), None, fields));
                    let setup = filled_in(goal, &parsed.setup);
                    let record = of_line(&parsed, setup, fields);
                    let played = record.tree.main_line().len();
                    let broken = parsed.left_out_after(played);
                    let complaints = broken.iter().map(Complaint::of_broken_line).collect();
                    (record, given, goal, complaints)
                }
                Err(errors) => {
                    let id = self.ids.assign(named.as_deref(), &origin);
                    let first = errors.first().map(|it| {
                        let at = place(&text, &it.span);
                        (Complaint::of_sfen(it, MessageLevel::Error), Some(at))
                    });
                    let none = || (Complaint::error(["no diagram", "局面がない"]), None);
                    let complaint = first.unwrap_or_else(none);
                    let unread = ShelvedRecord::unreadable(id, FaultKind::Sfen, complaint);
                    return self.problems.push(unread);
                }
            },
        };
        let lines = TextLines::new(&text, first_line);
        let complaints = complaints.into_iter().map(|it| {
            let at = it.span.as_ref().map(|span| lines.place(span));
            (it, at)
        });
        let mut complaints: Vec<_> = complaints.collect();
        let id = self.ids.assign(named.or(given).as_deref(), &origin);
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
            difficulty: fields.and_then(difficulty_of),
            complaints,
        });
    }
}

/// Returns the goal of a record. A word that names none is no reason to show nothing.
fn known(goal: Option<Result<Goal, String>>) -> Goal {
    goal.and_then(Result::ok).unwrap_or_default()
}

fn problem(goal: Goal, setup: &Setup) -> Result<Problem, Vec<SetupProblem>> {
    let (attacker, hand) = (AttackerRule::Auto, DefenderHandRule::Auto);
    Problem::for_goal(goal, setup.clone(), attacker, hand)
}

/// Returns the diagram with the hand that the defender has by convention, so that drops of a line can
/// be played.
fn filled_in(goal: Goal, setup: &Setup) -> Setup {
    let problem = problem(goal, setup);
    problem.map_or_else(|_| setup.clone(), |it| it.setup().clone())
}

impl ShelvedRecord {
    fn unreadable(id: String, kind: FaultKind, why: (Complaint, Option<TextPlace>)) -> Self {
        Self {
            id,
            record: None,
            attacker: None,
            goal: Goal::Mate,
            difficulty: None,
            fault: Some(kind),
            complaints: vec![why],
        }
    }

    /// Returns whether a text in small letters is in the title, the author or the id.
    fn has(&self, wanted: &str) -> bool {
        let header = |key: &str| self.record.as_ref().and_then(|it| it.header(key));
        let words = [
            header(headers::TITLE),
            header(headers::AUTHOR),
            Some(&*self.id),
        ];
        let mut words = words.into_iter().flatten();
        wanted.is_empty() || words.any(|it| it.to_lowercase().contains(wanted))
    }

    /// Returns what the call `read` tells of it.
    #[must_use]
    pub fn to_json(&self, lang: Lang) -> Value {
        let record = self.record.as_ref();
        let header = |key: &str| record.and_then(|it| it.header(key));
        let known: Map<String, Value> = record
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
        json!({
            "id": self.id,
            "title": header(headers::TITLE),
            "author": header(headers::AUTHOR),
            "headers": known,
            "expected_plies": plies,
            "goal": self.goal,
            "sfen": record.map(|it| sfen::write(&it.setup)),
            "moves": record.map(|it| words_of(&it.tree.main_line())).unwrap_or_default(),
            "branches": record.map_or(0, |it| it.tree.branches()),
            "difficulty": self.difficulty,
            "attacker": self.attacker,
            "warnings": warnings,
            "error": error,
        })
    }
}

/// Returns the difficulty in a row of `check --attributes`.
fn difficulty_of(fields: &Fields) -> Option<u64> {
    let difficulty = fields.others.get("rating")?.get("difficulty")?;
    difficulty.get("points")?.as_u64().filter(|&it| it <= 100)
}

fn place_json(place: &TextPlace) -> Value {
    json!({
        "line": place.line,
        "column": place.column,
        "end_column": place.end_column,
        "excerpt": place.excerpt,
    })
}
