//! Reads positions in fields: texts, lists of pieces, and boards whose side to move and hands are in other fields.

use super::bad_line::BadLine;
use super::names::{FieldNames, Meaning, is_own, word_of};
use crate::notation::record::read_hand;
use crate::notation::sfen::{self, write_hand};
use crate::shogi::Color;
use serde_json::{Map, Value};

/// Returns the name of the field with the position. A field with a text or a list of pieces comes before others.
pub(super) fn field_of_position(fields: &Map<String, Value>, names: &FieldNames) -> Option<String> {
    let ranked = fields.iter().filter_map(|(name, value)| {
        let rank = names.rank(Meaning::Position, name)?;
        let is_text = value.as_str().is_some_and(|it| !it.trim().is_empty());
        let is_position = is_text || board_of(value, Color::Black).is_some();
        Some((!is_position, rank, name))
    });
    ranked.min().map(|(_, _, name)| name.clone())
}

/// Returns a position with the side and the hands of other fields, unless it has them itself.
///
/// # Errors
/// If the value is no position, if hands cannot be read, or if a field contradicts the position or another field.
pub(super) fn read(
    position: Value,
    fields: &Map<String, Value>,
    names: &FieldNames,
) -> Result<String, BadLine> {
    let side_field = names.find(Meaning::Side, fields);
    let side_field = side_field.and_then(|(name, value)| Some((name, value.as_str()?)));
    let position = match position {
        Value::String(text) => text,
        value => {
            let side = side_field.and_then(|(_, value)| color_of(value, Color::Black));
            board_of(&value, side.unwrap_or(Color::Black)).ok_or(BadLine::NoSfen)?
        }
    };
    let is_board = |word: &str| word.matches('/').count() == 8 && !word.contains(['_', ':', ';']);
    let words: Vec<&str> = position.split_whitespace().take(7).collect();
    // Only `position sfen` or the like may come before the board.
    let board = words.iter().position(|it| is_board(it));
    let Some(board) = board.filter(|it| *it < 3 && !is_own(fields)) else {
        return Ok(position);
    };
    let side = side_field.map(|(_, value)| match color_of(value, Color::Black) {
        Some(color) => letter(color).to_owned(),
        // The reader of SFEN reports a word that it does not know.
        None => value.replace([' ', ';'], ""),
    });
    let Some(&turn) = words.get(board + 1) else {
        let attacker = color_of(side.as_deref().unwrap_or("b"), Color::Black);
        let hands = hands(attacker.unwrap_or(Color::Black), fields, names)?;
        return Ok(match (side, hands) {
            (None, None) => position,
            (side, hands) => {
                let side = side.as_deref().unwrap_or("b");
                let hands = hands.map_or(String::new(), |(hands, _)| format!(" {hands}"));
                format!("{} {side}{hands}", words[board])
            }
        });
    };
    let Some(color) = color_of(turn, Color::Black).filter(|it| letter(*it) == turn) else {
        return Ok(position);
    };
    if let Some((name, value)) = side_field
        && color_of(value, Color::Black).is_some_and(|it| it != color)
    {
        return Err(contradiction(name, value, turn));
    }
    if words.len() == board + 2 {
        let hands = hands(color, fields, names)?;
        return Ok(match hands {
            Some((hands, ..)) => format!("{} {turn} {hands}", words[board]),
            None => position,
        });
    }
    if let Ok(Some((given, name))) = hands(color, fields, names)
        && hands_differ(&words[board..], color, &given)
    {
        let value = word_of(&fields[name]);
        return Err(contradiction(name, &value, words[board + 2]));
    }
    Ok(position)
}

fn contradiction(name: &str, value: &str, other: &str) -> BadLine {
    BadLine::Contradiction {
        name: name.to_owned(),
        value: value.to_owned(),
        other: other.to_owned(),
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// Returns the side that a word names.
fn color_of(word: &str, attacker: Color) -> Option<Color> {
    Some(match &*word.trim().to_lowercase() {
        "b" | "black" | "sente" | "先手" | "先手番" => Color::Black,
        "w" | "white" | "gote" | "後手" | "後手番" => Color::White,
        "attacker" | "攻方" => attacker,
        "defender" | "玉方" => attacker.flip(),
        _ => return None,
    })
}

/// Returns whether given hands differ from those of a position, whose words are board, side and hands. An empty hand
/// of the defender agrees with all pieces that are left.
fn hands_differ(words: &[&str], attacker: Color, given: &str) -> bool {
    let read = |hands: &str| {
        let read = sfen::parse_leniently(&format!("{} {} {hands}", words[0], words[1]));
        read.ok().map(|it| it.setup)
    };
    let (Some(position), Some(given)) = (read(words[2]), read(given)) else {
        return false;
    };
    Color::ALL.into_iter().any(|color| {
        let (own, hand) = (position.hands[color.index()], given.hands[color.index()]);
        let is_rest = color != attacker && own.is_empty() && hand == position.missing();
        !hand.is_empty() && hand != own && !is_rest
    })
}

/// Returns the hands that fields give, in the form of SFEN, and the name of a field that gives them.
fn hands<'a>(
    attacker: Color,
    fields: &'a Map<String, Value>,
    names: &FieldNames,
) -> Result<Option<(String, &'a str)>, BadLine> {
    let mut all: Option<(String, &str)> = None;
    for (meaning, side) in [
        (Meaning::Hands, None),
        (Meaning::BlackHand, Some(Color::Black)),
        (Meaning::WhiteHand, Some(Color::White)),
    ] {
        let Some((name, value)) = names.find(meaning, fields) else {
            continue;
        };
        let hand = of_hand(value, side, attacker).ok_or_else(|| BadLine::NoHand {
            name: name.to_owned(),
            value: word_of(value),
        })?;
        all = match all {
            None => Some((hand, name)),
            // A field has both hands, and another one repeats one of them.
            Some((both, other)) if names.rank(Meaning::Hands, other).is_some() => {
                if !both.contains(&hand) {
                    return Err(contradiction(name, &word_of(value), &both));
                }
                Some((both, other))
            }
            Some((black, name)) => Some((black + &hand, name)),
        };
    }
    Ok(all.map(|(hands, name)| {
        let is_empty = hands.is_empty();
        (if is_empty { "-".to_owned() } else { hands }, name)
    }))
}

/// Reads the hand of a side. If `side` is `None`, the value has both hands, or that of the attacker.
fn of_hand(value: &Value, side: Option<Color>, attacker: Color) -> Option<String> {
    if let (None, Value::Object(hands)) = (side, value)
        && let Some(both) = of_sides(hands, attacker)
    {
        return Some(both);
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(pieces) => {
            let pieces: Option<Vec<&str>> = pieces.iter().map(Value::as_str).collect();
            pieces?.join(" ")
        }
        Value::Object(counts) => {
            let times = |count: &Value| usize::try_from(count.as_u64()?).ok().filter(|it| *it < 19);
            let pieces =
                |(name, count): (&String, _)| Some(format!("{name} ").repeat(times(count)?));
            counts.iter().map(pieces).collect::<Option<String>>()?
        }
        _ => return None,
    };
    let in_case = |hand: String, side: Color| match side {
        Color::Black => hand.to_uppercase(),
        Color::White => hand.to_lowercase(),
    };
    let letters = text.replace([' ', '-'], "");
    let has = |it: fn(&char) -> bool| letters.chars().any(|c| it(&c));
    let is_sfen = letters
        .chars()
        .all(|c| c.is_ascii_digit() || "plnsgbrPLNSGBR".contains(c));
    if is_sfen && !letters.ends_with(|c: char| c.is_ascii_digit()) {
        let are_both = has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase);
        return match side {
            None => Some(letters),
            Some(side) => (!are_both).then(|| in_case(letters, side)),
        };
    }
    let side = side.unwrap_or(attacker);
    match read_hand(&text).ok()? {
        Some(hand) => Some(in_case(write_hand(hand), side)),
        // Only the defender can hold all that are left. An empty hand in SFEN means that.
        None => (side != attacker).then(String::new),
    }
}

/// Reads the hands of an object that names the sides.
fn of_sides(hands: &Map<String, Value>, attacker: Color) -> Option<String> {
    let hand = |(name, value): (&String, &Value)| {
        of_hand(value, Some(color_of(name, attacker)?), attacker)
    };
    hands.iter().map(hand).collect()
}

/// Returns the board in SFEN of a list of pieces, each with `x`, `y`, `owner` and `type`.
pub(super) fn board_of(value: &Value, attacker: Color) -> Option<String> {
    let mut board = vec![vec![String::new(); 9]; 9];
    for piece in value.as_array().filter(|it| !it.is_empty())? {
        let index = |key: &str| {
            usize::try_from(piece.get(key)?.as_u64()?)
                .ok()?
                .checked_sub(1)
        };
        let square = board.get_mut(index("y")?)?.get_mut(index("x")?)?;
        let color = color_of(piece.get("owner")?.as_str()?, attacker)?;
        let kind = piece.get("type")?.as_str()?;
        let letter = kind.strip_prefix('+').unwrap_or(kind);
        if !square.is_empty() || letter.len() != 1 || !"KRBGSNLP".contains(letter) {
            return None;
        }
        *square = match color {
            Color::Black => kind.to_owned(),
            Color::White => kind.to_lowercase(),
        };
    }
    let cell = |it: &String| {
        if it.is_empty() {
            "1".to_owned()
        } else {
            it.clone()
        }
    };
    let rank = |it: Vec<String>| it.iter().rev().map(cell).collect::<String>();
    let mut text = board.into_iter().map(rank).collect::<Vec<_>>().join("/");
    for empty in (2..=9).rev() {
        text = text.replace(&"1".repeat(empty), &empty.to_string());
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const BOARD: &str = "8k/9/8P/9/9/9/9/9/9";

    /// Returns the position of fields, or the error.
    fn of(fields: &Value) -> String {
        let mut fields = fields.as_object().unwrap().clone();
        let names = FieldNames::default();
        let position = fields.shift_remove(&field_of_position(&fields, &names).unwrap());
        let read = read(position.unwrap(), &fields, &names);
        read.map_or_else(|it| it.to_string(), |it| it.replace(BOARD, "$"))
    }

    #[test]
    fn a_board_gets_its_side_and_hands_from_other_fields() {
        for (fields, expected) in [
            (json!({}), "$"),
            (json!({"turn": "white"}), "$ w"),
            (json!({"turn": "x y"}), "$ xy"),
            (json!({"hands": "G"}), "$ b G"),
            (json!({"turn": "先手", "hands": "Gp"}), "$ b Gp"),
            (json!({"手番": "後手", "持駒": "金二"}), "$ w 2g"),
            (json!({"hands": "gold, two pawns"}), "$ b G2P"),
            (json!({"hands": ""}), "$"),
            (json!({"hands": "-"}), "$ b -"),
            (json!({"hands": "なし"}), "$ b -"),
            (json!({"hands": ["金", "銀"]}), "$ b GS"),
            (json!({"hands": {"G": 2, "p": 1, "S": 0}}), "$ b GGp"),
            (
                json!({"hands": {"black": {"gold": 1}, "white": {"P": 2}}}),
                "$ b Gpp",
            ),
            (
                json!({"hands": {"attacker": "金", "defender": "rest"}}),
                "$ b G",
            ),
            (json!({"black_hand": "G", "white_hand": "P"}), "$ b Gp"),
            (
                json!({"先手の持駒": "金", "後手の持駒": "残り全部"}),
                "$ b G",
            ),
            (
                json!({"hands": "G", "sente_hand": "S"}),
                "the field `sente_hand` says `S`, but the position or another field `G`",
            ),
            (
                json!({"hand_black": "?"}),
                "the pieces in hand in the field `hand_black` cannot be read: `?`",
            ),
            (
                json!({"hands": [5]}),
                "the pieces in hand in the field `hands` cannot be read: `[5]`",
            ),
        ] {
            let mut all = fields.clone();
            all["sfen"] = BOARD.into();
            assert_eq!(of(&all), expected, "{fields}");
        }
    }

    #[test]
    fn fields_may_only_say_what_the_position_says() {
        for (side, fields, expected) in [
            ("b G 1", json!({"turn": "black", "hands": "G"}), "$ b G 1"),
            ("b G 1", json!({"turn": 1, "hand": "right"}), "$ b G 1"),
            ("b G 1", json!({"white_hand": "2r2b3g4s4n4l17p"}), "$ b G 1"),
            (
                "b G 1",
                json!({"turn": "white"}),
                "the field `turn` says `white`, but the position or another field `b`",
            ),
            (
                "b - 1",
                json!({"持駒": "金"}),
                "the field `持駒` says `金`, but the position or another field `-`",
            ),
            ("b", json!({"hands": "G"}), "$ b G"),
        ] {
            let mut all = fields.clone();
            all["sfen"] = format!("{BOARD} {side}").into();
            assert_eq!(of(&all), expected, "{fields}");
        }
    }

    #[test]
    fn a_list_of_pieces_is_a_board() {
        let king = json!({"x": 1, "y": 1, "owner": "defender", "type": "K"});
        let pawn = json!({"x": 1, "y": 3, "owner": "attacker", "type": "+P"});
        let fields = json!({"pieces": [king, pawn], "sideToMove": "attacker", "hand": "G"});
        assert_eq!(of(&fields), "8k/9/8+P/9/9/9/9/9/9 b G");
        for wrong in [
            json!([]),
            json!([king, king]),
            json!([{"x": 1}]),
            json!([1]),
        ] {
            assert_eq!(board_of(&wrong, Color::Black), None, "{wrong}");
        }
    }
}
