//! The diagrams at the nodes of a record.

use super::{NodeId, Record};
use crate::shogi::Setup;
use std::collections::HashMap;

/// The number of plies between two diagrams of a line that are kept.
const PLIES_APART: usize = 64;

/// Computes the diagrams at the nodes of one record, all of whose moves can be played.
///
/// Some diagrams of each line are kept. Otherwise every branch that leaves a long line would cost as much as
/// the line.
#[derive(Clone, Default)]
pub(super) struct Diagrams {
    kept: HashMap<NodeId, Setup>,
    /// The number of moves played.
    #[cfg(test)]
    played: usize,
}

impl Diagrams {
    /// Returns the diagram at a node.
    pub fn at(&mut self, record: &Record, id: NodeId) -> Setup {
        // The moves from the nearest diagram kept, the last one first.
        let mut moves = Vec::new();
        let mut ancestor = id;
        let mut setup = loop {
            if let Some(setup) = self.kept.get(&ancestor) {
                break setup.clone();
            }
            let node = record.tree.node(ancestor);
            let Some(mv) = node.mv else {
                break record.setup.clone();
            };
            moves.push((ancestor, mv, node.ply));
            ancestor = node.parent;
        };
        for (node, mv, ply) in moves.into_iter().rev() {
            let played = setup.play(mv);
            debug_assert!(played, "moves of a tree can be played");
            #[cfg(test)]
            (self.played += 1);
            if ply.is_multiple_of(PLIES_APART) {
                self.kept.insert(node, setup.clone());
            }
        }
        setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};
    use crate::tests::moves_to;

    #[test]
    fn branches_of_a_long_line_cost_no_more_than_others() {
        let setup = sfen::parse("4k4/9/9/9/9/9/9/9/4R4 b - 1").unwrap().setup;
        let mut record = Record::new(setup);
        let moves = ["5i4i", "5a4a", "4i5i", "4a5a"].map(|it| usi::parse_move(it).unwrap());
        let mut line = vec![0];
        for ply in 0..20_000 {
            line.push(record.tree.add(line[ply], moves[ply % 4]));
        }
        let mut diagrams = Diagrams::default();
        for ply in (0..=20_000).rev() {
            let setup = diagrams.at(&record, line[ply]);
            if ply % 997 == 0 {
                let mut expected = record.setup.clone();
                for mv in moves_to(&record.tree, line[ply]) {
                    assert!(expected.play(mv));
                }
                assert_eq!(setup, expected, "{ply}");
            }
        }
        assert!(
            diagrams.played < 20_000 * (PLIES_APART + 1),
            "{}",
            diagrams.played
        );
    }
}
