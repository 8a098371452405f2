//! The records of problems, as `tsume convert` writes them.

use super::Problem;
use serde_json::Value;
use tsume::composition::{AttackerRule, DefenderHandRule, Goal};
use tsume::input::{Fields, Origin, Record as Input};
use tsume::judge::Intake;
use tsume::notation::record::{Record, headers};
use tsume::notation::sfen;

/// Returns the headers of the record that a problem was made of. Opcodes for programs are none.
pub fn headers_of(problem: &Problem) -> Vec<(String, String)> {
    match (&problem.1, problem.0.record()) {
        (Some(text), _) => {
            let record = line(text, None, problem.0.goal());
            let headers = record.into_iter().flat_map(|it| it.headers);
            headers.filter(|(key, _)| !key.is_ascii()).collect()
        }
        (None, Some(record)) => record.headers.clone(),
        (None, None) => Vec::new(),
    }
}

/// Returns the whole record of a problem. One that was made of a diagram gets its line, number and length.
pub fn of(problem: &Problem) -> Record {
    let goal = problem.0.goal();
    let read = match (&problem.1, problem.0.record()) {
        (Some(text), _) => line(text, None, goal),
        (None, Some(record)) => {
            let parsed = problem.0.parsed();
            let is_line = sfen::parse_leniently(&parsed.text).is_ok();
            let read = is_line.then(|| line(&parsed.text, parsed.fields.clone(), goal));
            Some(read.flatten().unwrap_or_else(|| record.clone()))
        }
        (None, None) => None,
    };
    let mut record = read.unwrap_or_else(|| {
        let mut made = Record::new(problem.0.setup().clone());
        made.tree.add_line(0, problem.0.author_line());
        if let Some(plies) = problem.0.author_plies() {
            made.set_header(headers::PLIES, format!("{plies}手詰"));
        }
        made
    });
    if let (None, Some(id)) = (problem.0.record(), problem.0.id())
        && record.header(headers::ID) != Some(id)
    {
        record.set_header(headers::ID, id.to_owned());
    }
    name_goal(&mut record, goal);
    record
}

/// Reads a line with all its opcodes and fields as headers; `None` if it cannot be read.
fn line(text: &str, fields: Option<Fields>, goal: Goal) -> Option<Record> {
    let mut fields = fields.unwrap_or_default();
    // Headers for programs are kept of an object that may have a record of its own.
    fields.others.entry("jkf").or_insert(Value::Null);
    let input = Input {
        origin: Origin::new("problem", None),
        text: Ok(text.to_owned()),
        fields: Some(fields),
        kifu: None,
    };
    let intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let read = intake.with_goal(Some(goal)).read(Ok(input));
    Some(*read.ok()?.source_record)
}

/// Has a record name the goal of its problem, so that it is read as the same question again.
fn name_goal(record: &mut Record, goal: Goal) {
    let length = record.header(headers::PLIES).map(str::to_owned);
    let number = length.as_deref().map(|it| {
        let number = it
            .strip_suffix("手詰")
            .or_else(|| it.strip_suffix("手必至"));
        number.unwrap_or(it)
    });
    let names = |header: Option<&str>| header.and_then(Goal::named);
    let said = names(record.header("goal"));
    match (goal, number) {
        (Goal::Brinkmate, Some(number)) if said.is_none() => {
            record.set_header(headers::PLIES, format!("{number}手必至"));
        }
        (Goal::Mate, Some(number)) if length.as_deref().is_some_and(|it| it.contains("必至")) => {
            record.set_header(headers::PLIES, format!("{number}手詰"));
        }
        (Goal::Mate, _) if said.is_none() => {}
        _ if said == Some(goal) => {}
        _ => record.set_header("goal", goal.word().to_owned()),
    }
}
