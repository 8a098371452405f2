//! Checks a certificate: every entry once, one check and one reply deep.
//!
//! Only the rules of [`super::rules`] and the argument in [`crate::certificate`] are trusted; the
//! argument says why entries that support each other prove the claim. It does not matter which
//! program wrote the entries and how it found them. Entries that nothing rests on are checked all
//! the same.

use super::board::{Board, DiagramError};
use super::composed::Game;
use super::coverage::Coverage;
use super::forcing::Forcing;
use super::rules;
use crate::certificate::{Certificate, Claim, Entry, Placement};
use crate::shogi::{Hand, Move, PieceKind, Setup, Square};
use thiserror::Error;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
#[non_exhaustive]
pub struct Rejection {
    /// The position at which the proof fails.
    pub position: Box<Setup>,
    /// The reason.
    pub reason: Reason,
}

/// The reasons why one position of a certificate fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// Play cannot begin from the position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// There are more pieces of this kind than a set of 40 has.
    #[error("there are more pieces of the kind {0:?} than a set has")]
    TooMany(PieceKind),
    /// There are more pieces of this kind than the problem has.
    #[error("there are more pieces of the kind {0:?} than in the problem")]
    MoreThanProblem(PieceKind),
    /// The problem has a pawn, lance or knight that can never move.
    #[error("the piece on {0:?} can never move")]
    DeadEnd(Square),
    /// The problem has two unpromoted pawns of one side on this square's file.
    #[error("the pawn on {0:?} is not the only one of its side on that file")]
    Nifu(Square),
    /// The defender is to move in the problem and is not in check.
    #[error("the defender is to move without being in check")]
    NotInCheck,
    /// A line of the certificate cannot be played.
    #[error("the line cannot be played: the move {0:?} is not legal")]
    BrokenLine(Move),
    /// An entry of a mate has no move, or no length.
    #[error("the mating move or its length is missing")]
    NoMove,
    /// An entry of a proof that there is no mate has a move.
    #[error("there is a mating move where no mate is claimed")]
    UnexpectedMove,
    /// The move of an entry is not legal.
    #[error("the move {0:?} is not legal")]
    Illegal(Move),
    /// The move of an entry is not a check.
    #[error("the move {0:?} is not a check")]
    NotCheck(Move),
    /// The problem is neither among the entries nor covered by one.
    #[error("no entry covers the problem")]
    RootNotCovered,
    /// After this reply no entry proves a mate that is short enough.
    #[error("after the reply {reply:?} no entry covers a mate within {plies} plies")]
    ReplyNotCovered {
        /// The check of the entry; `None` if the defender is to move in the problem.
        check: Option<Move>,
        /// The reply.
        reply: Move,
        /// The plies that the mate may take after it.
        plies: u32,
    },
    /// No reply to this check leads to an entry that proves there is no mate.
    #[error("no reply to the check {0:?} is covered")]
    CheckNotAnswered(Move),
    /// The same if the defender is to move in the problem.
    #[error("no reply is covered")]
    NoReply,
    /// In the composed game: it is not proven that every reply is mated in time or futile, after
    /// this check or with the defender to move in the problem.
    #[error("it is not shown that every reply is mated within {plies} plies or futile")]
    NotMated {
        /// The check of the entry.
        check: Option<Move>,
        /// The plies that the mate may take.
        plies: u32,
    },
    /// In the composed game: no reply is proven to last long enough and to count, after this check
    /// or with the defender to move in the problem.
    #[error("no reply that counts is shown to last more than {plies} plies")]
    NotDelayed {
        /// A check at the position.
        check: Option<Move>,
        /// The plies within which there must be no mate.
        plies: u32,
    },
    /// An entry of the composed game has no length.
    #[error("the length is missing")]
    NoLength,
    /// There are entries of the composed game, but the claim is not about it.
    #[error("entries of the composed game prove nothing in the strict one")]
    UnexpectedComposed,
    /// There are entries about brinkmates, but the claim is not about them.
    #[error("entries about brinkmates prove nothing about a mate")]
    UnexpectedBrinkmates,
    /// A claim or an entry about brinkmates has a number of plies that does not fit the side to move.
    #[error("the number of plies does not fit the side to move")]
    OtherPlies,
    /// The claim is about a brinkmate, and the defender is to move in check.
    #[error("the defender is in check: this is no question about a brinkmate")]
    InCheck,
    /// No entry covers the mate after a pass.
    #[error("it is not shown that the defender is mated after a pass")]
    NoThreat {
        /// The move of the entry; `None` if the defender is to move in the problem.
        mv: Option<Move>,
    },
    /// After this defence no entry covers a mate, or a brinkmate that is short enough.
    #[error("after the defence {reply:?} no entry covers a mate or a brinkmate")]
    DefenceNotCovered {
        /// The move of the entry; `None` if the defender is to move in the problem.
        mv: Option<Move>,
        /// The defence.
        reply: Move,
    },
    /// No defence is shown to hold after this move, which may force a brinkmate.
    #[error("no defence is shown to hold")]
    NoDefence {
        /// A move at the position; `None` if the defender is to move in the problem.
        mv: Option<Move>,
    },
    /// The claim is true of every position: a mate takes the attacker a ply.
    #[error("the claim is true of every position")]
    NothingClaimed,
    /// The check was ended before the proof was gone through.
    #[error("the check was ended before the proof was gone through")]
    Stopped,
    /// Deciding which interpositions are futile takes too long.
    #[error("the interpositions take too long to judge")]
    TooInvolved,
}

/// Checks a certificate. `Ok` means that its claim is proven.
///
/// Takes some forty bytes for each entry of the strict game, besides the certificate, and two or
/// three times as many for one of the composed game; and time in proportion to the entries. Where more
/// than 256 of them share a board, that board takes up to 428 kB more.
///
/// # Errors
/// The first position at which the proof fails, with the reason.
pub fn check(certificate: &Certificate) -> Result<(), Rejection> {
    check_until(certificate, &|| false)
}

/// Checks a certificate as [`check`] does, until a function says that the check has to end. It is asked
/// at each position.
///
/// # Errors
/// The first position at which the proof fails, with the reason; [`Reason::Stopped`] if it was ended.
pub fn check_until(certificate: &Certificate, stop: &dyn Fn() -> bool) -> Result<(), Rejection> {
    let checker = Checker::new(certificate);
    let at_root = |reason| Rejection {
        position: Box::new(certificate.setup.clone()),
        reason,
    };
    let boards = checker.problem().map_err(at_root)?;
    if !certificate.claim.is_composed() && !certificate.composed.is_empty() {
        return Err(at_root(Reason::UnexpectedComposed));
    }
    if !certificate.claim.is_brinkmate() && !certificate.brinkmates.is_empty() {
        return Err(at_root(Reason::UnexpectedBrinkmates));
    }
    if certificate.claim.is_brinkmate() {
        let forcing = Forcing::new(certificate, &checker);
        for board in boards {
            let board = board.map_err(at_root)?;
            forcing.claim(&board).map_err(|reason| at(&board, reason))?;
        }
        forcing.entries(stop)?;
    } else if certificate.claim.is_composed() {
        let mut game = Game::new(certificate, &checker);
        game.entries(stop)?;
        for board in boards {
            let board = board.map_err(at_root)?;
            game.claim(&board).map_err(|reason| at(&board, reason))?;
        }
    } else {
        for board in boards {
            let board = board.map_err(at_root)?;
            checker.claim(&board).map_err(|reason| at(&board, reason))?;
        }
    }
    for entry in &certificate.entries {
        if stop() {
            return Err(at_root(Reason::Stopped));
        }
        checker.entry(entry)?;
    }
    Ok(())
}

/// Makes a rejection at a position of the claim.
fn at(board: &Board, reason: Reason) -> Rejection {
    Rejection {
        position: Box::new(board.to_setup()),
        reason,
    }
}

/// A position with its board packed, the key of entries.
#[derive(Clone, Copy)]
pub(super) struct Packed<'b> {
    pub board: &'b Board,
    pub placement: Placement,
}

impl<'b> Packed<'b> {
    pub fn new(board: &'b Board) -> Self {
        let placement = Placement::new(board.cells());
        Self { board, placement }
    }
}

pub(super) struct Checker<'a> {
    certificate: &'a Certificate,
    /// The number of pieces of each kind in the problem.
    pieces: [u32; 7],
    coverage: Coverage<'a>,
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate) -> Self {
        let pieces = PieceKind::HAND.map(|kind| certificate.setup.count(kind));
        Self {
            certificate,
            pieces,
            coverage: Coverage::new(certificate, pieces),
        }
    }

    /// Returns whether an entry covers a position with the attacker to move, for `plies` (`None`:
    /// without a limit).
    pub(super) fn covers(&self, it: Packed<'_>, plies: Option<u32>) -> bool {
        self.coverage.covers(it, plies)
    }

    /// Checks the problem itself. Returns the positions of the claim.
    fn problem(&self) -> Result<impl Iterator<Item = Result<Board, Reason>>, Reason> {
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
        let itself = lines.is_empty().then(<&[Move]>::default);
        let lines = itself.into_iter().chain(lines.iter().map(Vec::as_slice));
        Ok(lines.map(move |line| {
            line.iter().try_fold(board.clone(), |board, &mv| {
                rules::play_legal(&board, mv).ok_or(Reason::BrokenLine(mv))
            })
        }))
    }

    /// Checks the claim about one position.
    fn claim(&self, board: &Board) -> Result<(), Reason> {
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

    fn entry(&self, entry: &Entry) -> Result<(), Rejection> {
        let attacker = self.certificate.attacker;
        let mut setup = Setup {
            board: entry.board.board(),
            hands: [Hand::EMPTY; 2],
            turn: attacker,
        };
        setup.hands[attacker.index()] = entry.hand;
        self.proof(entry, &mut setup).map_err(|reason| Rejection {
            position: Box::new(setup),
            reason,
        })
    }

    /// Checks the proof of an entry, whose defender's hand is still to be filled in.
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

    /// Checks that all replies lead to mates within `plies`, or that one leads to a no-mate. The
    /// defender is in check.
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

    /// Returns a board on which the defender holds all pieces that are neither elsewhere nor out of
    /// the game.
    pub(super) fn complete(&self, setup: &mut Setup, vanished: Hand) -> Result<Board, Reason> {
        let (ours, theirs) = (self.certificate.attacker, !self.certificate.attacker);
        let mut rest = self.pieces;
        let mut take = |kind: PieceKind, count: u32| {
            let left = rest[kind.index()].checked_sub(count);
            rest[kind.index()] = left.ok_or(Reason::MoreThanProblem(kind))?;
            Ok::<(), Reason>(())
        };
        for piece in setup.board.iter().flatten() {
            if piece.kind() != PieceKind::King {
                take(piece.kind().unpromote(), 1)?;
            }
        }
        for hand in [setup.hands[ours.index()], vanished] {
            hand.iter()
                .try_for_each(|(kind, count)| take(kind, count))?;
        }
        setup.hands[theirs.index()] = Hand::from_counts(rest.map(|count| count as u8));
        Ok(self.playable(setup)?)
    }

    /// Returns a board on which the defender has a king.
    fn playable(&self, setup: &Setup) -> Result<Board, DiagramError> {
        let board = Board::new(setup)?;
        let defender = !self.certificate.attacker;
        match board.king(defender) {
            Some(_) => Ok(board),
            None => Err(DiagramError::NoDefenderKing(defender)),
        }
    }
}
