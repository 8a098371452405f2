//! A board with one cell for each square. It keeps nothing that a loop over the squares can find.

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
    /// The squares of the kings, which `cells` has, too.
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
    pub(super) fn visible<'l>(&self, line: &'l Line) -> &'l [Square] {
        let squares = line.squares();
        let first = (squares.iter()).position(|&square| self.piece(square).is_some());
        &squares[..first.map_or(squares.len(), |first| first + 1)]
    }

    /// Returns the squares of all pieces of `by` that attack `target`. In each direction only the first
    /// piece can attack it, apart from knights.
    pub fn attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let on_lines = lines(target).iter().filter_map(move |line| {
            let visible = self.visible(line);
            let &square = visible.last()?;
            let piece = self.piece(square)?;
            (piece.color() == by && goes(piece, line.back, visible.len())).then_some(square)
        });
        let knight = Piece::new(by, PieceKind::Knight);
        let knights = jumps(target, !by).filter(move |&from| self.piece(from) == Some(knight));
        on_lines.chain(knights)
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

    /// Returns whether [`Self::attackers`] would find a piece. Plain loops are the fastest, and searches
    /// spend most of their time here.
    fn is_attacked(&self, target: Square, by: Color) -> bool {
        for line in lines(target) {
            for (&square, distance) in line.squares().iter().zip(1..) {
                let Some(piece) = self.piece(square) else {
                    continue;
                };
                if piece.color() == by && goes(piece, line.back, distance) {
                    return true;
                }
                break;
            }
        }
        let knight = Some(Piece::new(by, PieceKind::Knight));
        jumps(target, !by).any(|from| self.piece(from) == knight)
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

    /// Returns the same position without one piece of `kind` in the hand of `color`.
    #[must_use]
    pub(super) fn without(&self, color: Color, kind: PieceKind) -> Self {
        let mut board = self.clone();
        let hand = &mut board.hands[color.index()];
        *hand = hand.remove(kind);
        board
    }
}

/// Hashes the cells as one run of bytes. Hashing 81 options one by one would take longer than all else
/// in a look-up.
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
