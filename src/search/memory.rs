//! Memory for the tables: as much as allowed, used only as far as needed.
//!
//! A table that starts small lives in the processor's caches while a problem is easy, and touches
//! no memory it does not need. It grows in place: the slots in use are always the first ones, and
//! since a slot's place is its key scaled to their number, growing only spreads the entries out.

/// Slots of `N` words, zero at first. Untouched slots take no memory.
#[derive(Debug)]
pub(super) struct Memory<const N: usize> {
    slots: Vec<[u64; N]>,
    active: usize,
    window: usize,
}

/// Bytes in use at the start of a problem: within the second-level cache.
const START_BYTES: usize = 1 << 19;

/// How much larger a table grows at once.
const GROWTH: usize = 4;

impl<const N: usize> Memory<N> {
    /// Room for at most `bytes`, looked at in windows of so many slots.
    pub(super) fn new(bytes: usize, window: usize) -> Self {
        let count = (bytes / size_of::<[u64; N]>()).max(2 * window);
        let mut memory = Self {
            slots: vec![[0; N]; count],
            active: 0,
            window,
        };
        memory.restart();
        memory
    }

    /// Goes back to the size a problem starts with. What the slots hold stays.
    pub(super) fn restart(&mut self) {
        self.active = (START_BYTES / size_of::<[u64; N]>()).min(self.slots.len());
    }

    /// Zeroes everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill([0; N]);
    }

    /// The number of slots there may be.
    pub(super) fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Whether the table should grow with so many slots taken: at half of those in use.
    #[inline]
    pub(super) fn is_crowded(&self, used: usize) -> bool {
        2 * used > self.active && self.active < self.slots.len()
    }

    /// Whether growing is worth it for the sake of one full window: not while nearly everything is
    /// free, for then one board has many hands, and no size would give it room.
    pub(super) fn has_room(&self, used: usize) -> bool {
        8 * used > self.active && self.active < self.slots.len()
    }

    /// The first slot of a key's window; even, so that windows begin on a cache line.
    #[inline]
    pub(super) fn start(&self, key: u64) -> usize {
        let places = (self.active - self.window) as u128;
        ((u128::from(key) * places) >> 64) as usize & !1
    }

    /// The slots of a key's window.
    #[inline]
    pub(super) fn window(&self, key: u64) -> &[[u64; N]] {
        let start = self.start(key);
        &self.slots[start..start + self.window]
    }

    /// One slot.
    #[inline]
    pub(super) fn at(&mut self, index: usize) -> &mut [u64; N] {
        &mut self.slots[index]
    }

    /// Takes the next larger size. The slots that were in use are handed back one by one, highest
    /// first, through [`Memory::take`].
    pub(super) fn grow(&mut self) -> std::ops::Range<usize> {
        let before = self.active;
        self.active = (self.active * GROWTH).min(self.slots.len());
        0..before
    }

    /// Empties a slot.
    pub(super) fn take(&mut self, index: usize) -> [u64; N] {
        std::mem::replace(&mut self.slots[index], [0; N])
    }
}
