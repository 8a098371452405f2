//! The transposition table: what is known of every position, by board and attacker's hand.
//!
//! Entries of one board lie side by side whatever the hand, so that one probe sees every hand that
//! dominates or is dominated: a mate with fewer pieces is a mate with more, a failure with more
//! pieces is a failure with fewer. An entry holds facts that are true whatever the path (a mate
//! within so many plies; none within so many) and the current numbers of an open question. Losing
//! an entry loses facts, never truth: nothing is concluded from absence.
//!
//! An entry is 32 bytes, two to a cache line. Nothing is cleared between problems: entries of an
//! older generation count as empty.
//!
//! Threads share a table without locks. The first word of an entry seals the others: it is the key
//! combined with a checksum of them, so that an entry of which two threads wrote a part each is
//! the entry of no position. Whoever writes an entry writes all of it, from what it read under the
//! same seal.

use super::memory::{Memory, load, store};
use super::numbers::{Number, Plies, UNIT};
use crate::shogi::Hand;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Entries looked at for one board, from its first slot on: eight cache lines.
const WINDOW: usize = 16;

/// Seal, numbers, lengths and visits, hand.
#[derive(Clone, Copy, Debug)]
struct Entry([u64; 4]);

/// Bit of word 3: a disproof that depends on the path is in the conditional table.
const CONDITIONAL: u64 = 1;

/// Where in word 3 the lowest bits of the key are: a first look at them spares the checksum.
const TAG_SHIFT: u32 = 32;

impl Entry {
    fn new(key: u64, hand: Hand, generation: u8) -> Self {
        let tag = (key & 0xffff) << TAG_SHIFT;
        let mut entry = Self([0, 0, 0, u64::from(hand.bits()) << 4 | tag]);
        entry.0[2] = Plies::UNLIMITED.pack() << 48 | 0xffff << 16 | u64::from(generation);
        entry.set_numbers(UNIT, UNIT);
        entry
    }
    /// The entry in a slot if it is of this generation, whatever its key.
    #[inline]
    fn read(slot: &[AtomicU64; 4], generation: u8) -> Option<Self> {
        let word = slot[2].load(Ordering::Relaxed);
        (word as u8 == generation).then(|| {
            let [seal, numbers, _, hand] = load(slot);
            Self([seal, numbers, word, hand])
        })
    }
    /// A checksum of all but the seal.
    #[inline]
    const fn checksum(self) -> u64 {
        let [_, a, b, c] = self.0;
        a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ b.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23)
            ^ c.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(43)
    }
    #[inline]
    const fn key(self) -> u64 {
        self.0[0] ^ self.checksum()
    }
    #[inline]
    const fn sealed(mut self, key: u64) -> [u64; 4] {
        self.0[0] = key ^ self.checksum();
        self.0
    }
    #[inline]
    const fn is_of(self, key: u64) -> bool {
        (self.0[3] >> TAG_SHIFT) as u16 == key as u16 && self.key() == key
    }
    #[inline]
    const fn hand(self) -> Hand {
        Hand::from_bits((self.0[3] >> 4) as u32)
    }
    #[inline]
    const fn generation(self) -> u8 {
        self.0[2] as u8
    }
    #[inline]
    const fn pn(self) -> Number {
        (self.0[1] >> 32) as u32
    }
    #[inline]
    const fn dn(self) -> Number {
        self.0[1] as u32
    }
    /// A mate within so many plies is proven (without limit: none is).
    #[inline]
    fn proven(self) -> Plies {
        Plies::unpack(self.0[2] >> 48)
    }
    /// A mate within so many plies is excluded.
    #[inline]
    fn disproven(self) -> Plies {
        Plies::unpack(self.0[2] >> 32)
    }
    #[inline]
    const fn depth(self) -> u16 {
        (self.0[2] >> 16) as u16
    }
    #[inline]
    const fn work(self) -> u8 {
        (self.0[2] >> 8) as u8
    }
    /// Whether it holds a fact that cost more than a first look.
    fn is_final(self) -> bool {
        self.disproven() > super::evaluation::FIRST_LOOK || self.proven() != Plies::UNLIMITED
    }
    fn set_numbers(&mut self, pn: Number, dn: Number) {
        self.0[1] = u64::from(pn) << 32 | u64::from(dn);
    }
    fn set_lengths(&mut self, proven: Plies, disproven: Plies) {
        self.0[2] = self.0[2] & 0xffff_ffff | proven.pack() << 48 | disproven.pack() << 32;
    }
    /// A mate within so many plies is excluded without any interposition.
    #[inline]
    fn bare(self) -> Plies {
        Plies::unpack(self.0[3] >> 48)
    }
    fn set_bare(&mut self, bare: Plies) {
        self.0[3] = self.0[3] & (u64::MAX >> 16) | bare.pack() << 48;
    }
    fn note_visit(&mut self, visit: Visit) {
        let depth = self.depth().min(visit.depth);
        let work = self.work().max(visit.work);
        self.0[2] = self.0[2] & !0xffff_ff00 | u64::from(depth) << 16 | u64::from(work) << 8;
    }
}

/// What the table says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// A mate within `len` with no more than `hand`.
    Proven { len: Plies, hand: Hand },
    /// No mate within `len`, even with `hand`; none within `bare` even if the defender never
    /// interposes.
    Disproven { len: Plies, bare: Plies, hand: Hand },
    /// Seen before, not settled.
    Open {
        pn: Number,
        dn: Number,
        /// First seen nearer the root: the numbers may come from above (Kishimoto 2010).
        old: bool,
        /// The conditional table may know more.
        conditional: bool,
    },
    /// Never seen; dominating and dominated hands suggest at least these numbers, beside which work
    /// foretold (`effort`) counts alone: to heed both has cost three nodes in a hundred.
    New { pn: Number, dn: Number },
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    entries: Memory<4>,
    generation: u8,
    used: AtomicUsize,
    /// Whether facts about other hands of the same board are used.
    dominance: bool,
}

impl Table {
    /// A table of at most so many bytes (at least a handful of entries).
    pub(super) fn new(bytes: usize, dominance: bool) -> Self {
        Self {
            entries: Memory::new(bytes, WINDOW),
            generation: 1,
            used: AtomicUsize::new(0),
            dominance,
        }
    }

    /// Forgets everything, without touching memory but once in 255 times. With several threads to
    /// use it the table has its full size from the start.
    pub(super) fn next_problem(&mut self, threads: usize) {
        self.used.store(0, Ordering::Relaxed);
        if threads > 1 {
            self.entries.take_all();
        } else {
            self.entries.restart();
        }
        if self.generation == u8::MAX {
            self.entries.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Threads may miscount by a few entries, which does not matter.
    fn count(&self, change: isize) {
        let used = self.used().saturating_add_signed(change);
        self.used.store(used, Ordering::Relaxed);
    }

    /// Share of the whole table in use, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.used() as u64 * 1000 / self.entries.capacity() as u64) as u32
    }

    /// Spreads the entries over the next larger size.
    #[cold]
    fn grow(&self) {
        for at in self.entries.grow().rev() {
            let words = self.entries.take(at);
            let entry = Entry(words);
            if entry.generation() == self.generation {
                let mut window = self.entries.window(entry.key()).iter();
                match window.find(|slot| Entry::read(slot, self.generation).is_none()) {
                    Some(free) => store(free, words),
                    None => self.count(-1),
                }
            }
        }
    }

    /// Sends for the first cache line of a board, so that it is on its way.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.entries.prefetch(key);
    }

    /// Looks up a position for the question "a mate within `budget`?".
    #[inline]
    pub(super) fn look(&self, key: u64, hand: Hand, budget: Plies, depth: usize) -> Known {
        let (mut pn, mut dn) = (0, 0);
        let mut exact = None;
        let mut fact: Option<(Plies, Known)> = None;
        let mut failure = None;
        for slot in self.entries.window(key) {
            let Some(entry) = Entry::read(slot, self.generation) else {
                break;
            };
            if !entry.is_of(key) {
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
                conditional: entry.0[3] & CONDITIONAL != 0,
            },
            (None, None) => Known::New { pn, dn },
        }
    }

    /// The entry of this position and where it is to be written: one that is there; else a new one
    /// in place of the open question about the hand `instead` if there is one, else in the first
    /// free slot, else in place of the smallest subtree of the window, facts last.
    fn entry(&self, key: u64, hand: Hand, instead: Option<Hand>) -> (&[AtomicU64; 4], Entry) {
        if self.entries.is_crowded(self.used()) {
            self.grow();
        }
        let window = self.entries.window(key);
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
            let weight = u32::from(entry.work()) + if entry.is_final() { FACT_BONUS } else { 0 };
            if weight < victim.0 {
                victim = (weight, slot);
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

    /// Makes every entry of a full window count a little less. Without this the newest small
    /// result would always be the first to go, and a search that needs two of them in one window
    /// would go round in circles.
    fn age(&self, window: &[[AtomicU64; 4]]) {
        for slot in window {
            if let Some(mut entry) = Entry::read(slot, self.generation) {
                let key = entry.key();
                let work = entry.work().saturating_sub(1);
                entry.0[2] = entry.0[2] & !0xff00 | u64::from(work) << 8;
                store(slot, entry.sealed(key));
            }
        }
    }

    fn update(
        &self,
        (key, hand): (u64, Hand),
        instead: Option<Hand>,
        change: impl FnOnce(&mut Entry),
    ) {
        let (slot, mut entry) = self.entry(key, hand, instead);
        change(&mut entry);
        store(slot, entry.sealed(key));
    }

    /// Writes down the numbers of an open question.
    pub(super) fn store_open(
        &self,
        position: (u64, Hand),
        numbers: (Number, Number),
        visit: Visit,
        conditional: bool,
    ) {
        self.update(position, None, |entry| {
            entry.set_numbers(numbers.0, numbers.1);
            entry.note_visit(visit);
            if conditional {
                entry.0[3] |= CONDITIONAL;
            }
        });
    }

    /// Writes down the first numbers of a position, and that there is no mate within `excluded`,
    /// nor within `bare` if the defender never interposes.
    pub(super) fn store_first(
        &self,
        position: (u64, Hand),
        numbers: (Number, Number),
        (excluded, bare): (Plies, Plies),
        visit: Visit,
    ) {
        self.update(position, None, |entry| {
            entry.set_lengths(entry.proven(), entry.disproven().max(excluded));
            entry.set_bare(entry.bare().max(bare));
            entry.set_numbers(numbers.0, numbers.1);
            entry.note_visit(visit);
        });
    }

    /// Writes down a proven mate within `len` that needs only `hand` of what the attacker holds.
    pub(super) fn store_proven(&self, position: (u64, Hand), len: Plies, hand: Hand, visit: Visit) {
        let hand = if self.dominance { hand } else { position.1 };
        self.update((position.0, hand), Some(position.1), |entry| {
            if len < entry.proven() {
                entry.set_lengths(len, entry.disproven());
            }
            // The numbers of the longer question mislead the search for a shorter mate.
            entry.set_numbers(UNIT, UNIT);
            entry.note_visit(visit);
        });
    }

    /// Writes down that there is no mate within `len`, not even with `hand`, nor within `bare` if
    /// the defender never interposes.
    pub(super) fn store_disproven(
        &self,
        position: (u64, Hand),
        (len, bare): (Plies, Plies),
        hand: Hand,
        visit: Visit,
    ) {
        let hand = if self.dominance { hand } else { position.1 };
        self.update((position.0, hand), Some(position.1), |entry| {
            entry.set_lengths(entry.proven(), entry.disproven().max(len));
            entry.set_bare(entry.bare().max(bare));
            entry.set_numbers(UNIT, UNIT);
            entry.note_visit(visit);
        });
    }
}

/// How much a fact outweighs an open question when a slot is needed: a subtree eight times larger.
const FACT_BONUS: u32 = 3 * WORK_STEPS;

/// Steps of [`Visit`]'s work per doubling.
const WORK_STEPS: u32 = 8;

/// Where and how expensively a position was searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    depth: u16,
    work: u8,
}

impl Visit {
    /// A visit at this depth that made so many moves.
    #[inline]
    pub(super) fn new(depth: usize, nodes: u64) -> Self {
        let doublings = nodes.max(1).ilog2();
        let fraction = (nodes.max(1) << 3 >> doublings) as u32 & (WORK_STEPS - 1);
        Self {
            depth: depth as u16,
            work: (doublings * WORK_STEPS + fraction).min(255) as u8,
        }
    }
}
