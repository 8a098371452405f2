//! Sets of squares, and the attacks of each kind of piece.
//!
//! Bit *n* is the square with [`Square::index`] *n*, so each file is nine neighbouring bits. On
//! rays with rising square numbers, a subtraction finds the first blocker, because the borrow stops
//! at the lowest set bit. On rays with falling numbers the same is done with the bytes of the board
//! in reverse: except on a file, no two squares of a ray share a byte. Rays up a file, and files as
//! a whole, have a table.

mod tables;

use super::{color::Color, piece::PieceKind, square::Square};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use tables::{
    BISHOP_LINES, BISHOP_RAYS, BISHOPS_NEAR, DIRECTION, FILE_ATTACKS, FILE_SHIFT, NEAR, NORTH,
    RANK_LINES, RAYS, REACH, ROOK_RAYS, ROOKS_NEAR, SOUTH, STEP, WHENCE, opposite,
};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

const ALL: u128 = (1 << 81) - 1;

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const FULL: Self = Self(ALL);

    /// Returns the set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns how many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has two squares or more.
    #[inline]
    #[must_use]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Returns the set without the squares of the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Returns the squares that a step of the piece attacks. For a horse or a dragon these are only its
/// one-square steps, for a lance, bishop or rook none.
#[inline]
#[must_use]
pub fn steps(color: Color, kind: PieceKind, from: Square) -> Bitboard {
    STEP[color.index()][kind.index()][from.index()]
}

/// Returns `square`, and where a piece of `color` and `kind` must stand to attack it if nothing is
/// in its way.
#[inline]
#[must_use]
pub fn whence(color: Color, kind: PieceKind, square: Square) -> Bitboard {
    WHENCE[color.index()][kind.index()][square.index()]
}

/// Returns where pieces of `color` must stand for their steps to attack the king on `king` or a
/// square next to it.
#[inline]
#[must_use]
pub fn near(color: Color, king: Square) -> Bitboard {
    NEAR[color.index()][king.index()]
}

/// Returns where rooks must stand for their lines to attack the king on `king` or a square next to
/// it. Lances look along one of the same lines.
#[inline]
#[must_use]
pub fn rooks_near(king: Square) -> Bitboard {
    ROOKS_NEAR[king.index()]
}

/// Returns where bishops must stand for their lines to attack the king on `king` or a square next
/// to it.
#[inline]
#[must_use]
pub fn bishops_near(king: Square) -> Bitboard {
    BISHOPS_NEAR[king.index()]
}

/// Returns the part of a ray up to its first blocker, included, for rays with rising square
/// numbers. The borrow of a subtraction stops at the lowest bit; without a blocker it goes through
/// all of them.
#[inline]
const fn up_to_first(ray: u128, occupied: u128) -> u128 {
    let blockers = ray & occupied;
    (blockers ^ blockers.wrapping_sub(1)) & ray
}

/// Returns the squares a bishop attacks, up to and including the first piece on each line.
#[inline]
#[must_use]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &BISHOP_LINES[from.index()];
    let swapped = occupied.0.swap_bytes();
    let falling = up_to_first(lines.falling[0], swapped) | up_to_first(lines.falling[1], swapped);
    let rising =
        up_to_first(lines.rising[0], occupied.0) | up_to_first(lines.rising[1], occupied.0);
    Bitboard(falling.swap_bytes() | rising)
}

/// Returns the squares a rook attacks, up to and including the first piece on each line.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &RANK_LINES[from.index()];
    let falling = up_to_first(lines.falling[0], occupied.0.swap_bytes());
    let rising = up_to_first(lines.rising[0], occupied.0);
    Bitboard(falling.swap_bytes() | rising | along_file(from, occupied))
}

/// Returns the squares a lance of `color` attacks, up to and including the first piece.
#[inline]
#[must_use]
pub fn lance(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match color {
        Color::Black => Bitboard(along_file(from, occupied) & RAYS[NORTH][from.index()].0),
        Color::White => Bitboard(up_to_first(RAYS[SOUTH][from.index()].0, occupied.0)),
    }
}

/// Returns the attacks of a piece that slides both ways along a file.
#[inline]
fn along_file(from: Square, occupied: Bitboard) -> u128 {
    let shift = FILE_SHIFT[from.index()];
    let inner = (occupied.0 >> shift) as usize >> 1 & 0x7f;
    u128::from(FILE_ATTACKS[from.index() - usize::from(shift)][inner]) << shift
}

/// Returns the squares that a piece attacks.
#[inline]
#[must_use]
pub fn attacks(color: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    steps(color, kind, from) | slides(color, kind, from, occupied)
}

/// Returns the squares that a piece attacks along its lines; none if it does not slide.
#[inline]
#[must_use]
pub fn slides(color: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Lance => lance(color, from, occupied),
        PieceKind::Bishop | PieceKind::Horse => bishop(from, occupied),
        PieceKind::Rook | PieceKind::Dragon => rook(from, occupied),
        _ => Bitboard::EMPTY,
    }
}

/// Returns the squares a lance of `color` attacks on an empty board.
#[inline]
#[must_use]
pub fn lance_ray(color: Color, from: Square) -> Bitboard {
    RAYS[if matches!(color, Color::Black) {
        NORTH
    } else {
        SOUTH
    }][from.index()]
}

/// Returns the squares a rook attacks on an empty board.
#[inline]
#[must_use]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from.index()]
}

/// Returns the squares a bishop attacks on an empty board.
#[inline]
#[must_use]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from.index()]
}

/// Returns the squares strictly between two squares of one line; empty if they share no line.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    let direction = DIRECTION[a.index()][b.index()] as usize;
    if direction == 8 {
        return Bitboard::EMPTY;
    }
    RAYS[direction][a.index()] & RAYS[opposite(direction)][b.index()]
}

/// Returns the whole line through two squares without the first of them; empty if they share no
/// line.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    let direction = DIRECTION[a.index()][b.index()] as usize;
    if direction == 8 {
        return Bitboard::EMPTY;
    }
    RAYS[direction][a.index()] | RAYS[opposite(direction)][a.index()]
}

const fn rank_mask(from: u8, to: u8) -> Bitboard {
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        let mut rank = from;
        while rank <= to {
            bits |= 1 << Square::new(file, rank).index();
            rank += 1;
        }
        file += 1;
    }
    Bitboard(bits)
}

/// Returns the promotion zone of a side: its last three ranks.
#[inline]
#[must_use]
pub const fn promotion_zone(color: Color) -> Bitboard {
    const ZONE: [Bitboard; 2] = [rank_mask(0, 2), rank_mask(6, 8)];
    ZONE[color.index()]
}

/// Returns where an unpromoted piece of this kind could never move again (行き所のない駒).
#[inline]
#[must_use]
pub const fn dead_end(color: Color, kind: PieceKind) -> Bitboard {
    const LAST: [Bitboard; 2] = [rank_mask(0, 0), rank_mask(8, 8)];
    const LAST_TWO: [Bitboard; 2] = [rank_mask(0, 1), rank_mask(7, 8)];
    match kind {
        PieceKind::Pawn | PieceKind::Lance => LAST[color.index()],
        PieceKind::Knight => LAST_TWO[color.index()],
        _ => Bitboard::EMPTY,
    }
}

/// Returns all squares of the files on which the set has a square.
#[inline]
#[must_use]
pub fn files_of(set: Bitboard) -> Bitboard {
    const LAST: u128 = rank_mask(8, 8).0;
    // Adding eight ones to the first eight ranks of a file carries into its ninth if any is set.
    const EIGHT: u128 = rank_mask(0, 7).0;
    let last = (((set.0 & EIGHT) + EIGHT) | set.0) & LAST;
    Bitboard((last << 1) - (last >> 8))
}

/// Returns squares from which a piece of `color` and `kind` can give check to a king on `king`
/// after one move on an empty board, with or without promotion. Only for pawns, lances, knights,
/// silvers and golds.
#[inline]
#[must_use]
pub fn check_reach(color: Color, kind: PieceKind, king: Square) -> Bitboard {
    REACH[color.index()][kind.index()][king.index()]
}

#[cfg(test)]
mod tests {
    use super::tables::{STEPS, square};
    use super::*;

    #[test]
    fn sliding_attacks_agree_with_walking_square_by_square() {
        let mut seed = 1u64;
        let crowded = (0..2000).map(|_| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let occupied = u128::from(seed) << 40 ^ u128::from(seed.rotate_left(29));
            (square((seed >> 33) as usize % 81), Bitboard(ALL & occupied))
        });
        let lone =
            Square::all().flat_map(|from| Square::all().map(move |it| (from, Bitboard::of(it))));
        for (from, occupied) in crowded.chain(lone) {
            for (slide, directions) in [
                (rook(from, occupied), &STEPS[..4]),
                (bishop(from, occupied), &STEPS[4..]),
                (lance(Color::Black, from, occupied), &STEPS[..1]),
                (lance(Color::White, from, occupied), &STEPS[1..2]),
            ] {
                let mut walked = Bitboard::EMPTY;
                for &(df, dr) in directions {
                    let mut next = from.offset(df, dr);
                    while let Some(to) = next {
                        walked |= Bitboard::of(to);
                        next = if occupied.has(to) {
                            None
                        } else {
                            to.offset(df, dr)
                        };
                    }
                }
                assert_eq!(slide, walked, "from {from:?} on {occupied:?}");
            }
        }
    }

    #[test]
    fn whence_a_piece_attacks_a_square_it_does() {
        let squares = || Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        for (from, to) in squares() {
            for (color, kind) in PieceKind::ALL
                .into_iter()
                .flat_map(|it| Color::ALL.map(|c| (c, it)))
            {
                let reaches = attacks(color, kind, from, Bitboard::EMPTY).has(to) || from == to;
                let has = whence(color, kind, to).has(from);
                assert_eq!(has, reaches, "{color:?} {kind:?} {from:?} {to:?}");
            }
        }
    }

    #[test]
    fn a_file_is_full_if_any_of_its_squares_is_in_the_set() {
        let mut seed = 1u64;
        for _ in 0..2000 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let some = square((seed >> 33) as usize % 81);
            let other = square((seed >> 43) as usize % 81);
            let files = Square::all().filter(|it| [some.file(), other.file()].contains(&it.file()));
            let expected = files.fold(Bitboard::EMPTY, |set, it| set | Bitboard::of(it));
            assert_eq!(files_of(Bitboard::of(some) | Bitboard::of(other)), expected);
        }
        assert_eq!(files_of(Bitboard::EMPTY), Bitboard::EMPTY);
        assert_eq!(files_of(Bitboard::FULL), Bitboard::FULL);
    }

    #[test]
    fn between_and_line_follow_the_eight_directions() {
        let corner = Square::new(0, 0);
        assert_eq!(between(corner, Square::new(3, 3)).count(), 2);
        assert_eq!(between(corner, Square::new(0, 1)), Bitboard::EMPTY);
        assert_eq!(between(corner, Square::new(1, 2)), Bitboard::EMPTY);
        assert_eq!(line(Square::new(4, 4), Square::new(4, 0)).count(), 8);
    }
}
