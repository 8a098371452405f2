//! What must stay the same, and the questions about the line that are asked before a whole check.

use super::super::author::Author;
use super::super::composed::exact;
use super::super::inquiry::{Inquiry, with};
use super::super::verdict::{Judgement, Verdict};
use crate::shogi::{Color, Move, Position};

/// What must stay the same in every version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The whole line, move by move.
    #[default]
    Line,
    /// So many first moves of the line.
    Key(usize),
    /// The length of the line.
    Length,
    /// Only that it is a mate.
    Mate,
}

impl Keep {
    /// Returns what the author of a version claims, so that a check judges it by the line that stays.
    /// `line` is the line on the board of the version.
    pub(super) fn author(self, line: &[Move]) -> Author {
        Author {
            line: self.moves(line).to_vec(),
            ..Author::default()
        }
    }

    /// Returns the moves of a line that stay.
    pub(super) fn moves(self, line: &[Move]) -> &[Move] {
        match self {
            Self::Line => line,
            Self::Key(count) => &line[..count.min(line.len())],
            Self::Length | Self::Mate => &[],
        }
    }

    /// Returns whether a judged version has kept it.
    pub(super) fn is_kept(self, judgement: &Judgement, line: &[Move]) -> bool {
        let Some(reading) = &judgement.composed.reading else {
            return false;
        };
        match self {
            Self::Line => reading.line == line,
            Self::Key(_) => reading.line.starts_with(self.moves(line)),
            Self::Length => exact(judgement.composed.answer) == Some(line.len() as u32),
            Self::Mate => true,
        }
    }
}

/// Returns whether a verdict is one that a repair looks for.
pub(super) fn is_wanted(verdict: Verdict, but_sound: bool) -> bool {
    verdict == Verdict::Sound || verdict == Verdict::Blemished && !but_sound
}

/// Why a line cannot be that of a sound composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineFault {
    /// The move at this ply cannot be played, or is not a check.
    CannotBePlayed(u32),
    /// It leaves pieces in the attacker's hand.
    LeavesOver,
    /// After the attacker's move at this ply there is no mate, or the defender can last longer.
    TakesLonger(u32),
    /// At this ply the attacker has a shorter mate.
    MatesSooner(u32),
    /// The reply at this ply is a futile interposition.
    Futile(u32),
}

/// Returns the first move of a line that cannot be played on this board, counted from 1.
pub(super) fn first_impossible(root: &Position, line: &[Move]) -> Option<u32> {
    let mut position = root.clone();
    for (at, &mv) in line.iter().enumerate() {
        let moves = match position.turn() {
            Color::Black => position.checks(),
            Color::White => position.evasions(),
        };
        if !moves.contains(&mv) {
            return Some(at as u32 + 1);
        }
        position.make(mv);
    }
    None
}

/// Looks for the faults of a line that can be played: all of them, or the first with `first`. `None`
/// if a limit was reached. It goes from the end to the beginning, because the end is cheap and its
/// results are used for the beginning.
pub(super) fn faults(
    inquiry: &mut Inquiry<'_, '_>,
    line: &[Move],
    first: bool,
) -> Option<Vec<LineFault>> {
    let mut faults = Vec::new();
    let whole = line.len() as u32;
    let ply = |at: usize| at as u32 + 1;
    let attacks = |at: usize| side_to_move(at) == Color::Black;
    for at in (0..line.len()).rev() {
        let left = whole - at as u32;
        if !attacks(at) {
            if !inquiry.is_optimal(&line[..at], line[at], left)? {
                // What lasts shorter is found at the attacker's next turn.
                let after = with(&line[..at], line[at]);
                let is_shorter = left >= 3 && !inquiry.mate_within(&after, left - 3)?.is_no();
                if !is_shorter {
                    faults.push(LineFault::Futile(ply(at)));
                }
            }
        } else if inquiry.mate_within(&line[..=at], left - 1)?.is_no() {
            faults.push(LineFault::TakesLonger(ply(at)));
        }
        if first && !faults.is_empty() {
            return Some(faults);
        }
    }
    for at in (0..line.len()).rev().filter(|&at| attacks(at)) {
        let left = whole - at as u32;
        if left >= 3 && !inquiry.mate_within(&line[..at], left - 2)?.is_no() {
            faults.push(LineFault::MatesSooner(ply(at)));
            if first {
                break;
            }
        }
    }
    Some(faults)
}

/// Returns the side to move after this many moves of a composition.
const fn side_to_move(made: usize) -> Color {
    if made.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}
