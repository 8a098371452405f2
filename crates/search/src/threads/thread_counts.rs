//! Counts the threads in each position, while several look for one answer.

use crate::numbers::{FINITE_MAX, Number, UNIT};
use crate::tuning::{OTHER_THREAD_DIVISOR, THREAD_PLACES};
use std::sync::atomic::{AtomicU8, Ordering};

/// The number of threads in each position, by the lowest bits of its key. If two positions share a
/// place, one of them looks less promising than it is.
#[derive(Debug)]
pub(crate) struct ThreadCounts(Box<[AtomicU8]>);

impl ThreadCounts {
    pub(crate) fn new() -> Self {
        Self((0..THREAD_PLACES).map(|_| AtomicU8::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU8 {
        &self.0[key as usize % THREAD_PLACES]
    }

    /// Adds a thread to a position.
    pub(crate) fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Ordering::Relaxed);
    }

    /// Removes a thread from a position.
    pub(crate) fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns `phi` of a move to the position with this key, raised for each other thread there.
    pub(crate) fn raised(&self, key: u64, phi: Number) -> Number {
        let others = self.place(key).load(Ordering::Relaxed);
        let raise = Number::from(others).saturating_mul(UNIT.max(phi / OTHER_THREAD_DIVISOR));
        phi.saturating_add(raise).min(FINITE_MAX)
    }
}
