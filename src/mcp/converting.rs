//! `convert`: writes problems in another format, with the complaints about them.

use super::arguments::{Convert, Form};
use super::call::{Call, WIDTH, answer};
use super::problem::{in_words, no_such_problem, records};
use crate::notation::record::flat::{json_line, sfen_line};
use crate::notation::record::{self, Format, Losses, Record};
use crate::notation::sfen;
use crate::report::{diagram, without_colours};
use crate::said::Said;
use crate::vocabulary::{AttackerRule, Lang};
use crate::workbench::{Shelf, ShelvedRecord};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The converted problems: the JSON of the workbench for each, with its text and what the text lacks.
#[derive(Serialize, JsonSchema)]
pub(super) struct Converted {
    format: Form,
    #[schemars(with = "Vec<Map<String, Value>>")]
    problems: Vec<Value>,
    /// The number of problems beyond the bound of the server.
    left_out: usize,
}

/// Answers `convert`.
pub(super) fn convert(call: &Call<'_>, given: &Convert) -> Result<CallToolResult, Said> {
    let (format, which, lang) = (given.to, given.text.which, call.lang);
    let mut shelf = Shelf::default();
    let (mut number, mut left_out) = (0, 0);
    for record in records(&given.text.problem)? {
        number += 1;
        if which.is_some_and(|it| it as usize != number) {
            continue;
        }
        call.check_running()?;
        if shelf.len() < call.server.bounds.results {
            shelf.add(record);
        } else {
            left_out += 1;
        }
    }
    if shelf.is_empty() {
        return Err(no_such_problem(number, which));
    }
    let problems = shelf.problems().iter();
    let (texts, problems): (Vec<String>, Vec<Value>) =
        problems.map(|it| convert_one(it, format, lang)).unzip();
    if let [only] = &problems[..]
        && only["text"].is_null()
    {
        return Err(Said::of(|_| texts[0].clone()));
    }
    let is_of_lines = matches!(format, Form::Sfen | Form::Usen | Form::Jsonl);
    let mut text = texts.join(if is_of_lines { "\n" } else { "\n\n" });
    if left_out > 0 {
        text += &both!(
            lang,
            "\n\n{left_out} more problems were left out.",
            "\n\nほかの{left_out}題は省略した。"
        );
    }
    let converted = Converted {
        format,
        problems,
        left_out,
    };
    answer(text, &converted, lang)
}

/// Converts a problem. Returns its text with complaints and losses, in words and for programs.
fn convert_one(shelved: &ShelvedRecord, form: Form, lang: Lang) -> (String, Value) {
    let record = shelved.record.as_ref();
    let written = record.map(|record| write(form, &shelved.id, record, lang));
    let (text, losses) = written.unzip();
    let text = text.map(|it| it.trim_end().to_owned());
    let lost = losses.into_iter().flat_map(Losses::names);
    let lost: Vec<&str> = lost.map(|it| lang.of(it)).collect();
    let mut words: Vec<String> = text.iter().cloned().collect();
    for (complaint, place) in &shelved.complaints {
        words.push(in_words(complaint, place.as_ref()).into_lang(lang));
    }
    if !lost.is_empty() {
        let lost = lost.join(lang.of([", ", "、"]));
        words.push(both!(
            lang,
            "left out, because the format cannot hold it: {lost}",
            "この形式に書けないため省略：{lost}"
        ));
    }
    let mut value = shelved.to_json(lang);
    value["text"] = json!(text);
    value["lost"] = json!(lost);
    (words.join("\n"), value)
}

/// Writes a record. Also returns the parts that the format cannot express.
fn write(form: Form, id: &str, record: &Record, lang: Lang) -> (String, Losses) {
    match form {
        Form::Sfen => sfen_line(record),
        Form::Kif => record::write(record, Format::Kif),
        Form::Ki2 => record::write(record, Format::Ki2),
        Form::Csa => record::write(record, Format::Csa),
        Form::Jkf => record::write(record, Format::Jkf),
        Form::Usen => record::write_usen(record),
        Form::Jsonl => json_line(id, record, &Map::new()),
        Form::Text => {
            let setup = &record.setup;
            let attacker = AttackerRule::Auto.attacker(setup);
            let picture = diagram(setup, attacker, WIDTH, lang).join("\n");
            let sfen = sfen::write(setup);
            let text = format!("{}\n\n{sfen}\n", without_colours(&picture));
            (text, Losses::default())
        }
    }
}
