//! `convert`: writes problems in another format, with the complaints about them.

use super::arguments::{Arguments, Form};
use super::call::{Answered, Call, WIDTH, answer};
use super::problem::{no_such_problem, records};
use crate::notation::record::flat::{json_line, sfen_line};
use crate::notation::record::{self, Format, Losses, Record};
use crate::notation::sfen;
use crate::report::{diagram, without_colours};
use crate::said::Said;
use crate::vocabulary::{AttackerRule, Lang};
use crate::workbench::{Shelf, ShelvedRecord};
use serde_json::{Map, Value, json};

/// Answers `convert`: the JSON of the workbench for each problem, with its text and what the text lacks.
pub(super) fn convert(call: &Call<'_>, given: &Arguments) -> Answered {
    let (format, which, lang) = (given.to, given.which, call.lang);
    let mut shelf = Shelf::default();
    let (mut number, mut left_out) = (0, 0_usize);
    for record in records(&given.problem)? {
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
        text += more(left_out).in_lang(lang);
    }
    let converted = json!({"format": format, "problems": problems, "left_out": left_out});
    answer(text, &converted, lang)
}

says! {
    more(count): "\n\n{count} more problems were left out.", "\n\nほかの{count}題は省略した。";
    cannot_hold(lost): "left out, because the format cannot hold it: {lost}", "この形式に書けないため省略：{lost}";
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
        words.push(complaint.in_words(place.as_ref()).into_lang(lang));
    }
    if !lost.is_empty() {
        words.push(cannot_hold(lost.join(lang.of([", ", "、"]))).into_lang(lang));
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
