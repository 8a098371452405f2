//! Random positions with few pieces, so that brute force can decide whether there is a brinkmate.

use crate::Random;
use tsume::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};

use PieceKind::*;

/// The attacker's pieces near the king.
pub const CLOSE: [PieceKind; 12] =
    [Gold, Gold, Silver, Silver, Silver, Knight, Pawn, ProPawn, ProPawn, ProSilver, Lance, Horse];
/// The defender's pieces around the king.
pub const WALL: [PieceKind; 9] = [Pawn, Pawn, Pawn, Lance, Knight, Silver, Silver, Gold, ProPawn];
const FAR: [PieceKind; 6] = [Lance, Bishop, Rook, Horse, Dragon, Pawn];
/// The pieces in hands.
pub const HELD: [PieceKind; 9] = [Gold, Gold, Gold, Silver, Silver, Knight, Lance, Bishop, Pawn];

/// Returns a legal position with the attacker to move. With `two_kings` the attacker has a king.
pub fn position(two_kings: bool, random: &mut Random) -> Setup {
    loop {
        let setup = attempt(two_kings, random);
        if setup.problems(Color::Black).is_empty() {
            return setup;
        }
    }
}

fn attempt(two_kings: bool, random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    let king = Square::new(random.below(4) as u8, random.below(5) as u8 / 2);
    setup.board[king.index()] = Some(Piece::new(Color::White, King));
    for _ in 0..4 + random.below(4) {
        let kind = random.pick(&WALL);
        put(&mut setup, near(king, 1, random), Color::White, kind);
    }
    for _ in 0..=random.below(3) {
        let kind = random.pick(&CLOSE);
        put(&mut setup, near(king, 2, random), Color::Black, kind);
    }
    for color in Color::ALL {
        if random.below(8) == 0 {
            let kind = random.pick(&FAR);
            put(&mut setup, anywhere(random), color, kind);
        }
    }
    if two_kings {
        let square = if random.below(2) == 0 { near(king, 4, random) } else { anywhere(random) };
        put(&mut setup, square, Color::Black, King);
    }
    for _ in 0..=random.below(4) / 3 {
        setup.hands[0] = setup.hands[0].add(random.pick(&HELD));
    }
    if random.below(5) == 0 {
        setup.hands[1] = Hand::EMPTY.add(random.pick(&HELD));
    }
    setup
}

fn put(setup: &mut Setup, square: Square, color: Color, kind: PieceKind) {
    let cell = &mut setup.board[square.index()];
    if cell.is_none() {
        *cell = Some(Piece::new(color, kind));
    }
}

fn anywhere(random: &mut Random) -> Square {
    Square::new(random.below(9) as u8, random.below(9) as u8)
}

/// Returns a square at most so many files and ranks from another.
pub fn near(king: Square, distance: usize, random: &mut Random) -> Square {
    loop {
        let mut step = || random.below(2 * distance + 1) as i8 - distance as i8;
        let (files, ranks) = (step(), step());
        if let Some(square) = king.offset(files, ranks) {
            return square;
        }
    }
}
