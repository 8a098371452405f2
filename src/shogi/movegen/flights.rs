//! Squares the king under attack can go to, and what each check leaves of them. One look at a position
//! serves all its checks: a move changes only what its own piece attacks, unless it opens or closes the
//! line of another.

use super::{Liberties, evasions};
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::piece::{
    Piece,
    PieceKind::{self, *},
};
use crate::shogi::{king_scan::KingScan, moves::Move, position::Position, square::Square};

/// How the king of the side not to move stands: where it could go, and by what it is kept from there.
#[derive(Clone, Copy, Debug)]
pub struct Flights {
    king: Option<Square>,
    /// Where the king could go if it were its turn.
    squares: Bitboard,
    /// What the side to move attacks, piece by piece; exact on the king and its neighbours. The king
    /// shades nothing: it does not escape by stepping back.
    attacked: Counted,
    /// Squares on which its sliders look that can reach the king or a neighbour: a piece that leaves
    /// one opens a line, one that comes to one closes it.
    watched: Counted,
}

/// A set of squares, and those of them that are in it more than once.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    once: Bitboard,
    twice: Bitboard,
}

impl Counted {
    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// The set without what one of those added to it.
    #[inline(always)]
    fn without(self, one: Bitboard) -> Bitboard {
        self.once.without(one.without(self.twice))
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
            attacked: Counted::default(),
            watched: Counted::default(),
        };
        let Some(king) = flights.king else {
            return flights;
        };
        let lifted = self.occupied() ^ Bitboard::of(king);
        let rooks = self.pieces_of(us, Rook) | self.pieces_of(us, Dragon);
        let bishops = self.pieces_of(us, Bishop) | self.pieces_of(us, Horse);
        let lances = self.pieces_of(us, Lance);
        let near = bitboard::near(us, king);
        for from in (self.pieces(us) & near).without(rooks | bishops | lances) {
            let steps = self.kind_at(from).map(|it| bitboard::steps(us, it, from));
            flights.attacked.add(steps.unwrap_or_default());
        }
        let mut slide = |from: Square, squares: Bitboard| {
            let steps = self.kind_at(from).map(|it| bitboard::steps(us, it, from));
            flights.attacked.add(squares | steps.unwrap_or_default());
            flights.watched.add(squares);
        };
        // A dragon or a horse may reach a neighbour of the king by a step alone.
        for from in rooks & (bitboard::rooks_near(king) | near) {
            slide(from, bitboard::rook(from, lifted));
        }
        for from in bishops & (bitboard::bishops_near(king) | near) {
            slide(from, bitboard::bishop(from, lifted));
        }
        for from in lances & bitboard::rooks_near(king) {
            slide(from, bitboard::lance(us, from, lifted));
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

    /// Whether the king certainly has a flight after a move; if not it may have one all the same.
    ///
    /// A move takes a flight away only by what its piece attacks from where it goes, by standing there,
    /// or by opening the line of a slider that looked at the square it left.
    #[inline]
    #[must_use]
    pub fn leaves_flight(&self, mv: Move, flights: &Flights) -> bool {
        let opens = mv.from().is_some_and(|it| flights.watched.once.has(it));
        let Some(king) = flights.king.filter(|_| !opens) else {
            return false;
        };
        let taken = self
            .attacks_after(mv, king)
            .map(|attacks| attacks | Bitboard::of(mv.to()));
        taken.is_some_and(|taken| !flights.squares.without(taken).is_empty())
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
            Some(from) => {
                let kind = self.kind_at(from)?;
                let slides = match kind {
                    Lance => bitboard::lance(us, from, lifted),
                    Bishop | Horse => bitboard::bishop(from, lifted),
                    Rook | Dragon => bitboard::rook(from, lifted),
                    _ => Bitboard::EMPTY,
                };
                let left = slides | bitboard::steps(us, kind, from);
                (
                    flights.attacked.without(left),
                    flights.watched.without(slides),
                )
            }
            None => (flights.attacked.once, flights.watched.once),
        };
        let theirs = self.pieces(!us);
        if watched.has(to) && !theirs.has(to) {
            return None;
        }
        // The piece may be taken where nobody stands by it.
        let around = bitboard::steps(!us, King, king).without(theirs.without(Bitboard::of(to)));
        Some(around.without(rest | self.attacks_after(mv, king)?))
    }

    /// The ways out of check after a move that gives it, and how many of the defender's pieces look at
    /// the square it goes to, the king and pinned ones among them. `None` where one has to make the move
    /// to see. `scan` is that of the defender's king before the move; who is pinned then is taken to be
    /// pinned after it.
    #[inline]
    #[must_use]
    pub fn liberties_after(
        &self,
        check: Move,
        flights: &Flights,
        scan: &KingScan,
    ) -> Option<(Liberties, u32)> {
        let king = flights.king?;
        let left = self.flights_after(check, flights)?.count();
        let us = self.turn();
        let to = check.to();
        let there = Bitboard::of(to);
        let mut occupied = self.occupied() | there;
        if let Some(from) = check.from() {
            if scan.discoverers.has(from) {
                return None;
            }
            occupied ^= Bitboard::of(from);
        }
        let between = bitboard::between(king, to);
        if !between.is_empty() && self.piece_at(to).is_some() {
            // What is taken may be the pawn that keeps others off its file.
            return None;
        }
        let guards = self.attackers(!us, to, occupied);
        let bound = scan.pinned | Bitboard::of(king) | there;
        let free = self.pieces(!us).without(bound);
        let blocks = evasions::blocks(self, !us, between, occupied, free);
        let liberties = Liberties {
            flights: left,
            parries: (guards & free).count() + blocks,
        };
        Some((liberties, guards.count()))
    }
}
