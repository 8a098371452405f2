//! `compose`: sound problems, composed by the workbench.

use super::arguments::Compose;
use super::call::{Answer, Call};
use super::problem::{no_such, records};
use super::trouble::Trouble;
use crate::answer::Row;
use crate::judge::Intake;
use crate::notation::{japanese, sfen, usi};
use crate::report::in_one_line;
use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal, Lang};
use crate::workbench::{Resources, Work, Workbench};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of problems of a call that gives no number.
pub(super) const USUAL: usize = 3;

/// The problems that were composed, and how the work ended.
#[derive(Default, Deserialize, Serialize, JsonSchema)]
pub(super) struct Composed {
    reason: String,
    attempts: u64,
    found: u64,
    nodes: u64,
    seed: u64,
    #[serde(skip_deserializing)]
    #[schemars(with = "Vec<Map<String, Value>>")]
    problems: Vec<Row>,
}

/// Answers `compose`.
pub(super) fn compose(call: &Call<'_>, given: &Compose) -> Result<Answer, Trouble> {
    let (lang, mut wishes) = (call.lang, given.wishes.clone());
    let results = call.server.bounds.results;
    wishes.number = wishes.number.or(Some(USUAL.min(results)));
    wishes.from = wishes.from.as_deref().map(begun).transpose()?;
    let told = Mutex::new(Told::default());
    let hear = |event: &'static str, data: Value| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            "problem" => told.rows.extend(row(&data["row"])),
            "done" => told.done = data,
            "progress" => {
                let (attempts, found) = (&data["attempts"], &data["found"]);
                call.progress.send_replace(both!(
                    lang,
                    "{attempts} attempts, {found} problems",
                    "試行{attempts}回、{found}題"
                ));
            }
            _ => {}
        }
    };
    let bench = Workbench::new(Resources {
        hash_bytes: call.server.bounds.hash_bytes,
        ..Resources::default()
    });
    let work = Work::new(String::new(), Arc::clone(&call.stop), &hear);
    bench.compose(&wishes, call.limits(&given.limits), &work, lang)?;
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.answer(lang)
}

/// Returns the problem to begin with, as SFEN.
fn begun(text: &str) -> Result<String, Trouble> {
    let mut records = records(text)?;
    let record = records.next().ok_or_else(|| no_such(0, None))?;
    if records.next().is_some() {
        let why = [
            "there are several problems in the text, and only one can be given",
            "文字列に問題が複数ある：一題だけ渡す",
        ];
        return Err(Trouble::argument("from", why));
    }
    let intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let parsed = intake.with_goal(Some(Goal::Mate)).read(record);
    let parsed = parsed.map_err(|why| Trouble::refused(&why))?;
    Ok(sfen::write(parsed.problem.setup()))
}

/// Returns a row of the workbench. The same call gives the same answer, so it has no time.
fn row(row: &Value) -> Option<Row> {
    let mut row = Row::of_json(row.to_string().as_bytes()).ok()?;
    row.elapsed_ms = 0;
    Some(row)
}

/// The events of the workbench that make the answer.
#[derive(Default)]
struct Told {
    rows: Vec<Row>,
    done: Value,
}

impl Told {
    fn answer(self, lang: Lang) -> Result<Answer, Trouble> {
        let mut composed = Composed::deserialize(self.done).unwrap_or_default();
        let mut text = String::new();
        for row in &self.rows {
            text += &in_words(row, lang);
            text += "\n\n";
        }
        let (found, seed) = (self.rows.len(), composed.seed);
        text += &both!(
            lang,
            "problems: {found} (seed {seed})",
            "{found}題（seed {seed}）"
        );
        text += lang.of(match &*composed.reason {
            "done" => ["", ""],
            "stopped" => ["; stopped", "、途中で止められた"],
            _ => [
                "; the limit came before there were as many as wanted",
                "、望んだ数の前に制限に達した",
            ],
        });
        composed.problems = self.rows;
        Answer::new(text, &composed, lang)
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
