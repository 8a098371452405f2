//! First numbers of new positions (df-pn+, Nagai & Imai 2002). A move looks harder to refute the fewer
//! replies the other side has (mobility, Allis 1994) and the fewer pieces guard its destination.

use crate::numbers::{Number, UNIT};
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::king_scan::KingScan;
use crate::shogi::{Color, Flights, Move, Piece, PieceKind, Position};
use crate::tuning::{
    CHECK_CAPTURE_RANK, CHECK_DISTANCE_RANK, ESTIMATES_KEPT, FLIGHT, FURTHER_ANSWER, GUARDED,
    INTERPOSITION_DISTANCE_RANK, KING_MOVE_RANK, MANY_GUARDS, REPLY_CAPTURE_RANK, STRONG_REPLY,
    SUPPORTED, UNPROMOTED, UNSUPPORTED, WEAK_REPLY, worth,
};

/// The first numbers of the position after a move, and a rank for ties (smaller is tried first).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Estimate {
    pub(crate) pn: Number,
    pub(crate) dn: Number,
    pub(crate) rank: i16,
}

/// Returns whether the promoted piece attacks everything that the unpromoted one does.
pub(crate) const fn promotion_covers(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook)
}

/// Returns whether a move of the attacker could promote a piece without any loss, and does not.
fn forgoes_promotion(position: &Position, mv: Move) -> bool {
    let zone = bitboard::promotion_zone(Color::Black);
    !mv.promotes()
        && mv.from().is_some_and(|from| {
            let kind = position.piece_at(from).map(Piece::kind);
            kind.is_some_and(promotion_covers) && (zone.has(from) || zone.has(mv.to()))
        })
}

/// The flights of the defender's king, and the pieces pinned to it. They are found when the first
/// check of a position is estimated, and serve all its checks.
pub(crate) type KingState = Option<(Flights, Bitboard)>;

fn find_king_state(position: &Position) -> (Flights, Bitboard) {
    let scan = position
        .king(Color::White)
        .map(|king| KingScan::new(position, Color::White, king, position.occupied()));
    (position.flights(), scan.unwrap_or_default().pinned)
}

/// A cache of estimates of checks: a check that was not searched yet is estimated at each visit of its
/// position. A cached estimate is the same as a new one, so nothing depends on which are kept.
#[derive(Debug)]
pub(crate) struct Estimates {
    /// Estimates with a hash of position and check.
    slots: Box<[(u64, Estimate)]>,
}

impl Estimates {
    pub(crate) fn new() -> Self {
        Self {
            slots: vec![(0, Estimate::default()); ESTIMATES_KEPT].into_boxed_slice(),
        }
    }

    /// Returns the first numbers of the position after a check.
    pub(crate) fn of_check(
        &mut self,
        position: &mut Position,
        mv: Move,
        king_state: &mut KingState,
    ) -> Estimate {
        let [black, white] = [Color::Black, Color::White].map(|color| position.hand(color).bits());
        let hands = u64::from(black) << 32 | u64::from(white);
        let mixed = hands.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(mv.bits());
        let hash = position.key().first() ^ mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let slot = &mut self.slots[(hash >> 30) as usize % ESTIMATES_KEPT];
        if slot.0 != hash {
            let (flights, pinned) = king_state.get_or_insert_with(|| find_king_state(position));
            *slot = (hash, of_check(position, mv, flights, *pinned));
        }
        slot.1
    }
}

/// Estimates a check. Every reply has to be answered, and a king move leads to more checks. If several
/// pieces can capture the checking piece, the check is hard to use. If the piece is well supported, or
/// captures a strong defender, the check is hard to refute.
fn of_check(position: &mut Position, mv: Move, flights: &Flights, pinned: Bitboard) -> Estimate {
    let to = mv.to();
    let occupied = position.occupied();
    let seen = position.liberties_after(mv, flights, pinned);
    let (liberties, guards) = seen.unwrap_or_else(|| {
        let guards = position.attackers(Color::White, to, occupied).count();
        let undo = position.make(mv);
        let liberties = position.liberties();
        position.unmake(mv, undo);
        (liberties, guards)
    });
    let further = (liberties.flights + liberties.parries).saturating_sub(1);
    let is_supported = || {
        // More attackers than guards are needed. A piece that moves on the board is one of those
        // counted, a dropped one comes in addition.
        let needed = (guards + 1).saturating_sub(u32::from(mv.is_drop()));
        position
            .has_support(flights, to, needed)
            .unwrap_or_else(|| position.attackers(Color::Black, to, occupied).count() >= needed)
    };
    let (mut pn, mut dn) = (
        UNIT + further * FURTHER_ANSWER + liberties.flights * FLIGHT,
        UNIT,
    );
    if guards >= MANY_GUARDS {
        pn += GUARDED;
    }
    let captured = position.piece_at(to).map(Piece::kind);
    let takes_defender = matches!(
        captured,
        Some(PieceKind::Gold | PieceKind::Silver | PieceKind::Horse | PieceKind::Dragon)
    );
    if takes_defender || guards == 0 || is_supported() {
        dn += SUPPORTED;
    } else {
        pn += UNSUPPORTED;
    }
    if forgoes_promotion(position, mv) {
        pn += UNPROMOTED;
    }
    let king = position.king(Color::White);
    let distance = king.map_or(0, |king| i16::from(king.distance(to)));
    let gain = captured.map_or(0, worth);
    // Cheap drops come first, and promotions before other moves on the board.
    let cost = mv
        .dropped()
        .map_or_else(|| i16::from(!mv.promotes()), worth);
    Estimate {
        pn,
        dn,
        rank: CHECK_DISTANCE_RANK * distance + CHECK_CAPTURE_RANK * gain + cost,
    }
}

/// Returns the first numbers of the position after a reply of the defender.
pub(crate) fn of_reply(position: &Position, mv: Move) -> Estimate {
    let to = mv.to();
    let captures = position.piece_at(to).is_some();
    let king = position.king(Color::White);
    let (pn, dn) = if captures {
        (STRONG_REPLY, UNIT)
    } else if mv.from() == king {
        (UNIT, UNIT)
    } else {
        let occupied = position.occupied();
        let guards =
            position.attackers(Color::White, to, occupied).count() - u32::from(!mv.is_drop());
        let attackers = position.attackers(Color::Black, to, occupied).count();
        if guards + u32::from(mv.is_drop()) > attackers {
            (STRONG_REPLY, UNIT)
        } else {
            (UNIT, WEAK_REPLY)
        }
    };
    let rank = if captures {
        REPLY_CAPTURE_RANK
    } else if mv.from() == king {
        KING_MOVE_RANK
    } else {
        king.map_or(0, |king| {
            INTERPOSITION_DISTANCE_RANK * i16::from(king.distance(to))
        }) + mv.dropped().map_or(0, worth)
    };
    Estimate { pn, dn, rank }
}
