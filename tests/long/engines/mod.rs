//! Rules and notation against other libraries.

mod japanese;
mod libraries;
mod peers;
mod records;

use tsume::shogi::Move;

/// Moves in an order of their own, to compare as sets. A move listed twice stays twice.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort();
    moves
}
