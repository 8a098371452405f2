//! One entry of the transposition table, 32 bytes, two to a cache line: what is known of a board with one
//! hand of the attacker.
//!
//! The first word of an entry seals the others: it is the key combined with a checksum of them, so that
//! an entry of which two threads wrote a part each is the entry of no position. Whoever writes an entry
//! writes all of it, from what it read under the same seal.

use super::memory::load;
use crate::search::numbers::{FIRST_LOOK, Number, Plies, UNIT};
use crate::search::tuning::{AGE_STEP, FACT_DOUBLINGS};
use crate::shogi::Hand;
use std::sync::atomic::{AtomicU64, Ordering};

/// Seal, numbers, lengths and visits, hand.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Entry([u64; 4]);

/// Bit of word 3: a disproof that depends on the path is in the conditional table.
const CONDITIONAL: u64 = 1;

/// Where in word 3 the lowest bits of the key are: a first look at them spares the checksum.
const TAG_SHIFT: u32 = 32;

impl Entry {
    /// An entry that says nothing yet.
    pub(in crate::search) fn new(key: u64, hand: Hand, generation: u8) -> Self {
        let tag = (key & 0xffff) << TAG_SHIFT;
        let mut entry = Self([0, 0, 0, u64::from(hand.bits()) << 4 | tag]);
        entry.0[2] = Plies::UNLIMITED.pack() << 48 | 0xffff << 16 | u64::from(generation);
        entry.set_numbers(UNIT, UNIT);
        entry
    }
    /// What the words of a slot say.
    pub(in crate::search) const fn of(words: [u64; 4]) -> Self {
        Self(words)
    }
    /// The entry in a slot if it is of this generation, whatever its key.
    #[inline]
    pub(super) fn read(slot: &[AtomicU64; 4], generation: u8) -> Option<Self> {
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
    pub(in crate::search) const fn key(self) -> u64 {
        self.0[0] ^ self.checksum()
    }
    /// The words of its slot, if it is of this key.
    #[inline]
    pub(super) const fn sealed(mut self, key: u64) -> [u64; 4] {
        self.0[0] = key ^ self.checksum();
        self.0
    }
    #[inline]
    pub(super) const fn is_of(self, key: u64) -> bool {
        (self.0[3] >> TAG_SHIFT) as u16 == key as u16 && self.key() == key
    }
    #[inline]
    pub(in crate::search) const fn hand(self) -> Hand {
        Hand::from_bits((self.0[3] >> 4) as u32)
    }
    #[inline]
    pub(in crate::search) const fn generation(self) -> u8 {
        self.0[2] as u8
    }
    #[inline]
    pub(in crate::search) const fn pn(self) -> Number {
        (self.0[1] >> 32) as u32
    }
    #[inline]
    pub(in crate::search) const fn dn(self) -> Number {
        self.0[1] as u32
    }
    /// A mate within so many plies is proven (without limit: none is).
    #[inline]
    pub(in crate::search) fn proven(self) -> Plies {
        Plies::unpack(self.0[2] >> 48)
    }
    /// A mate within so many plies is excluded.
    #[inline]
    pub(super) fn disproven(self) -> Plies {
        Plies::unpack(self.0[2] >> 32)
    }
    /// Where it was seen nearest to the root.
    #[inline]
    pub(in crate::search) const fn depth(self) -> u16 {
        (self.0[2] >> 16) as u16
    }
    #[inline]
    const fn work(self) -> u8 {
        (self.0[2] >> 8) as u8
    }
    fn set_work(&mut self, work: u8) {
        self.0[2] = self.0[2] & !0xff00 | u64::from(work) << 8;
    }
    /// Whether it holds a fact that cost more than a first look.
    pub(super) fn is_final(self) -> bool {
        self.disproven() > FIRST_LOOK || self.proven() != Plies::UNLIMITED
    }
    /// What it counts when a slot is needed.
    pub(in crate::search) fn weight(self) -> u32 {
        u32::from(self.work())
            + if self.is_final() {
                FACT_DOUBLINGS * WORK_STEPS
            } else {
                0
            }
    }
    /// Makes it count a little less.
    pub(super) fn age(&mut self) {
        self.set_work(self.work().saturating_sub(AGE_STEP));
    }
    /// Whether the conditional table may know more.
    #[inline]
    pub(super) const fn is_conditional(self) -> bool {
        self.0[3] & CONDITIONAL != 0
    }
    pub(super) fn set_conditional(&mut self) {
        self.0[3] |= CONDITIONAL;
    }
    pub(super) fn set_numbers(&mut self, pn: Number, dn: Number) {
        self.0[1] = u64::from(pn) << 32 | u64::from(dn);
    }
    pub(super) fn set_lengths(&mut self, proven: Plies, disproven: Plies) {
        self.0[2] = self.0[2] & 0xffff_ffff | proven.pack() << 48 | disproven.pack() << 32;
    }
    /// A mate within so many plies is excluded without any interposition.
    #[inline]
    pub(in crate::search) fn bare(self) -> Plies {
        Plies::unpack(self.0[3] >> 48)
    }
    pub(super) fn set_bare(&mut self, bare: Plies) {
        self.0[3] = self.0[3] & (u64::MAX >> 16) | bare.pack() << 48;
    }
    pub(super) fn note_visit(&mut self, visit: Visit) {
        let depth = self.depth().min(visit.depth);
        self.0[2] = self.0[2] & !0xffff_0000 | u64::from(depth) << 16;
        self.set_work(self.work().max(visit.work));
    }
}

/// Steps of [`Visit`]'s work per doubling.
const WORK_STEPS: u32 = 8;

/// Where and how expensively a position was searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Visit {
    depth: u16,
    work: u8,
}

impl Visit {
    /// A visit at this depth that cost so much: a first look 1, opening the position 2, each move made below 1.
    #[inline]
    pub(in crate::search) fn new(depth: usize, nodes: u64) -> Self {
        let doublings = nodes.max(1).ilog2();
        let fraction = (nodes.max(1) << 3 >> doublings) as u32 & (WORK_STEPS - 1);
        Self {
            depth: depth as u16,
            work: (doublings * WORK_STEPS + fraction).min(255) as u8,
        }
    }
}
