//! Where threads that look for one answer are.

use crate::search::numbers::{FINITE_MAX, Number, UNIT};
use crate::search::tuning::{OTHER_THREAD, THREAD_PLACES};
use std::sync::atomic::{AtomicU8, Ordering};

/// How many threads are in which positions, by the lowest bits of their keys: when two positions
/// share a place, one of them looks less promising than it need.
#[derive(Debug)]
pub(in crate::search) struct ThreadCounts(Box<[AtomicU8]>);

impl ThreadCounts {
    pub(in crate::search) fn new() -> Self {
        Self((0..THREAD_PLACES).map(|_| AtomicU8::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU8 {
        &self.0[key as usize % THREAD_PLACES]
    }

    /// A thread goes into a position.
    pub(in crate::search) fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Ordering::Relaxed);
    }

    /// A thread leaves a position.
    pub(in crate::search) fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// The number of a move for a thread that had better be elsewhere if others are behind it.
    pub(in crate::search) fn seen_by_others(&self, key: u64, phi: Number) -> Number {
        let others = self.place(key).load(Ordering::Relaxed);
        let less = Number::from(others).saturating_mul(UNIT.max(phi / OTHER_THREAD));
        phi.saturating_add(less).min(FINITE_MAX)
    }
}
