//! Lower bounds of the length of positions of the defender, and proofs that interpositions count.

use super::super::board::Board;
use super::super::rejection::Reason;
use super::super::rules;
use super::defence::{Capture, Defence};
use super::entry_check::{Basis, EntryCheck};

impl EntryCheck<'_, '_> {
    /// Returns a lower bound of the length of a position of the defender. Looks no further once the
    /// bound is `enough`.
    pub fn least(&mut self, defence: &Defence, enough: u32) -> Result<u32, Reason> {
        if let Some(&(known, asked)) = self.least.get(&defence.board)
            && (known >= enough || asked >= enough)
        {
            return Ok(known);
        }
        self.step()?;
        let least = self.least_up_to(defence, defence.squares.len(), enough)?;
        self.least.insert(defence.board.clone(), (least, enough));
        Ok(least)
    }

    /// Returns a lower bound as [`Self::least`] does, with interpositions only on the first
    /// `squares` squares.
    pub fn least_up_to(
        &mut self,
        defence: &Defence,
        squares: usize,
        enough: u32,
    ) -> Result<u32, Reason> {
        // Mostly one reply that is not an interposition gives the whole bound.
        let lasts =
            |after: &Board| self.least_of_attack(after, defence.vanished, enough - 1) >= enough - 1;
        if enough > 0 && rules::any_legal(&defence.board, |mv| defence.square_of(mv) == 0, lasts) {
            return Ok(enough);
        }
        let mut least = 0;
        for (k, replies) in defence.replies().iter().enumerate().take(squares + 1) {
            let before = least;
            for after in replies {
                if least >= enough {
                    return Ok(least);
                }
                let counted = 1 + self.least_of_attack(after, defence.vanished, enough);
                if counted <= least {
                    continue;
                }
                let proven = if k == 0 {
                    counted
                } else {
                    self.proven_by_interposition(defence, k, after, before, counted)?
                };
                least = least.max(proven);
            }
        }
        Ok(least)
    }

    /// Returns the lower bound of the length that an interposition on the `k`-th square proves.
    /// `before` is a lower bound of Lₖ₋₁, and `counted` the lower bound if the interposition counts.
    fn proven_by_interposition(
        &mut self,
        defence: &Defence,
        k: usize,
        after: &Board,
        before: u32,
        counted: u32,
    ) -> Result<u32, Reason> {
        let mut least = counted;
        for Capture { after, by_checker } in self.captures(defence, k, after)? {
            if !by_checker && before > 0 {
                continue;
            }
            let length = self.least(&after, if by_checker { u32::MAX } else { 1 })?;
            let is_effective = if by_checker {
                length > 0
                    && self.basis == Basis::Everything
                    && self.is_mated_up_to(defence, k - 1, length - 1)?
            } else {
                length > 0
            };
            if !is_effective {
                // With a futile interposition, Lₖ₋₁ would be at least this length.
                least = least.min(length);
            }
        }
        Ok(least)
    }
}
