//! Counts move sequences, the usual test of a move generator.

use super::{moves::Move, position::Position};

/// Returns the number of sequences of `depth` legal moves.
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    count(
        position,
        depth,
        &Position::legal_moves,
        &Position::legal_moves,
    )
}

/// Returns the number of sequences of `depth` moves in which the side now to move gives check each
/// time and the other side answers with any legal move.
#[must_use]
pub fn tsume_perft(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, &Position::checks, &Position::evasions)
}

type Generator<'a> = &'a dyn Fn(&Position) -> Vec<Move>;

/// Counts sequences in which the moves alternate between two generators.
fn count(position: &mut Position, depth: u32, first: Generator, second: Generator) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = first(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut total = 0;
    for mv in moves {
        let undo = position.make(mv);
        total += count(position, depth - 1, second, first);
        position.unmake(mv, undo);
    }
    total
}
