//! A position on which moves are made and unmade.

use super::bitboard::{self, Bitboard};
use super::piece::PieceKind::{self, *};
use super::{
    color::Color,
    hand::Hand,
    key::{self, Key},
    moves::Move,
    piece::Piece,
    setup::Setup,
    square::Square,
};

/// A position: board, hands, side to move, and a key of board and side.
///
/// The hands are not part of the [`key`](Position::key), because a search compares all hands that it
/// knows on one board.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: [Option<Piece>; Square::COUNT],
    by_color: [Bitboard; 2],
    /// The squares of the pieces of both sides, by [`class`].
    by_kind: [Bitboard; 16],
    kings: [Option<Square>; 2],
    hands: [Hand; 2],
    turn: Color,
    key: Key,
}

/// The data that unmaking a move needs in addition to the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    moved: Piece,
    key: Key,
}

/// Returns the index of a kind in `by_kind`. All pieces that move like a gold share one set.
const fn class(kind: PieceKind) -> usize {
    match kind {
        ProPawn | ProLance | ProKnight | ProSilver => Gold as usize,
        _ => kind as usize,
    }
}

impl Position {
    /// Sets up a diagram. Its legality is not checked; a second king of one side is treated as the
    /// only one.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let numbers = key::numbers();
        let mut position = Self {
            board: [None; Square::COUNT],
            by_color: [Bitboard::EMPTY; 2],
            by_kind: [Bitboard::EMPTY; 16],
            kings: [None; 2],
            hands: setup.hands,
            turn: setup.turn,
            key: numbers.empty(setup.turn),
        };
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.put(square, piece);
                position.key ^= numbers.piece(piece, square);
            }
        }
        position
    }

    /// Returns the diagram.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            hands: self.hands,
            turn: self.turn,
        }
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Returns the hand of a side.
    #[inline]
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Replaces the hand of a side, for instance to take a piece out of the game.
    #[inline]
    pub fn set_hand(&mut self, color: Color, hand: Hand) {
        self.hands[color.index()] = hand;
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns where the king of a side stands, if it has one.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Returns a hash of board and side to move; hands are not in it.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Returns all occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the squares of one side's pieces.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Returns the squares of one side's pieces of one kind. `Gold` stands for all pieces that move
    /// like a gold; promoted pawns, lances, knights and silvers have no set of their own.
    #[inline]
    #[must_use]
    pub fn pieces_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.by_color[color.index()] & self.by_kind[class(kind)]
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.board[square.index()] = Some(piece);
        self.by_color[piece.color().index()] |= bit;
        self.by_kind[class(piece.kind())] |= bit;
        if piece.kind() == King {
            self.kings[piece.color().index()] = Some(square);
        }
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.board[square.index()] = None;
        self.by_color[piece.color().index()] ^= bit;
        self.by_kind[class(piece.kind())] ^= bit;
    }

    /// Makes a move. It must be possible on the board: a piece of the side to move is on its
    /// origin, or in its hand with an empty destination.
    ///
    /// # Panics
    /// If the origin is empty.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let to = mv.to();
        let us = self.turn;
        let key = self.key;
        let numbers = key::numbers();
        let undo = if let Some(from) = mv.from() {
            let moved = self.board[from.index()].expect("a move starts on a piece");
            let captured = self.board[to.index()];
            self.take(from, moved);
            self.key ^= numbers.piece(moved, from);
            if let Some(captured) = captured {
                self.take(to, captured);
                self.key ^= numbers.piece(captured, to);
                let hand = &mut self.hands[us.index()];
                *hand = hand.add(captured.kind().unpromote());
            }
            let placed = if mv.promotes() {
                Piece::new(us, moved.kind().promote())
            } else {
                moved
            };
            self.put(to, placed);
            self.key ^= numbers.piece(placed, to);
            Undo {
                captured,
                moved,
                key,
            }
        } else {
            let kind = mv.dropped().unwrap_or(Pawn);
            let piece = Piece::new(us, kind);
            self.put(to, piece);
            self.key ^= numbers.piece(piece, to);
            self.hands[us.index()] = self.hands[us.index()].remove(kind);
            Undo {
                captured: None,
                moved: piece,
                key,
            }
        };
        self.turn = !us;
        self.key ^= numbers.turn();
        undo
    }

    /// Passes the turn to the other side without a move. The side to move must not be in check.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= key::numbers().turn();
    }

    /// Unmakes the move that returned this `Undo`.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let to = mv.to();
        let us = !self.turn;
        self.turn = us;
        self.key = undo.key;
        if let Some(from) = mv.from() {
            let placed = if mv.promotes() {
                Piece::new(us, undo.moved.kind().promote())
            } else {
                undo.moved
            };
            self.take(to, placed);
            self.put(from, undo.moved);
            if let Some(captured) = undo.captured {
                self.put(to, captured);
                let hand = &mut self.hands[us.index()];
                *hand = hand.remove(captured.kind().unpromote());
            }
        } else {
            self.take(to, undo.moved);
            self.hands[us.index()] = self.hands[us.index()].add(undo.moved.kind());
        }
    }

    /// Returns the [`key`](Self::key) after a move, without making it.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> Key {
        let to = mv.to();
        let numbers = key::numbers();
        let mut key = self.key ^ numbers.turn();
        if let Some(from) = mv.from()
            && let Some(moved) = self.piece_at(from)
        {
            let placed = if mv.promotes() {
                Piece::new(self.turn, moved.kind().promote())
            } else {
                moved
            };
            key ^= numbers.piece(moved, from) ^ numbers.piece(placed, to);
            if let Some(captured) = self.piece_at(to) {
                key ^= numbers.piece(captured, to);
            }
        } else if let Some(kind) = mv.dropped() {
            key ^= numbers.piece(Piece::new(self.turn, kind), to);
        }
        key
    }

    /// Returns the pieces of `color` that attack `square`, as if exactly the squares `occupied` were
    /// occupied.
    #[inline]
    #[must_use]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let them = !color;
        let step = |kind| bitboard::steps(them, kind, square) & self.by_kind[class(kind)];
        let rooks = self.by_kind[Rook.index()] | self.by_kind[Dragon.index()];
        let bishops = self.by_kind[Bishop.index()] | self.by_kind[Horse.index()];
        let lances = self.by_kind[Lance.index()];
        let mut attackers = step(Pawn)
            | step(Knight)
            | step(Silver)
            | step(Gold)
            | step(King)
            | step(Horse)
            | step(Dragon);
        // If no sliding piece is on a line through the square, blockers do not matter.
        let own = self.by_color[color.index()];
        if !(bitboard::rook_rays(square) & rooks & own).is_empty() {
            attackers |= bitboard::rook(square, occupied) & rooks;
        }
        if !(bitboard::bishop_rays(square) & bishops & own).is_empty() {
            attackers |= bitboard::bishop(square, occupied) & bishops;
        }
        if !(bitboard::lance_ray(them, square) & lances & own).is_empty() {
            attackers |= bitboard::lance(them, square, occupied) & lances;
        }
        attackers & own
    }

    /// Returns whether the king of a side is attacked; false without a king.
    #[inline]
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.kings[color.index()]
            .is_some_and(|king| !self.attackers(!color, king, self.occupied()).is_empty())
    }

    /// Returns the squares that `color` attacks, as if exactly the squares `occupied` were occupied. The
    /// result is exact only on `king`, where the king of the other side is, and on its neighbours.
    #[inline]
    #[must_use]
    pub fn attacked_near(&self, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        let own = self.by_color[color.index()];
        let mut attacked = Bitboard::EMPTY;
        for square in own & bitboard::near(color, king) {
            if let Some(piece) = self.board[square.index()] {
                attacked |= bitboard::steps(color, piece.kind(), square);
            }
        }
        let rooks = self.by_kind[Rook.index()] | self.by_kind[Dragon.index()];
        for square in own & rooks & bitboard::rooks_near(king) {
            attacked |= bitboard::rook(square, occupied);
        }
        let bishops = self.by_kind[Bishop.index()] | self.by_kind[Horse.index()];
        for square in own & bishops & bitboard::bishops_near(king) {
            attacked |= bitboard::bishop(square, occupied);
        }
        for square in own & self.by_kind[Lance.index()] & bitboard::rooks_near(king) {
            attacked |= bitboard::lance(color, square, occupied);
        }
        attacked
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_setup().fmt(f)
    }
}
