//! The two sides of the game.

use std::ops::Not;

/// A side: Black (先手, moves up the board towards rank a) or White (後手).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// 先手: moves towards rank a (一段目).
    Black = 0,
    /// 後手: moves towards rank i (九段目).
    White = 1,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns 0 for Black, 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other side.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.flip()
    }
}
