//! A short test whether the checks of an attacker's turn run out, so that there is no mate: a search
//! without the table, a few checks deep and wide.
//!
//! What it proves holds on every path. The tree ends at positions without a check, so no repetition
//! is part of it. In refutations seven positions of ten end within three checks.

use super::dominance;
use crate::shogi::{Color, Hand, Move, Position};
use crate::tuning::{RUN_OUT_CHECKS, RUN_OUT_MOVES};

/// The proof that the checks of a position run out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    /// The largest hand of the attacker with which the checks are known to run out.
    pub(super) hand: Hand,
    /// Whether they also run out if the defender never interposes.
    pub(super) bare: bool,
}

/// A test of one position.
pub(super) struct RunOut<'a> {
    position: &'a mut Position,
    /// The moves of the positions on the path of the test, one position after another.
    moves: &'a mut Vec<Move>,
    moves_made: u64,
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
            moves_made: 0,
            interposes,
        }
    }

    /// Returns the number of moves made.
    pub(super) const fn moves_made(&self) -> u64 {
        self.moves_made
    }

    /// Makes a move, calls a function, and unmakes the move. `None` if too many moves were made.
    fn after_move(
        &mut self,
        mv: Move,
        ask: impl FnOnce(&mut Self) -> Option<Failure>,
    ) -> Option<Failure> {
        if self.moves_made >= RUN_OUT_MOVES {
            return None;
        }
        self.moves_made += 1;
        let undo = self.position.make(mv);
        let failure = ask(self);
        self.position.unmake(mv, undo);
        failure
    }

    /// Returns the failure of an attacker's turn if its checks run out after at most `checks_left` of
    /// them in a row. `None` if they do not, or if this takes too many moves.
    pub(super) fn checks_fail(&mut self, checks_left: u32) -> Option<Failure> {
        let base = self.moves.len();
        let moves = &mut *self.moves;
        self.position.checks_into(&mut |mv| moves.push(mv));
        let count = self.moves.len() - base;
        let failure = if count == 0 || checks_left > 0 && count <= RUN_OUT_CHECKS {
            self.each_check_fails(base, checks_left)
        } else {
            None
        };
        self.moves.truncate(base);
        failure
    }

    fn each_check_fails(&mut self, base: usize, checks_left: u32) -> Option<Failure> {
        let mut hand = dominance::all_in_hand(self.position);
        let mut bare = true;
        for index in base..self.moves.len() {
            let mv = self.moves[index];
            let after = self.after_move(mv, |test| test.reply_refutes(checks_left - 1))?;
            hand = hand.min(dominance::disproof_before(self.position, mv, after.hand));
            bare &= after.bare;
        }
        Some(Failure {
            hand: dominance::disproof_at_attack(self.position, hand),
            bare,
        })
    }

    /// Returns the failure of a defender's turn if the checks run out after one of the replies.
    fn reply_refutes(&mut self, checks_left: u32) -> Option<Failure> {
        let base = self.moves.len();
        let moves = &mut *self.moves;
        self.position.evasions_into(&mut |mv| moves.push(mv));
        // Captures first: fewer pieces are left to check with.
        let mut captures_end = base;
        for index in base..self.moves.len() {
            if self.position.piece_at(self.moves[index].to()).is_some() {
                self.moves.swap(captures_end, index);
                captures_end += 1;
            }
        }
        let king = self.position.king(Color::White);
        let mut replies = base..self.moves.len();
        let failure = replies.find_map(|index| {
            let mv = self.moves[index];
            let interposes = mv.from() != king && index >= captures_end;
            if interposes && !self.interposes {
                return None;
            }
            let after = self.after_move(mv, |test| test.checks_fail(checks_left))?;
            Some(Failure {
                hand: dominance::disproof_at_defence(self.position, mv, after.hand),
                bare: after.bare && !interposes,
            })
        });
        self.moves.truncate(base);
        failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn test(text: &str, checks: u32) -> Option<Failure> {
        let mut position = Position::new(&sfen::parse(text).unwrap().setup);
        let before = position.clone();
        let mut moves = Vec::new();
        let failure = RunOut::new(&mut position, &mut moves, true).checks_fail(checks);
        assert!(moves.is_empty());
        assert_eq!(position, before);
        failure
    }

    /// A gold in hand checks on many squares.
    const ONE_GOLD: &str = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";

    #[test]
    fn too_many_checks_are_not_tested() {
        assert!(test(ONE_GOLD, 3).is_none());
    }

    #[test]
    fn a_single_check_that_is_captured_runs_out() {
        let knight = "k8/9/9/9/9/9/9/9/1N7 b 2r2b4g4s3n4l18p 1";
        assert!(test(knight, 0).is_some(), "there is no check at all");
        // The king takes the pawn.
        let pawn = "k8/9/P8/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1";
        assert!(test(pawn, 0).is_none());
        let failure = test(pawn, 1).unwrap();
        assert!(failure.bare && failure.hand.is_empty());
    }

    #[test]
    fn a_mate_never_runs_out() {
        let text = "k8/9/GP7/9/9/9/9/9/9 b 2r2b3g4s4n4l17p 1";
        for checks in 0..4 {
            assert!(test(text, checks).is_none());
        }
    }
}
