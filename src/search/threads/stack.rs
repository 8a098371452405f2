//! Threads with a stack for the longest path.

use crate::search::platform::{self, Builder, HAS_THREADS};
use std::cell::Cell;

/// Stack of a thread that searches, in bytes: the longest path recurses some kilobytes a ply.
pub(crate) const STACK_BYTES: usize = 256 << 20;

thread_local! {
    /// Whether this thread has such a stack, with nothing to speak of on it.
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// A thread with a stack for the longest path, which is still to be started, and what it is to do.
pub(crate) fn thread_for_searches<T>(work: impl FnOnce() -> T) -> (Builder, impl FnOnce() -> T) {
    let thread = Builder::new().stack_size(STACK_BYTES);
    let work = || {
        IS_LARGE.set(true);
        work()
    };
    (thread, work)
}

/// Does something on a stack for the longest path. Solvers used for it start no thread of their own for
/// each problem, and to start one takes a large part of the time of an easy problem.
///
/// # Panics
/// When the system cannot start a thread.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if !HAS_THREADS {
        return work();
    }
    platform::scope(|scope| {
        let (thread, work) = thread_for_searches(work);
        let started = thread.spawn_scoped(scope, work);
        let joined = started.expect("a thread can be started").join();
        joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Searches on a stack for the longest path: that of this thread if it has one, else that of a thread
/// of its own. Where there are no threads, that of whoever asks has to do. Whoever starts another search while this one goes on, an observer say, gets another stack.
///
/// # Panics
/// When the system cannot start a thread.
pub(in crate::search) fn search_on_large_stack<T: Send>(search: impl FnOnce() -> T + Send) -> T {
    /// The stack is free again, however the search ends.
    struct Free;
    impl Drop for Free {
        fn drop(&mut self) {
            IS_LARGE.set(true);
        }
    }
    if !HAS_THREADS || IS_LARGE.replace(false) {
        let _free = Free;
        return search();
    }
    on_large_stack(|| search_on_large_stack(search))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::{self, ThreadId};

    fn here() -> ThreadId {
        thread::current().id()
    }

    #[test]
    fn one_large_stack_serves_one_search_after_another() {
        let ids = on_large_stack(|| {
            let _ = std::panic::catch_unwind(|| search_on_large_stack(|| panic!("in a search")));
            [
                here(),
                search_on_large_stack(here),
                search_on_large_stack(here),
            ]
        });
        assert!(ids.iter().all(|&id| id == ids[0] && id != here()));
        assert_ne!(search_on_large_stack(here), here());
    }

    #[test]
    fn a_search_inside_another_has_a_stack_of_its_own() {
        let (outer, inner) =
            on_large_stack(|| search_on_large_stack(|| (here(), search_on_large_stack(here))));
        assert_ne!(outer, inner);
        // Where the outer one has been given its thread, that thread is taken.
        let (outer, inner) = search_on_large_stack(|| (here(), search_on_large_stack(here)));
        assert_ne!(outer, inner);
    }
}
