//! Certificates that there is no brinkmate: for every move of the attacker a defence that holds.
//!
//! An interposition may be futile and not count. So after each capture of an interposition by the checking
//! piece, another defence has to hold. A position that cannot be proven in this way is recorded as
//! unprovable, and the work begins anew.

use super::certify::Making;
use super::hunt::{Hunt, Node};
use crate::certificate::Claim;
use crate::length::futile::{captures_of, square_number};
use crate::length::line::Name;
use crate::search::Uncertified;
use crate::shogi::Move;
use rustc_hash::FxHashSet;

/// The attacker's turns, each with a number of plies, that no certificate can prove.
type Unprovable = FxHashSet<(Name, u32)>;

impl Hunt<'_, '_> {
    /// Returns the entries that prove that a position of the attacker has neither a mate nor a brinkmate within
    /// `bound` plies.
    pub(super) fn promise_none(&mut self, root: &Node, bound: u32) -> Result<Making, Uncertified> {
        let mut unprovable = Unprovable::default();
        'anew: loop {
            let mut making = Making::default();
            making.add_turn(root.clone(), bound);
            while let Some((node, plies)) = making.turns.pop() {
                making.add_entry(&node, plies, None);
                for mv in node.position.legal_moves() {
                    let after = node.after(mv);
                    if !self.promise_defence(&mut making, &after, plies, &unprovable)? {
                        if (node.name(), plies) == (root.name(), bound) {
                            return Err(Uncertified::Interpositions);
                        }
                        unprovable.insert((node.name(), plies));
                        continue 'anew;
                    }
                }
            }
            return Ok(making);
        }
    }

    /// Returns the entries that prove that a position of the defender is no brinkmate.
    pub(super) fn promise_no_brinkmate(&mut self, root: &Node) -> Result<Making, Uncertified> {
        let mut making = Making::default();
        if self.promise_defence(&mut making, root, 1, &Unprovable::default())? {
            Ok(making)
        } else {
            Err(Self::contradiction(root))
        }
    }

    /// Adds what proves that some defence holds after a move of the attacker, or that the move is no threat.
    /// Returns false if no certificate can prove this.
    fn promise_defence(
        &mut self,
        making: &mut Making,
        node: &Node,
        plies: u32,
        unprovable: &Unprovable,
    ) -> Result<bool, Uncertified> {
        if !node.in_check() {
            let passed = node.passed();
            let threatens = self.in_rounds(|hunt| hunt.mates(&passed));
            if !self.decided(node, threatens)? {
                making.add_strict(&passed, Claim::NoMate);
                return Ok(true);
            }
        }
        if plies > 1 {
            let holding = self.holding(node, plies, unprovable)?;
            let holds = !holding.is_empty();
            making.add_turns(holding, plies - 2);
            return Ok(holds);
        }
        for reply in self.replies(node) {
            let after = node.after(reply);
            let mates = self.in_rounds(|hunt| hunt.mates(&after));
            if !self.decided(&after, mates)? {
                making.add_strict(&after, Claim::NoMate);
                return Ok(true);
            }
        }
        // Every defence is mated: this is a brinkmate or a mate.
        Err(Self::contradiction(node))
    }

    /// Returns the position after a defence that holds. If this is an interposition, the positions after the
    /// defences to each capture of it by the checking piece follow. Empty if no defence holds.
    fn holding(
        &mut self,
        node: &Node,
        plies: u32,
        unprovable: &Unprovable,
    ) -> Result<Vec<Node>, Uncertified> {
        let mut replies: Vec<(Move, Vec<Node>)> = Vec::new();
        for reply in self.replies(node) {
            replies.push((reply, captures(node, reply)));
        }
        replies.sort_by_key(|(_, captures)| captures.len());
        for (reply, captures) in replies {
            let after = node.after(reply);
            if unprovable.contains(&(after.name(), plies - 2)) {
                continue;
            }
            let mates = self.in_rounds(|hunt| hunt.mates(&after));
            if self.decided(&after, mates)? {
                continue;
            }
            let found = self.in_rounds(|hunt| hunt.attack(&after, plies - 2));
            if self.decided(&after, found)? {
                continue;
            }
            let mut all = vec![after];
            let mut holds = true;
            for captured in captures {
                let more = self.holding(&captured, plies, unprovable)?;
                holds &= !more.is_empty();
                if !holds {
                    break;
                }
                all.extend(more);
            }
            if holds {
                return Ok(all);
            }
        }
        Ok(Vec::new())
    }
}

/// Returns the positions after the captures of an interposition by the checking piece with check. The
/// attacker keeps the piece: this helps him no less than if it were out of the game.
fn captures(node: &Node, reply: Move) -> Vec<Node> {
    if square_number(&node.position, reply).is_none() {
        return Vec::new();
    }
    let captures = captures_of(&node.position, reply).into_iter();
    let captures = captures.filter(|it| it.by_checker);
    captures.map(|it| node.after(reply).after(it.mv)).collect()
}
