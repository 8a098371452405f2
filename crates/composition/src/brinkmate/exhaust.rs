//! Proves that there is no brinkmate at any length, if the checks and threats of a position lead to few
//! positions.
//!
//! All positions that checks, threatmates and replies lead to are gathered. The attacker wins a
//! position of the defender if every reply is mated or leads to a position that he wins, and his own
//! if some move wins. From a position that is not won in the end, the defender can always reach another one.
//! Futile interpositions only change lengths, so they need no care.

use super::hunt::{Hunt, Node};
use crate::length::line::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most positions with the attacker to move that are gathered.
const MOST_POSITIONS: usize = 300;

/// For each move of the attacker, the positions after the replies that are not mated.
type Moves = Vec<Vec<Name>>;

impl Hunt<'_, '_> {
    /// Returns whether it is proven that a position has no brinkmate at any length.
    pub(super) fn is_exhausted(&mut self, root: &Node) -> bool {
        let Some(turns) = self.gather(root) else {
            return false;
        };
        let mut won: FxHashSet<Name> = FxHashSet::default();
        loop {
            let before = won.len();
            for (&name, moves) in &turns {
                let wins = |replies: &Vec<Name>| replies.iter().all(|it| won.contains(it));
                if !won.contains(&name) && moves.iter().any(wins) {
                    won.insert(name);
                }
            }
            if won.len() == before {
                return !won.contains(&root.name());
            }
        }
    }

    /// Gathers the attacker's moves at all positions that can be reached. `None` if there are too many
    /// positions, or if something is open.
    fn gather(&mut self, root: &Node) -> Option<FxHashMap<Name, Moves>> {
        let mut turns = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let mut next = vec![root.clone()];
        seen.insert(root.name());
        while let Some(node) = next.pop() {
            let candidates = self.candidates(&node);
            if !candidates.open.is_empty() {
                return None;
            }
            let mut moves = Vec::new();
            for mv in self.tries(&node) {
                let after = node.after(mv);
                let mut replies = Vec::new();
                for reply in after.position.legal_moves() {
                    let turn = after.after(reply);
                    if self.mates(&turn)? {
                        continue;
                    }
                    replies.push(turn.name());
                    if seen.insert(turn.name()) {
                        if seen.len() > MOST_POSITIONS {
                            return None;
                        }
                        next.push(turn);
                    }
                }
                moves.push(replies);
            }
            turns.insert(node.name(), moves);
        }
        Some(turns)
    }
}
