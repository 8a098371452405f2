//! A call under way, which can be stopped and sends events.

use crate::answer::Row;
use crate::search::Stopwatch;
use crate::vocabulary::{Limit, Status};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A call under way.
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
    /// Makes a call with this id that ends early once the flag is set. Events go to `tell`, perhaps from
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

    /// Returns whether it has to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sends an event.
    pub(crate) fn tell(&self, event: &'static str, data: Value) {
        (self.tell)(event, data);
    }

    /// Sends the event that the request is understood and the work begins.
    pub(crate) fn begin(&self) {
        self.tell("started", json!({"id": self.id}));
    }
}

/// Sends the event that the work on a row has ended, with the reason.
pub(super) fn tell_end(work: &Work<'_>, row: &Row) {
    let reason = match (row.status, row.limit) {
        (_, Some(Limit::Interrupt)) => "stopped",
        (Status::Limit, _) => "limit",
        _ => "done",
    };
    work.tell("done", json!({"reason": reason, "limit": row.limit}));
}

/// Limits how often an event about progress is sent.
#[derive(Debug)]
pub(super) struct Pace {
    stopwatch: Stopwatch,
    /// The shortest time between two events.
    interval: Duration,
    /// The number of steps between two events where there is no clock.
    steps: usize,
    /// The time of the last event.
    last: Mutex<Option<Duration>>,
}

impl Pace {
    pub fn new(interval: Duration, steps: usize) -> Self {
        Self {
            stopwatch: Stopwatch::start(),
            interval,
            steps,
            last: Mutex::new(None),
        }
    }

    /// Returns whether an event about this step is to be sent. That about the last step always is.
    pub fn is_due(&self, step: usize, total: usize) -> bool {
        let now = self.stopwatch.elapsed();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_too_soon = last.is_some_and(|before| now.saturating_sub(before) < self.interval);
        // Without a clock the time is always zero, and the steps decide.
        let is_counted = now.is_zero() && step.is_multiple_of(self.steps);
        if is_too_soon && step < total && !is_counted {
            return false;
        }
        *last = Some(now);
        true
    }

    /// Returns the time since the beginning, in milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.stopwatch.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
