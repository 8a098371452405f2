//! Lines that look like a hand and have no name that is known.

use crate::hands::{Pieces, pieces};
use crate::lines::Line;
use crate::notation::written_move::side;

/// Returns a line without the mark of a list in front of it: `* 金`, `・銀`.
pub(super) fn without_mark(line: Line<'_>) -> Line<'_> {
    let is_mark = |c: char| matches!(c, '*' | '・' | '•' | '-' | '＊');
    let text = line.text.strip_prefix(is_mark).map(str::trim_start);
    let text = text.filter(|it| !it.is_empty()).unwrap_or(line.text);
    let at = line.at + line.text.len() - text.len();
    Line { text, at }
}

/// Returns whether a line has nothing but a side to move with pieces, or pieces behind other words: `b G 1`,
/// `[G]`, `P+00KI`, `先手金`, `与えられた駒は金`, `Black holds G`.
pub(super) fn is_like_hand(text: &str) -> bool {
    const LONGEST: usize = 80;
    if text.len() > LONGEST {
        return false;
    }
    let are_pieces = |text: &str| {
        let read = pieces(Line { text, at: 0 }.cursor());
        matches!(read, Ok(Pieces::These(hand, _)) if !hand.is_empty())
    };
    let is_letters = |word: &str| {
        let is_letter = |c: char| "PLNSGBRplnsgbr".contains(c);
        word.contains(is_letter) && word.chars().all(|c| is_letter(c) || c.is_ascii_digit())
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_tail = match words[..] {
        ["b" | "w", hand] | ["b" | "w", hand, "1"] => is_letters(hand),
        [word] => {
            let inner = word.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            inner.is_some_and(is_letters) || word.starts_with("P+00") || word.starts_with("P-00")
        }
        _ => false,
    };
    let holds = || {
        let small = text.to_ascii_lowercase();
        let is_verb = [" holds ", " hand", "'s hand is "]
            .iter()
            .any(|it| small.contains(it));
        let is_side = ["black", "sente", "white", "gote"]
            .iter()
            .any(|it| small.contains(it));
        let is_piece = |word: &&str| {
            let bare = word.trim_end_matches(['.', ',', ';']);
            let letters = bare.replace('+', "");
            (1..=3).contains(&letters.len())
                && is_letters(&letters)
                && letters.contains(|c: char| c.is_ascii_uppercase())
                || [
                    "gold", "silver", "rook", "bishop", "knight", "lance", "pawn",
                ]
                .contains(&bare.trim_end_matches('s'))
        };
        is_verb && is_side && words.len() <= 12 && words.iter().any(is_piece)
    };
    let behind = || {
        let begins = ["先手", "後手", "攻方", "玉方"];
        let rest = begins.iter().find_map(|it| text.strip_prefix(it));
        let named = text
            .split_once("駒は")
            .or_else(|| text.split_once("持ち＝"));
        rest.is_some_and(are_pieces) || named.is_some_and(|it| are_pieces(it.1))
    };
    let is_marked = text.starts_with(|c: char| !c.is_alphanumeric() && side(c).is_none());
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    is_tail || holds() || behind() || is_marked && are_pieces(bare)
}
