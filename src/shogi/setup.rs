//! A diagram as somebody wrote it down: well-formed, but not yet known to be legal.

use super::{color::Color, hand::Hand, piece::Piece, square::Square};

/// Pieces on the board and in the hands, and who is to move.
///
/// A `Setup` may break every rule of the game (two kings, nifu, sixty pawns); legality is decided
/// when it becomes a [`Position`](super::position::Position).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The hands, by [`Color::index`].
    pub hands: [Hand; 2],
    /// The side to move.
    pub turn: Color,
}

impl Setup {
    /// The empty board with empty hands, Black to move.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            board: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            turn: Color::Black,
        }
    }

    /// The same diagram seen from the other side: board turned by 180°, colours exchanged.
    #[must_use]
    pub fn rotate(&self) -> Self {
        let mut board = [None; Square::COUNT];
        for square in Square::all() {
            board[square.rotate().index()] = self.board[square.index()].map(Piece::flip);
        }
        Self {
            board,
            hands: [self.hands[1], self.hands[0]],
            turn: self.turn.flip(),
        }
    }
}
