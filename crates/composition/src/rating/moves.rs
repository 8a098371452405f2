//! The attacker's turns along the main line, with the numbers that the ratings use.

use crate::attributes::could_promote;
use crate::idea::way;
use crate::shogi::{Color, Move, Piece, PieceKind, Position};

/// A turn of the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) mv: Move,
    /// The piece that moves or is dropped, after promotion.
    pub(super) kind: PieceKind,
    /// The number of legal checks.
    pub(super) checks: u32,
    /// The number of other checks that leave the defender fewer replies.
    pub(super) tighter: u32,
    /// The number of legal replies to the move.
    pub(super) replies: u32,
    /// Whether the piece is captured at once.
    pub(super) is_sacrifice: bool,
    /// The captured piece, unpromoted.
    pub(super) captured: Option<PieceKind>,
    /// Whether the reply moves the king to a free square.
    pub(super) king_walks: bool,
    /// Whether the reply moves another piece of the board than the king.
    pub(super) other_moves: bool,
    /// Whether the piece could promote, and does not.
    pub(super) stays_unpromoted: bool,
    /// The distance between the king and the square of the move. A square beside the king has the
    /// distance 1.
    pub(super) distance: u32,
    /// Whether the check is given by another piece than the one that moves (開き王手).
    pub(super) is_discovered: bool,
}

impl Turn {
    /// Returns whether the piece makes the same step as in the turn before.
    pub(super) fn repeats(&self, before: &Self) -> bool {
        let (Some(from), Some(first)) = (self.mv.from(), before.mv.from()) else {
            // A drop is no step.
            return false;
        };
        from == before.mv.to() && way(self.mv.to(), from) == way(before.mv.to(), first)
    }

    /// Returns the worth of the piece that is sacrificed: 4 for a rook or bishop, 2 for a gold or
    /// silver, 1 for any other, and 0 if there is no sacrifice.
    pub(super) fn sacrificed(&self) -> u32 {
        if !self.is_sacrifice {
            return 0;
        }
        match self.kind.unpromote() {
            PieceKind::Rook | PieceKind::Bishop => 4,
            PieceKind::Gold | PieceKind::Silver => 2,
            _ => 1,
        }
    }
}

/// Returns the attacker's turns along a line. Black attacks.
pub(super) fn attacker_turns(start: &Position, line: &[Move]) -> Vec<Turn> {
    let mut position = start.clone();
    let mut turns = Vec::new();
    for (ply, &mv) in line.iter().enumerate() {
        if position.turn() == Color::Black {
            turns.push(describe(&position, mv, line.get(ply + 1).copied()));
        }
        position.make(mv);
    }
    turns
}

/// Describes a turn at which the attacker plays `mv` and the defender replies `next`.
fn describe(position: &Position, mv: Move, next: Option<Move>) -> Turn {
    let checks = position.checks();
    let position_after = |mv: Move| {
        let mut after = position.clone();
        after.make(mv);
        after
    };
    let after = position_after(mv);
    let replies = after.evasions().len() as u32;
    let others = checks.iter().filter(|&&other| other != mv);
    let count = |check| position_after(check).evasions().len() as u32;
    let tighter = others.filter(|&&other| count(other) < replies);
    let kind = after.piece_at(mv.to()).map_or(PieceKind::Pawn, Piece::kind);
    let king = position.king(Color::White);
    let walks = |next: Move| {
        let to = next.to();
        next.from() == king && after.piece_at(to).is_none()
    };
    Turn {
        mv,
        kind,
        checks: checks.len() as u32,
        tighter: tighter.count() as u32,
        replies,
        is_sacrifice: next.is_some_and(|next| next.to() == mv.to()),
        captured: position.piece_at(mv.to()).map(|it| it.kind().unpromote()),
        king_walks: next.is_some_and(walks),
        other_moves: next.is_some_and(|it| !it.is_drop() && it.from() != king),
        stays_unpromoted: could_promote(position, mv) && !mv.promotes(),
        distance: king.map_or(0, |king| u32::from(king.distance(mv.to()))),
        is_discovered: king.is_some_and(|king| {
            let checkers = after.attackers(Color::Black, king, after.occupied());
            !checkers.has(mv.to())
        }),
    }
}
