//! `convert`: problems in another format, with the complaints about them.

use super::arguments::one_of;
use super::call::{Answer, Call, WIDTH};
use super::problem::{no_such, records};
use super::trouble::{Trouble, before};
use crate::answer::RowError;
use crate::judge::MessageLevel;
use crate::notation::record::flat::{json_line, sfen_line};
use crate::notation::record::{self, Format, Losses, Record};
use crate::notation::sfen;
use crate::report::diagram;
use crate::vocabulary::{AttackerRule, words};
use crate::vocabulary::{ErrorKind, Lang};
use crate::workbench::{Shelf, ShelvedRecord, without_colours};
use serde_json::{Map, Value, json};

words! {
    /// A format of `convert`.
    #[derive(Default)]
    Form {
        /// SFEN with its line.
        #[default]
        Sfen = "sfen";
        /// KIF.
        Kif = "kif";
        /// KI2.
        Ki2 = "ki2";
        /// CSA.
        Csa = "csa";
        /// JSON Kifu Format.
        Jkf = "jkf";
        /// USEN, which links to boards hold.
        Usen = "usen";
        /// A JSON object in one line.
        Jsonl = "jsonl";
        /// A diagram for people.
        Text = "text";
    }
}

/// Answers `convert`.
pub(super) fn convert(call: &Call<'_>) -> Result<Answer, Trouble> {
    let form = form(call)?;
    let text = call.problems("problem")?;
    let which = call.arguments.number("which", 1..=u64::from(u32::MAX))?;
    let most = call.bounds.results;
    let mut shelf = Shelf::default();
    let (mut number, mut left_out) = (0_u64, 0_u64);
    for record in records(text)? {
        number += 1;
        if which.is_some_and(|it| it != number) {
            continue;
        }
        call.goes_on()?;
        if shelf.len() < most {
            shelf.add(record);
        } else {
            left_out += 1;
        }
    }
    if shelf.is_empty() {
        return Err(no_such(number, which));
    }
    let converted = shelf.records(call.lang);
    let converted: Vec<Value> = converted.map(|it| one(it, form, call.lang)).collect();
    let is_error = |it: &Value| it["text"].is_null();
    if let [only] = &converted[..]
        && is_error(only)
    {
        return Err(Trouble::verbatim(in_words(only, call.lang)));
    }
    let texts: Vec<String> = converted.iter().map(|it| in_words(it, call.lang)).collect();
    let mut text = texts.join(if form.is_of_lines() { "\n" } else { "\n\n" });
    if left_out > 0 {
        text += &both!(
            call.lang,
            "\n\n{left_out} more problems were left out.",
            "\n\nほかの{left_out}題は省略した。"
        );
    }
    Ok(Answer {
        text,
        structured: json!({"format": form, "problems": converted, "left_out": left_out}),
    })
}

fn form(call: &Call<'_>) -> Result<Form, Trouble> {
    let Some(word) = call.arguments.text("to")? else {
        return Ok(Form::default());
    };
    Form::from_word(word).ok_or_else(|| {
        let all: Vec<_> = words::<Form>().map(|it| format!("`{it}`")).collect();
        Trouble::argument("to", one_of(&all))
    })
}

impl Form {
    /// Returns whether a problem in this format is one line.
    const fn is_of_lines(self) -> bool {
        matches!(self, Self::Sfen | Self::Usen | Self::Jsonl)
    }

    /// Writes a record. Also returns the parts that the format cannot express.
    fn write(self, id: &str, record: &Record, lang: Lang) -> (String, Losses) {
        match self {
            Self::Sfen => sfen_line(record),
            Self::Kif => record::write(record, Format::Kif),
            Self::Ki2 => record::write(record, Format::Ki2),
            Self::Csa => record::write(record, Format::Csa),
            Self::Jkf => record::write(record, Format::Jkf),
            Self::Usen => record::write_usen(record),
            Self::Jsonl => json_line(id, record, &Map::new()),
            Self::Text => {
                let setup = &record.setup;
                let attacker = AttackerRule::Auto.attacker(setup);
                let picture = diagram(setup, attacker, WIDTH, lang).join("\n");
                let sfen = sfen::write(setup);
                let text = format!("{}\n\n{sfen}\n", without_colours(&picture));
                (text, Losses::default())
            }
        }
    }
}

/// Converts a problem. Returns its object in the answer.
fn one(it: ShelvedRecord<'_>, form: Form, lang: Lang) -> Value {
    let about = it.about;
    let id = about["id"].as_str().unwrap_or_default();
    let written = it.record.map(|record| form.write(id, record, lang));
    let (text, losses) = written.map_or((None, Losses::default()), |(text, losses)| {
        (Some(text.trim_end().to_owned()), losses)
    });
    let lost: Vec<&str> = losses.names().map(|it| lang.of(it)).collect();
    json!({
        "id": about["id"],
        "title": about["title"],
        "author": about["author"],
        "goal": about["goal"],
        "expected_plies": about["expected_plies"],
        "text": text,
        "lost": lost,
        "warnings": about["warnings"],
        "error": about["error"],
    })
}

/// Returns a converted problem in words: its text, its warnings, its error and its losses.
fn in_words(it: &Value, lang: Lang) -> String {
    let mut lines = Vec::new();
    lines.extend(it["text"].as_str().map(str::to_owned));
    let level = |level| lang.of(before(level));
    let warnings = it["warnings"].as_array().into_iter().flatten();
    let warnings = warnings.map(|it| (level(MessageLevel::Warning), it));
    let errors = Some(&it["error"]).filter(|it| !it.is_null());
    let errors = errors.map(|it| (level(MessageLevel::Error), it));
    for (level, told) in warnings.chain(errors) {
        let message = told["message"].as_str().unwrap_or_default();
        lines.push(format!("{level}{message}"));
        lines.extend(marked(&told["place"]));
        if let Some(help) = told["help"].as_str() {
            lines.push(both!(lang, "help: {help}", "ヒント：{help}"));
        }
    }
    let lost: Vec<&str> = it["lost"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if !lost.is_empty() {
        let lost = lost.join(lang.of([", ", "、"]));
        lines.push(both!(
            lang,
            "left out, because the format cannot hold it: {lost}",
            "この形式に書けないため省略：{lost}"
        ));
    }
    lines.join("\n")
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
