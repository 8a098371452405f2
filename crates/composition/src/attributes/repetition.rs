//! Repeated moves, as in a chase of the king across the board.

use crate::shogi::{Move, Piece, PieceKind, Position};

/// A move without its place on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    kind: Option<PieceKind>,
    drop: bool,
    promotes: bool,
    /// Files and ranks from its origin to its destination. A drop counts from the destination of the
    /// previous move.
    step: (i8, i8),
}

/// Returns how many times in a row the most repeated pattern of a line comes, at least 1. A pattern
/// has two plies or a multiple of it.
pub(super) fn most_in_a_row(start: &Position, line: &[Move]) -> u32 {
    let shapes = shapes(start, line);
    let mut most = 1;
    for period in (2..=shapes.len() / 2).step_by(2) {
        let mut equal_plies = 0;
        for ply in period..shapes.len() {
            equal_plies = if shapes[ply] == shapes[ply - period] {
                equal_plies + 1
            } else {
                0
            };
            most = most.max(1 + equal_plies / period);
        }
    }
    most as u32
}

fn shapes(start: &Position, line: &[Move]) -> Vec<Shape> {
    let mut position = start.clone();
    let mut previous = None;
    let mut shapes = Vec::with_capacity(line.len());
    for &mv in line {
        let kind = mv.dropped().or_else(|| {
            let piece = position.piece_at(mv.from()?);
            piece.map(Piece::kind)
        });
        let (from, to) = (mv.from().or(previous).unwrap_or(mv.to()), mv.to());
        shapes.push(Shape {
            kind,
            drop: mv.is_drop(),
            promotes: mv.promotes(),
            step: (
                to.file() as i8 - from.file() as i8,
                to.rank() as i8 - from.rank() as i8,
            ),
        });
        position.make(mv);
        previous = Some(to);
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{Color, Setup, Square};

    #[test]
    fn a_chase_is_as_many_repetitions_as_it_has_steps() {
        let mut setup = Setup::empty();
        let at = Square::new;
        setup.board[at(0, 0).index()] = Some(Piece::new(Color::White, PieceKind::King));
        setup.board[at(2, 0).index()] = Some(Piece::new(Color::Black, PieceKind::Gold));
        let step = |from, to| Move::board(at(from, 0), at(to, 0), false);
        let mut line = Vec::new();
        for file in 0..5 {
            line.push(step(file + 2, file + 3));
            line.push(step(file, file + 1));
        }
        let start = Position::new(&setup);
        assert_eq!(most_in_a_row(&start, &line), 5);
        assert_eq!(most_in_a_row(&start, &line[..4]), 2);
        assert_eq!(most_in_a_row(&start, &line[..1]), 1);
        assert_eq!(most_in_a_row(&start, &[]), 1);
    }
}
