//! Kinds of pieces, and pieces with their side.

use super::color::Color;
use std::num::NonZeroU8;

/// A kind of piece. Promotion sets bit 3 of the discriminant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 0,
    /// 香
    Lance = 1,
    /// 桂
    Knight = 2,
    /// 銀
    Silver = 3,
    /// 金
    Gold = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 玉
    King = 7,
    /// と
    ProPawn = 8,
    /// 成香
    ProLance = 9,
    /// 成桂
    ProKnight = 10,
    /// 成銀
    ProSilver = 11,
    /// 馬
    Horse = 13,
    /// 龍
    Dragon = 14,
}

use PieceKind::*;

impl PieceKind {
    /// All fourteen kinds.
    pub const ALL: [Self; 14] = [
        Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King, ProPawn, ProLance, ProKnight,
        ProSilver, Horse, Dragon,
    ];

    /// The seven kinds that can be held in hand, cheapest first; the position in this list is
    /// the kind's [`index`](Self::index).
    pub const HAND: [Self; 7] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook];

    /// How many pieces of each hand kind a full set of 40 has, in the order of [`Self::HAND`].
    pub const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

    /// The kind of each discriminant. Two numbers without a kind have that of their lower three bits.
    const FROM_INDEX: [Self; 16] = [
        Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King, ProPawn, ProLance, ProKnight,
        ProSilver, Gold, Horse, Dragon, King,
    ];

    /// Returns the discriminant, below 16.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the kind with this [`index`](Self::index); bits above the fourth are ignored.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self::FROM_INDEX[(index & 15) as usize]
    }

    /// Returns whether this kind is the promoted side of another.
    #[inline]
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self as u8 & 8 != 0
    }

    /// Returns whether a piece of this kind may promote (everything but golds, kings and promoted
    /// pieces).
    #[inline]
    #[must_use]
    pub const fn can_promote(self) -> bool {
        !self.is_promoted() && !matches!(self, Gold | King)
    }

    /// Returns the promoted kind. A kind that cannot promote is returned unchanged.
    #[inline]
    #[must_use]
    pub const fn promote(self) -> Self {
        if self.can_promote() {
            Self::from_index(self as u8 | 8)
        } else {
            self
        }
    }

    /// Returns the kind that this kind becomes when it is captured: its unpromoted side.
    #[inline]
    #[must_use]
    pub const fn unpromote(self) -> Self {
        if self.is_promoted() {
            Self::from_index(self as u8 & 7)
        } else {
            self
        }
    }
}

/// A piece on the board: a kind and the side it belongs to.
///
/// `Option<Piece>` is one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Makes a piece.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        match NonZeroU8::new(0x80 | (color as u8) << 4 | kind as u8) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// Returns the kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        PieceKind::from_index(self.0.get())
    }

    /// Returns the side.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0.get() & 0x10 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Returns a number below 32, distinct for each piece (for tables).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0.get() & 0x1f) as usize
    }

    /// Returns the same kind of piece of the other side.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.color().flip(), self.kind())
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.color(), self.kind())
    }
}
