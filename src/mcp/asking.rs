//! `repair`, `extend`, `compose`, `reply` and `picture`: as the workbench answers them. It reads their arguments.

use super::arguments::Arguments;
use super::call::{Answered, Call, DEFAULT_RESULTS, answer};
use super::problem::{argument_error, moves_of, problem_of};
use crate::composition::AttackerRule;
use crate::judge::{ParsedProblem, played};
use crate::notation::record::{expected_plies, headers};
use crate::notation::{japanese, sfen, usi};
use crate::said::Said;
use crate::workbench::{Resources, Work, Workbench};
use rmcp::model::ContentBlock;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// Answers `repair` and `extend`: the versions that were found, and what comes nearest.
pub(super) fn find(call: &Call<'_>, given: &Arguments, stream: &str) -> Answered {
    let parsed = problem_of(given, None)?;
    found(call, stream, &request(call, given, Some(&parsed)))
}

/// Answers `compose`.
pub(super) fn compose(call: &Call<'_>, given: &Arguments) -> Answered {
    let mut request = request(call, given, None);
    if request["number"].is_null() {
        request["number"] = DEFAULT_RESULTS.min(call.server.bounds.results).into();
    }
    if let Some(text) = call.given.get("from").and_then(Value::as_str) {
        let given = Arguments {
            problem: text.to_owned(),
            ..Arguments::default()
        };
        let parsed = problem_of(&given, None).map_err(|why| argument_error("from", &why))?;
        request["from"] = sfen::write(parsed.problem.setup()).into();
    }
    found(call, "compose", &request)
}

/// Runs a stream of the workbench that finds problems, and answers all of them.
fn found(call: &Call<'_>, stream: &str, request: &Value) -> Answered {
    let (lang, told) = (call.lang, Mutex::new(Vec::new()));
    let hear = |event: &str, data: Value| match event {
        "progress" => {
            let tried = data.get("looked").or(data.get("attempts"));
            call.tell(&tried_so_far(
                tried.map_or(0, number),
                number(&data["found"]),
            ));
        }
        "version" | "problem" | "done" => told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(data),
        _ => {}
    };
    let work = Work::new(String::new(), Arc::clone(&call.stop), &hear);
    bench(call).stream(stream, request, &work)?;
    let mut told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut done = told.pop().unwrap_or_default();
    let text_of = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    let heading = |it: &Value| match Vec::<String>::deserialize(&it["words"][lang.word()]) {
        Ok(changes) => changes.join(" · "),
        Err(_) => text_of(&it["id"]),
    };
    let mut text = String::new();
    for it in &mut told {
        // The time would make two answers to the same call differ.
        it["row"]["elapsed_ms"] = 0.into();
        let (sfen, line) = (text_of(&it["sfen"]), line_in_words(it));
        let parts = [
            &*heading(it),
            "  ",
            &text_of(&it["text"]),
            "\n",
            &sfen,
            "\n",
            &line,
            "\n\n",
        ];
        text.extend(parts);
    }
    for it in done["misses"].as_array().into_iter().flatten() {
        text += near(heading(it), text_of(&it["sfen"])).in_lang(lang);
    }
    text += count(told.len()).in_lang(lang);
    text += match &*text_of(&done["reason"]) {
        "done" => Said::default(),
        "stopped" => stopped(),
        _ => limited(),
    }
    .in_lang(lang);
    done["problems"] = told.iter_mut().map(|it| it["row"].take()).collect();
    answer(text, &done, lang)
}

/// Returns the line of a problem that was found, in Japanese notation.
fn line_in_words(found: &Value) -> String {
    let line = Vec::<String>::deserialize(&found["moves"]).unwrap_or_default();
    let moves: Vec<_> = line
        .iter()
        .map_while(|it| usi::parse_move(it).ok())
        .collect();
    let diagram = sfen::parse(found["sfen"].as_str().unwrap_or_default());
    diagram.map_or_else(
        |_| line.join(" "),
        |it| japanese::write_line(&it.setup, &moves).join(" "),
    )
}

/// Answers `reply`: what the position after some moves leads to, and the best move there.
pub(super) fn reply(call: &Call<'_>, given: &Arguments) -> Answered {
    let parsed = problem_of(given, None)?;
    let moves = moves_of(&given.moves, &parsed)?;
    let moves = played(&moves, &parsed.problem);
    let moves = moves.map_err(|complaint| complaint.in_text(&given.moves, 1))?;
    let is_attackers = parsed.problem.attacker_to_move() == moves.len().is_multiple_of(2);
    let mut request = request(call, given, Some(&parsed));
    request["moves"] = json!(usi::write_moves(&moves));
    let node = bench(call).call("node", &request, &silent(call))?;
    let mut text = node["text"].as_str().unwrap_or_default().to_owned();
    let line = Vec::<String>::deserialize(&node["japanese"]).unwrap_or_default();
    if let Some(first) = line.first() {
        let best = if is_attackers {
            best_move(first.as_str())
        } else {
            best_defence(first.as_str())
        };
        text.extend(["\n", best.in_lang(call.lang), "\n", &line.join(" ")]);
    } else if node["plies"] == 0 {
        text = is_over().into_lang(call.lang);
    }
    answer(text, &node, call.lang)
}

/// Answers `picture`.
pub(super) fn picture(call: &Call<'_>, given: &Arguments) -> Answered {
    let parsed = problem_of(given, None)?;
    let header = |key| parsed.source_record.header(key);
    let mut request = request(call, given, Some(&parsed));
    request["format"] = "png".into();
    request["title"] = json!(header(headers::TITLE));
    request["author"] = json!(header(headers::AUTHOR));
    request["expected_plies"] = json!(header(headers::PLIES).and_then(expected_plies));
    let file = bench(call).call("write", &request, &silent(call))?;
    let sfen = request["sfen"].as_str().unwrap_or_default();
    let mut drawn = answer(
        sfen.to_owned(),
        &json!({"name": file["name"], "sfen": sfen}),
        call.lang,
    )?;
    let picture = ContentBlock::image(file["base64"].as_str().unwrap_or_default(), "image/png");
    drawn.content.insert(0, picture);
    Ok(drawn)
}

fn bench(call: &Call<'_>) -> Workbench {
    Workbench::new(Resources {
        hash_bytes: call.server.bounds.hash_bytes,
        ..Resources::default()
    })
}

fn silent(call: &Call<'_>) -> Work<'static> {
    Work::new(String::new(), Arc::clone(&call.stop), &|_, _| {})
}

/// Returns the request of a call to the workbench.
fn request(call: &Call<'_>, given: &Arguments, parsed: Option<&ParsedProblem>) -> Value {
    let (mut request, limits) = (call.given.clone(), call.limits(given));
    request["nodes"] = json!(limits.nodes);
    request["time_ms"] = json!(
        limits
            .time
            .map(|it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX))
    );
    request["lang"] = json!(call.lang);
    if let Some(parsed) = parsed {
        request["sfen"] = sfen::write(parsed.problem.setup()).into();
        request["moves"] = json!(usi::write_moves(&parsed.record.moves));
        request["attacker"] = json!(AttackerRule::of(parsed.problem.attacker()));
        request["hand"] = "given".into();
        request["goal"] = json!(parsed.goal);
    }
    request
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

says! {
    tried_so_far(tried, found): "{tried} tried, {found} found", "{tried}図を試し、{found}題を発見";
    count(count): "problems: {count}", "{count}題";
    near(changes, sfen): "not sound, but nearest: {changes}  {sfen}\n", "完全作ではないが最も近い：{changes}  {sfen}\n";
    stopped(): "; stopped", "、途中で止められた";
    limited(): "; the limit came before there were as many as wanted", "、望んだ数の前に制限に達した";
    is_over(): "this is mate", "詰み上がり";
    best_move(best): "the best move: {best}", "最善手：{best}";
    best_defence(best): "the best defence: {best}", "最善の応手：{best}";
}
