//! Problems as they are pasted: links to boards, and diagrams from a terminal.

use super::bad_line::{BadLine, LONGEST_LINE};
use crate::notation::picture::{ATTACKERS_HAND, DEFENDERS_HAND};
use crate::notation::record::{self, Format, Linked, is_usen};
use crate::notation::sfen;

/// Returns the text that a link stands for: SFEN, USEN or a whole record. Another text stands for itself.
///
/// # Errors
/// If it is a link without a position.
pub(super) fn unlinked(text: String) -> Result<String, BadLine> {
    let linked = record::read_link(&text).or_else(|| {
        let is_problem = || is_usen(text.trim()) || sfen::parse_leniently(&text).is_ok();
        let may_be_coded = || text.contains(['%', '.', '+', '=', '_']);
        (may_be_coded() && !is_problem()).then(|| record::read_coded(&text))?
    });
    let game = match linked {
        None => return Ok(text),
        Some(Linked::Position(text) | Linked::Record { text, .. }) => return Ok(text),
        Some(Linked::OtherGame(game)) => Some(game),
        Some(_) => None,
    };
    Err(BadLine::NoPosition { text, game })
}

/// Returns whether a text is a link, and whether it has a position. `None` if it is no link.
pub(super) fn has_position(text: &str) -> Option<bool> {
    let linked = record::read_link(text).or_else(|| record::read_coded(text))?;
    Some(matches!(
        linked,
        Linked::Position(_) | Linked::Record { .. }
    ))
}

/// Returns whether a text is a position: SFEN, USEN, a link to one, or the text of a record.
pub(super) fn is_position(text: &str) -> bool {
    if text.len() > LONGEST_LINE || !text.contains(['/', '~', '_', '%', '\n']) {
        return false;
    }
    unlinked(text.to_owned()).is_ok_and(|text| {
        is_usen(text.trim()) || sfen::parse_leniently(&text).is_ok() || is_record(&text)
    })
}

/// Returns whether a text of several lines is one record with a diagram or moves.
fn is_record(text: &str) -> bool {
    let has_board = |it: record::Part| {
        let read = it.content;
        read.is_ok_and(|(record, places)| !record.tree.is_empty() || !places.board.is_empty())
    };
    let is_one = |format| {
        let mut parts = record::read(text, format).into_iter();
        parts.next().is_some_and(has_board) && parts.next().is_none()
    };
    text.contains('\n') && [Format::Kif, Format::Csa].into_iter().any(is_one)
}

/// Returns the diagrams in text of ours, as KIF. `None` if there is none: the hands stand beside the
/// board, or above and below it, with the name of their side.
pub(super) fn of_terminal(text: &str) -> Option<String> {
    let hand_of = |line: &str| {
        let line = line.trim();
        let mut name = DEFENDERS_HAND.iter().chain(&ATTACKERS_HAND);
        let rest = name.find_map(|it| line.strip_prefix(it))?;
        // In KIF a colon follows.
        (!rest.starts_with(['：', ':'])).then(|| rest.trim().to_owned())
    };
    let mut kif = String::new();
    let mut above: Option<String> = None;
    let mut lines = text.lines().peekable();
    let mut found = false;
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with('|') {
            if let Some(hand) = hand_of(line) {
                above = Some(hand);
            }
            continue;
        }
        let mut ranks = vec![line];
        while let Some(rank) = lines.next_if(|it| it.trim_start().starts_with('|')) {
            ranks.push(rank);
        }
        let mut board = String::new();
        let mut beside = Vec::new();
        for rank in ranks {
            // Behind the second bar stands the numeral of the rank.
            let rank = rank.trim_start();
            let end = rank[1..].find('|').map_or(rank.len(), |at| at + 2);
            let (squares, tail) = rank.split_at(end);
            board.extend([squares, "\n"]);
            beside.push(tail.chars().skip(1).collect::<String>());
        }
        let half = beside.len() / 2;
        let hand_beside = |tails: &[String]| {
            let (at, hand) = tails
                .iter()
                .enumerate()
                .find_map(|(at, it)| Some((at, hand_of(it)?)))?;
            // A long hand has a line of its own.
            let below = || tails.get(at + 1).map(|it| it.trim().to_owned());
            (!hand.is_empty()).then_some(hand).or_else(below)
        };
        let white = hand_beside(&beside[..half]).or_else(|| above.take());
        let mut black = hand_beside(&beside[half..]);
        let (mut is_white, mut moves) = (false, None);
        while let Some(line) = lines.next_if(|it| !begins_board(it)) {
            if black.is_none() {
                black = hand_of(line);
            }
            let line = line.trim();
            is_white |= line.starts_with("White to move") || line.starts_with("後手番");
            if moves.is_none() && line.starts_with(['▲', '△', '☗', '☖']) {
                moves = Some(line);
            }
        }
        let (Some(white), Some(black)) = (white, black) else {
            return None;
        };
        if found {
            kif += "# KIF形式棋譜ファイル\n";
        }
        found = true;
        let none = |hand: String| {
            if hand == "–" {
                "なし".to_owned()
            } else {
                hand
            }
        };
        kif.extend([
            "後手の持駒：",
            &none(white),
            "\n",
            &board,
            "先手の持駒：",
            &none(black),
            "\n",
        ]);
        if is_white {
            kif += "後手番\n";
        }
        kif.extend(moves.into_iter().flat_map(|it| [it, "\n"]));
    }
    found.then_some(kif)
}

/// Returns whether a line is the first of a diagram: a hand above the board, the files, or a rank.
fn begins_board(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('|')
        || DEFENDERS_HAND.iter().any(|it| line.starts_with(it))
        || line.starts_with("９ ８")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_problems() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9_b_G_1";
        for (link, problem) in [
            (
                "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9_b_G_1",
                sfen,
            ),
            (
                "https://lishogi.org/analysis/standard/4k4/9/4P4/9/9/9/9/9/9_b_G_1#2",
                sfen,
            ),
            (
                "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9%20b%20G%201",
                "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            ),
            (
                "https://example.org/x/?locale=ja&usen=~0.7ku.&ply=1",
                "~0.7ku.",
            ),
            ("https://example.org/?sfen=4k4%2F9", "4k4/9"),
            ("4k4/9/4P4/9/9/9/9/9/9+b+G+1", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        ] {
            assert_eq!(unlinked(link.to_owned()).as_deref(), Ok(problem), "{link}");
        }
        let link = "https://lishogi.org/study/abc";
        let bad = BadLine::NoPosition {
            text: link.to_owned(),
            game: None,
        };
        assert_eq!(unlinked(link.to_owned()), Err(bad));
    }
}
