//! The bounds of a server: the most that one call may cost.

use super::arguments::Arguments;
use super::trouble::Trouble;
use crate::search::Limits;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The bounds of a server. They hold for every call, also if it gives no limits.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most time of a call.
    pub time: Duration,
    /// The most search nodes of a call.
    pub nodes: u64,
    /// The memory for the tables of a search, in bytes.
    pub hash_bytes: usize,
    /// The most calls at the same time.
    pub jobs: usize,
    /// The largest text of a problem or a collection, in bytes.
    pub input_bytes: usize,
    /// The most results of a call: problems, similar works.
    pub results: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            nodes: 100_000_000,
            hash_bytes: 64 << 20,
            jobs: 2,
            input_bytes: 1 << 20,
            results: 100,
        }
    }
}

/// The time of a call that gives no limit. Many clients give up after a minute.
const USUAL: Duration = Duration::from_secs(20);

impl Bounds {
    /// Returns the most time of a call, in milliseconds.
    pub(super) fn time_ms(&self) -> u64 {
        u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the time of a call that gives no limit, in milliseconds.
    pub(super) fn usual_time_ms(&self) -> u64 {
        let usual = self.time.min(USUAL);
        u64::try_from(usual.as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the limits of a call: the given ones, or else the usual ones.
    ///
    /// # Errors
    /// If the call asks for more than the bounds allow.
    pub(super) fn limits(
        &self,
        arguments: Arguments<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Limits, Trouble> {
        let time = arguments.number("time_ms", 1..=self.time_ms())?;
        let nodes = arguments.number("nodes", 1..=self.nodes)?;
        let time = match (time, nodes) {
            (Some(time), _) => time,
            // The number of nodes alone decides, so that the answer is the same on every machine.
            (None, Some(_)) => self.time_ms(),
            (None, None) => self.usual_time_ms(),
        };
        Ok(Limits {
            nodes: Some(nodes.unwrap_or(self.nodes)),
            time: Some(Duration::from_millis(time)),
            stop: Some(Arc::clone(stop)),
        })
    }
}
