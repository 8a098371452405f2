//! The claims of the entries of the composed game about positions of the attacker.

use super::super::checker::Packed;
use crate::certificate::{Certificate, Placement};
use crate::shogi::{Color, Hand};
use std::collections::HashMap;

/// The end of a chain.
const END: u32 = u32::MAX;

/// The board of an entry, the attacker's hand, and the pieces out of the game.
type Key = (Placement, Hand, Hand);

/// The entries, each for its own position.
pub(super) struct Entries<'a> {
    certificate: &'a Certificate,
    /// The last entry of each position.
    newest: HashMap<Key, u32>,
    /// For each entry, the one before it for the same position.
    older: Vec<u32>,
}

impl<'a> Entries<'a> {
    pub fn new(certificate: &'a Certificate) -> Self {
        let mut newest = HashMap::new();
        let mut older = Vec::with_capacity(certificate.composed.len());
        for (it, at) in certificate.composed.iter().zip(0..END) {
            let key = (it.entry.board, it.entry.hand, it.vanished);
            older.push(newest.insert(key, at).unwrap_or(END));
        }
        Self {
            certificate,
            newest,
            older,
        }
    }

    /// Returns the entries about a position: whether each is a mate, and its plies.
    pub fn about(&self, at: Packed<'_>, vanished: Hand) -> impl Iterator<Item = (bool, u32)> {
        let hand = at.board.hand(self.certificate.attacker);
        let key = (at.placement, hand, vanished);
        let mut at = self.newest.get(&key).copied().unwrap_or(END);
        std::iter::from_fn(move || {
            let entry = &self.certificate.composed.get(at as usize)?.entry;
            at = self.older.get(at as usize).copied().unwrap_or(END);
            let plies = entry.plies.map_or(0, |plies| plies.get().into());
            Some((entry.mv.is_some(), plies))
        })
    }
}

/// A robust no-mate.
struct Failure {
    attacker: Hand,
    defender: Hand,
    /// There is no mate within these plies.
    plies: u32,
}

impl Failure {
    /// Returns whether the proof also holds with these hands: the attacker's the same or less, the
    /// defender's the same or more.
    fn covers(&self, attacker: Hand, defender: Hand) -> bool {
        self.attacker.dominates(attacker) && defender.dominates(self.defender)
    }
}

/// The entries known to be robust, which cover more than their own positions.
pub(super) struct Robust {
    attacker: Color,
    of_board: HashMap<Placement, Vec<Failure>>,
}

impl Robust {
    pub fn new(attacker: Color) -> Self {
        Self {
            attacker,
            of_board: HashMap::new(),
        }
    }

    /// Returns the plies within which a position is proven not to be a mate.
    pub fn bound(&self, at: Packed<'_>) -> Option<u32> {
        let hands = [self.attacker, !self.attacker].map(|color| at.board.hand(color));
        let all = self.of_board.get(&at.placement)?.iter();
        let covering = all.filter(|it| it.covers(hands[0], hands[1]));
        covering.map(|it| it.plies).max()
    }

    /// Adds an entry; one that covers no more than another is left out.
    pub fn add(&mut self, at: Packed<'_>, plies: u32) {
        let new = Failure {
            attacker: at.board.hand(self.attacker),
            defender: at.board.hand(!self.attacker),
            plies,
        };
        let says_all_of = |one: &Failure, other: &Failure| {
            one.covers(other.attacker, other.defender) && one.plies >= other.plies
        };
        let known = self.of_board.entry(at.placement).or_default();
        if !known.iter().any(|old| says_all_of(old, &new)) {
            known.retain(|old| !says_all_of(&new, old));
            known.push(new);
        }
    }
}
