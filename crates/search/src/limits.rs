//! Limits of a search: nodes, time, and a stop flag.

use super::platform::Moment;
use super::tuning::{NODES_PER_CLOCK_CHECK, NODES_PER_ENTRY, REPORT_INTERVAL};
use crate::answer::{Progress, Stage, StopReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The limits of a search. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Search nodes (moves made). With one thread the same number gives the same answer.
    pub nodes: Option<u64>,
    /// Wall-clock time. It does nothing without a clock; `wasm32-unknown-unknown` has to be given one.
    pub time: Option<Duration>,
    /// A flag, set from outside, that ends the search with what is known.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Returns whether the stop flag is set.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.stop.as_ref().is_some_and(is_set)
    }
}

fn is_set(flag: &Arc<AtomicBool>) -> bool {
    flag.load(Ordering::Relaxed)
}

/// Limits that several searches share, one after another or side by side. Time runs from
/// [`SharedLimits::begin`].
#[derive(Debug)]
pub struct SharedLimits {
    nodes: Option<u64>,
    spent: AtomicU64,
    deadline: Option<Moment>,
    stop: Option<Arc<AtomicBool>>,
}

impl SharedLimits {
    /// Starts the clock of these limits.
    #[must_use]
    pub fn begin(limits: &Limits) -> Self {
        Self {
            nodes: limits.nodes,
            spent: AtomicU64::new(0),
            deadline: limits.time.and_then(|time| Moment::now().after(time)),
            stop: limits.stop.clone(),
        }
    }

    /// Returns what is left of the limits, for a search that may take `most` nodes.
    pub fn remaining(&self, most: u64) -> Limits {
        let left = self.nodes.map_or(u64::MAX, |nodes| {
            nodes.saturating_sub(self.spent.load(Ordering::Relaxed))
        });
        Limits {
            nodes: Some(left.min(most)).filter(|&nodes| nodes < u64::MAX),
            time: (self.deadline).map(|deadline| deadline.since(Moment::now())),
            stop: self.stop.clone(),
        }
    }

    /// Counts the nodes of a search.
    pub fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the nodes of all searches so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Returns the limit that is reached, if one is.
    pub fn reached(&self) -> Option<StopReason> {
        if self.stop.as_ref().is_some_and(is_set) {
            return Some(StopReason::Interrupt);
        }
        if self
            .deadline
            .is_some_and(|deadline| Moment::now() >= deadline)
        {
            return Some(StopReason::Time);
        }
        let is_spent = self.nodes.is_some_and(|nodes| self.spent() >= nodes);
        is_spent.then_some(StopReason::Nodes)
    }
}

/// Receives the progress of a running search about ten times a second.
pub type Observer<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// Watches the limits of one search. It reads the clock once in a few hundred nodes.
pub(super) struct Watch<'a> {
    /// The nodes at which the search ends.
    nodes: u64,
    /// The nodes at which the search ends for lack of memory.
    memory_nodes: u64,
    deadline: Option<Moment>,
    stop: Option<Arc<AtomicBool>>,
    observer: Observer<'a>,
    /// `None` without a clock.
    next_report: Option<Moment>,
    /// The nodes at which the clock is read next.
    next_check: u64,
    /// What ended the search.
    reason: Option<StopReason>,
    /// While several threads look for one answer: the flag that the first to have it sets.
    answered: Option<Arc<AtomicBool>>,
    is_answered: bool,
    /// The stage, which is part of the progress.
    pub(super) stage: Stage,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &Limits, observer: Observer<'a>) -> Self {
        let now = Moment::now();
        Self {
            nodes: limits.nodes.unwrap_or(u64::MAX),
            memory_nodes: u64::MAX,
            deadline: limits.time.and_then(|time| now.after(time)),
            stop: limits.stop.clone(),
            observer,
            next_report: now.after(REPORT_INTERVAL),
            next_check: 0,
            reason: None,
            answered: None,
            is_answered: false,
            stage: Stage::Length,
        }
    }

    /// Also ends the search for lack of memory after [`NODES_PER_ENTRY`] nodes for each of the
    /// `entries` of the table. A search far beyond its memory loses results as fast as it finds them,
    /// and might never end.
    pub(super) fn with_entries(mut self, entries: usize) -> Self {
        self.memory_nodes = (entries as u64).saturating_mul(NODES_PER_ENTRY);
        self.nodes = self.nodes.min(self.memory_nodes);
        self
    }

    /// Returns the nodes that are left after `nodes`.
    pub(super) const fn left(&self, nodes: u64) -> u64 {
        self.nodes.saturating_sub(nodes)
    }

    /// Returns the limits for a part of the work that may take `nodes`: the time that is left, and the
    /// same stop flag.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let time_left = |deadline: Moment| deadline.since(Moment::now());
        Limits {
            nodes: Some(nodes),
            time: self.deadline.map(time_left),
            stop: self.stop.clone(),
        }
    }

    /// Returns whether the search has to end. It has taken `nodes` so far.
    #[inline]
    pub(super) fn is_over(&mut self, progress: impl FnOnce() -> Progress, nodes: u64) -> bool {
        if nodes >= self.nodes {
            self.reason.get_or_insert(if nodes >= self.memory_nodes {
                StopReason::Memory
            } else {
                StopReason::Nodes
            });
        }
        if self.reason.is_none() && nodes >= self.next_check {
            self.next_check = nodes + NODES_PER_CLOCK_CHECK;
            self.check(progress);
        }
        self.reason.is_some() || self.is_answered
    }

    /// Checks the clock and the flags now.
    pub(super) fn check_now(&mut self, progress: impl FnOnce() -> Progress) {
        if self.reason.is_none() {
            self.check(progress);
        }
    }

    /// Returns whether time is up or the search was interrupted: then work in progress is cut short.
    pub(super) const fn is_urgent(&self) -> bool {
        matches!(self.reason, Some(StopReason::Time | StopReason::Interrupt))
    }

    /// Ends the search as soon as this flag is set, until [`Watch::forget_answered`]. The flag is not a
    /// limit.
    pub(super) fn stop_when(&mut self, answered: Arc<AtomicBool>) {
        self.answered = Some(answered);
    }

    /// Ignores the flag of [`Watch::stop_when`] from here on.
    pub(super) fn forget_answered(&mut self) {
        (self.answered, self.is_answered) = (None, false);
    }

    #[cold]
    fn check(&mut self, progress: impl FnOnce() -> Progress) {
        if self.stop.as_ref().is_some_and(is_set) {
            self.reason = Some(StopReason::Interrupt);
            return;
        }
        self.is_answered = self.answered.as_ref().is_some_and(is_set);
        let now = Moment::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.reason = Some(StopReason::Time);
        } else if self.next_report.is_some_and(|next| now >= next) {
            self.next_report = now.after(REPORT_INTERVAL);
            let stage = self.stage;
            (self.observer)(&Progress {
                stage,
                ..progress()
            });
        }
    }

    /// Lowers the limit of nodes to `nodes`, counted from the start of the search. Returns the previous
    /// limit, for [`Watch::widen`].
    pub(super) fn narrow(&mut self, nodes: u64) -> u64 {
        let outer = self.nodes;
        self.nodes = outer.min(nodes);
        outer
    }

    /// Undoes [`Watch::narrow`]. The search goes on if a question ended because of the lower limit. It
    /// also goes on after a lack of memory, up to the nodes of [`Watch::with_entries`].
    pub(super) fn widen(&mut self, outer: u64, nodes: u64) {
        self.widen_nodes(outer, nodes);
        if self.reason == Some(StopReason::Memory) && nodes < self.memory_nodes {
            self.reason = None;
        }
    }

    /// Undoes [`Watch::narrow`] within one question: a lack of memory still ends it.
    pub(super) fn widen_nodes(&mut self, outer: u64, nodes: u64) {
        self.nodes = outer;
        if self.reason == Some(StopReason::Nodes) && nodes < outer {
            self.reason = None;
        }
    }

    /// Lifts the limit of nodes, even if it was reached. Returns it for [`Watch::restore_nodes`].
    pub(super) fn lift_nodes(&mut self) -> (u64, Option<StopReason>) {
        let outer = (self.nodes, self.reason);
        self.nodes = u64::MAX;
        self.reason = self.reason.filter(|&reason| reason != StopReason::Nodes);
        outer
    }

    /// Undoes [`Watch::lift_nodes`].
    pub(super) const fn restore_nodes(&mut self, (nodes, reason): (u64, Option<StopReason>)) {
        (self.nodes, self.reason) = (nodes, reason);
    }

    /// Ends the search for this reason.
    pub(super) fn end(&mut self, reason: StopReason) {
        self.reason.get_or_insert(reason);
    }

    /// Returns what ended the search, if anything did.
    pub(super) const fn reason(&self) -> Option<StopReason> {
        self.reason
    }
}
