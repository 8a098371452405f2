//! Checks the entries of the strict game, each one check and one reply deep.

use super::board::{Board, DiagramError};
use super::coverage::Coverage;
use super::packed::Packed;
use super::rejection::{Reason, Rejection};
use super::rules;
use crate::certificate::{Certificate, Claim, Entry};
use crate::shogi::{Hand, Move, PieceKind, Setup};

/// The part of a certificate about the strict game, prepared for the check.
pub(super) struct StrictProof<'a> {
    certificate: &'a Certificate,
    /// The number of pieces of each kind in the problem.
    pieces: [u32; 7],
    coverage: Coverage<'a>,
}

impl<'a> StrictProof<'a> {
    pub(super) fn new(certificate: &'a Certificate) -> Self {
        let pieces = PieceKind::HAND.map(|kind| certificate.setup.count(kind));
        Self {
            certificate,
            pieces,
            coverage: Coverage::new(certificate, pieces),
        }
    }

    /// Returns whether an entry covers a position with the attacker to move, for `plies` (`None`:
    /// without a limit).
    pub(super) fn covers(&self, position: Packed<'_>, plies: Option<u32>) -> bool {
        self.coverage.covers(position, plies)
    }

    /// Checks the problem itself. Returns the positions that the claim is about.
    pub(super) fn problem(&self) -> Result<impl Iterator<Item = Result<Board, Reason>>, Reason> {
        let Certificate { setup, lines, .. } = self.certificate;
        for kind in PieceKind::HAND {
            if self.pieces[kind.index()] > u32::from(PieceKind::SET[kind.index()]) {
                return Err(Reason::TooMany(kind));
            }
        }
        let board = self.playable(setup)?;
        if let Some(square) = rules::stuck_piece(&board) {
            return Err(Reason::DeadEnd(square));
        }
        if let Some(square) = rules::second_pawn(&board) {
            return Err(Reason::Nifu(square));
        }
        // Without lines the claim is about the problem itself, which has the empty line.
        let empty_line = lines.is_empty().then(<&[Move]>::default);
        let lines = (empty_line.into_iter()).chain(lines.iter().map(Vec::as_slice));
        Ok(lines.map(move |line| {
            line.iter().try_fold(board.clone(), |board, &mv| {
                rules::play_legal(&board, mv).ok_or(Reason::BrokenLine(mv))
            })
        }))
    }

    /// Checks the claim about one position.
    pub(super) fn claim(&self, board: &Board) -> Result<(), Reason> {
        let Certificate {
            attacker, claim, ..
        } = self.certificate;
        if board.turn() == *attacker {
            if *claim == Claim::NoMateWithin(0) {
                return Err(Reason::NothingClaimed);
            }
            return if self.covers(Packed::new(board), claim.plies()) {
                Ok(())
            } else {
                Err(Reason::RootNotCovered)
            };
        }
        if !board.in_check(!*attacker) {
            return Err(Reason::NotInCheck);
        }
        self.replies(board, None, claim.plies())
    }

    /// Checks an entry.
    pub(super) fn entry(&self, entry: &Entry) -> Result<(), Rejection> {
        let mut setup = entry.setup(self.certificate.attacker);
        self.proof(entry, &mut setup)
            .map_err(|reason| Rejection::at(setup, reason))
    }

    /// Checks the proof of an entry. Fills in the defender's hand in `setup`.
    fn proof(&self, entry: &Entry, setup: &mut Setup) -> Result<(), Reason> {
        let attacker = self.certificate.attacker;
        let board = self.complete(setup, Hand::EMPTY)?;
        let plies = entry.plies.map(|plies| u32::from(plies.get()));
        if self.certificate.claim.has_mates() {
            let (Some(mv), Some(plies)) = (entry.mv, plies) else {
                return Err(Reason::NoMove);
            };
            let after = rules::play_legal(&board, mv).ok_or(Reason::Illegal(mv))?;
            if !after.in_check(!attacker) {
                return Err(Reason::NotCheck(mv));
            }
            return self.replies(&after, Some(mv), Some(plies - 1));
        }
        if entry.mv.is_some() {
            return Err(Reason::UnexpectedMove);
        }
        for (mv, after) in rules::checks(&board) {
            self.replies(&after, Some(mv), plies.map(|plies| plies - 1))?;
        }
        Ok(())
    }

    /// Checks a position with the defender in check: that all replies lead to mates, or that one leads
    /// to a no-mate. `plies` count from this position.
    fn replies(
        &self,
        board: &Board,
        check: Option<Move>,
        plies: Option<u32>,
    ) -> Result<(), Reason> {
        let left = plies.map(|plies| plies.saturating_sub(1));
        if !self.certificate.claim.has_mates() {
            return if rules::any_legal(
                board,
                |_| true,
                |after| self.covers(Packed::new(after), left),
            ) {
                Ok(())
            } else {
                Err(check.map_or(Reason::NoReply, Reason::CheckNotAnswered))
            };
        }
        for (reply, after) in rules::legal_moves(board) {
            if !self.covers(Packed::new(&after), left) {
                return Err(Reason::ReplyNotCovered {
                    check,
                    reply,
                    plies: left.unwrap_or(u32::MAX),
                });
            }
        }
        Ok(())
    }

    /// Gives the defender all pieces that are neither elsewhere in `setup` nor out of the game. Returns
    /// the board.
    pub(super) fn complete(&self, setup: &mut Setup, vanished: Hand) -> Result<Board, Reason> {
        let (attacker, defender) = (self.certificate.attacker, !self.certificate.attacker);
        let mut missing = self.pieces;
        let mut take = |kind: PieceKind, count: u32| {
            let left = missing[kind.index()].checked_sub(count);
            missing[kind.index()] = left.ok_or(Reason::MoreThanProblem(kind))?;
            Ok::<(), Reason>(())
        };
        for piece in setup.board.iter().flatten() {
            if piece.kind() != PieceKind::King {
                take(piece.kind().unpromote(), 1)?;
            }
        }
        for hand in [setup.hands[attacker.index()], vanished] {
            for (kind, count) in hand.iter() {
                take(kind, count)?;
            }
        }
        setup.hands[defender.index()] = Hand::from_counts(missing.map(|count| count as u8));
        Ok(self.playable(setup)?)
    }

    /// Returns the board, if the defender has a king.
    fn playable(&self, setup: &Setup) -> Result<Board, DiagramError> {
        let board = Board::new(setup)?;
        let defender = !self.certificate.attacker;
        match board.king(defender) {
            Some(_) => Ok(board),
            None => Err(DiagramError::NoDefenderKing(defender)),
        }
    }
}
