//! The processor time and memory that this process has used, as the system counts them.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use std::time::Duration;

/// Processor time and memory that a process has used: from its start, or between two moments.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Time in the program itself.
    pub user: Duration,
    /// Time in the system on its behalf.
    pub system: Duration,
    /// Pages of memory that were touched for the first time.
    pub faults: u64,
}

impl Usage {
    /// Returns what this process has used since its start. Zero if the system does not tell.
    #[must_use]
    pub fn now() -> Self {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else {
            return Self {
                user: Duration::ZERO,
                system: Duration::ZERO,
                faults: 0,
            };
        };
        Self {
            user: duration(usage.user_time()),
            system: duration(usage.system_time()),
            faults: u64::try_from(usage.minor_page_faults()).unwrap_or(0),
        }
    }

    /// Returns the most bytes that this process has had in memory at once. Zero if the system does not tell.
    #[must_use]
    pub fn most_resident() -> u64 {
        let usage = getrusage(UsageWho::RUSAGE_SELF);
        let kilobytes = usage.map_or(0, |it| it.max_rss());
        u64::try_from(kilobytes).unwrap_or(0) << 10
    }

    /// Returns what was used since this moment.
    #[must_use]
    pub fn elapsed(self) -> Self {
        let now = Self::now();
        Self {
            user: now.user.saturating_sub(self.user),
            system: now.system.saturating_sub(self.system),
            faults: now.faults.saturating_sub(self.faults),
        }
    }

    /// Returns all processor time.
    #[must_use]
    pub fn all(self) -> Duration {
        self.user + self.system
    }
}

fn duration(time: TimeVal) -> Duration {
    let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}
