//! Differences between platforms: clocks, threads and memory.
//!
//! * **Clock.** `wasm32-unknown-unknown` only has the clock that [`set_clock`] was given, such as
//!   `performance.now` of a browser. Without one, limits of time do nothing, and observers receive
//!   nothing; limits of nodes work as everywhere.
//! * **Threads.** On WebAssembly a search runs in the calling thread, whatever number of threads is
//!   configured. If it was built with atomics, threads of the host that share its memory may help: each
//!   calls [`help`], and [`expect_helpers`] says how many there are. Every thread needs the stack for the
//!   longest path: link with `-C link-arg=-zstack-size=268435456`.
//! * **Memory.** Tables may have any size that fits into the address space. Huge pages are used
//!   only on Linux.
//!
//! This is the only place in the search where `unsafe` is allowed. Huge pages make a search in a
//! large table about a tenth faster, and so does prefetching.
#![expect(
    unsafe_code,
    reason = "zeroed atomics cost nothing only this way, pages are the system's business, and hints to \
              the processor have no safe form"
)]

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::atomic::AtomicU64;

#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub(super) use helpers::{Builder, scope};
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub use helpers::{expect_helpers, help};
#[cfg(not(all(target_family = "wasm", target_feature = "atomics")))]
pub(super) use std::thread::{Builder, scope};
use std::time::Duration;

/// Whether threads can be started.
pub(super) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Whether writing an atomic word locks its cache line. It does in WebAssembly, which has only
/// sequentially consistent atomics.
pub(super) const WRITING_LOCKS: bool =
    cfg!(all(target_family = "wasm", target_feature = "atomics"));

/// Returns the number of threads to use if `wanted` are asked for: at least one.
pub(super) fn threads(wanted: usize) -> usize {
    #[cfg(all(target_family = "wasm", target_feature = "atomics"))]
    return wanted.clamp(1, 1 + helpers::expected());
    #[cfg(not(all(target_family = "wasm", target_feature = "atomics")))]
    if HAS_THREADS { wanted.max(1) } else { 1 }
}

/// A point in time on a monotonic clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(clock::Instant);

impl Moment {
    /// Returns the current time; always the same without a clock.
    pub(super) fn now() -> Self {
        Self(clock::now())
    }

    /// Returns the moment `time` later. `None` without a clock, or if it is too late for one.
    pub(super) fn after(self, time: Duration) -> Option<Self> {
        clock::after(self.0, time).map(Self)
    }

    /// Returns the time since an earlier moment; zero if it is not earlier.
    pub(super) fn since(self, earlier: Self) -> Duration {
        clock::since(self.0, earlier.0)
    }
}

/// Measures time. Without a clock no time ever passes.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Moment);

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(Moment::now())
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Moment::now().since(self.0)
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod clock {
    use std::time::Duration;
    pub(super) use std::time::Instant;

    pub(super) fn now() -> Instant {
        Instant::now()
    }

    pub(super) fn after(moment: Instant, time: Duration) -> Option<Instant> {
        moment.checked_add(time)
    }

    pub(super) fn since(moment: Instant, earlier: Instant) -> Duration {
        moment.saturating_duration_since(earlier)
    }
}

/// The clock that the program was given. Without one, time stands still: asking the system would panic.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod clock {
    use std::sync::OnceLock;
    use std::time::Duration;

    pub(super) static GIVEN: OnceLock<fn() -> Duration> = OnceLock::new();

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(super) struct Instant(Duration);

    pub(super) fn now() -> Instant {
        Instant(GIVEN.get().map_or(Duration::ZERO, |now| now()))
    }

    pub(super) fn after(moment: Instant, time: Duration) -> Option<Instant> {
        GIVEN.get()?;
        moment.0.checked_add(time).map(Instant)
    }

    pub(super) const fn since(moment: Instant, earlier: Instant) -> Duration {
        moment.0.saturating_sub(earlier.0)
    }
}

/// Gives the program a clock: a function that returns the time since any fixed moment. The first clock
/// stays.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn set_clock(now: fn() -> Duration) {
    let _ = clock::GIVEN.set(now);
}

/// Returns whether there is a clock.
#[must_use]
pub fn has_clock() -> bool {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return clock::GIVEN.get().is_some();
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    true
}

/// Threads of the host in place of those that the system does not start. A job that no helper has taken is
/// done by the thread that waits for it, so that one helper too few costs time only.
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
mod helpers {
    use std::collections::VecDeque;
    use std::convert::Infallible;
    use std::marker::PhantomData;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread;

    type Job = Box<dyn FnOnce() + Send>;

    static EXPECTED: AtomicUsize = AtomicUsize::new(0);
    static JOBS: Mutex<VecDeque<Job>> = Mutex::new(VecDeque::new());
    static ADDED: Condvar = Condvar::new();
    static DONE: Condvar = Condvar::new();

    /// Says how many threads call [`help`].
    pub fn expect_helpers(count: usize) {
        EXPECTED.store(count, Ordering::SeqCst);
    }

    pub(super) fn expected() -> usize {
        EXPECTED.load(Ordering::SeqCst)
    }

    fn jobs() -> MutexGuard<'static, VecDeque<Job>> {
        JOBS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does the jobs of searches, for ever. The thread needs a stack for the longest path.
    pub fn help() -> ! {
        loop {
            let mut waiting = jobs();
            let job = loop {
                if let Some(job) = waiting.pop_front() {
                    break job;
                }
                waiting = ADDED.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            };
            drop(waiting);
            job();
        }
    }

    /// Waits until `poll` returns something. In the meantime this thread does jobs that nobody has taken.
    fn wait_for<T>(mut poll: impl FnMut() -> Option<T>) -> T {
        let mut waiting = jobs();
        loop {
            if let Some(value) = poll() {
                return value;
            }
            if let Some(job) = waiting.pop_front() {
                drop(waiting);
                job();
                waiting = jobs();
            } else {
                waiting = DONE.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Starts jobs in helpers. The stack of a job is that of its helper.
    #[derive(Debug)]
    pub struct Builder;

    /// A scope in which jobs may borrow, as a [`thread::Scope`] for threads.
    #[derive(Debug)]
    pub(crate) struct Scope<'scope, 'env: 'scope> {
        /// The number of jobs that are not done.
        open: Arc<AtomicUsize>,
        // Makes both lifetimes invariant.
        marker: PhantomData<(&'scope mut &'scope (), &'env mut &'env ())>,
    }

    #[derive(Debug)]
    pub(crate) struct ScopedJoinHandle<'scope, T> {
        result: Arc<Mutex<Option<T>>>,
        marker: PhantomData<&'scope ()>,
    }

    impl Builder {
        pub const fn new() -> Self {
            Self
        }

        pub const fn stack_size(self, _: usize) -> Self {
            self
        }

        pub fn spawn_scoped<'scope, T: Send + 'scope>(
            self,
            scope: &'scope Scope<'scope, '_>,
            work: impl FnOnce() -> T + Send + 'scope,
        ) -> Result<ScopedJoinHandle<'scope, T>, Infallible> {
            let result = Arc::new(Mutex::new(None));
            let (ours, open) = (Arc::clone(&result), Arc::clone(&scope.open));
            open.fetch_add(1, Ordering::SeqCst);
            let job: Box<dyn FnOnce() + Send + 'scope> = Box::new(move || {
                let value = work();
                *ours.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                drop(ours);
                let waiting = jobs();
                open.fetch_sub(1, Ordering::SeqCst);
                drop(waiting);
                DONE.notify_all();
            });
            // SAFETY: `scope` does not return before the job is done and dropped, and a panic in a job
            // ends the program.
            let job: Job = unsafe { std::mem::transmute(job) };
            jobs().push_back(job);
            ADDED.notify_one();
            Ok(ScopedJoinHandle {
                result,
                marker: PhantomData,
            })
        }
    }

    impl<T> ScopedJoinHandle<'_, T> {
        pub fn join(self) -> thread::Result<T> {
            let result = &self.result;
            Ok(wait_for(|| {
                result.lock().unwrap_or_else(PoisonError::into_inner).take()
            }))
        }
    }

    /// Calls a function that starts jobs, and waits for them.
    pub(crate) fn scope<'env, T>(
        start: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
    ) -> T {
        let open = Arc::new(AtomicUsize::new(0));
        let scope = Scope {
            open: Arc::clone(&open),
            marker: PhantomData,
        };
        let result = start(&scope);
        wait_for(|| (open.load(Ordering::SeqCst) == 0).then_some(()));
        result
    }
}

/// Bytes of a huge page. Miri has none, and reads every word of a table often.
pub(super) const HUGE_PAGE: usize = if cfg!(miri) { 4 << 10 } else { 2 << 20 };

/// Returns `count` zeroes in memory that the system provides only when it is touched.
///
/// # Panics
/// If they do not fit into the address space, or if `count` is 0.
#[expect(
    clippy::cast_ptr_alignment,
    reason = "the memory is asked for with the alignment of these words"
)]
pub(super) fn zeroed(count: usize) -> Box<[AtomicU64]> {
    let layout = Layout::array::<AtomicU64>(count).expect("tables fit into the address space");
    assert!(layout.size() > 0, "there is at least one word");
    // SAFETY: the size is not zero.
    let words = unsafe { alloc_zeroed(layout) };
    if words.is_null() {
        handle_alloc_error(layout);
    }
    let words = std::ptr::slice_from_raw_parts_mut(words.cast::<AtomicU64>(), count);
    // SAFETY: the memory was allocated with the layout of this slice, nobody else knows of it, and
    // zeroes are valid atomics.
    unsafe { Box::from_raw(words) }
}

/// Prefetches the cache line of a word.
#[inline]
pub(super) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint to the processor about a word that is borrowed; it changes nothing
        // that can be seen.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::hint::black_box(word.load(std::sync::atomic::Ordering::Relaxed));
}

/// Asks the system for huge pages. Without them everything works, only slower.
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
pub(super) fn advise_huge_pages(words: &[AtomicU64]) {
    let start = words.as_ptr();
    let bytes = size_of_val(words) & !(HUGE_PAGE - 1);
    if bytes == 0 || !start.addr().is_multiple_of(HUGE_PAGE) {
        return;
    }
    let advice = rustix::mm::Advice::LinuxHugepage;
    // SAFETY: the pages belong to the allocation that `words` borrows, and this advice changes
    // nothing of what can be seen of them.
    let _ = unsafe { rustix::mm::madvise(start.cast_mut().cast(), bytes, advice) };
}

/// Does nothing: there are no huge pages.
#[cfg(not(all(target_os = "linux", feature = "huge-pages")))]
pub(super) const fn advise_huge_pages(_words: &[AtomicU64]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on() {
        let began = Moment::now();
        let later = began.after(Duration::from_secs(1)).unwrap();
        assert!(began < later && Moment::now() >= began);
        assert_eq!(later.since(began), Duration::from_secs(1));
        assert_eq!(began.since(later), Duration::ZERO);
    }
}
