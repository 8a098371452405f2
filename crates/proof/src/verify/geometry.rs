//! How pieces move on an empty board, and the lines of the board.

use crate::shogi::{Color, Piece, PieceKind, Square};

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The eight directions as (files, ranks).
const DIRECTIONS: [(i8, i8); 8] = [
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// Returns the single steps of a kind as (files, ranks); forward is −1 rank.
pub(super) const fn steps(kind: PieceKind) -> &'static [(i8, i8)] {
    use PieceKind::*;
    match kind {
        Pawn => &[(0, -1)],
        Knight => &[(-1, -2), (1, -2)],
        Silver => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        Gold | ProPawn | ProLance | ProKnight | ProSilver => {
            &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]
        }
        King => &DIRECTIONS,
        Horse => &ORTHOGONAL,
        Dragon => &DIAGONAL,
        Lance | Bishop | Rook => &[],
    }
}

/// Returns the directions in which a kind moves any distance; forward is −1 rank.
pub(super) const fn slides(kind: PieceKind) -> &'static [(i8, i8)] {
    use PieceKind::*;
    match kind {
        Lance => &[(0, -1)],
        Bishop | Horse => &DIAGONAL,
        Rook | Dragon => &ORTHOGONAL,
        _ => &[],
    }
}

/// Returns the direction for `color` of one that is written for Black.
pub(super) const fn oriented(color: Color, direction: (i8, i8)) -> (i8, i8) {
    match color {
        Color::Black => direction,
        Color::White => (-direction.0, -direction.1),
    }
}

/// Returns whether a piece goes `distance` squares in a direction, if nothing is in its way.
pub(super) fn goes(piece: Piece, direction: (i8, i8), distance: usize) -> bool {
    let direction = oriented(piece.color(), direction);
    slides(piece.kind()).contains(&direction)
        || distance == 1 && steps(piece.kind()).contains(&direction)
}

/// Returns where a knight of `color` goes from a square. These are also the squares from which a knight
/// of the other side attacks it.
pub(super) fn jumps(from: Square, color: Color) -> impl Iterator<Item = Square> {
    steps(PieceKind::Knight).iter().filter_map(move |&jump| {
        let (df, dr) = oriented(color, jump);
        from.offset(df, dr)
    })
}

/// Returns the squares strictly between two squares of one file, rank or diagonal, nearest to `a`
/// first; empty when the squares are neighbours or not in line.
pub(super) fn between(a: Square, b: Square) -> &'static [Square] {
    let between = lines(a).iter().find_map(|line| {
        let count = line.squares().iter().position(|&square| square == b)?;
        Some(&line.squares()[..count])
    });
    between.unwrap_or_default()
}

/// The squares in one direction from a square, up to the edge of the board.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The direction from the first square to the squares of the line.
    pub direction: (i8, i8),
    /// The opposite direction.
    pub back: (i8, i8),
    squares: [Square; 8],
    len: usize,
}

impl Line {
    /// Returns the squares, nearest first.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

/// Returns the lines from a square in the eight directions.
pub(super) fn lines(from: Square) -> &'static [Line; 8] {
    &LINES[from.index()]
}

static LINES: [[Line; 8]; Square::COUNT] = {
    let empty = Line {
        direction: (0, 0),
        back: (0, 0),
        squares: [Square::new(0, 0); 8],
        len: 0,
    };
    let mut all = [[empty; 8]; Square::COUNT];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut direction = 0;
        while direction < 8 {
            let (df, dr) = DIRECTIONS[direction];
            let line = &mut all[index][direction];
            line.direction = (df, dr);
            line.back = (-df, -dr);
            let mut last = from;
            while let Some(next) = last.offset(df, dr) {
                line.squares[line.len] = next;
                line.len += 1;
                last = next;
            }
            direction += 1;
        }
        index += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_between_and_lines() {
        let squares = |a: (u8, u8), b: (u8, u8)| {
            let squares = between(Square::new(a.0, a.1), Square::new(b.0, b.1)).iter();
            let coordinates = squares.map(|square| (square.file(), square.rank()));
            coordinates.collect::<Vec<_>>()
        };
        assert_eq!(squares((4, 4), (4, 7)), [(4, 5), (4, 6)]);
        assert_eq!(squares((4, 4), (1, 1)), [(3, 3), (2, 2)]);
        assert_eq!(squares((0, 8), (3, 8)), [(1, 8), (2, 8)]);
        assert_eq!(squares((0, 8), (3, 5)), [(1, 7), (2, 6)]);
        assert_eq!(squares((4, 4), (5, 6)), []);
        assert_eq!(squares((4, 4), (5, 5)), []);
        assert_eq!(squares((4, 4), (4, 4)), []);
        // From each square, every other is on one line at most, and each line ends at the edge.
        for from in Square::all() {
            let mut all: Vec<_> = lines(from).iter().flat_map(Line::squares).collect();
            let count = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count);
            assert!(!all.contains(&&from));
            let (file, rank) = (i32::from(from.file()), i32::from(from.rank()));
            let on_diagonals = file.min(rank)
                + file.min(8 - rank)
                + (8 - file).min(rank)
                + (8 - file).min(8 - rank);
            assert_eq!(count as i32, 16 + on_diagonals);
        }
    }
}
