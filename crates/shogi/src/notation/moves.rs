//! Moves as people write them: USI (`3a3d+`), Japanese (`▲３四飛成`, `同玉`), KIF (`３四飛成(31)`) and as in
//! English books (`R-3d+`), in any mixture.
//!
//! The reader is relaxed:
//!
//! - blanks of either width or commas separate moves, which may also follow each other directly:
//!   `▲３四飛成△１五玉`;
//! - the mark of a side (▲☗▼, △☖▽) may be missing, but has to be right if it is there;
//! - squares are in ASCII digits, full-width digits or kanji: `３四`, `34`, `3四`;
//! - the piece has any name used in records: 玉 and 王, 龍 and 竜, 成銀 and 全;
//! - 右左直上寄引, 打, 成 and 不成 follow the piece, then the origin in brackets;
//! - まで after the last move is passed over.
//!
//! Without 成 a piece does not promote. Without 打 it is a piece on the board, if any can go there, else
//! one in hand. If several can go there, those that legally cannot are left out. If that is not enough,
//! the move is an error that lists the possibilities.
//!
//! [`read`] reads only the form of moves, [`play`] finds them on a board. Legality is not tested here.

use super::Help;
use super::cursor::Cursor;
use super::usi;
use super::western;
use super::written_move::{WrittenMove, read_words, side};
use crate::{Color, Move, Setup, Square};
use std::ops::Range;

pub use super::move_error::{MoveError, MoveErrorKind};

/// A move as written, not yet found on a board.
#[derive(Clone, Debug)]
pub struct Written {
    /// The place in the text, without the mark of the side.
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
    read_on(Cursor { rest: text, at: 0 })
}

/// The word after the last move in books: `５二金まで`, `まで5手詰`.
const END: [&str; 2] = ["まで", "迄"];

/// The words that GUIs write after the moves of a game in USI.
const USI_ENDS: [&str; 8] = [
    "resign",
    "win",
    "draw",
    "timeout",
    "sennichite",
    "repetition",
    "mate",
    "abort",
];

/// Reads the moves from here to the end.
pub(super) fn read_on(mut cursor: Cursor<'_>) -> Vec<Result<Written, MoveError>> {
    let mut moves = Vec::new();
    loop {
        cursor.take_while(is_gap);
        if cursor.rest.is_empty() {
            return moves;
        }
        let word = cursor.rest.split(ends_word).next().unwrap_or_default();
        if END.iter().any(|it| cursor.rest.starts_with(it)) || USI_ENDS.contains(&word) {
            cursor.take_while(|c| !ends_word(c));
            continue;
        }
        let mut ahead = cursor;
        let read = one(&mut ahead);
        if read.is_ok() {
            cursor = ahead;
        } else {
            if cursor.skip_one(|c| side(c).is_some()) {
                cursor.skip_blanks();
            }
            cursor.take_while(|c| !ends_word(c));
        }
        moves.push(read);
    }
}

/// Returns whether a character may separate moves.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | ',' | '，' | '、')
}

fn ends_word(c: char) -> bool {
    is_gap(c) || side(c).is_some()
}

/// Reads one move.
fn one(cursor: &mut Cursor<'_>) -> Result<Written, MoveError> {
    let mark = cursor.peek().and_then(side).map(|it| {
        let span = cursor.next_span();
        cursor.next();
        cursor.skip_blanks();
        (it, span)
    });
    let start = cursor.at;
    let word = cursor.rest.split(ends_word).next().unwrap_or_default();
    if let (Some((_, span)), true) = (&mark, word.is_empty()) {
        return Err(MoveError::new(MoveErrorKind::NoMove, span.clone()));
    }
    let western = western::read(word, start);
    let form = if let Some(written) = western {
        cursor.advance(word.len());
        Form::WrittenMove(written)
    } else if word.is_ascii() {
        let mv = usi::parse_move(word).map_err(|error| {
            let span = start + error.span.start..start + error.span.end;
            MoveError::new(error.kind.into(), span)
        })?;
        cursor.advance(word.len());
        Form::Usi(mv)
    } else {
        Form::WrittenMove(read_words(cursor).map_err(|mut error| {
            error.span = start..start + word.len();
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
    /// Returns the move on a board; `previous` is the destination of the move before, for 同. A
    /// move in USI is returned as it is, whether or not it can be played.
    ///
    /// # Errors
    /// If it is the other side's turn, or if no move or more than one fits the words.
    pub fn find(&self, setup: &Setup, previous: Option<Square>) -> Result<Move, MoveError> {
        if let Some((_, span)) = self.mark.as_ref().filter(|it| it.0 != setup.turn) {
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

/// Plays a line from a diagram. Returns the moves as far as they can be found, and why the next one
/// cannot. Moves in USI need no board: they are returned as they are, even if they cannot be
/// played.
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
