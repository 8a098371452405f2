//! Looks up entries of the composed game by their positions.

use super::super::packed::Packed;
use crate::certificate::{Certificate, ComposedEntry, Placement};
use crate::shogi::{Color, Hand};
use std::cell::Cell;
use std::collections::HashMap;
use std::num::NonZeroU16;
use std::ops::Range;

/// The board of an entry, the attacker's hand, and the pieces out of the game.
type Key = (Placement, Hand, Hand);

/// The claims that the entries make about one position.
struct Claims {
    /// The plies of the shortest mate; the largest number without one.
    mate: u32,
    /// The range of the no-mates of this position in [`Entries::no_mates`].
    no_mates: Range<usize>,
}

/// The claims of all entries, each for its own position only.
pub(super) struct Entries {
    attacker: Color,
    positions: HashMap<Key, Claims>,
    /// The plies of the no-mates, position by position, ascending for each.
    no_mates: Vec<u16>,
}

impl Entries {
    pub fn new(certificate: &Certificate) -> Self {
        let key = |composed: &ComposedEntry| {
            (composed.entry.board, composed.entry.hand, composed.vanished)
        };
        let plies = |composed: &ComposedEntry| composed.entry.plies.map_or(0, NonZeroU16::get);
        let mut positions = HashMap::new();
        let nothing = || Claims {
            mate: u32::MAX,
            no_mates: 0..0,
        };
        // This loop counts the no-mates of each position. Then each position gets its range in
        // `no_mates`, empty at first, and the last loop fills the ranges.
        for composed in &certificate.composed {
            let claims = positions.entry(key(composed)).or_insert_with(nothing);
            if composed.entry.mv.is_some() {
                claims.mate = claims.mate.min(plies(composed).into());
            } else {
                claims.no_mates.end += 1;
            }
        }
        let mut taken = 0;
        for claims in positions.values_mut() {
            let count = claims.no_mates.end;
            claims.no_mates = taken..taken;
            taken += count;
        }
        let mut no_mates = vec![0; taken];
        for composed in &certificate.composed {
            if let (None, Some(claims)) = (composed.entry.mv, positions.get_mut(&key(composed))) {
                no_mates[claims.no_mates.end] = plies(composed);
                claims.no_mates.end += 1;
            }
        }
        for claims in positions.values() {
            no_mates[claims.no_mates.clone()].sort_unstable();
        }
        Self {
            attacker: certificate.attacker,
            positions,
            no_mates,
        }
    }

    fn claims_about(&self, position: Packed<'_>, vanished: Hand) -> Option<&Claims> {
        let hand = position.board.hand(self.attacker);
        self.positions.get(&(position.placement, hand, vanished))
    }

    /// Returns the fewest plies, below `limit`, within which an entry claims a mate.
    pub fn mate(&self, position: Packed<'_>, vanished: Hand, limit: u32) -> Option<u32> {
        let mate = self.claims_about(position, vanished)?.mate;
        (mate < limit).then_some(mate)
    }

    /// Returns the most plies, below `limit`, within which an entry claims no mate.
    pub fn no_mate(&self, position: Packed<'_>, vanished: Hand, limit: u32) -> Option<u32> {
        let no_mates = &self.no_mates[self.claims_about(position, vanished)?.no_mates.clone()];
        let below = no_mates.partition_point(|&plies| u32::from(plies) < limit);
        Some(no_mates[below.checked_sub(1)?].into())
    }
}

/// A robust no-mate on some board, with the hands of both sides.
struct Failure {
    attacker: Hand,
    defender: Hand,
    /// There is no mate within these plies.
    plies: u32,
}

impl Failure {
    /// Returns whether the proof also holds with these hands: the attacker holds as much or less,
    /// and the defender as much or more.
    fn covers(&self, attacker: Hand, defender: Hand) -> bool {
        self.attacker.dominates(attacker) && defender.dominates(self.defender)
    }

    fn implies(&self, other: &Self) -> bool {
        self.covers(other.attacker, other.defender) && self.plies >= other.plies
    }
}

/// The entries known to be robust, which cover more than their own positions.
pub(super) struct Robust {
    attacker: Color,
    by_board: HashMap<Placement, Vec<Failure>>,
    /// The number of entries looked at since the last call of [`Self::take_looked_at`].
    looked_at: Cell<u64>,
}

impl Robust {
    pub fn new(attacker: Color) -> Self {
        Self {
            attacker,
            by_board: HashMap::new(),
            looked_at: Cell::new(0),
        }
    }

    /// Returns the plies within which a position is proven not to be a mate.
    pub fn bound(&self, position: Packed<'_>) -> Option<u32> {
        let attacker_hand = position.board.hand(self.attacker);
        let defender_hand = position.board.hand(!self.attacker);
        let failures = self.by_board.get(&position.placement)?;
        self.looked_at.update(|count| count + failures.len() as u64);
        let covering =
            (failures.iter()).filter(|failure| failure.covers(attacker_hand, defender_hand));
        covering.map(|failure| failure.plies).max()
    }

    /// Returns the number of entries looked at since the last call.
    pub fn take_looked_at(&self) -> u64 {
        self.looked_at.take()
    }

    /// Adds an entry, unless a known one covers as much.
    pub fn add(&mut self, position: Packed<'_>, plies: u32) {
        let new = Failure {
            attacker: position.board.hand(self.attacker),
            defender: position.board.hand(!self.attacker),
            plies,
        };
        let known = self.by_board.entry(position.placement).or_default();
        self.looked_at.update(|count| count + known.len() as u64);
        if !known.iter().any(|old| old.implies(&new)) {
            known.retain(|old| !new.implies(old));
            known.push(new);
        }
    }
}
