//! Moves and findings as a page wants them: with the words to show.

use crate::answer::{Finding, Row, kind_named};
use crate::composition::Problem;
use crate::notation::{japanese, usi, western};
use crate::report::term_named;
use crate::shogi::{Move, Setup};
use crate::vocabulary::{Lang, Notation};
use serde_json::{Value, json};

/// Returns moves as texts.
pub(super) fn words_of(line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| usi::write_move(mv)).collect()
}

/// Returns the moves of a line from a diagram in all notations.
pub(super) fn moves(setup: &Setup, line: &[Move]) -> Vec<Value> {
    let japanese = japanese::write_line(setup, line);
    let western = western::write_line(setup, line);
    let both = line.iter().zip(japanese).zip(western);
    both.map(|((&mv, japanese), western)| {
        json!({"usi": usi::write_move(mv), "japanese": japanese, "western": western})
    })
    .collect()
}

/// Returns a line that goes on after other moves, in each notation.
pub(super) fn line_in_words(setup: &Setup, before: &[Move], line: &[Move]) -> Value {
    let whole: Vec<Move> = before.iter().chain(line).copied().collect();
    let rest = |mut written: Vec<String>| written.split_off(before.len().min(written.len()));
    json!({
        "line": words_of(line),
        "japanese": rest(japanese::write_line(setup, &whole)),
        "western": rest(western::write_line(setup, &whole)),
    })
}

/// Returns moves in USI as moves, as far as they can be read.
pub(super) fn read(words: &[String]) -> Vec<Move> {
    words
        .iter()
        .map_while(|it| usi::parse_move(it).ok())
        .collect()
}

/// Returns a finding with its words. `main` is the line that it leaves, unless it has moves of its own
/// before it.
pub(super) fn finding(problem: &Problem, main: &[Move], it: &Finding, lang: Lang) -> Value {
    let mut value = serde_json::to_value(it).unwrap_or_default();
    let made = it.ply.map_or(0, |ply| ply.saturating_sub(1));
    let before = if it.after.is_empty() {
        main.get(..made).unwrap_or_default().to_vec()
    } else {
        read(&it.after)
    };
    let line = read(&it.line);
    if let Some(fields) = value.as_object_mut() {
        let notation = match lang {
            Lang::English => Notation::Usi,
            Lang::Japanese => Notation::Japanese,
        };
        let term = kind_named(&it.kind).map(|kind| term_named(kind, lang));
        fields.insert("term".to_owned(), json!(term));
        fields.insert(
            "words".to_owned(),
            json!(it.note.written(lang, notation, problem.setup())),
        );
        fields.insert("before".to_owned(), json!(words_of(&before)));
        if let Value::Object(words) = line_in_words(problem.setup(), &before, &line) {
            fields.extend(words);
        }
    }
    value
}

/// Returns the findings and notes of a row with their words, the gravest first.
pub(super) fn findings(problem: &Problem, row: &Row, lang: Lang) -> Vec<Value> {
    let main = read(&row.solution);
    let all = row.defects.iter().chain(&row.blemishes).chain(&row.notes);
    all.map(|it| finding(problem, &main, it, lang)).collect()
}
