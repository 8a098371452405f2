//! The ranks of drawn boards, line by line: between bars, in cells, with blanks between the squares, in letters.

use super::square::{Square, cell, is_dash, one};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::marks::{is_empty_square, mark};
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use std::ops::Range;

/// How the squares of a rank are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    /// All between two bars, as in KIF: `| ・ ・v玉|`.
    Bars,
    /// Each in a cell of its own: `│　│▽桂│`.
    Cells,
    /// Without bars: `・ ・ v玉`, `. . k`.
    Open,
}

/// A line with a rank of a board.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub drawing: Drawing,
    pub squares: Vec<Square>,
    /// The whole line.
    pub span: Range<usize>,
    /// The number of the rank as it is written, before or behind.
    pub label: Option<u8>,
    /// The text behind the board.
    pub beside: Range<usize>,
    /// The error at a character between the squares that is no piece.
    pub wrong: Option<RecordError>,
}

/// Returns whether a character is a vertical line.
pub(super) const fn is_bar(c: char) -> bool {
    matches!(
        c,
        '|' | '｜' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '￤' | '︱'
    )
}

/// Returns whether a line is part of a frame: lines between ranks, and the rules of tables.
pub(super) fn is_frame(text: &str) -> bool {
    let is_of_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c);
    let text = text.trim();
    let is_line = |c: char| {
        is_of_box(c)
            || is_bar(c)
            || matches!(
                c,
                '+' | '-' | '=' | '＋' | '－' | '―' | '—' | '─' | 'ー' | ':' | '*' | '_' | '＝'
            )
            || c.is_whitespace()
    };
    let marks = text
        .chars()
        .filter(|c| !c.is_whitespace() && !is_bar(*c))
        .count();
    marks >= 3 && begins_frame(text) && text.chars().all(is_line)
}

/// Returns whether the first characters are those of a frame. Text may stand beside it.
fn begins_frame(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| {
        ('\u{2500}'..='\u{257f}').contains(&c)
            || matches!(
                c,
                '+' | '＋' | '-' | '－' | '|' | '｜' | '―' | '—' | 'ー' | '=' | '＝'
            )
    })
}

/// Returns whether a line begins as a frame does, with other text behind it: `├─┼─┤ 持駒 金`.
pub(super) fn frame_with_text(line: Line<'_>) -> Option<Range<usize>> {
    let line = line.trimmed();
    let is_of_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_of_line = |c: char| is_of_box(c) || c == ' ';
    let frame = line.text.trim_start_matches(is_of_line);
    let length = line.text.len() - frame.len();
    let marks = line.text[..length]
        .chars()
        .filter(|c| is_of_box(*c))
        .count();
    (marks >= 3).then(|| line.at + length..line.at + line.text.len())
}

/// Reads the number of a rank: `一`, `1`, `１`, `a`.
fn label(cursor: &mut Cursor<'_>) -> Option<u8> {
    let mut ahead = *cursor;
    ahead.skip_blanks();
    let c = ahead.next()?;
    let value = digit(c).or_else(|| kanji(c)).or_else(|| match c {
        'a'..='i' => Some(u32::from(c) - u32::from('a') + 1),
        'A'..='I' => Some(u32::from(c) - u32::from('A') + 1),
        _ => None,
    });
    let value = value.filter(|it| (1..=9).contains(it))?;
    // A longer number or word is text.
    if ahead.peek().is_some_and(char::is_alphanumeric) && !ahead.rest.starts_with('段') {
        return None;
    }
    ahead.skip("段");
    *cursor = ahead;
    Some(value as u8)
}

/// Reads the squares between two bars. An ideographic blank is an empty square, unless there would be too many.
fn squares(cursor: Cursor<'_>) -> Result<Vec<Square>, RecordError> {
    let found = squares_with(cursor, false)?;
    if found.len() > 9 && cursor.rest.contains('\u{3000}') {
        return squares_with(cursor, true);
    }
    Ok(found)
}

fn squares_with(mut cursor: Cursor<'_>, blanks_are_gaps: bool) -> Result<Vec<Square>, RecordError> {
    let mut found = Vec::new();
    loop {
        let is_gap = |c: char| c == ' ' || c == '\t' || c == '\u{3000}' && blanks_are_gaps;
        cursor.take_while(is_gap);
        let Some(c) = cursor.peek() else {
            return Ok(found);
        };
        let start = cursor.at;
        let is_empty = is_empty_square(c) || c == '\u{3000}' || is_dash(cursor);
        if is_empty {
            cursor.next();
            found.push(Square::empty(start..cursor.at));
        } else {
            let mut wrong = cursor;
            if let Some(square) = one(&mut cursor, false) {
                found.push(square);
            } else {
                wrong.skip_one(|c| mark(c).is_some());
                let c = wrong.peek().unwrap_or(c);
                let kind = Kind::NoSuchPiece(c.to_string());
                return Err(RecordError::new(kind, wrong.next_span()));
            }
        }
    }
}

/// Reads a line that may be a rank of a board. Without bars it has this many squares.
pub(super) fn row(line: Line<'_>, width: usize) -> Option<Row> {
    let bars: Vec<(usize, usize)> = line
        .text
        .char_indices()
        .filter(|(_, c)| is_bar(*c))
        .map(|(at, c)| (at, c.len_utf8()))
        .take(24)
        .collect();
    let whole = line.span();
    match bars.as_slice() {
        [] => tabs(line).or_else(|| open(line, width)),
        [(at, _)] => {
            // One of the bars is missing.
            let (before, behind) = (part(line, 0, *at), part(line, *at, line.text.len()));
            let behind = part(
                behind,
                behind.text.chars().next().map_or(0, char::len_utf8),
                behind.text.len(),
            );
            open(behind, width).or_else(|| {
                let mut row = open(before, width)?;
                let (label, beside) = behind_board(behind);
                (row.label, row.beside) = (row.label.or(label), beside);
                Some(row)
            })
        }
        [first, second, ..] => {
            if bars.len() >= 4
                && let Some(row) = cells(line, &bars)
            {
                return Some(row);
            }
            let inner = part(line, first.0 + first.1, second.0);
            let (label, beside) = behind_board(part(line, second.0 + second.1, line.text.len()));
            let before = label_before(part(line, 0, first.0)).ok()?;
            let row = |squares, wrong| Row {
                drawing: Drawing::Bars,
                squares,
                span: whole.clone(),
                label: label.or(before),
                beside: beside.clone(),
                wrong,
            };
            match squares(inner.cursor()) {
                Ok(found) if found.len() >= 3 && is_board_beside(line, &beside) => Some(row(
                    found,
                    Some(RecordError::new(Kind::SideBySide, beside.clone())),
                )),
                Ok(found) if found.len() >= 3 => Some(row(found, None)),
                Ok(_) => None,
                // A rank with a wrong character in it is not a text between bars.
                Err(wrong) => {
                    let marks = inner.text.chars().filter(|c| is_empty_square(*c)).count();
                    (marks >= 5).then(|| row(Vec::new(), Some(wrong)))
                }
            }
        }
    }
}

/// Returns whether the text beside a board is a rank of another one.
fn is_board_beside(line: Line<'_>, beside: &Range<usize>) -> bool {
    let text = &line.text[beside.start - line.at..beside.end - line.at];
    text.contains(is_bar) && row(Line { text, at: 0 }, 9).is_some()
}

/// Returns the label in the text before the first bar, if there is no other text. A remark of a program may begin
/// the line: `// |・・…|`.
fn label_before(line: Line<'_>) -> Result<Option<u8>, NoLabel> {
    let mut cursor = line.cursor();
    cursor.take_while(|c| c.is_whitespace() || matches!(c, '#' | '/' | '*' | ';' | '%' | '\''));
    let found = label(&mut cursor);
    cursor.skip_blanks();
    if cursor.rest.is_empty() {
        Ok(found)
    } else {
        Err(NoLabel)
    }
}

/// Text in front of a board that is no number of a rank.
struct NoLabel;

/// Returns the label and the text behind the last bar.
fn behind_board(line: Line<'_>) -> (Option<u8>, Range<usize>) {
    let mut cursor = line.cursor();
    let label = label(&mut cursor);
    cursor.skip_blanks();
    let end = line.at + line.text.trim_end().len();
    (label, cursor.at..end.max(cursor.at))
}

fn part(line: Line<'_>, from: usize, to: usize) -> Line<'_> {
    Line {
        text: &line.text[from..to],
        at: line.at + from,
    }
}

/// Reads a rank whose squares are cells between bars.
fn cells(line: Line<'_>, bars: &[(usize, usize)]) -> Option<Row> {
    let mut found = Vec::new();
    let mut last = None;
    let mut number_of_rank = None;
    for (number, pair) in bars.windows(2).enumerate() {
        let cell = cell(part(line, pair[0].0 + pair[0].1, pair[1].0));
        match cell {
            Some(square) => found.push(square),
            // The first cell may have the number of the rank.
            None if number == 0 => {
                let first = part(line, pair[0].0 + pair[0].1, pair[1].0);
                number_of_rank = Some(label_before(first).ok().flatten()?);
            }
            // A bar in the text beside the board.
            None if number >= 3 => {
                last = Some(pair[0]);
                break;
            }
            None => return None,
        }
    }
    let end = last.or_else(|| bars.last().copied())?;
    let before = part(line, 0, bars[0].0);
    let label = if let Ok(label) = label_before(before) {
        number_of_rank.or(label)
    } else {
        // The first bar may be missing.
        found.insert(0, cell(before)?);
        None
    };
    let (behind, mut beside) = behind_board(part(line, end.0 + end.1, line.text.len()));
    // The tenth cell may have the number of the rank as a letter, which is no piece then.
    let mut label = label;
    if last.is_none()
        && found.len() == 10
        && let Some(value) = letter_label(line, found[9].span.clone())
    {
        label = label.or(Some(value));
        found.pop();
    }
    // So may the last one.
    if let Some(square) = cell(Line {
        text: &line.text[beside.start - line.at..beside.end - line.at],
        at: beside.start,
    }) && square.piece.is_some()
    {
        found.push(square);
        beside.start = beside.end;
    }
    Some(Row {
        drawing: Drawing::Cells,
        squares: found,
        span: line.span(),
        label: label.or(behind),
        beside,
        wrong: None,
    })
}

/// Returns the number of a rank in a cell that has a letter alone.
fn letter_label(line: Line<'_>, cell: Range<usize>) -> Option<u8> {
    let text = line.text.get(cell.start - line.at..cell.end - line.at)?;
    match text.trim().as_bytes() {
        [letter @ b'a'..=b'i'] => Some(letter - b'a' + 1),
        _ => None,
    }
}

/// Reads a rank of a table with tabs.
fn tabs(line: Line<'_>) -> Option<Row> {
    if line.text.matches('\t').count() < 8 {
        return None;
    }
    let mut at = line.at;
    let mut found = Vec::new();
    for text in line.text.split('\t') {
        found.push(cell(Line { text, at }));
        at += text.len() + 1;
    }
    let label_in = |text: &str| self::label(&mut Cursor { rest: text, at: 0 });
    let cells: Vec<&str> = line.text.split('\t').map(str::trim).collect();
    let mut label = None;
    let last = cells.get(9).copied().and_then(label_in);
    let mut end = 9;
    if last.is_some() && label_in(cells[0]).is_none() {
        label = last;
        end = 10;
    } else if found.len() > 9
        && found
            .first()
            .is_some_and(|it| !matches!(it, Some(square) if square.piece.is_some()))
    {
        label = label_in(cells[0]);
        found.remove(0);
        end = 10;
    }
    found.truncate(9);
    let found: Option<Vec<Square>> = found.into_iter().collect();
    // What stands in the cells behind it may be a hand.
    let whole = line.text.trim_end().len();
    let mut tabs = line.text.match_indices('\t').skip(end - 1);
    let begin = tabs.next().map_or(whole, |it| it.0.min(whole));
    let beside = line.text[begin..whole].trim_start();
    let beside = line.at + whole - beside.len()..line.at + whole;
    Some(Row {
        drawing: Drawing::Cells,
        squares: found?,
        span: line.span(),
        label,
        beside,
        wrong: None,
    })
}

/// Reads a rank without bars, of this many squares, perhaps between its numbers.
fn open(line: Line<'_>, width: usize) -> Option<Row> {
    let line = line.trimmed();
    // Ranks are short; a quick look tells most texts.
    if line.text.len() < width || line.text.len() > 200 {
        return None;
    }
    words(line, width)
        .or_else(|| characters(line, width))
        .or_else(|| doubled(line, width))
}

/// Reads a rank whose squares are two characters each: `□□□□▽歩▽玉`.
fn doubled(line: Line<'_>, width: usize) -> Option<Row> {
    let mut cursor = line.cursor();
    let mut squares = Vec::new();
    while let Some(c) = cursor.peek() {
        let start = cursor.at;
        let square = if is_empty_square(c) {
            let is_pair = cursor.skip_one(is_empty_square) && cursor.skip_one(|it| it == c);
            is_pair.then(|| Square::empty(start..cursor.at))?
        } else {
            one(&mut cursor, false).filter(|it| it.mark.is_some())?
        };
        squares.push(square);
        if squares.len() > width {
            return None;
        }
    }
    let end = line.at + line.text.len();
    (squares.len() == width).then(|| Row {
        drawing: Drawing::Open,
        squares,
        span: line.span(),
        label: None,
        beside: end..end,
        wrong: None,
    })
}

/// Reads a rank whose squares are words between blanks: `・・ 先歩`, `-- wK`, `. k`.
fn words(line: Line<'_>, width: usize) -> Option<Row> {
    let mut at = line.at;
    let mut words: Vec<Line<'_>> = Vec::new();
    for part in line.text.split_inclusive(char::is_whitespace) {
        let text = part.trim_end();
        if !text.is_empty() {
            words.push(Line { text, at });
        }
        at += part.len();
        if words.len() > width + 12 {
            return None;
        }
    }
    let first = usize::from(words.len() > width && cell(*words.first()?).is_none());
    let number = words
        .first()
        .filter(|_| first == 1)
        .map(|it| label(&mut it.cursor()));
    if matches!(number, Some(None)) {
        return None;
    }
    let squares: Option<Vec<Square>> = words
        .get(first..first + width)?
        .iter()
        .map(|it| cell(*it))
        .collect();
    let squares = squares?;
    let end = words[first + width - 1];
    let end = end.at + end.text.len() - line.at;
    let (behind, beside) = behind_board(part(line, end, line.text.len()));
    // A tenth square makes it another rank.
    let is_label =
        |it: &Line<'_>| it.text.len() == 1 && it.text.starts_with(|c| ('a'..='i').contains(&c));
    let next = words
        .get(first + width)
        .is_some_and(|it| cell(*it).is_some() && !is_label(it));
    (!next).then(|| Row {
        drawing: Drawing::Open,
        squares,
        span: line.span(),
        label: number.flatten().or(behind),
        beside,
        wrong: None,
    })
}

/// Reads a rank whose squares may touch each other: `・・v玉`, `..k`.
fn characters(line: Line<'_>, width: usize) -> Option<Row> {
    let mut cursor = line.cursor();
    let first = line
        .text
        .split([' ', '\u{3000}'])
        .next()
        .unwrap_or_default();
    let is_close = first.len() >= 9 && first.chars().all(|c| ".*-+_plnsgbrkPLNSGBRK".contains(c));
    let mut found = Vec::new();
    let mut number = None;
    loop {
        cursor.take_while(|c| matches!(c, ' ' | '\t' | '\u{3000}'));
        let Some(c) = cursor.peek() else { break };
        let start = cursor.at;
        if found.is_empty() && number.is_none() {
            let mut ahead = cursor;
            if let Some(value) = label(&mut ahead)
                && ahead.rest.starts_with([' ', '\t', '\u{3000}'])
            {
                cursor = ahead;
                number = Some(value);
                continue;
            }
        }
        if is_empty_square(c) || is_dash(cursor) {
            cursor.next();
            found.push(Square::empty(start..cursor.at));
        } else if let Some(square) = one(&mut cursor, is_close) {
            found.push(square);
        } else {
            break;
        }
        if found.len() > width {
            return None;
        }
    }
    let (label, beside) = behind_board(Line {
        text: cursor.rest,
        at: cursor.at,
    });
    (found.len() == width).then(|| Row {
        drawing: Drawing::Open,
        squares: found,
        span: line.span(),
        label: number.or(label),
        beside,
        wrong: None,
    })
}
