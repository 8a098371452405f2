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

    /// Checks the entries, those of few plies first, because others may rest on their being robust.
    pub(super) fn entries(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Rejection> {
        let entries = &self.certificate.composed;
        let mut order: Vec<&ComposedEntry> = entries.iter().collect();
        order.sort_by_key(|it| it.entry.plies);
        order.into_iter().try_for_each(|it| {
            if stop() {
                return Err(Rejection {
                    position: Box::new(self.certificate.setup.clone()),
                    reason: Reason::Stopped,
                });
            }
            self.entry(it)
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

    fn entry(&mut self, it: &ComposedEntry) -> Result<(), Rejection> {
        let attacker = self.certificate.attacker;
        let mut setup = Setup {
            board: it.entry.board.board(),
            hands: [Hand::EMPTY; 2],
            turn: attacker,
        };
        setup.hands[attacker.index()] = it.entry.hand;
        self.proof(it, &mut setup).map_err(|reason| Rejection {
            position: Box::new(setup),
            reason,
        })
    }

    fn proof(&mut self, it: &ComposedEntry, setup: &mut Setup) -> Result<(), Reason> {
        let board = self.strict.complete(setup, it.vanished)?;
        let plies = it.entry.plies.ok_or(Reason::NoLength)?;
        let plies = u32::from(plies.get());
        let Some(mv) = it.entry.mv else {
            match self.no_mate(&board, it.vanished, plies, Basis::Robust) {
                Ok(()) => self.robust.add(Packed::new(&board), plies),
                Err(Reason::TooInvolved) => return Err(Reason::TooInvolved),
                Err(_) => self.no_mate(&board, it.vanished, plies, Basis::Everything)?,
            }
            return Ok(());
        };
        let attacker = self.certificate.attacker;
        let after = rules::play_legal(&board, mv).ok_or(Reason::Illegal(mv))?;
        if !after.in_check(!attacker) {
            return Err(Reason::NotCheck(mv));
        }
        let mut look = Look::new(self, plies, Basis::Everything);
        look.mated(after, it.vanished, Some(mv), plies - 1)
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
