//! `compose`: sound problems, composed by the workbench.

use super::answering::to_json;
use super::call::{Answer, Call};
use super::problem::{no_such, records};
use super::trouble::Trouble;
use crate::answer::Row;
use crate::input::Records;
use crate::judge::Intake;
use crate::notation::{japanese, sfen, usi};
use crate::report::in_one_line;
use crate::said::Said;
use crate::vocabulary::Lang;
use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal};
use crate::workbench::{Resources, Work, Workbench};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of problems of a call that gives no number.
pub(super) const USUAL: u64 = 3;

/// The arguments that are passed on to the workbench as they are.
const WISHES: [&str; 13] = [
    "plies",
    "on_board",
    "in_hand",
    "kinds",
    "squares",
    "two_kings",
    "with",
    "without",
    "difficulty",
    "aesthetics",
    "allow",
    "rules",
    "interpositions",
];

/// Answers `compose`.
pub(super) fn compose(call: &Call<'_>) -> Result<Answer, Trouble> {
    let request = request(call)?;
    let told = Mutex::new(Told::default());
    let hear = |event: &'static str, data: Value| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            "problem" => told.add(&data["row"]),
            "done" => told.done = data,
            "progress" => call.teller.tell(|| {
                let number = |key: &str| data[key].as_u64().unwrap_or(0);
                let (attempts, found) = (number("attempts"), number("found"));
                both!(
                    call.lang,
                    "{attempts} attempts, {found} problems",
                    "試行{attempts}回、{found}題"
                )
            }),
            _ => {}
        }
    };
    let bench = Workbench::new(Resources {
        hash_bytes: call.bounds.hash_bytes,
        ..Resources::default()
    });
    let work = Work::new(String::new(), Arc::clone(&call.stop), &hear);
    bench.stream("compose", &request, &work)?;
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.answer(call.lang)
}

/// Returns the request to the workbench.
fn request(call: &Call<'_>) -> Result<Value, Trouble> {
    let arguments = call.arguments;
    let limits = call.bounds.limits(arguments, &call.stop)?;
    let number = arguments.number("number", 1..=call.bounds.results as u64)?;
    let wishes = WISHES.into_iter();
    let wishes = wishes.filter_map(|it| Some((it.to_owned(), arguments.get(it)?.clone())));
    let mut request: Map<String, Value> = wishes.collect();
    if let Some(plies) = request.get("plies").and_then(Value::as_u64) {
        request.insert("plies".to_owned(), json!([plies, plies]));
    }
    let mut add = |key: &str, value: Value| request.insert(key.to_owned(), value);
    add("lang", json!(call.lang));
    add(
        "number",
        json!(number.unwrap_or(USUAL).min(call.bounds.results as u64)),
    );
    add(
        "seed",
        json!(arguments.number("seed", 0..=u64::MAX)?.unwrap_or(1)),
    );
    add("nodes", json!(limits.nodes));
    add(
        "time_ms",
        json!(limits.time.map_or(0, |it| it.as_millis() as u64)),
    );
    if let Some(attempts) = arguments.number("attempts", 1..=u64::MAX)? {
        add("attempts", json!(attempts));
    }
    if let Some(text) = arguments.text("from")? {
        add("from", json!(begun(call.within("from", text)?)?));
    }
    Ok(Value::Object(request))
}

/// Returns the problem to begin with, as SFEN.
fn begun(text: &str) -> Result<String, Trouble> {
    let mut records: Records = records(text)?;
    let Some(record) = records.next() else {
        return Err(no_such(0, None));
    };
    if records.next().is_some() {
        return Err(Trouble::argument(
            "from",
            Said::new(
                "there are several problems in the text, and only one can be given",
                "文字列に問題が複数ある：一題だけ渡す",
            ),
        ));
    }
    let intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let parsed = intake.with_goal(Some(Goal::Mate)).read(record);
    let parsed = parsed.map_err(|why| Trouble::refused(&why))?;
    Ok(sfen::write(parsed.problem.setup()))
}

/// The events of the workbench that make the answer.
#[derive(Default)]
struct Told {
    rows: Vec<Row>,
    done: Value,
}

impl Told {
    fn add(&mut self, row: &Value) {
        let row = Row::of_json(row.to_string().as_bytes());
        self.rows.extend(row.ok().map(|mut row| {
            // The same call gives the same answer.
            row.elapsed_ms = 0;
            row
        }));
    }

    fn answer(mut self, lang: Lang) -> Result<Answer, Trouble> {
        let mut text = String::new();
        for row in &self.rows {
            text += &in_words(row, lang);
            text += "\n\n";
        }
        let (found, seed) = (self.rows.len(), &self.done["seed"]);
        text += &match self.done["reason"].as_str() {
            Some("done") => both!(
                lang,
                "problems: {found} (seed {seed})",
                "{found}題（seed {seed}）"
            ),
            Some("stopped") => both!(
                lang,
                "problems: {found} (seed {seed}); stopped",
                "{found}題（seed {seed}）、途中で止められた"
            ),
            _ => both!(
                lang,
                "problems: {found} (seed {seed}); the limit came before there were as many as wanted",
                "{found}題（seed {seed}）、望んだ数の前に制限に達した"
            ),
        };
        let rows: Result<Vec<Value>, _> = self.rows.iter().map(to_json).collect();
        let mut structured = self.done.take();
        if let Some(fields) = structured.as_object_mut() {
            fields.insert("problems".to_owned(), Value::Array(rows?));
        }
        Ok(Answer { text, structured })
    }
}

/// Returns a problem in words: its row in one line, its diagram and its solution.
fn in_words(row: &Row, lang: Lang) -> String {
    let sfen = row.sfen.as_deref().unwrap_or_default();
    let moves = row.solution.iter().map(|it| usi::parse_move(it));
    let moves: Result<Vec<_>, _> = moves.collect();
    let line = match (row.problem(), moves) {
        (Some(problem), Ok(moves)) => japanese::write_line(problem.setup(), &moves).join(" "),
        _ => row.solution.join(" "),
    };
    format!("{}  {}\n{sfen}\n{line}", row.id, in_one_line(row, lang))
}
