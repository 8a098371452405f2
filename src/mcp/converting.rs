//! `convert`: problems in another format, with the complaints about them.

use super::arguments::{Convert, Form};
use super::call::{Answer, Call, WIDTH};
use super::problem::{no_such, records};
use super::trouble::{Trouble, before};
use crate::answer::RowError;
use crate::judge::MessageLevel;
use crate::notation::record::flat::{json_line, sfen_line};
use crate::notation::record::{self, Format, Losses, Record};
use crate::notation::sfen;
use crate::report::{diagram, without_colours};
use crate::vocabulary::{AttackerRule, ErrorKind, Goal, Lang};
use crate::workbench::{Shelf, ShelvedRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The problems in the other format.
#[derive(Serialize, JsonSchema)]
pub(super) struct Converted {
    format: Form,
    problems: Vec<Conversion>,
    left_out: usize,
}

/// A problem in the other format: its text, or else the error.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Conversion {
    id: String,
    title: Option<String>,
    author: Option<String>,
    goal: Goal,
    expected_plies: Option<u32>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    lost: Vec<String>,
    warnings: Vec<Map<String, Value>>,
    error: Option<Map<String, Value>>,
}

/// Answers `convert`.
pub(super) fn convert(call: &Call<'_>, given: &Convert) -> Result<Answer, Trouble> {
    let (form, which) = (given.to, given.text.which);
    let mut shelf = Shelf::default();
    let (mut number, mut left_out) = (0, 0);
    for record in records(&given.text.problem)? {
        number += 1;
        if which.is_some_and(|it| it as usize != number) {
            continue;
        }
        call.goes_on()?;
        if shelf.len() < call.server.bounds.results {
            shelf.add(record);
        } else {
            left_out += 1;
        }
    }
    if shelf.is_empty() {
        return Err(no_such(number, which));
    }
    let lang = call.lang;
    let problems = shelf.records(lang).map(|it| one(it, form, lang));
    let problems: Vec<Conversion> = problems.collect::<Result<_, _>>()?;
    if let [only] = &problems[..]
        && only.text.is_none()
    {
        return Err(Trouble::verbatim(only.in_words(lang)));
    }
    let texts: Vec<String> = problems.iter().map(|it| it.in_words(lang)).collect();
    let is_of_lines = matches!(form, Form::Sfen | Form::Usen | Form::Jsonl);
    let mut text = texts.join(if is_of_lines { "\n" } else { "\n\n" });
    if left_out > 0 {
        text += &both!(
            lang,
            "\n\n{left_out} more problems were left out.",
            "\n\nほかの{left_out}題は省略した。"
        );
    }
    let converted = Converted {
        format: form,
        problems,
        left_out,
    };
    Answer::new(text, &converted, lang)
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

/// Converts a problem.
fn one(it: ShelvedRecord<'_>, form: Form, lang: Lang) -> Result<Conversion, Trouble> {
    let conversion = Conversion::deserialize(it.about);
    let mut conversion = conversion.map_err(|error| Trouble::internal(&error.to_string()))?;
    if let Some(record) = it.record {
        let (text, losses) = write(form, &conversion.id, record, lang);
        conversion.text = Some(text.trim_end().to_owned());
        conversion.lost = losses.names().map(|it| lang.of(it).to_owned()).collect();
    }
    Ok(conversion)
}

impl Conversion {
    /// Returns the problem in words: its text, its warnings, its error and its losses.
    fn in_words(&self, lang: Lang) -> String {
        let mut lines: Vec<String> = self.text.iter().cloned().collect();
        let warnings = self.warnings.iter().map(|it| (MessageLevel::Warning, it));
        let errors = self.error.iter().map(|it| (MessageLevel::Error, it));
        for (level, told) in warnings.chain(errors) {
            let text = |key: &str| told.get(key).and_then(Value::as_str);
            let message = text("message").unwrap_or_default();
            lines.push(format!("{}{message}", lang.of(before(level))));
            lines.extend(told.get("place").and_then(marked));
            lines.extend(text("help").map(|help| both!(lang, "help: {help}", "ヒント：{help}")));
        }
        if !self.lost.is_empty() {
            let lost = self.lost.join(lang.of([", ", "、"]));
            lines.push(both!(
                lang,
                "left out, because the format cannot hold it: {lost}",
                "この形式に書けないため省略：{lost}"
            ));
        }
        lines.join("\n")
    }
}

/// Returns the line of a place with a mark under the place. A long line is cut around it.
fn marked(place: &Value) -> Option<String> {
    let line = place["excerpt"].as_str()?;
    let byte = |key: &str| {
        let column = place[key].as_u64().unwrap_or(1) as usize;
        let mut bytes = line.char_indices().map(|it| it.0);
        bytes.nth(column.saturating_sub(1)).unwrap_or(line.len())
    };
    let span = byte("column")..byte("end_column");
    let mut error = RowError::new(ErrorKind::Record, ["", ""], Some(span));
    error.locate(line, 1);
    error.excerpt
}
