//! Small random mates in one, with which an attempt begins.

use super::change::completed;
use super::constraints::Constraints;
use super::random::Random;
use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Setup, Square};

/// The most pieces of the attacker on the board.
const ATTACKERS: u32 = 4;

/// The most pieces of the defender beside the king.
const DEFENDERS: u32 = 5;

/// Returns a mate in one with a few pieces around the defender's king. `None` if the drawn diagram
/// is no such mate.
pub(super) fn diagram(random: &mut Random, constraints: &Constraints) -> Option<Setup> {
    let mut setup = Setup {
        board: [None; Square::COUNT],
        hands: [Hand::EMPTY; 2],
        turn: Color::Black,
    };
    let king = random.pick(&constraints.king_squares())?;
    setup.board[king.index()] = Some(Piece::new(Color::White, PieceKind::King));
    for _ in 0..=random.below(ATTACKERS) {
        put(&mut setup, random, constraints, Color::Black, king)?;
    }
    for _ in 0..random.below(DEFENDERS + 1) {
        put(&mut setup, random, constraints, Color::White, king)?;
    }
    if constraints.two_kings == Some(true) {
        let square = random.pick(&constraints.squares)?;
        if setup.board[square.index()].is_some() {
            return None;
        }
        setup.board[square.index()] = Some(Piece::new(Color::Black, PieceKind::King));
    }
    for _ in 0..random.below(3) {
        let kind = random.pick(&constraints.kinds)?;
        setup.hands[0] = setup.hands[0].add(kind);
    }
    let setup = completed(setup, constraints)?;
    mates_at_once(&Position::new(&setup)).then_some(setup)
}

/// Returns whether one of the checks mates at once.
pub(super) fn mates_at_once(position: &Position) -> bool {
    position.checks().iter().any(|&check| {
        let mut after = position.clone();
        after.make(check);
        !after.has_evasion()
    })
}

/// Puts a random piece on a square near the king, if that is free and allowed. `None` if the draw
/// is off the board.
fn put(
    setup: &mut Setup,
    random: &mut Random,
    constraints: &Constraints,
    color: Color,
    king: Square,
) -> Option<()> {
    let piece = random.piece(constraints, color)?;
    let square = random.near(king, 3)?;
    if setup.board[square.index()].is_none() && constraints.squares.contains(&square) {
        setup.board[square.index()] = Some(piece);
    }
    Some(())
}
