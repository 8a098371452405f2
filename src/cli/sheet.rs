//! Problems as records, wherever they come from, and records as lines: SFEN, JSONL, CSV.

use super::diagnostics::{Complaint, complain, unreadable};
use super::read::{bad_line, complaint};
use crate::collection::{Fields, Ids, Origin, Record as Input, Unreadable};
use crate::notation::record::{
    self, COLUMNS, End, Format, Losses, Record, expected_plies, header_of_opcode, opcode_of_header,
};
use crate::notation::{sfen, usi};
use crate::shogi::{Move, Setup};
use crate::tsume::{AttackerRule, DefenderHandRule, Problem};
use serde_json::{Map, Value};

/// A problem with its name, ready to be written or shown.
pub(super) struct Sheet {
    pub id: String,
    pub record: Record,
    /// Whether everything that was there could be read.
    pub complete: bool,
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
            return Some(Sheet {
                id: self.ids.assign(named.as_deref(), &origin),
                record: kifu.record,
                complete: true,
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
        let given = named.as_deref().or(parsed.opcode("id"));
        let id = self.ids.assign(given, &origin);
        let setup = self.filled_in(&parsed.setup);
        let record = of_line(&parsed, setup, fields.as_ref());
        let complete = told_moves(&origin, &text, &parsed, &record);
        Some(Sheet {
            id,
            record,
            complete,
        })
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
    let mut record = fields.and_then(whole).unwrap_or_else(|| {
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
    let named = fields.and_then(|it| it.id.as_deref());
    if let Some(id) = named.or(parsed.opcode("id")) {
        record.set_header("作品番号", id.to_owned());
    }
    for opcode in parsed.tail.iter().filter(|it| it.key != "id") {
        header(&mut record, &opcode.key, opcode.value.clone());
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
        message: "this move cannot be played: it and those behind it are left out".to_owned(),
        span: Some(span.clone()),
        help: None,
    };
    complain(origin, text, &complaint);
    false
}

/// The record that a JSON object holds as JKF.
fn whole(fields: &Fields) -> Option<Record> {
    let jkf = fields.others.get("jkf")?.to_string();
    let part = record::read(&jkf, Format::Jkf).into_iter().next()?;
    part.content.ok().map(|(record, _)| record)
}

fn header(record: &mut Record, opcode: &str, value: String) {
    if opcode == "end"
        && let Some(end) = End::of_kif(&value)
    {
        let last = record.tree.line_from(0).last().unwrap_or(0);
        record.tree.node_mut(last).end = Some(end);
        return;
    }
    let value = match opcode {
        "plies" | "expected_plies" => format!("{value}手詰"),
        _ => value,
    };
    let opcode = if opcode == "expected_plies" {
        "plies"
    } else {
        opcode
    };
    record.set_header(header_of_opcode(opcode), value);
}

/// Takes over the fields of a JSON object or a table. Of the rows this program writes, those that
/// tell about the problem, not about the run.
fn of_fields(record: &mut Record, fields: &Fields) {
    let none = Map::new();
    let is_row = fields.others.contains_key("tool") && fields.others.contains_key("solution");
    let (others, solution) = if is_row {
        let input = fields.others.get("input").and_then(Value::as_object);
        (input.unwrap_or(&none), fields.others.get("solution"))
    } else {
        (&fields.others, None)
    };
    if let Some(plies) = fields.expected_plies {
        header(record, "plies", plies.to_string());
    }
    for (key, value) in others {
        match value {
            Value::String(text) if !text.is_empty() => header(record, key, text.clone()),
            Value::Number(number) => header(record, key, number.to_string()),
            _ => {}
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

/// The diagram and the main line.
fn diagram(record: &Record) -> String {
    let mut text = sfen::write(&record.setup);
    let line = record.tree.main_line();
    if !line.is_empty() {
        text += " moves";
    }
    for mv in line {
        text.push(' ');
        text += &usi::write_move(mv);
    }
    text
}

/// What a line without headers has no room for.
fn losses(record: &Record) -> Losses {
    let nodes = || (0..record.tree.len()).map(|id| record.tree.node(id));
    Losses {
        branches: record.tree.branches() > 0,
        comments: nodes().any(|it| !it.comments.is_empty()),
        ends: nodes().filter(|it| it.depth > 0).any(|it| it.end.is_some()),
        times: nodes().any(|it| it.seconds.is_some()),
        ..Losses::default()
    }
}

/// The headers as opcodes, lengths as numbers; and how the main line ends.
fn opcodes(record: &Record) -> impl Iterator<Item = (&str, String)> {
    let last = record.tree.line_from(0).last().unwrap_or(0);
    let end = record
        .tree
        .node(last)
        .end
        .map(|end| ("end", end.kif().to_owned()));
    let headers = record.headers.iter().map(|(key, value)| {
        let opcode = opcode_of_header(key);
        match (opcode, expected_plies(value)) {
            ("plies", Some(plies)) => (opcode, plies.to_string()),
            ("plies", None) => (key.as_str(), value.clone()),
            _ => (opcode, value.clone()),
        }
    });
    headers.chain(end)
}

/// An SFEN line with its opcodes.
pub(super) fn sfen_line(record: &Record) -> (String, Losses) {
    let mut losses = losses(record);
    let mut text = diagram(record);
    let mut first = true;
    for (key, value) in opcodes(record) {
        let is_word = !key.is_empty() && !key.contains([' ', '\t', ';', '"', '_']);
        if !is_word || value.contains(['"', '\n', '\r', '\t']) || key.contains(char::is_control) {
            losses.headers = true;
            continue;
        }
        text += if first { "; " } else { " " };
        first = false;
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let quote = if is_number && key != "id" { "" } else { "\"" };
        text.extend([key, " ", quote, &value, quote, ";"]);
    }
    text.push('\n');
    (text, losses)
}

/// A JSON object; what an SFEN cannot say goes along as JKF.
pub(super) fn json_line(id: &str, record: &Record) -> (String, Losses) {
    let mut object = Map::new();
    object.insert("id".to_owned(), Value::from(id));
    object.insert("sfen".to_owned(), Value::from(diagram(record)));
    for (key, value) in opcodes(record).filter(|it| it.0 != "id") {
        let (key, value) = match (key, value.parse::<u32>()) {
            ("plies", Ok(plies)) => ("expected_plies", Value::from(plies)),
            (key, _) => (key, Value::from(value)),
        };
        object.insert(key.to_owned(), value);
    }
    if losses(record) != Losses::default() {
        let (jkf, _) = record::write(record, Format::Jkf);
        if let Ok(jkf) = serde_json::from_str::<Value>(&jkf) {
            object.insert("jkf".to_owned(), jkf);
        }
    }
    (Value::from(object).to_string() + "\n", Losses::default())
}

/// The names of the columns of a table.
pub(super) fn columns() -> Vec<&'static str> {
    let mut columns = vec!["id", "sfen"];
    columns.extend(COLUMNS.iter().filter(|it| **it != "id"));
    columns.push("end");
    columns
}

/// The cells of a table.
pub(super) fn cells(id: &str, record: &Record) -> (Vec<String>, Losses) {
    let mut losses = losses(record);
    let columns = columns();
    let mut cells = vec![String::new(); columns.len()];
    id.clone_into(&mut cells[0]);
    cells[1] = diagram(record);
    for (key, value) in opcodes(record).filter(|it| it.0 != "id") {
        match columns.iter().position(|it| *it == key) {
            Some(at) => cells[at] = value,
            None => losses.headers = true,
        }
    }
    (cells, losses)
}
