//! The flights of a king, and those that are left after a move of the other side.
//!
//! One look at a position serves all its checks. A move changes only the attacks of its own piece,
//! unless it opens or closes the line of another.

use super::{Liberties, checks, evasions};
use crate::bitboard::{self, Bitboard};
use crate::piece::{
    Piece,
    PieceKind::{self, *},
};
use crate::{color::Color, moves::Move, position::Position, square::Square};

/// The flights of the king of the side not to move, and the attacks that restrict it.
#[derive(Clone, Copy, Debug)]
pub struct Flights {
    king: Option<Square>,
    /// The squares to which the king could go if it were its turn.
    squares: Bitboard,
    /// The pieces of the side to move that attack the king or a neighbour by a step, or would along a
    /// line without blockers. The other pieces are not in the sets below.
    attackers: Bitboard,
    /// The attacks of these pieces; exact on the king and its neighbours. Lines go on through the king,
    /// because it does not escape by stepping back.
    attacked: MultiSet,
    /// The squares along the lines of these pieces. A piece that leaves such a square opens a line,
    /// a piece that comes to one closes it.
    on_lines: MultiSet,
}

/// The squares that are in at least one, and in at least two, of several sets.
#[derive(Clone, Copy, Debug, Default)]
struct MultiSet {
    once: Bitboard,
    twice: Bitboard,
}

impl MultiSet {
    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// Returns the squares in at least one of the other sets. `added` must be one of those added.
    #[inline(always)]
    fn without(self, added: Bitboard) -> Bitboard {
        self.once.without(added.without(self.twice))
    }
}

impl Flights {
    /// Returns how many squares the king could go to if it were its turn.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.squares.count()
    }
}

impl Position {
    /// Returns the flights of the king of the side not to move.
    #[must_use]
    pub fn flights(&self) -> Flights {
        let us = self.turn();
        let mut flights = Flights {
            king: self.king(!us),
            squares: Bitboard::EMPTY,
            attackers: Bitboard::EMPTY,
            attacked: MultiSet::default(),
            on_lines: MultiSet::default(),
        };
        let Some(king) = flights.king else {
            return flights;
        };
        let without_king = self.occupied() ^ Bitboard::of(king);
        let near = bitboard::near(us, king);
        let rooks =
            self.pieces_of(us, Rook) | self.pieces_of(us, Dragon) | self.pieces_of(us, Lance);
        let bishops = self.pieces_of(us, Bishop) | self.pieces_of(us, Horse);
        let far = rooks & bitboard::rooks_near(king) | bishops & bitboard::bishops_near(king);
        flights.attackers = self.pieces(us) & near | far;
        for from in flights.attackers {
            if let Some(kind) = self.kind_at(from) {
                let slides = bitboard::slides(us, kind, from, without_king);
                flights
                    .attacked
                    .add(slides | bitboard::steps(us, kind, from));
                flights.on_lines.add(slides);
            }
        }
        flights.squares = bitboard::steps(!us, King, king)
            .without(self.pieces(!us))
            .without(flights.attacked.once);
        flights
    }

    fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.piece_at(square).map(Piece::kind)
    }

    /// Returns the attacks of the moved piece from its destination. They go on through the king.
    #[inline(always)]
    fn attacks_after(&self, mv: Move, king: Square) -> Option<Bitboard> {
        let without_king = self.occupied() ^ Bitboard::of(king);
        let (kind, occupied) = match mv.from() {
            Some(from) => {
                let kind = self.kind_at(from)?;
                let kind = if mv.promotes() { kind.promote() } else { kind };
                (kind, without_king.without(Bitboard::of(from)))
            }
            None => (mv.dropped()?, without_king),
        };
        Some(bitboard::attacks(self.turn(), kind, mv.to(), occupied))
    }

    /// Returns where the king can go after a move of the side to move. `None` if the move opens or
    /// closes the line of another piece: then the move has to be made.
    #[inline]
    #[must_use]
    pub fn flights_after(&self, mv: Move, flights: &Flights) -> Option<Bitboard> {
        let king = flights.king?;
        let us = self.turn();
        let to = mv.to();
        let without_king = self.occupied() ^ Bitboard::of(king);
        let (attacked, on_lines) = match mv.from() {
            Some(from) if flights.on_lines.once.has(from) => return None,
            Some(from) if flights.attackers.has(from) => {
                let kind = self.kind_at(from)?;
                let slides = bitboard::slides(us, kind, from, without_king);
                (
                    flights
                        .attacked
                        .without(slides | bitboard::steps(us, kind, from)),
                    flights.on_lines.without(slides),
                )
            }
            _ => (flights.attacked.once, flights.on_lines.once),
        };
        let theirs = self.pieces(!us);
        if on_lines.has(to) && !theirs.has(to) {
            return None;
        }
        // The king may capture the moved piece if nothing protects it.
        let around = bitboard::steps(!us, King, king).without(theirs.without(Bitboard::of(to)));
        Some(around.without(attacked | self.attacks_after(mv, king)?))
    }

    /// Returns whether at least `needed` pieces of the side to move attack a square next to the king of
    /// the other side. `None` if `flights` does not tell: for other squares (unless `needed` is 0), and
    /// for more than two pieces. That king must not be in check, because its lines go on through it.
    #[inline]
    #[must_use]
    pub fn has_support(&self, flights: &Flights, square: Square, needed: u32) -> Option<bool> {
        let is_next_to_king = bitboard::steps(!self.turn(), King, flights.king?).has(square);
        match needed {
            0 => Some(true),
            1 if is_next_to_king => Some(flights.attacked.once.has(square)),
            2 if is_next_to_king => Some(flights.attacked.twice.has(square)),
            _ => None,
        }
    }

    /// Returns the ways out of check after a checking move. Also returns how many of the defender's
    /// pieces attack its destination, the king and pinned ones included. `None` if the move has to be
    /// made to find out. `pinned` are the defender's pinned pieces before the move; it is assumed that
    /// they are the same after it.
    #[inline]
    #[must_use]
    pub fn liberties_after(
        &self,
        check: Move,
        flights: &Flights,
        pinned: Bitboard,
    ) -> Option<(Liberties, u32)> {
        let king = flights.king?;
        // This excludes discovered checks: their piece leaves a line.
        let flights_left = self.flights_after(check, flights)?.count();
        let us = self.turn();
        let to = check.to();
        let checker = Bitboard::of(to);
        let mut occupied = self.occupied() | checker;
        if let Some(from) = check.from() {
            occupied ^= Bitboard::of(from);
        }
        let between = bitboard::between(king, to);
        if !between.is_empty() && self.piece_at(to).is_some() {
            // If the check captures a pawn, the defender may be able to drop a pawn on that file.
            return None;
        }
        let guards = self.attackers(!us, to, occupied);
        let free = self
            .pieces(!us)
            .without(pinned | Bitboard::of(king) | checker);
        let blocks = evasions::blocks(self, !us, between, occupied, free);
        let liberties = Liberties {
            flights: flights_left,
            parries: (guards & free).count() + blocks,
        };
        Some((liberties, guards.count()))
    }
}

/// A sink that passes on the checks that may leave no flight, and counts all checks.
struct TightChecks<'a, F> {
    us: Color,
    flights: &'a Flights,
    count: u32,
    sink: &'a mut F,
}

impl<F: FnMut(Move)> TightChecks<'_, F> {
    /// Returns the squares of a set from which a piece of this kind, on an empty board, attacks or
    /// occupies every flight.
    #[inline(always)]
    fn covering_all(&self, kind: PieceKind, mut squares: Bitboard) -> Bitboard {
        for flight in self.flights.squares {
            if squares.is_empty() {
                break;
            }
            squares &= bitboard::origins(self.us, kind, flight);
        }
        squares
    }
}

impl<F: FnMut(Move)> checks::Sink for TightChecks<'_, F> {
    /// Passes on the moves that may leave no flight. A move takes a flight away only in three ways: its
    /// piece attacks the flight from its destination, occupies it, or opens the line of another piece.
    #[inline(always)]
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) {
        if to.is_empty() {
            return;
        }
        self.count += to.count();
        let opens = self.flights.on_lines.once.has(from);
        let tight = if opens {
            to
        } else {
            self.covering_all(kind, to)
        };
        for to in tight {
            (self.sink)(Move::board(from, to, promotes));
        }
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.count += to.count();
        for to in self.covering_all(kind, to) {
            (self.sink)(Move::drop(kind, to));
        }
    }
}

/// Passes on the checks of `us` that may leave no flight. Returns how many checks there are.
#[inline(always)]
pub(super) fn tight_checks(
    position: &Position,
    us: Color,
    flights: &Flights,
    sink: &mut impl FnMut(Move),
) -> u32 {
    let mut tight = TightChecks {
        us,
        flights,
        count: 0,
        sink,
    };
    checks::generate(position, us, &mut tight);
    tight.count
}
