//! Positions whose board, side to move and hands stand in fields of their own.

use super::names::{Meaning, rank};
use serde_json::{Map, Value};

/// Returns a position with the side and the hands that other fields have. One that has them itself stays as
/// it is. What cannot be understood is put where it belongs, so that its reader names it.
pub(super) fn with_parts(position: String, fields: &Map<String, Value>) -> String {
    let board = position.trim();
    let is_board = board.matches('/').count() == 8 && !board.contains([' ', '\t', '_', ':', ';']);
    let (side, hands) = (field(Meaning::Side, fields), field(Meaning::Hands, fields));
    if !is_board || side.is_none() && hands.is_none() {
        return position;
    }
    let side = side.map_or_else(|| "b".to_owned(), side_of);
    match hands {
        Some(hands) => format!("{board} {side} {}", hands_of(hands)),
        None => format!("{board} {side}"),
    }
}

/// Returns the first field with a meaning.
fn field(meaning: Meaning, fields: &Map<String, Value>) -> Option<&Value> {
    let ranked = fields.iter().filter(|it| !it.1.is_null());
    let ranked = ranked.filter_map(|(name, value)| Some((rank(meaning, name)?, value)));
    ranked.min_by_key(|it| it.0).map(|it| it.1)
}

fn side_of(value: &Value) -> String {
    let text = word_of(value);
    match &*text.trim().to_lowercase() {
        // An empty cell says nothing.
        "" | "b" | "black" | "sente" | "先手" | "攻方" | "+" | "0" | "▲" | "☗" => {
            "b".to_owned()
        }
        "w" | "white" | "gote" | "後手" | "-" | "1" | "△" | "☖" => "w".to_owned(),
        _ => text.replace([' ', ';'], ""),
    }
}

fn hands_of(value: &Value) -> String {
    let both = match value {
        Value::String(text) => {
            let text = text.trim();
            return if text.is_empty() {
                "-".to_owned()
            } else {
                text.replace(' ', "")
            };
        }
        Value::Object(hands) if hands.values().any(|it| !it.is_number()) => {
            let of = |names: [&str; 4]| {
                let mut entries = hands.iter();
                let found = entries.find(|it| names.contains(&&*it.0.to_lowercase()));
                found.map(|it| it.1)
            };
            let both = [
                of(["black", "sente", "b", "先手"]),
                of(["white", "gote", "w", "後手"]),
            ];
            (both.iter().flatten().count() == hands.len()).then_some(both)
        }
        Value::Array(hands) if hands.len() == 2 && hands.iter().all(Value::is_object) => {
            Some([hands.first(), hands.last()])
        }
        _ => None,
    };
    let text = match both {
        Some([black, white]) => {
            let black = black.map_or(Some(String::new()), pieces);
            let white = white.map_or(Some(String::new()), pieces);
            black
                .zip(white)
                .map(|(black, white)| black.to_uppercase() + &white.to_lowercase())
        }
        None => pieces(value),
    };
    match text {
        Some(text) if text.is_empty() => "-".to_owned(),
        Some(text) => text,
        None => value.to_string().replace([' ', ';'], ""),
    }
}

/// Returns the pieces of a hand in the letters of SFEN.
fn pieces(value: &Value) -> Option<String> {
    match value {
        Value::Object(hand) => {
            let pieces = hand.iter().map(|(name, count)| {
                let letter = letter(name)?;
                Some(match count.as_u64()? {
                    0 => String::new(),
                    1 => letter,
                    count => format!("{count}{letter}"),
                })
            });
            pieces.collect()
        }
        Value::Array(hand) => hand.iter().map(|it| letter(it.as_str()?)).collect(),
        Value::String(text) => Some(text.trim().trim_matches('-').to_owned()),
        Value::Null => Some(String::new()),
        _ => None,
    }
}

/// Returns the letter of a piece by its name in SFEN, CSA or Japanese.
fn letter(name: &str) -> Option<String> {
    let known = match name {
        "FU" | "歩" => "P",
        "KY" | "香" => "L",
        "KE" | "桂" => "N",
        "GI" | "銀" => "S",
        "KI" | "金" => "G",
        "KA" | "角" => "B",
        "HI" | "飛" => "R",
        letter if letter.len() == 1 && "PLNSGBRplnsgbr".contains(letter) => letter,
        _ => return None,
    };
    Some(known.to_owned())
}

fn word_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
