//! The proof of one entry, and the bounds found for it so far.

use super::super::board::Board;
use super::super::packed::Packed;
use super::super::rejection::Reason;
use super::defence::{Capture, Defence};
use super::proof::ComposedProof;
use crate::shogi::{Hand, Move};
use rustc_hash::FxHashMap;

/// The facts that a proof may rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    /// Only robust entries: the result is then robust as well.
    Robust,
    Everything,
}

/// Checks one entry.
pub(super) struct EntryCheck<'p, 'a> {
    pub proof: &'p mut ComposedProof<'a>,
    /// Entries that are not robust may be used if they claim fewer plies than this.
    pub limit: u32,
    pub basis: Basis,
    /// For a position of the defender and a number of plies: whether a mate within these plies is
    /// proven.
    pub mates: FxHashMap<(Board, u32), bool>,
    /// For a position of the defender: the lower bound found, and the bound that was asked for.
    pub least: FxHashMap<Board, (u32, u32)>,
}

impl<'p, 'a> EntryCheck<'p, 'a> {
    pub fn new(proof: &'p mut ComposedProof<'a>, limit: u32, basis: Basis) -> Self {
        Self {
            proof,
            limit,
            basis,
            mates: FxHashMap::default(),
            least: FxHashMap::default(),
        }
    }

    /// Checks that a position of the defender, after `check`, is proven to be mate within `plies`.
    pub fn mated(
        &mut self,
        board: Board,
        vanished: Hand,
        check: Option<Move>,
        plies: u32,
    ) -> Result<(), Reason> {
        if self.is_mated(&Defence::new(board, vanished), plies)? {
            Ok(())
        } else {
            Err(Reason::NotMated { check, plies })
        }
    }

    /// Checks that a position of the defender, after `check`, is proven not to be mate within `plies`.
    pub fn delayed(
        &mut self,
        board: Board,
        vanished: Hand,
        check: Option<Move>,
        plies: u32,
    ) -> Result<(), Reason> {
        let least = self.least(&Defence::new(board, vanished), plies.saturating_add(1))?;
        if least > plies {
            Ok(())
        } else {
            Err(Reason::NotDelayed { check, plies })
        }
    }

    /// Counts a step.
    pub fn step(&mut self) -> Result<(), Reason> {
        self.proof.step()
    }

    /// Returns the captures that may prove an interposition on the `k`-th square futile.
    pub fn captures(
        &mut self,
        defence: &Defence,
        k: usize,
        after: &Board,
    ) -> Result<Vec<Capture>, Reason> {
        let captures = defence.captures(k, after);
        captures.iter().try_for_each(|_| self.step())?;
        Ok(captures)
    }

    /// Returns whether an entry claims that a position of the attacker is mate within `plies`.
    pub fn is_mate_within(&self, board: &Board, vanished: Hand, plies: u32) -> bool {
        let position = Packed::new(board);
        self.proof.strict.covers(position, Some(plies))
            || (self.proof.entries.mate(position, vanished, self.limit))
                .is_some_and(|within| within <= plies)
    }

    /// Returns a lower bound of the length of a position of the attacker, which is odd. Looks no
    /// further once the bound is `enough`.
    pub fn least_of_attack(&self, board: &Board, vanished: Hand, enough: u32) -> u32 {
        // The smallest odd number above a bound within which there is no mate.
        let length = |within: u32| (within + 1) | 1;
        let position = Packed::new(board);
        let robust = self.proof.robust.bound(position).map_or(1, length);
        if robust >= enough || self.basis == Basis::Robust {
            return robust;
        }
        let claimed = (self.proof.entries).no_mate(position, vanished, self.limit);
        claimed.map_or(1, length).max(robust)
    }
}
