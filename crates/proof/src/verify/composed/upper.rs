//! Upper bounds: positions of the defender that are mate within a number of plies, and futile
//! interpositions.

use super::super::board::Board;
use super::super::rejection::Reason;
use super::defence::{Capture, Defence};
use super::entry_check::EntryCheck;

impl EntryCheck<'_, '_> {
    /// Returns whether a position of the defender is proven to be mate within `plies`.
    pub fn is_mated(&mut self, defence: &Defence, plies: u32) -> Result<bool, Reason> {
        let key = (defence.board.clone(), plies);
        if let Some(&known) = self.mates.get(&key) {
            return Ok(known);
        }
        self.step()?;
        let mated = self.is_mated_up_to(defence, defence.squares.len(), plies)?;
        self.mates.insert(key, mated);
        Ok(mated)
    }

    /// Returns whether the length is proven to be at most `plies` with interpositions only on the
    /// first `squares` squares.
    pub fn is_mated_up_to(
        &mut self,
        defence: &Defence,
        squares: usize,
        plies: u32,
    ) -> Result<bool, Reason> {
        for (k, replies) in defence.replies().iter().enumerate().take(squares + 1) {
            for after in replies {
                // A reply takes a ply, and a mate at least one more.
                let in_time = plies >= 2 && self.is_mate_within(after, defence.vanished, plies - 1);
                if !in_time && (k == 0 || !self.is_futile(defence, k, after)?) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns whether an interposition on the `k`-th square, which leads to `after`, is proven
    /// futile.
    fn is_futile(&mut self, defence: &Defence, k: usize, after: &Board) -> Result<bool, Reason> {
        for Capture { after, by_checker } in self.captures(defence, k, after)? {
            if self.is_mated(&after, 0)?
                && (by_checker || self.is_mated_up_to(defence, k - 1, 0)?)
            {
                return Ok(true);
            }
            if by_checker {
                let before = self.least_up_to(defence, k - 1, u32::MAX)?;
                if before > 0 && self.is_mated(&after, before)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
