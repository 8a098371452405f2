//! Sets of squares, and the attacks of each kind of piece.
//!
//! Bit *n* is the square with [`Square::index`] *n*, so each file is nine neighbouring bits. On
//! rays with rising square numbers, a subtraction finds the first blocker, because the borrow stops
//! at the lowest set bit. On rays with falling numbers the bytes of the board are reversed first. This
//! works because no two squares of such a ray share a byte, except on a file. Attacks along a file are
//! looked up in a table.

mod set;
mod tables;
mod zones;

pub use set::Bitboard;
pub use zones::{dead_end, files_of, promotion_zone};

use super::{color::Color, piece::PieceKind, square::Square};
use set::{to_left, to_right};
use tables::{
    BISHOP_LINES, BISHOP_RAYS, BISHOPS_NEAR, DIRECTION, FILE_ATTACKS, FILE_SHIFT, NORTH, ORIGINS,
    RANK_LINES, RAYS, REACH, ROOK_RAYS, ROOKS_NEAR, SOUTH, STEP, STEPS_NEAR, opposite,
};

/// Returns the squares that a piece attacks by a step. For a horse or a dragon these are only its
/// one-square steps; for a lance, bishop or rook there are none.
#[inline]
#[must_use]
pub fn steps(color: Color, kind: PieceKind, from: Square) -> Bitboard {
    STEP[color.index()][kind.index()][from.index()]
}

/// Returns `square` and the squares from which a piece of `color` and `kind` attacks it on an empty
/// board.
#[inline]
#[must_use]
pub fn origins(color: Color, kind: PieceKind, square: Square) -> Bitboard {
    ORIGINS[color.index()][kind.index()][square.index()]
}

/// Returns the squares from which a step of a piece of `color` can attack the king on `king` or a square
/// next to it.
#[inline]
#[must_use]
pub fn near(color: Color, king: Square) -> Bitboard {
    STEPS_NEAR[color.index()][king.index()]
}

/// Returns the squares from which a rook can attack the king on `king` or a square next to it, on an
/// empty board. The squares for lances are among them.
#[inline]
#[must_use]
pub fn rooks_near(king: Square) -> Bitboard {
    ROOKS_NEAR[king.index()]
}

/// Returns the squares from which a bishop can attack the king on `king` or a square next to it, on an
/// empty board.
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

/// Returns the attacks of a piece that slides both ways along its file.
#[inline]
fn along_file(from: Square, occupied: Bitboard) -> u128 {
    let shift = usize::from(FILE_SHIFT[from.index()]);
    let inner = to_right(occupied.0, shift) as usize >> 1 & 0x7f;
    to_left(FILE_ATTACKS[from.index() - shift][inner].into(), shift)
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

/// Returns the whole line through two squares, from edge to edge, without the square `a`; empty if they
/// share no line.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    let direction = DIRECTION[a.index()][b.index()] as usize;
    if direction == 8 {
        return Bitboard::EMPTY;
    }
    RAYS[direction][a.index()] | RAYS[opposite(direction)][a.index()]
}

/// Returns the squares from which a piece of `color` and `kind` can give check to a king on `king` by one
/// move on an empty board, with or without promotion. Only for pawns, lances, knights, silvers and golds.
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
            (
                square((seed >> 33) as usize % 81),
                Bitboard(Bitboard::FULL.0 & occupied),
            )
        });
        let lone = Square::all()
            .flat_map(|from| Square::all().map(move |blocker| (from, Bitboard::of(blocker))));
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
    fn origins_agree_with_attacks() {
        let squares = || Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        for (from, to) in squares() {
            for (color, kind) in PieceKind::ALL
                .into_iter()
                .flat_map(|kind| Color::ALL.map(|color| (color, kind)))
            {
                let reaches = attacks(color, kind, from, Bitboard::EMPTY).has(to) || from == to;
                let has = origins(color, kind, to).has(from);
                assert_eq!(has, reaches, "{color:?} {kind:?} {from:?} {to:?}");
            }
        }
    }

    #[test]
    fn files_of_a_set_are_those_of_its_squares() {
        let mut seed = 1u64;
        for _ in 0..2000 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let first = square((seed >> 33) as usize % 81);
            let second = square((seed >> 43) as usize % 81);
            let files = [first.file(), second.file()];
            let expected = Square::all()
                .filter(|square| files.contains(&square.file()))
                .fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square));
            let set = Bitboard::of(first) | Bitboard::of(second);
            assert_eq!(files_of(set), expected);
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
