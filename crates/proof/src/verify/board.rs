//! A mailbox board: one cell for each square, and a loop for each question.

use super::geometry::{Line, goes, jumps, lines};
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// The reasons why play cannot begin from a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A side has two kings or more.
    #[error("{0:?} has more than one king")]
    ManyKings(Color),
    /// The defender has no king.
    #[error("{0:?}, the defender, has no king")]
    NoDefenderKing(Color),
    /// The side to move could capture the other king.
    #[error("{0:?} is in check, but it is the other side's turn")]
    CheckIgnored(Color),
}

/// A position: the cells, both hands and the side to move. Either king may be absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Option<Piece>; Square::COUNT],
    hands: [Hand; 2],
    turn: Color,
    /// The squares of the kings, as in `cells`.
    kings: [Option<Square>; 2],
}

impl Board {
    /// Sets up a diagram.
    ///
    /// # Errors
    /// If a side has two kings, or if the side that is not to move is in check.
    pub fn new(setup: &Setup) -> Result<Self, DiagramError> {
        let mut board = Self {
            cells: setup.board,
            hands: setup.hands,
            turn: setup.turn,
            kings: [None; 2],
        };
        for square in Square::all() {
            if let Some(piece) = board.piece(square)
                && piece.kind() == PieceKind::King
                && board.kings[piece.color().index()].replace(square).is_some()
            {
                return Err(DiagramError::ManyKings(piece.color()));
            }
        }
        if board.in_check(!board.turn) {
            return Err(DiagramError::CheckIgnored(!board.turn));
        }
        Ok(board)
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// Returns the content of each square, by [`Square::index`].
    #[must_use]
    pub fn cells(&self) -> &[Option<Piece>; Square::COUNT] {
        &self.cells
    }

    /// Returns the diagram.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.cells,
            hands: Color::ALL.map(|color| self.hand(color)),
            turn: self.turn,
        }
    }

    /// Returns the pieces `color` holds in hand.
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns where the king of `color` stands, if it is on the board.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Returns the pieces of `color` with their squares.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, PieceKind)> {
        Square::all().filter_map(move |square| {
            let piece = self.piece(square)?;
            (piece.color() == color).then(|| (square, piece.kind()))
        })
    }

    /// Returns the squares of a line up to the first piece, with the square of that piece, or up to
    /// the edge.
    pub(super) fn open<'l>(&self, line: &'l Line) -> &'l [Square] {
        let squares = line.squares();
        let first = squares.iter().position(|&at| self.piece(at).is_some());
        &squares[..first.map_or(squares.len(), |first| first + 1)]
    }

    /// Returns the squares of all pieces of `by` that attack `target`. Of stepping and sliding
    /// pieces only the first in each direction can attack it; knights always can.
    pub fn attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let along = lines(target).iter().filter_map(move |line| {
            let open = self.open(line);
            let &at = open.last()?;
            let piece = self.piece(at)?;
            (piece.color() == by && goes(piece, line.back, open.len())).then_some(at)
        });
        let knight = Piece::new(by, PieceKind::Knight);
        let knights = jumps(target, !by).filter(move |&at| self.piece(at) == Some(knight));
        along.chain(knights)
    }

    /// Returns the square of the piece of `by` that attacks `target`, if there is one and no other.
    #[must_use]
    pub fn only_attacker(&self, target: Square, by: Color) -> Option<Square> {
        let mut attackers = self.attackers(target, by);
        let first = attackers.next()?;
        attackers.next().is_none().then_some(first)
    }

    /// Returns whether the king of `color` is on the board and attacked.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, !color))
    }

    /// Returns whether [`Self::attackers`] would find a piece. Searches spend most of their time here, and
    /// plain loops are the fastest.
    fn is_attacked(&self, target: Square, by: Color) -> bool {
        for line in lines(target) {
            for (&at, distance) in line.squares().iter().zip(1..) {
                let Some(piece) = self.piece(at) else {
                    continue;
                };
                if piece.color() == by && goes(piece, line.back, distance) {
                    return true;
                }
                break;
            }
        }
        let knight = Some(Piece::new(by, PieceKind::Knight));
        jumps(target, !by).any(|at| self.piece(at) == knight)
    }

    /// Returns the position after a move that the pieces can make. Legality is not checked here.
    ///
    /// # Panics
    /// If the move starts from an empty square or captures a king.
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut after = self.clone();
        let hand = &mut after.hands[self.turn.index()];
        let piece = match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                let piece = after.cells[from.index()]
                    .take()
                    .expect("a move starts from a piece");
                if let Some(captured) = self.piece(mv.to()) {
                    *hand = hand.add(captured.kind().unpromote());
                }
                if mv.promotes() {
                    Piece::new(self.turn, piece.kind().promote())
                } else {
                    piece
                }
            }
            (None, Some(kind)) => {
                *hand = hand.remove(kind);
                Piece::new(self.turn, kind)
            }
            (None, None) => unreachable!("a move is on the board or a drop"),
        };
        after.cells[mv.to().index()] = Some(piece);
        if piece.kind() == PieceKind::King {
            after.kings[self.turn.index()] = Some(mv.to());
        }
        after.turn = !self.turn;
        after
    }

    /// Returns the same position after a pass: the other side is to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut board = self.clone();
        board.turn = !self.turn;
        board
    }

    /// Returns the same position with one piece of `kind` taken out of the hand of `color` and of
    /// the game.
    #[must_use]
    pub(super) fn without(&self, color: Color, kind: PieceKind) -> Self {
        let mut board = self.clone();
        let hand = &mut board.hands[color.index()];
        *hand = hand.remove(kind);
        board
    }
}

/// Hashes the cells as one run of bytes: hashing 81 options one by one would take longer than the
/// rest of a look-up.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut bytes = [0; Square::COUNT];
        for (byte, cell) in bytes.iter_mut().zip(&self.cells) {
            *byte = cell.map_or(0, |piece| 1 + piece.index() as u8);
        }
        state.write(&bytes);
        self.hands.hash(state);
        self.turn.hash(state);
    }
}
