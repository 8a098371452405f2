//! Threads that share a table, and how the table grows meanwhile.
//!
//! Growing moves every entry, so no thread may read or write one at that time. A thread that finds
//! the table crowded asks for room and goes on. Each thread stands still at its next check of the
//! limits, and the last one to do so lets the table grow. Threads that are done leave, so that
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
    is_asked: AtomicBool,
    state: Mutex<State>,
    grown: Condvar,
}

#[derive(Debug, Default)]
struct State {
    threads: usize,
    standing: usize,
    /// Counts how often the table grew, to tell those who stand still that it is over.
    growths: u64,
}

impl Sharers {
    /// Returns whether several threads use the table.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        self.is_shared.load(Ordering::Relaxed)
    }

    /// Asks for room.
    pub(super) fn ask(&self) {
        self.is_asked.store(true, Ordering::Relaxed);
    }

    /// Returns whether a thread has asked for room.
    #[inline]
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }

    /// Adds threads.
    pub(super) fn add(&self, threads: usize) {
        let mut state = self.state();
        state.threads += threads;
        self.is_shared.store(state.threads > 0, Ordering::Relaxed);
    }

    /// Stands still until the table has grown.
    pub(super) fn stand_still(&self, grow: impl FnOnce()) {
        let mut state = self.state();
        if !self.is_asked() {
            return;
        }
        state.standing += 1;
        let growths = state.growths;
        self.grow_if_all_stand(&mut state, grow);
        while state.growths == growths {
            state = (self.grown.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a thread.
    fn leave(&self, grow: impl FnOnce()) {
        let mut state = self.state();
        state.threads -= 1;
        if state.threads == 0 {
            self.is_shared.store(false, Ordering::Relaxed);
            self.is_asked.store(false, Ordering::Relaxed);
        }
        self.grow_if_all_stand(&mut state, grow);
    }

    fn grow_if_all_stand(&self, state: &mut State, grow: impl FnOnce()) {
        if state.standing > 0 && state.standing == state.threads {
            grow();
            self.is_asked.store(false, Ordering::Relaxed);
            state.standing = 0;
            state.growths += 1;
            self.grown.notify_all();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Returns a part in the table for each of these threads, to be dropped when the thread is done.
    pub(crate) fn shared_by(&self, threads: usize) -> Vec<Sharer<'_>> {
        self.sharers.add(threads);
        (0..threads).map(|_| Sharer(self)).collect()
    }

    /// Stands still while the table grows, if a thread has asked for room.
    #[inline]
    pub(super) fn make_way(&self) {
        if self.sharers.is_asked() {
            self.sharers.stand_still(|| self.grow());
        }
    }
}

/// The part of one of several threads that use a table: dropping it tells the others that the
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
    fn key(of: u64) -> Key {
        let spread = of.wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
                    let most = each / (thread as u64 + 1);
                    for at in 0..most {
                        let game = table.of_game(true);
                        let position = (key(at * 4 + thread as u64), Hand::EMPTY);
                        game.store_open(position, (7, 7), Visit::new(0, 2), false);
                        game.make_way();
                    }
                    drop(part);
                });
            }
        });
        assert!(cfg!(miri) || table.bytes_in_use() > 4 * before);
        assert!(!table.sharers.is_shared());
        let is_known = |of: u64| {
            let known = (table.of_game(true)).look(key(of), Hand::EMPTY, Plies::UNLIMITED, 0);
            !matches!(known, Known::New { .. })
        };
        let all: Vec<u64> = (0..threads as u64)
            .flat_map(|thread| (0..each / (thread + 1)).map(move |at| at * 4 + thread))
            .collect();
        let lost = all.iter().filter(|&&of| !is_known(of)).count();
        // Full windows replace entries while much is free, and threads that write to one slot at the same time
        // lose an entry. If growing lost entries, a large part of them would be gone.
        assert!(lost * 50 <= all.len(), "{lost} of {}", all.len());
    }

    #[test]
    fn a_thread_that_panics_is_not_waited_for() {
        let mut table = Table::new(4 << 20);
        table.next_problem();
        let mut parts = table.shared_by(2);
        let (ours, theirs) = (parts.pop(), parts.pop());
        let before = table.bytes_in_use();
        table.sharers.ask();
        thread::scope(|scope| {
            let table = &table;
            scope.spawn(move || {
                table.make_way();
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
