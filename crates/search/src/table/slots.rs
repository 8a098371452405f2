//! The transposition table: finds entries, and replaces the least valuable ones when there is no
//! room.
//!
//! All entries of one board are in the same window of neighbouring slots, whatever the hand. All games
//! share the table, so that a long search in one of them has room; their keys differ. Replacing an entry
//! costs work but never makes an answer wrong: the search concludes nothing from a missing entry.
//!
//! Nothing is cleared between problems: entries of an older generation count as empty. Threads
//! share a table without locks (`entry`).

use super::entry::Entry;
use super::memory::{Memory, store};
use super::sharers::Sharers;
use crate::shogi::{Hand, Key};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Entries in the window of one board: eight cache lines.
const WINDOW: usize = 16;

/// Words that threads write all the time. They have a cache line of their own: the other words of the
/// table, which every look-up reads, then stay in the caches. Threads may miscount by a few, which does
/// not matter.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counters {
    /// The slots taken by entries of this problem.
    used: AtomicUsize,
    /// Counts how often an entry of a full window was aged; chooses the slot that ages next.
    clock: AtomicUsize,
}

/// The table of all games.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Memory<4>,
    generation: u8,
    counters: Counters,
    pub(super) sharers: Sharers,
}

impl Table {
    /// Makes a table of at most `bytes` (at least a handful of entries).
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            entries: Memory::new(bytes, WINDOW),
            generation: 1,
            counters: Counters::default(),
            sharers: Sharers::default(),
        }
    }

    /// Forgets everything. Memory is cleared only once in 255 problems.
    pub(crate) fn next_problem(&mut self) {
        self.counters = Counters::default();
        self.entries.restart();
        if self.generation == u8::MAX {
            self.entries.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Returns the number of entries that the table has room for.
    pub(crate) fn entries(&self) -> usize {
        self.entries.capacity()
    }

    /// Returns the bytes of the slots in use, taken or not.
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.entries.bytes_in_use()
    }

    /// Returns the part of the whole table that is taken, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.used() as u64 * 1000 / self.entries() as u64) as u32
    }

    /// Prefetches the first cache line of a board.
    #[inline]
    pub(super) fn prefetch(&self, first_word: u64) {
        self.entries.prefetch(first_word);
    }

    /// Returns the entries in the window of a board, among them those of other boards. Every entry
    /// takes the first free slot, so the first free slot ends the entries.
    #[inline]
    pub(super) fn window(&self, first_word: u64) -> impl Iterator<Item = Entry> + '_ {
        let slots = self.entries.window(first_word).iter();
        slots.map_while(|slot| Entry::read(slot, self.generation))
    }

    fn used(&self) -> usize {
        self.counters.used.load(Ordering::Relaxed)
    }

    fn change_used(&self, change: isize) {
        let used = self.used().saturating_add_signed(change);
        self.counters.used.store(used, Ordering::Relaxed);
    }

    /// Grows, or asks for room if other threads use the table. Returns whether it has grown.
    #[cold]
    fn grow_or_ask(&self) -> bool {
        let is_shared = self.sharers.is_shared();
        if is_shared {
            self.sharers.ask_for_room();
        } else {
            self.grow();
        }
        !is_shared
    }

    /// Spreads the entries over the next larger size. No other thread may use the table meanwhile.
    pub(super) fn grow(&self) {
        for index in self.entries.grow().rev() {
            let words = self.entries.take(index);
            let entry = Entry::from_words(words);
            if entry.generation() == self.generation {
                let mut window = self.entries.window(entry.key()).iter();
                match window.find(|slot| Entry::read(slot, self.generation).is_none()) {
                    Some(free) => store(free, words),
                    None => self.change_used(-1),
                }
            }
        }
    }

    /// Returns the entry of this position and its slot, or a new entry and the slot for it. A new
    /// entry replaces the open question about the hand `replaced`. If there is none, it takes the first
    /// free slot. In a full window it replaces the entry that took the least work, facts last.
    fn entry(&self, key: Key, hand: Hand, replaced: Option<Hand>) -> (&[AtomicU64; 4], Entry) {
        if self.entries.is_crowded(self.used()) {
            self.grow_or_ask();
        }
        let window = self.entries.window(key.first());
        let (mut least_weight, mut lightest) = (u32::MAX, &window[0]);
        let mut replaceable = None;
        let mut free = None;
        for slot in window {
            let Some(entry) = Entry::read(slot, self.generation) else {
                free = Some(slot);
                break;
            };
            if entry.is_of(key) {
                if entry.hand() == hand {
                    return (slot, entry);
                }
                if Some(entry.hand()) == replaced && !entry.has_fact() {
                    replaceable = Some(slot);
                }
            }
            if entry.weight() < least_weight {
                (least_weight, lightest) = (entry.weight(), slot);
            }
        }
        let slot = match (replaceable, free) {
            (Some(slot), _) => slot,
            (None, Some(slot)) => {
                self.change_used(1);
                slot
            }
            (None, None)
                if self.entries.should_grow_for_window(self.used()) && self.grow_or_ask() =>
            {
                return self.entry(key, hand, replaced);
            }
            (None, None) => {
                self.age(window);
                lightest
            }
        };
        (slot, Entry::new(key, hand, self.generation))
    }

    /// Lowers the weight of one entry of a full window, another one each time. Without this, the
    /// newest small result would always be replaced first, and a search that needs two small results in
    /// one window would find each of them again and again. Ageing all entries each time would lose
    /// large results too soon: it took three times the nodes with a tenth of the memory that a search
    /// would fill, and eleven times with a twentieth.
    fn age(&self, window: &[[AtomicU64; 4]]) {
        let clock = self.counters.clock.load(Ordering::Relaxed).wrapping_add(1);
        self.counters.clock.store(clock, Ordering::Relaxed);
        // The clock is scrambled: otherwise a window that happens to be full at each sixteenth tick would
        // always age the same slot.
        let spread = (clock as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let slot = &window[spread as usize % window.len()];
        if let Some(mut entry) = Entry::read(slot, self.generation) {
            let key = entry.key();
            entry.age();
            store(slot, entry.sealed(key));
        }
    }

    /// Changes the entry of a position. A new entry replaces an open question about the hand
    /// `replaced`, if there is one.
    pub(super) fn update(
        &self,
        key: Key,
        hand: Hand,
        replaced: Option<Hand>,
        change: impl FnOnce(&mut Entry),
    ) {
        let (slot, mut entry) = self.entry(key, hand, replaced);
        change(&mut entry);
        store(slot, entry.sealed(key.first()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Plies;
    use crate::table::Known;
    use crate::table::entry::Visit;

    const LARGE: u64 = 1 << 20;

    /// Returns the smallest table, in which all these keys have the same window, full of large open
    /// questions.
    fn full() -> Table {
        let table = Table::new(0);
        for key in 1..=WINDOW as u64 {
            open(&table, key, LARGE);
        }
        table
    }

    fn open(table: &Table, key: u64, nodes: u64) {
        let position = (Key::of(key), Hand::EMPTY);
        let table = table.of_game(true);
        table.store_open(position, (7, 7), Visit::new(0, nodes), false);
    }

    fn knows(table: &Table, key: u64) -> bool {
        let known = table
            .of_game(true)
            .look(Key::of(key), Hand::EMPTY, Plies::UNLIMITED, 0);
        !matches!(known, Known::New { .. })
    }

    /// Returns how many of the large questions the table still knows.
    fn large_left(table: &Table) -> usize {
        (1..=WINDOW as u64).filter(|&key| knows(table, key)).count()
    }

    #[test]
    fn small_results_make_room_for_each_other() {
        let table = full();
        assert_eq!(large_left(&table), WINDOW);
        for key in 100..500 {
            open(&table, key, 2);
            assert!(knows(&table, key));
        }
        assert_eq!(large_left(&table), WINDOW - 1);
    }

    /// A search that needs two results can keep both in the end, however often others are aged between.
    #[test]
    fn two_small_results_of_a_full_window_find_room_at_last() {
        for others in 0..2 * WINDOW {
            let table = full();
            let mut rounds = 0;
            while !(knows(&table, 100) && knows(&table, 101)) {
                for key in [100, 101] {
                    open(&table, key, 2);
                    table.counters.clock.fetch_add(others, Ordering::Relaxed);
                }
                rounds += 1;
                assert!(rounds < WINDOW * 256, "{others}");
            }
            assert!(
                rounds > 16 * WINDOW,
                "large results went after {rounds} rounds"
            );
        }
    }

    #[test]
    fn a_problem_begins_as_if_it_were_the_first() {
        let mut table = full();
        open(&table, 100, 2);
        table.next_problem();
        assert_eq!((table.used(), large_left(&table)), (0, 0));
        assert_eq!(table.counters.clock.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn facts_outweigh_open_questions() {
        let table = full();
        let (key, len) = (50, Plies::new(7));
        table.of_game(true).store_proven(
            (Key::of(key), Hand::EMPTY),
            len,
            Hand::EMPTY,
            Visit::new(0, LARGE),
        );
        for key in 100..100 + WINDOW as u64 {
            open(&table, key, 2 * LARGE);
        }
        assert_eq!(large_left(&table), 0);
        assert!(knows(&table, key));
    }
}
