//! The moves to the position that a search is looking at, for observers.
//!
//! The search itself does not keep them. They are found again from the positions on its path, some
//! ten times a second.

use crate::repetition::path::Path;
use crate::shogi::{Color, Move, Position};

/// Returns the moves from this root along the path. Its positions are known by their key and the
/// attacker's hand. Empty if the path begins at another position.
pub(super) fn moves_along(
    root: &Position,
    path: &Path,
    key: impl Fn(&Position) -> u64,
) -> Vec<Move> {
    let id = |position: &Position| (key(position), position.hand(Color::Black));
    let mut position = root.clone();
    let mut ids = path.positions();
    if ids.next() != Some(id(&position)) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for next in ids {
        let choices = match position.turn() {
            Color::Black => position.checks(),
            Color::White => position.evasions(),
        };
        let leads_there = |mv: &Move| {
            let undo = position.make(*mv);
            let leads = id(&position) == next;
            position.unmake(*mv, undo);
            leads
        };
        let Some(mv) = choices.into_iter().find(leads_there) else {
            break;
        };
        position.make(mv);
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    #[test]
    fn the_moves_along_a_path_are_found_again() {
        let root = sfen::parse("6R2/9/9/8k/6B2/9/9/9/9 b - 1").unwrap().setup;
        let root = Position::new(&root);
        let (mut position, mut path) = (root.clone(), Path::new(true));
        let key = |position: &Position| position.key().first() ^ 7;
        let push = |path: &mut Path, position: &Position| {
            path.push(key(position), position.hand(Color::Black));
        };
        assert!(moves_along(&root, &path, key).is_empty());
        push(&mut path, &position);
        let mut made = Vec::new();
        for text in ["3a3d+", "1d1e", "3d2d"] {
            let mv = usi::parse_move(text).unwrap();
            position.make(mv);
            made.push(mv);
            push(&mut path, &position);
            assert_eq!(moves_along(&root, &path, key), made);
        }
        assert!(
            moves_along(&position, &path, key).is_empty(),
            "it begins elsewhere"
        );
    }
}
