//! Move generation: all legal moves, only checks, only evasions.
//!
//! Every generator passes legal moves on to a function, each exactly once. Promotions and non-promotions
//! are both included: 不成 is often the only way round a pawn-drop mate.

mod checks;
mod evasions;
mod flights;
mod legal;
mod pawn_drop;

pub use flights::Flights;

use super::bitboard::{self, Bitboard};
use super::{color::Color, moves::Move, piece::PieceKind, position::Position, square::Square};

/// The ways out of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// There is none: mate.
    None,
    /// Only an interposition.
    Interposition,
    /// A king move or the capture of the checker (and perhaps an interposition).
    Direct,
}

/// The number of replies to a check, as an estimate counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Liberties {
    /// Moves of the king.
    pub flights: u32,
    /// Captures of the checker, and squares on which a piece can be interposed. All unguarded squares
    /// on which a piece can be dropped count as one: the piece is lost, and the drops are tried one
    /// after another.
    pub parries: u32,
}

impl Position {
    /// Passes on every legal move.
    #[inline]
    pub fn legal_moves_into(&self, sink: &mut impl FnMut(Move)) {
        match self.turn() {
            Color::Black => legal::generate(self, Color::Black, sink),
            Color::White => legal::generate(self, Color::White, sink),
        }
    }

    /// Passes on every legal move that leaves the other side's king in check.
    #[inline]
    pub fn checks_into(&self, sink: &mut impl FnMut(Move)) {
        match self.turn() {
            Color::Black => checks::generate(self, Color::Black, &mut checks::Each(sink)),
            Color::White => checks::generate(self, Color::White, &mut checks::Each(sink)),
        }
    }

    /// Passes on the *tight* checks, which may leave the king no flight, in the order of
    /// [`Position::checks_into`]. All other checks leave a flight. Returns how many checks there are in
    /// all. `flights` must be those of this position.
    #[inline]
    pub fn tight_checks_into(&self, flights: &Flights, sink: &mut impl FnMut(Move)) -> u32 {
        match self.turn() {
            Color::Black => flights::tight_checks(self, Color::Black, flights, sink),
            Color::White => flights::tight_checks(self, Color::White, flights, sink),
        }
    }

    /// Passes on every legal move of a side whose king is in check.
    #[inline]
    pub fn evasions_into(&self, sink: &mut impl FnMut(Move)) {
        match self.turn() {
            Color::Black => evasions::generate(self, Color::Black, sink),
            Color::White => evasions::generate(self, Color::White, sink),
        }
    }

    /// Returns whether a side in check has any legal move.
    #[inline]
    #[must_use]
    pub fn has_evasion(&self) -> bool {
        self.escape() != Escape::None
    }

    /// Returns how a side in check gets out of it.
    #[inline]
    #[must_use]
    pub fn escape(&self) -> Escape {
        match self.turn() {
            Color::Black => evasions::escape(self, Color::Black),
            Color::White => evasions::escape(self, Color::White),
        }
    }

    /// Returns what [`Position::escape`] does if the king is known to have no flight.
    #[inline]
    #[must_use]
    pub fn parry(&self) -> Escape {
        let us = self.turn();
        match self.king(us) {
            Some(king) => evasions::parry(self, us, king),
            None => Escape::Direct,
        }
    }

    /// Returns how many replies a side in check has: see [`Liberties`]. An illegal pawn drop that mates
    /// counts as a reply.
    #[inline]
    #[must_use]
    pub fn liberties(&self) -> Liberties {
        match self.turn() {
            Color::Black => evasions::liberties(self, Color::Black),
            Color::White => evasions::liberties(self, Color::White),
        }
    }

    /// Returns every legal move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(&mut |mv| moves.push(mv));
        moves
    }

    /// Returns every legal move that gives check.
    #[must_use]
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        self.checks_into(&mut |mv| moves.push(mv));
        moves
    }

    /// Returns every legal move of a side in check.
    #[must_use]
    pub fn evasions(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        self.evasions_into(&mut |mv| moves.push(mv));
        moves
    }
}

/// Passes on the moves of a piece to a square, with and without promotion, as far as the rules allow.
#[inline(always)]
fn push_both(us: Color, kind: PieceKind, from: Square, to: Square, sink: &mut impl FnMut(Move)) {
    let zone = bitboard::promotion_zone(us);
    if kind.can_promote() && (zone.has(from) || zone.has(to)) {
        sink(Move::board(from, to, true));
    }
    if !bitboard::dead_end(us, kind).has(to) {
        sink(Move::board(from, to, false));
    }
}

/// Returns the empty squares of `targets` on which `us` may drop a piece of `kind` that it holds.
/// Pawn-drop mate is not tested.
#[inline(always)]
fn drop_targets(position: &Position, us: Color, kind: PieceKind, targets: Bitboard) -> Bitboard {
    let allowed = targets
        .without(position.occupied())
        .without(bitboard::dead_end(us, kind));
    if kind == PieceKind::Pawn && !allowed.is_empty() {
        allowed.without(bitboard::files_of(position.pieces_of(us, PieceKind::Pawn)))
    } else {
        allowed
    }
}
