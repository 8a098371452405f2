//! The entries that prove a claim.

use crate::certificate::{Claim, ComposedEntry, Entry};
use crate::shogi::{Color, Hand, PieceKind, Position, Setup};

/// The proof of a claim, or of the claim that replaces it.
pub(crate) struct Proof {
    pub(crate) claim: Claim,
    /// The mates of the strict game, or the positions without one.
    pub(crate) entries: Vec<Entry>,
    pub(crate) composed: Vec<ComposedEntry>,
    pub(crate) brinkmates: Vec<Entry>,
}

/// Returns the position of an entry with these pieces out of the game. The defender holds the other pieces
/// of the problem.
pub(crate) fn position_of(problem: &Setup, entry: &Entry, vanished: Hand) -> Position {
    let mut setup = Setup {
        board: entry.board.board(),
        hands: [entry.hand, Hand::EMPTY],
        turn: Color::Black,
    };
    for kind in PieceKind::HAND {
        let seen = setup.count(kind) + vanished.count(kind);
        let rest = problem.count(kind).saturating_sub(seen);
        setup.hands[1] = setup.hands[1].with(kind, rest);
    }
    Position::new(&setup)
}
