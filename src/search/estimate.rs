//! First numbers of positions never seen (df-pn+, Nagai & Imai 2002): how hard a move looks, from how
//! many moves the other side has left (mobility, Allis 1994) and who guards the square it goes to.
//!
//! Numbers only steer: nothing is proven by them.

use super::expansion::Value;
use super::numbers::{Number, UNIT};
use crate::shogi::bitboard;
use crate::shogi::{Color, Liberties, Move, Piece, PieceKind, Position, Square};

/// The first numbers of the position after a move, and a rank for ties (smaller is tried first).
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) pn: Number,
    pub(super) dn: Number,
    pub(super) rank: i16,
}

/// What a piece is worth when moves tie.
const fn worth(kind: PieceKind) -> i16 {
    use PieceKind::*;
    match kind {
        Pawn => 1,
        Lance => 3,
        Knight => 4,
        Silver => 5,
        Gold | ProPawn | ProLance | ProKnight | ProSilver => 6,
        Bishop => 8,
        Rook | Horse => 10,
        King => 0,
        Dragon => 12,
    }
}

/// In moves of a king.
pub(super) fn distance(a: Square, b: Square) -> i16 {
    let files = a.file().abs_diff(b.file());
    let ranks = a.rank().abs_diff(b.rank());
    i16::from(files.max(ranks))
}

/// How much less promising a check without promotion looks where the promoted piece attacks all that
/// this one does. It is better only if it keeps a pawn's drop from mating (打歩詰). Yet it does not wait
/// until the promotion has failed: where it is the solution, that failure is the hardest of all to prove.
const UNPROMOTED: Number = 4 * UNIT;

/// Kinds whose promotion attacks everything the unpromoted piece does.
pub(super) const fn promotion_covers(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook)
}

/// Whether a move of the attacker could promote a piece that would lose nothing by it, and does not.
fn forgoes_promotion(position: &Position, mv: Move) -> bool {
    let zone = bitboard::promotion_zone(Color::Black);
    !mv.promotes()
        && mv.from().is_some_and(|from| {
            let kind = position.piece_at(from).map(Piece::kind);
            kind.is_some_and(promotion_covers) && (zone.has(from) || zone.has(mv.to()))
        })
}

/// A check of the attacker, or a reply of the defender.
pub(super) fn of<const ATTACK: bool>(position: &mut Position, mv: Move) -> Estimate {
    if ATTACK {
        attack(position, mv)
    } else {
        defence(position, mv)
    }
}

/// A check by the attacker. Every reply has to be answered, and those of the king lead to more of
/// them. A check that can be taken by several pieces is hard to make work; one that is well supported,
/// or takes something that matters, is hard to refute.
fn attack(position: &mut Position, mv: Move) -> Estimate {
    let undo = position.make(mv);
    let Liberties { flights, parries } = position.liberties();
    position.unmake(mv, undo);
    let further = (flights + parries).saturating_sub(1);
    let to = mv.to();
    let occupied = position.occupied();
    let support = position.attackers(Color::Black, to, occupied).count() + u32::from(mv.is_drop());
    let guards = position.attackers(Color::White, to, occupied).count();
    let (mut pn, mut dn) = (UNIT + further * UNIT + flights * UNIT / 2, UNIT);
    if guards >= 2 {
        pn += UNIT;
    }
    let captured = position.piece_at(to).map(Piece::kind);
    let takes_defender = matches!(
        captured,
        Some(PieceKind::Gold | PieceKind::Silver | PieceKind::Horse | PieceKind::Dragon)
    );
    if support > guards || takes_defender {
        dn += UNIT;
    } else {
        pn += UNIT;
    }
    if forgoes_promotion(position, mv) {
        pn += UNPROMOTED;
    }
    let king = position.king(Color::White);
    let far = king.map_or(0, |king| distance(king, to));
    let gain = captured.map_or(0, worth);
    let own = mv
        .dropped()
        .map_or_else(|| i16::from(!mv.promotes()), worth);
    Estimate {
        pn,
        dn,
        rank: 10 * far - 2 * gain + own,
    }
}

/// The first numbers of an attacker's turn with so many checks: every one has to be refuted.
pub(super) const fn with_checks(estimate: Value, checks: u32) -> Value {
    match estimate {
        Value::Open { pn, dn } => Value::Open {
            pn,
            dn: dn + checks.saturating_sub(1) * UNIT / 2,
        },
        settled => settled,
    }
}

/// A reply by the defender.
fn defence(position: &Position, mv: Move) -> Estimate {
    let to = mv.to();
    let captures = position.piece_at(to).is_some();
    let king = position.king(Color::White);
    let (pn, dn) = if captures {
        (2 * UNIT, UNIT)
    } else if mv.from() == king {
        (UNIT, UNIT)
    } else {
        let occupied = position.occupied();
        let guards =
            position.attackers(Color::White, to, occupied).count() - u32::from(!mv.is_drop());
        let attackers = position.attackers(Color::Black, to, occupied).count();
        if guards + u32::from(mv.is_drop()) > attackers {
            (2 * UNIT, UNIT)
        } else {
            (UNIT, 2 * UNIT)
        }
    };
    let rank = if captures {
        -20
    } else if mv.from() == king {
        -10
    } else {
        king.map_or(0, |king| 2 * distance(king, to)) + mv.dropped().map_or(0, worth)
    };
    Estimate { pn, dn, rank }
}
