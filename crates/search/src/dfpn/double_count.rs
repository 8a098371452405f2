//! Double counts: two moves that lead to one open position, whose work then is in the numbers of both.
//!
//! In long works most turns have such moves. The king steps to either of two squares and is driven back,
//! a lance is dropped near or far and taken on the same square. Each pair would make the position before
//! it look harder, level by level, and the search would rather try anything else. So once links
//! (`table::links`) lead from the move that is searched to another move of an earlier position, only the
//! largest number of these moves counts there (after Kishimoto 2010).
//!
//! Marks change the order of work, never an answer: moves count together, none is left out.

use super::child::{Child, Value};
use super::search::Search;
use crate::numbers::Number;
use crate::repetition::path::PositionId;
use crate::table::links::{Link, MARKS};
use crate::tuning::{DECISIVE_DIVISOR, LARGE_DISPROOF, LARGE_PROOF, LINKS_FOLLOWED};

impl Search<'_, '_> {
    /// Restores the marks of the current position, whose moves begin at `base`. If it was last searched from
    /// another position than now, follows the links from there: if they lead to another move of a position on
    /// the path, marks both there.
    pub(super) fn restore_marks(&mut self, base: usize, depth: usize) {
        if !self.avoids_double_counts() {
            return;
        }
        let position = self.path.id(depth);
        let Some(Link { before, marks }) = self.parts.links.get(position) else {
            return;
        };
        if marks != 0 {
            let moves = self.children[base..].iter_mut().take(MARKS);
            for (i, child) in moves.enumerate() {
                child.overlaps = marks >> i & 1 == 1;
            }
        }
        if depth > 0 && before != self.path.id(depth - 1) {
            self.find_double_count(depth - 1, position, before);
        }
    }

    /// Keeps the marks of the current position, and from where it was searched, if its numbers are large.
    pub(super) fn keep_link(&mut self, base: usize, depth: usize, value: Value) {
        let is_worth_it = matches!(value, Value::Open { pn, dn } if is_large(pn, dn));
        if depth == 0 || !self.avoids_double_counts() || !is_worth_it {
            return;
        }
        let moves = self.children[base..].iter().take(MARKS).enumerate();
        let marks = moves.fold(0, |marks, (i, child)| {
            marks | u32::from(child.overlaps) << i
        });
        let before = self.path.id(depth - 1);
        self.parts
            .links
            .set(self.path.id(depth), Link { before, marks });
    }

    /// Returns whether the search is long enough that links pay.
    #[inline]
    pub(super) const fn avoids_double_counts(&self) -> bool {
        self.stats.nodes >= self.switches.double_counts_after
    }

    /// Follows the links from `position`, which is searched from the one at `depth` and was last searched from
    /// `before`.
    fn find_double_count(&mut self, depth: usize, position: PositionId, before: PositionId) {
        let (mut before, mut after) = (before, position);
        for _ in 0..LINKS_FOLLOWED {
            if let Some(earlier) = self.path.depth_of(before) {
                // Links may also lead back to the position itself, which is the last of the path.
                if earlier <= depth {
                    self.mark(earlier, after, depth);
                }
                return;
            }
            let Some(link) = self.parts.links.get(before) else {
                return;
            };
            (before, after) = (link.before, before);
        }
    }

    /// Marks the move that is searched at the position of depth `earlier`, and the one that leads to `other`.
    /// The number of the move that is searched at `depth` must be a large part of both of theirs.
    fn mark(&mut self, earlier: usize, other: PositionId, depth: usize) {
        let (Some(searched), Some(other), Some(last)) = (
            self.move_to(earlier, self.path.id(earlier + 1)),
            self.move_to(earlier, other),
            self.move_to(depth, self.path.id(depth + 1)),
        ) else {
            return;
        };
        let Child { phi, delta, .. } = self.children[last];
        // At an even distance the same side is to move, and the same number is combined.
        let number = if (depth - earlier).is_multiple_of(2) {
            delta
        } else {
            phi
        };
        let [a, b] = [searched, other].map(|index| &self.children[index]);
        let can_be_marked = !b.hidden && a.delta > 0 && b.delta > 0;
        if searched != other && can_be_marked && number >= a.delta.min(b.delta) / DECISIVE_DIVISOR {
            self.children[searched].overlaps = true;
            self.children[other].overlaps = true;
        }
    }

    /// Returns the index of the move of the position at this depth that leads to a position.
    fn move_to(&self, depth: usize, position: PositionId) -> Option<usize> {
        let first = self.path.first_move(depth)?;
        let end = self.path.first_move(depth + 1)?;
        (first..end).find(|&index| id_after(&self.children[index]) == position)
    }
}

/// Returns the identity of the position after a move.
#[inline]
fn id_after(child: &Child) -> PositionId {
    PositionId::new(child.key.first(), child.hand)
}

/// Returns whether one of the numbers of a position may decide those of positions far above it.
#[inline]
const fn is_large(pn: Number, dn: Number) -> bool {
    pn >= LARGE_PROOF || dn >= LARGE_DISPROOF
}
