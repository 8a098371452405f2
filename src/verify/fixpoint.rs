//! Whether there is a mate of any length, by exhaustion.
//!
//! All positions that checks and legal replies can reach are listed; then the winning ones are
//! found as a least fixpoint: a position of the defender is won if every reply leads to a won one
//! (so mate is), a position of the attacker if some check does, and nothing else. A repetition is
//! thereby never a win, in whatever order positions are met (rule: perpetual check fails).

use super::board::{Board, DiagramError};
use super::rules;
use crate::shogi::{Color, Setup};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Whether the attacker can force mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existence {
    /// By some number of plies.
    Mate,
    /// Not by any number of plies.
    NoMate,
    /// There are more positions to look at than was allowed.
    GaveUp,
}

/// Decides whether `attacker` can mate at all, unless more than `max_positions` positions can be
/// reached. Each takes about 200 bytes and 10 microseconds.
///
/// # Errors
/// When the defender has no king, a side has two, or the side that is not to move is in check.
pub fn no_mate(
    setup: &Setup,
    attacker: Color,
    max_positions: usize,
) -> Result<Existence, DiagramError> {
    let root = Board::new(setup)?;
    if root.king(!attacker).is_none() {
        return Err(DiagramError::NoDefenderKing(!attacker));
    }

    let mut numbers = FxHashMap::default();
    numbers.insert(root.clone(), 0);
    // Positions whose moves have not been looked at; their numbers count upwards.
    let mut pending = std::collections::VecDeque::from([root]);
    // By number: the positions with a move to this one, and how many of its own moves must be won
    // before it is won itself.
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut missing: Vec<usize> = Vec::new();
    let mut won = Vec::new();

    while let Some(board) = pending.pop_front() {
        let number = missing.len();
        let is_attacker = board.turn() == attacker;
        let moves = if is_attacker {
            rules::checks(&board)
        } else {
            rules::legal_moves(&board)
        };
        if !is_attacker && moves.is_empty() && board.in_check(!attacker) {
            won.push(number);
        }
        missing.push(if is_attacker { 1 } else { moves.len() });
        for (_, after) in moves {
            let next = parents.len();
            match numbers.entry(after) {
                Entry::Occupied(known) => parents[*known.get()].push(number),
                Entry::Vacant(new) => {
                    if next >= max_positions {
                        return Ok(Existence::GaveUp);
                    }
                    pending.push_back(new.key().clone());
                    new.insert(next);
                    parents.push(vec![number]);
                }
            }
        }
    }

    while let Some(number) = won.pop() {
        if number == 0 {
            return Ok(Existence::Mate);
        }
        for parent in std::mem::take(&mut parents[number]) {
            // An attacker's position needs one won check; later ones find it won already.
            if missing[parent] > 0 {
                missing[parent] -= 1;
                if missing[parent] == 0 {
                    won.push(parent);
                }
            }
        }
    }
    Ok(Existence::NoMate)
}
