//! The JSON of moves and findings for a page, with the words to show.

use crate::answer::{Finding, Row, kind_named};
use crate::composition::Problem;
use crate::notation::{japanese, usi, western};
use crate::report::term_named;
use crate::shogi::{Move, Setup};
use crate::vocabulary::{Lang, Notation};
use serde_json::{Value, json};

/// Returns moves in USI.
pub(super) fn usi_words(line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| usi::write_move(mv)).collect()
}

/// Returns the moves of a line from a diagram in all notations.
pub(super) fn moves(setup: &Setup, line: &[Move]) -> Vec<Value> {
    let japanese = japanese::write_line(setup, line);
    let western = western::write_line(setup, line);
    let moves = line.iter().zip(japanese).zip(western);
    moves.map(|((&mv, japanese), western)| {
        json!({"usi": usi::write_move(mv), "japanese": japanese, "western": western})
    })
    .collect()
}

/// Returns in each notation a line that is played after the moves `before`.
pub(super) fn line_in_words(setup: &Setup, before: &[Move], line: &[Move]) -> Value {
    let whole: Vec<Move> = before.iter().chain(line).copied().collect();
    let after_before = |mut moves: Vec<String>| moves.split_off(before.len().min(moves.len()));
    json!({
        "line": usi_words(line),
        "japanese": after_before(japanese::write_line(setup, &whole)),
        "western": after_before(western::write_line(setup, &whole)),
    })
}

/// Reads moves in USI, up to the first that cannot be read.
pub(super) fn parse_moves(words: &[String]) -> Vec<Move> {
    words
        .iter()
        .map_while(|it| usi::parse_move(it).ok())
        .collect()
}

/// Returns a finding with its words. The moves before it are its own, else those of `main_line`.
pub(super) fn finding(problem: &Problem, main_line: &[Move], it: &Finding, lang: Lang) -> Value {
    let mut value = serde_json::to_value(it).unwrap_or_default();
    let plies_before = it.ply.map_or(0, |ply| ply.saturating_sub(1));
    let before = if it.after.is_empty() {
        main_line.get(..plies_before).unwrap_or_default().to_vec()
    } else {
        parse_moves(&it.after)
    };
    let line = parse_moves(&it.line);
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
        fields.insert("before".to_owned(), json!(usi_words(&before)));
        if let Value::Object(words) = line_in_words(problem.setup(), &before, &line) {
            fields.extend(words);
        }
    }
    value
}

/// Returns the findings and notes of a row with their words, the most severe first.
pub(super) fn findings(problem: &Problem, row: &Row, lang: Lang) -> Vec<Value> {
    let main_line = parse_moves(&row.solution);
    let all = row.defects.iter().chain(&row.blemishes).chain(&row.notes);
    all.map(|it| finding(problem, &main_line, it, lang))
        .collect()
}
