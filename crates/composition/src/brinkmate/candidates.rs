//! The attacker's moves: checks, and quiet moves that leave a threatmate.

use super::hunt::{Candidates, Hunt, Node};
use crate::length::line;
use crate::shogi::Move;
use std::rc::Rc;

/// The most drops that are searched one by one. If there are more, those that threaten nothing are
/// sorted out first.
const MAX_UNFILTERED_DROPS: usize = 16;

impl Hunt<'_, '_> {
    /// Returns the attacker's moves at a position that is no mate.
    pub(super) fn candidates(&mut self, node: &Node) -> Rc<Candidates> {
        let name = node.name();
        let known = self.candidates.get(&name).cloned();
        if let Some(known) = &known
            && (known.open.is_empty() || known.round == self.round || self.is_over())
        {
            return Rc::clone(known);
        }
        let mut found = match &known {
            Some(known) => Candidates {
                open: Vec::new(),
                ..Candidates::clone(known)
            },
            None => Candidates::default(),
        };
        let untested = match known {
            Some(known) => known.open.clone(),
            None => self.untested(node, &mut found),
        };
        for mv in untested {
            match self.threatens(&node.after(mv)) {
                Some(true) => found.threats.push(mv),
                Some(false) => {}
                None => found.open.push(mv),
            }
        }
        (found.threats).sort_by_cached_key(|&mv| line::custom(&node.position, mv));
        found.round = self.round;
        let found = Rc::new(found);
        self.candidates.insert(name, Rc::clone(&found));
        found
    }

    /// Returns the quiet moves to be tested for a threat, and writes the checks to `found`.
    fn untested(&mut self, node: &Node, found: &mut Candidates) -> Vec<Move> {
        found.checks = line::in_order(&node.position);
        let mut quiet = node.position.legal_moves();
        quiet.retain(|mv| !found.checks.contains(mv));
        if quiet.iter().filter(|mv| mv.is_drop()).count() > MAX_UNFILTERED_DROPS
            && let Some(zone) = self.zone_of_quiet(node)
        {
            quiet.retain(|&mv| !zone.is_idle(mv));
        }
        quiet
    }
}
