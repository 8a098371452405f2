//! The rules as the solver knows them, on thousands of random positions: against themselves and against the plain
//! second implementation in `tsume::verify`. Other libraries are asked in `tests/long`.

mod invariants;
mod perft;
mod rare;
mod rules;
mod witness;

use tsume::shogi::Move;

/// Moves in an order of their own, to compare as sets. A move listed twice stays twice.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort();
    moves
}
