//! The searches that are running: how many there may be, and which one ends for another.

use crate::workbench::{Fault, FaultKind};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Threads for calls, searches included.
pub(super) const THREADS: usize = 32;

/// The most searches at the same time, on any machine.
pub const MOST_SEARCHES: usize = 16;

/// The most searches that wait for their turn.
const WAITING: usize = 64;

/// The time that a search waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

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
    searches: Arc<Semaphore>,
    queue: Semaphore,
    /// The most searches at the same time.
    most: usize,
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
    _permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.desk.all().remove(&self.id);
    }
}

impl Desk {
    /// Makes a desk for as many searches as this machine can do, and not more than `most`.
    pub fn new(most: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let most = (2 * processors).clamp(4, MOST_SEARCHES).min(most.max(1));
        Self {
            searches: Arc::new(Semaphore::new(most)),
            queue: Semaphore::new(WAITING),
            most,
            running: Mutex::new(HashMap::new()),
            last: AtomicU64::new(0),
            is_closed: AtomicBool::new(false),
        }
    }

    fn all(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the work of a page of which it has only one.
    fn make_way(&self, page: &str, sort: Sort) {
        if sort.is_single() {
            let all = self.all();
            let same = all.values().filter(|it| it.sort == sort && it.page == page);
            same.for_each(|it| it.stop.store(true, Ordering::Relaxed));
        }
    }

    /// Returns a place for work of this sort. A search waits for it; what needs none is answered at once.
    pub async fn place(self: &Arc<Self>, page: &str, sort: Sort) -> Result<Place, Fault> {
        self.make_way(page, sort);
        let permit = if sort == Sort::Quick {
            None
        } else {
            let _waiting = self.queue.try_acquire().map_err(|_| busy())?;
            let turn = Arc::clone(&self.searches).acquire_owned();
            let turn = tokio::time::timeout(PATIENCE, turn).await;
            Some(turn.ok().and_then(Result::ok).ok_or_else(busy)?)
        };
        // One may have waited at the same time.
        self.make_way(page, sort);
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let stop = Arc::new(AtomicBool::new(self.is_closed.load(Ordering::SeqCst)));
        let running = Running {
            page: page.to_owned(),
            sort,
            stop: Arc::clone(&stop),
        };
        self.all().insert(id, running);
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
