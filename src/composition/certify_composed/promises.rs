//! The promises of the entries of a certificate in the making, and what their proofs rest on.
//!
//! A no-mate proven only from no-mates is *robust*: it covers positions with the same board and
//! hands no better for the attacker. Whether an entry is robust is known when all of it is proven.
//! Until then it is taken to be robust, and what rests on it wrongly is proven again.

use crate::certificate::{ComposedEntry, Entry, Placement};
use crate::shogi::{Color, Hand, Key, Position};
use rustc_hash::FxHashMap;
use std::num::NonZeroU16;
use std::ops::Range;

/// An entry that the proof of another rests on.
#[derive(Clone, Copy)]
pub(super) struct Support {
    at: u32,
    /// Whether it is about another position, with hands no worse for the attacker.
    by_hands: bool,
}

struct Note {
    is_mate: bool,
    defender: Hand,
    /// Whether it is robust, as far as is known.
    is_robust: bool,
    supports: Range<usize>,
}

/// The entries promised so far.
#[derive(Default)]
pub(super) struct Promises {
    pub(super) entries: Vec<ComposedEntry>,
    notes: Vec<Note>,
    of_board: FxHashMap<Key, Vec<u32>>,
    supports: Vec<Support>,
    /// How many of the entries the claim itself rests on.
    of_claim: Option<usize>,
}

pub(super) fn plies_of(entry: &Entry) -> u32 {
    entry.plies.map_or(0, |plies| plies.get().into())
}

impl Promises {
    /// Returns the number of entries; their supports count by the memory they take.
    pub(super) fn size(&self) -> usize {
        self.entries.len() + self.supports.len() / 8
    }

    pub(super) fn is_mate(&self, at: usize) -> bool {
        self.notes[at].is_mate
    }

    /// Adds an entry for a position, to be proven later.
    pub(super) fn add(&mut self, position: &Position, vanished: Hand, is_mate: bool, plies: u32) {
        let at = self.entries.len() as u32;
        self.of_board.entry(position.key()).or_default().push(at);
        self.notes.push(Note {
            is_mate,
            defender: position.hand(Color::White),
            is_robust: !is_mate,
            supports: 0..0,
        });
        let entry = Entry {
            board: Placement::new(&position.to_setup().board),
            hand: position.hand(Color::Black),
            plies: NonZeroU16::new(plies as u16),
            mv: None,
        };
        self.entries.push(ComposedEntry { entry, vanished });
    }

    /// Returns the entries about a board that claim fewer plies than a limit.
    fn about(&self, position: &Position, limit: u32) -> impl Iterator<Item = (u32, &Note, &Entry)> {
        let all = self.of_board.get(&position.key());
        all.into_iter().flatten().filter_map(move |&at| {
            let entry = &self.entries[at as usize].entry;
            (plies_of(entry) < limit).then_some((at, &self.notes[at as usize], entry))
        })
    }

    /// Returns whether it is promised that a position is mate within `plies`.
    pub(super) fn has_mate(&self, position: &Position, plies: u32, limit: u32) -> bool {
        let hands = Color::ALL.map(|color| position.hand(color));
        self.about(position, limit).any(|(_, note, entry)| {
            note.is_mate && plies_of(entry) <= plies && [entry.hand, note.defender] == hands
        })
    }

    /// Returns the entry by which a position is not a mate within `plies`, if there is one.
    pub(super) fn failure(&self, position: &Position, plies: u32, limit: u32) -> Option<Support> {
        let hands = Color::ALL.map(|color| position.hand(color));
        let mut found = None;
        for (at, note, entry) in self.about(position, limit) {
            if note.is_mate || plies_of(entry) < plies {
                continue;
            }
            let by_hands = [entry.hand, note.defender] != hands;
            let is_robust = note.is_robust
                && limit < u32::MAX
                && entry.hand.dominates(hands[0])
                && hands[1].dominates(note.defender);
            if !by_hands || (is_robust && found.is_none()) {
                found = Some(Support { at, by_hands });
            }
        }
        found
    }

    /// Begins the proof of an entry.
    pub(super) fn begin(&mut self, at: usize) {
        let start = self.supports.len();
        self.of_claim.get_or_insert(start);
        self.notes[at].supports = start..start;
    }

    /// Notes what the current proof rests on.
    pub(super) fn rest_on(&mut self, support: Support) {
        self.supports.push(support);
    }

    /// Ends the proof of an entry.
    pub(super) fn end(&mut self, at: usize, compares: bool) {
        self.notes[at].supports.end = self.supports.len();
        self.notes[at].is_robust &= !compares;
    }

    /// Returns the entries whose proof rests on entries that turned out not to be robust.
    pub(super) fn fallen(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&at| plies_of(&self.entries[at].entry));
        let mut fallen = Vec::new();
        for at in order {
            let supports = &self.supports[self.notes[at].supports.clone()];
            let is_frail = |it: &&Support| !self.notes[it.at as usize].is_robust;
            let frail = || supports.iter().filter(is_frail);
            if frail().any(|it| it.by_hands) {
                fallen.push(at);
            }
            if frail().next().is_some() {
                self.notes[at].is_robust = false;
            }
        }
        fallen
    }

    /// Returns whether one entry covers all that another does, and serves the proofs that rest on
    /// it as well.
    fn stands_in(&self, one: u32, other: u32) -> bool {
        let (one, other) = (one as usize, other as usize);
        let [its, theirs] = [one, other].map(|at| &self.entries[at].entry);
        self.notes[one].is_robust
            && !self.notes[other].is_mate
            && its.plies == theirs.plies
            && its.hand.dominates(theirs.hand)
            && (self.notes[other].defender).dominates(self.notes[one].defender)
    }

    /// Returns the entries that are needed, when all are proven.
    pub(super) fn into_needed(self) -> Vec<ComposedEntry> {
        let mut stand_in: Vec<u32> = (0..self.entries.len() as u32).collect();
        for all in self.of_board.values() {
            for &at in all {
                let best = &mut stand_in[at as usize];
                for &other in all {
                    if self.stands_in(other, *best) {
                        *best = other;
                    }
                }
            }
        }
        let mut is_needed = vec![false; self.entries.len()];
        let mates = (0..self.entries.len()).filter(|&at| self.notes[at].is_mate);
        let of_claim = &self.supports[..self.of_claim.unwrap_or(0)];
        let found = of_claim.iter().map(|it| stand_in[it.at as usize] as usize);
        let mut open: Vec<usize> = mates.chain(found).collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut is_needed[at], true) {
                let supports = &self.supports[self.notes[at].supports.clone()];
                open.extend(supports.iter().map(|it| stand_in[it.at as usize] as usize));
            }
        }
        let entries = self.entries.into_iter().zip(is_needed);
        entries
            .filter_map(|(it, is_needed)| is_needed.then_some(it))
            .collect()
    }
}
