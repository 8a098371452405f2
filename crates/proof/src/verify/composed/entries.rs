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
    /// The shortest mate.
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
        let key = |it: &ComposedEntry| (it.entry.board, it.entry.hand, it.vanished);
        let plies = |it: &ComposedEntry| it.entry.plies.map_or(0, NonZeroU16::get);
        let mut positions = HashMap::new();
        let nothing = || Claims {
            mate: u32::MAX,
            no_mates: 0..0,
        };
        for it in &certificate.composed {
            let claims = positions.entry(key(it)).or_insert_with(nothing);
            if it.entry.mv.is_some() {
                claims.mate = claims.mate.min(plies(it).into());
            } else {
                claims.no_mates.end += 1;
            }
        }
        // Each position gets a range in `no_mates`, which the next loop fills from its beginning.
        let mut taken = 0;
        for claims in positions.values_mut() {
            let count = claims.no_mates.end;
            claims.no_mates = taken..taken;
            taken += count;
        }
        let mut no_mates = vec![0; taken];
        for it in &certificate.composed {
            if let (None, Some(claims)) = (it.entry.mv, positions.get_mut(&key(it))) {
                no_mates[claims.no_mates.end] = plies(it);
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

    fn about(&self, at: Packed<'_>, vanished: Hand) -> Option<&Claims> {
        let hand = at.board.hand(self.attacker);
        self.positions.get(&(at.placement, hand, vanished))
    }

    /// Returns the fewest plies, below `limit`, within which an entry claims a mate.
    pub fn mate(&self, at: Packed<'_>, vanished: Hand, limit: u32) -> Option<u32> {
        let mate = self.about(at, vanished)?.mate;
        (mate < limit).then_some(mate)
    }

    /// Returns the most plies, below `limit`, within which an entry claims no mate.
    pub fn no_mate(&self, at: Packed<'_>, vanished: Hand, limit: u32) -> Option<u32> {
        let plies = &self.no_mates[self.about(at, vanished)?.no_mates.clone()];
        let below = plies.partition_point(|&plies| u32::from(plies) < limit);
        Some(plies[below.checked_sub(1)?].into())
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
    /// Returns whether the proof also holds with these hands: the attacker holds as much or less,
    /// and the defender as much or more.
    fn covers(&self, attacker: Hand, defender: Hand) -> bool {
        self.attacker.dominates(attacker) && defender.dominates(self.defender)
    }
}

/// The entries known to be robust, which cover more than their own positions.
pub(super) struct Robust {
    attacker: Color,
    of_board: HashMap<Placement, Vec<Failure>>,
    /// The number of entries looked at since the last call of [`Self::looked_at`].
    looked_at: Cell<u64>,
}

impl Robust {
    pub fn new(attacker: Color) -> Self {
        Self {
            attacker,
            of_board: HashMap::new(),
            looked_at: Cell::new(0),
        }
    }

    /// Returns the plies within which a position is proven not to be a mate.
    pub fn bound(&self, at: Packed<'_>) -> Option<u32> {
        let hands = [self.attacker, !self.attacker].map(|color| at.board.hand(color));
        let all = self.of_board.get(&at.placement)?;
        self.looked_at.update(|it| it + all.len() as u64);
        let covering = all.iter().filter(|it| it.covers(hands[0], hands[1]));
        covering.map(|it| it.plies).max()
    }

    /// Returns the number of entries looked at since the last call.
    pub fn looked_at(&self) -> u64 {
        self.looked_at.take()
    }

    /// Adds an entry, unless a known one covers as much.
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
        self.looked_at.update(|it| it + known.len() as u64);
        if !known.iter().any(|old| says_all_of(old, &new)) {
            known.retain(|old| !says_all_of(&new, old));
            known.push(new);
        }
    }
}
