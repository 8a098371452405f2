//! `compose`: has the workbench compose sound problems.

use super::arguments::Compose;
use super::call::{Call, answer};
use super::problem::{argument_error, no_such_problem, records, refusal_in_words};
use crate::answer::Row;
use crate::judge::Intake;
use crate::notation::{japanese, sfen, usi};
use crate::report::in_one_line;
use crate::said::Said;
use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal, Lang};
use crate::workbench::{Resources, RunSummary, Work, Workbench};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// The number of problems of a call that gives no number.
const DEFAULT_NUMBER: usize = 3;

/// The problems that were composed, and how the work ended.
#[derive(Serialize, JsonSchema)]
pub(super) struct Composed {
    #[serde(flatten)]
    run: RunSummary,
    #[schemars(with = "Vec<Map<String, Value>>")]
    problems: Vec<Row>,
}

/// Answers `compose`.
pub(super) fn compose(call: &Call<'_>, given: &Compose) -> Result<CallToolResult, Said> {
    let (lang, mut wishes) = (call.lang, given.wishes.clone());
    let results = call.server.bounds.results;
    wishes.number = wishes.number.or(Some(DEFAULT_NUMBER.min(results)));
    wishes.from = wishes.from.as_deref().map(starting_sfen).transpose()?;
    let on_event = |event: &'static str, data: Value| {
        if event == "progress" {
            let (attempts, found) = (&data["attempts"], &data["found"]);
            call.progress.send_replace(both!(
                lang,
                "{attempts} attempts, {found} problems",
                "試行{attempts}回、{found}題"
            ));
        }
    };
    let bench = Workbench::new(Resources {
        hash_bytes: call.server.bounds.hash_bytes,
        ..Resources::default()
    });
    let work = Work::new(String::new(), Arc::clone(&call.stop), &on_event);
    let (run, mut problems) = bench.compose(&wishes, call.limits(&given.limits), &work, lang)?;
    let mut text = String::new();
    for row in &mut problems {
        // The time would make two answers to the same call differ.
        row.elapsed_ms = 0;
        text.extend([&in_words(row, lang), "\n\n"]);
    }
    let (found, seed) = (run.found, run.seed);
    text += &both!(
        lang,
        "problems: {found} (seed {seed})",
        "{found}題（seed {seed}）"
    );
    text += lang.of(match run.reason {
        "done" => ["", ""],
        "stopped" => ["; stopped", "、途中で止められた"],
        _ => [
            "; the limit came before there were as many as wanted",
            "、望んだ数の前に制限に達した",
        ],
    });
    answer(text, &Composed { run, problems }, lang)
}

/// Reads the one problem to begin with, and returns its SFEN.
fn starting_sfen(text: &str) -> Result<String, Said> {
    let mut records = records(text)?;
    let record = records.next().ok_or_else(|| no_such_problem(0, None))?;
    if records.next().is_some() {
        let why = Said::new(
            "there are several problems in the text, and only one can be given",
            "文字列に問題が複数ある：一題だけ渡す",
        );
        return Err(argument_error("from", &why));
    }
    let intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let parsed = intake.with_goal(Some(Goal::Mate)).read(record);
    let parsed = parsed.map_err(|why| refusal_in_words(&why))?;
    Ok(sfen::write(parsed.problem.setup()))
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
