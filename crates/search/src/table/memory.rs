//! Memory for the tables: as much as allowed, used only as far as needed, shared by threads.
//!
//! A table that starts small stays in the processor's caches while a problem is easy, and touches
//! no memory that it does not need. It grows in place: the slots in use are always the first ones,
//! and the place of a slot is its key scaled to their number, so growing only spreads the entries
//! out.
//!
//! The words are atomic, so that threads may read and write them at any time. The tables themselves
//! detect entries that two threads wrote at once.

use crate::platform::{self, HUGE_PAGE};
use crate::tuning::{
    GROW_FOR_WINDOW_PERCENT, GROW_WHEN_TAKEN_PERCENT, GROWTH_PERCENT, TABLE_START_BYTES,
};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Slots of `N` words, zero at first. Untouched slots take no memory.
#[derive(Debug)]
pub(crate) struct Memory<const N: usize> {
    words: Box<[AtomicU64]>,
    /// Words before the first slot, which is at the start of a huge page.
    offset: usize,
    /// The most slots there may be.
    capacity: usize,
    /// The number of slots in use: the first ones.
    active: AtomicUsize,
    /// The most slots that were ever in use; the others are zero.
    touched: AtomicUsize,
    /// The slots in the window of a key.
    window: usize,
}

impl<const N: usize> Memory<N> {
    /// Allocates at most `bytes`, but at least two windows of `window` slots.
    pub(crate) fn new(bytes: usize, window: usize) -> Self {
        let capacity = (bytes / size_of::<[u64; N]>()).max(2 * window);
        let count = capacity * N;
        // One huge page more, which is never touched, so that the slots can begin at the start
        // of one.
        let words = platform::zeroed(count + HUGE_PAGE / 8);
        let offset = words.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE / 8);
        // The first words stay in small pages: an easy problem touches few of them, while the system
        // would clear a huge page as a whole.
        let small = (HUGE_PAGE / 8).min(count);
        platform::advise_huge_pages(&words[offset + small..offset + count]);
        let memory = Self {
            words,
            offset,
            capacity,
            active: AtomicUsize::new(0),
            touched: AtomicUsize::new(0),
            window,
        };
        memory.restart();
        memory
    }

    /// Goes back to the size at the start of a problem. The slots keep their content.
    pub(crate) fn restart(&self) {
        self.use_first((TABLE_START_BYTES / size_of::<[u64; N]>()).min(self.capacity));
    }

    fn use_first(&self, slots: usize) {
        self.active.store(slots, Ordering::Relaxed);
        self.touched.fetch_max(slots, Ordering::Relaxed);
    }

    /// Returns the number of slots in use.
    pub(super) fn active(&self) -> usize {
        self.active.load(Ordering::Relaxed)
    }

    /// Returns the bytes of the slots in use.
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.active() * size_of::<[u64; N]>()
    }

    /// Zeroes everything. Untouched slots still take no memory.
    pub(crate) fn clear(&self) {
        let touched = self.touched.load(Ordering::Relaxed);
        let slots = self.offset..self.offset + touched * N;
        for word in &self.words[slots] {
            if word.load(Ordering::Relaxed) != 0 {
                word.store(0, Ordering::Relaxed);
            }
        }
        self.touched.store(self.active(), Ordering::Relaxed);
    }

    /// Returns the number of slots there may be.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns whether the table should grow when `used` slots are taken.
    #[inline]
    pub(crate) fn is_crowded(&self, used: usize) -> bool {
        let active = self.active();
        100 * used > GROW_WHEN_TAKEN_PERCENT * active && active < self.capacity
    }

    /// Returns whether the table should grow for one full window when `used` slots are taken. While
    /// many are free, the window replaces a small result instead: one board may have so many hands that
    /// no size would be enough.
    pub(super) fn should_grow_for_window(&self, used: usize) -> bool {
        let active = self.active();
        100 * used > GROW_FOR_WINDOW_PERCENT * active && active < self.capacity
    }

    /// The slots in a cache line, or two if they are larger.
    const ALIGNED: usize = if N < 4 { 8 / N } else { 2 };

    /// Returns the first slot of a key's window, which begins on a cache line.
    #[inline]
    pub(crate) fn start(&self, key: u64) -> usize {
        scaled(key, self.active() - self.window) & !(Self::ALIGNED - 1)
    }

    /// Returns the slots of a key's window.
    #[inline]
    pub(crate) fn window(&self, key: u64) -> &[[AtomicU64; N]] {
        let first = self.offset + self.start(key) * N;
        self.words[first..first + self.window * N].as_chunks().0
    }

    /// Prefetches the first cache line of a key's window.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let first = &self.words[self.offset + self.start(key) * N];
        platform::prefetch(first);
    }

    /// Returns one slot.
    #[inline]
    pub(crate) fn slot(&self, index: usize) -> &[AtomicU64; N] {
        let first = self.offset + index * N;
        let slot = self.words[first..first + N].as_chunks().0;
        &slot[0]
    }

    /// Writes all words of a slot that no other thread knows.
    pub(crate) fn set(&mut self, index: usize, words: [u64; N]) {
        let first = self.offset + index * N;
        for (cell, word) in self.words[first..first + N].iter_mut().zip(words) {
            *cell.get_mut() = word;
        }
    }

    /// Takes the next larger size. The slots that were in use are to be emptied one by one with
    /// [`Memory::take`], the highest first.
    pub(crate) fn grow(&self) -> std::ops::Range<usize> {
        let before = self.active();
        let active = (before * GROWTH_PERCENT / 100).min(self.capacity);
        self.use_first(active);
        0..before
    }

    /// Empties a slot and returns its words.
    pub(crate) fn take(&self, index: usize) -> [u64; N] {
        let words = load(self.slot(index));
        store(self.slot(index), [0; N]);
        words
    }
}

/// Returns `key * places / 2^64`: a place in proportion to the key.
#[inline]
const fn scaled(key: u64, places: usize) -> usize {
    if cfg!(target_pointer_width = "32") {
        scaled_in_halves(key, places as u32)
    } else {
        ((key as u128 * places as u128) >> 64) as usize
    }
}

/// Does the same without 128 bits: processors with words of 32 bits have no such product.
#[inline]
const fn scaled_in_halves(key: u64, places: u32) -> usize {
    let places = places as u64;
    let lower = ((key & 0xffff_ffff) * places) >> 32;
    (((key >> 32) * places + lower) >> 32) as usize
}

/// Reads all words of a slot.
#[inline]
pub(crate) fn load<const N: usize>(slot: &[AtomicU64; N]) -> [u64; N] {
    std::array::from_fn(|i| slot[i].load(Ordering::Relaxed))
}

/// Writes all words of a slot.
#[inline]
pub(crate) fn store<const N: usize>(slot: &[AtomicU64; N], words: [u64; N]) {
    for (cell, word) in slot.iter().zip(words) {
        // Where writing locks a cache line, an unchanged word is not written.
        if !platform::WRITING_LOCKS || cell.load(Ordering::Relaxed) != word {
            cell.store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor by which Miri's memory is smaller.
    const LESS: usize = if cfg!(miri) { 64 } else { 1 };

    #[test]
    fn slots_begin_on_cache_lines_and_hold_what_is_stored() {
        for bytes in [1 << 10, 1 << 20, 9 << 20] {
            let memory = Memory::<4>::new(bytes / LESS, 16);
            assert!(memory.slot(0).as_ptr().addr().is_multiple_of(64));
            let last = memory.capacity() - 1;
            store(memory.slot(last), [1, 2, 3, 4]);
            assert_eq!(load(memory.slot(last)), [1, 2, 3, 4]);
            assert_eq!(memory.take(last), [1, 2, 3, 4]);
            assert_eq!(load(memory.slot(last)), [0; 4]);
        }
    }

    #[test]
    fn keys_are_scaled_in_halves_as_in_a_whole() {
        let keys = [0, 1, u64::MAX, 0x9e37_79b9_7f4a_7c15, 0xffff_ffff, 1 << 63];
        for (key, places) in keys
            .into_iter()
            .flat_map(|key| [1, 2, 999_983, u32::MAX].map(|places| (key, places)))
        {
            let whole = (u128::from(key) * u128::from(places)) >> 64;
            assert_eq!(
                scaled_in_halves(key, places) as u128,
                whole,
                "{key:x} * {places}"
            );
        }
    }

    #[test]
    fn clearing_reaches_all_that_was_ever_in_use() {
        let memory = Memory::<4>::new((4 << 20) / LESS, 16);
        memory.grow();
        let last = memory.active() - 1;
        store(memory.slot(last), [1; 4]);
        memory.restart();
        memory.clear();
        assert_eq!(load(memory.slot(last)), [0; 4]);
    }

    #[test]
    fn windows_are_within_the_slots_in_use() {
        let memory = Memory::<4>::new((4 << 20) / LESS, 16);
        let mut sizes = Vec::new();
        while sizes.last() != Some(&memory.capacity()) {
            for key in [0, 1, u64::MAX / 2, u64::MAX] {
                assert!(memory.start(key) + 16 <= memory.active());
                assert_eq!(memory.window(key).len(), 16);
            }
            memory.grow();
            sizes.push(memory.active());
        }
        assert!(sizes.is_sorted_by(|a, b| a < b));
    }
}
