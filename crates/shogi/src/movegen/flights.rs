//! The squares to which the attacked king can go, and which of them each check leaves. One look at
//! a position serves all its checks: a move changes only the attacks of its own piece, unless it
//! opens or closes the line of another.

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
    /// The pieces of the side to move that can reach the king or a neighbour by a step or along an
    /// empty line. The other pieces are not in the sets below.
    counted: Bitboard,
    /// The attacks of these pieces, piece by piece; exact on the king and its neighbours. The king
    /// shades nothing: it does not escape by stepping back.
    attacked: Counted,
    /// The squares along the lines of these pieces. A piece that leaves such a square opens a line,
    /// a piece that comes to one closes it.
    watched: Counted,
}

/// A set of squares, and the subset of squares that are in it more than once.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Squares in it at least once.
    once: Bitboard,
    /// Squares in it at least twice.
    twice: Bitboard,
}

impl Counted {
    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// Returns the set without one of the sets added to it. Only added sets may be taken away.
    #[inline(always)]
    fn without(self, one: Bitboard) -> Bitboard {
        self.once.without(one.without(self.twice))
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
            counted: Bitboard::EMPTY,
            attacked: Counted::default(),
            watched: Counted::default(),
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
        flights.counted = self.pieces(us) & near | far;
        for from in flights.counted {
            if let Some(kind) = self.kind_at(from) {
                let slides = bitboard::slides(us, kind, from, without_king);
                flights
                    .attacked
                    .add(slides | bitboard::steps(us, kind, from));
                flights.watched.add(slides);
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

    /// Returns the attacks of the moved piece from its destination; the king shades nothing.
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
        let (rest, watched) = match mv.from() {
            Some(from) if flights.watched.once.has(from) => return None,
            Some(from) if flights.counted.has(from) => {
                let kind = self.kind_at(from)?;
                let slides = bitboard::slides(us, kind, from, without_king);
                (
                    flights
                        .attacked
                        .without(slides | bitboard::steps(us, kind, from)),
                    flights.watched.without(slides),
                )
            }
            _ => (flights.attacked.once, flights.watched.once),
        };
        let theirs = self.pieces(!us);
        if watched.has(to) && !theirs.has(to) {
            return None;
        }
        // The piece may be captured if nothing protects it.
        let around = bitboard::steps(!us, King, king).without(theirs.without(Bitboard::of(to)));
        Some(around.without(rest | self.attacks_after(mv, king)?))
    }

    /// Returns whether at least `least` pieces of the side to move attack a square next to the
    /// king. `None` if this was not counted: for other squares (unless `least` is 0), and for more
    /// than two pieces. The king must not be in check, because the count ignores it.
    #[inline]
    #[must_use]
    pub fn has_support(&self, flights: &Flights, square: Square, least: u32) -> Option<bool> {
        let next_to = bitboard::steps(!self.turn(), King, flights.king?).has(square);
        match least {
            0 => Some(true),
            1 if next_to => Some(flights.attacked.once.has(square)),
            2 if next_to => Some(flights.attacked.twice.has(square)),
            _ => None,
        }
    }

    /// Returns the ways out of check after a checking move, and how many of the defender's pieces
    /// attack its destination, the king and pinned ones included. `None` if the move has to be
    /// made. `pinned` are the defender's pinned pieces before the move, taken to be those after it.
    #[inline]
    #[must_use]
    pub fn liberties_after(
        &self,
        check: Move,
        flights: &Flights,
        pinned: Bitboard,
    ) -> Option<(Liberties, u32)> {
        let king = flights.king?;
        // It is not a discovered check: a piece that discovers one leaves a line.
        let left = self.flights_after(check, flights)?.count();
        let us = self.turn();
        let to = check.to();
        let there = Bitboard::of(to);
        let mut occupied = self.occupied() | there;
        if let Some(from) = check.from() {
            occupied ^= Bitboard::of(from);
        }
        let between = bitboard::between(king, to);
        if !between.is_empty() && self.piece_at(to).is_some() {
            // The captured piece may be the pawn that keeps other pawns off its file.
            return None;
        }
        let guards = self.attackers(!us, to, occupied);
        let bound = pinned | Bitboard::of(king) | there;
        let free = self.pieces(!us).without(bound);
        let blocks = evasions::blocks(self, !us, between, occupied, free);
        let liberties = Liberties {
            flights: left,
            parries: (guards & free).count() + blocks,
        };
        Some((liberties, guards.count()))
    }
}

/// A sink that passes on the checks that may leave no flight, and counts all checks.
struct Tight<'a, F> {
    us: Color,
    flights: &'a Flights,
    count: u32,
    sink: &'a mut F,
}

impl<F: FnMut(Move)> Tight<'_, F> {
    /// Returns the squares of a set from which a piece of this kind attacks or occupies every
    /// flight, as far as nothing is in its way.
    #[inline(always)]
    fn covering(&self, kind: PieceKind, mut to: Bitboard) -> Bitboard {
        for flight in self.flights.squares {
            if to.is_empty() {
                break;
            }
            to &= bitboard::whence(self.us, kind, flight);
        }
        to
    }
}

impl<F: FnMut(Move)> checks::Sink for Tight<'_, F> {
    /// A move takes a flight away only in three ways: its piece attacks the flight from its
    /// destination, occupies it, or opens the line of a sliding piece through its origin.
    #[inline(always)]
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) {
        if to.is_empty() {
            return;
        }
        self.count += to.count();
        let opens = self.flights.watched.once.has(from);
        let tight = if opens { to } else { self.covering(kind, to) };
        for to in tight {
            (self.sink)(Move::board(from, to, promotes));
        }
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.count += to.count();
        for to in self.covering(kind, to) {
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
    let mut tight = Tight {
        us,
        flights,
        count: 0,
        sink,
    };
    checks::generate(position, us, &mut tight);
    tight.count
}
