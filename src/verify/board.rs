//! A mailbox board: one cell per square, and a loop for every question.

use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// Why a diagram cannot be played from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// A side has two kings or more.
    #[error("{0:?} has more than one king")]
    ManyKings(Color),
    /// There is nobody to mate.
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
    /// Where each king is; follows from `cells`.
    kings: [Option<Square>; 2],
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The single steps of a kind as (files, ranks), with "forward" being −1 rank.
pub(super) const fn steps(kind: PieceKind) -> &'static [(i8, i8)] {
    use PieceKind::*;
    match kind {
        Pawn => &[(0, -1)],
        Knight => &[(-1, -2), (1, -2)],
        Silver => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        Gold | ProPawn | ProLance | ProKnight | ProSilver => {
            &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]
        }
        King => &[
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ],
        Horse => &ORTHOGONAL,
        Dragon => &DIAGONAL,
        Lance | Bishop | Rook => &[],
    }
}

/// The directions in which a kind moves any distance, with "forward" being −1 rank.
pub(super) const fn slides(kind: PieceKind) -> &'static [(i8, i8)] {
    use PieceKind::*;
    match kind {
        Lance => &[(0, -1)],
        Bishop | Horse => &DIAGONAL,
        Rook | Dragon => &ORTHOGONAL,
        _ => &[],
    }
}

/// Turns a direction written for Black into the same direction for `color`.
pub(super) const fn oriented(color: Color, (df, dr): (i8, i8)) -> (i8, i8) {
    match color {
        Color::Black => (df, dr),
        Color::White => (-df, -dr),
    }
}

/// The squares strictly between two squares of one file, rank or diagonal, nearest to `a` first;
/// empty when the squares are neighbours or not in line.
pub(super) fn between(a: Square, b: Square) -> Vec<Square> {
    let df = b.file() as i8 - a.file() as i8;
    let dr = b.rank() as i8 - a.rank() as i8;
    if df != 0 && dr != 0 && df.abs() != dr.abs() {
        return Vec::new();
    }
    let mut squares = Vec::new();
    let mut square = a;
    while let Some(next) = square.offset(df.signum(), dr.signum()) {
        if next == b {
            break;
        }
        squares.push(next);
        square = next;
    }
    squares
}

impl Board {
    /// Sets up a diagram.
    ///
    /// # Errors
    /// When a side has two kings, or the side that is not to move is in check.
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

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// What is on each square, by [`Square::index`].
    #[must_use]
    pub fn cells(&self) -> &[Option<Piece>; Square::COUNT] {
        &self.cells
    }

    /// The pieces `color` holds in hand.
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Where the king of `color` stands, if it is on the board.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// The pieces of `color` with their squares.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, PieceKind)> {
        Square::all().filter_map(move |square| {
            let piece = self.piece(square)?;
            (piece.color() == color).then(|| (square, piece.kind()))
        })
    }

    /// Whether `piece`, standing on `from`, attacks `target` on this board.
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square, target: Square) -> bool {
        let (df, dr) = oriented(
            piece.color(),
            (
                target.file() as i8 - from.file() as i8,
                target.rank() as i8 - from.rank() as i8,
            ),
        );
        if steps(piece.kind()).contains(&(df, dr)) {
            return true;
        }
        if slides(piece.kind()).is_empty() {
            return false;
        }
        let in_line = df == 0 || dr == 0 || df.abs() == dr.abs();
        in_line
            && slides(piece.kind()).contains(&(df.signum(), dr.signum()))
            && between(from, target)
                .into_iter()
                .all(|square| self.piece(square).is_none())
    }

    /// The squares of all pieces of `by` that attack `target`.
    #[must_use]
    pub fn attackers(&self, target: Square, by: Color) -> Vec<Square> {
        self.pieces(by)
            .filter(|&(from, kind)| self.attacks(Piece::new(by, kind), from, target))
            .map(|(from, _)| from)
            .collect()
    }

    /// Whether the king of `color` is on the board and attacked.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| {
            self.pieces(!color)
                .any(|(from, kind)| self.attacks(Piece::new(!color, kind), from, king))
        })
    }

    /// The position after a move, which must be one that the pieces can make; whether it is legal
    /// is not asked here.
    ///
    /// # Panics
    /// When the move starts from an empty square or takes a king.
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

    /// The same position with one piece of `kind` taken out of the hand of `color` and of the
    /// game.
    #[must_use]
    pub(super) fn without(&self, color: Color, kind: PieceKind) -> Self {
        let mut board = self.clone();
        let hand = &mut board.hands[color.index()];
        *hand = hand.remove(kind);
        board
    }
}

/// The cells are hashed as one run of bytes; hashing 81 options one by one takes longer than
/// everything else a table does.
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
