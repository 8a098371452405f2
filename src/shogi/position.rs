//! A legal position with make and unmake.

use super::{color::Color, hand::Hand, moves::Move, piece::Piece, setup::Setup, square::Square};

/// A position on which moves can be made and taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {}

impl Position {
    /// Takes over a diagram without looking at its legality (see [`Setup::check`] for that).
    ///
    /// [`Setup::check`]: super::setup::Setup
    #[must_use]
    pub fn new(_setup: &Setup) -> Self {
        todo!()
    }
    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, _square: Square) -> Option<Piece> {
        todo!()
    }
    /// The hand of a side.
    #[must_use]
    pub fn hand(&self, _color: Color) -> Hand {
        todo!()
    }
    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        todo!()
    }
    /// Where the king of a side stands, if it has one.
    #[must_use]
    pub fn king(&self, _color: Color) -> Option<Square> {
        todo!()
    }
    /// Whether the king of a side is attacked.
    #[must_use]
    pub fn in_check(&self, _color: Color) -> bool {
        todo!()
    }
    /// All legal moves of the side to move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }
    /// Makes a legal move.
    pub fn make(&mut self, _mv: Move) -> Undo {
        todo!()
    }
    /// Takes back the move that gave this `Undo`.
    pub fn unmake(&mut self, _mv: Move, _undo: Undo) {
        todo!()
    }
    /// The diagram.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        todo!()
    }
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {}
