//! Lets a table grow although threads share it.
//!
//! Growing moves every entry, so no thread may read or write one at that time. A thread that finds
//! the table crowded asks for room and goes on. Each thread then waits at its next check of the
//! limits, and the last one to arrive lets the table grow. Threads that are done leave, so that
//! nobody waits for them.

use super::slots::Table;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that share a table.
#[derive(Debug, Default)]
pub(super) struct Sharers {
    /// Whether several threads use the table.
    is_shared: AtomicBool,
    /// Whether a thread has asked for room.
    needs_room: AtomicBool,
    state: Mutex<State>,
    /// Wakes the waiting threads when the table has grown.
    grown: Condvar,
}

#[derive(Debug, Default)]
struct State {
    threads: usize,
    /// The threads that wait for the table to grow.
    waiting: usize,
    /// How often the table grew. A change tells the waiting threads to go on.
    growths: u64,
}

impl Sharers {
    /// Returns whether several threads use the table.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        self.is_shared.load(Ordering::Relaxed)
    }

    /// Asks for room.
    pub(super) fn ask_for_room(&self) {
        self.needs_room.store(true, Ordering::Relaxed);
    }

    /// Returns whether a thread has asked for room.
    #[inline]
    pub(super) fn needs_room(&self) -> bool {
        self.needs_room.load(Ordering::Relaxed)
    }

    /// Adds threads.
    pub(super) fn add(&self, threads: usize) {
        let mut state = self.lock();
        state.threads += threads;
        self.is_shared.store(state.threads > 0, Ordering::Relaxed);
    }

    /// Waits until the table has grown. The last thread to arrive calls `grow`.
    pub(super) fn wait_for_growth(&self, grow: impl FnOnce()) {
        let mut state = self.lock();
        if !self.needs_room() {
            return;
        }
        state.waiting += 1;
        let growths = state.growths;
        self.grow_if_all_wait(&mut state, grow);
        while state.growths == growths {
            state = (self.grown.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a thread. If all others are waiting, it calls `grow` for them.
    fn leave(&self, grow: impl FnOnce()) {
        let mut state = self.lock();
        state.threads -= 1;
        if state.threads == 0 {
            self.is_shared.store(false, Ordering::Relaxed);
            self.needs_room.store(false, Ordering::Relaxed);
        }
        self.grow_if_all_wait(&mut state, grow);
    }

    fn grow_if_all_wait(&self, state: &mut State, grow: impl FnOnce()) {
        if state.waiting > 0 && state.waiting == state.threads {
            grow();
            self.needs_room.store(false, Ordering::Relaxed);
            state.waiting = 0;
            state.growths += 1;
            self.grown.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Registers threads that will share the table. Returns for each a [`Sharer`], to be dropped when the
    /// thread is done.
    pub(crate) fn shared_by(&self, threads: usize) -> Vec<Sharer<'_>> {
        self.sharers.add(threads);
        (0..threads).map(|_| Sharer(self)).collect()
    }

    /// Waits while the table grows, if a thread has asked for room.
    #[inline]
    pub(super) fn wait_while_growing(&self) {
        if self.sharers.needs_room() {
            self.sharers.wait_for_growth(|| self.grow());
        }
    }
}

/// The registration of one of several threads that use a table. Dropping it tells the others that the
/// thread is done.
#[derive(Debug)]
pub(crate) struct Sharer<'t>(&'t Table);

impl Drop for Sharer<'_> {
    fn drop(&mut self) {
        self.0.sharers.leave(|| self.0.grow());
    }
}

#[cfg(test)]
mod tests {
    use crate::numbers::Plies;
    use crate::shogi::{Hand, Key};
    use crate::table::entry::Visit;
    use crate::table::{Known, Table};
    use std::thread;

    /// Mixes the bits of a number, so that keys are spread like those of positions.
    fn key(number: u64) -> Key {
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Key::of(spread ^ spread >> 31)
    }

    #[test]
    fn a_table_grows_while_threads_share_it_and_keeps_its_entries() {
        let (threads, each) = if cfg!(miri) { (2, 200) } else { (4, 30_000) };
        let bytes = if cfg!(miri) { 64 << 10 } else { 16 << 20 };
        let mut table = Table::new(bytes);
        table.next_problem();
        let before = table.bytes_in_use();
        thread::scope(|scope| {
            for (thread, part) in table.shared_by(threads).into_iter().enumerate() {
                let table = &table;
                scope.spawn(move || {
                    // Threads that are done early are not waited for.
                    let own_entries = each / (thread as u64 + 1);
                    for index in 0..own_entries {
                        let game = table.of_game(true);
                        let position = (key(index * 4 + thread as u64), Hand::EMPTY);
                        game.store_open(position, (7, 7), Visit::new(0, 2), false);
                        game.wait_while_growing();
                    }
                    drop(part);
                });
            }
        });
        assert!(cfg!(miri) || table.bytes_in_use() > 4 * before);
        assert!(!table.sharers.is_shared());
        let is_known = |number: u64| {
            let known = (table.of_game(true)).look(key(number), Hand::EMPTY, Plies::UNLIMITED, 0);
            !matches!(known, Known::New { .. })
        };
        let all: Vec<u64> = (0..threads as u64)
            .flat_map(|thread| (0..each / (thread + 1)).map(move |index| index * 4 + thread))
            .collect();
        let lost = all.iter().filter(|&&number| !is_known(number)).count();
        // A few entries are lost in full windows, and where threads write to one slot at the same time.
        // If growing lost entries, a large part of them would be gone.
        assert!(lost * 50 <= all.len(), "{lost} of {}", all.len());
    }

    #[test]
    fn a_thread_that_panics_is_not_waited_for() {
        let mut table = Table::new(4 << 20);
        table.next_problem();
        let mut parts = table.shared_by(2);
        let (ours, theirs) = (parts.pop(), parts.pop());
        let before = table.bytes_in_use();
        table.sharers.ask_for_room();
        thread::scope(|scope| {
            let table = &table;
            scope.spawn(move || {
                table.wait_while_growing();
                drop(ours);
            });
            let panics = scope.spawn(move || {
                let _part = theirs;
                panic!("in a search");
            });
            assert!(panics.join().is_err());
        });
        assert!(table.bytes_in_use() > before);
    }
}
