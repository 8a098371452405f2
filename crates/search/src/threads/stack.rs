//! Threads with a stack for the longest path.

use crate::platform::{self, Builder, HAS_THREADS};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::{Mutex, mpsc};

/// The stack of a thread that searches, in bytes: the longest path recurses with some kilobytes for
/// each ply.
pub const STACK_BYTES: usize = 256 << 20;

thread_local! {
    /// Whether this thread has such a stack and no search is using it.
    static HAS_FREE_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Prepares a thread with a stack for the longest path. Returns its builder and its work, with
/// which the caller starts it.
pub fn thread_for_searches<T>(work: impl FnOnce() -> T) -> (Builder, impl FnOnce() -> T) {
    let thread = Builder::new().stack_size(STACK_BYTES);
    let work = || {
        HAS_FREE_STACK.set(true);
        work()
    };
    (thread, work)
}

/// Calls a function on a stack for the longest path. Solvers that it calls start no thread for each
/// problem: that would be a large part of the time of an easy problem.
///
/// # Panics
/// If the system cannot start a thread.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if !HAS_THREADS {
        return work();
    }
    let mut result = None;
    let mut work = Some(work);
    call_on_large_stack(&mut || result = work.take().map(|work| work()));
    result.expect("it was called once")
}

/// Calls a function in a thread with such a stack. Starting a thread is much code: here it is compiled
/// once, not for each type of result.
fn call_on_large_stack(work: &mut (dyn FnMut() + Send)) {
    platform::scope(|scope| {
        let (thread, work) = thread_for_searches(work);
        let started = thread.spawn_scoped(scope, work);
        let joined = started.expect("a thread can be started").join();
        joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// Returns how many of `searching` such threads the system can start together with `others` ordinary
/// threads. 0 if it cannot start all of the others.
#[must_use]
pub fn can_start(searching: usize, others: usize) -> usize {
    let gate = Mutex::new(());
    let gate = &gate;
    platform::scope(|scope| {
        let closed = gate.lock();
        let mut started = Vec::new();
        let mut start = |thread: Builder| {
            let (send, ready) = mpsc::sync_channel(1);
            let handle = thread.spawn_scoped(scope, move || {
                // A thread reserves its own memory when it first asks for some.
                let asked = Vec::<u8>::new().try_reserve_exact(1).is_ok();
                let _ = send.send(black_box(asked));
                drop(gate.lock());
            });
            let is_started = handle.is_ok() && ready.recv() == Ok(true);
            started.extend(handle);
            is_started
        };
        let all_others = (0..others).all(|_| start(Builder::new()));
        let count = (0..searching)
            .take_while(|_| all_others && start(Builder::new().stack_size(STACK_BYTES)))
            .count();
        drop(closed);
        // The stacks are needed again at once. Without joining, they would be freed some time
        // later.
        for thread in started {
            let _ = thread.join();
        }
        count
    })
}

/// Lets workers work at the same time, each on a stack for the longest path. Without threads only the
/// first works.
///
/// # Panics
/// If the system cannot start a thread.
pub fn each_on_large_stack<W: Send>(workers: &mut [W], work: impl Fn(&mut W) + Sync) {
    let work = &work;
    if !HAS_THREADS {
        workers.iter_mut().take(1).for_each(work);
        return;
    }
    platform::scope(|scope| {
        let started: Vec<_> = (workers.iter_mut())
            .map(|worker| {
                let (thread, work) = thread_for_searches(move || work(worker));
                let started = thread.spawn_scoped(scope, work);
                started.expect("a thread can be started")
            })
            .collect();
        for thread in started {
            let joined = thread.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Searches on a stack for the longest path: that of this thread if it has a free one, else that of a
/// new thread. Without threads, the stack of the caller is used. A search started during this one, for
/// example by an observer, gets another stack.
///
/// # Panics
/// If the system cannot start a thread.
pub(crate) fn search_on_large_stack<T: Send>(search: impl FnOnce() -> T + Send) -> T {
    /// Marks the stack as free again when it is dropped, even in a panic.
    struct Free;
    impl Drop for Free {
        fn drop(&mut self) {
            HAS_FREE_STACK.set(true);
        }
    }
    if !HAS_THREADS || HAS_FREE_STACK.replace(false) {
        let _free = Free;
        return search();
    }
    on_large_stack(|| search_on_large_stack(search))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::{self, ThreadId};

    fn thread_id() -> ThreadId {
        thread::current().id()
    }

    #[test]
    fn one_large_stack_serves_one_search_after_another() {
        let ids = on_large_stack(|| {
            let _ = std::panic::catch_unwind(|| search_on_large_stack(|| panic!("in a search")));
            [
                thread_id(),
                search_on_large_stack(thread_id),
                search_on_large_stack(thread_id),
            ]
        });
        assert!(ids.iter().all(|&id| id == ids[0] && id != thread_id()));
        assert_ne!(search_on_large_stack(thread_id), thread_id());
    }

    #[test]
    fn a_search_inside_another_has_a_stack_of_its_own() {
        let (outer, inner) = on_large_stack(|| {
            search_on_large_stack(|| (thread_id(), search_on_large_stack(thread_id)))
        });
        assert_ne!(outer, inner);
        // If the outer search got a thread of its own, this thread's stack is taken.
        let (outer, inner) =
            search_on_large_stack(|| (thread_id(), search_on_large_stack(thread_id)));
        assert_ne!(outer, inner);
    }
}
