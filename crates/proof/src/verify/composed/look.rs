//! The knowledge while one entry is checked.

use super::super::board::Board;
use super::super::checker::{Packed, Reason};
use super::Game;
use super::defence::{Capture, Defence};
use crate::shogi::{Hand, Move};
use rustc_hash::FxHashMap;

/// The facts that a proof may rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    /// Only robust entries: the result is then robust as well.
    Robust,
    Everything,
}

/// Checks one entry with the help of entries that claim fewer plies than `limit`.
pub(super) struct Look<'g, 'a> {
    pub game: &'g mut Game<'a>,
    pub limit: u32,
    pub basis: Basis,
    /// Positions of the defender with a number of plies: whether they are proven to be mate within
    /// it.
    pub mates: FxHashMap<(Board, u32), bool>,
    /// Lower bounds of their lengths, with the length that was asked for.
    pub least: FxHashMap<Board, (u32, u32)>,
}

impl<'g, 'a> Look<'g, 'a> {
    pub fn new(game: &'g mut Game<'a>, limit: u32, basis: Basis) -> Self {
        Self {
            game,
            limit,
            basis,
            mates: FxHashMap::default(),
            least: FxHashMap::default(),
        }
    }

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

    pub fn step(&mut self) -> Result<(), Reason> {
        self.game.step()
    }

    /// Returns the captures that may prove an interposition on the `k`-th square futile.
    pub fn captures(
        &mut self,
        at: &Defence,
        k: usize,
        after: &Board,
    ) -> Result<Vec<Capture>, Reason> {
        let captures = at.captures(k, after);
        captures.iter().try_for_each(|_| self.step())?;
        Ok(captures)
    }

    /// Returns whether an entry claims that a position of the attacker is mate within `plies`.
    pub fn is_mate_within(&self, board: &Board, vanished: Hand, plies: u32) -> bool {
        let at = Packed::new(board);
        self.game.strict.covers(at, Some(plies))
            || (self.game.entries.mate(at, vanished, self.limit))
                .is_some_and(|within| within <= plies)
    }

    /// Returns a lower bound of the length of a position of the attacker, which is odd. A bound of
    /// `enough` is enough.
    pub fn least_of_attack(&self, board: &Board, vanished: Hand, enough: u32) -> u32 {
        let length = |within: u32| (within + 1) | 1;
        let at = Packed::new(board);
        let robust = self.game.robust.bound(at).map_or(1, length);
        if robust >= enough || self.basis == Basis::Robust {
            return robust;
        }
        let said = self.game.entries.no_mate(at, vanished, self.limit);
        said.map_or(1, length).max(robust)
    }
}
