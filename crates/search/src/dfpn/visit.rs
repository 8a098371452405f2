//! The core: depth-first proof-number search (df-pn, Nagai 2002) over checks and evasions.
//!
//! Numbers are those of the side to move: `phi` is the smallest over the moves, `delta` combines
//! them all. A visit stays below a position until one of its two numbers reaches its threshold.
//! Numbers only steer. The rules in `settle` alone decide what is proven: an attacker's turn is a
//! mate if one check leads to one, a defender's turn if every reply does.

use super::child::NO_MOVE;
use super::child::{Child, Value};
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
    CHECK_MARGIN, CHECK_MARGIN_TO_REFUTE, NESTED_SEARCH_PLIES, NODES_ALONE, NODES_OF_A_VISIT,
    REPLY_MARGIN,
};

/// The most plies on the stack: of the longest path, and of the paths of searches inside it.
pub const PLIES_MAX: usize = 2 * DEPTH_MAX;

impl Search<'_, '_> {
    /// Answers "a mate within `budget`?" for the current position as a root. The value is open only
    /// if a limit stopped the search.
    pub(crate) fn run(&mut self, budget: Plies) -> Value {
        let fresh = self.parts.workspace.path(self.table.has_dominance());
        let outer = std::mem::replace(&mut self.path, fresh);
        let plies = outer.depth() + NESTED_SEARCH_PLIES;
        self.around += plies;
        let value = self.run_to_the_end(budget);
        self.around -= plies;
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
    /// `extensions` is the threshold-controlling counter (Kishimoto 2010). While it is positive,
    /// the thresholds are lifted just above the numbers. So a search with numbers from nearer the
    /// root still reaches new positions instead of going round in circles.
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
        if depth >= DEPTH_MAX || self.around + depth >= PLIES_MAX {
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
        let base = self.expand::<ATTACK>(depth, budget);

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
        self.children.truncate(base);
        self.path.pop();
        if let Some(thread_counts) = &self.thread_counts {
            thread_counts.leave(key.first());
        }
        value
    }

    /// Searches the most promising move within thresholds of its own.
    fn descend<const ATTACK: bool>(
        &mut self,
        base: usize,
        summary: &Summary,
        budget: Plies,
        limits: (Number, Number),
        extensions: &mut u32,
    ) {
        // Only below the limit: a visit at the limit would find nothing.
        let is_open = self.children[base + summary.next].phi < limits.0;
        let at = base + if is_open { summary.next } else { summary.best };
        let Child { mv, new, .. } = self.children[at];
        let part = match (ATTACK, self.expects_no_mate) {
            (true, false) => CHECK_MARGIN,
            (true, true) => CHECK_MARGIN_TO_REFUTE,
            (false, _) => REPLY_MARGIN,
        };
        let margin = summary.second / part;
        let second = summary
            .second
            .max(self.children[at].phi)
            .saturating_add(1 + margin)
            .min(FINITE_MAX);
        let phi_limit = limits.0.min(second);
        let delta_limit = limits.1.saturating_sub(summary.rest);
        self.stats.nodes += 1;
        let undo = self.position.make(mv);
        let value = if ATTACK {
            self.visit::<false>(budget.less(1), delta_limit, phi_limit, extensions, new)
        } else {
            self.visit::<true>(budget.less(1), delta_limit, phi_limit, extensions, new)
        };
        self.position.unmake(mv, undo);
        let child = &mut self.children[at];
        child.new = false;
        child.old = false;
        child.set::<ATTACK>(value);
        self.follow_up::<ATTACK>(base, at, budget);
    }

    /// Handles a settled move: an escape may not count, a lost move shows the moves hidden behind
    /// it.
    pub(super) fn follow_up<const ATTACK: bool>(&mut self, base: usize, at: usize, budget: Plies) {
        if !ATTACK && self.variant.is_some() {
            self.judge(at, budget);
        }
        if self.children[at].delta == 0 {
            self.show_next::<ATTACK>(base, at, budget);
        }
        if !ATTACK && self.variant.is_some() {
            self.decide_pending(base, budget);
        }
    }

    /// Shows the moves hidden behind one that lost, as far as they turn out to have lost as well.
    pub(crate) fn show_next<const ATTACK: bool>(&mut self, base: usize, at: usize, budget: Plies) {
        let mut next = self.children[at].next;
        while next != NO_MOVE {
            let at = base + usize::from(next);
            self.children[at].hidden = false;
            self.evaluate::<ATTACK>(at, self.path.depth(), budget.less(1), &mut None);
            if !ATTACK && self.variant.is_some() {
                self.judge(at, budget);
            }
            if self.children[at].delta != 0 {
                break;
            }
            next = self.children[at].next;
        }
    }

    fn store(&mut self, key: Key, value: Value, visit: Visit) {
        let position = (key, self.position.hand(Color::Black));
        if self.variant.is_some() && self.store_for_all(value, visit) {
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
