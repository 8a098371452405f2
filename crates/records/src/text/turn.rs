//! Reads the side to move, in a line of its own or in a sentence.

use super::words::{Holder, begins_any, closes, opens, side_of, skip_any};
use crate::notation::cursor::Cursor;
use crate::shogi::Color;

/// Names of the side to move before a colon or a bracket.
const NAMES: &str = "手番|番|先後|turn|side|side to move|to_move|to move|攻方|攻め方";

/// Words after the name of the side to move.
const WORDS_AFTER_SIDE: &str = "turn|move|to move|to play|plays|ist am zug|am zug|moves first";

/// Returns whether a character may surround the words of a line.
fn is_around(c: char) -> bool {
    c.is_whitespace() || opens(c) || closes(c) || "。．.!！*#\"-".contains(c)
}

/// Reads the side to move in a line of its own: `後手番`, `△後手の番`, `（後手番）`, `手番 = 先手`, `White's turn`,
/// `Schwarz ist am Zug`.
pub(super) fn turn_of_line(text: &str) -> Option<Holder> {
    let bare = text.trim_matches(is_around);
    if let Some((name, value)) = bare.split_once(['：', ':', ']', '】', '=', '＝']) {
        let name = name.trim_matches(is_around).to_lowercase();
        let value = value.trim_matches(is_around);
        if NAMES.split('|').any(|it| it == name) && !value.is_empty() {
            let found = turn_of(value)?;
            // `攻方：後手` names the attacker; another word after 攻方 is no side.
            let names_attacker = name.starts_with('攻');
            return (!names_attacker || matches!(found, Holder::Side(_))).then_some(found);
        }
    }
    if let Some(rest) = bare.strip_prefix("手番は") {
        return turn_of(rest.trim_end_matches("です"));
    }
    let bare = bare.trim_end_matches(['：', ':']).trim_end_matches("です");
    if bare.ends_with('番') {
        return turn_of(bare);
    }
    // At the end of a longer line.
    let at = [" to move", " to play"]
        .iter()
        .find_map(|it| bare.strip_suffix(it))
        .map_or(0, |it| {
            it.rfind(|c: char| !c.is_ascii_alphabetic())
                .map_or(0, |at| {
                    at + it[at..].chars().next().map_or(1, char::len_utf8)
                })
        });
    let mut cursor = Cursor {
        rest: &bare[at..],
        at: 0,
    };
    skip_any(&mut cursor, "it is|it's");
    cursor.skip_blanks();
    let side = side_of(&mut cursor).or_else(|| {
        let word = cursor.take_while(|c| !c.is_whitespace());
        turn_of(word).filter(|_| word.len() == 1)
    })?;
    cursor.skip_blanks();
    let is_turn = skip_any(&mut cursor, WORDS_AFTER_SIDE);
    // The task may follow: `White to play and win`.
    let is_end = cursor.rest.is_empty() || begins_any(cursor.rest, " and| und| to mate| in |,");
    (is_turn && is_end).then_some(side)
}

/// Returns the side to move that a sentence says: `次は後手番です`, `（△の番）`. `後手番なら` says none.
pub(super) fn turn_in_text(text: &str) -> Option<Holder> {
    text.match_indices('番').find_map(|(at, sign)| {
        let before = text[..at]
            .trim_end_matches("手")
            .trim_end_matches("の")
            .trim_end_matches("手");
        let named = [
            ("先", Color::Black),
            ("▲", Color::Black),
            ("後", Color::White),
            ("△", Color::White),
        ];
        let (_, color) = named.into_iter().find(|(name, _)| before.ends_with(name))?;
        let after = &text[at + sign.len()..];
        (!begins_any(after, "なら|号|だと|では")).then_some(Holder::Side(color))
    })
}

/// Reads the side to move: `後手`, `△`, `攻方番`, `先`, `w`.
pub(super) fn turn_of(text: &str) -> Option<Holder> {
    // A remark may follow.
    let text = text.split(opens).next().unwrap_or("").trim_end();
    // 相手 may mean the opponent of the reader.
    if text.contains("相手") {
        return None;
    }
    let mut cursor = Cursor { rest: text, at: 0 };
    let named = side_of(&mut cursor).or_else(|| {
        let is_black = cursor.skip_one(|c| matches!(c, '先' | '黒' | 'b' | 'B' | '+'));
        let is_white = !is_black && cursor.skip_one(|c| matches!(c, '後' | '白' | 'w' | 'W' | '-'));
        let color = if is_black { Color::Black } else { Color::White };
        (is_black || is_white).then_some(Holder::Side(color))
    });
    cursor.skip("の");
    cursor.skip("手");
    cursor.skip("番");
    cursor.rest.is_empty().then_some(named?)
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
            "Side: WHITE",
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
            "先手番ですが",
            "後手番の詰将棋",
            "後手番号5",
            "攻方：金",
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
