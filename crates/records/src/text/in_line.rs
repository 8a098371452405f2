//! Positions in one line of a text: SFEN, USI, USEN and links.

use super::source::ReadLinked;
use crate::csa;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::format::Format;
use crate::jkf;
use crate::lines::Line;
use crate::link::{Linked, link_length, read_link};
use crate::notation::sfen::{self, SfenError, SfenRecord};
use crate::record::Record;
use crate::shogi::Setup;
use crate::taken::TakenForm;
use crate::usen::{is_usen, read_usen};
use std::ops::Range;

/// A position within a line.
#[derive(Debug)]
pub(super) struct PositionInLine {
    pub span: Range<usize>,
    pub content: Content,
}

/// The content of a line.
#[derive(Debug)]
pub(super) enum Content {
    Sfen(Box<Result<SfenRecord, SfenError>>),
    /// The record in a link.
    Link(Result<Record, RecordError>),
}

impl PositionInLine {
    /// Returns the diagram.
    pub fn setup(&self) -> Option<Setup> {
        match &self.content {
            Content::Sfen(read) => read.as_ref().as_ref().ok().map(|it| it.setup.clone()),
            Content::Link(read) => read.as_ref().ok().map(|it| it.setup.clone()),
        }
    }

    pub const fn form(&self) -> TakenForm {
        match self.content {
            Content::Sfen(_) => TakenForm::Sfen,
            Content::Link(_) => TakenForm::Link,
        }
    }
}

/// Returns whether a character may be part of the board of an SFEN.
fn is_of_board(c: char) -> bool {
    c.is_ascii_digit() || "plnsgbrkPLNSGBRK+/".contains(c)
}

/// Returns the positions in a line, from left to right: SFEN, and links to boards.
pub(super) fn positions(line: Line<'_>, read_linked: ReadLinked) -> Vec<PositionInLine> {
    let mut found = Vec::new();
    let mut from = 0;
    if let Some(at) = line.text.find("startpos") {
        let begin = line.text[..at]
            .trim_end()
            .strip_suffix("position")
            .map_or(at, str::len);
        let end = at + sfen_length(&line.text[at..], "startpos".len());
        let read = sfen::parse_leniently(&line.text[begin..end]);
        found.push(PositionInLine {
            span: line.at + begin..line.at + end,
            content: Content::Sfen(Box::new(read.map_err(|mut errors| errors.swap_remove(0)))),
        });
        from = end;
    }
    while let Some(first) = line.text[from..].find(['/', '?']) {
        let sign = from + first;
        if let Some((begin, end)) = link_around(line.text, from, sign) {
            let span = line.at + begin..line.at + end;
            let linked = record_in_link(&line.text[begin..end], read_linked);
            found.extend(linked.map(|content| PositionInLine {
                span,
                content: Content::Link(content),
            }));
            from = end;
            continue;
        }
        let before = line.text[from..sign].rfind(|c| !is_of_board(c));
        let begin = before.map_or(from, |at| {
            let at = from + at;
            at + line.text[at..].chars().next().map_or(1, char::len_utf8)
        });
        let length = line.text[begin..]
            .find(|c| !is_of_board(c))
            .unwrap_or(line.text.len() - begin);
        let end = begin + length;
        if is_board(&line.text[begin..end]) {
            let (content, length) = sfen_at(&line.text[begin..], length);
            found.push(PositionInLine {
                span: line.at + begin..line.at + begin + length,
                content: Content::Sfen(Box::new(content)),
            });
            from = begin + length;
        } else {
            from = end.max(sign + 1);
        }
    }
    found
}

/// Reads the SFEN at the beginning of a text, and returns its length. `board` is the length of its board.
fn sfen_at(text: &str, board: usize) -> (Result<SfenRecord, SfenError>, usize) {
    let read = |text: &str| sfen::parse_leniently(text).map_err(|mut errors| errors.swap_remove(0));
    if let Some(length) = with_brackets(text, board) {
        return (read(&text[..length]), length);
    }
    let mut length = sfen_length(text, board);
    // A hand after a comma would be lost: the reader of SFEN refuses it.
    if length == board
        && let Some(rest) = text[length..].strip_prefix(',')
    {
        let hand = rest.find(|c: char| !c.is_ascii_alphanumeric());
        let hand = hand.unwrap_or(rest.len());
        length += if hand > 0 { hand + 1 } else { 0 };
    }
    (read(&text[..length]), length)
}

/// Returns the length of an SFEN with the hands in brackets after the board: `…/9[Gg] w - - 0 1`.
fn with_brackets(text: &str, board: usize) -> Option<usize> {
    let inner = text[board..].strip_prefix('[')?;
    let end = inner.find(']')?;
    let rest = inner[end + 1..].strip_prefix([' ', '_'])?;
    let fields = rest.strip_prefix(['w', 'b'])?;
    let is_of_field = |c: char| matches!(c, ' ' | '-') || c.is_ascii_digit();
    let more = fields.find(|c| !is_of_field(c)).unwrap_or(fields.len());
    Some(text.len() - fields.len() + fields[..more].trim_end().len())
}

/// Returns the begin and the end of the link around the character at `sign`.
fn link_around(text: &str, from: usize, sign: usize) -> Option<(usize, usize)> {
    let is_of_address = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '+');
    let before = text[from..sign].rfind(|c| !is_of_address(c));
    let mut begin = before.map_or(from, |at| {
        let at = from + at;
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    let word = &text[begin..sign];
    begin += word.len() - word.trim_start_matches([':', '.', '-', '+']).len();
    // A host has a point in its name, a scheme a colon after it.
    let word = &text[begin..sign];
    if !word.contains(['.', ':']) {
        return None;
    }
    let length = link_length(&text[begin..])?;
    (begin + length > sign).then_some((begin, begin + length))
}

/// Reads the record in a link. `None` if there is none in it.
fn record_in_link(link: &str, read_linked: ReadLinked) -> Option<Result<Record, RecordError>> {
    match read_link(link)? {
        Linked::Position(text) if is_usen(&text) => {
            Some(read_usen(&text).map(|(record, _)| record))
        }
        Linked::Position(text) => {
            let parsed = sfen::parse_leniently(&text).map_err(|mut errors| {
                let error = errors.swap_remove(0);
                RecordError::new(Kind::Sfen(error.kind), 0..link.len())
            });
            Some(parsed.map(|it| of_sfen(&it)))
        }
        Linked::Record { text, format } => Some(match format {
            Format::Kif | Format::Ki2 => read_linked(text),
            Format::Csa => csa::read(&text).map(|(record, _)| record),
            Format::Jkf => jkf::read(&text).map(|(record, _)| record),
        }),
        Linked::OtherGame(_) | Linked::NoPosition => None,
    }
}

/// Makes a record of a position with its moves, as far as they can be played.
fn of_sfen(parsed: &SfenRecord) -> Record {
    let mut record = Record::new(parsed.setup.clone());
    let mut setup = parsed.setup.clone();
    let playable = parsed
        .moves
        .iter()
        .take_while(|it| setup.play(**it))
        .count();
    record.tree.add_line(0, &parsed.moves[..playable]);
    record
}

/// Returns whether a word is meant as the board of an SFEN, even with mistakes. A path or a date is not.
fn is_board(word: &str) -> bool {
    let parts = word.split('/').count();
    let ranks = word.split('/').filter(|it| is_rank(it)).count();
    (7..=11).contains(&parts)
        && ranks + 2 >= parts
        && word.contains([
            'k', 'K', 'g', 's', 'n', 'r', 'l', 'G', 'S', 'N', 'R', 'L', 'p', 'P', 'b', 'B',
        ])
}

/// Returns whether a word is meant as a rank: it has about nine squares.
fn is_rank(word: &str) -> bool {
    let squares: u32 = word
        .chars()
        .filter_map(|c| match c {
            '+' => None,
            _ => Some(c.to_digit(10).unwrap_or(1)),
        })
        .sum();
    (7..=11).contains(&squares)
}

/// Returns the length of an SFEN whose board has the length `board`. Side to move, hands, number and moves may
/// follow, and opcodes after `;`.
fn sfen_length(text: &str, board: usize) -> usize {
    let mut at = board;
    // Takes the next field, if it is a good one of such characters.
    let mut take = |is_of: fn(char) -> bool, is_good: fn(&str) -> bool| {
        let skipped = gap_length(&text[at..]);
        if skipped == 0 {
            return false;
        }
        let next = first_word(&text[at + skipped..]);
        let length = bare_length(next, is_of);
        // Another letter after it would be lost.
        let is_whole = !next[length..]
            .starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '*' | '/'));
        let is_taken = length > 0 && is_whole && is_good(&next[..length]);
        if is_taken {
            at += skipped + length;
        }
        is_taken
    };
    let is_turn = take(
        |c| c.is_ascii_alphabetic(),
        |it| matches!(it, "b" | "w" | "B" | "W"),
    );
    let has_hands = is_turn
        && take(
            |c| matches!(c, '-' | '+') || c.is_ascii_digit() || "plnsgbrPLNSGBRkK".contains(c),
            |_| true,
        );
    let has_number = has_hands && take(|c| c.is_ascii_digit(), |_| true);
    // The length of the problem is no move number: `b G 3手詰`.
    if has_number && text[at..].starts_with('手') {
        at = text[..at]
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .trim_end()
            .len();
    }
    let next = at + gap_length(&text[at..]);
    if (has_hands || text.starts_with("startpos")) && first_word(&text[next..]) == "moves" {
        at = next + "moves".len();
        at += moves_length(&text[at..]);
    }
    let next = at + gap_length(&text[at..]);
    if text[next..].starts_with(';') && sfen::parse(text).is_ok() {
        return text.trim_end().len();
    }
    at
}

/// Returns the length of the moves in USI at the beginning of a text, with the blanks before them.
fn moves_length(text: &str) -> usize {
    let mut at = 0;
    loop {
        let next = at + gap_length(&text[at..]);
        let word = first_word(&text[next..]);
        let length = bare_length(word, |c| {
            c.is_ascii_alphanumeric() || matches!(c, '*' | '+')
        });
        let second = word.as_bytes().get(1);
        let is_move = (4..=5).contains(&length)
            && second.is_some_and(|c| c.is_ascii_lowercase() || *c == b'*');
        if next == at || !is_move {
            return at;
        }
        at = next + length;
    }
}

/// Returns the length of the blanks between fields at the beginning of a text.
fn gap_length(text: &str) -> usize {
    let rest = text.trim_start_matches([' ', '\t', '_', '\u{3000}']);
    text.len() - rest.len()
}

/// Returns the text up to the next blank or semicolon.
fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || c == '_' || c == ';');
    &text[..end.unwrap_or(text.len())]
}

/// Returns the length of a word without the marks of a sentence that may follow: `…b G 1。`, `…b G 1)`.
fn bare_length(word: &str, is_of: fn(char) -> bool) -> usize {
    word.find(|c| !is_of(c)).unwrap_or(word.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::NO_LINKS;

    #[test]
    fn a_position_is_found_in_a_sentence() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
        for (text, expected) in [
            ("8k/9/8P/9/9/9/9/9/9 b G 1", Some(sfen)),
            ("どう？「8k/9/8P/9/9/9/9/9/9 b G 1」です", Some(sfen)),
            ("(8k/9/8P/9/9/9/9/9/9 b G 1)", Some(sfen)),
            (
                "sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b とする",
                Some("8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b"),
            ),
            (
                "x 8k/9/8P/9/9/9/9/9/9 b G 3手詰",
                Some(sfen.trim_end_matches(" 1")),
            ),
            (
                "8k/9/8P/9/9/9/9/9/9 b G 1; id \"x\";",
                Some("8k/9/8P/9/9/9/9/9/9 b G 1; id \"x\";"),
            ),
            ("2026/11/27 に /usr/bin/local/share/x/y/z/p/q を見た", None),
            ("1/2/3/4/5/6/7/8/9", None),
            (
                "見て https://lishogi.org/editor/8k/9/8P/9/9/9/9/9/9_b_G_1。",
                Some("https://lishogi.org/editor/8k/9/8P/9/9/9/9/9/9_b_G_1"),
            ),
            ("https://lishogi.org/training/abc", None),
            (
                "Fen: 8k/9/8P/9/9/9/9/9/9[G] w - - 0 1",
                Some("8k/9/8P/9/9/9/9/9/9[G] w - - 0 1"),
            ),
        ] {
            let found = positions(Line { text, at: 0 }, NO_LINKS);
            let first = found.first().map(|it| &text[it.span.clone()]);
            assert_eq!(first, expected, "{text}");
        }
        let text = "8k/9/8P/9/9/9/9/8/9 b G 1";
        let broken = positions(Line { text, at: 0 }, NO_LINKS);
        assert!(matches!(&broken[0].content, Content::Sfen(it) if it.is_err()));
    }
}
