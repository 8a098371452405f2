//! Moves that give check.

use super::{drop_targets, pawn_drop};
use crate::bitboard::{self, Bitboard};
use crate::piece::PieceKind::{self, *};
use crate::{color::Color, king_scan::KingScan, moves::Move, position::Position, square::Square};

/// The squares from which each kind would check the king, by [`PieceKind::index`]. The table is filled
/// for all kinds: that is faster than a `match` on the kind, whose branch is hard to predict.
struct CheckSquares([Bitboard; 16]);

impl CheckSquares {
    #[inline(always)]
    fn new(them: Color, king: Square, occupied: Bitboard) -> Self {
        let gold = bitboard::steps(them, Gold, king);
        let bishop = bitboard::bishop(king, occupied);
        let rook = bitboard::rook(king, occupied);
        let around = bitboard::steps(them, King, king);
        let mut squares = [Bitboard::EMPTY; 16];
        squares[Pawn.index()] = bitboard::steps(them, Pawn, king);
        squares[Lance.index()] = bitboard::lance(them, king, occupied);
        squares[Knight.index()] = bitboard::steps(them, Knight, king);
        squares[Silver.index()] = bitboard::steps(them, Silver, king);
        for kind in [Gold, ProPawn, ProLance, ProKnight, ProSilver] {
            squares[kind.index()] = gold;
        }
        squares[Bishop.index()] = bishop;
        squares[Rook.index()] = rook;
        squares[Horse.index()] = bishop | around;
        squares[Dragon.index()] = rook | around;
        Self(squares)
    }

    #[inline(always)]
    fn of(&self, kind: PieceKind) -> Bitboard {
        self.0[kind.index()]
    }
}

/// The restrictions that the safety of the own king puts on moves of other pieces.
struct Legality {
    king: Option<Square>,
    /// The pieces that must stay on their line with the king.
    pinned: Bitboard,
    /// The squares to which a piece other than the king may go. In check these are the checker and
    /// the squares between it and the king.
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

/// Receives checks in sets: those of one piece with or without promotion, or all drops of one kind.
pub(super) trait Sink {
    /// Receives moves of the piece on `from`. `kind` is the kind after the move.
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool);
    /// Receives drops of a piece of this kind.
    fn drops(&mut self, kind: PieceKind, to: Bitboard);
}

/// A sink that passes checks on one by one.
pub(super) struct Each<'a, F>(pub(super) &'a mut F);

impl<F: FnMut(Move)> Sink for Each<'_, F> {
    #[inline(always)]
    fn moves(&mut self, from: Square, _: PieceKind, to: Bitboard, promotes: bool) {
        for to in to {
            (self.0)(Move::board(from, to, promotes));
        }
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) {
        for to in to {
            (self.0)(Move::drop(kind, to));
        }
    }
}

/// Passes on the legal moves of `us` after which the king of the other side is in check.
#[inline(always)]
pub(super) fn generate(position: &Position, us: Color, sink: &mut impl Sink) {
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
        let without_king = occupied ^ Bitboard::of(king);
        let discovering = bitboard::steps(us, King, king)
            .without(position.pieces(us))
            .without(bitboard::line(target, king))
            .without(position.attacked_near(them, king, without_king));
        sink.moves(king, King, discovering, false);
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
    sink: &mut impl Sink,
) {
    let own = position.pieces(us);
    let occupied = position.occupied();
    let zone = bitboard::promotion_zone(us);
    let far_movers = position.pieces_of(us, Bishop)
        | position.pieces_of(us, Rook)
        | position.pieces_of(us, Horse)
        | position.pieces_of(us, Dragon);
    // Only those from which a check is possible at all.
    let near_movers = [Pawn, Lance, Knight, Silver, Gold]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, kind| {
            set | position.pieces_of(us, kind) & bitboard::check_reach(us, kind, target)
        });
    let king = position.pieces_of(us, King);
    for from in (far_movers | near_movers | discoverers).without(king) {
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
            let promoted = kind.promote();
            let to = promotable & (squares.of(promoted) | discovered);
            sink.moves(from, promoted, to, true);
        }
        let plain = to.without(bitboard::dead_end(us, kind));
        sink.moves(from, kind, plain & (squares.of(kind) | discovered), false);
    }
}

#[inline(always)]
fn drops(
    position: &Position,
    us: Color,
    targets: Bitboard,
    squares: &CheckSquares,
    sink: &mut impl Sink,
) {
    let hand = position.hand(us);
    if hand.is_empty() {
        return;
    }
    for kind in PieceKind::HAND {
        if hand.has(kind) {
            drops_of(position, us, kind, squares.of(kind) & targets, sink);
        }
    }
}

#[inline(always)]
fn drops_of(
    position: &Position,
    us: Color,
    kind: PieceKind,
    targets: Bitboard,
    sink: &mut impl Sink,
) {
    let mut to = drop_targets(position, us, kind, targets);
    // A pawn checks from only one square.
    if kind == Pawn
        && to
            .first()
            .is_some_and(|to| pawn_drop::mates(position, us, to))
    {
        to = Bitboard::EMPTY;
    }
    if !to.is_empty() {
        sink.drops(kind, to);
    }
}
