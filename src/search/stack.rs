//! Threads with a stack for the longest path.

use std::cell::Cell;
use std::thread::{self, Builder};

/// Stack of a thread that searches, in bytes: the longest path recurses some kilobytes a ply.
pub(super) const STACK_BYTES: usize = 256 << 20;

thread_local! {
    /// Whether the stack of this thread is one of those.
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// A thread with a stack for the longest path that is still to be started, and what it is to do.
/// Solvers used in it, near the beginning of the stack, start no thread of their own for each problem,
/// which makes up a large part of the cost of an easy one.
///
/// ```
/// # use tsume::search::thread_for_searches;
/// let (thread, work) = thread_for_searches(|| 6 * 7);
/// assert_eq!(thread.spawn(work).unwrap().join().unwrap(), 42);
/// ```
pub fn thread_for_searches<T>(work: impl FnOnce() -> T) -> (Builder, impl FnOnce() -> T) {
    let thread = Builder::new().stack_size(STACK_BYTES);
    let work = || {
        IS_LARGE.set(true);
        work()
    };
    (thread, work)
}

/// Does something in a thread with a stack for the longest path: in this one if it is such a thread
/// ([`thread_for_searches`]), else in one of its own.
///
/// # Panics
/// When the system cannot start a thread.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_LARGE.get() {
        return work();
    }
    thread::scope(|scope| {
        let (thread, work) = thread_for_searches(work);
        let started = thread.spawn_scoped(scope, work);
        let joined = started.expect("a thread can be started").join();
        joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_large_stack_serves_whatever_is_done_on_it() {
        let here = || thread::current().id();
        let (outer, inner) = on_large_stack(|| (here(), on_large_stack(here)));
        assert_eq!(outer, inner);
        assert_ne!(outer, here());
        // This thread has not become one of those.
        assert_ne!(on_large_stack(here), here());
    }
}
