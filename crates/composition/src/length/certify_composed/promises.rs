//! The entries promised for a certificate in the making, and which other entries their proofs rest on.
//!
//! A no-mate proven only from no-mates is *robust*: it covers positions with the same board and
//! hands no better for the attacker, and robust no-mates may rest on each other. Any other entry may rest
//! only on claims of fewer plies. Whether an entry is robust is known once all of its proof is. Until
//! then it is taken to be robust; if it is not, the entries that rest on it wrongly are proven again.

use crate::certificate::{ComposedEntry, Entry, Placement};
use crate::shogi::{Color, Hand, Key, Position};
use rustc_hash::FxHashMap;
use std::num::NonZeroU16;

/// The number that ends a chain of entries or supports.
const END: u32 = u32::MAX;

/// The memory that an entry takes beside its supports: its place in the index needs up to 40 bytes.
const BYTES_PER_ENTRY: usize =
    size_of::<ComposedEntry>() + size_of::<Note>() + size_of::<u32>() + 40;

/// An entry that the proof of another rests on.
#[derive(Clone, Copy)]
pub(super) struct Support {
    index: u32,
    /// Whether it is about another position, with hands no worse for the attacker.
    pub(super) by_hands: bool,
}

/// The facts known about an entry, besides its claim.
struct Note {
    is_mate: bool,
    /// The defender's hand.
    defender: Hand,
    /// Whether it is robust, as far as is known.
    is_robust: bool,
    /// The index of its first support.
    supports: usize,
    /// The number of its supports.
    count: u32,
    /// The newest support that names it, perhaps in a proof that was made again since.
    newest_use: u32,
}

/// A support in the chain of all supports that name the same entry.
struct Link {
    support: Support,
    /// The entry whose proof it belongs to.
    owner: u32,
    /// The support before it in the chain.
    older: u32,
}

/// The entries promised so far.
#[derive(Default)]
pub(super) struct Promises {
    pub(super) entries: Vec<ComposedEntry>,
    notes: Vec<Note>,
    /// The newest entry of each board, by its key.
    newest: FxHashMap<Key, u32>,
    /// For each entry, the one before it on the same board.
    older: Vec<u32>,
    supports: Vec<Link>,
    /// The number of supports that belong to the claim itself.
    of_claim: Option<usize>,
    /// The entry that is being proven; none before the first.
    current: Option<u32>,
    /// The entries whose proof rests wrongly on others, until they are proven again.
    fallen: Vec<u32>,
}

pub(super) fn plies_of(entry: &Entry) -> u32 {
    entry.plies.map_or(0, |plies| plies.get().into())
}

impl Promises {
    /// Returns the memory they take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * BYTES_PER_ENTRY + self.supports.len() * size_of::<Link>()
    }

    /// Returns whether another entry or support would have no number.
    pub(super) fn is_full(&self) -> bool {
        self.entries.len().max(self.supports.len()) >= END as usize
    }

    pub(super) fn is_mate(&self, index: usize) -> bool {
        self.notes[index].is_mate
    }

    /// Returns whether an entry is robust, as far as is known.
    pub(super) fn is_robust(&self, index: usize) -> bool {
        self.notes[index].is_robust
    }

    /// Adds an entry for a position, to be proven later.
    pub(super) fn add(&mut self, position: &Position, vanished: Hand, is_mate: bool, plies: u32) {
        let index = self.entries.len() as u32;
        let older = self.newest.insert(position.key(), index);
        self.older.push(older.unwrap_or(END));
        self.notes.push(Note {
            is_mate,
            defender: position.hand(Color::White),
            is_robust: !is_mate,
            supports: 0,
            count: 0,
            newest_use: END,
        });
        let entry = Entry {
            board: Placement::new(&position.to_setup().board),
            hand: position.hand(Color::Black),
            plies: NonZeroU16::new(plies as u16),
            mv: None,
        };
        self.entries.push(ComposedEntry {
            entry,
            vanished,
            robust: false,
        });
    }

    /// Returns an entry and all older ones on the same board, the newest first.
    fn chain(&self, newest: u32) -> impl Iterator<Item = u32> {
        let existing = |index: u32| (index != END).then_some(index);
        std::iter::successors(existing(newest), move |&index| {
            existing(self.older[index as usize])
        })
    }

    /// Returns the entries about a board that are robust or claim fewer plies than a limit.
    fn about(&self, position: &Position, limit: u32) -> impl Iterator<Item = (u32, &Note, &Entry)> {
        let newest = self.newest.get(&position.key()).copied().unwrap_or(END);
        self.chain(newest).filter_map(move |index| {
            let (entry, note) = (
                &self.entries[index as usize].entry,
                &self.notes[index as usize],
            );
            (note.is_robust || plies_of(entry) < limit).then_some((index, note, entry))
        })
    }

    /// Returns whether it is promised that a position is mate within `plies`.
    pub(super) fn has_mate(&self, position: &Position, plies: u32, limit: u32) -> bool {
        let hands = Color::ALL.map(|color| position.hand(color));
        self.about(position, limit).any(|(_, note, entry)| {
            note.is_mate && plies_of(entry) <= plies && [entry.hand, note.defender] == hands
        })
    }

    /// Returns the entry that promises no mate within `plies` for a position, if there is one.
    pub(super) fn find_no_mate(
        &self,
        position: &Position,
        plies: u32,
        limit: u32,
    ) -> Option<Support> {
        let hands = Color::ALL.map(|color| position.hand(color));
        let mut found: Option<((bool, bool), Support)> = None;
        for (index, note, entry) in self.about(position, limit) {
            if note.is_mate || plies_of(entry) < plies {
                continue;
            }
            let by_hands = [entry.hand, note.defender] != hands;
            let covers = !by_hands
                || note.is_robust
                    && limit < u32::MAX
                    && entry.hand.dominates(hands[0])
                    && hands[1].dominates(note.defender);
            // A robust entry about the same position is best. Among equals the oldest is taken: the longest
            // lengths are promised first, so it covers most.
            let rank = (note.is_robust, !by_hands);
            if covers && found.is_none_or(|(best, _)| rank >= best) {
                found = Some((rank, Support { index, by_hands }));
            }
        }
        found.map(|(_, support)| support)
    }

    /// Begins the proof of an entry.
    pub(super) fn begin(&mut self, index: usize) {
        let start = self.supports.len();
        self.of_claim.get_or_insert(start);
        self.current = Some(index as u32);
        (self.notes[index].supports, self.notes[index].count) = (start, 0);
    }

    fn supports_of(&self, note: &Note) -> impl Iterator<Item = Support> {
        let links = &self.supports[note.supports..][..note.count as usize];
        links.iter().map(|link| link.support)
    }

    /// Records that the current proof rests on an entry.
    pub(super) fn rest_on(&mut self, support: Support) {
        let newest_use = &mut self.notes[support.index as usize].newest_use;
        let older = std::mem::replace(newest_use, self.supports.len() as u32);
        self.supports.push(Link {
            support,
            owner: self.current.unwrap_or(END),
            older,
        });
    }

    /// Ends the proof of an entry.
    pub(super) fn end(&mut self, index: usize, compares: bool) {
        let note = &mut self.notes[index];
        note.count = (self.supports.len() - note.supports) as u32;
        let is_robust = note.is_robust;
        if is_robust && (compares || self.frail_supports(index).next().is_some()) {
            self.weaken(index);
        }
        if self.has_wrong_support(index) {
            self.fallen.push(index as u32);
        }
    }

    /// Records that an entry is not robust, and neither are those that rest on it.
    fn weaken(&mut self, index: usize) {
        self.notes[index].is_robust = false;
        let mut open = vec![index];
        while let Some(index) = open.pop() {
            let mut next = self.notes[index].newest_use;
            while let Some(link) = self.supports.get(next as usize) {
                let owner = link.owner as usize;
                let is_current = (self.notes.get(owner)).is_some_and(|note| {
                    let proof = note.supports..note.supports + note.count as usize;
                    proof.contains(&(next as usize))
                });
                if is_current {
                    if self.rests_wrongly(owner, link.support) {
                        self.fallen.push(link.owner);
                    }
                    if std::mem::replace(&mut self.notes[owner].is_robust, false) {
                        open.push(owner);
                    }
                }
                next = self.supports[next as usize].older;
            }
        }
    }

    /// Returns whether an entry may not rest on a support that is not robust.
    fn rests_wrongly(&self, index: usize, support: Support) -> bool {
        let plies = |index: usize| plies_of(&self.entries[index].entry);
        support.by_hands || plies(support.index as usize) >= plies(index)
    }

    /// Takes the entries whose proof rests wrongly on others that turned out not to be robust, those
    /// of the fewest plies first.
    pub(super) fn take_fallen(&mut self) -> Vec<usize> {
        let fallen = std::mem::take(&mut self.fallen);
        let mut fallen: Vec<usize> = fallen.into_iter().map(|it| it as usize).collect();
        fallen.sort_unstable_by_key(|&index| (plies_of(&self.entries[index].entry), index));
        fallen.dedup();
        // Some were proven again since.
        fallen.retain(|&index| self.has_wrong_support(index));
        debug_assert!(!fallen.is_empty() || self.is_consistent());
        fallen
    }

    /// Returns whether the proof of an entry rests wrongly on some other.
    fn has_wrong_support(&self, index: usize) -> bool {
        let mut frail = self.frail_supports(index);
        frail.any(|support| self.rests_wrongly(index, support))
    }

    /// Returns whether all entries rest rightly on others, and robust ones on robust ones only.
    fn is_consistent(&self) -> bool {
        (0..self.entries.len()).all(|index| {
            let all_robust = self.frail_supports(index).next().is_none();
            !self.has_wrong_support(index) && (all_robust || !self.notes[index].is_robust)
        })
    }

    /// Returns the supports of an entry that are not robust.
    fn frail_supports(&self, index: usize) -> impl Iterator<Item = Support> {
        let supports = self.supports_of(&self.notes[index]);
        supports.filter(|it| !self.notes[it.index as usize].is_robust)
    }

    /// Returns whether one entry covers all that another does, and serves the proofs that rest on
    /// it as well.
    fn stands_in(&self, one: u32, other: u32) -> bool {
        let (one, other) = (one as usize, other as usize);
        let [its, theirs] = [one, other].map(|index| &self.entries[index].entry);
        self.notes[one].is_robust
            && !self.notes[other].is_mate
            && its.plies >= theirs.plies
            && its.hand.dominates(theirs.hand)
            && (self.notes[other].defender).dominates(self.notes[one].defender)
    }

    /// Returns the entries that the claim needs. All have to be proven.
    pub(super) fn into_needed(self) -> Vec<ComposedEntry> {
        let mut stand_in: Vec<u32> = (0..self.entries.len() as u32).collect();
        for &newest in self.newest.values() {
            for index in self.chain(newest) {
                let best = &mut stand_in[index as usize];
                for other in self.chain(newest) {
                    if self.stands_in(other, *best) {
                        *best = other;
                    }
                }
            }
        }
        let mut is_needed = vec![false; self.entries.len()];
        let mates = (0..self.entries.len()).filter(|&index| self.notes[index].is_mate);
        let of_claim = &self.supports[..self.of_claim.unwrap_or(0)];
        let found = of_claim
            .iter()
            .map(|it| stand_in[it.support.index as usize] as usize);
        let mut open: Vec<usize> = mates.chain(found).collect();
        while let Some(index) = open.pop() {
            if !std::mem::replace(&mut is_needed[index], true) {
                let supports = self.supports_of(&self.notes[index]);
                open.extend(supports.map(|it| stand_in[it.index as usize] as usize));
            }
        }
        let entries = self.entries.into_iter().zip(self.notes).zip(is_needed);
        let marked = |((it, note), is_needed): ((ComposedEntry, Note), bool)| {
            let robust = note.is_robust;
            is_needed.then_some(ComposedEntry { robust, ..it })
        };
        entries.filter_map(marked).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    /// Promises that there is no mate within these plies, each at another board.
    fn promises(plies: &[u32]) -> Promises {
        let mut promises = Promises::default();
        for (&plies, index) in plies.iter().zip(1..) {
            let text = format!("4k4/9/{index}P{}/9/9/9/9/9/9 b G 1", 8 - index);
            let position = Position::new(&sfen::parse(&text).unwrap().setup);
            promises.add(&position, Hand::EMPTY, false, plies);
        }
        promises
    }

    /// Proves an entry from these others.
    fn prove(promises: &mut Promises, index: usize, supports: &[u32], compares: bool) {
        promises.begin(index);
        for &index in supports {
            let by_hands = false;
            promises.rest_on(Support { index, by_hands });
        }
        promises.end(index, compares);
    }

    #[test]
    fn what_rests_on_a_comparison_may_rest_on_fewer_plies_only() {
        let mut promises = promises(&[5, 5, 3, 7]);
        prove(&mut promises, 0, &[1], false);
        prove(&mut promises, 1, &[2], false);
        prove(&mut promises, 3, &[0, 3], false);
        assert!(promises.take_fallen().is_empty());
        prove(&mut promises, 2, &[], true);
        let robust: Vec<_> = (0..4).map(|index| promises.is_robust(index)).collect();
        assert_eq!(robust, [false; 4]);
        // The second has fewer plies below it, the first as many, and the last rests on itself.
        assert_eq!(promises.take_fallen(), [0, 3]);
        prove(&mut promises, 0, &[2], false);
        prove(&mut promises, 3, &[0], false);
        assert!(promises.take_fallen().is_empty());
    }

    #[test]
    fn a_proof_that_was_made_again_no_longer_counts() {
        let mut promises = promises(&[5, 5, 5]);
        prove(&mut promises, 0, &[1], false);
        prove(&mut promises, 0, &[2], false);
        prove(&mut promises, 1, &[], true);
        assert!(promises.is_robust(0) && promises.take_fallen().is_empty());
        prove(&mut promises, 2, &[], true);
        assert_eq!(promises.take_fallen(), [0]);
        prove(&mut promises, 0, &[], false);
        // It rests on what is known not to be robust.
        prove(&mut promises, 1, &[0], false);
        assert_eq!(promises.take_fallen(), [1]);
        // Proven again before anybody asks.
        prove(&mut promises, 1, &[0], false);
        prove(&mut promises, 1, &[], false);
        assert!(promises.take_fallen().is_empty());
    }
}
