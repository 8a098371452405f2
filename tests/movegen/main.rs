//! The rules as the solver knows them, on thousands of random positions: against themselves,
//! against the plain second implementation in `tsume::verify`, and against other libraries.

mod invariants;
mod libraries;
mod peers;
mod positions;
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
