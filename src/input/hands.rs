//! Pieces in hand in the fields of others: texts, lists, and objects with counts.

use crate::notation::kind_of_letter;
use crate::notation::record::read_hand;
use crate::notation::sfen::write_hand;
use crate::shogi::{Color, Hand, PieceKind};
use serde_json::{Map, Value};

/// Returns whether a value says anything.
pub(super) fn is_said(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    }
}

/// The hand of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OneHand {
    These(Hand),
    /// All that are left.
    Rest,
}

impl OneHand {
    /// Returns the pieces that are named.
    pub const fn hand(self) -> Hand {
        match self {
            Self::These(hand) => hand,
            Self::Rest => Hand::EMPTY,
        }
    }
}

/// Reads the hand of one side.
pub(super) fn of_one(value: &Value) -> Option<OneHand> {
    if let Value::Object(fields) = value
        && let Some((_, inner)) = fields.iter().next().filter(|it| is_name_of_hand(it.0))
        && fields.len() == 1
    {
        return of_one(inner);
    }
    let Value::String(text) = value else {
        return pieces(value).map(OneHand::These);
    };
    let text = text.trim();
    if text.is_empty() {
        return Some(OneHand::These(Hand::EMPTY));
    }
    if let Some(hand) = sole(text) {
        return Some(OneHand::These(hand));
    }
    Some(match read_hand(text).ok()? {
        Some(hand) => OneHand::These(hand),
        None => OneHand::Rest,
    })
}

/// Returns whether an object of one side has its hand under this name: `{"sente": {"hand": "G"}}`.
fn is_name_of_hand(name: &str) -> bool {
    super::names::rank(super::names::Meaning::Hands, name).is_some()
}

/// Reads the hand of one side in the letters of SFEN, which are in capitals, or all of them in small ones.
fn sole(text: &str) -> Option<Hand> {
    let both = of_sfen(text)?;
    match both.map(Hand::is_empty) {
        [false, false] => None,
        [true, _] => Some(both[1]),
        [_, true] => Some(both[0]),
    }
}

/// Reads the hands of SFEN: `2GP`, `Gp`, `-`.
pub(super) fn of_sfen(text: &str) -> Option<[Hand; 2]> {
    let mut hands = [Hand::EMPTY; 2];
    let mut count = String::new();
    for c in text.trim_matches('-').chars() {
        if c.is_ascii_digit() {
            count.push(c);
            continue;
        }
        let kind = kind_of_letter(u8::try_from(c).ok()?.to_ascii_uppercase())?;
        let number = if count.is_empty() {
            1
        } else {
            count.parse().ok()?
        };
        count.clear();
        let side = usize::from(c.is_ascii_lowercase());
        hands[side] = with(hands[side], kind, number)?;
    }
    count.is_empty().then_some(hands)
}

fn with(hand: Hand, kind: PieceKind, count: u32) -> Option<Hand> {
    let is_held = kind != PieceKind::King && !kind.is_promoted();
    let total = is_held.then(|| hand.count(kind).checked_add(count))??;
    (total <= u32::from(PieceKind::SET[kind.index()])).then(|| hand.with(kind, total))
}

/// Reads the hands of both sides, or the attacker's, and returns them as an SFEN has them.
pub(super) fn of_both(value: &Value, attacker: Color) -> Option<String> {
    let both = match value {
        Value::String(text) => return of_text(text.trim(), attacker),
        Value::Object(hands) => of_sides(hands, attacker),
        Value::Array(hands) => of_pair(hands),
        _ => None,
    };
    let both = match both {
        Some([black, white]) => {
            let hand = |it: Option<&Value>| match it {
                None | Some(Value::Null) => Some(Hand::EMPTY),
                Some(value) => of_one(value).map(OneHand::hand),
            };
            [hand(black)?, hand(white)?]
        }
        None => match of_letters(value) {
            Some(both) => both,
            None => [pieces(value)?, Hand::EMPTY],
        },
    };
    Some(written(both))
}

fn written(hands: [Hand; 2]) -> String {
    let text = write_hand(hands[0]) + &write_hand(hands[1]).to_lowercase();
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// Reads a text with the hands of both sides in letters, or that of the attacker. Letters are left to the reader of
/// SFEN.
fn of_text(text: &str, attacker: Color) -> Option<String> {
    let letters = text.replace(' ', "");
    if letters.is_empty() {
        return Some("-".to_owned());
    }
    if of_sfen(&letters).is_some() {
        return Some(letters);
    }
    let mut hands = [Hand::EMPTY; 2];
    hands[attacker.index()] = read_hand(text).ok()??;
    Some(written(hands))
}

/// Returns the hands of an object that names the sides.
fn of_sides(hands: &Map<String, Value>, attacker: Color) -> Option<[Option<&Value>; 2]> {
    let color_of = |name: &str| match &*name.to_lowercase() {
        "black" | "sente" | "b" | "先手" => Some(Color::Black),
        "white" | "gote" | "w" | "後手" => Some(Color::White),
        "attacker" | "攻方" => Some(attacker),
        "defender" | "玉方" | "受方" => Some(attacker.flip()),
        _ => None,
    };
    // A number is the count of the piece with this letter.
    if hands.values().all(Value::is_number) {
        return None;
    }
    let mut both = [None; 2];
    for (name, value) in hands {
        let place = &mut both[color_of(name)?.index()];
        if place.replace(value).is_some() {
            return None;
        }
    }
    Some(both)
}

/// Returns the hands of a pair. Of two texts one has to be empty: two others may be two pieces.
fn of_pair(hands: &[Value]) -> Option<[Option<&Value>; 2]> {
    let [black, white] = hands else {
        return None;
    };
    let are_lists = hands.iter().all(|it| it.is_object() || it.is_array());
    let is_empty = |it: &Value| it.as_str().is_some_and(|it| matches!(it.trim(), "" | "-"));
    let is_pair = are_lists || hands.iter().all(Value::is_string) && hands.iter().any(is_empty);
    is_pair.then_some([Some(black), Some(white)])
}

/// Reads letters, those of White's pieces in small ones: `["G", "p"]`, `{"G": 2, "p": 1}`.
fn of_letters(value: &Value) -> Option<[Hand; 2]> {
    let letters: Option<String> = match value {
        Value::Array(hand) => {
            let letter = |it: &Value| Some(it.as_str().filter(|it| it.len() == 1)?.to_owned());
            hand.iter().map(letter).collect()
        }
        Value::Object(hand) => {
            let one = |it: (&String, &Value)| match it.1.as_u64()? {
                0 => Some(String::new()),
                count => (it.0.len() == 1).then(|| format!("{count}{}", it.0)),
            };
            hand.iter().map(one).collect()
        }
        _ => None,
    };
    of_sfen(&letters?)
}

/// Reads the hand of an object with counts, or of a list of pieces.
fn pieces(value: &Value) -> Option<Hand> {
    match value {
        Value::Object(hand) => hand.iter().try_fold(Hand::EMPTY, |all, (name, count)| {
            let count = match count {
                Value::String(text) => text.trim().parse().ok()?,
                count => u32::try_from(count.as_u64()?).ok()?,
            };
            with(all, kind_of(name)?, count)
        }),
        Value::Array(hand) => hand
            .iter()
            .try_fold(Hand::EMPTY, |all, it| with(all, kind_of(it.as_str()?)?, 1)),
        _ => None,
    }
}

/// Returns a piece by its name in SFEN, CSA, Japanese or English.
fn kind_of(name: &str) -> Option<PieceKind> {
    let known = match name {
        "FU" => "P",
        "KY" => "L",
        "KE" => "N",
        "GI" => "S",
        "KI" => "G",
        "KA" => "B",
        "HI" => "R",
        name => name,
    };
    let hand = read_hand(known).ok()??;
    let mut kinds = hand.iter();
    let (kind, count) = kinds.next()?;
    (count == 1 && kinds.next().is_none()).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hands_are_written_in_many_ways() {
        for (value, expected) in [
            (json!("G"), Some("G")),
            (json!("Gp"), Some("Gp")),
            (json!("金二"), Some("2G")),
            (json!("gold, two pawns"), Some("G2P")),
            (json!("G2"), Some("2G")),
            (json!("なし"), Some("-")),
            (json!(""), Some("-")),
            (json!(["金", "銀"]), Some("GS")),
            (json!(["G", "p"]), Some("Gp")),
            (json!(["G", ""]), Some("G")),
            (json!([["G"], ["P"]]), Some("Gp")),
            (json!({"G": 2, "p": 1, "S": 0}), Some("2Gp")),
            (json!({"gold": 1}), Some("G")),
            (json!({"KI": 2, "FU": "1"}), Some("2GP")),
            (json!({"sente": {"gold": 1}}), Some("G")),
            (json!({"attacker": "金", "defender": "rest"}), Some("G")),
            (json!({"b": "G", "w": "P"}), Some("Gp")),
            (
                json!({"sente": {"hand": "G"}, "gote": {"hand": "P"}}),
                Some("Gp"),
            ),
            // Two pieces, or two hands.
            (json!(["GG", "P"]), None),
            (json!("x"), None),
            (json!(5), None),
            (json!({"gold": 5}), None),
            (json!({"king": 1}), None),
            (json!({"black": "G", "other": "P"}), None),
        ] {
            let found = of_both(&value, Color::Black);
            assert_eq!(found.as_deref(), expected, "{value}");
        }
        let white = of_both(&json!("金"), Color::White);
        assert_eq!(white.as_deref(), Some("g"));
    }
}
