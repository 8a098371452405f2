//! The positions of the solution, which tell whether another line comes back to them.
//!
//! A position matches one of the solution if board and side to move are the same and the attacker
//! holds at least as much: an attacker who comes back with more has also come back.

use super::equal::Turn;
use super::line::position_after;
use crate::search::games::ForbiddenPositions;
use crate::shogi::{Color, Hand, Key, Move, Position};
use rustc_hash::FxHashMap;

/// Positions of the solution, each with the moves that lead to it.
#[derive(Clone, Debug, Default)]
pub(super) struct SolutionPositions {
    places: FxHashMap<Key, Vec<(Hand, Vec<Move>)>>,
    forbidden: ForbiddenPositions,
}

impl SolutionPositions {
    /// Collects the positions of these turns, and those after the move of the line at each of them.
    pub(super) fn of_turns(root: &Position, turns: &[Turn]) -> Self {
        let mut all = Self::default();
        for turn in turns {
            let mut position = position_after(root, &turn.before);
            all.add(&position, &turn.before);
            position.make(turn.rest[0]);
            let mut line = turn.before.clone();
            line.push(turn.rest[0]);
            all.add(&position, &line);
        }
        all
    }

    /// Collects the positions on the way along a line, both ends included.
    pub(super) fn along(root: &Position, line: &[Move]) -> Self {
        let mut all = Self::default();
        let mut position = root.clone();
        all.add(&position, &[]);
        for (at, &mv) in line.iter().enumerate() {
            position.make(mv);
            all.add(&position, &line[..=at]);
        }
        all
    }

    fn add(&mut self, position: &Position, line: &[Move]) {
        let hand = position.hand(Color::Black);
        let places = self.places.entry(position.key()).or_default();
        if places.iter().all(|(known, _)| *known != hand) {
            places.push((hand, line.to_vec()));
            self.forbidden.add(position);
        }
    }

    /// Returns the moves that lead to the matching position of the solution, if there is one.
    pub(super) fn place(&self, position: &Position) -> Option<&[Move]> {
        let hand = position.hand(Color::Black);
        let places = self.places.get(&position.key())?;
        let mut matching = places.iter().filter(|(known, _)| hand.dominates(*known));
        matching.next().map(|(_, line)| &line[..])
    }

    /// Returns the positions as a set that the search bars the attacker from.
    pub(super) const fn forbidden(&self) -> &ForbiddenPositions {
        &self.forbidden
    }
}
