//! The side to move, in a line of its own or behind a name.

use super::{Holder, closes, opens, side_of};
use crate::notation::cursor::Cursor;
use crate::notation::written_move::side;
use crate::shogi::Color;

/// Names of the side to move before a colon or a bracket, beside 手番.
const NAMES: [&str; 5] = ["番", "先後", "turn", "side to move", "to move"];

/// Reads the side to move in a line of its own: `後手番`, `△後手の番`, `（後手番）`, `番：後手`, `[手番] 後手`, `攻方：後手`,
/// `White's turn`. Sentences are left to the reader of texts.
pub(crate) fn turn_of_line(text: &str) -> Option<Holder> {
    let bare = text.trim_matches(is_around);
    if let Some((name, value)) = bare.split_once(['：', ':', ']', '】'])
        && !value.trim_matches(is_around).is_empty()
    {
        return named(name, value, text.starts_with("手番"));
    }
    let bare = bare.trim_end_matches(['：', ':']);
    let alone = turn_of(bare).filter(|_| bare.ends_with('番'));
    alone.or_else(|| english_turn(bare))
}

/// Returns whether a sign may stand around the words of a line.
fn is_around(c: char) -> bool {
    c.is_whitespace() || opens(c) || closes(c) || matches!(c, '。' | '．' | '.' | '!' | '！')
}

/// Reads the side behind a name. A header `手番：` is read as a header.
fn named(name: &str, value: &str, is_header: bool) -> Option<Holder> {
    let (name, value) = (name.trim_matches(is_around), value.trim_matches(is_around));
    let name = name.to_lowercase();
    let found = turn_of(value).or_else(|| english_side(value));
    let found = found.or_else(|| english_turn(value))?;
    // The attacker has the move.
    let is_attacker = ["攻方", "攻め方"].contains(&&*name) && matches!(found, Holder::Side(_));
    let is_turn = NAMES.contains(&&*name) || name == "手番" && !is_header;
    (is_attacker || is_turn).then_some(found)
}

/// Reads the side to move in English: `White's turn`, `It is Gote's move`, `White to play`.
fn english_turn(text: &str) -> Option<Holder> {
    let small = text.to_lowercase().replace('’', "'");
    let begins = ["it is ", "it's "];
    let words = begins
        .iter()
        .find_map(|it| small.strip_prefix(it))
        .unwrap_or(&small);
    let ends = ["'s turn", "'s move", " to move", " to play"];
    english_side(ends.iter().find_map(|it| words.strip_suffix(it))?)
}

fn english_side(word: &str) -> Option<Holder> {
    match word.to_lowercase().as_str() {
        "black" | "sente" | "b" => Some(Holder::Side(Color::Black)),
        "white" | "gote" | "w" => Some(Holder::Side(Color::White)),
        _ => None,
    }
}

/// Reads the side to move: `後手`, `△`, `攻方番`, `先`, `w`.
pub(crate) fn turn_of(text: &str) -> Option<Holder> {
    // A remark may follow.
    let text = text.split(opens).next().unwrap_or("").trim_end();
    let mut cursor = Cursor { rest: text, at: 0 };
    let mark = cursor.peek().and_then(side);
    if mark.is_some() {
        cursor.next();
        cursor.skip_blanks();
    }
    let short = |cursor: &mut Cursor<'_>| {
        if cursor.skip_one(|c| matches!(c, '先' | '黒' | 'b' | 'B')) {
            Some(Holder::Side(Color::Black))
        } else if cursor.skip_one(|c| matches!(c, '後' | '白' | 'w' | 'W')) {
            Some(Holder::Side(Color::White))
        } else {
            None
        }
    };
    // The opponent may be that of the reader.
    if text.contains("相手") {
        return None;
    }
    let named = side_of(&mut cursor).or_else(|| short(&mut cursor));
    cursor.skip("の");
    cursor.skip("手");
    cursor.skip("番");
    let holder = named.or(mark.map(Holder::Side))?;
    cursor.rest.is_empty().then_some(holder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_say_the_side_in_many_words() {
        for text in [
            "後手番",
            "（後手番）",
            "後手の手番",
            "【後手番】",
            "番：後手",
            "後手番：",
            "先後：後手番",
            "[手番] 後手",
            "攻方：後手",
            "Turn: White",
            "Side to move: w",
            "w to move",
            "White's turn",
            "It is Gote's move.",
        ] {
            let found = turn_of_line(text);
            assert_eq!(found, Some(Holder::Side(Color::White)), "{text}");
        }
    }

    #[test]
    fn other_lines_say_no_side() {
        for text in [
            "後手番なら詰まない",
            "先手番です",
            "後手番の詰将棋",
            "後手番号5",
            "攻方：金",
            "手番：後手",
            "White",
            "b",
            "先手の攻め",
            "変化：5手",
            "title: white",
        ] {
            assert_eq!(turn_of_line(text), None, "{text}");
        }
    }
}
