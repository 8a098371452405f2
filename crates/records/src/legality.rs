//! The moves of a record that break the rules of the game.

use super::diagrams::Diagrams;
use super::{NodeId, Record};
use crate::notation::sfen::{IllegalMove, illegal_move};
use crate::shogi::Position;

/// Returns the first illegal move of every line, with the rule it breaks. Moves after it are not
/// tested, because they do not begin from a position of the game.
#[must_use]
pub fn illegal_moves(record: &Record) -> Vec<(NodeId, IllegalMove)> {
    let tree = &record.tree;
    let mut found = Vec::new();
    let mut diagrams = Diagrams::default();
    let mut is_behind = vec![false; tree.len()];
    let (mut position, mut at) = (Position::new(&record.setup), 0);
    // A node has a higher number than the one before it.
    for id in 1..tree.len() {
        let node = tree.node(id);
        let Some(mv) = node.mv else { continue };
        is_behind[id] = is_behind[node.parent];
        if is_behind[id] {
            continue;
        }
        if node.parent != at {
            position = Position::new(&diagrams.at(record, node.parent));
            at = node.parent;
        }
        if let Some(reason) = illegal_move(&position, mv) {
            found.push((id, reason));
            is_behind[id] = true;
        } else {
            position.make(mv);
            at = id;
        }
    }
    found
}
