//! Certificates: an answer together with everything needed to prove it, as plain data.
//!
//! A certificate states a problem and a [`Claim`] about it, and lists positions in which the
//! attacker is to move, each with a claim of its own. Together they prove each other, by looking
//! one check and one reply ahead and no further; how a position is reached never matters.
//!
//! * *Mate within n.* Every entry has a move and a length. The move is a legal check, and every
//!   legal reply leads to a position *covered* by an entry that is at least two plies shorter. So
//!   lengths decrease strictly and the play ends, which it can only by mate.
//! * *No mate*, at all or within n. For every legal check of every entry there is a legal reply
//!   that leads to a covered position again: one without limit, or one whose limit is at most two
//!   plies smaller. Within fewer than one ply nobody mates, so that needs no entry. The defender
//!   can answer every check for ever, or for that long.
//!
//! An entry covers a position with the same board whose attacker holds as much or more (mate), or
//! as much or less (no mate): more in the attacker's hand is never worse, for he need not use it,
//! the defender has fewer pieces to interpose, and neither double pawns (二歩) nor pawn-drop mate
//! (打歩詰) depend on hands. The defender holds whatever of the problem's pieces is neither on the
//! board nor in the attacker's hand.
//!
//! All this is the strict game, in which every legal interposition counts. A mate within n and no
//! mate within n − 2 together prove the shortest strict length, for lengths have one parity.

use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use std::num::NonZeroU16;

/// What is proven about a problem, in the strict game. Plies are counted from the problem on, both
/// sides' moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker forces mate within so many plies.
    MateWithin(u32),
    /// The attacker cannot force mate.
    NoMate,
    /// The attacker cannot force mate within so many plies.
    NoMateWithin(u32),
}

impl Claim {
    /// Whether it is a mate that is claimed.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        matches!(self, Self::MateWithin(_))
    }

    /// Within how many plies; `None` without limit.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::MateWithin(plies) | Self::NoMateWithin(plies) => Some(plies),
            Self::NoMate => None,
        }
    }
}

/// A proof of one claim about one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What the problem is called. It proves nothing.
    pub id: String,
    /// The problem, both hands complete.
    pub setup: Setup,
    /// Who attacks.
    pub attacker: Color,
    /// What is proven.
    pub claim: Claim,
    /// The positions that prove it, in any order.
    pub entries: Vec<Entry>,
}

/// A position of a certificate, with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is on the board, sides as in the problem.
    pub board: Placement,
    /// What the attacker holds.
    pub hand: Hand,
    /// Within how many plies there is mate, or none; `None` where there is none without limit.
    pub plies: Option<NonZeroU16>,
    /// The check that mates; `None` where there is no mate.
    pub mv: Option<Move>,
}

impl Entry {
    /// The same entry with the board turned by 180° and the sides exchanged.
    #[must_use]
    pub fn rotate(&self) -> Self {
        Self {
            board: self.board.rotate(),
            mv: self.mv.map(Move::rotate),
            ..*self
        }
    }
}

/// Bytes that 81 squares take, five bits each.
const PACKED: usize = Square::COUNT * 5 / 8 + 1;

/// The pieces on a board, packed: proofs have millions of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement([u8; PACKED]);

impl Placement {
    /// Packs a board.
    #[must_use]
    pub fn new(board: &[Option<Piece>; Square::COUNT]) -> Self {
        let mut packed = [0; PACKED];
        let (mut buffer, mut bits, mut at) = (0u32, 0, 0);
        for &cell in board {
            buffer |= u32::from(code(cell)) << bits;
            bits += 5;
            if bits >= 8 {
                packed[at] = buffer as u8;
                at += 1;
                buffer >>= 8;
                bits -= 8;
            }
        }
        packed[at] = buffer as u8;
        Self(packed)
    }

    /// Unpacks it.
    #[must_use]
    pub fn board(&self) -> [Option<Piece>; Square::COUNT] {
        let mut board = [None; Square::COUNT];
        let (mut buffer, mut bits) = (0u32, 0);
        let mut bytes = self.0.iter();
        for cell in &mut board {
            if bits < 5 {
                buffer |= u32::from(*bytes.next().unwrap_or(&0)) << bits;
                bits += 8;
            }
            *cell = piece((buffer & 31) as u8);
            buffer >>= 5;
            bits -= 5;
        }
        board
    }

    fn rotate(&self) -> Self {
        let mut board = self.board();
        board.reverse();
        Self::new(&board.map(|cell| cell.map(Piece::flip)))
    }
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let board = self.board();
        let pieces = Square::all().filter_map(|square| Some((square, board[square.index()]?)));
        f.debug_map().entries(pieces).finish()
    }
}

/// What is on a square as a number below 32; 0 is nothing.
#[must_use]
pub fn code(cell: Option<Piece>) -> u8 {
    cell.map_or(0, |piece| 1 + piece.index() as u8)
}

/// The inverse of [`code`]; `None` for 0 and for a number that stands for no piece.
#[must_use]
pub fn piece(code: u8) -> Option<Piece> {
    let index = code.checked_sub(1)?;
    let color = Color::ALL[usize::from(index >> 4 & 1)];
    let piece = Piece::new(color, PieceKind::from_index(index));
    (piece.index() == usize::from(index)).then_some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_board_is_the_board() {
        let mut board = [None; Square::COUNT];
        for (at, cell) in board.iter_mut().enumerate() {
            *cell = piece((at * 7 % 32) as u8);
        }
        assert_eq!(Placement::new(&board).board(), board);
        let turned = Placement::new(&board).rotate();
        let setup = Setup {
            board,
            ..Setup::empty()
        };
        assert_eq!(turned.board(), setup.rotate().board);
    }

    #[test]
    fn every_piece_has_a_number() {
        let all = (0..=32u8).filter_map(piece).collect::<Vec<_>>();
        assert_eq!(all.len(), 2 * PieceKind::ALL.len());
        for found in all {
            assert_eq!(piece(code(Some(found))), Some(found));
        }
    }
}
