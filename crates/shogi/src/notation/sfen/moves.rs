//! Reads the line after `moves` on the board of its diagram.

use super::error::{SfenError, SfenErrorKind};
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::notation::moves::{MoveError, NamedEnd, Written, play, read_to_end};
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

/// Reads the moves of a text that begins at byte `at` of the line. Without a board only their form is
/// tested, and no moves are returned.
pub(super) fn read(text: &str, at: usize, setup: Option<&Setup>) -> Line {
    let (mut written, mut errors) = (Vec::new(), Vec::new());
    let reading = read_to_end(Cursor { rest: text, at });
    for read in reading.moves {
        match read {
            Ok(mv) if errors.is_empty() => written.push(mv),
            Ok(_) => {}
            Err(error) => {
                // A move directly before the malformed text is a part of it.
                let is_part = |mv: &mut Written| mv.span.end == error.span.start;
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
    let (moves, error) = play(&with_missing_pieces(setup), &written);
    let error = error.map(SfenError::from);
    let broken = error.clone().or_else(|| errors.first().cloned());
    if errors.is_empty() {
        errors.extend(error);
    }
    let places = written.into_iter().map(|mv| mv.span);
    Line {
        moves: moves.into_iter().zip(places).collect(),
        errors,
        broken,
        end: reading.end,
    }
}

/// Returns whether a line begins with this field: the word `moves`, perhaps directly followed by a
/// Japanese move.
pub(super) fn begins_line(field: &str) -> bool {
    let after_word = field.strip_prefix("moves");
    after_word.is_some_and(|text| !text.starts_with(|c: char| c.is_ascii()))
}

/// Returns whether a text is the word `moves` and a line whose first move can be played from `initial`.
pub(super) fn is_line_from(initial: &Setup, text: &str) -> bool {
    let first_field = text.split([' ', '\t', '_', ';']).next().unwrap_or_default();
    if !begins_line(first_field) {
        return false;
    }
    let Some(rest) = text.strip_prefix("moves") else {
        return false;
    };
    let Some(Ok(first)) = read_to_end(Cursor { rest, at: 0 }).moves.into_iter().next() else {
        return false;
    };
    let found = first.find(initial, None);
    found.is_ok_and(|mv| initial.clone().play(mv))
}

/// Returns advice on unexpected text, if it begins with a move.
pub(super) fn help(text: &str) -> Option<Help> {
    let moves = read_to_end(Cursor { rest: text, at: 0 }).moves;
    matches!(moves[..], [Ok(_), ..]).then_some(Help::WordMoves)
}

/// Returns whether a text looks like a move of a KIF file: a number, then a full-width file or 同.
pub(super) fn is_kif_move(text: &str) -> bool {
    let text = text.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    number.len() < text.len()
        && number
            .trim_start()
            .starts_with(|c| matches!(c, '１'..='９' | '同'))
}

/// Returns the diagram with all missing pieces in the hand of the side that seems to be the defender. Its
/// drops can then be found before it is known who attacks; whether they are allowed is tested later.
fn with_missing_pieces(setup: &Setup) -> Setup {
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
