//! Squares of the board.

/// One of the 81 squares, numbered file by file: 1a = 0, 1b = 1, … 1i = 8, 2a = 9, … 9i = 80.
///
/// Files are 1–9 from Black's right, ranks a–i from White's side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 81;

    /// Returns the square on file `file` (0 = file 1, the rightmost) and rank `rank` (0 = rank a,
    /// the top).
    ///
    /// # Panics
    /// If either is above 8.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < 9 && rank < 9);
        Self(file * 9 + rank)
    }

    /// Returns the square with this number, if it is below 81.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the square `df` files to the left (as Black sees it) and `dr` ranks down, if on the
    /// board.
    #[inline]
    #[must_use]
    pub const fn offset(self, df: i8, dr: i8) -> Option<Self> {
        let file = self.file() as i8 + df;
        let rank = self.rank() as i8 + dr;
        if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
            Some(Self::new(file as u8, rank as u8))
        } else {
            None
        }
    }

    /// Returns the number, 0–80.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0–8; 0 is file 1.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 9
    }

    /// Returns the rank, 0–8; 0 is rank a.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 9
    }

    /// Returns the number of steps of a king between both squares.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Returns the square after the board is turned by 180°.
    #[inline]
    #[must_use]
    pub const fn rotate(self) -> Self {
        Self(80 - self.0)
    }

    /// Returns the square on the other side of the fifth file.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self((8 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// Returns all squares, 1a first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..81).map(Self)
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.file() + 1, char::from(b'a' + self.rank()))
    }
}
