//! The kinds of lines in KIF and KI2, and the boundaries of records.

use super::solution::{SolutionLine, begins_with_move, solution_line};
use crate::handicap;
use crate::hands::{HandLine, Holder, hand_line, turn_of_line};
use crate::headers;
use crate::lines::{Line, lines};
use crate::notation::digits::digit;
use crate::notation::line_end::{end_of_word, is_of_book};
use crate::notation::move_number::skip_number;
use crate::notation::written_move::{read_words, side};
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
    /// `まで5手で詰み`, `迄五手詰`, `投了`
    Footer,
    /// The numbers of the files, from 1 to 9.
    TurnedFiles,
    /// `作意：▲１二金まで`, `【解答】`
    Solution(SolutionLine<'a>),
    /// `後手番`
    Turn(Holder),
    /// `先手の持駒：金`
    Hand(HandLine<'a>),
    /// A move after its number.
    Move,
    /// Moves after ▲ and △.
    Moves,
    /// Moves without marks: `７六歩(77)`, `1. ７六歩 2. ３四歩`.
    BareMoves,
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
    // A try that does not mate is a remark of a text, and no line of a record.
    if is_failure(text) && (side(first).is_some() || is_bare_move(line)) {
        return LineKind::Unknown;
    }
    if side(first).is_some() {
        return LineKind::Moves;
    }
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    match squeezed.as_str() {
        "９８７６５４３２１" | "987654321" | "九八七六五四三二一" => {
            return LineKind::Frame;
        }
        "１２３４５６７８９" | "123456789" => return LineKind::TurnedFiles,
        _ if is_rule(text, &squeezed) => return LineKind::Rule,
        _ => {}
    }
    if let Some(rest) = text.strip_prefix("変化") {
        return LineKind::Branch(rest);
    }
    if is_of_book(text) || end_of_word(text).is_some() {
        return LineKind::Footer;
    }
    match text {
        headers::TURNED | "盤面反転" | "反転" => return LineKind::Flag(headers::TURNED),
        _ if text.chars().all(is_dash) => return LineKind::Blank,
        _ => {}
    }
    if let Some(solution) = solution_line(line) {
        return LineKind::Solution(solution);
    }
    if digit(first).is_some() && is_numbered_move(text) {
        return LineKind::Move;
    }
    if let Some(value) = text.strip_prefix("手番")
        && value.starts_with(char::is_whitespace)
    {
        return LineKind::Header("手番", value.trim());
    }
    if is_bare_move(line) {
        return LineKind::BareMoves;
    }
    match text.split_once(['：', ':']) {
        Some((key, value)) => LineKind::Header(key.trim(), value.trim()),
        None => LineKind::Unknown,
    }
}

/// Returns whether a text says that its moves do not mate. Behind the mark of a side, `不詰` is the
/// end of a record instead.
fn is_failure(text: &str) -> bool {
    let is_said = ["詰まない", "詰まん", "詰みません", "詰まず", "逃れ"]
        .iter()
        .any(|it| text.contains(it));
    is_said
        || text
            .split_once("不詰")
            .is_some_and(|(before, _)| before.chars().next_back().is_none_or(|c| side(c).is_none()))
}

/// Returns whether a text is a number followed by a move or an end. `3手詰：…` is not.
fn is_numbered_move(text: &str) -> bool {
    let is_fullwidth = |c: char| !c.is_ascii() && digit(c).is_some();
    let ascii = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = text.trim_start_matches(|c| digit(c).is_some());
    rest.starts_with(char::is_whitespace)
        || ascii.len() < text.len() && ascii.starts_with(|c| is_fullwidth(c) || c == '同')
}

/// Returns whether a line is one between headers and moves, whatever the length of its parts:
/// `手数----指手---------消費時間--`, `-------手数-指手-`, `手数＝5 …`.
fn is_rule(text: &str, squeezed: &str) -> bool {
    let behind = text.strip_prefix("手数");
    let is_usual = behind.is_some_and(|it| it.starts_with(is_dash));
    let words = ["手数", "指手", "指し手", "消費時間", "時間"];
    let is_of_words = || {
        let mut rest = squeezed;
        while !rest.is_empty() {
            let word = words.iter().find_map(|it| rest.strip_prefix(it));
            match word.or_else(|| rest.strip_prefix(is_dash)) {
                Some(behind) => rest = behind,
                None => return false,
            }
        }
        text.contains("手数") || text.contains("指手") || text.contains("指し手")
    };
    is_usual || is_of_words()
}

const fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '－' | '―' | '─' | '—' | '–' | '━' | 'ー' | '＝' | '=' | '_' | '＿'
    )
}

/// Returns whether a line begins with a move without a mark, perhaps behind a number with a sign. Behind a
/// colon that is no part of a time there is the value of a header.
fn is_bare_move(line: Line<'_>) -> bool {
    let mut cursor = line.trimmed().cursor();
    let is_numbered = skip_number(&mut cursor);
    if !begins_with_move(line) {
        // An end behind its number: `5. 投了`.
        return is_numbered && end_of_word(cursor.rest).is_some();
    }
    let mut behind = cursor;
    let is_word = read_words(&mut behind).is_ok();
    is_numbered
        || !cursor.rest.contains([':', '：'])
        || is_word && behind.rest.trim_start().starts_with(['(', '（'])
}

/// The lines of a record before the one that is looked at.
#[derive(Default)]
struct Before<'a> {
    moves: bool,
    /// A line above the moves, which may have none below it. In some records it stands above the diagram.
    rule: bool,
    /// The handicap of a game: such a record has no other diagram.
    game: bool,
    boards: usize,
    in_board: bool,
    keys: HashSet<&'a str>,
}

impl<'a> Before<'a> {
    /// Returns whether a line of this kind begins another record.
    fn ends_at(&self, kind: &LineKind<'_>) -> bool {
        let moves = self.moves || self.rule;
        match kind {
            LineKind::Header(key, _) | LineKind::Hand(HandLine { name: key, .. }) => {
                moves || self.keys.contains(key) && self.boards > 0
            }
            LineKind::Frame | LineKind::TurnedFiles | LineKind::Rank => {
                let is_game = self.rule && (self.game || self.boards > 0);
                self.moves || is_game || !self.in_board && self.boards > 0
            }
            LineKind::Solution(it) if it.has_colon => {
                moves || self.keys.contains(it.name) && self.boards > 0
            }
            LineKind::Turn(_) | LineKind::Flag(_) => moves,
            _ => false,
        }
    }

    fn add(&mut self, kind: &LineKind<'a>, line: Line<'_>) {
        let is_board = matches!(
            kind,
            LineKind::Frame | LineKind::TurnedFiles | LineKind::Rank
        );
        match kind {
            LineKind::Header(key, value) => {
                self.game |= *key == "手合割" && handicap::diagram(value).is_some();
                self.keys.insert(key);
            }
            LineKind::Hand(hand) => drop(self.keys.insert(hand.name)),
            LineKind::Solution(it) if it.has_colon => drop(self.keys.insert(it.name)),
            LineKind::Move | LineKind::Moves | LineKind::BareMoves | LineKind::Footer => {
                self.moves = true;
            }
            // A record with this line may have no moves after it.
            LineKind::Rule => self.rule |= !line.text.contains(['＝', '=']),
            _ if is_board => {
                self.boards += usize::from(!self.in_board);
                self.rule = false;
            }
            _ => {}
        }
        self.in_board = is_board;
    }
}

/// Returns the beginnings of records: the number of the line, and its place.
pub(super) fn starts(text: &str) -> Vec<(usize, usize)> {
    let mut starts = vec![(1, 0)];
    let mut before = Before::default();
    // Remarks and blank lines in front of a record are part of it.
    let mut lead = None;
    for (number, line) in lines(text).enumerate() {
        let here = (number + 1, line.at);
        let kind = kind(line);
        match kind {
            LineKind::Blank => continue,
            LineKind::Remark => {
                let has_diagram = before.moves || before.rule || before.boards > 0;
                if (has_diagram || !before.keys.is_empty()) && names_format(line.text) {
                    starts.push(lead.take().unwrap_or(here));
                    before = Before::default();
                } else if has_diagram {
                    lead.get_or_insert(here);
                }
                continue;
            }
            _ => {}
        }
        if before.ends_at(&kind) {
            starts.push(lead.unwrap_or(here));
            before = Before::default();
        }
        lead = None;
        before.add(&kind, line);
    }
    starts
}

/// Returns whether a remark is one of those at the top of files.
pub(super) fn names_format(remark: &str) -> bool {
    ["形式棋譜ファイル", "KIF version", "KI2 version"]
        .iter()
        .any(|it| remark.contains(it))
}
