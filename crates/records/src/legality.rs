//! The moves of a record that break the rules of the game.

use super::diagrams::Diagrams;
use super::{NodeId, Record};
use crate::notation::sfen::{IllegalMove, illegal_move};
use crate::shogi::Position;

/// Returns the first illegal move of every line, with the rule it breaks. Moves after it are not tested.
#[must_use]
pub fn illegal_moves(record: &Record) -> Vec<(NodeId, IllegalMove)> {
    let tree = &record.tree;
    let mut found = Vec::new();
    let mut diagrams = Diagrams::default();
    // For each node, whether a move up to it is illegal.
    let mut has_illegal_move = vec![false; tree.len()];
    let (mut position, mut position_node) = (Position::new(&record.setup), 0);
    // A node has a higher number than the one before it.
    for id in 1..tree.len() {
        let node = tree.node(id);
        let Some(mv) = node.mv else { continue };
        has_illegal_move[id] = has_illegal_move[node.parent];
        if has_illegal_move[id] {
            continue;
        }
        if node.parent != position_node {
            position = Position::new(&diagrams.at(record, node.parent));
            position_node = node.parent;
        }
        if let Some(reason) = illegal_move(&position, mv) {
            found.push((id, reason));
            has_illegal_move[id] = true;
        } else {
            position.make(mv);
            position_node = id;
        }
    }
    found
}
