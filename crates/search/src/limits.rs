//! Limits of a search: nodes, time, and a stop flag.

use super::platform::Moment;
use super::tuning::{LOOK_EVERY, NODES_PER_ENTRY, REPORT_EVERY};
use crate::answer::{Progress, Stage, StopReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The limits of a search. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Search nodes (moves made). With one thread the same number gives the same answer.
    pub nodes: Option<u64>,
    /// Wall-clock time. Without a clock, which `wasm32-unknown-unknown` has to be given, this limit does nothing.
    pub time: Option<Duration>,
    /// A flag, set from outside, that ends the search with what is known.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Returns whether the flag is set that ends the search.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|it| it.load(Ordering::Relaxed))
    }
}

/// Limits that several searches share, one after another or side by side. Their time runs from the
/// beginning of the first.
#[derive(Debug)]
pub struct SharedLimits {
    nodes: Option<u64>,
    spent: AtomicU64,
    deadline: Option<Moment>,
    stop: Option<Arc<AtomicBool>>,
}

impl SharedLimits {
    /// Begins with these limits.
    #[must_use]
    pub fn begin(limits: &Limits) -> Self {
        Self {
            nodes: limits.nodes,
            spent: AtomicU64::new(0),
            deadline: limits.time.and_then(|time| Moment::now().after(time)),
            stop: limits.stop.clone(),
        }
    }

    /// Returns the remaining limits for a search that may take `most` nodes.
    pub fn rest(&self, most: u64) -> Limits {
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
        let stop = self.stop.as_ref();
        if stop.is_some_and(|it| it.load(Ordering::Relaxed)) {
            return Some(StopReason::Interrupt);
        }
        if self.deadline.is_some_and(|it| Moment::now() >= it) {
            return Some(StopReason::Time);
        }
        let is_spent = self.nodes.is_some_and(|nodes| self.spent() >= nodes);
        is_spent.then_some(StopReason::Nodes)
    }
}

/// Receives the progress of a running search about ten times a second.
pub type Observer<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// Watches the limits. Only here the clock is read, once in a few thousand nodes.
pub(super) struct Watch<'a> {
    nodes: u64,
    /// The nodes after which a lack of memory ends the search.
    worn_out: u64,
    deadline: Option<Moment>,
    stop: Option<Arc<AtomicBool>>,
    observer: Observer<'a>,
    /// `None` without a clock.
    next_report: Option<Moment>,
    next_look: u64,
    reason: Option<StopReason>,
    /// A flag that another thread sets when it has the answer, while several look for it.
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
            worn_out: u64::MAX,
            deadline: limits.time.and_then(|time| now.after(time)),
            stop: limits.stop.clone(),
            observer,
            next_report: now.after(REPORT_EVERY),
            next_look: 0,
            reason: None,
            answered: None,
            is_answered: false,
            stage: Stage::Length,
        }
    }

    /// Also ends the search for lack of memory after [`NODES_PER_ENTRY`] nodes for each of `entries`.
    /// From some point on, a search loses results as fast as it finds them, and might never end.
    pub(super) fn with_entries(mut self, entries: usize) -> Self {
        self.worn_out = (entries as u64).saturating_mul(NODES_PER_ENTRY);
        self.nodes = self.nodes.min(self.worn_out);
        self
    }

    /// Returns the nodes that are left after `nodes`.
    pub(super) const fn left(&self, nodes: u64) -> u64 {
        self.nodes.saturating_sub(nodes)
    }

    /// Returns the rest of the limits for a part of the work that may take `nodes`.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let left = |deadline: Moment| deadline.since(Moment::now());
        Limits {
            nodes: Some(nodes),
            time: self.deadline.map(left),
            stop: self.stop.clone(),
        }
    }

    /// Returns whether the search has to end, after `nodes`.
    #[inline]
    pub(super) fn is_over(&mut self, progress: impl FnOnce() -> Progress, nodes: u64) -> bool {
        if nodes >= self.nodes {
            self.reason.get_or_insert(if nodes >= self.worn_out {
                StopReason::Memory
            } else {
                StopReason::Nodes
            });
        }
        if self.reason.is_none() && nodes >= self.next_look {
            self.next_look = nodes + LOOK_EVERY;
            self.look(progress);
        }
        self.reason.is_some() || self.is_answered
    }

    /// Checks the clock and the stop flag now.
    pub(super) fn look_now(&mut self, progress: impl FnOnce() -> Progress) {
        if self.reason.is_none() {
            self.look(progress);
        }
    }

    /// Returns whether time is up or the stop flag is set; a limit of nodes is no reason to hurry.
    pub(super) const fn hurries(&self) -> bool {
        matches!(self.reason, Some(StopReason::Time | StopReason::Interrupt))
    }

    /// Ends the search as soon as this flag is set, until [`Watch::go_on_alone`]. The flag is not a
    /// limit.
    pub(super) fn stop_when(&mut self, answered: Arc<AtomicBool>) {
        self.answered = Some(answered);
    }

    /// Ignores the flag of other threads from here on.
    pub(super) fn go_on_alone(&mut self) {
        (self.answered, self.is_answered) = (None, false);
    }

    #[cold]
    fn look(&mut self, progress: impl FnOnce() -> Progress) {
        if self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            self.reason = Some(StopReason::Interrupt);
            return;
        }
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.is_answered = self.answered.as_ref().is_some_and(is_set);
        let now = Moment::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.reason = Some(StopReason::Time);
        } else if self.next_report.is_some_and(|next| now >= next) {
            self.next_report = now.after(REPORT_EVERY);
            let stage = self.stage;
            (self.observer)(&Progress {
                stage,
                ..progress()
            });
        }
    }

    /// Ends questions from here on after `nodes` in all, at the latest. Returns the previous limit,
    /// for [`Watch::widen`].
    pub(super) fn narrow(&mut self, nodes: u64) -> u64 {
        let outer = self.nodes;
        self.nodes = outer.min(nodes);
        outer
    }

    /// Undoes [`Watch::narrow`]. A question that ended because of it does not end the search, nor
    /// does one for which the tables were too small, until they are worn out.
    pub(super) fn widen(&mut self, outer: u64, nodes: u64) {
        self.widen_nodes(outer, nodes);
        if self.reason == Some(StopReason::Memory) && nodes < self.worn_out {
            self.reason = None;
        }
    }

    /// Undoes [`Watch::narrow`] within one question; a lack of memory still ends the question.
    pub(super) fn widen_nodes(&mut self, outer: u64, nodes: u64) {
        self.nodes = outer;
        if self.reason == Some(StopReason::Nodes) && nodes < outer {
            self.reason = None;
        }
    }

    /// Lifts the limit of nodes, although it was perhaps reached. Returns it for [`Watch::set_nodes`].
    pub(super) fn lift_nodes(&mut self) -> (u64, Option<StopReason>) {
        let outer = (self.nodes, self.reason);
        self.nodes = u64::MAX;
        self.reason = self.reason.filter(|&it| it != StopReason::Nodes);
        outer
    }

    /// Undoes [`Watch::lift_nodes`].
    pub(super) const fn set_nodes(&mut self, (nodes, reason): (u64, Option<StopReason>)) {
        (self.nodes, self.reason) = (nodes, reason);
    }

    /// Ends the search for this reason.
    pub(super) fn end(&mut self, reason: StopReason) {
        self.reason.get_or_insert(reason);
    }

    /// Returns the limit or the lack that ended the search, if one did.
    pub(super) const fn reason(&self) -> Option<StopReason> {
        self.reason
    }
}
