//! How one arrangement is laid on another, and the score.

use crate::shogi::{Move, Square};

/// A mirror and a shift that lay one arrangement on another. The mirror comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Alignment {
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// Files to the left, with the attacker below; below 0 to the right.
    pub files: i8,
    /// Ranks down, with the attacker below; below 0 up.
    pub ranks: i8,
}

impl Alignment {
    /// Returns the square on which a square is laid, if it is on the board.
    #[must_use]
    pub fn of(self, square: Square) -> Option<Square> {
        let square = if self.mirrored {
            square.mirror()
        } else {
            square
        };
        square.offset(self.files, self.ranks)
    }

    /// Returns the move that a move becomes, if it stays on the board.
    #[must_use]
    pub fn of_move(self, mv: Move) -> Option<Move> {
        let mv = if self.mirrored { mv.mirror() } else { mv };
        mv.offset(self.files, self.ranks)
    }

    /// Returns the alignment that lays one square on another.
    #[must_use]
    pub fn between(from: Square, to: Square, mirrored: bool) -> Self {
        let from = if mirrored { from.mirror() } else { from };
        Self {
            mirrored,
            files: to.file() as i8 - from.file() as i8,
            ranks: to.rank() as i8 - from.rank() as i8,
        }
    }

    /// Returns how far the alignment moves pieces, as a key for sorting. Of two alignments with the same
    /// score the nearer one is taken.
    pub(super) fn distance(self) -> (u8, bool, i8, i8) {
        let shift = self.files.unsigned_abs() + self.ranks.unsigned_abs();
        (shift, self.mirrored, self.files, self.ranks)
    }
}

/// Returns the score of two arrangements: 200 times the equal pieces, divided by the pieces of both and
/// rounded down. It is 100 only if all are equal, and 0 without any piece.
#[must_use]
pub const fn score(equal: u32, pieces: u32, other_pieces: u32) -> u8 {
    match (200 * equal).checked_div(pieces + other_pieces) {
        Some(score) => score as u8,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_comes_before_a_shift() {
        let square = Square::new(0, 2);
        let it = Alignment {
            mirrored: true,
            files: -1,
            ranks: 3,
        };
        assert_eq!(it.of(square), Some(Square::new(7, 5)));
        assert_eq!(it.of(Square::new(8, 2)), None);
        assert_eq!(Alignment::between(square, Square::new(7, 5), true), it);
        let mv = Move::board(square, Square::new(0, 1), true);
        let other = Move::board(Square::new(7, 5), Square::new(7, 4), true);
        assert_eq!(it.of_move(mv), Some(other));
    }

    #[test]
    fn a_score_is_whole_only_if_every_piece_is_equal() {
        assert_eq!(score(10, 10, 10), 100);
        assert_eq!(score(39, 40, 39), 98);
        assert_eq!(score(0, 0, 0), 0);
        // One of ten pieces stands elsewhere.
        assert_eq!(score(9, 10, 10), 90);
        // A piece more.
        assert_eq!(score(10, 10, 11), 95);
    }
}
