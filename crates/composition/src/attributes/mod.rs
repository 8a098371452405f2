//! Attributes of a composition: of the diagram, of the main line and of the final position. All
//! have names in tsume shogi.
//!
//! A simple test decides each attribute; its variant states the test. The defender's hand only
//! completes the 40 pieces, so it does not count.

pub(super) mod attribute;
mod diagram;
mod repetition;

pub use attribute::Attribute;

use super::Reading;
use crate::finding::verdict::Finding;
use crate::judge::blemishes::differ_in_distance;
use crate::search::games::squares_between;
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// Returns all attributes of a composition. Black attacks.
pub(super) fn of(start: &Position, reading: &Reading, findings: &[Finding]) -> Vec<Attribute> {
    let mut attributes = diagram::attributes(start);
    let mut position = start.clone();
    let mut counts = Counts::default();
    for (ply, &mv) in reading.line.iter().enumerate() {
        counts.count_move(&position, mv, reading.line.get(ply + 1).copied());
        if position.turn() == Color::Black {
            counts.measure_drop(&position, mv, &reading.line[..ply], findings);
        }
        position.make(mv);
    }
    attributes.extend(of_mate(start, &position, &reading.line));
    attributes.extend(counts.attributes());
    let times = repetition::most_in_a_row(start, &reading.line);
    if times > 2 {
        attributes.push(Attribute::Repetitions(times));
    }
    attributes
}

/// Returns the kinds of the pieces that one side has on the board, except its king.
fn kinds_on_board(position: &Position, color: Color) -> Vec<PieceKind> {
    let pieces = Square::all().filter_map(|square| position.piece_at(square));
    pieces
        .filter(|piece| piece.color() == color && piece.kind() != PieceKind::King)
        .map(Piece::kind)
        .collect()
}

fn count_on_board(position: &Position) -> u32 {
    let pieces = Square::all().filter(|&square| position.piece_at(square).is_some());
    pieces.count() as u32
}

fn of_mate(start: &Position, end: &Position, line: &[Move]) -> Vec<Attribute> {
    let king = end.king(Color::White);
    let corner = king.is_some_and(|king| king.file() % 8 == 0 && king.rank() % 8 == 0);
    let started = start.king(Color::White);
    let moved = started.is_some() && line.iter().any(|mv| mv.from() == started);
    let tests = [
        (
            kinds_on_board(end, Color::Black).len() == 1 && end.king(Color::Black).is_none(),
            Attribute::SinglePieceMate,
        ),
        (
            count_on_board(start) >= 39 && count_on_board(end) == 3,
            Attribute::Smoke,
        ),
        (king == Some(Square::new(4, 4)), Attribute::CentreMate),
        (corner, Attribute::CornerMate),
        (moved && king == started, Attribute::ReturningKing),
    ];
    let holding = tests.into_iter().filter(|(holds, _)| *holds);
    holding.map(|(_, attribute)| attribute).collect()
}

/// The counts of what the moves of the main line do.
#[derive(Default)]
struct Counts {
    sacrifices: u32,
    focal_sacrifices: u32,
    /// The greatest distance of a long-range drop from the king.
    distance: u32,
    exact_drops: u32,
    checks: u32,
    interpositions: u32,
    moved: u32,
    unguarded: u32,
    counter_checks: u32,
    non_promotions: u32,
    pawn_drop_mates: u32,
}

impl Counts {
    fn count_move(&mut self, position: &Position, mv: Move, next: Option<Move>) {
        let mut after = position.clone();
        after.make(mv);
        if position.turn() == Color::Black {
            let sacrificed = next.is_some_and(|next| next.to() == mv.to());
            let takers = after.attackers(Color::White, mv.to(), after.occupied());
            self.sacrifices += u32::from(sacrificed);
            self.focal_sacrifices += u32::from(sacrificed && takers.into_iter().count() > 1);
            self.checks += position.checks().len() as u32;
            self.non_promotions += u32::from(could_promote(position, mv) && !mv.promotes());
            self.pawn_drop_mates += u32::from(forbidden_pawn(position));
            return;
        }
        self.counter_checks += u32::from(after.in_check(Color::Black));
        let king = position.king(Color::White);
        if mv.from() == king || !squares_between(position).contains(&mv.to()) {
            return;
        }
        self.interpositions += u32::from(mv.is_drop());
        self.moved += u32::from(!mv.is_drop());
        let near = king.is_some_and(|king| king.distance(mv.to()) <= 1);
        let guards = after.attackers(Color::White, mv.to(), after.occupied());
        let guarded = guards.into_iter().any(|square| Some(square) != king);
        self.unguarded += u32::from(!near && !guarded);
    }

    /// Counts a long-range piece dropped away from the king, and whether another distance would do.
    fn measure_drop(
        &mut self,
        position: &Position,
        mv: Move,
        before: &[Move],
        findings: &[Finding],
    ) {
        let slides = matches!(
            mv.dropped(),
            Some(PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook)
        );
        let (true, Some(king)) = (slides, position.king(Color::White)) else {
            return;
        };
        let distance = u32::from(king.distance(mv.to()));
        if distance < 2 {
            return;
        }
        self.distance = self.distance.max(distance);
        let findings_here = findings.iter().filter(|it| it.before == before);
        let mut others = findings_here.filter_map(|it| it.line.first());
        let mates_elsewhere = others.any(|other| {
            other.dropped() == mv.dropped() && differ_in_distance(position, mv, *other)
        });
        self.exact_drops += u32::from(!mates_elsewhere);
    }

    fn attributes(&self) -> Vec<Attribute> {
        let counts = [
            (self.sacrifices, Attribute::Sacrifices(self.sacrifices)),
            (
                self.focal_sacrifices,
                Attribute::FocalSacrifices(self.focal_sacrifices),
            ),
            (self.distance, Attribute::DistantDrop(self.distance)),
            (self.exact_drops, Attribute::ExactDrops(self.exact_drops)),
            (
                self.interpositions,
                Attribute::Interpositions(self.interpositions),
            ),
            (self.moved, Attribute::MovedInterpositions(self.moved)),
            (
                self.unguarded,
                Attribute::UnguardedInterpositions(self.unguarded),
            ),
            (
                self.counter_checks,
                Attribute::CounterChecks(self.counter_checks),
            ),
            (
                self.non_promotions,
                Attribute::NonPromotions(self.non_promotions),
            ),
            (
                self.pawn_drop_mates,
                Attribute::PawnDropMates(self.pawn_drop_mates),
            ),
            (self.checks, Attribute::Checks(self.checks)),
        ];
        let occurring = counts.into_iter().filter(|(count, _)| *count > 0);
        occurring.map(|(_, attribute)| attribute).collect()
    }
}

/// Returns whether a move of the attacker could promote.
pub(super) fn could_promote(position: &Position, mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    let kind = position.piece_at(from).map(Piece::kind);
    kind.is_some_and(PieceKind::can_promote) && (from.rank() < 3 || mv.to().rank() < 3)
}

/// Returns whether the attacker holds a pawn whose drop before the king would be an illegal mate.
fn forbidden_pawn(position: &Position) -> bool {
    let Some(king) = position.king(Color::White) else {
        return false;
    };
    let Some(square) = king.offset(0, 1) else {
        return false;
    };
    let pawn = Piece::new(Color::Black, PieceKind::Pawn);
    let doubled =
        Square::all().any(|it| it.file() == square.file() && position.piece_at(it) == Some(pawn));
    if doubled
        || position.piece_at(square).is_some()
        || !position.hand(Color::Black).has(PieceKind::Pawn)
        || position.in_check(Color::Black)
    {
        return false;
    }
    let mut after = position.clone();
    after.make(Move::drop(PieceKind::Pawn, square));
    !after.has_evasion()
}
