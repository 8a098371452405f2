//! Positions whose board, side to move and hands stand in fields of their own.

use super::bad_line::BadLine;
use super::hands::{OneHand, is_said, of_both, of_one, of_sfen};
use super::names::{Meaning, is_own, rank};
use crate::notation::sfen::{self, write_hand};
use crate::shogi::{Color, Hand};
use serde_json::{Map, Value};

/// Returns a position with the side and the hands that other fields have. One that has them itself stays as
/// it is.
///
/// # Errors
/// If hands cannot be read, or if a field contradicts the position or another field.
pub(super) fn with_parts(position: String, fields: &Map<String, Value>) -> Result<String, BadLine> {
    let is_board = |word: &str| word.matches('/').count() == 8 && !word.contains(['_', ':', ';']);
    let words: Vec<&str> = position.split_whitespace().take(7).collect();
    if let [board] = words[..]
        && is_board(board)
    {
        let side = side(fields);
        return put_together(board, side, fields).map(|it| it.unwrap_or(position));
    }
    let Some(at) = words.iter().position(|it| is_board(it)) else {
        return Ok(position);
    };
    let Some(&side @ ("b" | "w")) = words.get(at + 1) else {
        return Ok(position);
    };
    let color = if side == "w" {
        Color::White
    } else {
        Color::Black
    };
    if at > 2 || is_own(fields) {
        return Ok(position);
    }
    check_side(&position, color, fields)?;
    if words.len() == at + 2 {
        let side = Some(side.to_owned());
        return put_together(words[at], side, fields).map(|it| it.unwrap_or(position));
    }
    check_hands(&words[at..], color, fields)?;
    Ok(position)
}

/// Puts a board together with its side to move and hands. `None` if there are none.
fn put_together(
    board: &str,
    side: Option<String>,
    fields: &Map<String, Value>,
) -> Result<Option<String>, BadLine> {
    let attacker = match side.as_deref() {
        Some("w") => Color::White,
        _ => Color::Black,
    };
    let given = given(attacker, fields)?;
    Ok(match (side, given) {
        (None, None) => None,
        (Some(side), None) => Some(format!("{board} {side}")),
        (side, Some(hands)) => {
            let side = side.as_deref().unwrap_or("b");
            Some(format!("{board} {side} {hands}"))
        }
    })
}

/// Returns the first field with a meaning.
fn field(meaning: Meaning, fields: &Map<String, Value>) -> Option<(&str, &Value)> {
    let ranked = fields.iter().filter(|it| !it.1.is_null());
    let ranked = ranked.filter_map(|(name, value)| Some((rank(meaning, name)?, name, value)));
    let first = ranked.min_by_key(|it| it.0)?;
    Some((first.1, first.2))
}

/// Returns the side to move as an SFEN has it. A value that cannot be understood is put there, and the reader of SFEN names it.
fn side(fields: &Map<String, Value>) -> Option<String> {
    if let Some((_, value)) = field(Meaning::Side, fields) {
        let text = word_of(value);
        return Some(match color_of(&text) {
            Some(Color::White) => "w".to_owned(),
            Some(Color::Black) => "b".to_owned(),
            // An empty cell says nothing.
            None if text.trim().is_empty() => "b".to_owned(),
            None => text.replace([' ', ';'], ""),
        });
    }
    let (_, value) = field(Meaning::PerhapsSide, fields)?;
    let color = color_of(value.as_str()?)?;
    let letter = if color == Color::White { "w" } else { "b" };
    Some(letter.to_owned())
}

fn color_of(text: &str) -> Option<Color> {
    match &*text.trim().to_lowercase() {
        "b" | "black" | "sente" | "先手" | "先手番" | "攻方" | "+" | "0" | "▲" | "☗" => {
            Some(Color::Black)
        }
        "w" | "white" | "gote" | "後手" | "後手番" | "-" | "1" | "△" | "☖" => {
            Some(Color::White)
        }
        _ => None,
    }
}

fn word_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Looks whether a field says that the other side is to move. A number may be that of a move, a colour that of the
/// reader's side.
fn check_side(position: &str, color: Color, fields: &Map<String, Value>) -> Result<(), BadLine> {
    for (name, value) in fields {
        let is_side = rank(Meaning::Side, name).is_some() && !name.eq_ignore_ascii_case("color");
        if !is_side && !name.eq_ignore_ascii_case("attacker") {
            continue;
        }
        let word = value.as_str().unwrap_or_default();
        let is_word = word.contains(char::is_alphabetic) && word != "攻方";
        if is_word && color_of(word).is_some_and(|it| it != color) {
            let board = position.rfind('/').unwrap_or_default();
            let at = position[board..].find([' ', '\t']).unwrap_or_default() + board;
            let behind = &position[at..];
            let at = at + behind.len() - behind.trim_start().len();
            return Err(BadLine::OtherSide {
                span: at..(at + 1).min(position.len()),
                text: position.to_owned(),
                side: if color == Color::White { "w" } else { "b" }.to_owned(),
                name: name.clone(),
                value: word.to_owned(),
            });
        }
    }
    Ok(())
}

/// Looks whether a field has other pieces for a hand that a position has.
fn check_hands(
    words: &[&str],
    attacker: Color,
    fields: &Map<String, Value>,
) -> Result<(), BadLine> {
    let Some(there) = words.get(2).and_then(|it| of_sfen(it)) else {
        return Ok(());
    };
    // Without a hand of his the defender holds the rest.
    let rest = || {
        let read = sfen::parse_leniently(&words[..3].join(" ")).ok();
        read.map_or(Hand::EMPTY, |it| it.setup.missing())
    };
    let is_same = |color: Color, hand: Hand| {
        let known = there[color.index()];
        hand.is_empty() || hand == known || color != attacker && known.is_empty() && hand == rest()
    };
    if let Some((name, value)) = field(Meaning::Hands, fields)
        && let Some(both) = of_both(value, attacker).and_then(|it| of_sfen(&it))
        && Color::ALL
            .into_iter()
            .any(|it| !is_same(it, both[it.index()]))
    {
        return Err(BadLine::TwoHands {
            name: name.to_owned(),
            value: word_of(value),
            other: String::new(),
        });
    }
    for own in own_hands(attacker, fields).into_iter().flatten() {
        if !is_same(own.color, own.hand.hand()) {
            return Err(own.contradicts(""));
        }
    }
    Ok(())
}

/// The hand of one side in a field of its own.
struct OwnHand<'a> {
    color: Color,
    name: &'a str,
    value: &'a Value,
    hand: OneHand,
}

impl OwnHand<'_> {
    fn contradicts(&self, other: &str) -> BadLine {
        BadLine::TwoHands {
            name: self.name.to_owned(),
            value: word_of(self.value),
            other: other.to_owned(),
        }
    }
}

/// Returns the hands of single sides.
fn own_hands(attacker: Color, fields: &Map<String, Value>) -> Vec<Result<OwnHand<'_>, BadLine>> {
    let named = [
        (Meaning::AttackersHand, attacker),
        (Meaning::DefendersHand, attacker.flip()),
        (Meaning::BlacksHand, Color::Black),
        (Meaning::WhitesHand, Color::White),
        (Meaning::PerhapsBlacksHand, Color::Black),
        (Meaning::PerhapsWhitesHand, Color::White),
    ];
    let found = named.into_iter().filter_map(|(meaning, color)| {
        let (name, value) = field(meaning, fields).filter(|it| is_said(it.1))?;
        let is_sure = !matches!(
            meaning,
            Meaning::PerhapsBlacksHand | Meaning::PerhapsWhitesHand
        );
        match of_one(value) {
            // All that are left cannot be the attacker's.
            Some(hand) if hand != OneHand::Rest || color != attacker => Some(Ok(OwnHand {
                color,
                name,
                value,
                hand,
            })),
            _ => is_sure.then(|| {
                Err(BadLine::NoHand {
                    name: name.to_owned(),
                    value: word_of(value),
                })
            }),
        }
    });
    found.collect()
}

/// Returns the hands that fields give, as an SFEN has them.
fn given(attacker: Color, fields: &Map<String, Value>) -> Result<Option<String>, BadLine> {
    let both = field(Meaning::Hands, fields);
    let own = own_hands(attacker, fields);
    let base = match both {
        None => None,
        Some((name, value)) => {
            let read = of_both(value, attacker).ok_or_else(|| BadLine::NoHand {
                name: name.to_owned(),
                value: word_of(value),
            })?;
            Some((name, read))
        }
    };
    if own.is_empty() {
        return Ok(base.map(|it| it.1));
    }
    let (other, text) = base.unwrap_or_default();
    let there = of_sfen(&text).unwrap_or_default();
    let mut hands = there;
    let mut is_given = there.map(|it| !it.is_empty());
    let mut names = [other; 2];
    for own in own {
        let own = own?;
        let (side, hand) = (own.color.index(), own.hand.hand());
        if is_given[side] && hands[side] != hand && !hand.is_empty() {
            return Err(own.contradicts(names[side]));
        }
        if !is_given[side] {
            (hands[side], is_given[side], names[side]) = (hand, !hand.is_empty(), own.name);
        }
    }
    let text = write_hand(hands[0]) + &write_hand(hands[1]).to_lowercase();
    Ok(Some(if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(fields: &Value) -> String {
        let mut fields = fields.as_object().unwrap().clone();
        let position = fields.shift_remove("sfen").unwrap();
        let read = with_parts(position.as_str().unwrap().to_owned(), &fields);
        read.map_or_else(|it| it.to_string(), |it| format!("read as {it}"))
    }

    #[test]
    fn contradictions_are_errors_that_name_both_places() {
        const BOARD: &str = "8k/9/8P/9/9/9/9/9/9";
        for (fields, expected) in [
            (
                json!({"sfen": format!("{BOARD} b G 1"), "turn": "white"}),
                "the field `turn` says `white`, but the position says that it is the turn of `b`",
            ),
            (
                json!({"sfen": format!("{BOARD} b"), "attacker": "後手", "hand": "G"}),
                "the field `attacker` says `後手`, but the position says that it is the turn of `b`",
            ),
            (
                json!({"sfen": format!("sfen {BOARD} b - 1"), "black_hand": "G"}),
                "the field `black_hand` has other pieces in hand (`G`) than the position",
            ),
            (
                json!({"sfen": format!("{BOARD} b - 1"), "持駒": "金"}),
                "the field `持駒` has other pieces in hand (`金`) than the position",
            ),
            (
                json!({"sfen": BOARD, "hands": "G", "sente_hand": "S"}),
                "the field `sente_hand` has other pieces in hand (`S`) than the field `hands`",
            ),
            (
                json!({"sfen": BOARD, "hand_black": "?"}),
                "the pieces in hand in the field `hand_black` cannot be read: `?`",
            ),
            (
                json!({"sfen": BOARD, "hands": [5]}),
                "the pieces in hand in the field `hands` cannot be read: `[5]`",
            ),
        ] {
            assert_eq!(error(&fields), expected);
        }
    }

    #[test]
    fn fields_may_say_what_the_position_says() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
        for fields in [
            json!({"sfen": sfen, "turn": "black", "black": "G"}),
            // The number of a move, and a colour of the page.
            json!({"sfen": sfen, "turn": 1, "color": "white"}),
            json!({"sfen": sfen, "後手持駒": "残り全部"}),
            json!({"sfen": sfen, "white_hand": "2r2b3g4s4n4l17p"}),
            json!({"sfen": sfen, "hand": "right", "black": "Habu"}),
        ] {
            assert_eq!(error(&fields), format!("read as {sfen}"));
        }
    }
}
