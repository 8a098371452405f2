//! Checks the claims of a certificate about the composed game, in which futile interpositions
//! (無駄合) do not count. The argument is in [`crate::certificate`]; the functions here have the
//! names of the bounds in it.

mod defence;
mod entries;
mod look;
mod lower;
mod upper;

use self::entries::{Entries, Robust};
use self::look::{Basis, Look};
use super::board::Board;
use super::checker::{Checker, Packed, Reason, Rejection};
use super::rules;
use crate::certificate::{Certificate, Claim, ComposedEntry};
use crate::shogi::{Hand, Setup};

/// The most positions of the defender that may be looked at for the whole certificate.
const STEPS: u64 = 500_000;

/// The most for each entry in addition. A few are usual; only long chains of interpositions take
/// more.
const STEPS_PER_ENTRY: u64 = 500;

/// The number of robust entries that are gone through in the time of one step.
const ROBUST_PER_STEP: u64 = 1024;

/// The entries of the composed game, prepared for the check.
pub(super) struct Game<'a> {
    certificate: &'a Certificate,
    /// The mates of the strict game in the certificate.
    strict: &'a Checker<'a>,
    entries: Entries,
    robust: Robust,
    steps: u64,
}

impl<'a> Game<'a> {
    pub(super) fn new(certificate: &'a Certificate, strict: &'a Checker<'a>) -> Self {
        Self {
            certificate,
            strict,
            entries: Entries::new(certificate),
            robust: Robust::new(certificate.attacker),
            steps: STEPS + STEPS_PER_ENTRY * certificate.composed.len() as u64,
        }
    }

    /// Checks the entries: first those marked as robust, which may all rest on each other, then those
    /// of few plies, because others may rest on their being robust.
    pub(super) fn entries(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Rejection> {
        let entries = &self.certificate.composed;
        for it in entries.iter().filter(|it| it.robust) {
            self.at(it, |game, board| {
                game.robust.add(Packed::new(board), plies_of(it)?);
                game.step()
            })?;
        }
        let mut order: Vec<&ComposedEntry> = entries.iter().collect();
        order.sort_by_key(|it| (!it.robust, it.entry.plies));
        order.into_iter().try_for_each(|it| {
            if stop() {
                return Err(Rejection {
                    position: Box::new(self.certificate.setup.clone()),
                    reason: Reason::Stopped,
                });
            }
            self.at(it, |game, board| game.proof(board, it))
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
        let mut look = Look::new(self, u32::MAX, Basis::Everything);
        if is_first {
            let is_covered = if claim.is_mate() {
                look.is_mate_within(board, Hand::EMPTY, plies)
            } else {
                look.least_of_attack(board, Hand::EMPTY, u32::MAX) > plies
            };
            return is_covered.then_some(()).ok_or(Reason::RootNotCovered);
        }
        if !board.in_check(!attacker) {
            return Err(Reason::NotInCheck);
        }
        if claim.is_mate() {
            look.mated(board.clone(), Hand::EMPTY, None, plies)
        } else {
            look.delayed(board.clone(), Hand::EMPTY, None, plies)
        }
    }

    /// Checks something about the position of an entry.
    fn at(
        &mut self,
        it: &ComposedEntry,
        check: impl FnOnce(&mut Self, &Board) -> Result<(), Reason>,
    ) -> Result<(), Rejection> {
        let attacker = self.certificate.attacker;
        let mut setup = Setup {
            board: it.entry.board.board(),
            hands: [Hand::EMPTY; 2],
            turn: attacker,
        };
        setup.hands[attacker.index()] = it.entry.hand;
        let board = self.strict.complete(&mut setup, it.vanished);
        let checked = board.and_then(|board| check(self, &board));
        checked.map_err(|reason| Rejection {
            position: Box::new(setup),
            reason,
        })
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
        let mut look = Look::new(self, plies, Basis::Everything);
        look.mated(after, it.vanished, Some(mv), plies - 1)
    }

    fn step(&mut self) -> Result<(), Reason> {
        // So that the work stays in proportion to the entries even if all of them share a board.
        let more = self.robust.looked_at() / ROBUST_PER_STEP;
        let left = self.steps.checked_sub(1 + more);
        self.steps = left.ok_or(Reason::TooInvolved)?;
        Ok(())
    }

    /// Returns whether every check is proven to leave the defender enough plies.
    fn no_mate(
        &mut self,
        board: &Board,
        vanished: Hand,
        plies: u32,
        basis: Basis,
    ) -> Result<(), Reason> {
        let mut look = Look::new(self, plies, basis);
        for (mv, after) in rules::checks(board) {
            look.delayed(after, vanished, Some(mv), plies - 1)?;
        }
        Ok(())
    }
}

fn plies_of(it: &ComposedEntry) -> Result<u32, Reason> {
    let plies = it.entry.plies.ok_or(Reason::NoLength)?;
    Ok(plies.get().into())
}
