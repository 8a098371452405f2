//! The ranks of drawn boards: `| ・ ・v玉 …|一`, `│　　│▲金│…┃一`, `.. bR .. wK`, `l n s g . k +B n l`.
//!
//! Bars between the squares of a rank separate them, or else their own signs. After the frame come the label of the
//! rank and other text: a hand, a title, a length.

use super::piece::{Sign, drawn_piece, is_bar, is_empty_square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::shogi::PieceKind;
use std::ops::Range;

/// A square of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// The piece with its sign.
    pub piece: Option<(PieceKind, Sign)>,
    /// The place of the first byte.
    pub at: usize,
    /// The place after the last byte.
    pub end: usize,
}

/// The frame of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Bars stand at the ends only.
    Ends,
    /// Bars stand between all squares.
    Bars,
    /// There are no bars.
    Open,
}

/// The squares of a rank, its label and the text beside it.
#[derive(Clone, Debug)]
pub(super) struct Rank {
    pub cells: Vec<Cell>,
    /// Why the squares cannot be read.
    pub error: Option<RecordError>,
    pub style: Style,
    /// The number of the rank.
    pub label: Option<u8>,
    /// The text after the frame and the label.
    pub beside: Range<usize>,
    pub span: Range<usize>,
}

impl Rank {
    /// Returns whether a piece is on one of the squares.
    pub fn has_piece(&self) -> bool {
        self.cells.iter().any(|it| it.piece.is_some())
    }
}

/// Reads a line as a rank. A single line of this form may be something else; a board has several.
pub(super) fn rank(line: Line<'_>) -> Option<Rank> {
    let is_blank = |c: char| c.is_whitespace() && c != '\u{3000}';
    let line = line.within(line.text.trim_start_matches(is_blank).trim_end());
    if line.text.len() > LONGEST_RANK || line.text.is_empty() {
        return None;
    }
    let bars: Vec<usize> = line
        .text
        .char_indices()
        .filter(|(_, c)| is_bar(*c))
        .map(|(at, _)| at)
        .collect();
    match bars[..] {
        [] => without_bars(line),
        // The bar at the right may be alone in the next line.
        [0] => with_end_bars(line, Some(0), line.text.len()),
        [first, last] if is_label(&line.text[..first]) => with_end_bars(line, Some(first), last),
        [last] => with_end_bars(line, None, last),
        _ => with_inner_bars(line, &bars),
    }
}

/// The longest rank, in bytes. A longer line is text.
const LONGEST_RANK: usize = 600;

/// Returns whether a text before a rank is empty or its label: `a`, `1`, `一`.
fn is_label(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', ':']);
    text.is_empty() || label_of(text).is_some()
}

/// Returns the number of a rank: `a`, `1`, `一`, `１`, `A`.
fn label_of(text: &str) -> Option<u8> {
    let text = text.trim().trim_end_matches('段');
    let mut characters = text.chars();
    let (c, None) = (characters.next()?, characters.next()) else {
        return None;
    };
    let small = c.to_ascii_lowercase();
    let letter = ('a'..='i')
        .contains(&small)
        .then(|| u32::from(small) - u32::from('a') + 1);
    let number = digit(c).or_else(|| kanji(c)).or(letter)?;
    (1..=9).contains(&number).then_some(number as u8)
}

/// Reads the label after the frame, and returns the place of the text after it.
fn label_and_rest(line: Line<'_>, from: usize) -> (Option<u8>, Range<usize>) {
    let rest = &line.text[from..];
    let start = rest.len() - rest.trim_start().len();
    let word = rest[start..]
        .split(|c: char| c.is_whitespace() || is_bar(c))
        .next()
        .unwrap_or_default();
    let label = label_of(word);
    let skipped = if label.is_some() {
        start + word.len()
    } else {
        0
    };
    let at = line.at + from + skipped;
    (label, at..line.at + line.text.len())
}

/// Reads a rank with bars at its ends only. `first` and `last` are the places of the bars.
fn with_end_bars(line: Line<'_>, first: Option<usize>, last: usize) -> Option<Rank> {
    let inner = first.map_or(0, |it| it + bar_length(line.text, it));
    let cells = line.within(&line.text[inner..last]);
    let (label, beside) = if last < line.text.len() {
        label_and_rest(line, last + bar_length(line.text, last))
    } else {
        (None, line.at + last..line.at + last)
    };
    let label = label.or_else(|| label_of(&line.text[..first.unwrap_or(0)]));
    let (cells, error) = match by_sign(cells) {
        Ok(cells) => (cells, None),
        Err((count, _)) if count < 3 => return None,
        Err((_, error)) => (Vec::new(), Some(error)),
    };
    // Without a bar at the left, only the label distinguishes a rank from other text.
    let is_plain = error.is_none() && cells.len() < 3
        || first.is_none() && (label.is_none() || error.is_some());
    (!is_plain).then(|| Rank {
        cells,
        error,
        style: Style::Ends,
        label,
        beside,
        span: line.span(),
    })
}

fn bar_length(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Reads squares that have no bars between them. An error has the number of squares before it.
fn by_sign(line: Line<'_>) -> Result<Vec<Cell>, (usize, RecordError)> {
    let has_nine = |cells: &Result<Vec<Cell>, _>| cells.as_ref().is_ok_and(|it| it.len() == 9);
    let usual = by_sign_with(line, true, false);
    if has_nine(&usual) {
        return usual;
    }
    let others = [(false, false), (true, true), (false, true)];
    let mut others = others
        .into_iter()
        .map(|(wide_is_empty, full)| by_sign_with(line, wide_is_empty, full));
    others.find(has_nine).unwrap_or(usual)
}

/// Reads squares by their signs. `wide_is_empty` says whether a full-width blank is an empty square, `full` whether
/// a piece may have its full name of two characters (飛車).
fn by_sign_with(
    line: Line<'_>,
    wide_is_empty: bool,
    full: bool,
) -> Result<Vec<Cell>, (usize, RecordError)> {
    let mut cursor = line.cursor();
    let mut cells = Vec::with_capacity(9);
    loop {
        cursor.take_while(|c| c.is_whitespace() && !(c == '\u{3000}' && wide_is_empty));
        let at = cursor.at;
        let Some(c) = cursor.peek() else {
            return Ok(cells);
        };
        let piece = if let Some(found) = drawn_piece(&mut cursor, false, full) {
            Some(found)
        } else if is_empty_square(c) || c == '\u{3000}' {
            cursor.next();
            None
        } else {
            // The wrong character may come after the sign of a side.
            let has_sign = cursor.skip_one(|c| super::piece::sign(c).is_some());
            let c = cursor.peek().filter(|_| has_sign).unwrap_or(c);
            let error = RecordError::new(Kind::NoSuchPiece(c.to_string()), cursor.next_span());
            return Err((cells.len(), error));
        };
        cells.push(Cell {
            piece,
            at,
            end: cursor.at,
        });
    }
}

/// Reads the text between two bars: nothing, a sign for an empty square, or a piece.
fn cell(line: Line<'_>) -> Option<Cell> {
    let bare = line.trimmed();
    let end = bare.at + bare.text.len();
    let is_empty = |c: char| is_empty_square(c) || c == '-';
    if bare.text.chars().all(is_empty) && bare.text.chars().count() <= 2 {
        return Some(Cell {
            piece: None,
            at: bare.at,
            end,
        });
    }
    let mut cursor = bare.cursor();
    let found = drawn_piece(&mut cursor, false, true)?;
    cursor.rest.is_empty().then_some(Cell {
        piece: Some(found),
        at: bare.at,
        end,
    })
}

/// Reads a rank with a bar between any two squares.
fn with_inner_bars(line: Line<'_>, bars: &[usize]) -> Option<Rank> {
    let mut parts = Vec::with_capacity(bars.len() + 1);
    let mut from = 0;
    for &bar in bars {
        parts.push(from..bar);
        from = bar + bar_length(line.text, bar);
    }
    let part = |range: &Range<usize>| line.within(&line.text[range.clone()]);
    let first = part(&parts[0]);
    let mut label = label_of(first.text);
    // If the frame is open at the left, the first part is a square.
    let is_open = first.text.starts_with('\u{3000}') && bars.len() == 9 || !is_label(first.text);
    let skipped = usize::from(!is_open);
    let mut cells: Vec<Cell> = Vec::with_capacity(9);
    let mut end = from;
    for (number, range) in parts.iter().enumerate().skip(skipped) {
        let text = part(range);
        // A label in a cell of its own, at either end of a row of a table.
        let is_own_label = (cells.is_empty() && number == 1 && parts.len() > 10
            || cells.len() == 9)
            && label_of(text.text).is_some();
        if is_own_label {
            label = label_of(text.text);
            if cells.len() == 9 {
                end = range.end + bar_length(line.text, range.end);
                break;
            }
            continue;
        }
        match cell(text) {
            Some(found) if cells.len() < 9 => cells.push(found),
            _ if cells.len() >= 3 => {
                end = range.start;
                break;
            }
            _ => return None,
        }
    }
    let mut beside = end.min(line.text.len());
    // The last part, after the last bar, is a square only if the frame is open at the right.
    let tail = from..line.text.len();
    let last = part(&tail);
    let is_piece = label_of(last.text).is_none() && cells.len() < 9 && beside == from;
    if let Some(last) = cell(last)
        && is_piece
        && last.piece.is_some()
    {
        cells.push(last);
        beside = line.text.len();
    }
    let (label_after, beside) = label_and_rest(line, beside);
    (cells.len() >= 3).then(|| Rank {
        cells,
        error: None,
        style: Style::Bars,
        label: label.or(label_after),
        beside,
        span: line.span(),
    })
}

/// Reads a rank without bars: words or signs that are all squares.
fn without_bars(line: Line<'_>) -> Option<Rank> {
    let first = line.text.chars().next()?;
    let may_begin = first.is_ascii()
        || is_empty_square(first)
        || super::piece::sign(first).is_some()
        || "歩香桂銀金角飛玉王とト杏圭全馬龍竜成\u{3000}".contains(first);
    if !may_begin {
        return None;
    }
    let words: Vec<Line<'_>> = words(line).collect();
    if let [word] = words[..] {
        return in_one_word(word, line);
    }
    if let Some(found) = of_words(line, &words) {
        return Some(found);
    }
    by_signs_alone(line)
}

/// Reads a rank whose squares are words, with a label at either end: `.. bR .. wK`, `a . . k`.
fn of_words(line: Line<'_>, words: &[Line<'_>]) -> Option<Rank> {
    let (mut from, mut to) = (0, words.len());
    let is_square = |it: &Line<'_>| cell(*it).is_some();
    let mut label = None;
    // A word that may be a square is one, unless there are ten of them.
    if words.len() > 3 && (!is_square(&words[0]) || to == 10 && label_of(words[0].text).is_some()) {
        label = Some(label_of(words[0].text.trim_end_matches(['.', ':']))?);
        from = 1;
    }
    let squares = words[from..to]
        .iter()
        .take_while(|it| is_square(it))
        .count()
        .min(9);
    let mut beside = line.at + line.text.len()..line.at + line.text.len();
    if from + squares < to {
        let next = words[from + squares];
        let label_after = label_of(next.text);
        // Text may follow only a label or nine squares.
        if label_after.is_none() && squares < 9 {
            return None;
        }
        label = label.or(label_after);
        to = from + squares;
        let skipped = label_after.map_or(0, |_| next.text.len());
        beside = next.at + skipped..line.at + line.text.len();
    }
    let cells: Vec<Cell> = words[from..to].iter().filter_map(|it| cell(*it)).collect();
    (cells.len() >= 3).then(|| Rank {
        cells,
        error: None,
        style: Style::Open,
        label,
        beside,
        span: line.span(),
    })
}

fn words(line: Line<'_>) -> impl Iterator<Item = Line<'_>> {
    line.text
        .split_whitespace()
        .map(move |word| line.within(word))
}

/// Reads a rank in one word of letters and points: `....k....`. The form of SFEN (`4k4`) is no rank here.
fn in_one_word(word: Line<'_>, line: Line<'_>) -> Option<Rank> {
    if !word.text.is_ascii() {
        return by_signs_alone(line);
    }
    let mut cursor = word.cursor();
    let mut cells = Vec::new();
    while let Some(c) = cursor.peek() {
        let at = cursor.at;
        let piece = if is_empty_square(c) || c == '-' {
            cursor.next();
            None
        } else {
            Some(drawn_piece(&mut cursor, true, false)?)
        };
        cells.push(Cell {
            piece,
            at,
            end: cursor.at,
        });
    }
    let end = line.at + line.text.len();
    (cells.len() == 9).then(|| Rank {
        cells,
        error: None,
        style: Style::Open,
        label: None,
        beside: end..end,
        span: line.span(),
    })
}

/// Reads a rank of kanji and signs: ` ・ ・ 口 口^金^玉`, with a label after it.
fn by_signs_alone(line: Line<'_>) -> Option<Rank> {
    let read = |text: &str| {
        by_sign(Line { text, at: line.at })
            .ok()
            .filter(|it| it.len() == 9)
    };
    let end = line.at + line.text.len();
    let make = |cells, label| Rank {
        cells,
        error: None,
        style: Style::Open,
        label,
        beside: end..end,
        span: line.span(),
    };
    if let Some(cells) = read(line.text) {
        return Some(make(cells, None));
    }
    let (last, _) = line.text.char_indices().next_back()?;
    let label = label_of(&line.text[last..])?;
    let cells = read(line.text[..last].trim_end())?;
    Some(make(cells, Some(label)))
}

/// Returns the place of the text after the edge of a frame, if the line begins with one: `+---+`, `┏━┯━┓ ≪E図≫`.
pub(super) fn frame(line: Line<'_>) -> Option<Range<usize>> {
    let text = line.text;
    let is_drawn =
        |c: char| ('\u{2500}'..='\u{257f}').contains(&c) || "-―－=+＋|｜*_ー:".contains(c);
    let mut cursor = line.cursor();
    let drawn = cursor.take_while(|c| is_drawn(c) || c.is_whitespace());
    let count = |of: &dyn Fn(char) -> bool| drawn.chars().filter(|c| of(*c)).count();
    let has_corner = drawn.contains(|c| "+＋|┌┏├┠┼└┗┬┯┴┷┣╋╂".contains(c));
    let dashes = count(&|c| is_drawn(c) && !matches!(c, '|' | '*' | ':'));
    let has_gap = drawn.ends_with(char::is_whitespace) || cursor.rest.is_empty();
    let is_dashes_alone = cursor.rest.is_empty()
        && dashes >= 8
        && text
            .trim()
            .chars()
            .all(|c| !matches!(c, '=' | '_' | '*') && is_drawn(c));
    (dashes >= 3 && has_gap && (has_corner && dashes >= 5 || is_dashes_alone))
        .then_some(cursor.at..line.at + text.len())
}

/// Returns the numbers of the files in a line that has nothing else: `９ ８ ７ …`, `4  3  2  1`, `| 9 | 8 | …`.
pub(super) fn files(line: Line<'_>) -> Option<Vec<u8>> {
    let mut numbers = Vec::new();
    for c in line.text.chars() {
        let number = digit(c).or_else(|| kanji(c));
        match number.filter(|it| (1..=9).contains(it)) {
            Some(it) => numbers.push(it as u8),
            None if c.is_whitespace() || is_bar(c) || matches!(c, '+' | '-' | '\'' | '筋') => {}
            None => return None,
        }
    }
    let has_step = |step: i8| {
        numbers
            .windows(2)
            .all(|it| it[1] as i8 - it[0] as i8 == step)
    };
    (numbers.len() >= 3 && (has_step(-1) || has_step(1))).then_some(numbers)
}

/// Returns the label in a line that is the end of the rank above, and the place of the text after it: `┃一`, `|三`.
pub(super) fn tail(line: Line<'_>) -> Option<(Option<u8>, Range<usize>)> {
    let line = line.trimmed();
    let mut cursor: Cursor<'_> = line.cursor();
    if !cursor.skip_one(is_bar) || cursor.rest.contains(is_bar) {
        return None;
    }
    let (label, beside) = label_and_rest(line, cursor.at - line.at);
    label.is_some().then_some((label, beside))
}
