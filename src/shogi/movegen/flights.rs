//! Squares the king under attack could go to, and which checks leave it one: most do, and need no
//! closer look when a mate on the spot is searched.

use super::evasions::flights_of;
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::{
    color::Color,
    moves::Move,
    piece::{Piece, PieceKind},
    position::Position,
    square::Square,
};

/// Where the king of the side not to move could go if it were its turn.
#[derive(Clone, Copy, Debug)]
pub struct Flights {
    squares: Bitboard,
    king: Option<Square>,
    /// Squares on which a slider of the side to move looks: a piece that leaves one may open its
    /// line.
    watched: Bitboard,
}

impl Position {
    /// The flights of the king of the side not to move.
    #[must_use]
    pub fn flights(&self) -> Flights {
        let us = self.turn();
        let Some(king) = self.king(!us) else {
            return Flights {
                squares: Bitboard::EMPTY,
                king: None,
                watched: Bitboard::EMPTY,
            };
        };
        Flights {
            squares: flights_of(self, !us, king),
            king: Some(king),
            watched: self.watched_by_sliders(us, self.occupied() ^ Bitboard::of(king)),
        }
    }

    /// Whether the king certainly has a flight after a move; if not it may have one all the same.
    ///
    /// A move takes a flight away only by what the piece attacks from where it goes, by standing
    /// there, or by opening the line of a slider that looked at the square it left. A piece taken
    /// leaves its square occupied; a piece more on the board only closes lines.
    #[inline]
    #[must_use]
    pub fn leaves_flight(&self, mv: Move, flights: &Flights) -> bool {
        let Some(king) = flights.king else {
            return false;
        };
        let us = self.turn();
        let mut occupied = self.occupied() ^ Bitboard::of(king);
        let kind = match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                if flights.watched.has(from) {
                    return false;
                }
                occupied = occupied.without(Bitboard::of(from));
                let kind = self.piece_at(from).map(Piece::kind);
                kind.map(|kind| if mv.promotes() { kind.promote() } else { kind })
            }
            (None, kind) => kind,
        };
        let Some(kind) = kind else {
            return false;
        };
        let to = mv.to();
        let taken = bitboard::attacks(us, kind, to, occupied) | Bitboard::of(to);
        !flights.squares.without(taken).is_empty()
    }

    fn watched_by_sliders(&self, us: Color, occupied: Bitboard) -> Bitboard {
        let mut watched = Bitboard::EMPTY;
        for kind in [PieceKind::Rook, PieceKind::Dragon] {
            for from in self.pieces_of(us, kind) {
                watched |= bitboard::rook(from, occupied);
            }
        }
        for kind in [PieceKind::Bishop, PieceKind::Horse] {
            for from in self.pieces_of(us, kind) {
                watched |= bitboard::bishop(from, occupied);
            }
        }
        for from in self.pieces_of(us, PieceKind::Lance) {
            watched |= bitboard::lance(us, from, occupied);
        }
        watched
    }
}
