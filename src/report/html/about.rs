//! The parts of a card that are not about the judgement: headers of the input, remarks about the answer.

use crate::answer::{Finding, Row};
use crate::notation::record::{headers, opcode_of_header};
use crate::notation::{japanese, sfen};
use crate::report::words::answers::verdict_label;
use crate::report::words::joined;
use crate::report::words::labels::words;
use crate::vocabulary::{Lang, NoteKind, Status};
use serde_json::Value;

sentences! {
    with_futile(plies): "the input says {plies}, with futile interpositions counted",
        "入力では{plies}手（無駄合も数えた手数）";
    other_length(plies, expected): "{plies} plies; the input says {expected}",
        "{plies}手（入力では{expected}手）";
    says_length(plies): "the input says {plies} plies", "入力では{plies}手";
    says_verdict(verdict): "the input says: {verdict}", "入力では{verdict}";
}

/// Returns a field of the input by the name of its header or opcode.
pub(super) fn header<'a>(row: &'a Row, key: &str) -> &'a str {
    let source = row.unwritten.source.as_ref().and_then(|it| it.header(key));
    let field = || {
        let input = row.input.as_ref()?;
        let value = input.get(opcode_of_header(key)).or_else(|| input.get(key));
        value.and_then(Value::as_str)
    };
    source.or_else(field).unwrap_or_default()
}

/// Returns the publication of the problem, and other headers of its record.
pub(super) fn source(row: &Row) -> String {
    let keys = [
        headers::MAGAZINE,
        headers::PUBLISHED,
        headers::SOURCE,
        headers::CLASS,
        headers::AWARD,
        headers::NOTE,
    ];
    let words = keys.map(|key| header(row, key).to_owned());
    joined(words.into_iter().chain([place(row)]), " · ")
}

/// Returns the file and the line of the problem, unless the id already names the file.
fn place(row: &Row) -> String {
    match (&row.file, row.line) {
        (Some(file), _) if row.id.starts_with(file.as_str()) => String::new(),
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (file, _) => file.clone().unwrap_or_default(),
    }
}

/// Returns the claims of the input that are proven to be wrong, if they were compared.
pub(super) fn unexpected(row: &Row, lang: Lang) -> String {
    let keys = row.unexpected.iter().flatten();
    let keys: Vec<_> = keys.map(|&it| it.in_lang(lang)).collect();
    if keys.is_empty() {
        return String::new();
    }
    words(lang).unexpected.to_owned() + &lang.of([format!(" {}", keys.join(", ")), keys.join("・")])
}

/// Returns the other remarks about an answer.
pub(super) fn remarks(row: &Row, lang: Lang) -> Vec<String> {
    let words = words(lang);
    let mut remarks = Vec::new();
    let mut say = |text: String| remarks.push(text);
    if let Some(id) = &row.duplicate_of {
        say(format!("{} {id}", words.duplicate_of));
    }
    for work in row.similar.iter().flatten() {
        say(format!("{}: {}", words.similar, work.in_one_line(lang)));
    }
    if row.status == Status::Limit {
        say(words.limit.to_owned());
    }
    let is_of_line =
        |it: &&Finding| it.is_note(NoteKind::Line) || it.is_note(NoteKind::AuthorsLine);
    if let Some(note) = row.notes.iter().find(is_of_line) {
        say(note.note.in_lang(lang));
    }
    if let Some(hand) = row.hand_left().filter(|it| !it.is_empty()) {
        let pieces = lang.of([sfen::write_hand(hand), japanese::hand(hand)]);
        say(format!("{} {pieces}", words.leftover));
    }
    match (row.expected_plies, row.plies) {
        (Some(expected), Some(_)) if row.counts_futile() => say(with_futile(expected, lang)),
        (Some(expected), Some(plies)) if expected != plies => {
            say(other_length(plies, expected, lang));
        }
        (Some(expected), None) => say(says_length(expected, lang)),
        _ => {}
    }
    if let Some(verdict) = row.expected_verdict.filter(|&it| it != row.verdict) {
        say(says_verdict(verdict_label(verdict, lang), lang));
    }
    for note in row.notes.iter().filter(|it| it.is_note(NoteKind::Record)) {
        say(note.note.in_lang(lang));
    }
    if let Some(error) = &row.error {
        say(error.with_place(lang));
    }
    remarks
}
