//! Positions of the defender, with the replies sorted by the square of interposition.

use super::super::board::Board;
use super::super::geometry::between;
use super::super::rules;
use crate::shogi::{Hand, Move, Square};
use std::cell::OnceCell;

/// A position of the defender, who is in check.
pub(super) struct Defence {
    pub board: Board,
    /// The pieces out of the game.
    pub vanished: Hand,
    /// The square of the checking piece, if there is only one.
    pub checker: Option<Square>,
    /// The squares between this piece and the king, nearest to the king first.
    pub squares: &'static [Square],
    king: Option<Square>,
    replies: OnceCell<Vec<Vec<Board>>>,
}

impl Defence {
    pub fn new(board: Board, vanished: Hand) -> Self {
        let defender = board.turn();
        let king = board.king(defender);
        let checker = king.and_then(|king| board.only_attacker(king, !defender));
        let squares = (king.zip(checker)).map_or(&[][..], |(king, checker)| between(king, checker));
        Self {
            board,
            vanished,
            checker,
            squares,
            king,
            replies: OnceCell::new(),
        }
    }

    /// Returns the number of the square on which a reply interposes, from 1; 0 if the reply is no
    /// interposition.
    pub fn square_of(&self, mv: Move) -> usize {
        match self.squares.iter().position(|&square| square == mv.to()) {
            Some(index) if mv.from() != self.king => index + 1,
            _ => 0,
        }
    }

    /// Returns the positions after the replies, by [`Self::square_of`]: first those that are not
    /// interpositions, then the interpositions on each of the squares.
    pub fn replies(&self) -> &[Vec<Board>] {
        self.replies.get_or_init(|| {
            let mut replies = vec![Vec::new(); 1 + self.squares.len()];
            for (mv, after) in rules::legal_moves(&self.board) {
                replies[self.square_of(mv)].push(after);
            }
            replies
        })
    }

    /// Returns the captures that may prove the interposition on the `k`-th square that led to
    /// `after` to be futile.
    pub fn captures(&self, k: usize, after: &Board) -> Vec<Capture> {
        let square = self.squares[k - 1];
        let Some(interposed) = after.piece(square) else {
            return Vec::new();
        };
        let (attacker, kind) = (after.turn(), interposed.kind().unpromote());
        let checks_alone = |taken: &Board| {
            let king = taken.king(!attacker);
            king.is_some_and(|king| taken.only_attacker(king, attacker) == Some(square))
        };
        let capture = |(mv, taken): (Move, Board)| {
            let by_checker = mv.from() == self.checker;
            let is_eligible = mv.to() == square && (by_checker || checks_alone(&taken));
            is_eligible.then(|| Capture {
                after: Self::new(taken.without(attacker, kind), self.vanished.add(kind)),
                by_checker,
            })
        };
        rules::checks(after)
            .into_iter()
            .filter_map(capture)
            .collect()
    }
}

/// A check that captures an interposed piece and may prove it futile.
pub(super) struct Capture {
    /// The position after the capture, with the captured piece out of the game.
    pub after: Defence,
    /// Whether the piece that gave check has captured. Otherwise another piece has captured, and
    /// alone gives check.
    pub by_checker: bool,
}
