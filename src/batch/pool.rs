//! Runs workers in parallel, and yields their results in the order of the input.
//!
//! Items are read ahead of the last result taken only within a window of so many items and bytes. That bounds the
//! memory for any input, and a hard item delays the others only when the window is full.

use crate::guard::guarded;
use crate::search::{STACK_BYTES, thread_for_searches};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two ticks while no result comes.
const TICK: Duration = Duration::from_millis(100);

/// The name of the current item of a worker, and the time at which it began.
pub type CurrentItem = Arc<Mutex<Option<(String, Instant)>>>;

/// An event for the function that takes the results.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<R> {
    /// The next result, in the order of the input. After a stop some are missing.
    Result(R),
    /// Some time has passed.
    Tick(Intake),
}

/// How much has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intake {
    /// Items read so far.
    pub read: usize,
    /// Whether these are all.
    pub complete: bool,
}

/// How far the feeder reads ahead of the results taken.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The most items. There is always room for one item for each worker.
    pub items: usize,
    /// The most bytes, by the sizes that come with the items. Items are read while there are fewer.
    pub bytes: usize,
}

struct State<T> {
    jobs: VecDeque<(usize, T)>,
    intake: Intake,
    /// The number of results taken.
    taken: usize,
    /// The bytes of each item that was read and whose result is not taken.
    ahead: VecDeque<usize>,
    /// Their sum.
    bytes_ahead: usize,
    stopped: bool,
    /// The message of the panic that ended the feed.
    failure: Option<String>,
}

impl<T> State<T> {
    fn add_job(&mut self, number: usize, item: T) {
        if !self.stopped {
            self.jobs.push_back((number, item));
        }
    }

    /// Notes that the results of all items before this one are taken.
    fn take_up_to(&mut self, next: usize) {
        while self.taken < next {
            self.taken += 1;
            self.bytes_ahead -= self.ahead.pop_front().unwrap_or_default();
        }
    }
}

struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    window: Window,
    workers: usize,
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing that can panic happens under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until another item may be read. Returns false if no more are wanted.
    fn has_room(&self) -> bool {
        let mut state = self.lock();
        while !state.stopped && !self.fits_another(&state) {
            state = self.wait(state);
        }
        !state.stopped
    }

    fn fits_another(&self, state: &State<T>) -> bool {
        let ahead = state.ahead.len();
        ahead < self.workers || ahead < self.window.items && state.bytes_ahead < self.window.bytes
    }

    /// Adds a new item, which takes this many bytes.
    fn push(&self, item: T, bytes: usize) {
        self.update(|state| {
            let number = state.intake.read;
            state.intake.read += 1;
            state.ahead.push_back(bytes);
            state.bytes_ahead += bytes;
            state.add_job(number, item);
        });
    }

    /// Waits for the next item. Returns `None` after a stop.
    fn pop(&self) -> Option<(usize, T)> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            state = self.wait(state);
        }
    }

    /// Changes the state, and wakes all threads that wait for a change.
    fn update(&self, change: impl FnOnce(&mut State<T>)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Begins no further item.
    fn stop(&self) {
        self.update(|state| {
            state.stopped = true;
            state.jobs.clear();
        });
    }
}

/// A result with the number of its item, or `None` to wake the receiver at the end of the input.
type Message<R> = Option<(usize, R)>;

/// Marks the input as complete when it is dropped, even if the feed panics.
struct CompleteOnDrop<T, R> {
    queue: Arc<Queue<T>>,
    send: Sender<Message<R>>,
}

impl<T, R> Drop for CompleteOnDrop<T, R> {
    fn drop(&mut self) {
        self.queue.update(|state| state.intake.complete = true);
        // After a stop nobody receives it.
        let _ = self.send.send(None);
    }
}

/// Settles the result with this number: puts all results that are final now into the outlet, and returns the items
/// that have to be done again, with their numbers.
type Settle<T, R, G> = dyn FnMut(usize, R, &mut Outlet<G>) -> Vec<(usize, T)> + Send;

/// Workers in threads of their own. After a drop they end when they have finished their items.
pub struct Pool<T, R, G = R> {
    queue: Arc<Queue<T>>,
    send: Sender<Message<R>>,
    results: Receiver<Message<R>>,
    threads: Vec<JoinHandle<()>>,
    settle: Box<Settle<T, R, G>>,
    outlet: Outlet<G>,
    /// The number of items that no worker has any more.
    done: usize,
}

impl<T, R, G> std::fmt::Debug for Pool<T, R, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool")
            .field("threads", &self.threads.len())
            .finish_non_exhaustive()
    }
}

impl<T, R, G> Drop for Pool<T, R, G> {
    fn drop(&mut self) {
        self.queue.stop();
    }
}

impl<T: Send + 'static, R: Send + 'static, G> Pool<T, R, G> {
    /// Starts the workers. If not all of them can be started, the others do the work.
    ///
    /// `settle` receives each result with its number when it comes. It puts all results that are final now into the
    /// outlet, and returns the items that have to be done again.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn start<W: Send + 'static>(
        workers: Vec<W>,
        window: Window,
        outlet: Outlet<G>,
        work: impl Fn(&mut W, T) -> R + Send + Sync + 'static,
        settle: impl FnMut(usize, R, &mut Outlet<G>) -> Vec<(usize, T)> + Send + 'static,
    ) -> io::Result<Self> {
        let (send, results) = mpsc::channel();
        let queue = Queue {
            state: Mutex::new(State {
                jobs: VecDeque::new(),
                intake: Intake::default(),
                taken: 0,
                ahead: VecDeque::new(),
                bytes_ahead: 0,
                stopped: false,
                failure: None,
            }),
            changed: Condvar::new(),
            window,
            workers: workers.len().max(1),
        };
        let mut pool = Self {
            queue: Arc::new(queue),
            send,
            results,
            threads: Vec::new(),
            settle: Box::new(settle),
            outlet,
            done: 0,
        };
        let work = Arc::new(work);
        for mut worker in workers {
            let (queue, send) = (Arc::clone(&pool.queue), pool.send.clone());
            let work = Arc::clone(&work);
            let (_, work) = thread_for_searches(move || {
                while let Some((number, item)) = queue.pop() {
                    if send.send(Some((number, work(&mut worker, item)))).is_err() {
                        break;
                    }
                }
            });
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            match thread.spawn(work) {
                Ok(thread) => pool.threads.push(thread),
                Err(error) if pool.threads.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(pool)
    }

    /// Gives the workers another item.
    pub fn give(&self, item: T) {
        self.queue.push(item, 0);
    }

    /// Returns how many items the workers have.
    #[must_use]
    pub fn working(&self) -> usize {
        self.queue.lock().intake.read - self.done
    }

    /// Returns how many items were given whose results are not taken yet.
    #[must_use]
    pub fn ahead(&self) -> usize {
        self.queue.lock().intake.read - self.outlet.given
    }

    /// Returns whether the next result is there.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.outlet.has_next()
    }

    /// Takes the next result, if it is there.
    pub fn take(&mut self) -> Option<G> {
        let next = self.outlet.pop()?;
        self.queue
            .update(|state| state.take_up_to(self.outlet.given));
        Some(next)
    }

    /// Waits at most this time until a worker has done an item. Returns whether one has.
    ///
    /// # Panics
    /// If a worker has panicked.
    pub fn wait(&mut self, time: Duration) -> bool {
        let Ok(message) = self.results.recv_timeout(time) else {
            if let Some(ended) = self.threads.iter().position(JoinHandle::is_finished)
                && let Err(panic) = self.threads.swap_remove(ended).join()
            {
                resume_unwind(panic);
            }
            return false;
        };
        self.receive(message)
    }

    /// Settles the result in a message. Returns whether there is one.
    fn receive(&mut self, message: Message<R>) -> bool {
        let Some((number, result)) = message else {
            return false;
        };
        self.done += 1;
        for (number, item) in (self.settle)(number, result, &mut self.outlet) {
            self.done -= 1;
            self.queue.update(|state| state.add_job(number, item));
        }
        true
    }

    /// Gives the workers the items of `feed`, each with the number of bytes it takes. Another thread reads them ahead
    /// within the window. If that thread is still waiting for an item at the end, it is not joined.
    ///
    /// `take` receives the results, and ticks. When it breaks off, no further item is begun. Items under way are
    /// finished, and their results are taken as well.
    ///
    /// Returns the message of a panic in the feed, if there was one. The items before it are done.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn each<I: Iterator<Item = (T, usize)>>(
        mut self,
        feed: impl FnOnce() -> I + Send + 'static,
        mut take: impl FnMut(Event<G>) -> ControlFlow<()>,
    ) -> io::Result<Option<String>> {
        let complete = CompleteOnDrop {
            queue: Arc::clone(&self.queue),
            send: self.send.clone(),
        };
        thread::Builder::new().spawn(move || {
            let queue = &complete.queue;
            let result = guarded(|| {
                let mut items = feed();
                while queue.has_room() {
                    let Some((item, bytes)) = items.next() else {
                        break;
                    };
                    queue.push(item, bytes);
                }
            });
            queue.update(|state| state.failure = result.err());
        })?;
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() {
            self.wait(TICK);
            while flow.is_continue()
                && let Some(result) = self.take()
            {
                flow = take(Event::Result(result));
            }
            let intake = self.queue.lock().intake;
            if flow.is_continue() {
                flow = take(Event::Tick(intake));
            }
            if intake.complete && self.outlet.given == intake.read {
                break;
            }
        }
        self.queue.stop();
        for thread in std::mem::take(&mut self.threads) {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        while let Ok(message) = self.results.try_recv() {
            self.receive(message);
        }
        for result in std::mem::take(&mut self.outlet.ready).into_values() {
            // Nothing is left that a break could end.
            let _ = take(Event::Result(result));
        }
        Ok(self.queue.lock().failure.take())
    }
}

/// The results that wait to be taken. If they are ordered, each waits for those before it.
#[derive(Debug)]
pub struct Outlet<G> {
    ready: BTreeMap<usize, G>,
    /// The number of results that were taken.
    given: usize,
    is_ordered: bool,
}

impl<G> Outlet<G> {
    /// Begins without results. They are taken in the order of their numbers if `is_ordered`, else as they come.
    #[must_use]
    pub const fn new(is_ordered: bool) -> Self {
        Self {
            ready: BTreeMap::new(),
            given: 0,
            is_ordered,
        }
    }

    /// Adds the result with this number.
    pub fn put(&mut self, number: usize, result: G) {
        self.ready.insert(number, result);
    }

    fn has_next(&self) -> bool {
        let first = self.ready.first_key_value();
        first.is_some_and(|(&first, _)| !self.is_ordered || first == self.given)
    }

    fn pop(&mut self) -> Option<G> {
        if !self.has_next() {
            return None;
        }
        self.given += 1;
        self.ready.pop_first().map(|(_, result)| result)
    }
}

/// Gives workers the items of `feed`, and takes the results in order, like [`Pool::each`].
///
/// # Errors
/// If no worker can be started, if the thread of the feed cannot be started, or if the feed panics.
pub fn ordered<T, R, W, I>(
    feed: impl FnOnce() -> I + Send + 'static,
    workers: Vec<W>,
    window: Window,
    work: impl Fn(&mut W, T) -> R + Send + Sync + 'static,
    take: impl FnMut(Event<R>) -> ControlFlow<()>,
) -> io::Result<()>
where
    T: Send + 'static,
    R: Send + 'static,
    W: Send + 'static,
    I: Iterator<Item = (T, usize)>,
{
    let settle = |number, result, outlet: &mut Outlet<R>| {
        outlet.put(number, result);
        Vec::new()
    };
    let pool = Pool::start(workers, window, Outlet::new(true), work, settle)?;
    match pool.each(feed, take)? {
        None => Ok(()),
        Some(message) => Err(io::Error::other(message)),
    }
}

#[cfg(test)]
mod tests;
