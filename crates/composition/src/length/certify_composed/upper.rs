//! Upper bounds: mates, and interpositions that are futile.

use super::{
    Allowance, Capture, CertificateBuilder, Done, captures, contradiction, length_after,
    length_before, name, replies_of, within,
};
use crate::certificate::{Entry, Placement};
use crate::length::proof::position_of;
use crate::search::Uncertified;
use crate::search::{Search, Within};
use crate::shogi::{Color, Hand, Move, Position};

impl CertificateBuilder {
    /// Returns whether it is promised that the current attacker's turn is mate within `plies`.
    fn has_mate(&self, position: &Position, plies: u32) -> bool {
        let hand = position.hand(Color::Black);
        let strict = self.strict_of.get(&position.key());
        (strict.into_iter().flatten()).any(|&(own, len)| len <= plies && hand.dominates(own))
            || self.promises.has_mate(position, plies, self.limit)
    }

    /// Adds an entry for an attacker's turn that is mate within `plies`.
    pub(super) fn mate(&mut self, search: &mut Search<'_, '_>, vanished: Hand, plies: u32) -> Done {
        if self.has_mate(search.position(), plies) {
            return Ok(());
        }
        if let Some((len, hand)) = search.known_strict_mate(plies) {
            let entry = Entry {
                board: Placement::new(&search.position().to_setup().board),
                hand,
                plies: None,
                mv: None,
            };
            let key = search.position().key();
            self.strict_of.entry(key).or_default().push((hand, len));
            self.strict
                .push((position_of(&self.problem, &entry, Hand::EMPTY), len));
            return Ok(());
        }
        match within(search, plies)? {
            Within::Mate(len) => self.add(search, vanished, true, len),
            Within::No => Err(contradiction(search)),
        }
    }

    /// Adds entries for the replies at a defender's turn that is mate within `plies`.
    pub(super) fn all_mated(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        plies: u32,
    ) -> Done {
        if !self.mated.insert((name(search.position()), plies)) {
            return Ok(());
        }
        let replies = replies_of(search.position());
        self.mated_among(search, vanished, &replies, plies)
    }

    /// Adds the same entries for a turn at which the defender has only these groups of replies.
    pub(super) fn mated_among(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        replies: &[Vec<Move>],
        plies: u32,
    ) -> Done {
        for (k, group) in replies.iter().enumerate() {
            for &mv in group {
                let in_time = plies >= 2
                    && search.after(mv, |search| {
                        Ok(self.has_mate(search.position(), plies - 1)
                            || !within(search, plies - 1)?.is_no())
                    })?;
                if in_time {
                    search.after(mv, |search| self.mate(search, vanished, plies - 1))?;
                } else if k == 0 {
                    return Err(contradiction(search));
                } else {
                    self.prove_futile(search, vanished, &replies[..k], mv, plies)?;
                }
            }
        }
        Ok(())
    }

    /// Adds entries that prove an interposition futile, where Lₖ₋₁ is at most `plies`. `nearer` has the
    /// replies that decide Lₖ₋₁.
    fn prove_futile(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        nearer: &[Vec<Move>],
        mv: Move,
        plies: u32,
    ) -> Done {
        let captures = captures(search, mv);
        let mut before = None;
        for at_once in [true, false] {
            for &(capture, allowance) in &captures {
                if at_once && length_after(search, mv, capture, 0)?.is_no() {
                    continue;
                }
                if at_once && allowance == Allowance::AsLong {
                    return self.mated_after(search, vanished, mv, capture, 0);
                }
                let before = match before {
                    Some(before) => before,
                    None => *before.insert(length_before(search, nearer.len(), plies)?),
                };
                if at_once {
                    if before == 0 {
                        self.mated_among(search, vanished, nearer, 0)?;
                        return self.mated_after(search, vanished, mv, capture, 0);
                    }
                } else if allowance == Allowance::AsLong
                    && let Within::Mate(len) = length_after(search, mv, capture, before)?
                {
                    self.lasts_among(search, vanished, nearer, len)?;
                    return self.mated_after(search, vanished, mv, capture, len);
                }
            }
        }
        Err(contradiction(search))
    }

    /// Adds entries that prove a mate within `plies` after an interposition and its capture.
    fn mated_after(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        mv: Move,
        capture: Capture,
        plies: u32,
    ) -> Done {
        self.after_capture(search, vanished, mv, capture, |this, search, vanished| {
            this.all_mated(search, vanished, plies)
        })
    }
}

/// Returns the check that mates within `plies`.
pub(super) fn mating_check(search: &mut Search<'_, '_>, plies: u32) -> Result<Move, Uncertified> {
    let checks = search.position().checks();
    for &mv in &checks {
        let known = search.after(mv, |search| search.known_within(plies - 1));
        if matches!(known, Some(Within::Mate(_))) {
            return Ok(mv);
        }
    }
    for mv in checks {
        if !search
            .after(mv, |search| within(search, plies - 1))?
            .is_no()
        {
            return Ok(mv);
        }
    }
    Err(contradiction(search))
}
