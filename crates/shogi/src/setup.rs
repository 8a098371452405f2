//! A diagram as written: well-formed, but not necessarily legal.
//!
//! [`Setup::problems`] gives every reason why a diagram cannot be a tsume problem, with the squares
//! in question, so that an error can point at its place in the text. The test for attacks is a slow
//! one on the plain board, for diagrams, not for searches.

use super::{
    color::Color,
    hand::Hand,
    moves::Move,
    piece::{Piece, PieceKind},
    square::Square,
};

/// Pieces on the board and in the hands, and the side to move.
///
/// A `Setup` may break every rule of the game (two kings, nifu, sixty pawns); [`Setup::problems`]
/// lists the violations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The hands, by [`Color::index`].
    pub hands: [Hand; 2],
    /// The side to move.
    pub turn: Color,
}

/// One reason why a diagram is not a legal tsume problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupProblem {
    /// More pieces of a kind, promoted ones included, than a set of 40 has.
    TooMany {
        /// The unpromoted kind.
        kind: PieceKind,
        /// How many there are, on the board and in both hands.
        count: u32,
        /// The squares of the pieces on the board.
        squares: Vec<Square>,
    },
    /// One side has more than one king.
    SeveralKings {
        /// The side.
        color: Color,
        /// Whether it is the attacker.
        attacks: bool,
        /// The squares of its kings.
        squares: Vec<Square>,
    },
    /// The defender has no king, so there is nothing to mate.
    NoDefenderKing {
        /// The attacker's king, if there is one.
        attacker_king: Option<Square>,
    },
    /// Two unpromoted pawns of one side on a file (二歩).
    Nifu {
        /// The side of the pawns.
        color: Color,
        /// Whether it is the attacker.
        attacks: bool,
        /// The pawns of that file, top first; two or more.
        squares: Vec<Square>,
    },
    /// A pawn, lance or knight that can never move (行き所のない駒).
    DeadEnd {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// The side that is *not* to move is in check. For a problem with the attacker to move, this is
    /// the defender.
    CheckOutOfTurn {
        /// The side in check.
        color: Color,
        /// Whether it is the attacker.
        attacks: bool,
        /// The king.
        king: Square,
        /// The checking pieces.
        checkers: Vec<Square>,
    },
    /// The defender is to move without being in check.
    DefenderNotInCheck {
        /// The defender's king.
        king: Square,
    },
}

impl SetupProblem {
    /// Returns the squares in question, with the one to point at last, such as the second pawn of a
    /// nifu. Empty if a piece is missing or in a hand.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::TooMany { squares, .. }
            | Self::SeveralKings { squares, .. }
            | Self::Nifu { squares, .. } => squares,
            Self::NoDefenderKing { attacker_king } => attacker_king.as_slice(),
            Self::DeadEnd { square, .. } => std::slice::from_ref(square),
            Self::CheckOutOfTurn { king, .. } | Self::DefenderNotInCheck { king } => {
                std::slice::from_ref(king)
            }
        }
    }
}

impl Setup {
    /// Returns the empty board with empty hands, Black to move.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            board: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            turn: Color::Black,
        }
    }

    /// Returns the same diagram seen from the other side: board turned by 180°, colours exchanged.
    #[must_use]
    pub fn rotate(&self) -> Self {
        let mut board = [None; Square::COUNT];
        for square in Square::all() {
            board[square.rotate().index()] = self.board[square.index()].map(Piece::flip);
        }
        Self {
            board,
            hands: [self.hands[1], self.hands[0]],
            turn: self.turn.flip(),
        }
    }

    /// Returns the same diagram seen in a mirror (左右反転).
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut board = [None; Square::COUNT];
        for square in Square::all() {
            board[square.mirror().index()] = self.board[square.index()];
        }
        Self {
            board,
            ..self.clone()
        }
    }

    /// Returns the same diagram with the pieces shifted by files to the left, as Black sees it, and ranks
    /// down. `None` if a piece would leave the board.
    #[must_use]
    pub fn offset(&self, files: i8, ranks: i8) -> Option<Self> {
        let mut board = [None; Square::COUNT];
        for (square, piece) in self.pieces() {
            board[square.offset(files, ranks)?.index()] = Some(piece);
        }
        Some(Self {
            board,
            ..self.clone()
        })
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Returns the pieces on the board with their squares, in the order of [`Square::all`].
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns where the kings of a side stand; in a legal diagram at most one.
    pub fn kings(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        let king = Piece::new(color, PieceKind::King);
        self.pieces()
            .filter(move |&(_, piece)| piece == king)
            .map(|(square, _)| square)
    }

    /// Returns whether the piece on `from` attacks `to`: it moves that way and nothing is between. It
    /// does not matter what is on `to`, nor whether the move would leave its own king in check.
    #[must_use]
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        let (df, dr) = delta(from, to);
        // Ranks forward for the piece, and files to either side.
        let (ahead, aside) = match piece.color() {
            Color::Black => (-dr, df.abs()),
            Color::White => (dr, df.abs()),
        };
        let step = ahead.abs().max(aside) == 1;
        let straight = (ahead == 0) != (aside == 0);
        let diagonal = ahead.abs() == aside && aside != 0;
        match piece.kind() {
            PieceKind::Pawn => (ahead, aside) == (1, 0),
            PieceKind::Lance => ahead > 0 && aside == 0 && self.is_open(from, to),
            PieceKind::Knight => (ahead, aside) == (2, 1),
            PieceKind::Silver => matches!((ahead, aside), (1, 0 | 1) | (-1, 1)),
            PieceKind::Gold
            | PieceKind::ProPawn
            | PieceKind::ProLance
            | PieceKind::ProKnight
            | PieceKind::ProSilver => {
                matches!((ahead, aside), (1, 0 | 1) | (0, 1) | (-1, 0))
            }
            PieceKind::Bishop => diagonal && self.is_open(from, to),
            PieceKind::Rook => straight && self.is_open(from, to),
            PieceKind::King => step,
            PieceKind::Horse => step || diagonal && self.is_open(from, to),
            PieceKind::Dragon => step || straight && self.is_open(from, to),
        }
    }

    /// Returns whether every square strictly between two squares of a line is empty.
    fn is_open(&self, from: Square, to: Square) -> bool {
        let (df, dr) = delta(from, to);
        let mut square = from;
        loop {
            square = square
                .offset(df.signum(), dr.signum())
                .expect("the way to a square of the board stays on the board");
            if square == to {
                return true;
            }
            if self.piece_at(square).is_some() {
                return false;
            }
        }
    }

    /// Returns the squares from which pieces of side `by` attack `to`.
    pub fn attackers(&self, to: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        self.pieces()
            .filter(move |&(from, piece)| piece.color() == by && self.attacks(from, to))
            .map(|(from, _)| from)
    }

    /// Returns whether a king of this side is attacked; false if the side has none.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.kings(color)
            .any(|king| self.attackers(king, !color).next().is_some())
    }

    /// Returns the pieces of a set of 40 that this diagram does not have, without kings.
    #[must_use]
    pub fn missing(&self) -> Hand {
        let mut on_board = [0; PieceKind::ALL.len()];
        for (_, piece) in self.pieces() {
            on_board[piece.kind().unpromote().index()] += 1;
        }
        let mut missing = Hand::EMPTY;
        for kind in PieceKind::HAND {
            let in_set = u32::from(PieceKind::SET[kind.index()]);
            let in_hands = self.hands[0].count(kind) + self.hands[1].count(kind);
            let count = in_set.saturating_sub(on_board[kind.index()] + in_hands);
            missing = missing.with(kind, count);
        }
        missing
    }

    /// Returns how many pieces of an unpromoted kind there are, promoted ones and both hands
    /// included.
    #[must_use]
    pub fn count(&self, kind: PieceKind) -> u32 {
        let on_board = self
            .pieces()
            .filter(|(_, piece)| piece.kind().unpromote() == kind)
            .count() as u32;
        on_board + self.hands[0].count(kind) + self.hands[1].count(kind)
    }

    /// Plays a move without a test of its legality. A piece on the destination goes to the hand. Returns
    /// false and changes nothing in two cases: there is no piece of the side to move on the origin, or
    /// none in hand to drop; or the destination has a piece of its own side, a king or, for a drop, any
    /// piece.
    #[must_use]
    pub fn play(&mut self, mv: Move) -> bool {
        let turn = self.turn;
        let hand = self.hands[turn.index()];
        let target = self.piece_at(mv.to());
        if target.is_some_and(|piece| piece.color() == turn || piece.kind() == PieceKind::King) {
            return false;
        }
        let (kind, hand) = match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                let Some(piece) = (self.piece_at(from)).filter(|piece| piece.color() == turn)
                else {
                    return false;
                };
                self.board[from.index()] = None;
                let kind = piece.kind();
                let hand = target.map_or(hand, |captured| hand.add(captured.kind().unpromote()));
                (if mv.promotes() { kind.promote() } else { kind }, hand)
            }
            (None, Some(kind)) if hand.has(kind) && target.is_none() => (kind, hand.remove(kind)),
            _ => return false,
        };
        self.hands[turn.index()] = hand;
        self.board[mv.to().index()] = Some(Piece::new(turn, kind));
        self.turn = !turn;
        true
    }

    /// Returns every reason why this is not a legal problem for `attacker`; empty if it is one.
    ///
    /// Rules: a set of 40 pieces, one king for each side (the attacker's may be absent), no two
    /// unpromoted pawns of a side on a file, no piece that can never move, the side not to move not
    /// in check, and a defender to move in check.
    #[must_use]
    pub fn problems(&self, attacker: Color) -> Vec<SetupProblem> {
        let mut problems = Vec::new();
        self.find_too_many(&mut problems);
        self.find_nifu(attacker, &mut problems);
        problems.extend(
            self.pieces()
                .filter(|&(square, piece)| is_dead_end(piece, square))
                .map(|(square, piece)| SetupProblem::DeadEnd { piece, square }),
        );
        self.find_king_problems(attacker, &mut problems);
        problems
    }

    fn find_too_many(&self, problems: &mut Vec<SetupProblem>) {
        for kind in PieceKind::HAND {
            let count = self.count(kind);
            if count > u32::from(PieceKind::SET[kind.index()]) {
                let squares = self
                    .pieces()
                    .filter(|(_, piece)| piece.kind().unpromote() == kind)
                    .map(|(square, _)| square)
                    .collect();
                problems.push(SetupProblem::TooMany {
                    kind,
                    count,
                    squares,
                });
            }
        }
    }

    fn find_nifu(&self, attacker: Color, problems: &mut Vec<SetupProblem>) {
        for color in Color::ALL {
            let pawn = Some(Piece::new(color, PieceKind::Pawn));
            for file in 0..9 {
                let squares: Vec<_> = (0..9)
                    .map(|rank| Square::new(file, rank))
                    .filter(|&square| self.piece_at(square) == pawn)
                    .collect();
                if squares.len() > 1 {
                    problems.push(SetupProblem::Nifu {
                        color,
                        attacks: color == attacker,
                        squares,
                    });
                }
            }
        }
    }

    fn find_king_problems(&self, attacker: Color, problems: &mut Vec<SetupProblem>) {
        for color in Color::ALL {
            let squares: Vec<_> = self.kings(color).collect();
            if squares.len() > 1 {
                problems.push(SetupProblem::SeveralKings {
                    color,
                    attacks: color == attacker,
                    squares,
                });
            } else if let &[king] = squares.as_slice() {
                let checkers: Vec<_> = self.attackers(king, !color).collect();
                if color != self.turn && !checkers.is_empty() {
                    problems.push(SetupProblem::CheckOutOfTurn {
                        color,
                        attacks: color == attacker,
                        king,
                        checkers,
                    });
                } else if color == self.turn && color != attacker && checkers.is_empty() {
                    problems.push(SetupProblem::DefenderNotInCheck { king });
                }
            }
        }
        if self.kings(!attacker).next().is_none() {
            let attacker_king = self.kings(attacker).next();
            problems.push(SetupProblem::NoDefenderKing { attacker_king });
        }
    }
}

/// Returns the files to the left and the ranks down from one square to another.
const fn delta(from: Square, to: Square) -> (i8, i8) {
    (
        to.file() as i8 - from.file() as i8,
        to.rank() as i8 - from.rank() as i8,
    )
}

/// Returns whether a piece on this square could never move again (行き所のない駒): pawns and lances
/// on the last rank, knights on the last two.
#[must_use]
pub const fn is_dead_end(piece: Piece, square: Square) -> bool {
    let ranks_ahead = match piece.color() {
        Color::Black => square.rank(),
        Color::White => 8 - square.rank(),
    };
    match piece.kind() {
        PieceKind::Pawn | PieceKind::Lance => ranks_ahead == 0,
        PieceKind::Knight => ranks_ahead < 2,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
