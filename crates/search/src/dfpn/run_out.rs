//! A short test whether the checks of an attacker's turn run out: a search without the table, a few
//! checks deep and wide.
//!
//! Its failures are proofs for every path: the tree ends at positions without a check, so no
//! repetition is part of it. In refutations seven positions of ten end within three checks.

use super::dominance;
use crate::shogi::{Color, Hand, Move, Position};
use crate::tuning::{RUN_OUT_CHECKS, RUN_OUT_MOVES};

/// The proof that the checks of a position run out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    /// The largest hand of the attacker for which this is known.
    pub(super) hand: Hand,
    /// Whether it also holds for a defender who never interposes.
    pub(super) bare: bool,
}

/// A test of one position.
pub(super) struct RunOut<'a> {
    position: &'a mut Position,
    /// The moves of the positions on the way, one after another.
    moves: &'a mut Vec<Move>,
    made: u64,
    /// Whether the defender interposes.
    interposes: bool,
}

impl<'a> RunOut<'a> {
    /// Begins a test of an attacker's turn. `moves` is scratch space, returned as it was.
    /// Without interpositions a failure holds in every game.
    pub(super) const fn new(
        position: &'a mut Position,
        moves: &'a mut Vec<Move>,
        interposes: bool,
    ) -> Self {
        Self {
            position,
            moves,
            made: 0,
            interposes,
        }
    }

    /// Returns the number of moves made.
    pub(super) const fn made(&self) -> u64 {
        self.made
    }

    /// Makes a move, calls a function, and unmakes the move. `None` if too many were made.
    fn after(
        &mut self,
        mv: Move,
        ask: impl FnOnce(&mut Self) -> Option<Failure>,
    ) -> Option<Failure> {
        if self.made >= RUN_OUT_MOVES {
            return None;
        }
        self.made += 1;
        let undo = self.position.make(mv);
        let found = ask(self);
        self.position.unmake(mv, undo);
        found
    }

    /// Returns the failure of an attacker's turn if its checks run out after `plies` of them in a
    /// row at most. `None` if they do not, or if this takes too many moves.
    pub(super) fn of_checks(&mut self, plies: u32) -> Option<Failure> {
        let base = self.moves.len();
        let moves = &mut *self.moves;
        self.position.checks_into(&mut |mv| moves.push(mv));
        let count = self.moves.len() - base;
        let found = if count == 0 || plies > 0 && count <= RUN_OUT_CHECKS {
            self.each_check_fails(base, plies)
        } else {
            None
        };
        self.moves.truncate(base);
        found
    }

    fn each_check_fails(&mut self, base: usize, plies: u32) -> Option<Failure> {
        let mut hand = dominance::all_in_hand(self.position);
        let mut bare = true;
        for at in base..self.moves.len() {
            let mv = self.moves[at];
            let after = self.after(mv, |test| test.of_replies(plies - 1))?;
            hand = hand.min(dominance::disproof_before(self.position, mv, after.hand));
            bare &= after.bare;
        }
        Some(Failure {
            hand: dominance::disproof_at_attack(self.position, hand),
            bare,
        })
    }

    /// Returns the failure of a defender's turn if the checks run out after one of the replies.
    fn of_replies(&mut self, plies: u32) -> Option<Failure> {
        let base = self.moves.len();
        let moves = &mut *self.moves;
        self.position.evasions_into(&mut |mv| moves.push(mv));
        // Captures first: fewer pieces are left to check with.
        let mut next = base;
        for at in base..self.moves.len() {
            if self.position.piece_at(self.moves[at].to()).is_some() {
                self.moves.swap(next, at);
                next += 1;
            }
        }
        let king = self.position.king(Color::White);
        let replies = base..self.moves.len();
        let found = replies.into_iter().find_map(|at| {
            let mv = self.moves[at];
            let interposes = mv.from() != king && at >= next;
            if interposes && !self.interposes {
                return None;
            }
            let after = self.after(mv, |test| test.of_checks(plies))?;
            Some(Failure {
                hand: dominance::disproof_at_defence(self.position, mv, after.hand),
                bare: after.bare && !interposes,
            })
        });
        self.moves.truncate(base);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn test(text: &str, plies: u32) -> Option<Failure> {
        let mut position = Position::new(&sfen::parse(text).unwrap().setup);
        let before = position.clone();
        let mut moves = Vec::new();
        let found = RunOut::new(&mut position, &mut moves, true).of_checks(plies);
        assert!(moves.is_empty());
        assert_eq!(position, before);
        found
    }

    /// Two golds in hand check on many squares.
    const ONE_GOLD: &str = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";

    #[test]
    fn too_many_checks_are_not_tested() {
        assert!(test(ONE_GOLD, 3).is_none());
    }

    #[test]
    fn a_single_check_that_is_captured_runs_out() {
        // The knight gives no check, and the king takes the pawn.
        let text = "k8/9/9/9/9/9/9/9/1N7 b 2r2b4g4s3n4l18p 1";
        assert!(test(text, 0).is_some(), "there is no check at all");
        let pawn = "k8/9/P8/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1";
        assert!(test(pawn, 0).is_none());
        let failure = test(pawn, 1).unwrap();
        assert!(failure.bare && failure.hand.is_empty());
    }

    #[test]
    fn a_mate_never_runs_out() {
        let text = "k8/9/GP7/9/9/9/9/9/9 b 2r2b3g4s4n4l17p 1";
        for plies in 0..4 {
            assert!(test(text, plies).is_none());
        }
    }
}
