//! The searches that are running: how many there may be, and which one ends for another.

use crate::workbench::{Fault, FaultKind};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Threads for calls, searches included.
pub(super) const THREADS: usize = 32;

/// The most searches at the same time, on any machine.
pub const MOST_SEARCHES: usize = 16;

/// The most calls without a search at the same time.
const QUICK: usize = 8;

/// The most requests that wait for their turn: searches, and calls without one.
const WAITING: usize = 64;

/// The time that a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most searches of one page, beside those that end for each other.
const OF_A_PAGE: usize = 6;

/// A sort of work. Of some sorts a page has only one: the new one ends the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A call without a search.
    Quick,
    /// A search that does not end others.
    Search,
    /// A judgement.
    Judge,
    /// A repair or an extension.
    Repair,
    /// Problems that are composed.
    Compose,
}

impl Sort {
    const fn is_single(self) -> bool {
        matches!(self, Self::Judge | Self::Repair | Self::Compose)
    }
}

/// The work that is going on.
#[derive(Debug)]
pub(super) struct Desk {
    quick: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    /// The most searches at the same time.
    most: usize,
    waiting: [AtomicUsize; 2],
    running: Mutex<HashMap<u64, Running>>,
    last: AtomicU64,
    is_closed: AtomicBool,
}

#[derive(Debug)]
struct Running {
    page: String,
    sort: Sort,
    stop: Arc<AtomicBool>,
}

/// A place at the desk, which is free again when this goes.
#[derive(Debug)]
pub(super) struct Place {
    desk: Arc<Desk>,
    pub id: u64,
    pub stop: Arc<AtomicBool>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.desk.all().remove(&self.id);
    }
}

/// Counts a request that waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Desk {
    /// Makes a desk for as many searches as this machine can do, and not more than `most`.
    pub fn new(most: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let most = (2 * processors).clamp(4, MOST_SEARCHES).min(most.max(1));
        Self {
            quick: Arc::new(Semaphore::new(QUICK)),
            searches: Arc::new(Semaphore::new(most)),
            most,
            waiting: [AtomicUsize::new(0), AtomicUsize::new(0)],
            running: Mutex::new(HashMap::new()),
            last: AtomicU64::new(0),
            is_closed: AtomicBool::new(false),
        }
    }

    fn all(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place for work of this sort.
    pub async fn place(self: &Arc<Self>, page: &str, sort: Sort) -> Result<Place, Fault> {
        if sort.is_single() {
            let mut all = self.all();
            let same = all
                .values_mut()
                .filter(|it| it.sort == sort && it.page == page);
            same.for_each(|it| it.stop.store(true, Ordering::Relaxed));
        } else if sort != Sort::Quick {
            let all = self.all();
            let count = all.values().filter(|it| it.page == page && it.sort == sort);
            if count.count() >= OF_A_PAGE {
                return Err(busy());
            }
        }
        // A flood of searches does not keep out what is soon answered.
        let queue = &self.waiting[usize::from(sort == Sort::Quick)];
        let waiting = queue.fetch_add(1, Ordering::Relaxed);
        let counted = Waiting(queue);
        if waiting >= WAITING {
            return Err(busy());
        }
        let permits = match sort {
            Sort::Quick => &self.quick,
            _ => &self.searches,
        };
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(permits).acquire_owned());
        let Ok(Ok(permit)) = turn.await else {
            return Err(busy());
        };
        drop(counted);
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let stop = Arc::new(AtomicBool::new(false));
        let running = Running {
            page: page.to_owned(),
            sort,
            stop: Arc::clone(&stop),
        };
        let mut all = self.all();
        if sort.is_single() {
            // One that waited at the same time.
            let same = all.values().filter(|it| it.sort == sort && it.page == page);
            same.for_each(|it| it.stop.store(true, Ordering::Relaxed));
        }
        all.insert(id, running);
        drop(all);
        if self.is_closed.load(Ordering::SeqCst) {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(Place {
            desk: Arc::clone(self),
            id,
            stop,
            _permit: permit,
        })
    }

    /// Ends the work with this number. Returns whether there was any.
    pub fn stop(&self, id: u64) -> bool {
        let all = self.all();
        let found = all.get(&id);
        found
            .map(|it| it.stop.store(true, Ordering::Relaxed))
            .is_some()
    }

    /// Ends all work, now and from now on.
    pub fn stop_all(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        for it in self.all().values() {
            it.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns how many searches are running, and how many there may be.
    pub fn searches(&self) -> (usize, usize) {
        let all = self.all();
        let running = all.values().filter(|it| it.sort != Sort::Quick).count();
        (running, self.most)
    }
}

fn busy() -> Fault {
    let message = both!(
        "too many searches are running: stop one, or try again",
        "実行中の探索が多すぎる：どれかを止めるか、やり直す"
    );
    Fault::new(FaultKind::Busy, message)
}
