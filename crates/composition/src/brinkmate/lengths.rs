//! Lengths of brinkmates, in plies.
//!
//! A position with the attacker to move that is no mate has the least odd length n such that some check or
//! threatmate leads to a length of at most n − 1. A position of the defender has length 0 if every reply is
//! mated, otherwise one more than the greatest length after a reply that is not mated.
//!
//! Both are least fixed points: a question with a bound goes down to questions with smaller bounds, so that
//! coming back to a position never helps.

use super::hunt::{Hunt, Node};
use crate::length::futile::{Allowance, Capture, by_square, captures_of, square_number};
use crate::length::line;
use crate::shogi::{Color, Move};
use std::cmp::Reverse;

/// The number of drops whose outcome is searched one by one. At this one, all drops outside the
/// [zone](super::zone) are recorded as mated.
const DROPS_BEFORE_ZONE: u32 = 12;

impl Hunt<'_, '_> {
    /// Returns whether the attacker, to move, forces a brinkmate within `plies`. The position is no
    /// mate, as far as known. `None` if this stays open.
    pub(super) fn attack(&mut self, node: &Node, plies: u32) -> Option<bool> {
        let name = node.name();
        let known = self.bounds.get(&name).copied().unwrap_or_default();
        if known.at_most <= plies {
            return Some(true);
        }
        if known.none_within >= plies {
            return Some(false);
        }
        if known.open == (self.round, plies) || self.is_over() {
            return None;
        }
        let mut is_open = false;
        if let Some(shorter) = plies.checked_sub(2).filter(|&it| it > 0) {
            match self.attack(node, shorter) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_open = true,
            }
        }
        let candidates = self.candidates(node);
        let best = known.best.into_iter();
        // A check that completes a brinkmate would be a mate, and none is known.
        let checks: &[Move] = if plies > 1 { &candidates.checks } else { &[] };
        let quiet = candidates.threats.iter().chain(&candidates.open);
        for mv in best.chain(quiet.chain(checks).copied()) {
            match self.defend(&node.after(mv), plies - 1) {
                Some(true) => {
                    let bounds = self.bounds.entry(name).or_default();
                    (bounds.at_most, bounds.best) = (bounds.at_most.min(plies), Some(mv));
                    return Some(true);
                }
                Some(false) => {}
                None => is_open = true,
            }
        }
        let bounds = self.bounds.entry(name).or_default();
        if is_open {
            bounds.open = (self.round, plies);
            return None;
        }
        bounds.none_within = bounds.none_within.max(plies);
        Some(false)
    }

    /// Returns whether a position of the defender is at most `bound` plies long. If the defender is not in
    /// check, the attacker must threaten mate. The position before the attacker's move is no mate.
    pub(super) fn defend(&mut self, node: &Node, bound: u32) -> Option<bool> {
        let is_check = node.in_check();
        let mut is_open = false;
        if is_check {
            if bound == 0 {
                return Some(false);
            }
        } else {
            match self.threatens(node) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => is_open = true,
            }
        }
        let mut drops = 0;
        for reply in self.replies(node) {
            if !is_check && reply.is_drop() && !self.is_mate_known(&node.after(reply)) {
                drops += 1;
                if drops == DROPS_BEFORE_ZONE {
                    self.record_idle_drops(node);
                }
            }
            match self.is_reply_lost(node, reply, bound) {
                Some(true) => {}
                Some(false) => match self.is_futile_reply(node, reply, bound) {
                    Some(true) => {}
                    Some(false) => {
                        self.refuters.insert(node.name(), reply);
                        *self.merits.entry(reply).or_default() += 1;
                        return Some(false);
                    }
                    None => is_open = true,
                },
                None => is_open = true,
            }
            if is_open && self.is_over() {
                return None;
            }
        }
        (!is_open).then_some(true)
    }

    /// Records as mated every drop that cannot change the mate after a pass.
    fn record_idle_drops(&mut self, node: &Node) {
        let Some(zone) = self.zone_of_replies(node) else {
            return;
        };
        for reply in node.position.legal_moves() {
            if zone.is_idle(reply) {
                self.record_mate(&node.after(reply), true);
            }
        }
    }

    /// Returns whether a reply is mated, or is followed by a brinkmate within `bound` plies counted
    /// from before it.
    fn is_reply_lost(&mut self, node: &Node, reply: Move, bound: u32) -> Option<bool> {
        let after = node.after(reply);
        let mates = self.mates(&after);
        if mates == Some(true) {
            return Some(true);
        }
        match bound.checked_sub(1) {
            None | Some(0) => mates,
            Some(left) => match self.attack(&after, left) {
                Some(true) => Some(true),
                // If the mate is open, so is the answer.
                Some(false) => mates,
                None => None,
            },
        }
    }

    /// Returns the legal replies, likely refutations first.
    pub(super) fn replies(&self, node: &Node) -> Vec<Move> {
        let mut replies = node.position.legal_moves();
        let refuter = self.refuters.get(&node.name()).copied();
        replies.sort_by_cached_key(|&mv| {
            let merit = self.merits.get(&mv).copied().unwrap_or(0);
            let custom = line::custom(&node.position, mv);
            (Some(mv) != refuter, Reverse(merit), custom)
        });
        replies
    }

    /// Returns the length of a position of the defender that is at most `bound` plies long: 0 if
    /// every reply is mated.
    pub(super) fn length(&mut self, node: &Node, bound: u32) -> Option<u32> {
        let groups = by_square(&node.position, node.position.legal_moves());
        self.length_with(node, &groups, bound)
    }

    /// Returns the length counted from before a reply: 0 if the reply is mated, more than `bound` if the
    /// length exceeds `bound`.
    pub(super) fn length_after(&mut self, node: &Node, reply: Move, bound: u32) -> Option<u32> {
        let after = node.after(reply);
        if self.mates(&after)? {
            return Some(0);
        }
        let mut plies = 1;
        while plies < bound {
            if self.attack(&after, plies)? {
                return Some(plies + 1);
            }
            plies += 2;
        }
        Some(bound + 1)
    }

    /// Returns the length if the defender has only these groups of replies. The first group has all replies
    /// that are not interpositions, each other one the interpositions on a square; futile ones do not
    /// count.
    fn length_with(&mut self, node: &Node, groups: &[Vec<Move>], bound: u32) -> Option<u32> {
        let mut length = 0;
        for (number, group) in groups.iter().enumerate() {
            let before = length;
            for &mv in group {
                let after = self.length_after(node, mv, bound)?;
                if after > length && !(number > 0 && self.is_futile_given(node, mv, before)?) {
                    length = after;
                }
            }
        }
        Some(length)
    }

    /// Returns whether a reply that is not mated within `bound` plies is a futile interposition.
    pub(super) fn is_futile_reply(&mut self, node: &Node, reply: Move, bound: u32) -> Option<bool> {
        let Some(number) = square_number(&node.position, reply) else {
            return Some(false);
        };
        let groups = by_square(&node.position, node.position.legal_moves());
        let before = self.length_with(node, &groups[..usize::from(number)], bound)?;
        // The length exceeds the bound even without this interposition.
        if before > bound {
            return Some(false);
        }
        self.is_futile_given(node, reply, before)
    }

    /// Returns whether an interposition that is not mated is futile, given the length without it.
    pub(super) fn is_futile_given(
        &mut self,
        node: &Node,
        reply: Move,
        before: u32,
    ) -> Option<bool> {
        // The attacker mates every other reply. With the captured piece in hand he would mate here, too.
        if before == 0 {
            return Some(false);
        }
        let mut is_open = false;
        for capture in captures_of(&node.position, reply) {
            if self.interpositions.allowance(capture) != Allowance::AsLong {
                continue;
            }
            match self.defend(&captured(node, reply, capture), before) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(false)
    }
}

/// Returns the position after an interposition and its capture, with the captured piece out of the
/// game.
fn captured(node: &Node, reply: Move, capture: Capture) -> Node {
    let mut after = node.after(reply).after(capture.mv);
    let hand = after.position.hand(Color::Black);
    let hand = hand.remove(capture.taken);
    after.position.set_hand(Color::Black, hand);
    after.vanished += 1;
    after
}
