//! Links from positions to those before them, across the paths on which they were searched.
//!
//! Two moves of a position may lead to one open position further on. The work below it then is in the
//! numbers of both. The links tell so: from a position back to the one from which it was last searched,
//! and on to a position of the current path (Kishimoto 2010; Nagai 2002 has the problem).
//!
//! Links only say where to look. A link that is lost, or that belongs to another position, makes no
//! answer wrong.

use super::memory::{Memory, load};
use crate::repetition::path::PositionId;

/// Slots in the window of one position.
const WINDOW: usize = 4;

/// Only so many moves of a position, the first ones, keep their marks from one visit to the next.
pub(crate) const MARKS: usize = 24;

/// A link of a position to the one before it, with the moves that count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The position from which this one was last searched.
    pub(crate) before: PositionId,
    /// A bit for each of the first [`MARKS`] moves: whether it is marked.
    pub(crate) marks: u32,
}

/// Returns the identity in a word: all but its last 16 bits.
const fn id_in(word: u64) -> PositionId {
    PositionId::from_bits(word)
}

/// The links of one thread. A slot has two words. The first has the identity of the position and 16 marks, the
/// second the identity of the position before it, the other marks and the generation.
#[derive(Debug)]
pub(crate) struct Links {
    slots: Memory<2>,
    generation: u8,
    /// The slots taken by links of this problem.
    used: usize,
    /// Chooses the slot of a full window that is replaced next.
    clock: usize,
}

impl Links {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            slots: Memory::new(bytes, WINDOW),
            generation: 1,
            used: 0,
            clock: 0,
        }
    }

    /// Forgets all links.
    pub(crate) fn next_problem(&mut self) {
        (self.used, self.clock) = (0, 0);
        self.slots.restart();
        if self.generation == u8::MAX {
            self.slots.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Returns the bytes of the slots in use, taken or not.
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.slots.bytes_in_use()
    }

    /// Prefetches the link of a position.
    #[inline]
    pub(crate) fn prefetch(&self, position: PositionId) {
        self.slots.prefetch(position.bits());
    }

    /// Returns the link of a position.
    #[inline]
    pub(crate) fn get(&self, position: PositionId) -> Option<Link> {
        let window = self.slots.window(position.bits()).iter();
        let found = window
            .map(load)
            .find(|&words| self.is_current(words) && id_in(words[0]) == position);
        found.map(|words| Link {
            before: id_in(words[1]),
            marks: (words[0] & 0xffff | (words[1] & 0xff00) << 8) as u32,
        })
    }

    /// Keeps the link of a position: in its slot, in a free one, or in place of another link.
    pub(crate) fn set(&mut self, position: PositionId, link: Link) {
        // With half of the slots free, few windows are full.
        if self.slots.is_crowded(self.used * 3 / 2) {
            self.grow();
        }
        let marks = u64::from(link.marks);
        self.place([
            position.bits() | marks & 0xffff,
            link.before.bits() | marks >> 8 & 0xff00 | u64::from(self.generation),
        ]);
    }

    fn place(&mut self, words: [u64; 2]) {
        let position = id_in(words[0]);
        let start = self.slots.start(position.bits());
        let window = self.slots.window(position.bits());
        let (mut same, mut free) = (None, None);
        for (i, slot) in window.iter().enumerate() {
            let there = load(slot);
            if !self.is_current(there) {
                free = free.or(Some(i));
            } else if id_in(there[0]) == position {
                same = Some(i);
            }
        }
        let slot = same.or(free).unwrap_or(self.clock % WINDOW);
        match (same, free) {
            (Some(_), _) => {}
            (None, Some(_)) => self.used += 1,
            (None, None) => self.clock += 1,
        }
        self.slots.set(start + slot, words);
    }

    /// Spreads the links over the next larger size.
    #[cold]
    fn grow(&mut self) {
        self.used = 0;
        for index in self.slots.grow().rev() {
            let words = self.slots.take(index);
            if self.is_current(words) {
                self.place(words);
            }
        }
    }

    fn is_current(&self, words: [u64; 2]) -> bool {
        words[1] as u8 == self.generation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Hand;

    fn id(number: u64) -> PositionId {
        PositionId::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15), Hand::EMPTY)
    }

    #[test]
    fn links_outlast_growth_and_end_with_the_problem() {
        let mut links = Links::new(8 << 20);
        let before = links.bytes_in_use();
        let link = |number| Link {
            before: id(number + 1),
            marks: number as u32 & 0xff_ffff,
        };
        let all = (2 * before / size_of::<[u64; 2]>()) as u64;
        for number in 0..all {
            links.set(id(number), link(number));
        }
        assert!(links.bytes_in_use() > before);
        let kept = (0..all).filter(|&number| links.get(id(number)) == Some(link(number)));
        assert!(kept.count() as u64 > all * 9 / 10);
        links.set(id(7), link(9));
        assert_eq!(links.get(id(7)), Some(link(9)));
        links.next_problem();
        assert!((0..all).all(|number| links.get(id(number)).is_none()));
    }

    #[test]
    fn the_smallest_table_keeps_the_last_link() {
        let mut links = Links::new(0);
        for number in 0..100 {
            let link = Link {
                before: id(number + 1),
                marks: 3,
            };
            links.set(id(number), link);
            assert_eq!(links.get(id(number)), Some(link));
        }
    }
}
