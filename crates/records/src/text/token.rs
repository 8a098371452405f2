//! Classifies the lines of a text: each becomes a token. The order of the tests matters.

use super::csa_block;
use super::hand::{WrittenHand, hands};
use super::rank::{self, Rank};
use super::turn::turn_of_line;
use super::words::{Holder, Role, begins_any, closes, has_any, opens, skip_any, skip_role};
use crate::headers;
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::line_end::{end_of_word, is_book_ending};
use crate::notation::move_number::skip_number;
use crate::notation::moves::read_line;
use crate::notation::written_move::{read_words, side};
use std::ops::Range;

/// A line of a text, by its kind.
#[derive(Debug)]
pub(super) enum Token<'a> {
    Blank,
    /// `#`
    Remark,
    /// `*` and `&` in records.
    Comment,
    /// A rank of a board.
    Rank(Box<Rank>),
    /// The end of the rank above, with its label and the place of the text after it: `┃一`.
    Tail(Option<u8>, Range<usize>),
    /// An edge of a frame, with the place of the text after it.
    Frame(Range<usize>),
    /// The numbers of files.
    Files(Vec<u8>),
    /// The first line of a diagram in CSA.
    Csa,
    /// Pieces in hand.
    Hands(Vec<WrittenHand>),
    /// The side to move.
    Turn(Holder),
    /// `手数----指手---------消費時間--`
    Rule,
    /// `変化：5手`, with the text after the word.
    Branch(&'a str),
    /// `まで5手で詰み`, `投了`
    Footer,
    /// A word such as 解答, and the moves after it.
    Role(RoleLine<'a>),
    /// A move after its number.
    Move,
    /// Moves, in any notation.
    Moves(Line<'a>),
    /// A name and its value.
    Header(&'a str, &'a str),
    /// Anything else.
    Text,
}

/// A word such as 解答 that announces moves, alone or with the first of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoleLine<'a> {
    pub name: &'a str,
    pub role: Role,
    /// The number of the problem, if the line has one.
    pub number: Option<u32>,
    /// The moves; empty if they follow in other lines.
    pub value: Line<'a>,
    /// Whether the line has the form of a header.
    pub has_colon: bool,
}

/// Returns the token of a line. In a record all names with a colon are headers. Positions within a line, such as
/// SFEN, have no token: `in_line` finds them.
pub(super) fn token(line: Line<'_>, is_record: bool) -> Token<'_> {
    let bare = line.trimmed();
    let Some(first) = bare.text.chars().next() else {
        return Token::Blank;
    };
    if is_record {
        match first {
            '#' => return Token::Remark,
            '*' | '&' | '＊' | '＆' => return Token::Comment,
            _ => {}
        }
    }
    if let Some(token) = board_token(line, bare) {
        return token;
    }
    if !is_record && csa_block::begins(bare.text) {
        return Token::Csa;
    }
    word_token(bare, first, is_record)
}

/// Returns the token of a line that is part of a drawn board.
fn board_token<'a>(line: Line<'a>, bare: Line<'a>) -> Option<Token<'a>> {
    if let Some(numbers) = rank::files(bare) {
        return Some(Token::Files(numbers));
    }
    if let Some(beside) = rank::frame(bare) {
        return Some(Token::Frame(beside));
    }
    if let Some(found) = rank::rank(line) {
        return Some(Token::Rank(Box::new(found)));
    }
    let (label, beside) = rank::tail(bare)?;
    Some(Token::Tail(label, beside))
}

/// Returns the token of a line that is no part of a board. `first` is its first character.
pub(super) fn word_token(bare: Line<'_>, first: char, is_record: bool) -> Token<'_> {
    let text = bare.text;
    if first == '#' {
        return Token::Remark;
    }
    let given = hands(bare);
    // In a record, a hand after a colon is in the value of a header such as 備考.
    let is_in_value = |it: &WrittenHand| text[..it.span.start - bare.at].contains(['：', ':']);
    let is_at_start = given.first().is_some_and(|it| !is_in_value(it))
        || begins_any(text, "先手：|後手：|先手:|後手:");
    if !given.is_empty() && (!is_record || is_at_start) {
        return Token::Hands(given);
    }
    if let Some(turn) = turn_of_line(text) {
        return Token::Turn(turn);
    }
    let begins_move = || side(first).is_some() || begins_with_move(bare);
    if is_failure(text) && begins_move() {
        return Token::Text;
    }
    if is_rule(text) {
        return Token::Rule;
    }
    if let Some(rest) = text.strip_prefix("変化")
        && (is_record
            || rest
                .trim_start()
                .starts_with(|c| matches!(c, '：' | ':') || digit(c).is_some())
                && rest.contains('手'))
    {
        return Token::Branch(rest);
    }
    if is_book_ending(text) || end_of_word(text).is_some() {
        return Token::Footer;
    }
    if let Some(role) = engine_line(bare).or_else(|| role_line(bare, is_record)) {
        return Token::Role(role);
    }
    if is_numbered_move(text, is_record) {
        return Token::Move;
    }
    if let Some(moves) = moves_of_line(bare, is_record) {
        return Token::Moves(moves);
    }
    if is_record && is_bare_move(bare) {
        return Token::Moves(bare);
    }
    if text.starts_with(headers::TURNED) || matches!(text, "盤面反転" | "反転") {
        return Token::Header(headers::TURNED, "");
    }
    match text.split_once(['：', ':']) {
        Some((key, value)) => Token::Header(key.trim(), value.trim()),
        None if !is_record && text.contains('=') => {
            let (key, value) = text.split_once('=').unwrap_or_default();
            if headers::header_in_text(key).is_some() {
                Token::Header(key.trim(), value.trim())
            } else {
                Token::Text
            }
        }
        None if is_record && text.starts_with("手番") => {
            Token::Header("手番", text["手番".len()..].trim())
        }
        None => Token::Text,
    }
}

/// Returns whether a text says that its moves do not mate. After the mark of a side, `不詰` is the end of a record.
fn is_failure(text: &str) -> bool {
    has_any(text, "詰まない|詰まん|詰みません|詰まず|逃れ")
        || text.split_once("不詰").is_some_and(|(before, _)| {
            !before.is_empty() && before.chars().next_back().is_none_or(|c| side(c).is_none())
        })
}

/// Returns whether a line is the rule between headers and moves, with dashes of any number:
/// `手数----指手---------消費時間--`, `-------手数-指手-`.
fn is_rule(text: &str) -> bool {
    let after_word = text.strip_prefix("手数");
    if after_word.is_some_and(|it| it.starts_with(super::words::is_dash)) {
        return true;
    }
    let mut cursor = Cursor { rest: text, at: 0 };
    let mut words = 0;
    loop {
        cursor.take_while(|c| super::words::is_dash(c) || c.is_whitespace());
        if skip_any(&mut cursor, "手数|指手|指し手") {
            words += 1;
        } else if !skip_any(&mut cursor, "消費時間|時間") {
            return words > 1 && cursor.rest.is_empty();
        }
    }
}

/// Returns whether a text is a number followed by a move or an end: `   1 ３四飛成(31)`. `3手詰：…` is not.
fn is_numbered_move(text: &str, is_record: bool) -> bool {
    let is_fullwidth = |c: char| !c.is_ascii() && digit(c).is_some();
    let ascii = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = text.trim_start_matches(|c| digit(c).is_some());
    if rest.len() == text.len() {
        return false;
    }
    let mut cursor = Cursor {
        rest: rest.trim_start(),
        at: 0,
    };
    cursor.skip_one(|c| side(c).is_some());
    let word = cursor
        .rest
        .split(['(', '（', ' '])
        .next()
        .unwrap_or_default();
    let has_move = read_words(&mut cursor.clone()).is_ok()
        || end_of_word(word).is_some_and(|it| !it.is_empty())
        || word == "封じ手";
    if rest.starts_with(char::is_whitespace) {
        // In a record any other word after a number is a move with a mistake.
        return has_move || is_record && !word.is_ascii();
    }
    ascii.len() < text.len()
        && ascii.starts_with(|c| is_fullwidth(c) || c == '同')
        && read_words(&mut Cursor { rest: ascii, at: 0 }).is_ok()
}

/// Divides a text into moves and the words after the last of them: `まで5手詰`, `で詰み`.
pub(super) fn split_moves(text: &str) -> (&str, &str) {
    let words = "まで|迄|で詰|にて詰|(詰|（詰|以下| mate|#".split('|');
    let end = words.filter_map(|it| text.find(it)).min();
    let (moves, rest) = text.split_at(end.unwrap_or(text.len()));
    let bare = moves.trim_end_matches(|c: char| c.is_whitespace() || opens(c));
    (bare, rest)
}

/// Replaces other moves and times in brackets, and the signs of code, by blanks, so that places stay. Origins such as
/// `(31)` are kept.
pub(super) fn plain_moves(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_in_reply = false;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let is_open = matches!(c, '(' | '（');
        if is_open && let Some(inner) = inner(&rest[length..]) {
            let is_time = inner.contains(':') && inner.chars().all(|c| "0123456789:/ ".contains(c));
            let is_origin = inner.chars().all(|c| digit(c).is_some() || c == ' ');
            // The other side's move in brackets is the reply, and belongs to the line.
            let mark = inner.chars().next().and_then(side);
            is_in_reply = mark.is_some() && plain.chars().rev().find_map(side) != mark;
            let is_beside = !plain.trim().is_empty() && !is_origin && !is_in_reply;
            let has_moves = || read_line(inner, 0).moves.iter().any(Result::is_ok);
            if is_beside && (is_time || has_moves()) {
                let closing = rest[length + inner.len()..]
                    .chars()
                    .next()
                    .map_or(0, char::len_utf8);
                length += inner.len() + closing;
            }
        }
        let is_mark = "\"'`[]{}|!！".contains(c) || ('Ａ'..='Ｚ').contains(&c);
        let is_close = matches!(c, ')' | '）') && !is_origin_end(&plain);
        if length > c.len_utf8() || is_mark || is_open && is_in_reply || is_close {
            plain.extend(std::iter::repeat_n(' ', length));
        } else {
            plain.push(c);
        }
        is_in_reply &= !is_close;
        rest = &rest[length..];
    }
    plain
}

/// Returns the text up to the closing bracket, if it is near.
fn inner(text: &str) -> Option<&str> {
    let near = &text[..text.floor_char_boundary(LONGEST_REMARK)];
    near.find(closes).map(|end| &near[..end])
}

/// The longest remark in brackets beside a move, in bytes.
const LONGEST_REMARK: usize = 120;

/// Returns whether a text ends like an origin or a time before its closing bracket: `(31)`, `(00:01)`.
fn is_origin_end(text: &str) -> bool {
    text.chars()
        .next_back()
        .is_some_and(|c| digit(c).is_some() || c == ' ')
}

/// Returns the moves of a line that has nothing else: `▲２三銀 △同玉`, `G*1b`, `["3b4c+", "5c4c"]`. In a record, every
/// line that begins with the mark of a side is one of moves.
fn moves_of_line(line: Line<'_>, is_record: bool) -> Option<Line<'_>> {
    if is_record && line.text.starts_with(|c| side(c).is_some()) {
        return Some(line);
    }
    let mut cursor = line.cursor();
    cursor.take_while(|c| !is_record && (c.is_whitespace() || "・-*●■→>\"[`".contains(c)));
    let moves = Line::from(cursor);
    are_moves(moves).then_some(moves)
}

/// Returns whether all words of a text have the form of moves. Words for the end may follow.
pub(super) fn are_moves(line: Line<'_>) -> bool {
    // A quick test: most lines do not even begin like moves.
    let mut cursor = line.cursor();
    cursor.take_while(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '[' | '`' | '{'));
    skip_number(&mut cursor);
    super::words::side_of(&mut cursor);
    let may_begin = |c: char| {
        digit(c).is_some()
            || kanji(c).is_some()
            || c == '同'
            || c.is_ascii_alphabetic()
            || c == '+'
            || "歩香桂銀金角飛玉馬龍竜と".contains(c)
    };
    if !cursor.rest.trim_start().starts_with(may_begin) {
        return false;
    }
    let plain = plain_moves(line.text);
    let (moves, rest) = split_moves(&plain);
    let reading = read_line(moves, line.at);
    is_end(rest) && !reading.moves.is_empty() && reading.moves.iter().all(Result::is_ok)
}

/// Returns whether a text has only words for the end of a line of moves: `まで3手詰。`, `で詰みです`. `で詰みと思う` is a
/// sentence.
fn is_end(text: &str) -> bool {
    let words = "まで|迄|です|となります|で|にて|詰み|詰め|詰|の|以下|省略|略|手|上り|mate|#|駒余り|駒余らず";
    let mut rest = text.trim();
    while !rest.is_empty() {
        let word = words.split('|').find_map(|it| rest.strip_prefix(it));
        let is_sign = |c: char| !c.is_alphanumeric() || digit(c).is_some() || kanji(c).is_some();
        match word.or_else(|| rest.strip_prefix(is_sign)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

/// Reads the output of an engine: `info score mate 3 pv 4b3b+ 2a1a 3e2c`.
fn engine_line(line: Line<'_>) -> Option<RoleLine<'_>> {
    let at = line.text.strip_prefix("info ")?.find(" pv ")? + "info  pv ".len();
    let value = Line {
        text: &line.text[at..],
        at: line.at + at,
    };
    let name = &line.text[at - 3..at - 1];
    are_moves(value).then_some(RoleLine {
        name,
        role: Role::Solution,
        number: None,
        value,
        has_colon: false,
    })
}

/// Reads a word such as 解答. Moves or nothing must follow it in the line.
fn role_line(line: Line<'_>, is_record: bool) -> Option<RoleLine<'_>> {
    let mut cursor = line.cursor();
    cursor.take_while(|c| c.is_whitespace() || "■●◆★◎○□◇☆※◯・*-#`<\"'―─".contains(c));
    let mut number = None;
    if cursor.rest.starts_with(['第', '問', 'N', 'P'])
        && let Some(found) = super::title::problem_number(cursor.rest)
    {
        number = Some(found.number);
        cursor.advance(cursor.rest.len() - found.rest.len());
    }
    let in_brackets = cursor.skip_one(opens);
    cursor.skip_blanks();
    let (name, role) = skip_role(&mut cursor)?;
    // The name of a field: `"answer_usi": "3c3b+"`.
    if !is_record {
        cursor.take_while(|c| c.is_ascii_lowercase() || matches!(c, '_' | '"' | '\''));
    }
    let has_blank = !cursor.take_while(char::is_whitespace).is_empty();
    if in_brackets && !cursor.skip_one(closes) {
        return None;
    }
    cursor.take_while(|c| "■●◆★◎○□◇☆※◯#*―─".contains(c));
    // A number of the solution: `解答1：`.
    let mut numbered = cursor;
    let has_number = !numbered.take_while(|c| digit(c).is_some()).is_empty();
    if has_number && numbered.rest.starts_with(['：', ':']) {
        cursor = numbered;
    }
    let number_in_remark = skip_remark(&mut cursor);
    let has_wa = cursor.skip("は");
    let signs = cursor.take_while(|c| c.is_whitespace() || "：:、，,…‥・･＝=→―─`*\"'".contains(c));
    let value = Line::from(cursor);
    let begins_with_mark = cursor.peek().and_then(side).is_some();
    let is_separated = in_brackets || has_blank || !signs.is_empty() || begins_with_mark;
    let is_read = if value.text.is_empty() {
        !has_wa
    } else {
        is_separated
            && if is_record {
                begins_with_move(value)
            } else {
                are_moves(value)
            }
    };
    is_read.then_some(RoleLine {
        name,
        role,
        number: number.or(number_in_remark),
        value,
        has_colon: signs.starts_with(['：', ':']),
    })
}

/// Skips a remark in brackets and returns the number in it: `解答(反転):`, `解答（第104回）`.
fn skip_remark(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut ahead = *cursor;
    if ahead.skip_one(opens) {
        let inner = ahead.take_while(|c| !opens(c) && !closes(c));
        if read_line(inner, 0).moves.iter().all(Result::is_err) && ahead.skip_one(closes) {
            ahead.skip_blanks();
            *cursor = ahead;
            return super::title::problem_number(inner).map(|it| it.number);
        }
    }
    None
}

/// Returns whether a text begins with a move, perhaps after its number.
pub(super) fn begins_with_move(line: Line<'_>) -> bool {
    let mut cursor = line.trimmed().cursor();
    skip_number(&mut cursor);
    // The first 24 characters are enough to see it.
    let (text, _) = split_moves(cursor.rest);
    let end = text.char_indices().nth(24);
    let end = end.map_or(text.len(), |(at, _)| at);
    matches!(read_line(&text[..end], 0).moves.first(), Some(Ok(_)))
}

/// Returns whether a line has one move without the mark of a side, perhaps after its number and with a time after it.
pub(super) fn is_bare_move(line: Line<'_>) -> bool {
    let mut cursor = line.trimmed().cursor();
    if skip_number(&mut cursor) && end_of_word(cursor.rest).is_some() {
        return true;
    }
    read_words(&mut cursor).is_ok() && {
        let rest = cursor.rest.trim();
        rest.is_empty()
            || rest == "+"
            || rest.starts_with(|c: char| matches!(c, '(' | '（') || c.is_ascii_digit())
    }
}

/// Returns whether a remark is the first line of a file, which names the format.
pub(super) fn names_format(remark: &str) -> bool {
    has_any(remark, "形式棋譜ファイル|KIF version|KI2 version")
}

/// Returns whether a line that is written for a header is read back as this header.
pub(crate) fn is_header_line(text: &str, key: &str, value: &str, has_moves: bool) -> bool {
    let line = Line { text, at: 0 };
    match token(line, true) {
        Token::Header(name, _) => name == key,
        // A header with moves (作意) is read back only if the record has moves of its own.
        Token::Role(it) => {
            it.has_colon
                && it.name == key
                && it.value.text == value
                && (value.is_empty() || has_moves)
        }
        _ => false,
    }
}

/// Returns whether a line is the header 盤面回転, which has no value.
pub(crate) fn is_flag_line(text: &str) -> bool {
    matches!(
        token(Line { text, at: 0 }, true),
        Token::Header(headers::TURNED, "")
    )
}
