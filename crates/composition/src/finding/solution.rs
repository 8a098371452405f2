//! The positions of the solution, which tell whether another line comes back to them.
//!
//! A position matches one of the solution if board and side to move are the same. The attacker holds
//! the same, or at least as much: [`Hands`] says which is asked for.

use crate::length::line::position_after;
use crate::search::games::ForbiddenPositions;
use crate::shogi::{Color, Hand, Key, Move, Position};
use rustc_hash::FxHashMap;

/// The hands with which a position matches one of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hands {
    /// The attacker holds the same. A mate of the same length with more in hand leaves a piece over, so it
    /// is another solution.
    Identical,
    /// The attacker holds at least as much: one who comes back later with more has also come back.
    AtLeast,
}

/// Positions of the solution, each with the moves that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct SolutionPositions {
    /// For each board and side to move: the attacker's hands, and the moves that lead there.
    places: FxHashMap<Key, Vec<(Hand, Vec<Move>)>>,
    identical: ForbiddenPositions,
    at_least: ForbiddenPositions,
}

/// Positions of the solution, and the hands with which another position matches them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matching<'s> {
    solution: &'s SolutionPositions,
    hands: Hands,
}

impl SolutionPositions {
    fn new() -> Self {
        Self {
            places: FxHashMap::default(),
            identical: ForbiddenPositions::with_the_same_hand(),
            at_least: ForbiddenPositions::default(),
        }
    }

    /// Collects the positions before and after some moves. Each move comes with the moves that lead to it.
    pub(crate) fn of_turns<'t>(
        root: &Position,
        turns: impl IntoIterator<Item = (&'t [Move], Move)>,
    ) -> Self {
        let mut all = Self::new();
        for (before, mv) in turns {
            let mut position = position_after(root, before);
            all.add(&position, before);
            position.make(mv);
            all.add(&position, &[before, &[mv]].concat());
        }
        all
    }

    /// Collects all positions of a line, both ends included.
    pub(crate) fn along(root: &Position, line: &[Move]) -> Self {
        let mut all = Self::new();
        let mut position = root.clone();
        all.add(&position, &[]);
        for (ply, &mv) in line.iter().enumerate() {
            position.make(mv);
            all.add(&position, &line[..=ply]);
        }
        all
    }

    fn add(&mut self, position: &Position, line: &[Move]) {
        let hand = position.hand(Color::Black);
        let places = self.places.entry(position.key()).or_default();
        if places.iter().all(|(known, _)| *known != hand) {
            places.push((hand, line.to_vec()));
            self.identical.add(position);
            self.at_least.add(position);
        }
    }

    /// Returns the positions, to be matched with these hands.
    pub(crate) const fn matching(&self, hands: Hands) -> Matching<'_> {
        Matching {
            solution: self,
            hands,
        }
    }
}

impl<'s> Matching<'s> {
    /// Returns the moves that lead to the matching position of the solution, if there is one.
    pub(crate) fn line_to(self, position: &Position) -> Option<&'s [Move]> {
        let hand = position.hand(Color::Black);
        let places = self.solution.places.get(&position.key())?;
        let mut matching = places.iter().filter(|(known, _)| match self.hands {
            Hands::Identical => hand == *known,
            Hands::AtLeast => hand.dominates(*known),
        });
        matching.next().map(|(_, line)| &line[..])
    }

    /// Returns whether a line from a position comes to one of the positions of the solution.
    pub(crate) fn is_met_on_the_way(self, position: &Position, line: &[Move]) -> bool {
        let mut position = position.clone();
        line.iter().any(|&mv| {
            position.make(mv);
            self.line_to(&position).is_some()
        })
    }

    /// Returns the positions as a set that the search bars the attacker from.
    pub(crate) const fn forbidden(self) -> &'s ForbiddenPositions {
        match self.hands {
            Hands::Identical => &self.solution.identical,
            Hands::AtLeast => &self.solution.at_least,
        }
    }
}
