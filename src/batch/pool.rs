//! Workers that run at the same time and return their results in the order of the input.
//!
//! A feeder reads ahead in a thread of its own, but never beyond a window after the last result
//! taken. The window is bounded in items and in bytes. So memory is bounded whatever the input, and
//! a hard item delays the others only when the window is full.

use crate::search::thread_for_searches;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time between two ticks while no result comes.
const TICK: Duration = Duration::from_millis(100);

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
}

impl<T> State<T> {
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
        let mut state = self.lock();
        let number = state.intake.read;
        state.intake.read += 1;
        state.ahead.push_back(bytes);
        state.bytes_ahead += bytes;
        if !state.stopped {
            state.jobs.push_back((number, item));
        }
        self.changed.notify_all();
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
            if state.intake.complete {
                return None;
            }
            state = self.wait(state);
        }
    }

    fn update(&self, change: impl FnOnce(&mut State<T>)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

/// Ends the reading, however the feeder ends.
struct Complete<T>(Arc<Queue<T>>);

impl<T> Drop for Complete<T> {
    fn drop(&mut self) {
        self.0.update(|state| state.intake.complete = true);
    }
}

/// Ends the workers, however the taking of results ends.
struct Stop<'a, T>(&'a Queue<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.update(|state| {
            state.stopped = true;
            state.jobs.clear();
        });
    }
}

/// Has workers do the items of `feed`, which come with the bytes they take. The feeder reads ahead
/// within the window.
///
/// `take` receives the results in order, and ticks. When it breaks off, no further item is begun;
/// items under way are finished, and their results are taken as well. The iterator is made and used
/// in a thread of its own, which stays behind if it is still waiting for an item. If not all
/// workers can be started, the others do the work.
///
/// # Errors
/// If no worker can be started, or if the feeder cannot.
pub fn ordered<T, R, W, I>(
    feed: impl FnOnce() -> I + Send + 'static,
    workers: Vec<W>,
    window: Window,
    work: impl Fn(&mut W, T) -> R + Sync,
    mut take: impl FnMut(Event<R>) -> ControlFlow<()>,
) -> io::Result<()>
where
    T: Send + 'static,
    R: Send,
    W: Send,
    I: Iterator<Item = (T, usize)>,
{
    let queue = Arc::new(Queue {
        state: Mutex::new(State {
            jobs: VecDeque::new(),
            intake: Intake::default(),
            taken: 0,
            ahead: VecDeque::new(),
            bytes_ahead: 0,
            stopped: false,
        }),
        changed: Condvar::new(),
        window,
        workers: workers.len().max(1),
    });
    let complete = Complete(Arc::clone(&queue));
    thread::Builder::new().spawn(move || {
        let mut items = feed();
        while complete.0.has_room() {
            let Some((item, bytes)) = items.next() else {
                break;
            };
            complete.0.push(item, bytes);
        }
    })?;

    thread::scope(|scope| {
        let stop = Stop(&queue);
        let (send, results) = mpsc::channel();
        let mut working = 0;
        for mut worker in workers {
            let (queue, send, work) = (&queue, send.clone(), &work);
            let (thread, work) = thread_for_searches(move || {
                while let Some((number, item)) = queue.pop() {
                    if send.send((number, work(&mut worker, item))).is_err() {
                        break;
                    }
                }
            });
            match thread.spawn_scoped(scope, work) {
                Ok(_) => working += 1,
                Err(error) if working == 0 => return Err(error),
                Err(_) => break,
            }
        }
        drop(send);

        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() {
            match results.recv_timeout(TICK) {
                Ok((number, result)) => {
                    waiting.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let (true, Some(result)) = (flow.is_continue(), waiting.remove(&next)) {
                next += 1;
                queue.update(|state| state.take_up_to(next));
                flow = take(Event::Result(result));
            }
            if flow.is_continue() {
                let intake = queue.lock().intake;
                flow = take(Event::Tick(intake));
            }
        }
        drop(stop);
        waiting.extend(results);
        for result in waiting.into_values() {
            // It has broken off before; there is nothing more to break off.
            let _ = take(Event::Result(result));
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    const TEN: Window = Window {
        items: 10,
        bytes: usize::MAX,
    };

    fn slow_when_even(number: usize) -> usize {
        if number.is_multiple_of(2) {
            thread::sleep(Duration::from_millis(2));
        }
        number * number
    }

    #[test]
    fn results_keep_the_order_of_the_input() {
        for jobs in [1, 2, 5] {
            let mut found = Vec::new();
            let work = |calls: &mut usize, number| {
                *calls += 1;
                slow_when_even(number)
            };
            ordered(
                || (0..50).map(|number| (number, 1)),
                vec![0; jobs],
                TEN,
                work,
                |event| {
                    if let Event::Result(result) = event {
                        found.push(result);
                    }
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
            assert_eq!(found, (0..50).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    /// Returns how many items of this size are read ahead at most.
    fn most_ahead(window: Window, bytes: usize) -> usize {
        let taken = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let (seen, ahead) = (Arc::clone(&taken), Arc::clone(&most));
        let feed = move || {
            let items = (0..200).inspect(move |number| {
                ahead.fetch_max(number - seen.load(SeqCst), SeqCst);
            });
            items.map(move |number| (number, bytes))
        };
        let work = |(): &mut (), number| {
            if number == 0 {
                thread::sleep(Duration::from_millis(200));
            }
            number
        };
        ordered(feed, vec![(), ()], window, work, |event| {
            if let Event::Result(_) = event {
                taken.fetch_add(1, SeqCst);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(taken.load(SeqCst), 200);
        most.load(SeqCst)
    }

    #[test]
    fn no_more_is_read_than_the_window_holds() {
        // The result that makes room is counted a moment after.
        assert!((9..=10).contains(&most_ahead(TEN, 0)));
        let by_bytes = Window {
            items: 1000,
            bytes: 50,
        };
        assert!((4..=5).contains(&most_ahead(by_bytes, 10)));
        // An item larger than the window keeps every worker busy all the same.
        assert!((1..=2).contains(&most_ahead(by_bytes, 1000)));
    }

    #[test]
    fn a_stop_finishes_what_is_under_way_and_does_not_wait_for_input() {
        let (held, input) = mpsc::channel::<usize>();
        held.send(0).unwrap();
        held.send(1).unwrap();
        let mut found = Vec::new();
        let work = |(): &mut (), number| number;
        ordered(
            move || input.into_iter().map(|number| (number, 1)),
            vec![()],
            TEN,
            work,
            |event| {
                if let Event::Result(result) = event {
                    found.push(result);
                }
                if found.is_empty() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        )
        .unwrap();
        assert_eq!(found[0], 0);
        // The input never ended, and nobody waited for it.
        drop(held);
    }

    #[test]
    fn ticks_tell_how_much_was_read() {
        let mut last = Intake::default();
        let work = |(): &mut (), number: usize| number;
        ordered(
            || (0..3).map(|number| (number, 1)),
            vec![()],
            TEN,
            work,
            |event| {
                if let Event::Tick(intake) = event {
                    last = intake;
                }
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        assert_eq!(last.read, 3);
    }
}
