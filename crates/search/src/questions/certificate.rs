//! Certificates: reads a proof from the table after a search.
//!
//! Every position that the proof needs gets an entry, from the problem on. The entry follows from facts
//! in the table. A fact that the table has lost is searched again. Facts do not depend on how a position
//! was reached, so following them always ends. If a fact turns out to be false, the answer was wrong:
//! this is an [`Uncertified::Contradiction`].
//!
//! Much of what the search knows about positions without a mate rests on conditions. Proving it as
//! facts would take far longer than the search did. In a certificate, however, positions that lead back
//! to each other prove each other, so it is enough to continue with a claim on any condition. If the
//! claim was wrong, the search finds a mate there and stores it, and the proof is read once more.

use crate::answer::StopReason;
use crate::certificate::{Claim, Entry, Placement};
use crate::dfpn::Search;
use crate::dfpn::child::Value;
use crate::numbers::Plies;
use crate::shogi::{Color, Hand, Key, Move, PieceKind, Position, Setup};
use crate::table::entry::Visit;
use crate::table::{Excluded, Known};
use crate::tuning::CERTIFICATE_ATTEMPTS;
use crate::uncertified::Uncertified;
use rustc_hash::FxHashMap;
use std::num::NonZeroU16;

/// The memory for an entry while a certificate is made, in bytes: the entry, and its place in the index.
const BYTES_PER_ENTRY: usize = size_of::<Entry>() + 32;

/// Returns how many entries of the strict game fit into this memory while a certificate is made.
#[must_use]
pub const fn entries_in(bytes: usize) -> usize {
    bytes / BYTES_PER_ENTRY
}

/// The end of the chain of entries with one board.
const END: u32 = u32::MAX;

/// A certificate in the making.
struct Extraction {
    entries: Vec<Entry>,
    /// The newest entry of each board, by its key.
    newest: FxHashMap<Key, u32>,
    /// For each entry, the one before it on the same board.
    older: Vec<u32>,
    entries_max: usize,
    /// Whether mates are proven, or no mates.
    is_mate: bool,
    /// Whether claims that rest on conditions are used.
    is_trusting: bool,
    /// The number of pieces of each kind in the problem.
    pieces: [u32; 7],
}

impl Extraction {
    fn new(root: &Position, is_mate: bool, is_trusting: bool, entries_max: usize) -> Self {
        let setup = root.to_setup();
        Self {
            entries: Vec::new(),
            newest: FxHashMap::default(),
            older: Vec::new(),
            entries_max: entries_max.min(END as usize),
            is_mate,
            is_trusting,
            pieces: PieceKind::HAND.map(|kind| setup.count(kind)),
        }
    }

    /// Returns whether an entry covers a position for this budget.
    fn covers(&self, key: Key, hand: Hand, budget: Plies) -> bool {
        let mut index = self.newest.get(&key).copied().unwrap_or(END);
        while index != END {
            let entry = &self.entries[index as usize];
            let plies = plies_of(entry);
            let covers = if self.is_mate {
                hand.dominates(entry.hand) && plies <= budget
            } else {
                entry.hand.dominates(hand) && plies >= budget
            };
            if covers {
                return true;
            }
            index = self.older[index as usize];
        }
        false
    }

    /// Adds an entry for a position, to be proven later.
    fn promise(
        &mut self,
        position: &Position,
        hand: Hand,
        plies: Plies,
    ) -> Result<(), Uncertified> {
        if self.entries.len() >= self.entries_max {
            return Err(Uncertified::Limit(StopReason::Memory));
        }
        let index = self.entries.len() as u32;
        let older = self.newest.insert(position.key(), index);
        self.older.push(older.unwrap_or(END));
        self.entries.push(Entry {
            board: Placement::new(&position.to_setup().board),
            hand,
            plies: plies
                .finite()
                .and_then(|plies| NonZeroU16::new(plies as u16)),
            mv: None,
        });
        Ok(())
    }

    /// Returns the position of an entry: pieces that are nowhere else are in the defender's hand.
    fn position(&self, entry: &Entry) -> Position {
        let mut setup = Setup {
            board: entry.board.board(),
            hands: [entry.hand, Hand::EMPTY],
            turn: Color::Black,
        };
        for kind in PieceKind::HAND {
            let missing = self.pieces[kind.index()] - setup.count(kind);
            setup.hands[1] = setup.hands[1].with(kind, missing);
        }
        Position::new(&setup)
    }
}

fn plies_of(entry: &Entry) -> Plies {
    entry
        .plies
        .map_or(Plies::UNLIMITED, |plies| Plies::new(plies.get().into()))
}

impl Search<'_, '_> {
    /// Returns the entries that together prove claims about these positions, all of them mates or
    /// all of them no mates. There are at most `most`.
    ///
    /// # Errors
    /// If a limit ends the work, or the proof does not hold.
    pub fn extract(
        &mut self,
        claims: &[(Position, Claim)],
        most: usize,
    ) -> Result<Vec<Entry>, Uncertified> {
        let root = self.position.clone();
        let is_mate = claims.iter().any(|(_, claim)| claim.is_mate());
        let mut attempts = 0;
        let mut entries = loop {
            attempts += 1;
            let is_trusting = attempts < CERTIFICATE_ATTEMPTS;
            let mut extraction = Extraction::new(&root, is_mate, is_trusting, most);
            let is_complete = (claims.iter())
                .try_for_each(|(position, claim)| {
                    self.position.clone_from(position);
                    let budget = claim.plies().map_or(Plies::UNLIMITED, Plies::new);
                    self.promise_root(&mut extraction, budget)
                })
                .and_then(|()| self.prove_promises(&mut extraction));
            self.position.clone_from(&root);
            if is_complete? {
                break extraction.entries;
            }
        };
        // Neighbours then differ in few squares, which makes the file small.
        entries.sort_unstable_by_key(|entry| (entry.board, entry.hand.bits(), entry.plies));
        Ok(entries)
    }

    /// Adds the first entries of the proof of a claim about the current position.
    fn promise_root(
        &mut self,
        extraction: &mut Extraction,
        budget: Plies,
    ) -> Result<(), Uncertified> {
        match (self.position.turn(), extraction.is_mate) {
            (Color::Black, true) => self.promise_mate(extraction, budget),
            (Color::White, true) => self.promise_all(extraction, budget),
            (Color::Black, false) => self.promise_failure(extraction, budget),
            (Color::White, false) => self.promise_escape(extraction, budget),
        }
    }

    /// Proves the promised entries, and those that they need in turn. Returns `false` if a claim on a
    /// condition was wrong.
    fn prove_promises(&mut self, extraction: &mut Extraction) -> Result<bool, Uncertified> {
        let mut index = 0;
        // The longest lengths come first, because their entries cover most of the later positions.
        while index < extraction.entries.len() {
            if self.is_over() {
                let reason = self.watch.reason().unwrap_or(StopReason::Interrupt);
                return Err(Uncertified::Limit(reason));
            }
            let entry = extraction.entries[index];
            *self.position = extraction.position(&entry);
            let plies = plies_of(&entry);
            if extraction.is_mate {
                let (mv, plies_left) = self.mating_check(plies)?;
                extraction.entries[index].mv = Some(mv);
                self.after_each(&[mv], |search| {
                    search.promise_all(extraction, Plies::new(plies_left))
                })?;
            } else {
                let checks = self.position.checks();
                let result = self.after_each(&checks, |search| {
                    search.promise_escape(extraction, plies.minus(1))
                });
                match result {
                    Err(Uncertified::Contradiction(_))
                        if matches!(self.fact(plies)?, Value::Proven { .. })
                            && extraction.is_trusting =>
                    {
                        return Ok(false);
                    }
                    result => result?,
                }
            }
            index += 1;
        }
        Ok(true)
    }

    /// Calls a function after each of these moves, up to the first error.
    fn after_each(
        &mut self,
        moves: &[Move],
        mut work: impl FnMut(&mut Self) -> Result<(), Uncertified>,
    ) -> Result<(), Uncertified> {
        for &mv in moves {
            self.stats.nodes += 1;
            let undo = self.position.make(mv);
            let result = work(self);
            self.position.unmake(mv, undo);
            result?;
        }
        Ok(())
    }

    /// Adds an entry for the current position, an attacker's turn that is a mate within `budget`.
    fn promise_mate(
        &mut self,
        extraction: &mut Extraction,
        budget: Plies,
    ) -> Result<(), Uncertified> {
        let hand = self.position.hand(Color::Black);
        if extraction.covers(self.key(), hand, budget) {
            return Ok(());
        }
        match self.fact(budget)? {
            Value::Proven { len, hand, .. } => extraction.promise(self.position, hand, len),
            _ => Err(self.contradiction()),
        }
    }

    /// Adds entries for all replies at the current position, which is a mate within `budget`.
    fn promise_all(
        &mut self,
        extraction: &mut Extraction,
        budget: Plies,
    ) -> Result<(), Uncertified> {
        let replies = self.position.evasions();
        // A reply leaves the attacker at least two plies.
        if !replies.is_empty() && budget < Plies::new(2) {
            return Err(self.contradiction());
        }
        self.after_each(&replies, |search| {
            search.promise_mate(extraction, budget.minus(1))
        })
    }

    /// Returns the check that mates within `plies` in all, and the plies left after it.
    fn mating_check(&mut self, plies: Plies) -> Result<(Move, u32), Uncertified> {
        let step = plies.finite().and_then(|plies| self.attack_step(plies));
        match (step, self.watch.reason()) {
            (Some(step), _) => Ok(step),
            (None, Some(reason)) => Err(Uncertified::Limit(reason)),
            (None, None) => Err(self.contradiction()),
        }
    }

    /// Adds an entry for the current position, an attacker's turn that is not a mate within
    /// `budget`.
    fn promise_failure(
        &mut self,
        extraction: &mut Extraction,
        budget: Plies,
    ) -> Result<(), Uncertified> {
        let hand = self.position.hand(Color::Black);
        if budget < Plies::new(1) || extraction.covers(self.key(), hand, budget) {
            return Ok(());
        }
        match self.fact(budget)? {
            Value::Disproven { .. } => extraction.promise(self.position, hand, budget),
            _ => Err(self.contradiction()),
        }
    }

    /// Adds an entry for one reply at the current position, which is not a mate within `budget`.
    fn promise_escape(
        &mut self,
        extraction: &mut Extraction,
        budget: Plies,
    ) -> Result<(), Uncertified> {
        let replies = self.position.evasions();
        let hand = self.position.hand(Color::Black);
        let left = budget.minus(1);
        let is_covered = |mv: &Move| {
            left < Plies::new(1) || extraction.covers(self.position.key_after(*mv), hand, left)
        };
        if replies.iter().any(is_covered) {
            return Ok(());
        }
        let mut escape = self.known_escape(&replies, left);
        if escape.is_none()
            && extraction.is_trusting
            && let Some(mv) = self.suggested_escape(&replies, left)
        {
            return self.after_each(&[mv], |search| {
                extraction.promise(search.position, hand, left)
            });
        }
        if escape.is_none() && matches!(self.run(budget), Value::Disproven { .. }) {
            // The escape found may hold only as long as play does not come back here, so the
            // position after it is searched by itself.
            escape = self.known_escape(&replies, left);
        }
        let candidates = escape.map_or(replies, |mv| vec![mv]);
        for mv in candidates {
            let undo = self.position.make(mv);
            let result = match self.fact(left) {
                Ok(Value::Disproven { .. }) => Some(extraction.promise(self.position, hand, left)),
                Ok(_) => None,
                Err(limit) => Some(Err(limit)),
            };
            self.position.unmake(mv, undo);
            if let Some(result) = result {
                return result;
            }
        }
        Err(self.contradiction())
    }

    /// Returns a reply after which the tables know that there is no mate within `budget`.
    fn known_escape(&self, replies: &[Move], budget: Plies) -> Option<Move> {
        let hand = self.position.hand(Color::Black);
        let is_fact =
            |mv: &&Move| matches!(self.known_after(**mv, budget), Known::Disproven { .. });
        let is_discharged =
            |mv: &&Move| self.is_discharged(self.position.key_after(**mv), hand, budget);
        let known = replies.iter().find(is_fact);
        known
            .or_else(|| replies.iter().find(is_discharged))
            .copied()
    }

    /// Returns a reply after which there is no mate within `budget` on some condition.
    fn suggested_escape(&self, replies: &[Move], budget: Plies) -> Option<Move> {
        let hand = self.position.hand(Color::Black);
        let is_suggested = |mv: &&Move| {
            let key = self.position.key_after(**mv);
            self.parts.conditional.suggests(key.first(), hand, budget)
                && !matches!(self.known_after(**mv, budget), Known::Proven { .. })
        };
        replies.iter().find(is_suggested).copied()
    }

    /// Returns whether a conditional claim now proves a position to be no mate, because all its
    /// ancestors are known to be no mates.
    fn is_discharged(&self, key: Key, hand: Hand, budget: Plies) -> bool {
        // The path is empty, so no ancestor is on it.
        self.conditional_claim(key, hand, budget)
            .is_some_and(|claim| claim.len >= budget && claim.condition.is_none())
    }

    /// Returns the value of the current position, from the tables or by a search.
    fn fact(&mut self, budget: Plies) -> Result<Value, Uncertified> {
        let (key, hand) = (self.key(), self.position.hand(Color::Black));
        if self.is_discharged(key, hand, budget) {
            let visit = Visit::new(0, 1);
            let excluded = Excluded {
                len: budget,
                bare: Plies::NONE,
            };
            self.table
                .store_disproven((key, hand), excluded, hand, visit);
        }
        match (self.value_here(budget), self.watch.reason()) {
            (Value::Open { .. }, reason) => {
                Err(Uncertified::Limit(reason.unwrap_or(StopReason::Memory)))
            }
            (value, _) => Ok(value),
        }
    }

    fn contradiction(&self) -> Uncertified {
        Uncertified::Contradiction(Box::new(self.position.to_setup()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Certificate;
    use crate::notation::sfen;
    use crate::verify;
    use crate::{Limits, SearchConfig, Solver};

    #[test]
    fn a_claim_that_is_trusted_wrongly_does_no_harm() {
        // The capture of the rook escapes; the interposed bishop does not.
        let setup = sfen::parse("7R1/8k/9/8R/9/9/9/9/9 w b 1").unwrap().setup;
        let interposition = Move::drop(PieceKind::Bishop, crate::shogi::Square::new(0, 2));
        let config = SearchConfig {
            hash_bytes: 1 << 20,
            ..SearchConfig::default()
        };
        let mut solver = Solver::new(config);
        let position = Position::new(&setup);
        let entries = solver.session(&position, &Limits::default(), &mut |_| {}, |session| {
            session.strict(|search| {
                search.after_line(&[interposition], |search| search.suggest_no_mate(u32::MAX));
                let replies = search.position.evasions();
                let trusted = search.suggested_escape(&replies, Plies::UNLIMITED);
                assert_eq!(trusted, Some(interposition));
                let root = search.position.clone();
                search.extract(&[(root, Claim::NoMate)], 1000)
            })
        });
        let certificate = Certificate {
            id: String::new(),
            setup,
            attacker: Color::Black,
            lines: Vec::new(),
            claim: Claim::NoMate,
            entries: entries.unwrap(),
            composed: Vec::new(),
            brinkmates: Vec::new(),
        };
        assert_eq!(verify::check(&certificate), Ok(()));
    }
}
