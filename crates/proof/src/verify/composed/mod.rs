//! Checks the claims of a certificate about the composed game, in which futile interpositions
//! (無駄合) do not count. The argument is in [`crate::certificate`], which also defines Lₖ and N′.
//!
//! `proof` has the whole certificate, with its `entries` for look-up. An `entry_check` proves one entry,
//! by `upper` and `lower` bounds of positions of the defender (`defence`).

mod defence;
mod entries;
mod entry_check;
mod lower;
mod proof;
mod upper;

pub(super) use self::proof::ComposedProof;

use self::entry_check::{Basis, EntryCheck};
use super::board::Board;
use super::packed::Packed;
use super::rejection::{Reason, Rejection};
use super::rules;
use crate::certificate::{Claim, ComposedEntry};
use crate::shogi::Hand;

impl ComposedProof<'_> {
    /// Checks the entries: first the marked ones, which may all rest on each other, then the others
    /// from few plies to many, because a later one may need that an earlier one is robust.
    pub(super) fn entries(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Rejection> {
        let entries = &self.certificate.composed;
        for entry in entries.iter().filter(|entry| entry.robust) {
            self.check_at(entry, |proof, board| {
                proof.robust.add(Packed::new(board), plies_of(entry)?);
                proof.step()
            })?;
        }
        let mut order: Vec<&ComposedEntry> = entries.iter().collect();
        order.sort_by_key(|entry| (!entry.robust, entry.entry.plies));
        for entry in order {
            if stop() {
                let problem = self.certificate.setup.clone();
                return Err(Rejection::at(problem, Reason::Stopped));
            }
            self.check_at(entry, |proof, board| proof.entry(board, entry))?;
        }
        Ok(())
    }

    /// Checks the claim about one position, after the entries.
    pub(super) fn claim(&mut self, board: &Board) -> Result<(), Reason> {
        let claim = self.certificate.claim;
        let (attacker, plies) = (self.certificate.attacker, claim.plies().unwrap_or(0));
        let attacks = board.turn() == attacker;
        if attacks && claim == Claim::NoComposedMateWithin(0) {
            return Err(Reason::NothingClaimed);
        }
        let mut check = EntryCheck::new(self, u32::MAX, Basis::Everything);
        if attacks {
            let is_covered = if claim.is_mate() {
                check.is_mate_within(board, Hand::EMPTY, plies)
            } else {
                check.least_of_attack(board, Hand::EMPTY, u32::MAX) > plies
            };
            return if is_covered {
                Ok(())
            } else {
                Err(Reason::RootNotCovered)
            };
        }
        if !board.in_check(!attacker) {
            return Err(Reason::NotInCheck);
        }
        if claim.is_mate() {
            check.mated(board.clone(), Hand::EMPTY, None, plies)
        } else {
            check.delayed(board.clone(), Hand::EMPTY, None, plies)
        }
    }

    /// Calls `check` with the board of an entry. An error gets the position of the entry.
    fn check_at(
        &mut self,
        entry: &ComposedEntry,
        check: impl FnOnce(&mut Self, &Board) -> Result<(), Reason>,
    ) -> Result<(), Rejection> {
        let mut setup = entry.entry.setup(self.certificate.attacker);
        let board = self.strict.complete(&mut setup, entry.vanished);
        let checked = board.and_then(|board| check(self, &board));
        checked.map_err(|reason| Rejection::at(setup, reason))
    }

    /// Checks the proof of an entry.
    fn entry(&mut self, board: &Board, entry: &ComposedEntry) -> Result<(), Reason> {
        let (plies, vanished) = (plies_of(entry)?, entry.vanished);
        if entry.robust {
            return match entry.entry.mv {
                Some(_) => Err(Reason::UnexpectedMove),
                None => self.no_mate(board, vanished, plies, Basis::Robust),
            };
        }
        let Some(mv) = entry.entry.mv else {
            match self.no_mate(board, vanished, plies, Basis::Robust) {
                Ok(()) => self.robust.add(Packed::new(board), plies),
                Err(Reason::TooInvolved) => return Err(Reason::TooInvolved),
                Err(_) => self.no_mate(board, vanished, plies, Basis::Everything)?,
            }
            return Ok(());
        };
        let attacker = self.certificate.attacker;
        let after = rules::play_legal(board, mv).ok_or(Reason::Illegal(mv))?;
        if !after.in_check(!attacker) {
            return Err(Reason::NotCheck(mv));
        }
        let mut check = EntryCheck::new(self, plies, Basis::Everything);
        check.mated(after, vanished, Some(mv), plies - 1)
    }

    /// Checks that every check leaves the defender enough plies.
    fn no_mate(
        &mut self,
        board: &Board,
        vanished: Hand,
        plies: u32,
        basis: Basis,
    ) -> Result<(), Reason> {
        let mut check = EntryCheck::new(self, plies, basis);
        for (mv, after) in rules::checks(board) {
            check.delayed(after, vanished, Some(mv), plies - 1)?;
        }
        Ok(())
    }
}

fn plies_of(entry: &ComposedEntry) -> Result<u32, Reason> {
    let plies = entry.entry.plies.ok_or(Reason::NoLength)?;
    Ok(plies.get().into())
}
