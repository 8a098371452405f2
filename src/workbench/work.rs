//! A call at work: it can be stopped, and it tells events.

use crate::answer::Row;
use crate::vocabulary::{Limit, Status};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
