//! Checks the claims of a certificate about the composed game, in which futile interpositions
//! (無駄合) do not count. The argument is in [`crate::certificate`]; the functions here have the
//! names of the bounds in it.

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
        for it in entries.iter().filter(|it| it.robust) {
            self.at(it, |proof, board| {
                proof.robust.add(Packed::new(board), plies_of(it)?);
                proof.step()
            })?;
        }
        let mut order: Vec<&ComposedEntry> = entries.iter().collect();
        order.sort_by_key(|it| (!it.robust, it.entry.plies));
        order.into_iter().try_for_each(|it| {
            if stop() {
                let problem = self.certificate.setup.clone();
                return Err(Rejection::at(problem, Reason::Stopped));
            }
            self.at(it, |proof, board| proof.proof(board, it))
        })
    }

    /// Checks the claim about one position, after the entries.
    pub(super) fn claim(&mut self, board: &Board) -> Result<(), Reason> {
        let claim = self.certificate.claim;
        let (attacker, plies) = (self.certificate.attacker, claim.plies().unwrap_or(0));
        let is_first = board.turn() == attacker;
        if is_first && claim == Claim::NoComposedMateWithin(0) {
            return Err(Reason::NothingClaimed);
        }
        let mut check = EntryCheck::new(self, u32::MAX, Basis::Everything);
        if is_first {
            let is_covered = if claim.is_mate() {
                check.is_mate_within(board, Hand::EMPTY, plies)
            } else {
                check.least_of_attack(board, Hand::EMPTY, u32::MAX) > plies
            };
            return is_covered.then_some(()).ok_or(Reason::RootNotCovered);
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

    /// Calls `check` at the position of an entry, and names the position if the check fails.
    fn at(
        &mut self,
        it: &ComposedEntry,
        check: impl FnOnce(&mut Self, &Board) -> Result<(), Reason>,
    ) -> Result<(), Rejection> {
        let mut setup = it.entry.setup(self.certificate.attacker);
        let board = self.strict.complete(&mut setup, it.vanished);
        let checked = board.and_then(|board| check(self, &board));
        checked.map_err(|reason| Rejection::at(setup, reason))
    }

    fn proof(&mut self, board: &Board, it: &ComposedEntry) -> Result<(), Reason> {
        let plies = plies_of(it)?;
        if it.robust {
            return match it.entry.mv {
                Some(_) => Err(Reason::UnexpectedMove),
                None => self.no_mate(board, it.vanished, plies, Basis::Robust),
            };
        }
        let Some(mv) = it.entry.mv else {
            match self.no_mate(board, it.vanished, plies, Basis::Robust) {
                Ok(()) => self.robust.add(Packed::new(board), plies),
                Err(Reason::TooInvolved) => return Err(Reason::TooInvolved),
                Err(_) => self.no_mate(board, it.vanished, plies, Basis::Everything)?,
            }
            return Ok(());
        };
        let attacker = self.certificate.attacker;
        let after = rules::play_legal(board, mv).ok_or(Reason::Illegal(mv))?;
        if !after.in_check(!attacker) {
            return Err(Reason::NotCheck(mv));
        }
        let mut check = EntryCheck::new(self, plies, Basis::Everything);
        check.mated(after, it.vanished, Some(mv), plies - 1)
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

fn plies_of(it: &ComposedEntry) -> Result<u32, Reason> {
    let plies = it.entry.plies.ok_or(Reason::NoLength)?;
    Ok(plies.get().into())
}
