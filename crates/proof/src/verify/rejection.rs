//! Why a certificate is rejected.

use super::board::DiagramError;
use crate::shogi::{Move, PieceKind, Setup, Square};
use thiserror::Error;

/// The place at which a certificate fails, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
#[non_exhaustive]
pub struct Rejection {
    /// The position at which the proof fails.
    pub position: Box<Setup>,
    /// The reason.
    pub reason: Reason,
}

impl Rejection {
    /// Makes a rejection at a position.
    pub(super) fn at(position: Setup, reason: Reason) -> Self {
        Self {
            position: Box::new(position),
            reason,
        }
    }
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
    /// No entry covers the position that the claim is about.
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
    /// The defender is to move in the problem, and no reply leads to an entry that proves there is
    /// no mate.
    #[error("no reply is covered")]
    NoReply,
    /// In the composed game: it is not proven that every reply is mated in time or futile.
    #[error("it is not shown that every reply is mated within {plies} plies or futile")]
    NotMated {
        /// The check of the entry; `None` if the defender is to move in the problem.
        check: Option<Move>,
        /// The plies that the mate may take.
        plies: u32,
    },
    /// In the composed game: no reply is proven to last long enough and to count.
    #[error("no reply that counts is shown to last more than {plies} plies")]
    NotDelayed {
        /// A check at the position; `None` if the defender is to move in the problem.
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
    /// The claim is true of every position: with the attacker to move, a mate takes at least one ply.
    #[error("the claim is true of every position")]
    NothingClaimed,
    /// The check was stopped before its end.
    #[error("the check was ended before the proof was gone through")]
    Stopped,
    /// Deciding which interpositions are futile takes too long.
    #[error("the interpositions take too long to judge")]
    TooInvolved,
}
