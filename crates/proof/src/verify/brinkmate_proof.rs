//! Checks the entries of certificates about brinkmates, each by itself. The argument is in
//! [`crate::certificate`].

use super::board::Board;
use super::geometry::between;
use super::packed::Packed;
use super::rejection::{Reason, Rejection};
use super::rules::{self, Played};
use super::strict_proof::StrictProof;
use crate::certificate::{Certificate, Claim, Entry, Placement};
use crate::shogi::{Color, Hand, Move, Setup};
use std::collections::HashMap;

/// The limit in plies for mates that may have any length.
const ANY_LENGTH: Option<u32> = Some(u32::MAX - 1);

/// The part of a certificate about brinkmates, prepared for the check.
pub(super) struct BrinkmateProof<'a> {
    certificate: &'a Certificate,
    strict: &'a StrictProof<'a>,
    /// The plies of the strongest entry of each position: the fewest for a brinkmate, the most
    /// against one.
    plies: HashMap<(&'a Placement, Hand), u32>,
    /// Whether the claim is that a brinkmate is forced, not that none is.
    claims_brinkmate: bool,
}

impl<'a> BrinkmateProof<'a> {
    pub(super) fn new(certificate: &'a Certificate, strict: &'a StrictProof<'a>) -> Self {
        let claims_brinkmate = matches!(certificate.claim, Claim::BrinkmateWithin(_));
        let mut plies = HashMap::new();
        for entry in &certificate.brinkmates {
            if let Some(length) = entry.plies {
                let length = u32::from(length.get());
                let known = plies.entry((&entry.board, entry.hand)).or_insert(length);
                *known = if claims_brinkmate {
                    length.min(*known)
                } else {
                    length.max(*known)
                };
            }
        }
        Self {
            certificate,
            strict,
            plies,
            claims_brinkmate,
        }
    }

    fn attacker(&self) -> Color {
        self.certificate.attacker
    }

    /// Returns the plies of the strongest entry of a position.
    fn known(&self, position: Packed<'_>) -> Option<u32> {
        let hand = position.board.hand(self.attacker());
        self.plies.get(&(&position.placement, hand)).copied()
    }

    /// Returns whether entries prove that the attacker, to move, forces a brinkmate or a mate within
    /// `plies`, or that he forces none. With 0 plies, only a mate or a no-mate has to be proven.
    fn covers(&self, board: &Board, plies: u32) -> bool {
        let position = Packed::new(board);
        let known = self.known(position);
        if self.claims_brinkmate {
            known.is_some_and(|known| known <= plies) || self.strict.covers(position, ANY_LENGTH)
        } else if plies == 0 {
            known.is_some() || self.strict.covers(position, None)
        } else {
            known.is_some_and(|known| known >= plies)
        }
    }

    /// Checks the claim about one position.
    pub(super) fn claim(&self, board: &Board) -> Result<(), Reason> {
        let plies = self.certificate.claim.plies().unwrap_or(0);
        if board.turn() == self.attacker() {
            if plies.is_multiple_of(2) {
                return Err(Reason::OtherPlies);
            }
            let is_proven = self.known(Packed::new(board)).is_some_and(|known| {
                if self.claims_brinkmate {
                    known <= plies
                } else {
                    known >= plies
                }
            });
            return if is_proven {
                Ok(())
            } else {
                Err(Reason::RootNotCovered)
            };
        }
        if plies % 2 == 1 || plies > 0 && !self.claims_brinkmate {
            return Err(Reason::OtherPlies);
        }
        if plies == 0 && board.in_check(!self.attacker()) {
            // A defender in check may be mated, but the position is no brinkmate.
            return Err(Reason::InCheck);
        }
        self.defence(board, None, plies + 1)
    }

    /// Checks all entries about brinkmates.
    pub(super) fn entries(&self, stop: &dyn Fn() -> bool) -> Result<(), Rejection> {
        for entry in &self.certificate.brinkmates {
            let mut setup = entry.setup(self.attacker());
            let checked = if stop() {
                Err(Reason::Stopped)
            } else {
                self.entry(entry, &mut setup)
            };
            checked.map_err(|reason| Rejection::at(setup, reason))?;
        }
        Ok(())
    }

    fn entry(&self, entry: &Entry, setup: &mut Setup) -> Result<(), Reason> {
        let board = self.strict.complete(setup, Hand::EMPTY)?;
        let plies = u32::from(entry.plies.ok_or(Reason::NoLength)?.get());
        if plies.is_multiple_of(2) {
            return Err(Reason::OtherPlies);
        }
        if self.claims_brinkmate {
            let mv = entry.mv.ok_or(Reason::NoMove)?;
            let after = rules::play_legal(&board, mv).ok_or(Reason::Illegal(mv))?;
            return self.defence(&after, Some(mv), plies);
        }
        if entry.mv.is_some() {
            return Err(Reason::UnexpectedMove);
        }
        for (mv, after) in rules::legal_moves(&board) {
            self.defence(&after, Some(mv), plies)?;
        }
        Ok(())
    }

    /// Checks the position of the defender after a move of an entry that claims `plies`.
    fn defence(&self, board: &Board, mv: Option<Move>, plies: u32) -> Result<(), Reason> {
        let is_check = board.in_check(!self.attacker());
        let left = plies.saturating_sub(2);
        if self.claims_brinkmate {
            if !is_check && !self.strict.covers(Packed::new(&board.passed()), ANY_LENGTH) {
                return Err(Reason::NoThreat { mv });
            }
            for (reply, after) in rules::legal_moves(board) {
                if !self.covers(&after, left) {
                    return Err(Reason::DefenceNotCovered { mv, reply });
                }
            }
            return Ok(());
        }
        if !is_check && self.strict.covers(Packed::new(&board.passed()), None) {
            return Ok(());
        }
        let mut replies = rules::legal_moves(board).into_iter();
        let holds = replies.any(|(reply, after)| {
            if !self.covers(&after, left) {
                return false;
            }
            // The interposition may be futile, so its captures are checked as well. This ends,
            // because the checking piece comes nearer each time.
            plies == 1
                || (self.captures(board, reply, &after).into_iter())
                    .all(|(mv, captured)| self.defence(&captured, Some(mv), plies).is_ok())
        });
        if holds {
            Ok(())
        } else {
            Err(Reason::NoDefence { mv })
        }
    }

    /// Returns the captures by the checking piece, with check, of a piece that a reply has interposed.
    fn captures(&self, board: &Board, reply: Move, after: &Board) -> Vec<Played> {
        let king = board.king(!self.attacker());
        let Some((king, checker)) =
            king.and_then(|king| Some((king, board.only_attacker(king, self.attacker())?)))
        else {
            return Vec::new();
        };
        if reply.from() == Some(king) || !between(king, checker).contains(&reply.to()) {
            return Vec::new();
        }
        let checks = rules::checks(after).into_iter();
        checks
            .filter(|(mv, _)| mv.from() == Some(checker) && mv.to() == reply.to())
            .collect()
    }
}
