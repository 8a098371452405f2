//! Several threads looking for one answer.
//!
//! All of them search from the same root with the same table, so that the results of one save the
//! others work. To keep them apart, a position in which another thread works looks less promising
//! than it is (virtual numbers, Kaneko 2010). Such numbers are never stored.

use super::parts::ThreadParts;
use super::stack::thread_for_searches;
use super::thread_counts::ThreadCounts;
use crate::answer::{Progress, StopReason};
use crate::dfpn::Search;
use crate::dfpn::child::Value;
use crate::dfpn::referee::Variant;
use crate::games::forbidden::Forbidden;
use crate::limits::Watch;
use crate::numbers::Plies;
use crate::platform;
use crate::table::Sharer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the helpers when it is dropped, even in a panic.
struct StopHelpersOnDrop<'a>(&'a AtomicBool);

impl Drop for StopHelpersOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Search<'_, '_> {
    /// Answers "a mate within `budget`?" for the current position together with the helpers.
    pub(crate) fn run_together(&mut self, budget: Plies) -> Value {
        let mut helpers = std::mem::take(&mut self.helpers);
        let thread_counts = Arc::new(ThreadCounts::new());
        let mut value = Value::Open { pn: 1, dn: 1 };
        while !value.is_settled() && !self.is_over() {
            let left = self.watch.left(self.stats.nodes);
            let share = left / (helpers.len() as u64 + 1);
            let outer = self.watch.narrow(self.stats.nodes.saturating_add(share));
            let nodes_before = self.stats.nodes;
            value = self.run_round(&mut helpers, &thread_counts, share, budget);
            self.watch.widen_nodes(outer, self.stats.nodes);
            if !value.is_settled() && self.stats.nodes == nodes_before {
                // There are too few nodes for all of them, or no room for the results of a visit.
                self.watch.end(if left <= helpers.len() as u64 {
                    StopReason::Nodes
                } else {
                    StopReason::Memory
                });
            }
        }
        self.helpers = helpers;
        value
    }

    /// Searches with the helpers until one of the threads has the answer, or has used its share of the
    /// nodes.
    fn run_round(
        &mut self,
        helpers: &mut [&mut ThreadParts],
        thread_counts: &Arc<ThreadCounts>,
        share: u64,
        budget: Plies,
    ) -> Value {
        let answered = Arc::new(AtomicBool::new(false));
        let limits = self.watch.limits(share);
        let (table, position, switches) = (self.table, self.position.clone(), self.switches);
        let (variant, forbidden, salt) = (&self.variant, &self.forbidden, self.salt);
        let expects_no_mate = self.expects_no_mate;
        let variant = variant
            .as_ref()
            .map(|variant| (variant.strict, variant.referee, variant.vanished));
        let forbidden = (forbidden.as_ref()).map(|game| (game.strict, game.positions));
        let help = |parts: &mut ThreadParts, sharer: Sharer<'_>| {
            let mut silent = |_: &Progress| {};
            let mut watch = Watch::new(&limits, &mut silent);
            watch.stop_when(Arc::clone(&answered));
            let mut position = position.clone();
            let mut search = Search::new(&mut position, table, parts, &mut watch, switches);
            search.salt = salt;
            search.expects_no_mate = expects_no_mate;
            search.variant = variant.map(|(strict, referee, vanished)| Variant {
                strict,
                referee,
                vanished,
            });
            search.forbidden = forbidden.map(|(strict, positions)| Forbidden { strict, positions });
            search.thread_counts = Some(Arc::clone(thread_counts));
            let value = search.run_alone(budget);
            if value.is_settled() {
                answered.store(true, Ordering::Relaxed);
            }
            drop(sharer);
            (value, search.stats)
        };
        platform::scope(|scope| {
            let help = &help;
            let mut sharers = table.shared_by(1 + helpers.len());
            let own_sharer = sharers.pop();
            // If a thread cannot be started, those before it do the work: no helper is needed for the
            // answer.
            let helpers: Vec<_> = helpers
                .iter_mut()
                .zip(sharers)
                .map_while(|(parts, sharer)| {
                    let (thread, work) = thread_for_searches(move || help(parts, sharer));
                    thread.spawn_scoped(scope, work).ok()
                })
                .collect();
            self.watch.stop_when(Arc::clone(&answered));
            self.thread_counts = Some(Arc::clone(thread_counts));
            let dismissal = StopHelpersOnDrop(&answered);
            let mut value = self.run_alone(budget);
            drop(dismissal);
            drop(own_sharer);
            self.thread_counts = None;
            self.watch.forget_answered();
            for helper in helpers {
                let joined = helper.join();
                let (helper_value, stats) =
                    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                self.stats.add(stats);
                if !value.is_settled() {
                    value = helper_value;
                }
            }
            value
        })
    }
}
