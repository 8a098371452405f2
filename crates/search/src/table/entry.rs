//! One entry of the transposition table: the knowledge about a board with one hand of the attacker.
//! An entry has 32 bytes, and a cache line two entries.
//!
//! The first word of an entry seals the others: it is the first word of the key combined with a
//! checksum of them. If two threads each wrote a part of an entry, the seal fits no position. A
//! thread always writes a whole entry, made from the words that it read under the same seal.
//!
//! Another word has a *tag*: 16 bits of the second word of the key. The first word alone tells too
//! little, because entries in one window agree in its top 20 to 30 bits, which choose the window.

use super::memory::load;
use crate::numbers::{FIRST_LOOK, Number, Plies, UNIT};
use crate::shogi::{Hand, Key};
use crate::tuning::{AGE_STEP, FACT_DOUBLINGS};
use std::sync::atomic::{AtomicU64, Ordering};

/// An entry of four words: the seal; `pn` and `dn`; lengths, depth, work and generation; bare length,
/// tag, hand and [`CONDITIONAL`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry([u64; 4]);

/// Bit of word 3: a disproof that depends on the path is in the conditional table.
const CONDITIONAL: u64 = 1;

/// The first bit of the tag in word 3. Testing the tag first saves the checksum.
const TAG_SHIFT: u32 = 32;

impl Entry {
    /// Makes an entry that claims nothing yet.
    pub(crate) fn new(key: Key, hand: Hand, generation: u8) -> Self {
        let tag = (key.second() & 0xffff) << TAG_SHIFT;
        let mut entry = Self([0, 0, 0, u64::from(hand.bits()) << 4 | tag]);
        entry.0[2] = Plies::UNLIMITED.pack() << 48 | 0xffff << 16 | u64::from(generation);
        entry.set_numbers(UNIT, UNIT);
        entry
    }
    /// Makes an entry of the words of a slot.
    pub(crate) const fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }
    /// Returns the entry in a slot if it has this generation, whatever its key is.
    #[inline]
    pub(super) fn read(slot: &[AtomicU64; 4], generation: u8) -> Option<Self> {
        let word = slot[2].load(Ordering::Relaxed);
        (word as u8 == generation).then(|| {
            let [seal, numbers, _, hand] = load(slot);
            Self([seal, numbers, word, hand])
        })
    }
    /// Returns a checksum of all words but the seal.
    #[inline]
    const fn checksum(self) -> u64 {
        let [_, a, b, c] = self.0;
        a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ b.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23)
            ^ c.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(43)
    }
    /// Returns the first word of the key.
    #[inline]
    pub(crate) const fn key(self) -> u64 {
        self.0[0] ^ self.checksum()
    }
    /// Returns the words for the slot, with the seal for this first word of the key.
    #[inline]
    pub(super) const fn sealed(mut self, key: u64) -> [u64; 4] {
        self.0[0] = key ^ self.checksum();
        self.0
    }
    /// Returns whether the entry is about the board with this key.
    #[inline]
    pub(super) const fn is_of(self, key: Key) -> bool {
        (self.0[3] >> TAG_SHIFT) as u16 == key.second() as u16 && self.key() == key.first()
    }
    #[inline]
    pub(crate) const fn hand(self) -> Hand {
        Hand::from_bits((self.0[3] >> 4) as u32)
    }
    #[inline]
    pub(crate) const fn generation(self) -> u8 {
        self.0[2] as u8
    }
    #[inline]
    pub(crate) const fn pn(self) -> Number {
        (self.0[1] >> 32) as u32
    }
    #[inline]
    pub(crate) const fn dn(self) -> Number {
        self.0[1] as u32
    }
    /// Returns the plies within which a mate is proven; unlimited if none is.
    #[inline]
    pub(crate) fn proven(self) -> Plies {
        Plies::unpack(self.0[2] >> 48)
    }
    /// Returns the plies within which a mate is excluded.
    #[inline]
    pub(super) fn disproven(self) -> Plies {
        Plies::unpack(self.0[2] >> 32)
    }
    /// Returns the depth nearest to the root at which the position was seen.
    #[inline]
    pub(crate) const fn depth(self) -> u16 {
        (self.0[2] >> 16) as u16
    }
    /// Returns the work that the entry took, in eighths of a doubling of one node. Ageing lowers it.
    #[inline]
    const fn work(self) -> u8 {
        (self.0[2] >> 8) as u8
    }
    fn set_work(&mut self, work: u8) {
        self.0[2] = self.0[2] & !0xff00 | u64::from(work) << 8;
    }
    /// Returns whether the entry holds a fact beyond what a first look excludes.
    pub(super) fn has_fact(self) -> bool {
        self.disproven() > FIRST_LOOK || self.proven() != Plies::UNLIMITED
    }
    /// Returns the weight of the entry: the lightest of a full window makes room for a new one.
    pub(crate) fn weight(self) -> u32 {
        u32::from(self.work())
            + if self.has_fact() {
                FACT_DOUBLINGS * WORK_STEPS
            } else {
                0
            }
    }
    /// Lowers the weight a little.
    pub(super) fn age(&mut self) {
        self.set_work(self.work().saturating_sub(AGE_STEP));
    }
    /// Returns whether the conditional table may have a claim about the position.
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
    /// Returns the plies within which a mate is excluded even if the defender never interposes.
    #[inline]
    pub(crate) fn bare(self) -> Plies {
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

/// The steps of [`Visit`]'s work for each doubling.
const WORK_STEPS: u32 = 8;

/// The depth of a position and the cost of its search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    depth: u16,
    /// The nodes as a logarithm, in [`WORK_STEPS`] for each doubling.
    work: u8,
}

impl Visit {
    /// Makes a visit at this depth with this cost: a first look costs 1, opening the position 2,
    /// each move made below it 1.
    #[inline]
    pub(crate) fn new(depth: usize, nodes: u64) -> Self {
        let doublings = nodes.max(1).ilog2();
        let fraction = (nodes.max(1) << 3 >> doublings) as u32 & (WORK_STEPS - 1);
        Self {
            depth: depth as u16,
            work: (doublings * WORK_STEPS + fraction).min(255) as u8,
        }
    }
}
