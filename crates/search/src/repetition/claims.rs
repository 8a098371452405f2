//! Disproofs that hold only while certain positions are avoided.
//!
//! A position that fails because the attacker came back to an ancestor has no unconditional
//! disproof. The claim is "no mate within `len` that avoids the ancestors". It is kept here with
//! its ancestors, and used again if each of them is one of two things: on the current path, so that
//! it belongs to the condition of the new result, or disproven as a fact by now, so that no mate leads
//! through it. Claims with too many ancestors are tied to the exact set of positions on the path.

use super::condition::{ANCESTORS_MAX, Condition};
use super::path::Path;
use crate::numbers::Plies;
use crate::shogi::Hand;
use crate::table::memory::{Memory, load};
use std::sync::atomic::Ordering;

/// Slots in the window of one position.
const WINDOW: usize = 4;

/// Words of a slot for claims with few ancestors: up to 4.
const WORDS_FOR_FEW: usize = 8;
/// Words of a slot for all other claims.
const WORDS_FOR_MANY: usize = 48;

/// The table of conditional disproofs.
#[derive(Debug)]
pub(crate) struct ConditionalTable {
    few: Claims<WORDS_FOR_FEW>,
    many: Claims<WORDS_FOR_MANY>,
}

/// A table of claims in slots of `N` words. The first two words have the key, the hand and the
/// length. For [`Condition::Few`] the keys of the ancestors follow, and their hands stand at the end,
/// two in a word. For [`Condition::Prefix`] the depth and the hash of the positions follow.
#[derive(Debug)]
struct Claims<const N: usize> {
    slots: Memory<N>,
    generation: u8,
    /// The slots taken by claims about this problem.
    used: usize,
    /// Chooses the slot of a full window that is replaced next.
    clock: usize,
}

/// The code in place of the number of ancestors if there are more than [`ANCESTORS_MAX`].
const PREFIX: u64 = 63;
const _: () = assert!(
    ANCESTORS_MAX < PREFIX as usize && ANCESTORS_MAX == Claims::<WORDS_FOR_MANY>::ANCESTORS
);

/// Bit of the second word, after the length: the claim also holds for a defender who never
/// interposes.
const BARE: u64 = 1 << 16;

/// The first bit of the number of ancestors in the second word.
const COUNT_SHIFT: u32 = 17;
/// The first bit of the label in the second word: the hand and the generation.
const LABEL_SHIFT: u32 = 24;

/// The first bit of the generation in a label.
const GENERATION_SHIFT: u32 = 28;

/// Returns the number of ancestors, or [`PREFIX`], from the second word.
const fn count_of(second_word: u64) -> u64 {
    second_word >> COUNT_SHIFT & 63
}

/// A claim that can be used on the current path: no mate within `len` that avoids the ancestors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    pub(crate) len: Plies,
    /// The length for a defender who never interposes.
    pub(crate) bare: Plies,
    pub(crate) condition: Condition,
}

impl ConditionalTable {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            few: Claims::new(bytes / 2),
            many: Claims::new(bytes / 2),
        }
    }

    /// Forgets all claims.
    pub(crate) fn next_problem(&mut self) {
        self.few.next_problem();
        self.many.next_problem();
    }

    /// Returns the bytes of the slots in use, taken or not.
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.few.slots.bytes_in_use() + self.many.slots.bytes_in_use()
    }

    /// Keeps a claim about a position. The ancestors are depths of `path`.
    pub(crate) fn store(&mut self, key: u64, hand: Hand, claim: Claim, path: &Path) {
        // A prefix fits into any slot.
        let count = claim.condition.ancestors().map_or(0, <[u16]>::len);
        if count <= Claims::<WORDS_FOR_FEW>::ANCESTORS {
            self.few.store(key, hand, claim, path);
        } else {
            self.many.store(key, hand, claim, path);
        }
    }

    /// Returns whether there is a claim about this position for this budget, on any condition.
    pub(crate) fn suggests(&self, key: u64, hand: Hand, budget: Plies) -> bool {
        self.few.claims_about(key, hand, budget).next().is_some()
            || self.many.claims_about(key, hand, budget).next().is_some()
    }

    /// Returns a claim about this position for this budget that can be used on this path. `disproven`
    /// is asked about ancestors that are not on the path: it returns `Some` if the position is
    /// disproven as a fact within the budget, with the length for a defender who never interposes.
    pub(crate) fn look(
        &self,
        key: u64,
        hand: Hand,
        budget: Plies,
        path: &Path,
        disproven: impl Fn(u64, Hand, Plies) -> Option<Plies>,
    ) -> Option<Claim> {
        let claim = self.few.look(key, hand, budget, path, &disproven);
        claim.or_else(|| self.many.look(key, hand, budget, path, &disproven))
    }
}

impl<const N: usize> Claims<N> {
    /// The most ancestors in a slot.
    const ANCESTORS: usize = (N - 2) * 2 / 3;

    fn new(bytes: usize) -> Self {
        Self {
            slots: Memory::new(bytes, WINDOW),
            generation: 1,
            used: 0,
            clock: 0,
        }
    }

    /// Forgets all claims.
    fn next_problem(&mut self) {
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
        for index in self.slots.grow().rev() {
            let slot = self.slots.take(index);
            if self.is_current(slot[1]) {
                let free = self.place(slot[0]);
                self.slots.set(free, slot);
            }
        }
    }

    /// Returns whether the slot with this second word belongs to the current problem.
    fn is_current(&self, second_word: u64) -> bool {
        second_word >> (LABEL_SHIFT + GENERATION_SHIFT) == u64::from(self.generation)
    }

    /// Returns a slot for a claim: a free one of its window, else one of them in turn.
    fn place(&mut self, key: u64) -> usize {
        let start = self.slots.start(key);
        let free = self
            .slots
            .window(key)
            .iter()
            .position(|slot| !self.is_current(slot[1].load(Ordering::Relaxed)));
        if free.is_some() {
            self.used += 1;
        } else {
            self.clock += 1;
        }
        start + free.unwrap_or(self.clock % WINDOW)
    }

    fn label(&self, hand: Hand) -> u64 {
        u64::from(hand.bits()) | u64::from(self.generation) << GENERATION_SHIFT
    }

    /// Keeps a claim about a position. The ancestors are depths of `path`.
    fn store(&mut self, key: u64, hand: Hand, claim: Claim, path: &Path) {
        let Claim {
            len,
            bare,
            condition,
        } = claim;
        let mut slot = [0; N];
        slot[0] = key;
        slot[1] = self.label(hand) << LABEL_SHIFT | len.pack();
        if bare >= len {
            slot[1] |= BARE;
        }
        match condition {
            Condition::Few { count, .. } => {
                debug_assert!(usize::from(count) <= Self::ANCESTORS);
                slot[1] |= u64::from(count) << COUNT_SHIFT;
                for (i, &depth) in condition.ancestors().unwrap_or_default().iter().enumerate() {
                    let (ancestor, hand) = path.position(usize::from(depth));
                    slot[2 + i] = ancestor;
                    slot[N - 1 - i / 2] |= u64::from(hand.bits()) << (i % 2 * 32);
                }
            }
            Condition::Prefix(depth) => {
                slot[1] |= PREFIX << COUNT_SHIFT;
                slot[2] = u64::from(depth);
                slot[3] = path.prefix(usize::from(depth));
            }
        }
        if self.slots.is_crowded(self.used) {
            self.grow();
        }
        let index = self.place(key);
        self.slots.set(index, slot);
    }

    /// Returns the slots of claims about this position for this budget.
    fn claims_about(&self, key: u64, hand: Hand, budget: Plies) -> impl Iterator<Item = [u64; N]> {
        let label = self.label(hand);
        let window = self.slots.window(key).iter();
        let matching = window.filter(move |slot| {
            let second_word = slot[1].load(Ordering::Relaxed);
            slot[0].load(Ordering::Relaxed) == key
                && second_word >> LABEL_SHIFT == label
                && budget <= Plies::unpack(second_word)
        });
        matching.map(load)
    }

    fn look(
        &self,
        key: u64,
        hand: Hand,
        budget: Plies,
        path: &Path,
        disproven: impl Fn(u64, Hand, Plies) -> Option<Plies>,
    ) -> Option<Claim> {
        'slots: for slot in self.claims_about(key, hand, budget) {
            let len = Plies::unpack(slot[1]);
            let mut bare = if slot[1] & BARE != 0 {
                len
            } else {
                Plies::NONE
            };
            if count_of(slot[1]) == PREFIX {
                let depth = slot[2] as usize;
                if depth < path.depth() && path.prefix(depth) == slot[3] {
                    let condition = Condition::Prefix(depth as u16);
                    return Some(Claim {
                        len,
                        bare,
                        condition,
                    });
                }
                continue;
            }
            let count = count_of(slot[1]) as usize;
            // A broken slot must not give a claim without one of its ancestors.
            if count > Self::ANCESTORS {
                continue;
            }
            let mut condition = Condition::NONE;
            for i in 0..count {
                let (ancestor, hands) = (slot[2 + i], slot[N - 1 - i / 2]);
                let hand = Hand::from_bits((hands >> (i % 2 * 32)) as u32);
                if let Some(depth) = path.find(ancestor, hand) {
                    condition = condition.union(Condition::one(depth));
                } else if let Some(ancestor_bare) = disproven(ancestor, hand, budget) {
                    bare = bare.min(ancestor_bare);
                } else {
                    continue 'slots;
                }
            }
            // A disproven ancestor was asked about for this budget only.
            return Some(Claim {
                len: budget,
                bare: bare.min(budget),
                condition,
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;

    const DEPTH: usize = 70;

    /// Returns a hand that no other depth has.
    fn hand(depth: usize) -> Hand {
        let pawns = (0..depth % 18).fold(Hand::EMPTY, |hand, _| hand.add(PieceKind::Pawn));
        (0..depth / 18).fold(pawns, |hand, _| hand.add(PieceKind::Gold))
    }

    fn key(depth: usize) -> u64 {
        (depth as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns a path of [`DEPTH`] positions. The position at the depth `changed` is another one.
    fn path_but_for(changed: Option<usize>) -> Path {
        let mut path = Path::new(true);
        for depth in 0..DEPTH {
            let changed = u64::from(changed == Some(depth)) << 50;
            path.push(key(depth) ^ changed, hand(depth));
        }
        path
    }

    fn condition(count: usize) -> (Vec<usize>, Condition) {
        let depths: Vec<usize> = (0..count).map(|i| 2 * i + 3).collect();
        let one_by_one = depths.iter().map(|&depth| Condition::one(depth));
        (
            depths.clone(),
            one_by_one.fold(Condition::NONE, Condition::union),
        )
    }

    /// A claim holds where all its ancestors are, and nowhere else.
    #[test]
    fn a_claim_needs_every_one_of_its_ancestors() {
        let mut table = ConditionalTable::new(1 << 20);
        let len = Plies::new(41);
        let rook = Hand::EMPTY.add(PieceKind::Rook);
        for count in 1..=ANCESTORS_MAX {
            let (depths, condition) = condition(count);
            let claim = Claim {
                len,
                bare: len,
                condition,
            };
            let claimed = key(1000 + count);
            table.store(claimed, rook, claim, &path_but_for(None));
            let look = |budget, path: &Path, disproven: Option<usize>| {
                table.look(claimed, rook, budget, path, |ancestor, in_hand, _| {
                    let depth = disproven?;
                    ((ancestor, in_hand) == (key(depth), hand(depth))).then_some(Plies::UNLIMITED)
                })
            };
            let found = look(len, &path_but_for(None), None).unwrap();
            assert_eq!(
                (found.len, found.bare, found.condition),
                (len, len, condition)
            );
            assert!(look(len.plus_one(), &path_but_for(None), None).is_none());
            for &depth in &depths {
                let path = path_but_for(Some(depth));
                assert!(
                    look(len, &path, None).is_none(),
                    "{count} ancestors, {depth}"
                );
                // A position that is known to fail on every path is no condition.
                let found = look(len, &path, Some(depth)).unwrap();
                let others = depths.iter().filter(|&&other| other != depth);
                let others: Vec<u16> = others.map(|&other| other as u16).collect();
                assert_eq!(found.condition.ancestors(), Some(&others[..]));
            }
        }
        table.next_problem();
        assert!(!table.suggests(key(1001), rook, len));
    }

    /// With too many ancestors, a claim holds if all positions up to the deepest ancestor are the
    /// same.
    #[test]
    fn a_claim_with_too_many_ancestors_needs_the_whole_path() {
        let mut table = ConditionalTable::new(1 << 16);
        let (_, condition) = condition(ANCESTORS_MAX + 1);
        assert_eq!(condition, Condition::Prefix(2 * ANCESTORS_MAX as u16 + 3));
        let claim = Claim {
            len: Plies::UNLIMITED,
            bare: Plies::NONE,
            condition,
        };
        table.store(key(1000), Hand::EMPTY, claim, &path_but_for(None));
        let look = |path: &Path| {
            let disproven = |_, _, _| Some(Plies::UNLIMITED);
            table.look(key(1000), Hand::EMPTY, Plies::UNLIMITED, path, disproven)
        };
        assert_eq!(look(&path_but_for(None)).unwrap().condition, condition);
        assert!(look(&path_but_for(Some(0))).is_none());
        assert!(look(&path_but_for(Some(DEPTH - 1))).is_some());
    }
}
