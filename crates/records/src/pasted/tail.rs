//! Reads the rest of the line of a hand, behind its pieces.

use crate::hands::{WORDS, side_of};
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::side;
use std::ops::Range;

/// Words behind which a line is about something else than its hand.
const STOPS: [&str; 14] = [
    "詰",
    "手で",
    "手順",
    "解",
    "答",
    "作",
    "題",
    "出典",
    "初出",
    "手番",
    "まで",
    "ヒント",
    "初手",
    "図",
];

/// Words by which a remark says what is not in the hand.
const NONE: [&str; 11] = [
    "ません",
    "ない",
    "なし",
    "無し",
    "使わ",
    "以外",
    "除く",
    "先月",
    "先週",
    "前回",
    "盤上",
];

/// Returns the place of the word behind a hand in which more pieces may be: `鋃`, `(銀)`, `R`, `七` behind `歩 十`.
pub(super) fn more_pieces(tail: &str) -> Option<Range<usize>> {
    let head = &tail[..end_of_hand(tail)];
    let begin = head.len() - head.trim_start_matches(is_sign).len();
    let bare = head[begin..].trim_end_matches(is_sign);
    let word = bare.split(is_sign).next().unwrap_or_default();
    if may_be_piece(word) || is_number(word) && word == bare && head.len() == tail.len() {
        return Some(begin..begin + word.len());
    }
    if NONE.iter().any(|it| head.contains(it)) {
        return None;
    }
    let at = head.find(is_piece)?;
    let from = head[..at].rfind(is_sign).map_or(0, |it| {
        it + head[it..].chars().next().map_or(1, char::len_utf8)
    });
    let to = head[at..].find(is_sign).map_or(head.len(), |it| at + it);
    Some(from..to)
}

/// Returns where the part of a line ends that may belong to its hand.
fn end_of_hand(tail: &str) -> usize {
    let words = STOPS.iter().chain(&WORDS).filter_map(|it| tail.find(it));
    let signs = tail.find(|c| c == '。' || side(c).is_some());
    let end = words.chain(signs).min().unwrap_or(tail.len());
    let begins = |text: &str| {
        let mut cursor = Cursor { rest: text, at: 0 };
        side_of(&mut cursor).is_some() || is_square(text)
    };
    let mut places = tail[..end].char_indices().map(|it| it.0);
    places.find(|at| begins(&tail[*at..])).unwrap_or(end)
}

/// Returns whether a text begins with a square, as of a move: `１二金`.
fn is_square(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next();
    let second = characters.next();
    first.is_some_and(|c| digit(c).is_some())
        && second.is_some_and(|c| digit(c).is_some() || kanji(c).is_some())
        && characters.next().is_some_and(char::is_alphabetic)
}

fn is_sign(c: char) -> bool {
    !c.is_alphanumeric()
}

fn is_piece(c: char) -> bool {
    "歩香桂銀金角飛".contains(c)
}

/// Returns whether a word may be a piece that cannot be read: letters, or a character like 銀 and 金.
fn may_be_piece(word: &str) -> bool {
    let is_metal = |c: char| ('\u{91d1}'..='\u{9577}').contains(&c) && c != '金';
    let letters = word.trim_matches(|c: char| c.is_ascii_digit());
    let are_letters = !letters.is_empty() && letters.chars().all(|c| "PLNSGBR".contains(c));
    are_letters || word.chars().count() <= 2 && word.contains(is_metal)
}

fn is_number(word: &str) -> bool {
    !word.is_empty()
        && word
            .chars()
            .all(|c| digit(c).is_some() || kanji(c).is_some() || c == '０')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pieces_are_found_behind_a_hand() {
        for (tail, word) in [
            (" 鋃", "鋃"),
            (" 钅艮 桂", "钅艮"),
            (" (銀)", "銀"),
            (" | 銀", "銀"),
            (" R", "R"),
            (" 2P", "2P"),
            (" 0", "0"),
            (" 七", "七"),
            (" (桂香もあり)", "桂香もあり"),
            ("、かつ銀も", "かつ銀も"),
        ] {
            let found = more_pieces(tail).map(|it| &tail[it]);
            assert_eq!(found, Some(word), "{tail}");
        }
        for tail in [
            "",
            "（歩は使いません）",
            "（歩なし）",
            " 5手詰",
            "（5手）",
            " です",
            "。歩は使わない",
            " 作意 ▲１二金",
            " ▲１二金",
            " １二金まで",
            " 後手の持駒：歩",
            "（作：香川）",
            " で詰ませてください",
            " 3手",
        ] {
            assert_eq!(more_pieces(tail), None, "{tail}");
        }
    }
}
