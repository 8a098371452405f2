//! Moves that give check.

use super::{drop_targets, pawn_drop};
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::piece::PieceKind::{self, *};
use crate::shogi::{
    color::Color, king_scan::KingScan, moves::Move, position::Position, square::Square,
};

/// The squares from which each kind would check the king.
struct CheckSquares {
    pawn: Bitboard,
    lance: Bitboard,
    knight: Bitboard,
    silver: Bitboard,
    gold: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    around: Bitboard,
}

impl CheckSquares {
    #[inline(always)]
    fn new(them: Color, king: Square, occupied: Bitboard) -> Self {
        Self {
            pawn: bitboard::steps(them, Pawn, king),
            lance: bitboard::lance(them, king, occupied),
            knight: bitboard::steps(them, Knight, king),
            silver: bitboard::steps(them, Silver, king),
            gold: bitboard::steps(them, Gold, king),
            bishop: bitboard::bishop(king, occupied),
            rook: bitboard::rook(king, occupied),
            around: bitboard::steps(them, King, king),
        }
    }

    #[inline(always)]
    fn of(&self, kind: PieceKind) -> Bitboard {
        match kind {
            Pawn => self.pawn,
            Lance => self.lance,
            Knight => self.knight,
            Silver => self.silver,
            Gold | ProPawn | ProLance | ProKnight | ProSilver => self.gold,
            Bishop => self.bishop,
            Rook => self.rook,
            Horse => self.bishop | self.around,
            Dragon => self.rook | self.around,
            King => Bitboard::EMPTY,
        }
    }
}

/// What the rules ask of a move of `us` besides being a check.
struct Legality {
    king: Option<Square>,
    pinned: Bitboard,
    /// Squares a piece other than the king may go to (in check: the checker and the squares
    /// between).
    targets: Bitboard,
}

impl Legality {
    #[inline(always)]
    fn new(position: &Position, us: Color, occupied: Bitboard) -> Self {
        let Some(king) = position.king(us) else {
            return Self {
                king: None,
                pinned: Bitboard::EMPTY,
                targets: Bitboard::FULL,
            };
        };
        let scan = KingScan::new(position, us, king, occupied);
        let targets = if scan.checkers.is_many() {
            Bitboard::EMPTY
        } else if let Some(checker) = scan.checkers.first() {
            scan.checkers | bitboard::between(king, checker)
        } else {
            Bitboard::FULL
        };
        Self {
            king: Some(king),
            pinned: scan.pinned,
            targets,
        }
    }

    #[inline(always)]
    fn targets_from(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.has(from) => self.targets & bitboard::line(king, from),
            _ => self.targets,
        }
    }
}

/// Hands out the legal moves of `us` after which the king of the other side is in check.
#[inline(always)]
pub(super) fn generate(position: &Position, us: Color, sink: &mut impl FnMut(Move)) {
    let them = !us;
    let Some(target) = position.king(them) else {
        return;
    };
    let occupied = position.occupied();
    let legality = Legality::new(position, us, occupied);
    let squares = CheckSquares::new(them, target, occupied);
    let discoverers = KingScan::new(position, them, target, occupied).discoverers;

    if !legality.targets.is_empty() {
        board_moves(position, us, target, &legality, &squares, discoverers, sink);
        drops(position, us, legality.targets, &squares, sink);
    }
    if let Some(king) = legality.king
        && discoverers.has(king)
    {
        let lifted = occupied ^ Bitboard::of(king);
        let flights = bitboard::steps(us, King, king)
            .without(position.pieces(us))
            .without(bitboard::line(target, king))
            .without(position.attacked_near(them, king, lifted));
        for to in flights {
            sink(Move::board(king, to, false));
        }
    }
}

#[inline(always)]
fn board_moves(
    position: &Position,
    us: Color,
    target: Square,
    legality: &Legality,
    squares: &CheckSquares,
    discoverers: Bitboard,
    sink: &mut impl FnMut(Move),
) {
    let own = position.pieces(us);
    let occupied = position.occupied();
    let zone = bitboard::promotion_zone(us);
    let sliders = position.pieces_of(us, Lance)
        | position.pieces_of(us, Bishop)
        | position.pieces_of(us, Rook)
        | position.pieces_of(us, Horse)
        | position.pieces_of(us, Dragon);
    let steppers = [Pawn, Knight, Silver, Gold]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, kind| {
            set | position.pieces_of(us, kind) & bitboard::check_reach(us, kind, target)
        });
    let king = position.pieces_of(us, King);
    for from in (sliders | steppers | discoverers).without(king) {
        let Some(piece) = position.piece_at(from) else {
            continue;
        };
        let kind = piece.kind();
        let to =
            bitboard::attacks(us, kind, from, occupied).without(own) & legality.targets_from(from);
        let discovered = if discoverers.has(from) {
            !bitboard::line(target, from)
        } else {
            Bitboard::EMPTY
        };
        if kind.can_promote() {
            let promotable = if zone.has(from) { to } else { to & zone };
            for to in promotable & (squares.of(kind.promote()) | discovered) {
                sink(Move::board(from, to, true));
            }
        }
        let plain = to.without(bitboard::dead_end(us, kind));
        for to in plain & (squares.of(kind) | discovered) {
            sink(Move::board(from, to, false));
        }
    }
}

#[inline(always)]
fn drops(
    position: &Position,
    us: Color,
    targets: Bitboard,
    squares: &CheckSquares,
    sink: &mut impl FnMut(Move),
) {
    let hand = position.hand(us);
    if hand.is_empty() {
        return;
    }
    for kind in PieceKind::HAND {
        if hand.has(kind) {
            for to in drop_targets(position, us, kind, squares.of(kind) & targets) {
                if kind != Pawn || !pawn_drop::mates(position, us, to) {
                    sink(Move::drop(kind, to));
                }
            }
        }
    }
}
