//! Workers that run at the same time, and their results in the order of the input.
//!
//! Nothing is read beyond a window after the last result taken. The window is bounded in items and in
//! bytes. So memory is bounded whatever the input, and a hard item delays the others only when the
//! window is full.

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

/// The current item of a worker, and when it began.
pub type CurrentItem = Arc<Mutex<Option<(String, Instant)>>>;

/// An event for the function that takes the results.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<R> {
    /// The next result, in the order of the input; after a stop, with gaps.
    Result(R),
    /// A tick: some time has passed.
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
    /// The most bytes, as the items say they take. Items are read while there are fewer.
    pub bytes: usize,
}

struct State<T> {
    jobs: VecDeque<(usize, T)>,
    intake: Intake,
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
    fn give(&mut self, number: usize, item: T) {
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

    fn push(&self, item: T, bytes: usize) {
        self.update(|state| {
            let number = state.intake.read;
            state.intake.read += 1;
            state.ahead.push_back(bytes);
            state.bytes_ahead += bytes;
            state.give(number, item);
        });
    }

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

/// A result with the number of its item, or nothing where there are no more items.
type Message<R> = Option<(usize, R)>;

/// Ends the reading, however the feeder ends.
struct Complete<T, R>(Arc<Queue<T>>, Sender<Message<R>>);

impl<T, R> Drop for Complete<T, R> {
    fn drop(&mut self) {
        self.0.update(|state| state.intake.complete = true);
        // Nobody waits any more after a stop.
        let _ = self.1.send(None);
    }
}

/// Settles the result with this number. Puts whatever is settled by it into the outlet, and returns the
/// items that are to be done after all, with their numbers.
type Settle<T, R, G> = dyn FnMut(usize, R, &mut Outlet<G>) -> Vec<(usize, T)> + Send;

/// Workers in threads of their own. Dropping it ends them when they have finished their items.
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
    /// `settle` receives each result with its number when it comes. It puts whatever is settled by it into the
    /// outlet, and returns the items that are to be done after all.
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

    /// Returns how many items were given whose result was not taken.
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

    /// Waits until a worker has done an item, at most so long. Returns whether one has.
    ///
    /// # Panics
    /// If a worker has.
    pub fn wait(&mut self, time: Duration) -> bool {
        let Ok(message) = self.results.recv_timeout(time) else {
            let ended = self.threads.iter().position(JoinHandle::is_finished);
            if let Some(Err(panic)) = ended.map(|it| self.threads.swap_remove(it).join()) {
                resume_unwind(panic);
            }
            return false;
        };
        self.hear(message)
    }

    fn hear(&mut self, message: Message<R>) -> bool {
        let Some((number, result)) = message else {
            return false;
        };
        self.done += 1;
        for (number, item) in (self.settle)(number, result, &mut self.outlet) {
            self.done -= 1;
            self.queue.update(|state| state.give(number, item));
        }
        true
    }

    /// Gives the workers the items of `feed`, which come with the bytes they take. They are read ahead
    /// within the window, in a thread of its own, which stays behind if it is still waiting for an item.
    ///
    /// `take` receives the results, and ticks. When it breaks off, no further item is begun; items under way
    /// are finished, and their results are taken as well.
    ///
    /// Returns the message of the panic that ended the feed, if one did. The items before it are done.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn each<I: Iterator<Item = (T, usize)>>(
        mut self,
        feed: impl FnOnce() -> I + Send + 'static,
        mut take: impl FnMut(Event<G>) -> ControlFlow<()>,
    ) -> io::Result<Option<String>> {
        let complete = Complete(Arc::clone(&self.queue), self.send.clone());
        thread::Builder::new().spawn(move || {
            let fed = guarded(|| {
                let mut items = feed();
                while complete.0.has_room() {
                    let Some((item, bytes)) = items.next() else {
                        break;
                    };
                    complete.0.push(item, bytes);
                }
            });
            complete.0.update(|state| state.failure = fed.err());
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
            self.hear(message);
        }
        for result in std::mem::take(&mut self.outlet.ready).into_values() {
            // It has broken off before; there is nothing more to break off.
            let _ = take(Event::Result(result));
        }
        Ok(self.queue.lock().failure.take())
    }
}

/// The results that cannot be given yet, because those before them are missing.
#[derive(Debug)]
pub struct Outlet<G> {
    ready: BTreeMap<usize, G>,
    given: usize,
    is_ordered: bool,
}

impl<G> Outlet<G> {
    /// Begins without results. They leave in the order of their numbers, or as they come.
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

/// Has workers do the items of `feed`, and takes the results in order, as [`Pool::each`] does.
///
/// # Errors
/// If no worker can be started, or if the feeder cannot or panics.
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
