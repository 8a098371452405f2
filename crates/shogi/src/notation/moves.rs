//! Reads moves as people write them: in USI (`3a3d+`), in Japanese (`▲３四飛成`, `同玉`), as in KIF
//! (`３四飛成(31)`) and as in English books (`R-3d+`), in any mixture.
//!
//! The reader is relaxed:
//!
//! - blanks of either width, commas or arrows separate moves, which may also follow each other directly:
//!   `▲３四飛成△１五玉`;
//! - the mark of a side (▲☗▼, △☖▽) may be missing, but has to be right if it is there;
//! - squares are in ASCII digits, full-width digits or kanji: `３四`, `34`, `3四`;
//! - the piece has any name used in records: 玉 and 王, 龍 and 竜, 成銀 and 全;
//! - 右左直上寄引, 打, 成 and 不成 follow the piece, then the origin in brackets;
//! - a number (`1.`, `①`) or the name of a side (先手) may stand before a move;
//! - まで after the last move is passed over, and so is a length after it;
//! - a word of programs may end the line: `resign`, `0000`, 投了.
//!
//! Without 成 a piece does not promote. Without 打 it is a piece on the board, if any can go there, else
//! one in hand. If several can go there, those that legally cannot are left out. If that is not enough,
//! the move is an error that lists the possibilities.
//!
//! [`read`] reads only the form of moves, [`play`] finds them on a board. Legality is not tested here.

use super::Help;
use super::cursor::Cursor;
use super::digits::digit;
use super::line_end::{end_of_word, is_book_ending, is_length};
use super::move_number::{skip_number, skip_side};
use super::usi;
use super::western;
use super::written_move::{WrittenMove, read_words, side};
use crate::{Color, Move, Setup, Square};
use std::ops::Range;

pub use super::move_error::{MoveError, MoveErrorKind};

/// A move as written, not yet found on a board.
#[derive(Clone, Debug)]
pub struct Written {
    /// The place in the text, in bytes, without the mark of the side.
    pub span: Range<usize>,
    /// The side of the mark before the move, with the place of the mark.
    mark: Option<(Color, Range<usize>)>,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Usi(Move),
    WrittenMove(WrittenMove),
}

/// Reads the moves of a text. Each is read by itself: an error in one does not affect those after
/// it.
#[must_use]
pub fn read(text: &str) -> Vec<Result<Written, MoveError>> {
    read_to_end(Cursor { rest: text, at: 0 }).moves
}

/// Reads a line of moves whose text begins at byte `at` of a larger one.
#[must_use]
pub fn read_line(text: &str, at: usize) -> Reading {
    read_to_end(Cursor { rest: text, at })
}

/// The moves of a text, and how the line ends.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The moves as they are written; errors stand for text that is no move.
    pub moves: Vec<Result<Written, MoveError>>,
    /// The end of the line, if a word names it.
    pub end: Option<NamedEnd>,
}

/// A word at the end of a line that says how it ends: `resign`, 投了.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEnd {
    /// The name of the end in KIF.
    pub name: &'static str,
    /// The place of the word.
    pub span: Range<usize>,
}

/// Reads the moves from here to the end of the text.
pub(super) fn read_to_end(mut cursor: Cursor<'_>) -> Reading {
    let mut reading = Reading::default();
    loop {
        cursor.take_while(is_gap);
        if cursor.rest.is_empty() {
            return reading;
        }
        if is_book_ending(cursor.rest) || is_length(next_word(cursor)) {
            cursor.take_while(|c| !ends_word(c));
            continue;
        }
        if let Some(end) = read_end(&mut cursor) {
            if !end.name.is_empty() {
                reading.end.get_or_insert(end);
            }
            continue;
        }
        let read = match read_numbered(cursor) {
            Some((written, after)) => {
                cursor = after;
                Ok(written)
            }
            None => read_move(&mut cursor.clone()),
        };
        if read.is_err() {
            if cursor.skip_one(|c| side(c).is_some()) {
                cursor.skip_blanks();
            }
            cursor.take_while(|c| !ends_word(c));
        }
        // A word that moves follow does not end the line.
        if read.is_ok() {
            reading.end = None;
        }
        reading.moves.push(read);
    }
}

/// Reads a word for the end of the line, perhaps after the mark of a side.
fn read_end(cursor: &mut Cursor<'_>) -> Option<NamedEnd> {
    let mut ahead = *cursor;
    if ahead.skip_one(|c| side(c).is_some()) {
        ahead.skip_blanks();
    }
    // `rep_draw` is one word, although `_` may stand for a blank.
    let first = next_word(ahead);
    let second = match ahead.rest[first.len()..].strip_prefix('_') {
        Some(rest) => next_word(Cursor { rest, at: 0 }),
        None => "",
    };
    let both = &ahead.rest[..first.len() + usize::from(!second.is_empty()) + second.len()];
    let mut words = [both, first].into_iter();
    let (word, name) = words.find_map(|word| Some((word, end_of_word(word)?)))?;
    let span = ahead.at..ahead.at + word.len();
    ahead.advance(word.len());
    *cursor = ahead;
    Some(NamedEnd { name, span })
}

/// Reads one move, perhaps after its number and the name of a side. Returns it with the cursor after it.
fn read_numbered(cursor: Cursor<'_>) -> Option<(Written, Cursor<'_>)> {
    let mut ahead = cursor;
    if let Ok(written) = read_move(&mut ahead) {
        return Some((written, ahead));
    }
    let mut ahead = cursor;
    let digits = next_word(ahead);
    let is_number = digits.chars().count() < 4 && digits.chars().all(|c| digit(c).is_some());
    if !skip_number(&mut ahead) && is_number {
        ahead.advance(digits.len());
        ahead.skip_blanks();
    }
    skip_side(&mut ahead);
    if ahead.at == cursor.at {
        return None;
    }
    let written = read_move(&mut ahead).ok()?;
    Some((written, ahead))
}

/// Returns the next word, cut after [`WORD_MAX`] characters. Moves may follow each other directly, and a
/// long line of them is not searched to its end for each move.
fn next_word(cursor: Cursor<'_>) -> &str {
    let cut = cursor.rest.char_indices().nth(WORD_MAX);
    let rest = cut.map_or(cursor.rest, |(length, _)| &cursor.rest[..length]);
    rest.split(ends_word).next().unwrap_or_default()
}

/// The most characters of a word that is one move or end.
const WORD_MAX: usize = 40;

/// Returns the next word with all of its characters.
fn whole_word(cursor: Cursor<'_>) -> &str {
    cursor.rest.split(ends_word).next().unwrap_or_default()
}

/// Reads the move at the cursor, which moves to its end. Any text may follow.
///
/// # Errors
/// If the text does not begin with a move.
pub fn read_one(cursor: &mut Cursor<'_>) -> Result<Written, MoveError> {
    let mut marked = *cursor;
    let mark = cursor
        .peek()
        .and_then(side)
        .map(|color| (color, cursor.next_span()));
    marked.skip_one(|c| side(c).is_some());
    let word = whole_word(marked);
    // Signs of mate and praise may follow a move: `G*1b#`.
    let without_signs = word.trim_end_matches(|c: char| {
        matches!(
            c,
            '#' | '!' | '?' | '.' | ')' | ';' | '<' | '|' | '"' | '\'' | ']'
        )
    });
    if word.is_ascii() {
        let mut alone = Cursor {
            rest: &cursor.rest[..marked.at - cursor.at + without_signs.len()],
            at: cursor.at,
        };
        if let Ok(written) = read_move(&mut alone) {
            cursor.advance(alone.at - cursor.at);
            return Ok(written);
        }
    } else if let Ok(written) = read_move(&mut cursor.clone()) {
        let length = written.span.end - cursor.at;
        cursor.advance(length);
        return Ok(written);
    }
    if let Some(written) = western::read_other(without_signs, marked.at) {
        let span = written.span.clone();
        cursor.advance(span.end - cursor.at);
        return Ok(Written {
            span,
            mark,
            form: Form::WrittenMove(written),
        });
    }
    read_move(cursor)
}

/// Returns whether a character may separate moves.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '_' | ',' | '，' | '、' | '。' | '・' | '･' | '→' | '⇒' | '➡'
        )
}

fn ends_word(c: char) -> bool {
    is_gap(c) || side(c).is_some()
}

/// Reads one move, perhaps after the mark of a side.
fn read_move(cursor: &mut Cursor<'_>) -> Result<Written, MoveError> {
    let mark = cursor.peek().and_then(side).map(|color| {
        let span = cursor.next_span();
        cursor.next();
        cursor.skip_blanks();
        (color, span)
    });
    let start = cursor.at;
    let word = next_word(*cursor);
    if let (Some((_, span)), true) = (&mark, word.is_empty()) {
        return Err(MoveError::new(MoveErrorKind::NoMove, span.clone()));
    }
    let western = western::read(word, start);
    let form = if let Some(written) = western {
        cursor.advance(word.len());
        Form::WrittenMove(written)
    } else if word.is_ascii() {
        let word = whole_word(*cursor);
        let mv = usi::parse_move(word).map_err(|error| {
            let span = start + error.span.start..start + error.span.end;
            MoveError::new(error.kind.into(), span)
        })?;
        cursor.advance(word.len());
        Form::Usi(mv)
    } else {
        let whole = *cursor;
        Form::WrittenMove(read_words(cursor).map_err(|mut error| {
            error.span = start..start + whole_word(whole).len();
            error.with_help(Help::MoveForm)
        })?)
    };
    Ok(Written {
        span: start..cursor.at,
        mark,
        form,
    })
}

impl Written {
    /// Returns the side of the mark before the move, if it has one.
    #[must_use]
    pub fn side(&self) -> Option<Color> {
        self.mark.as_ref().map(|(color, _)| *color)
    }

    /// Returns the move on a board; `previous` is the destination of the move before, for 同. A
    /// move in USI is returned as it is, whether or not it can be played.
    ///
    /// # Errors
    /// If it is the other side's turn, or if no move or more than one fits the words.
    pub fn find(&self, setup: &Setup, previous: Option<Square>) -> Result<Move, MoveError> {
        if let Some((color, span)) = &self.mark
            && *color != setup.turn
        {
            let error = MoveError::new(MoveErrorKind::WrongSide, span.clone());
            return Err(error.with_help(match setup.turn {
                Color::Black => Help::BlackToMove,
                Color::White => Help::WhiteToMove,
            }));
        }
        match &self.form {
            Form::Usi(mv) => Ok(*mv),
            Form::WrittenMove(words) => words.find(setup, previous),
        }
    }
}

/// Plays a line from a diagram. Returns the moves as far as they can be found on the board, and the
/// error of the next one. Moves in USI need no board: they are returned as they are, even if they cannot
/// be played.
#[must_use]
pub fn play(setup: &Setup, line: &[Written]) -> (Vec<Move>, Option<MoveError>) {
    let mut board = setup.clone();
    let mut unplayable: Option<Range<usize>> = None;
    let mut moves: Vec<Move> = Vec::new();
    for written in line {
        let found = match (&written.form, &unplayable) {
            (Form::Usi(mv), Some(_)) => Ok(*mv),
            (Form::WrittenMove(_), Some(span)) => {
                Err(MoveError::new(MoveErrorKind::Unplayable, span.clone()))
            }
            (_, None) => written.find(&board, moves.last().map(|mv| mv.to())),
        };
        match found {
            Ok(mv) => {
                if unplayable.is_none() && !board.play(mv) {
                    unplayable = Some(written.span.clone());
                }
                moves.push(mv);
            }
            Err(error) => return (moves, Some(error)),
        }
    }
    (moves, None)
}
