//! Gives searches their turns: bounds how many run, and ends an old search of a page for a new one.

use crate::workbench::{Fault, FaultKind};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The threads for calls, those of searches included.
pub(super) const THREADS: usize = 32;

/// The most searches at the same time, on any machine.
pub const MAX_SEARCHES: usize = 16;

/// The most searches that wait for their turn.
const MAX_WAITING: usize = 64;

/// The longest time that a search waits for its turn.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);

/// A sort of work.
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
    /// Rows of many problems.
    Rows,
}

impl Sort {
    /// Returns whether a page has only one work of this sort at a time: the new one ends the old one.
    const fn is_single(self) -> bool {
        matches!(
            self,
            Self::Judge | Self::Repair | Self::Compose | Self::Rows
        )
    }
}

/// The calls under way.
#[derive(Debug)]
pub(super) struct Desk {
    /// A permit for each search that may run.
    searches: Arc<Semaphore>,
    /// A permit for each search that may wait.
    queue: Semaphore,
    /// The most searches at the same time.
    max_searches: usize,
    /// The running calls by their ids.
    running: Mutex<HashMap<u64, Running>>,
    last_id: AtomicU64,
    is_closed: AtomicBool,
}

#[derive(Debug)]
struct Running {
    page: String,
    sort: Sort,
    stop: Arc<AtomicBool>,
}

/// The place of a call at the desk. Dropping it frees the place.
#[derive(Debug)]
pub(super) struct Place {
    desk: Arc<Desk>,
    pub id: u64,
    pub stop: Arc<AtomicBool>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.desk.lock_running().remove(&self.id);
    }
}

impl Desk {
    /// Makes a desk for as many searches as suit this machine, `max` at most.
    pub fn new(max: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let max_searches = (2 * processors).clamp(4, MAX_SEARCHES).min(max.max(1));
        Self {
            searches: Arc::new(Semaphore::new(max_searches)),
            queue: Semaphore::new(MAX_WAITING),
            max_searches,
            running: Mutex::new(HashMap::new()),
            last_id: AtomicU64::new(0),
            is_closed: AtomicBool::new(false),
        }
    }

    fn lock_running(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the earlier work of a page for new work of a single sort.
    fn end_earlier(&self, page: &str, sort: Sort) {
        if sort.is_single() {
            let running = self.lock_running();
            for it in running
                .values()
                .filter(|it| it.sort == sort && it.page == page)
            {
                it.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns a place for work of this sort. A search waits for its turn; quick calls do not.
    ///
    /// # Errors
    /// If too many searches wait, or the turn does not come in time.
    pub async fn place(self: &Arc<Self>, page: &str, sort: Sort) -> Result<Place, Fault> {
        self.end_earlier(page, sort);
        let permit = if sort == Sort::Quick {
            None
        } else {
            let _waiting = self.queue.try_acquire().map_err(|_| busy())?;
            let turn = Arc::clone(&self.searches).acquire_owned();
            let turn = tokio::time::timeout(TURN_TIMEOUT, turn).await;
            Some(turn.ok().and_then(Result::ok).ok_or_else(busy)?)
        };
        // Another one of this page may have waited at the same time.
        self.end_earlier(page, sort);
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let stop = Arc::new(AtomicBool::new(self.is_closed.load(Ordering::SeqCst)));
        let running = Running {
            page: page.to_owned(),
            sort,
            stop: Arc::clone(&stop),
        };
        self.lock_running().insert(id, running);
        Ok(Place {
            desk: Arc::clone(self),
            id,
            stop,
            _permit: permit,
        })
    }

    /// Ends the work with this id. Returns whether there was any.
    pub fn stop(&self, id: u64) -> bool {
        let running = self.lock_running();
        let Some(work) = running.get(&id) else {
            return false;
        };
        work.stop.store(true, Ordering::Relaxed);
        true
    }

    /// Ends all work, also work that begins later.
    pub fn stop_all(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        for it in self.lock_running().values() {
            it.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns how many searches are running, and how many there may be.
    pub fn searches(&self) -> (usize, usize) {
        let running = self.lock_running();
        let count = running.values().filter(|it| it.sort != Sort::Quick).count();
        (count, self.max_searches)
    }
}

fn busy() -> Fault {
    let message = both!(
        "too many searches are running: stop one, or try again",
        "実行中の探索が多すぎる：どれかを止めるか、やり直す"
    );
    Fault::new(FaultKind::Busy, message)
}
