//! Squares the king under attack can go to, and what each check leaves of them. One look at a position
//! serves all its checks: a move changes only what its own piece attacks, unless it opens or closes the
//! line of another.

use super::{Liberties, checks, evasions};
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::piece::{
    Piece,
    PieceKind::{self, *},
};
use crate::shogi::{color::Color, moves::Move, position::Position, square::Square};

/// How the king of the side not to move stands: where it could go, and by what it is kept from there.
#[derive(Clone, Copy, Debug)]
pub struct Flights {
    king: Option<Square>,
    /// Where the king could go if it were its turn.
    squares: Bitboard,
    /// The pieces of the side to move that can reach the king or a neighbour by a step or along an empty
    /// line: of the others nothing is in the sets below.
    counted: Bitboard,
    /// What they attack, piece by piece; exact on the king and its neighbours. The king shades nothing:
    /// it does not escape by stepping back.
    attacked: Counted,
    /// Squares along their lines: a piece that leaves one opens a line, one that comes to one closes it.
    watched: Counted,
}

/// A set of squares, and those of them that are in it more than once.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Those in it at least once.
    once: Bitboard,
    /// Those in it at least twice.
    twice: Bitboard,
}

impl Counted {
    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// The set without what one of those added to it. What was not added may not be taken away.
    #[inline(always)]
    fn without(self, one: Bitboard) -> Bitboard {
        self.once.without(one.without(self.twice))
    }
}

impl Flights {
    /// How many squares the king could go to if it were its turn.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.squares.count()
    }
}

impl Position {
    /// How the king of the side not to move stands.
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
        let lifted = self.occupied() ^ Bitboard::of(king);
        let near = bitboard::near(us, king);
        let rooks =
            self.pieces_of(us, Rook) | self.pieces_of(us, Dragon) | self.pieces_of(us, Lance);
        let bishops = self.pieces_of(us, Bishop) | self.pieces_of(us, Horse);
        let far = rooks & bitboard::rooks_near(king) | bishops & bitboard::bishops_near(king);
        flights.counted = self.pieces(us) & near | far;
        for from in flights.counted {
            if let Some(kind) = self.kind_at(from) {
                let slides = bitboard::slides(us, kind, from, lifted);
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

    /// What the piece that a move puts on its square attacks from there, the king shading nothing.
    #[inline(always)]
    fn attacks_after(&self, mv: Move, king: Square) -> Option<Bitboard> {
        let lifted = self.occupied() ^ Bitboard::of(king);
        let (kind, occupied) = match mv.from() {
            Some(from) => {
                let kind = self.kind_at(from)?;
                let kind = if mv.promotes() { kind.promote() } else { kind };
                (kind, lifted.without(Bitboard::of(from)))
            }
            None => (mv.dropped()?, lifted),
        };
        Some(bitboard::attacks(self.turn(), kind, mv.to(), occupied))
    }

    /// Where the king can go after a move of the side to move. `None` where the line of another piece
    /// is opened or closed by it: then one has to make the move to see.
    #[inline]
    #[must_use]
    pub fn flights_after(&self, mv: Move, flights: &Flights) -> Option<Bitboard> {
        let king = flights.king?;
        let us = self.turn();
        let to = mv.to();
        let lifted = self.occupied() ^ Bitboard::of(king);
        let (rest, watched) = match mv.from() {
            Some(from) if flights.watched.once.has(from) => return None,
            Some(from) if flights.counted.has(from) => {
                let kind = self.kind_at(from)?;
                let slides = bitboard::slides(us, kind, from, lifted);
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
        // The piece may be taken where nobody stands by it.
        let around = bitboard::steps(!us, King, king).without(theirs.without(Bitboard::of(to)));
        Some(around.without(rest | self.attacks_after(mv, king)?))
    }

    /// Whether so many pieces of the side to move, or more, attack a square next to the king. `None` where
    /// that has not been counted: for other squares (unless `least` is 0), and for more than two pieces. The king must not be in
    /// check, for what was counted was counted as if it were not there.
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

    /// The ways out of check after a move that gives it, and how many of the defender's pieces look at
    /// the square it goes to, the king and pinned ones among them. `None` where one has to make the move
    /// to see. `pinned` are the defender's pinned pieces before the move, taken to be those after it.
    #[inline]
    #[must_use]
    pub fn liberties_after(
        &self,
        check: Move,
        flights: &Flights,
        pinned: Bitboard,
    ) -> Option<(Liberties, u32)> {
        let king = flights.king?;
        // It is no discovered check: whoever discovers one leaves a line.
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
            // What is taken may be the pawn that keeps others off its file.
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

/// Picks out the checks that may leave no flight, and counts all.
struct Tight<'a, F> {
    us: Color,
    flights: &'a Flights,
    count: u32,
    sink: &'a mut F,
}

impl<F: FnMut(Move)> Tight<'_, F> {
    /// The squares of a set from which a piece of this kind attacks every flight, as far as nothing
    /// stands in its way, or stands on it.
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
    /// A move takes a flight away only by what its piece attacks from where it goes, by standing there,
    /// or by opening the line of a slider that looked at the square it left.
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

/// Hands out the checks of `us` that may leave no flight. Returns how many checks there are.
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
