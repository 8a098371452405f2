//! Judges many problems in parallel, for `tsume validate`, `tsume worker` and Python.
//!
//! Problems come from a [`Feed`], or are given one by one. A duplicate waits for the answer to the earlier problem.
//! Rows are yielded in the order of the problems.

mod case;
mod feed;
mod settling;
mod worker;

pub use case::{Case, Cases, Item, Policy, Verdicts};
pub use feed::{Feed, PassedOver, Past};
pub use settling::Settled;
pub use worker::Done;

use super::pool::{CurrentItem, Outlet, Pool, Window};
use crate::judge::Settings;
use crate::similar::Index;
use settling::Settling;
use std::io;
use std::sync::Arc;
use worker::Worker;

/// The most problems and bytes that are judged ahead of a problem that takes long.
const WINDOW: Window = Window {
    items: 1024,
    bytes: 64 << 20,
};

/// The options of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The number of problems judged at the same time.
    pub jobs: usize,
    /// Whether rows are yielded in the order of the problems. Otherwise they are yielded as they come.
    pub ordered: bool,
    /// Whether problems that stay unknown are judged again in another run.
    pub retries: bool,
    /// The collections in which similar works are searched for.
    pub similar: Option<Arc<Index>>,
}

impl Options {
    /// Returns the usual options for this number of problems at the same time.
    #[must_use]
    pub const fn new(jobs: usize) -> Self {
        Self {
            jobs,
            ordered: true,
            retries: false,
            similar: None,
        }
    }
}

/// A run that has begun.
#[derive(Debug)]
#[non_exhaustive]
pub struct Run {
    /// The workers, which yield the rows.
    pub pool: Pool<Item, Done, Settled>,
    /// The current problem of each worker.
    pub current: Vec<CurrentItem>,
}

impl Run {
    /// Starts the workers. `verdicts` are the answers to earlier problems.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn start(settings: &Settings, options: &Options, verdicts: &Verdicts) -> io::Result<Self> {
        let workers = (0..options.jobs.max(1)).map(|_| Worker::new(settings, options));
        let workers: Vec<_> = workers.collect();
        let current = workers.iter().map(|it| it.current.clone()).collect();
        let mut settling = Settling::new(settings, options.retries, verdicts.clone());
        let settle = move |number, done, outlet: &mut _| settling.settle(number, done, outlet);
        let outlet = Outlet::new(options.ordered);
        let pool = Pool::start(workers, WINDOW, outlet, Worker::judge, settle)?;
        Ok(Self { pool, current })
    }
}
