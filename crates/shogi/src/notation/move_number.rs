//! Skips numbers and names of sides in front of moves: `1.`, `①`, `(1)`, `１手目`, `先手`.

use super::cursor::Cursor;
use super::digits::digit;

/// The names of sides that may stand before a move, longer ones first.
const SIDES: [&str; 8] = [
    "先手",
    "後手",
    "攻方",
    "攻め方",
    "詰方",
    "玉方",
    "受方",
    "受け方",
];

/// Skips the number of a move with the sign after it: `1.`, `１：`, `①`, `(1)`, `1手目`. Returns whether there
/// is one.
pub fn skip_number(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    let is_circled =
        |c| matches!(c, '①'..='⑳' | '㉑'..='㉟' | '㊱'..='㊿' | '❶'..='❿' | '⑴'..='⒇' | '⒈'..='⒛');
    let is_skipped = if ahead.skip_one(is_circled) {
        ahead.skip_one(|c| matches!(c, '.' | '．' | '：' | ':'));
        true
    } else if ahead.skip("初手") {
        ahead.skip_one(|c| matches!(c, '：' | ':' | '、'));
        true
    } else {
        let in_brackets = ahead.skip_one(|c| matches!(c, '(' | '（' | '[' | '［' | '〔' | '<'));
        let digits = ahead.take_while(|c| digit(c).is_some());
        let is_number = (1..=4).contains(&digits.chars().count());
        let has_sign = if in_brackets {
            ahead.skip_one(|c| matches!(c, ')' | '）' | ']' | '］' | '〕' | '>'))
        } else {
            ahead.skip("手目") || ahead.skip_one(is_sign)
        };
        ahead.skip_one(|c| matches!(c, '：' | ':'));
        is_number && has_sign
    };
    if is_skipped {
        ahead.skip_blanks();
        *cursor = ahead;
    }
    is_skipped
}

/// Skips the name of a side before a move: `先手`, `攻方：`. Which side it is does not matter.
pub fn skip_side(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if SIDES.iter().any(|side| ahead.skip(side)) {
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '：' | ':'));
        *cursor = ahead;
    }
}

const fn is_sign(c: char) -> bool {
    matches!(
        c,
        '.' | '．' | '：' | ':' | ')' | '）' | '、' | ',' | '，' | '・' | '］' | ']'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_signs_behind_them() {
        for (text, rest) in [
            ("1.７六歩", "７六歩"),
            ("１．７六歩", "７六歩"),
            ("1: ７六歩", "７六歩"),
            ("12)７六歩", "７六歩"),
            ("①７六歩", "７六歩"),
            ("㉑　７六歩", "７六歩"),
            ("(1) 76歩", "76歩"),
            ("（１０）７六歩", "７六歩"),
            ("１手目▲７六歩", "▲７六歩"),
            ("3手目：７六歩", "７六歩"),
            ("初手 ▲７六歩", "▲７六歩"),
            ("76歩", "76歩"),
            ("７六歩", "７六歩"),
            ("(1", "(1"),
            ("12345.７六歩", "12345.７六歩"),
        ] {
            let mut cursor = Cursor { rest: text, at: 0 };
            assert_eq!(skip_number(&mut cursor), rest != text, "{text}");
            assert_eq!(cursor.rest, rest, "{text}");
            assert_eq!(cursor.at, text.len() - rest.len(), "{text}");
        }
    }
}
