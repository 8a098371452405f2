//! Problems as records, wherever they come from.

use super::diagnostics::{Complaint, complain, unreadable};
use super::read::{bad_line, complaint};
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::input::{Fields, Ids, Origin, Record as Input, Unreadable};
use crate::notation::record::{
    self, End, Format, Places, Record, RecordError, header_of_opcode, headers, illegal_moves,
};
use crate::notation::{sfen, usi};
use crate::report::Said;
use crate::report::errors::of_record;
use crate::report::illegal::not_playable;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Move, Setup};
use serde_json::{Map, Value};

/// A problem with its name, ready to be written or shown.
pub(super) struct Sheet {
    pub id: String,
    pub record: Record,
    /// Whether everything that was there could be read.
    pub complete: bool,
    /// Whether there are fields that are no headers, being neither texts nor numbers.
    pub has_more: bool,
    /// The other fields of a JSON object or a row of a table, as they were.
    pub others: Map<String, Value>,
}

/// Makes sheets of what is read.
pub(super) struct Sheets {
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
    pub ids: Ids,
}

impl Sheets {
    /// The sheet of a record; nothing when it cannot be read, which is said to people.
    pub fn make(&mut self, input: Result<Input, Unreadable>) -> Option<Sheet> {
        let Input {
            origin,
            text,
            fields,
            kifu,
        } = match input {
            Ok(input) => input,
            Err(error) => {
                unreadable(&error);
                return None;
            }
        };
        let text = match text {
            Ok(text) => text,
            Err(bad) => {
                let (_, text, complaint) = bad_line(bad);
                complain(&origin, &text, &complaint);
                return None;
            }
        };
        let named = fields.as_ref().and_then(|fields| fields.id.clone());
        if let Some(kifu) = kifu {
            tell_illegal(&origin, &text, &kifu.record, &kifu.places);
            return Some(Sheet {
                id: self.ids.assign(named.as_deref(), &origin),
                record: kifu.record,
                complete: true,
                has_more: false,
                others: Map::new(),
            });
        }
        let parsed = match sfen::parse_all(&text) {
            Ok(parsed) => parsed,
            Err(errors) => {
                for error in &errors {
                    complain(&origin, &text, &complaint(error, false));
                }
                return None;
            }
        };
        self.tell_too_many(&origin, &text, &parsed);
        let given = named.as_deref().or(parsed.opcode("id"));
        let id = self.ids.assign(given, &origin);
        let setup = self.filled_in(&parsed.setup);
        let record = of_line(&parsed, setup, fields.as_ref());
        let complete = told_moves(&origin, &text, &parsed, &record);
        let mut places = Places::default();
        places.moves.push(0..0);
        places.moves.extend(parsed.spans.moves.iter().cloned());
        if record.tree.main_line().len() == record.tree.len() - 1 {
            tell_illegal(&origin, &text, &record, &places);
        }
        let broken = fields.as_ref().and_then(|it| whole(it)?.err());
        if let Some(reason) = &broken {
            let complaint = Complaint {
                harmless: false,
                message: of_record(&reason.kind).map(|lang, reason| {
                    lang.of([
                        format!("`jkf`: {reason}: it is left out"),
                        format!("jkf の項目：{reason}（省略する）"),
                    ])
                }),
                span: None,
                help: None,
            };
            complain(&origin, &text, &complaint);
        }
        Some(Sheet {
            id,
            record,
            complete: complete && broken.is_none(),
            has_more: fields.as_ref().is_some_and(has_more),
            others: match fields {
                Some(fields) if !is_row(&fields) => fields.others,
                _ => Map::new(),
            },
        })
    }

    /// Says of which pieces there are more than a set has. Such a diagram can be written all the same.
    fn tell_too_many(&self, origin: &Origin, text: &str, parsed: &sfen::SfenRecord) {
        let problem = Problem::new(parsed.setup.clone(), self.attacker, self.defender_hand);
        for reason in problem.err().iter().flat_map(|it| it.iter()) {
            if let SetupProblem::TooMany { .. } = reason {
                complain(origin, text, &complaint(&parsed.locate(reason), true));
            }
        }
    }

    /// The diagram with the hand the defender has by convention, so that its drops can be played.
    fn filled_in(&self, setup: &Setup) -> Setup {
        let problem = Problem::new(setup.clone(), self.attacker, self.defender_hand);
        problem.map_or_else(|_| setup.clone(), |it| it.setup().clone())
    }
}

/// The record of a line: its moves as far as they can be played, its opcodes and the fields that
/// come with it as headers.
pub(super) fn of_line(parsed: &sfen::SfenRecord, setup: Setup, fields: Option<&Fields>) -> Record {
    let mut record = fields.and_then(|it| whole(it)?.ok()).unwrap_or_else(|| {
        let mut record = Record::new(setup.clone());
        let mut at = 0;
        let mut after = setup;
        for &mv in &parsed.moves {
            if !after.play(mv) {
                break;
            }
            at = record.tree.add(at, mv);
        }
        record
    });
    if !record.headers.is_empty() {
        return record;
    }
    let is_named = fields.is_some_and(|it| it.id.is_some());
    for opcode in &parsed.tail {
        if opcode.key == "id" && is_named {
            continue;
        }
        // The same header may come again with something else to say.
        let header = header_of(&mut record, &opcode.key, opcode.value.clone());
        record.headers.extend(header);
    }
    if let Some(fields) = fields {
        of_fields(&mut record, fields);
    }
    record
}

/// Says which move cannot be played, if there is one.
fn told_moves(origin: &Origin, text: &str, parsed: &sfen::SfenRecord, record: &Record) -> bool {
    let played = record.tree.main_line().len();
    let Some(span) = parsed.spans.moves.get(played) else {
        return true;
    };
    let complaint = Complaint {
        harmless: false,
        message: Said::new(
            "this move cannot be played: it and those behind it are left out",
            "この手は指せないので、以下の手順を省略する",
        ),
        span: Some(span.clone()),
        help: None,
    };
    complain(origin, text, &complaint);
    false
}

/// Says which moves are illegal, the first of each line; they are kept. A record that ends with 反則 says
/// so itself.
fn tell_illegal(origin: &Origin, text: &str, record: &Record, places: &Places) {
    for (id, reason) in illegal_moves(record) {
        let node = record.tree.node(id);
        let span = places
            .moves
            .get(id)
            .filter(|_| node.end != Some(End::IllegalMove));
        let Some(span) = span else { continue };
        let complaint = Complaint {
            harmless: true,
            message: not_playable(reason).map(|lang, reason| {
                lang.of([
                    format!("this move is illegal: {reason}"),
                    format!("反則手：{reason}"),
                ])
            }),
            span: Some(span.clone()),
            help: None,
        };
        complain(origin, text, &complaint);
    }
}

/// Whether the name of a problem is its number: not when the fields have another one or say that there is
/// none, and not when it is the title of a row of a table.
fn is_number(id: &str, fields: &Fields) -> bool {
    let title = fields.others.get("title").and_then(Value::as_str);
    !fields.others.contains_key(headers::ID) && (!fields.of_table || title != Some(id))
}

/// The record that a JSON object holds as JKF, or what is wrong with it.
fn whole(fields: &Fields) -> Option<Result<Record, RecordError>> {
    let jkf = fields.others.get("jkf")?.to_string();
    let part = record::read(&jkf, Format::Jkf).into_iter().next()?;
    Some(part.content.map(|(record, _)| record))
}

/// Whether there are fields that are no headers. Those of our rows are about a run.
fn has_more(fields: &Fields) -> bool {
    let mut others = fields.others.iter().filter(|(key, _)| *key != "jkf");
    !is_row(fields)
        && others
            .any(|(_, value)| !matches!(value, Value::String(_) | Value::Number(_) | Value::Null))
}

/// Whether the fields are those of a row that this program wrote.
fn is_row(fields: &Fields) -> bool {
    ["tool", "solution"]
        .iter()
        .all(|it| fields.others.contains_key(*it))
}

/// The header that an opcode or a field is. None when it is how the line ends.
fn header_of(record: &mut Record, key: &str, value: String) -> Option<(String, String)> {
    if key == "end"
        && let Some(end) = End::of_kif(&value)
    {
        let last = record.tree.line_from(0).last().unwrap_or(0);
        record.tree.node_mut(last).end = Some(end);
        return None;
    }
    let (key, value) = match key {
        "plies" | "expected_plies" => ("plies", format!("{value}手詰")),
        key => (key, value),
    };
    let key = header_of_opcode(key);
    // The length as a number, then in words.
    record
        .headers
        .retain(|(known, _)| known != headers::PLIES || key != headers::PLIES);
    Some((key.to_owned(), value))
}

/// Takes over the fields of a JSON object or a table. Of the rows this program writes, those that
/// tell about the problem, not about the run.
fn of_fields(record: &mut Record, fields: &Fields) {
    let none = Map::new();
    let is_row = is_row(fields);
    let (others, solution) = if is_row {
        let input = fields.others.get("input").and_then(Value::as_object);
        (input.unwrap_or(&none), fields.others.get("solution"))
    } else {
        (&fields.others, None)
    };
    let mut found: Vec<(&str, String)> = Vec::new();
    for (key, value) in others {
        match value {
            Value::String(text) if !fields.of_table || !text.is_empty() => {
                found.push((key, text.clone()));
            }
            Value::Number(number) => found.push((key, number.to_string())),
            // Its place is kept for those behind it.
            _ => found.push(("", String::new())),
        }
    }
    let id = fields.id.as_ref().filter(|it| is_number(it, fields));
    let plies = fields.expected_plies.map(|it| ("plies", it.to_string()));
    let mut special = [
        (fields.order[0], id.map(|it| ("id", it.clone()))),
        (fields.order[1], plies),
    ];
    special.sort_by_key(|it| it.0);
    for (number, (at, header)) in special.into_iter().enumerate() {
        if let Some(at) = at {
            let at = if is_row { number } else { at };
            let at = at.min(found.len());
            found.insert(at, header.unwrap_or_default());
        }
    }
    for (key, value) in found.into_iter().filter(|it| !it.0.is_empty()) {
        if let Some((key, value)) = header_of(record, key, value) {
            record.set_header(&key, value);
        }
    }
    if let (true, Some(Value::Array(line))) = (record.tree.is_empty(), solution) {
        let words = line.iter().filter_map(Value::as_str);
        let line: Vec<Move> = words.map_while(|it| usi::parse_move(it).ok()).collect();
        let mut setup = record.setup.clone();
        let playable = line.iter().take_while(|&&mv| setup.play(mv)).count();
        record.tree.add_line(0, &line[..playable]);
    }
}
