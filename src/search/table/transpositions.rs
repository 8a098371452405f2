//! The transposition table: what is known of every position, by board and attacker's hand.
//!
//! Entries of one board are side by side whatever the hand, so that one probe sees every hand that
//! dominates or is dominated: a mate with fewer pieces is a mate with more, a failure with more
//! pieces is a failure with fewer. In some games hands do not dominate each other. All games share
//! the table, so that a long search in one of them has room, and their keys tell them apart. An
//! entry holds facts that are true on every path (a mate within
//! some plies; none within some) and the current numbers of an open question. The loss of an entry
//! loses facts, never truth: nothing is concluded from absence.
//!
//! Nothing is cleared between problems: entries of an older generation count as empty. Threads
//! share a table without locks (`entry`).

use super::entry::{Entry, Visit};
use super::memory::Memory;
use super::memory::store;
use crate::search::numbers::{Number, Plies, UNIT};
use crate::shogi::{Hand, Key};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Entries in the window of one board: eight cache lines.
const WINDOW: usize = 16;

/// The facts and numbers of a position in the table.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) enum Known {
    /// A mate within `len` with no more than `hand`.
    Proven { len: Plies, hand: Hand },
    /// No mate within `len`, even with `hand`; none within `bare` even if the defender never
    /// interposes.
    Disproven { len: Plies, bare: Plies, hand: Hand },
    /// Seen before, not settled.
    Open {
        pn: Number,
        dn: Number,
        /// Whether it was first seen nearer the root: the numbers may come from above (Kishimoto
        /// 2010).
        old: bool,
        /// Whether the conditional table may know more.
        conditional: bool,
    },
    /// Never seen. Dominating and dominated hands suggest at least these numbers. If work is
    /// predicted (`effort`), only the prediction counts: using both took three percent more nodes.
    New { pn: Number, dn: Number },
}

/// Words that threads write all the time, in a cache line of their own: otherwise words that every
/// look reads would leave the caches with them. Threads may miscount by a few, which does not
/// matter.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counters {
    used: AtomicUsize,
    /// The slot of a full window that ages next.
    clock: AtomicUsize,
}

/// The table of all games.
#[derive(Debug)]
pub(in crate::search) struct Table {
    entries: Memory<4>,
    generation: u8,
    counters: Counters,
}

/// The table as one game uses it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct GameTable<'t> {
    table: &'t Table,
    /// Whether facts about other hands on the same board are used.
    dominance: bool,
}

impl Table {
    /// Makes a table of at most `bytes` (at least a handful of entries).
    pub(in crate::search) fn new(bytes: usize) -> Self {
        Self {
            entries: Memory::new(bytes, WINDOW),
            generation: 1,
            counters: Counters::default(),
        }
    }

    /// Returns the table for a game with or without dominance of hands.
    pub(in crate::search) const fn of_game(&self, dominance: bool) -> GameTable<'_> {
        GameTable {
            table: self,
            dominance,
        }
    }

    /// Forgets everything; memory is touched only once in 255 times. With several threads, the
    /// table has its full size from the start.
    pub(in crate::search) fn next_problem(&mut self, threads: usize) {
        self.counters = Counters::default();
        self.entries.restart();
        if threads > 1 {
            self.entries.take_all();
        }
        if self.generation == u8::MAX {
            self.entries.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Returns the number of entries that it has room for.
    pub(in crate::search) fn entries(&self) -> usize {
        self.entries.capacity()
    }

    /// Returns the number of entries that it has room for at its present size.
    #[cfg(test)]
    pub(in crate::search) fn in_use(&self) -> usize {
        self.entries.active()
    }

    fn used(&self) -> usize {
        self.counters.used.load(Ordering::Relaxed)
    }

    fn count(&self, change: isize) {
        let used = self.used().saturating_add_signed(change);
        self.counters.used.store(used, Ordering::Relaxed);
    }

    /// Spreads the entries over the next larger size.
    #[cold]
    fn grow(&self) {
        for at in self.entries.grow().rev() {
            let words = self.entries.take(at);
            let entry = Entry::of(words);
            if entry.generation() == self.generation {
                let mut window = self.entries.window(entry.key()).iter();
                match window.find(|slot| Entry::read(slot, self.generation).is_none()) {
                    Some(free) => store(free, words),
                    None => self.count(-1),
                }
            }
        }
    }

    /// Returns the entry of this position and its slot. If there is no entry, it is a new one in
    /// place of the open question about the hand `instead`, else in the first free slot, else in
    /// place of the smallest subtree of the window, facts last.
    fn entry(&self, key: Key, hand: Hand, instead: Option<Hand>) -> (&[AtomicU64; 4], Entry) {
        if self.entries.is_crowded(self.used()) {
            self.grow();
        }
        let window = self.entries.window(key.first());
        let mut victim = (u32::MAX, &window[0]);
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
                if Some(entry.hand()) == instead && !entry.is_final() {
                    replaceable = Some(slot);
                }
            }
            if entry.weight() < victim.0 {
                victim = (entry.weight(), slot);
            }
        }
        let slot = match (replaceable, free) {
            (Some(slot), _) => slot,
            (None, Some(slot)) => {
                self.count(1);
                slot
            }
            (None, None) if self.entries.has_room(self.used()) => {
                self.grow();
                return self.entry(key, hand, instead);
            }
            (None, None) => {
                self.age(window);
                victim.1
            }
        };
        (slot, Entry::new(key, hand, self.generation))
    }

    /// Lowers the weight of one entry of a full window, another one each time. Otherwise the newest
    /// small result would always be the first to go, and a search that needs two of them in one
    /// window would go round in circles until only facts are left beside them. Ageing all entries
    /// each time loses large results too soon: with a table of a tenth of what the search would
    /// have filled, it took three times the nodes, with a twentieth eleven times.
    fn age(&self, window: &[[AtomicU64; 4]]) {
        let clock = self.counters.clock.load(Ordering::Relaxed).wrapping_add(1);
        self.counters.clock.store(clock, Ordering::Relaxed);
        // It is spread out, because the turn of one window may come every sixteenth time.
        let spread = (clock as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let slot = &window[spread as usize % window.len()];
        if let Some(mut entry) = Entry::read(slot, self.generation) {
            let key = entry.key();
            entry.age();
            store(slot, entry.sealed(key));
        }
    }

    fn update(
        &self,
        (key, hand): (Key, Hand),
        instead: Option<Hand>,
        change: impl FnOnce(&mut Entry),
    ) {
        let (slot, mut entry) = self.entry(key, hand, instead);
        change(&mut entry);
        store(slot, entry.sealed(key.first()));
    }
}

impl GameTable<'_> {
    /// Share of the whole table in use, in thousandths.
    pub(in crate::search) fn fullness(&self) -> u32 {
        (self.table.used() as u64 * 1000 / self.table.entries.capacity() as u64) as u32
    }

    /// Prefetches the first cache line of a board.
    #[inline]
    pub(in crate::search) fn prefetch(&self, key: Key) {
        self.table.entries.prefetch(key.first());
    }

    /// Looks up a position for the question "a mate within `budget`?".
    #[inline]
    pub(in crate::search) fn look(
        &self,
        key: Key,
        hand: Hand,
        budget: Plies,
        depth: usize,
    ) -> Known {
        let window = self.table.entries.window(key.first());
        self.look_in(window, |entry| entry.is_of(key), hand, budget, depth)
    }

    /// Looks up the ancestor of a conditional disproof, of which only the first word of the key is
    /// kept. Such claims are few.
    pub(in crate::search) fn look_up_ancestor(
        &self,
        first_word: u64,
        hand: Hand,
        budget: Plies,
    ) -> Known {
        let window = self.table.entries.window(first_word);
        self.look_in(window, |entry| entry.key() == first_word, hand, budget, 0)
    }

    #[inline]
    fn look_in(
        &self,
        window: &[[AtomicU64; 4]],
        is_of: impl Fn(Entry) -> bool,
        hand: Hand,
        budget: Plies,
        depth: usize,
    ) -> Known {
        let (mut pn, mut dn) = (0, 0);
        let mut exact = None;
        let mut fact: Option<(Plies, Known)> = None;
        let mut failure = None;
        for slot in window {
            let Some(entry) = Entry::read(slot, self.table.generation) else {
                break;
            };
            if !is_of(entry) {
                continue;
            }
            let theirs = entry.hand();
            if theirs != hand && !self.dominance {
                continue;
            }
            if hand.dominates(theirs) {
                let len = entry.proven();
                if budget >= len
                    && len != Plies::UNLIMITED
                    && fact.is_none_or(|(known, _)| len < known)
                {
                    fact = Some((len, Known::Proven { len, hand: theirs }));
                }
                dn = dn.max(entry.dn());
            }
            if theirs.dominates(hand) {
                let len = entry.disproven();
                if budget <= len {
                    let bare = entry.bare();
                    let known = Known::Disproven {
                        len,
                        bare,
                        hand: theirs,
                    };
                    if budget <= bare || !self.dominance {
                        return known;
                    }
                    // Another hand may be known to fail without interpositions.
                    failure = Some(known);
                }
                pn = pn.max(entry.pn());
                if theirs == hand {
                    exact = Some(entry);
                }
            }
        }
        if let Some(known) = failure {
            return known;
        }
        match (fact, exact) {
            (Some((_, known)), _) => known,
            (None, Some(entry)) => Known::Open {
                pn: entry.pn(),
                dn: entry.dn(),
                old: usize::from(entry.depth()) < depth,
                conditional: entry.is_conditional(),
            },
            (None, None) => Known::New { pn, dn },
        }
    }

    /// Stores the numbers of an open question.
    pub(in crate::search) fn store_open(
        &self,
        position: (Key, Hand),
        numbers: (Number, Number),
        visit: Visit,
        conditional: bool,
    ) {
        self.table.update(position, None, |entry| {
            entry.set_numbers(numbers.0, numbers.1);
            entry.note_visit(visit);
            if conditional {
                entry.set_conditional();
            }
        });
    }

    /// Stores the first numbers of a position, and that there is no mate within `excluded`, nor
    /// within `bare` if the defender never interposes.
    pub(in crate::search) fn store_first(
        &self,
        position: (Key, Hand),
        numbers: (Number, Number),
        (excluded, bare): (Plies, Plies),
        visit: Visit,
    ) {
        self.table.update(position, None, |entry| {
            entry.set_lengths(entry.proven(), entry.disproven().max(excluded));
            entry.set_bare(entry.bare().max(bare));
            entry.set_numbers(numbers.0, numbers.1);
            entry.note_visit(visit);
        });
    }

    /// Stores a proven mate within `len` that needs only `hand` of the attacker's pieces.
    pub(in crate::search) fn store_proven(
        &self,
        position: (Key, Hand),
        len: Plies,
        hand: Hand,
        visit: Visit,
    ) {
        let hand = if self.dominance { hand } else { position.1 };
        self.table
            .update((position.0, hand), Some(position.1), |entry| {
                if len < entry.proven() {
                    entry.set_lengths(len, entry.disproven());
                }
                // The numbers of the longer question mislead the search for a shorter mate.
                entry.set_numbers(UNIT, UNIT);
                entry.note_visit(visit);
            });
    }

    /// Stores that there is no mate within `len`, not even with `hand`, nor within `bare` if the
    /// defender never interposes.
    pub(in crate::search) fn store_disproven(
        &self,
        position: (Key, Hand),
        (len, bare): (Plies, Plies),
        hand: Hand,
        visit: Visit,
    ) {
        let hand = if self.dominance { hand } else { position.1 };
        self.table
            .update((position.0, hand), Some(position.1), |entry| {
                entry.set_lengths(entry.proven(), entry.disproven().max(len));
                entry.set_bare(entry.bare().max(bare));
                entry.set_numbers(UNIT, UNIT);
                entry.note_visit(visit);
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Returns how many of the large questions are left.
    fn left(table: &Table) -> usize {
        (1..=WINDOW as u64).filter(|&key| knows(table, key)).count()
    }

    #[test]
    fn small_results_make_room_for_each_other() {
        let table = full();
        assert_eq!(left(&table), WINDOW);
        for key in 100..500 {
            open(&table, key, 2);
            assert!(knows(&table, key));
        }
        assert_eq!(left(&table), WINDOW - 1);
    }

    /// A search that needs two results gets both to stay, however often others are aged in between.
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
        table.next_problem(1);
        assert_eq!((table.used(), left(&table)), (0, 0));
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
        assert_eq!(left(&table), 0);
        assert!(knows(&table, key));
    }
}
