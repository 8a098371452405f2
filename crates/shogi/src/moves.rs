//! Moves, packed into 16 bits.

use super::{piece::PieceKind, square::Square};
use std::num::NonZeroU16;

/// A move: a piece goes from one square to another, perhaps promoting, or a piece is dropped from
/// the hand. `Option<Move>` is two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

// Bits 0–6 are the destination, bits 7–13 the origin or the kind dropped.

/// The origin of a drop is this number plus the kind.
const DROP: u16 = 81;
/// The bit of a promotion.
const PROMOTE: u16 = 1 << 14;
/// The bit set in every move, so that none is 0.
const VALID: u16 = 1 << 15;

impl Move {
    /// Returns a move on the board.
    #[inline]
    #[must_use]
    pub const fn board(from: Square, to: Square, promote: bool) -> Self {
        Self::pack(
            (from.index() as u16) << 7 | to.index() as u16 | if promote { PROMOTE } else { 0 },
        )
    }

    /// Returns a drop of a piece of one of the kinds of [`PieceKind::HAND`].
    #[inline]
    #[must_use]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self::pack((DROP + kind as u16) << 7 | to.index() as u16)
    }

    const fn pack(bits: u16) -> Self {
        match NonZeroU16::new(bits | VALID) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// Returns the destination.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        match Square::from_index((self.0.get() & 127) as usize) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Returns the origin; `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        Square::from_index((self.0.get() >> 7 & 127) as usize)
    }

    /// Returns the kind of piece dropped; `None` for a move on the board.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<PieceKind> {
        let source = self.0.get() >> 7 & 127;
        if source >= DROP {
            Some(PieceKind::from_index((source - DROP) as u8))
        } else {
            None
        }
    }

    /// Returns whether this is a drop.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.0.get() >> 7 & 127 >= DROP
    }

    /// Returns whether the piece promotes.
    #[inline]
    #[must_use]
    pub const fn promotes(self) -> bool {
        self.0.get() & PROMOTE != 0
    }

    /// Returns the same move with the board turned by 180°.
    #[must_use]
    pub const fn rotate(self) -> Self {
        match (self.from(), self.dropped()) {
            (Some(from), _) => Self::board(from.rotate(), self.to().rotate(), self.promotes()),
            (None, Some(kind)) => Self::drop(kind, self.to().rotate()),
            (None, None) => self,
        }
    }

    /// Returns the same move seen in a mirror (左右反転).
    #[must_use]
    pub const fn mirror(self) -> Self {
        match (self.from(), self.dropped()) {
            (Some(from), _) => Self::board(from.mirror(), self.to().mirror(), self.promotes()),
            (None, Some(kind)) => Self::drop(kind, self.to().mirror()),
            (None, None) => self,
        }
    }

    /// Returns the same move shifted by files to the left, as Black sees it, and ranks down. `None` if
    /// it would leave the board.
    #[must_use]
    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let to = self.to().offset(files, ranks)?;
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                let from = from.offset(files, ranks)?;
                Some(Self::board(from, to, self.promotes()))
            }
            (None, kind) => Some(Self::drop(kind?, to)),
        }
    }

    /// Returns the packed form; never 0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the inverse of [`Move::bits`]; `None` if no move has these bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (source, to) = (bits >> 7 & 127, bits & 127);
        let is_source = source < DROP + PieceKind::HAND.len() as u16;
        // A piece that is dropped does not promote.
        let is_promoting_drop = source >= DROP && bits & PROMOTE != 0;
        if bits & VALID == 0 || to >= DROP || !is_source || is_promoting_drop {
            return None;
        }
        Some(Self::pack(bits))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => write!(f, "{from:?}{:?}", self.to())?,
            (None, kind) => write!(f, "{kind:?}*{:?}", self.to())?,
        }
        if self.promotes() {
            write!(f, "+")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bits_of_moves_are_moves() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
        // From each square to each, with and without promotion, and drops of seven kinds.
        assert_eq!(moves.len(), 81 * 81 * 2 + 7 * 81);
        for mv in moves {
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            assert_eq!(mv.rotate().rotate(), mv);
            let again = match (mv.from(), mv.dropped()) {
                (Some(from), _) => Move::board(from, mv.to(), mv.promotes()),
                (None, kind) => Move::drop(kind.expect("it is a drop"), mv.to()),
            };
            assert_eq!(again, mv);
        }
    }
}
