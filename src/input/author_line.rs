//! The author's line and the length in fields of others.

use super::names::{Meaning, rank};
use crate::notation::record::expected_plies;
use crate::notation::{sfen, usi};
use serde_json::{Map, Value};

/// The defender's moves, if the solution has only those of the attacker.
const REPLIES: [&str; 2] = ["opponent_moves", "opponentMoves"];

/// Returns the author's line of an object or a row, with blanks between its moves. In rows of ours it is in
/// `author_line` alone.
pub(super) fn of(position: &str, fields: &Map<String, Value>, is_own: bool) -> Option<String> {
    let own = fields.get("author_line").and_then(plain);
    if is_own || own.is_some() {
        return own;
    }
    // Moves that are not understood are left to their reader, which names them.
    let odd = || {
        let moves = fields.get("moves")?;
        let is_odd = moves.as_array().is_some_and(|it| !it.is_empty());
        is_odd.then(|| moves.to_string().replace(';', " "))
    };
    let surely = || {
        let mut values = ranked(Meaning::Line, fields).into_iter();
        values.find_map(text_of).or_else(odd)
    };
    let perhaps = || {
        let values = ranked(Meaning::PerhapsLine, fields).into_iter();
        let mut lines = values.filter_map(|it| text_of(it).map(|it| with_replies(it, fields)));
        lines.find(|line| {
            let read = sfen::parse_leniently(&format!("{position} moves {line}"));
            read.is_ok_and(|it| !it.moves.is_empty())
        })
    };
    surely().or_else(perhaps)
}

/// Returns the length in a field of others. Some count the moves of the attacker alone: then the line tells.
pub(super) fn plies(fields: &Map<String, Value>) -> Option<u32> {
    let mut values = ranked(Meaning::Plies, fields);
    values.extend(ranked(Meaning::PerhapsPlies, fields));
    let plies = values.into_iter().find_map(number)?;
    let lines = [Meaning::Line, Meaning::PerhapsLine].map(|it| ranked(it, fields));
    let line = lines.into_iter().flatten().find_map(text_of);
    let moves = line.map_or(0, |it| it.split_whitespace().count());
    let is_of_attacker = moves > 2 && u64::from(plies) * 2 == moves as u64 + 1;
    Some(if is_of_attacker { moves as u32 } else { plies })
}

/// Returns the fields with a meaning, the surest first.
fn ranked(meaning: Meaning, fields: &Map<String, Value>) -> Vec<&Value> {
    let named = fields
        .iter()
        .filter_map(|it| Some((rank(meaning, it.0)?, it.1)));
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|it| it.0);
    named.into_iter().map(|it| it.1).collect()
}

/// Returns a line as this program writes it: a text, or a list of texts.
fn plain(value: &Value) -> Option<String> {
    let line = match value {
        Value::Array(moves) => {
            let moves: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
            moves?.join(" ")
        }
        Value::String(line) => line.clone(),
        _ => return None,
    };
    (!line.trim().is_empty()).then_some(line)
}

/// Returns the moves in a text, a list of moves, or a list with one line.
fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(_) if number(value).is_some() => return None,
        Value::Array(lines) if lines.len() == 1 && lines[0].is_array() => {
            return text_of(&lines[0]);
        }
        Value::Array(moves) => {
            let moves: Option<Vec<&str>> = moves.iter().map(move_of).collect();
            moves?.join(" ")
        }
        value => plain(value)?,
    };
    // A semicolon would end the line.
    let text = text.replace(['\n', '\r', ';'], " ");
    let with_blanks = text.replace(',', " ");
    let mut words = with_blanks.split_whitespace();
    let is_usi = words.all(|it| usi::parse_move(it).is_ok());
    let text = if is_usi { with_blanks } else { text };
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// Returns a move in a list: a text, or an object that has it as one.
fn move_of(value: &Value) -> Option<&str> {
    let named = || {
        ["usi", "move", "kif"]
            .iter()
            .find_map(|it| value.get(it)?.as_str())
    };
    value.as_str().or_else(named)
}

/// Returns the attacker's moves with the defender's between them.
fn with_replies(line: String, fields: &Map<String, Value>) -> String {
    let replies = REPLIES.iter().find_map(|it| text_of(fields.get(*it)?));
    let Some(replies) = replies else {
        return line;
    };
    let mut theirs = replies.split_whitespace();
    let mut whole = Vec::new();
    for mv in line.split_whitespace() {
        whole.push(mv);
        whole.extend(theirs.next());
    }
    whole.join(" ")
}

/// Returns a length: a number, or a text with one such as `7手詰`.
pub(super) fn number(value: &Value) -> Option<u32> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            let ends = ["手詰め", "手詰", "手必至", "手"];
            let word = ends.iter().find_map(|it| text.strip_suffix(it));
            let word = word.unwrap_or(text).trim_end();
            // A table of which one column has gaps may hold its numbers as 7.0.
            let (before, after) = word.split_once('.').unwrap_or((word, ""));
            let is_whole = !after.is_empty() && after.bytes().all(|it| it == b'0');
            let word = if is_whole { before } else { word };
            let is_digit = |c: char| {
                c.is_ascii_digit() || "０１２３４５６７８９〇一二三四五六七八九十百千".contains(c)
            };
            word.parse().ok().or_else(|| {
                let is_number = !word.is_empty() && word.chars().all(is_digit);
                is_number.then(|| expected_plies(word)).flatten()
            })
        }
        value => match value.as_u64() {
            Some(plies) => u32::try_from(plies).ok(),
            None => whole(value.as_f64()?),
        },
    }
}

/// Returns a number without a fraction, such as 7.0, as an integer.
fn whole(number: f64) -> Option<u32> {
    let is_one = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_one.then_some(number as u32)
}
