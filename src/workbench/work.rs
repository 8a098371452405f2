//! A call at work: it can be stopped, and it tells events.

use crate::answer::Row;
use crate::search::Stopwatch;
use crate::vocabulary::{Limit, Status};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A call at work.
pub struct Work<'a> {
    id: String,
    stop: Arc<AtomicBool>,
    tell: &'a (dyn Fn(&'static str, Value) + Sync),
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl<'a> Work<'a> {
    /// Makes a call with this name that ends early once the flag is set. Events go to `tell`, perhaps from
    /// several threads.
    #[must_use]
    pub const fn new(
        id: String,
        stop: Arc<AtomicBool>,
        tell: &'a (dyn Fn(&'static str, Value) + Sync),
    ) -> Self {
        Self { id, stop, tell }
    }

    /// Returns the flag that ends it.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns whether it was told to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells an event.
    pub(super) fn tell(&self, event: &'static str, data: Value) {
        (self.tell)(event, data);
    }

    /// Tells that the request is understood and the work begins.
    pub(super) fn begin(&self) {
        self.tell("started", json!({"id": self.id}));
    }
}

/// Tells why the work on a row ended.
pub(super) fn give_reason(work: &Work<'_>, row: &Row) {
    let reason = match (row.status, row.limit) {
        (_, Some(Limit::Interrupt)) => "stopped",
        (Status::Limit, _) => "limit",
        _ => "done",
    };
    work.tell("done", json!({"reason": reason, "limit": row.limit}));
}

/// Says when an event that only counts is told again.
#[derive(Debug)]
pub(super) struct Pace {
    watch: Stopwatch,
    /// The least time between two events.
    pause: Duration,
    /// The number of steps between two events, where there is no clock.
    steps: usize,
    last: Mutex<Option<Duration>>,
}

impl Pace {
    pub fn new(pause: Duration, steps: usize) -> Self {
        Self {
            watch: Stopwatch::start(),
            pause,
            steps,
            last: Mutex::new(None),
        }
    }

    /// Returns whether step `at` of `of` is told. The last one always is.
    pub fn tells(&self, at: usize, of: usize) -> bool {
        let now = self.watch.elapsed();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_soon = last.is_some_and(|before| now.saturating_sub(before) < self.pause);
        let is_counted = now.is_zero() && at.is_multiple_of(self.steps);
        if is_soon && at < of && !is_counted {
            return false;
        }
        *last = Some(now);
        true
    }

    /// Returns the time since the beginning, in milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.watch.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
