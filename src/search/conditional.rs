//! Disproofs that hold only while certain positions are avoided.
//!
//! A position that fails because the attacker came back to an ancestor has no unconditional
//! disproof. What was shown is "no mate within `len` that avoids the heads". It is kept here with
//! its heads and used again when each head is on the current path (then the condition is part of
//! the question), or when a head has meanwhile been disproven as a fact, for then no mate leads
//! through it. Claims with too many heads are tied to the exact set of positions on the path.

use super::memory::{Memory, load, store};
use super::numbers::Plies;
use super::path::{HEADS_MAX, Heads, Path};
use crate::shogi::Hand;

/// Slots looked at for one position.
const WINDOW: usize = 4;

/// One claim: key, hand and length, then the heads (key and hand each) or the depth and hash of
/// the set of positions.
type Slot = [u64; 8];

/// The table of conditional disproofs.
#[derive(Debug)]
pub(super) struct ConditionalTable {
    slots: Memory<8>,
    generation: u8,
    used: usize,
    /// Which slot of a full window gives way next.
    clock: usize,
}

const PREFIX: u64 = 15;

/// Bit of the second word: the claim holds for a defender who never interposes as well.
const BARE: u64 = 1 << 20;

/// A claim that can be used on the current path: no mate within `len` that avoids the heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) len: Plies,
    /// The same for a defender who never interposes.
    pub(super) bare: Plies,
    pub(super) heads: Heads,
}

impl ConditionalTable {
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            slots: Memory::new(bytes, WINDOW),
            generation: 1,
            used: 0,
            clock: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn next_problem(&mut self) {
        (self.used, self.clock) = (0, 0);
        self.slots.restart();
        if self.generation == u8::MAX {
            self.slots.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Spreads the claims over the next larger size.
    #[cold]
    fn grow(&mut self) {
        self.used = 0;
        for at in self.slots.grow().rev() {
            let slot = self.slots.take(at);
            if self.is_current(&slot) {
                let free = self.place(slot[0]);
                store(self.slots.at(free), slot);
            }
        }
    }

    fn is_current(&self, slot: &Slot) -> bool {
        slot[1] >> 52 == u64::from(self.generation)
    }

    /// A slot for a claim: a free one of its window, else one of them in turn.
    fn place(&mut self, key: u64) -> usize {
        let start = self.slots.start(key);
        let free = self
            .slots
            .window(key)
            .iter()
            .position(|slot| !self.is_current(&load(slot)));
        if free.is_some() {
            self.used += 1;
        } else {
            self.clock += 1;
        }
        start + free.unwrap_or(self.clock % WINDOW)
    }

    fn label(&self, hand: Hand) -> u64 {
        u64::from(hand.bits()) | u64::from(self.generation) << 28
    }

    /// Keeps a claim about a position. The heads are depths of `path`.
    pub(super) fn store(&mut self, key: u64, hand: Hand, claim: Claim, path: &Path) {
        let Claim { len, bare, heads } = claim;
        let mut slot = [0; 8];
        slot[0] = key;
        slot[1] = self.label(hand) << 24 | len.pack() << 4;
        if bare >= len {
            slot[1] |= BARE;
        }
        match heads {
            Heads::Few { count, .. } => {
                slot[1] |= u64::from(count);
                for (i, &depth) in heads.few().unwrap_or_default().iter().enumerate() {
                    let (head, hand) = path.at(usize::from(depth));
                    slot[2 + 2 * i] = head;
                    slot[3 + 2 * i] = u64::from(hand.bits());
                }
            }
            Heads::Prefix(depth) => {
                slot[1] |= PREFIX;
                slot[2] = u64::from(depth);
                slot[3] = path.prefix(usize::from(depth));
            }
        }
        if self.slots.is_crowded(self.used) {
            self.grow();
        }
        let at = self.place(key);
        store(self.slots.at(at), slot);
    }

    /// Whether there is any claim about this position for this budget, whatever it depends on.
    pub(super) fn suggests(&self, key: u64, hand: Hand, budget: Plies) -> bool {
        let label = self.label(hand);
        self.slots.window(key).iter().any(|slot| {
            let slot: Slot = load(slot);
            slot[0] == key && slot[1] >> 24 == label && budget <= Plies::unpack(slot[1] >> 4)
        })
    }

    /// A claim about this position for this budget that can be used on this path. `dead` says
    /// whether a position is disproven as a fact within the budget, and within what without
    /// interpositions.
    pub(super) fn look(
        &self,
        key: u64,
        hand: Hand,
        budget: Plies,
        path: &Path,
        dead: impl Fn(u64, Hand, Plies) -> Option<Plies>,
    ) -> Option<Claim> {
        let label = self.label(hand);
        'slots: for slot in self.slots.window(key) {
            let slot: Slot = load(slot);
            if slot[0] != key || slot[1] >> 24 != label {
                continue;
            }
            let len = Plies::unpack(slot[1] >> 4);
            if budget > len {
                continue;
            }
            let mut bare = if slot[1] & BARE != 0 {
                len
            } else {
                Plies::NONE
            };
            if slot[1] & 15 == PREFIX {
                let depth = slot[2] as usize;
                if depth < path.depth() && path.prefix(depth) == slot[3] {
                    let heads = Heads::Prefix(depth as u16);
                    return Some(Claim { len, bare, heads });
                }
                continue;
            }
            let mut heads = Heads::NONE;
            for i in 0..((slot[1] & 15) as usize).min(HEADS_MAX) {
                let (head, hand) = (slot[2 + 2 * i], Hand::from_bits(slot[3 + 2 * i] as u32));
                if let Some(depth) = path.find(head, hand) {
                    heads = heads.union(Heads::one(depth));
                } else if let Some(theirs) = dead(head, hand, budget) {
                    bare = bare.min(theirs);
                } else {
                    continue 'slots;
                }
            }
            // With a dead head the claim holds for this budget only.
            return Some(Claim {
                len: budget,
                bare: bare.min(budget),
                heads,
            });
        }
        None
    }
}
