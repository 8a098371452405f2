//! Kinds of positions that are rare among random ones, so that they have to be looked for.

use tsume::shogi::{Color, Move, PieceKind, Position, Square};

/// A name, and whether a position is of that kind.
pub type Kind = (&'static str, fn(&Position) -> bool);

pub const KINDS: [Kind; 8] = [
    ("double check", |it| checkers(it) == 2),
    ("mate", |it| checkers(it) > 0 && it.evasions().is_empty()),
    ("pawn-drop mate", refuses_a_pawn_drop_mate),
    ("an interposition would be a pawn-drop mate", |it| checkers(it) > 0 && refuses_a_pawn_drop_mate(it)),
    ("the king discovers check", |it| it.checks().iter().any(|&mv| moved(it, mv) == Some(PieceKind::King))),
    ("two checks at once to give", |it| it.checks().iter().any(|&mv| checkers(&after(it, mv)) == 2)),
    ("a check answered by a check", |it| {
        checkers(it) > 0 && it.checks().iter().any(|&mv| moved(it, mv) != Some(PieceKind::King))
    }),
    ("a check answered by a pawn", |it| {
        it.in_check(it.turn()) && it.evasions().iter().any(|mv| mv.dropped() == Some(PieceKind::Pawn))
    }),
];

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.make(mv);
    after
}

fn moved(position: &Position, mv: Move) -> Option<PieceKind> {
    Some(position.piece_at(mv.from()?)?.kind())
}

/// Returns how many pieces give check to the side to move.
fn checkers(position: &Position) -> u32 {
    let us = position.turn();
    position.king(us).map_or(0, |king| {
        let checkers = position.attackers(!us, king, position.occupied());
        checkers.count()
    })
}

/// Returns whether a pawn may not be dropped before the king though a lance might be, and the pawn
/// would be no second one on its file.
fn refuses_a_pawn_drop_mate(position: &Position) -> bool {
    let us = position.turn();
    let mut setup = position.to_setup();
    let back = if us == Color::Black { 1 } else { -1 };
    let square = position.king(!us).and_then(|king| king.offset(0, back));
    let Some(to) = square.filter(|_| setup.hands[us.index()].has(PieceKind::Pawn)) else {
        return false;
    };
    let pawns = position.pieces_of(us, PieceKind::Pawn).into_iter();
    if pawns.map(Square::file).any(|file| file == to.file())
        || position.legal_moves().contains(&Move::drop(PieceKind::Pawn, to))
    {
        return false;
    }
    setup.hands[us.index()] = setup.hands[us.index()].with(PieceKind::Lance, 1);
    let with_lance = Position::new(&setup).legal_moves();
    with_lance.contains(&Move::drop(PieceKind::Lance, to))
}
