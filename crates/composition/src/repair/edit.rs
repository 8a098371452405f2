//! One change of a diagram, and the diagram after it.

use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};

pub use crate::vocabulary::EditKind;

/// One change of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// A piece more on the board.
    Add {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// A piece less on the board.
    Remove {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// A piece on another square.
    Move {
        /// The piece.
        piece: Piece,
        /// The square in the original.
        from: Square,
        /// The square in the version.
        to: Square,
    },
    /// Another kind of piece of the same side on a square, or the same piece promoted or not.
    Swap {
        /// The square.
        square: Square,
        /// The piece in the original.
        old: Piece,
        /// The piece in the version.
        new: Piece,
    },
    /// The same kind of piece of the other side on a square.
    Side {
        /// The square.
        square: Square,
        /// The piece in the original.
        old: Piece,
    },
    /// A piece more or less in a hand.
    Hand {
        /// The side that holds it.
        color: Color,
        /// The kind.
        kind: PieceKind,
        /// Whether it is one more.
        more: bool,
    },
    /// All pieces on the board shifted together.
    Shift {
        /// Files to the left, as Black sees it.
        files: i8,
        /// Ranks down.
        ranks: i8,
    },
}

impl Edit {
    /// Returns the sort of change.
    #[must_use]
    pub const fn kind(self) -> EditKind {
        match self {
            Self::Add { .. } => EditKind::Add,
            Self::Remove { .. } => EditKind::Remove,
            Self::Move { .. } => EditKind::Move,
            Self::Swap { .. } => EditKind::Swap,
            Self::Side { .. } => EditKind::Side,
            Self::Hand { .. } => EditKind::Hand,
            Self::Shift { .. } => EditKind::Shift,
        }
    }

    /// Makes the change on the board and in the hands. Returns false if the diagram does not have what is
    /// to be changed, or has no room for it.
    fn make(self, setup: &mut Setup) -> bool {
        match self {
            Self::Add { piece, square } => {
                let is_free = setup.piece_at(square).is_none();
                setup.board[square.index()] = Some(piece);
                is_free
            }
            Self::Remove { piece, square } => setup.board[square.index()].take() == Some(piece),
            Self::Move { piece, from, to } => {
                let fits = setup.piece_at(from) == Some(piece) && setup.piece_at(to).is_none();
                setup.board[from.index()] = None;
                setup.board[to.index()] = Some(piece);
                fits
            }
            Self::Swap { square, old, new } => {
                setup.board[square.index()].replace(new) == Some(old)
            }
            Self::Side { square, old } => {
                setup.board[square.index()].replace(old.flip()) == Some(old)
            }
            Self::Hand { color, kind, more } => {
                let hand = &mut setup.hands[color.index()];
                let count = hand.count(kind);
                if more && count < u32::from(PieceKind::SET[kind.index()]) {
                    *hand = hand.add(kind);
                } else if !more && count > 0 {
                    *hand = hand.remove(kind);
                } else {
                    return false;
                }
                true
            }
            Self::Shift { files, ranks } => {
                let shifted = setup.offset(files, ranks);
                let fits = shifted.is_some();
                *setup = shifted.unwrap_or_else(|| setup.clone());
                fits
            }
        }
    }
}

/// Returns the diagram after these changes, with Black attacking. `None` if they do not fit together
/// or the diagram is not legal. With `holds_rest` the defender holds all that is left of the 40 pieces;
/// otherwise his hand changes only by an edit of his hand.
pub(super) fn apply(original: &Setup, edits: &[Edit], holds_rest: bool) -> Option<Setup> {
    let mut setup = original.clone();
    let defender = Color::White.index();
    if holds_rest {
        setup.hands[defender] = Hand::EMPTY;
    }
    if !edits.iter().all(|edit| edit.make(&mut setup)) || !setup.problems(Color::Black).is_empty() {
        return None;
    }
    if holds_rest {
        setup.hands[defender] = setup.missing();
    }
    Some(setup)
}

/// Returns a line shifted as the edits shift the diagram. `None` if a move leaves the board.
pub(super) fn shift_line(line: &[Move], edits: &[Edit]) -> Option<Vec<Move>> {
    let shift = |mv: Move, edit: &Edit| match *edit {
        Edit::Shift { files, ranks } => mv.offset(files, ranks),
        _ => Some(mv),
    };
    let moves = line.iter();
    let shifted = moves.map(|&mv| edits.iter().try_fold(mv, shift));
    shifted.collect()
}
