//! Plays a line, move by move.

use super::board::{Board, DiagramError};
use super::rules;
use crate::shogi::{Color, Move, Setup};
use thiserror::Error;

/// The result of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Whether the line ends in mate: the defender to move, in check, without a legal move.
    pub mate: bool,
    /// Pieces in the attacker's hand at the end.
    pub leftover: u32,
}

/// The reasons why a line is not one of a tsume problem. Plies are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Play cannot begin from the diagram.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A move that the rules do not allow.
    #[error("the move at ply {ply} is illegal")]
    Illegal {
        /// The ply.
        ply: u32,
    },
    /// A move of the attacker that is not a check.
    #[error("the attacker's move at ply {ply} is not a check")]
    NotCheck {
        /// The ply.
        ply: u32,
    },
    /// A move to a position that was there before, with the same board, hands and side to move. The
    /// attacker has failed (rule: perpetual check).
    #[error("the move at ply {ply} repeats a position")]
    Repetition {
        /// The ply of the move that repeats it.
        ply: u32,
    },
}

/// Plays a line from a diagram and checks every move.
///
/// # Errors
/// If the diagram is impossible, or at the first move that is illegal, repeats a position, or is a
/// move of `attacker` without check.
pub fn replay(setup: &Setup, attacker: Color, line: &[Move]) -> Result<Replay, ReplayError> {
    let mut board = Board::new(setup)?;
    if board.king(!attacker).is_none() {
        return Err(DiagramError::NoDefenderKing(!attacker).into());
    }
    let mut seen = vec![board.clone()];
    for (&mv, ply) in line.iter().zip(1..) {
        let after = rules::play_legal(&board, mv).ok_or(ReplayError::Illegal { ply })?;
        if board.turn() == attacker && !after.in_check(!attacker) {
            return Err(ReplayError::NotCheck { ply });
        }
        if seen.contains(&after) {
            return Err(ReplayError::Repetition { ply });
        }
        seen.push(after.clone());
        board = after;
    }
    Ok(Replay {
        mate: board.turn() != attacker && rules::is_mate(&board),
        leftover: board.hand(attacker).total(),
    })
}
