//! The core: depth-first proof-number search (df-pn, Nagai 2002) over checks and evasions.
//!
//! Numbers are those of the side to move: `phi` is the smallest over the moves, `delta` combines
//! them all. A visit stays below a position until one of its two numbers reaches its threshold.
//! Numbers only say where to search. The rules in `settle` alone decide what is proven: an attacker's
//! turn is a mate if one check leads to one, a defender's turn if every reply does.

use super::child::{Child, NO_MOVE, Value};
use super::search::Search;
use super::settle::Summary;
use crate::answer::StopReason;
use crate::numbers::{FINITE_MAX, Number, Plies, UNIT};
use crate::repetition::claims::Claim;
use crate::repetition::path::DEPTH_MAX;
use crate::shogi::{Color, Key};
use crate::table::Excluded;
use crate::table::entry::Visit;
use crate::tuning::{
    CHECK_MARGIN_DIVISOR, NESTED_SEARCH_PLIES, NODES_ALONE, NODES_OF_A_VISIT,
    REFUTING_CHECK_MARGIN_DIVISOR, REPLY_MARGIN_DIVISOR,
};

/// The most plies on the stack: those of the longest path, and those of the searches inside it.
pub const PLIES_MAX: usize = 2 * DEPTH_MAX;

impl Search<'_, '_> {
    /// Answers "a mate within `budget`?" for the current position as a root. The value is open only
    /// if a limit stopped the search.
    pub(crate) fn run(&mut self, budget: Plies) -> Value {
        let fresh = self.parts.workspace.path(self.table.has_dominance());
        let outer = std::mem::replace(&mut self.path, fresh);
        let plies = outer.depth() + NESTED_SEARCH_PLIES;
        self.outer_plies += plies;
        let value = self.run_to_the_end(budget);
        self.outer_plies -= plies;
        self.parts
            .workspace
            .keep_path(std::mem::replace(&mut self.path, outer));
        value
    }

    /// Searches a root until there is an answer or a limit is reached. Other threads are called to
    /// help if it takes long.
    fn run_to_the_end(&mut self, budget: Plies) -> Value {
        if self.helpers.is_empty() {
            return self.run_alone(budget);
        }
        let outer = self
            .watch
            .narrow(self.stats.nodes.saturating_add(NODES_ALONE));
        let value = self.run_alone(budget);
        self.watch.widen_nodes(outer, self.stats.nodes);
        if value.is_settled() || self.is_over() {
            return value;
        }
        self.run_together(budget)
    }

    /// Searches the current position as a root in this thread only.
    pub(crate) fn run_alone(&mut self, budget: Plies) -> Value {
        // An extension may end a visit early. The root has no position above it, so it is visited
        // again.
        loop {
            let before = self.stats.nodes;
            let mut extensions = 0;
            let value = if self.position.turn() == Color::Black {
                self.visit::<true>(budget, FINITE_MAX, FINITE_MAX, &mut extensions, false)
            } else {
                self.visit::<false>(budget, FINITE_MAX, FINITE_MAX, &mut extensions, false)
            };
            if value.is_settled() || self.is_over() {
                return value;
            }
            if self.stats.nodes == before {
                // The table is too small for the results of a visit, or a number is at its maximum.
                self.watch.end(StopReason::Memory);
                return value;
            }
        }
    }

    /// Searches the current position until `phi` or `delta` reaches its threshold.
    ///
    /// `new` says that the position was never visited. `extensions` is the threshold-controlling
    /// counter (Kishimoto 2010). While it is positive, the thresholds are lifted just above the
    /// numbers. A search whose numbers come from nearer the root then reaches new positions instead
    /// of going round in circles.
    fn visit<const ATTACK: bool>(
        &mut self,
        budget: Plies,
        phi_limit: Number,
        delta_limit: Number,
        extensions: &mut u32,
        new: bool,
    ) -> Value {
        let depth = self.path.depth();
        let key = self.key();
        let hand = self.position.hand(Color::Black);
        if depth >= DEPTH_MAX || self.outer_plies + depth >= PLIES_MAX {
            self.watch.end(StopReason::Memory);
            return Value::Open { pn: 1, dn: 1 };
        }
        let nodes_before = self.stats.nodes;
        self.stats.expansions += 1;
        self.stats.openings.count(ATTACK, new);
        self.stats.depth = self.stats.depth.max(depth as u32);
        self.path.push(key.first(), hand);
        if let Some(thread_counts) = &self.thread_counts {
            thread_counts.enter(key.first());
        }
        if self.avoids_double_counts() {
            self.parts.links.prefetch(self.path.id(depth));
        }
        let base = self.expand::<ATTACK>(depth, budget);
        self.path.set_first_move(base);
        if !new {
            self.restore_marks(base, depth);
        }
        let mut summary = self.summarize::<ATTACK>(base);
        let extensions_before;
        let (mut phi_now, mut delta_now) = (phi_limit, delta_limit);
        if new {
            *extensions = extensions.saturating_sub(1);
            extensions_before = *extensions;
        } else {
            if summary.old {
                *extensions += 1;
            }
            extensions_before = *extensions;
            if *extensions > 0 {
                phi_now = phi_now.max(summary.phi.saturating_add(1));
                delta_now = delta_now.max(summary.delta.saturating_add(1));
            }
        }
        while summary.phi > 0
            && summary.delta > 0
            && summary.phi < phi_now
            && summary.delta < delta_now
            && !self.is_over()
        {
            self.descend::<ATTACK>(base, &summary, budget, (phi_now, delta_now), extensions);
            summary = self.summarize::<ATTACK>(base);
            (phi_now, delta_now) = (phi_limit, delta_limit);
            if *extensions > 0 {
                phi_now = phi_now.max(summary.phi.saturating_add(1));
                delta_now = delta_now.max(summary.delta.saturating_add(1));
            }
        }
        *extensions = (*extensions).min(extensions_before);
        let value = self.settle::<ATTACK>(base, depth, &summary);
        let nodes = NODES_OF_A_VISIT + self.stats.nodes - nodes_before;
        self.store(key, value, Visit::new(depth, nodes));
        self.keep_link(base, depth, value);
        self.children.truncate(base);
        self.path.pop();
        if let Some(thread_counts) = &self.thread_counts {
            thread_counts.leave(key.first());
        }
        value
    }

    /// Searches the most promising move within thresholds of its own. They change places: `phi` of one
    /// side is `delta` of the other.
    fn descend<const ATTACK: bool>(
        &mut self,
        base: usize,
        summary: &Summary,
        budget: Plies,
        (phi_limit, delta_limit): (Number, Number),
        extensions: &mut u32,
    ) {
        // A visit of a move whose `phi` is at the threshold would end at once.
        let is_open = self.children[base + summary.next].phi < phi_limit;
        let index = base + if is_open { summary.next } else { summary.best };
        let Child { mv, new, .. } = self.children[index];
        let divisor = match (ATTACK, self.expects_no_mate) {
            (true, false) => CHECK_MARGIN_DIVISOR,
            (true, true) => REFUTING_CHECK_MARGIN_DIVISOR,
            (false, _) => REPLY_MARGIN_DIVISOR,
        };
        let margin = summary.second / divisor;
        let second = summary
            .second
            .max(self.children[index].phi)
            .saturating_add(1 + margin)
            .min(FINITE_MAX);
        let delta_below = phi_limit.min(second);
        let phi_below = delta_limit.saturating_sub(summary.others);
        self.stats.nodes += 1;
        let undo = self.position.make(mv);
        let value = if ATTACK {
            self.visit::<false>(budget.minus(1), phi_below, delta_below, extensions, new)
        } else {
            self.visit::<true>(budget.minus(1), phi_below, delta_below, extensions, new)
        };
        self.position.unmake(mv, undo);
        let child = &mut self.children[index];
        child.new = false;
        child.old = false;
        child.set::<ATTACK>(value);
        self.follow_up::<ATTACK>(base, index, budget);
    }

    /// Handles a move with a new value. The referee is asked whether an escape counts, and the moves
    /// hidden behind a lost one are shown.
    pub(super) fn follow_up<const ATTACK: bool>(
        &mut self,
        base: usize,
        index: usize,
        budget: Plies,
    ) {
        if !ATTACK && self.variant.is_some() {
            self.judge(index, budget);
        }
        if self.children[index].delta == 0 {
            self.show_next::<ATTACK>(base, index, budget);
        }
        if !ATTACK && self.variant.is_some() {
            self.decide_pending(base, budget);
        }
    }

    /// Shows the moves hidden behind one that lost, one after another, up to the first that is not
    /// known to have lost as well.
    pub(crate) fn show_next<const ATTACK: bool>(
        &mut self,
        base: usize,
        index: usize,
        budget: Plies,
    ) {
        let mut next = self.children[index].next;
        while next != NO_MOVE {
            let shown = base + usize::from(next);
            self.children[shown].hidden = false;
            self.evaluate::<ATTACK>(shown, self.path.depth(), budget.minus(1), &mut None);
            if !ATTACK && self.variant.is_some() {
                self.judge(shown, budget);
            }
            if self.children[shown].delta != 0 {
                break;
            }
            next = self.children[shown].next;
        }
    }

    /// Stores the value of the current position. A disproof with a condition is kept as a claim; the
    /// table only notes that there is one.
    fn store(&mut self, key: Key, value: Value, visit: Visit) {
        let position = (key, self.position.hand(Color::Black));
        if self.variant.is_some() && self.store_in_strict(value, visit) {
            return;
        }
        match value {
            Value::Proven { len, hand, .. } => {
                self.table.store_proven(position, len, hand, visit);
            }
            Value::Disproven {
                len,
                bare,
                hand,
                condition,
            } if condition.is_none() => {
                self.table
                    .store_disproven(position, Excluded { len, bare }, hand, visit);
            }
            Value::Disproven {
                len,
                bare,
                hand,
                condition,
            } => {
                if !self.switches.conditional_claims {
                    self.table.store_open(position, (UNIT, UNIT), visit, false);
                    return;
                }
                let claim = Claim {
                    len,
                    bare,
                    condition,
                };
                self.parts
                    .conditional
                    .store(key.first(), hand, claim, &self.path);
                self.table.store_open(position, (UNIT, UNIT), visit, true);
            }
            Value::Open { pn, dn } => {
                self.table.store_open(position, (pn, dn), visit, false);
            }
        }
    }
}
