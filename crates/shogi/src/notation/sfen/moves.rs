//! Reads the line after `moves` on the board of its diagram.

use super::error::{SfenError, SfenErrorKind};
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::notation::moves::{MoveError, NamedEnd, Written, play, read_on};
use crate::{Move, Setup};
use std::ops::Range;

/// The line after `moves`.
#[derive(Default)]
pub(super) struct Line {
    /// The moves as far as they can be read, with their places.
    pub moves: Vec<(Move, Range<usize>)>,
    /// Every malformed move; else the first one that cannot be found on the board.
    pub errors: Vec<SfenError>,
    /// The error at which the moves end.
    pub broken: Option<SfenError>,
    /// The word that says how the line ends.
    pub end: Option<NamedEnd>,
}

/// Reads the moves of a text that begins at byte `at` of the line. Without a board only the form is
/// tested.
pub(super) fn read(text: &str, at: usize, setup: Option<&Setup>) -> Line {
    let (mut written, mut errors) = (Vec::new(), Vec::new());
    let reading = read_on(Cursor { rest: text, at });
    for read in reading.moves {
        match read {
            Ok(it) if errors.is_empty() => written.push(it),
            Ok(_) => {}
            Err(error) => {
                // Text that directly follows a move belongs to the move.
                let is_part = |it: &mut Written| it.span.end == error.span.start;
                if errors.is_empty() {
                    written.pop_if(is_part);
                }
                errors.push(SfenError::from(error));
            }
        }
    }
    let Some(setup) = setup else {
        return Line {
            errors,
            end: reading.end,
            ..Line::default()
        };
    };
    let (moves, error) = play(&filled_in(setup), &written);
    let error = error.map(SfenError::from);
    let broken = error.clone().or_else(|| errors.first().cloned());
    if errors.is_empty() {
        errors.extend(error);
    }
    let places = written.into_iter().map(|it| it.span);
    Line {
        moves: moves.into_iter().zip(places).collect(),
        errors,
        broken,
        end: reading.end,
    }
}

/// Returns whether a line begins with this field: the word `moves`, perhaps directly followed by a
/// Japanese move.
pub(super) fn begin(field: &str) -> bool {
    let behind = field.strip_prefix("moves");
    behind.is_some_and(|it| !it.starts_with(|c: char| c.is_ascii()))
}

/// Returns whether a text is the word `moves` and a line that begins at this diagram.
pub(super) fn are_alone(text: &str, initial: &Setup) -> bool {
    let behind = text.strip_prefix("moves").filter(|_| begin(first(text)));
    let read = behind.map(|it| read_on(Cursor { rest: it, at: 0 }).moves);
    let Some(Ok(written)) = read.and_then(|it| it.into_iter().next()) else {
        return false;
    };
    let found = written.find(initial, None);
    found.is_ok_and(|mv| initial.clone().play(mv))
}

fn first(text: &str) -> &str {
    text.split([' ', '\t', '_', ';']).next().unwrap_or_default()
}

/// Returns advice on unexpected text, if it is a line.
pub(super) fn help(text: &str) -> Option<Help> {
    let is_line = matches!(read_on(Cursor { rest: text, at: 0 }).moves[..], [Ok(_), ..]);
    is_line.then_some(Help::WordMoves)
}

/// Returns whether a text looks like a move of a KIF file: a number, then a full-width file or 同.
pub(super) fn is_of_kif(text: &str) -> bool {
    let text = text.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    number.len() < text.len()
        && number
            .trim_start()
            .starts_with(|c| matches!(c, '１'..='９' | '同'))
}

/// Returns the diagram in which the side that may be the defender holds all missing pieces. So its
/// drops can be found before it is known who attacks; whether it may drop is tested later.
fn filled_in(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    let missing = setup.missing();
    let turn = setup.turn;
    let defender = if setup.in_check(turn) { turn } else { !turn };
    let hand = &mut setup.hands[defender.index()];
    *hand = hand.plus(missing);
    setup
}

impl From<MoveError> for SfenError {
    fn from(error: MoveError) -> Self {
        Self {
            kind: SfenErrorKind::Move(error.kind),
            span: error.span,
            help: error.help,
        }
    }
}
