//! Corrections of a diagram in the text around it: `訂正：持駒は金2枚`, `２一歩は２一香の誤り`.

use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::piece;
use std::ops::Range;

/// Words for a correction.
const WORDS: [&str; 6] = ["訂正", "誤植", "正誤", "誤り", "Correction", "Erratum"];

/// Words for pieces in hand.
const HANDS: [&str; 3] = ["持駒", "持ち駒", "手駒"];

/// Words of corrections that are in the diagram already, or that are about other things.
const OTHERS: [&str; 15] = [
    "訂正済",
    "修正済",
    "訂正版",
    "訂正図",
    "解答",
    "正解",
    "手順",
    "作意",
    "変化",
    "紛れ",
    "手目",
    "初手",
    "手詰",
    "答え",
    "olution",
];

/// Returns the place of a line that corrects a hand or a piece of a diagram, and is not part of it itself.
pub(crate) fn correction(line: Line<'_>) -> Option<Range<usize>> {
    let text = line.text;
    let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
    let is_other = has(&OTHERS);
    if !is_other && (denies_hand(text) || changes_piece(text)) {
        return Some(line.span());
    }
    if !has(&WORDS) || is_other {
        return None;
    }
    let has_piece = text.contains(|c| "飛角金銀桂香歩".contains(c));
    let is_of_hand = has(&HANDS) && (has_piece || text.contains("なし"));
    let mut pieces = text
        .char_indices()
        .filter(|(at, _)| starts_piece(&text[*at..]));
    let is_of_piece = pieces.next().is_some();
    // A single move may be called a mistake: `２二金は誤り`.
    let is_sure = has(&WORDS[..3]) || pieces.next().is_some() || text.contains(['→', '⇒']);
    (is_of_hand || is_of_piece && is_sure).then(|| line.span())
}

/// Returns whether a line gives other pieces in hand: `持駒は金ではなく飛車でした`.
fn denies_hand(text: &str) -> bool {
    let mut behind = HANDS
        .iter()
        .filter_map(|it| text.split_once(it)?.1.strip_prefix('は'));
    behind.any(|it| {
        let value = it
            .split_once("ではなく")
            .or_else(|| it.split_once("じゃなく"));
        value.is_some_and(|(before, _)| before.chars().count() <= 4) && !it.contains('打')
    })
}

/// Returns whether a line puts another piece on a square of the diagram: `図の１三歩は１三とです`.
fn changes_piece(text: &str) -> bool {
    let Some((_, behind)) = text.split_once("図の") else {
        return false;
    };
    let Some((one, other)) = behind.split_once('は') else {
        return false;
    };
    let square = |text: &str| text.chars().take(2).collect::<String>();
    starts_piece(one) && starts_piece(other) && square(one) == square(other)
}

/// Returns whether a text begins with a square and a piece: `１三歩`.
fn starts_piece(text: &str) -> bool {
    let is_number = |c: char| digit(c).or_else(|| kanji(c)).is_some_and(|it| it > 0);
    let mut cursor = Cursor { rest: text, at: 0 };
    cursor.skip_one(is_number) && cursor.skip_one(is_number) && piece(&mut cursor).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_name_a_hand_or_a_piece() {
        for (text, expected) in [
            ("訂正：持駒は金2枚", true),
            ("（5/4追記）持駒を金1に訂正します。", true),
            ("訂正　２三歩→２三香", true),
            ("２一歩は２一香の誤りでした", true),
            ("正誤表：14歩を13歩に", true),
            ("▲２二金は誤り", false),
            ("解答を訂正します：▲１二金", false),
            ("持駒は金（訂正済み）", false),
            ("図面を訂正しました", false),
            ("持駒：金", false),
            ("補足 持駒は金ではなく飛車でした", true),
            ("※図の１三歩は１三とです。", true),
            ("図の１三歩が邪魔", false),
        ] {
            assert_eq!(
                correction(Line { text, at: 0 }).is_some(),
                expected,
                "{text}"
            );
        }
    }
}
