//! The kinds of lines in KIF and KI2, and the boundaries of records.

use crate::hands::{HandLine, Holder, hand_line, turn_of_line};
use crate::headers;
use crate::lines::{Line, lines};
use crate::notation::digits::digit;
use crate::notation::written_move::side;
use std::collections::HashSet;

/// The kind of a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineKind<'a> {
    Blank,
    /// `#`
    Remark,
    /// `*` and `&`
    Comment,
    /// The frame of a diagram, or the numbers of its files.
    Frame,
    /// A rank of a diagram.
    Rank,
    /// `手数----指手---------消費時間--`, `手数＝5 …`
    Rule,
    /// `変化：5手`
    Branch(&'a str),
    /// `まで5手で詰み`
    Footer,
    /// `後手番`
    Turn(Holder),
    /// `先手の持駒：金`
    Hand(HandLine<'a>),
    /// A move after its number.
    Move,
    /// Moves after ▲ and △.
    Moves,
    Header(&'a str, &'a str),
    /// A header without a value.
    Flag(&'a str),
    Unknown,
}

/// Returns the kind of a line by its beginning.
pub(super) fn kind(line: Line<'_>) -> LineKind<'_> {
    let text = line.trimmed().text;
    let Some(first) = text.chars().next() else {
        return LineKind::Blank;
    };
    match first {
        '#' => return LineKind::Remark,
        '*' | '&' | '＊' | '＆' => return LineKind::Comment,
        '+' | '＋' | '┌' | '└' => return LineKind::Frame,
        '|' | '｜' => return LineKind::Rank,
        _ => {}
    }
    if let Some(hand) = hand_line(line) {
        return LineKind::Hand(hand);
    }
    if let Some(turn) = turn_of_line(text) {
        return LineKind::Turn(turn);
    }
    match first {
        _ if side(first).is_some() => return LineKind::Moves,
        _ => {}
    }
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if matches!(squeezed.as_str(), "９８７６５４３２１" | "987654321") {
        return LineKind::Frame;
    }
    if let Some(rest) = text.strip_prefix("手数")
        && rest.starts_with(['-', '－', '―', '─', '＝', '='])
    {
        return LineKind::Rule;
    }
    if let Some(rest) = text.strip_prefix("変化") {
        return LineKind::Branch(rest);
    }
    if text.starts_with("まで") {
        return LineKind::Footer;
    }
    match text {
        headers::TURNED => return LineKind::Flag(text),
        _ if text.chars().all(|c| matches!(c, '-' | '=' | '―' | '─')) => {
            return LineKind::Blank;
        }
        _ => {}
    }
    if digit(first).is_some() && is_numbered_move(text) {
        return LineKind::Move;
    }
    if let Some(value) = text.strip_prefix("手番")
        && value.starts_with(char::is_whitespace)
    {
        return LineKind::Header("手番", value.trim());
    }
    match text.split_once(['：', ':']) {
        Some((key, value)) => LineKind::Header(key.trim(), value.trim()),
        None => LineKind::Unknown,
    }
}

/// Returns whether a text is a number followed by a move or an end. `3手詰：…` is not.
fn is_numbered_move(text: &str) -> bool {
    let is_fullwidth = |c: char| !c.is_ascii() && digit(c).is_some();
    let ascii = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = text.trim_start_matches(|c| digit(c).is_some());
    rest.starts_with(char::is_whitespace)
        || ascii.len() < text.len() && ascii.starts_with(|c| is_fullwidth(c) || c == '同')
}

/// Returns the beginnings of records: the number of the line, and its place.
pub(super) fn starts(text: &str) -> Vec<(usize, usize)> {
    let mut starts = vec![(1, 0)];
    let (mut moves, mut boards, mut in_board) = (false, 0, false);
    let mut keys: HashSet<&str> = HashSet::new();
    // Remarks and blank lines in front of a record are part of it.
    let mut lead = None;
    for (number, line) in lines(text).enumerate() {
        let here = (number + 1, line.at);
        let kind = kind(line);
        let begins = match kind {
            LineKind::Blank => continue,
            LineKind::Remark => {
                let is_anything = moves || boards > 0 || !keys.is_empty();
                if is_anything && names_format(line.text) {
                    starts.push(lead.take().unwrap_or(here));
                    (moves, boards, in_board) = (false, 0, false);
                    keys.clear();
                } else if moves || boards > 0 {
                    lead.get_or_insert(here);
                }
                continue;
            }
            LineKind::Header(key, _) | LineKind::Hand(HandLine { name: key, .. }) => {
                moves || keys.contains(&key) && boards > 0
            }
            LineKind::Frame | LineKind::Rank => moves || !in_board && boards > 0,
            LineKind::Turn(_) | LineKind::Flag(_) => moves,
            _ => false,
        };
        if begins {
            starts.push(lead.unwrap_or(here));
            (moves, boards) = (false, 0);
            in_board = false;
            keys.clear();
        }
        lead = None;
        match kind {
            LineKind::Header(key, _) | LineKind::Hand(HandLine { name: key, .. }) => {
                keys.insert(key);
            }
            LineKind::Frame | LineKind::Rank if !in_board => boards += 1,
            LineKind::Move | LineKind::Moves | LineKind::Footer => moves = true,
            // A record with this line may have no moves after it.
            LineKind::Rule => moves |= !line.text.contains(['＝', '=']),
            _ => {}
        }
        in_board = matches!(kind, LineKind::Frame | LineKind::Rank);
    }
    starts
}

/// Returns whether a remark is one of those at the top of files.
fn names_format(remark: &str) -> bool {
    ["形式棋譜ファイル", "KIF version", "KI2 version"]
        .iter()
        .any(|it| remark.contains(it))
}
