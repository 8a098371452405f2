//! Japanese moves, compared with `shogi_official_kifu`, another implementation of the association's
//! rules.

use proptest::prelude::*;
use shogi_core::{PartialPosition, PieceKind as TheirKind};
use support::Random;
use tsume::notation::{japanese, sfen};
use tsume::shogi::{Color, Hand, Move, Piece, PieceKind, Position, Setup, Square};

fn their_square(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file() + 1, square.rank() + 1).unwrap()
}

fn their_color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn their_kind(kind: PieceKind) -> TheirKind {
    match kind {
        PieceKind::Pawn => TheirKind::Pawn,
        PieceKind::Lance => TheirKind::Lance,
        PieceKind::Knight => TheirKind::Knight,
        PieceKind::Silver => TheirKind::Silver,
        PieceKind::Gold => TheirKind::Gold,
        PieceKind::Bishop => TheirKind::Bishop,
        PieceKind::Rook => TheirKind::Rook,
        PieceKind::King => TheirKind::King,
        PieceKind::ProPawn => TheirKind::ProPawn,
        PieceKind::ProLance => TheirKind::ProLance,
        PieceKind::ProKnight => TheirKind::ProKnight,
        PieceKind::ProSilver => TheirKind::ProSilver,
        PieceKind::Horse => TheirKind::ProBishop,
        PieceKind::Dragon => TheirKind::ProRook,
    }
}

fn their_piece(color: Color, kind: PieceKind) -> shogi_core::Piece {
    shogi_core::Piece::new(their_kind(kind), their_color(color))
}

fn their_move(turn: Color, mv: Move) -> shogi_core::Move {
    let to = their_square(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => shogi_core::Move::Normal {
            from: their_square(from),
            to,
            promote: mv.promotes(),
        },
        (None, kind) => shogi_core::Move::Drop {
            piece: their_piece(turn, kind.unwrap()),
            to,
        },
    }
}

fn their_position(setup: &Setup) -> PartialPosition {
    let mut position = PartialPosition::empty();
    for (square, piece) in setup.pieces() {
        let piece = their_piece(piece.color(), piece.kind());
        position.piece_set(their_square(square), Some(piece));
    }
    for color in Color::ALL {
        let hand = position.hand_of_a_player_mut(their_color(color));
        for (kind, count) in setup.hands[color.index()].iter() {
            for _ in 0..count {
                *hand = hand.added(their_kind(kind)).unwrap();
            }
        }
    }
    position.side_to_move_set(their_color(setup.turn));
    position
}

/// Returns the other crate's text in our spelling.
fn theirs(position: &PartialPosition, turn: Color, mv: Move) -> Option<String> {
    let text = shogi_official_kifu::display_single_move_kansuji(position, their_move(turn, mv))?;
    Some(
        text.replace("同　", "同")
            .replace('竜', "龍")
            .replace('王', "玉"),
    )
}

#[test]
fn every_legal_move_of_random_games_is_written_alike() {
    compare(10_000);
}

#[test]
#[ignore = "takes long; the other one is a part of it"]
fn a_million_moves_of_random_games_are_written_alike() {
    compare(1_000_000);
}

/// Compares at least so many moves.
fn compare(number: usize) {
    let mut random = Random(1);
    let mut compared = 0;
    while compared < number {
        let setup = sfen::parse("startpos").unwrap().setup;
        let mut position = Position::new(&setup);
        let mut their = their_position(&setup);
        let mut previous = None;
        for _ in 0..250 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let setup = position.to_setup();
            for &mv in &moves {
                let ours = japanese::write_move(&setup, mv, previous);
                let theirs = theirs(&their, setup.turn, mv);
                assert_eq!(Some(ours), theirs, "{} {mv:?}", sfen::write(&setup));
                compared += 1;
            }
            let mv = moves[random.below(moves.len())];
            their.make_move(their_move(setup.turn, mv)).unwrap();
            position.make(mv);
            previous = Some(mv.to());
        }
    }
    assert!(compared >= number);
}

/// Diagrams crowded with pieces of few kinds, so that several can go to the same square.
fn crowded() -> impl Strategy<Value = Setup> {
    const KINDS: [PieceKind; 6] = [
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::ProPawn,
        PieceKind::Horse,
        PieceKind::Dragon,
    ];
    let piece = (0..4, 0..KINDS.len()).prop_map(|(side, kind)| {
        let color = if side == 0 {
            Color::White
        } else {
            Color::Black
        };
        Piece::new(color, KINDS[kind])
    });
    let square = prop_oneof![3 => Just(None), 2 => piece.prop_map(Some)];
    let board = proptest::collection::vec(square, Square::COUNT);
    (board, any::<bool>()).prop_map(|(board, turn)| {
        let mut setup = Setup::empty();
        // Two horses and two dragons are what a set has, and what the rules provide for.
        let mut left = [u8::MAX; 16];
        left[PieceKind::Horse.index()] = 2;
        left[PieceKind::Dragon.index()] = 2;
        for (square, piece) in Square::all().zip(board) {
            let Some(piece) = piece else { continue };
            let left = &mut left[piece.kind().index()];
            if *left > 0 {
                *left -= 1;
                setup.board[square.index()] = Some(piece);
            }
        }
        setup.hands[0] = Hand::from_counts([0, 0, 1, 1, 1, 0, 0]);
        if turn { setup.rotate() } else { setup }
    })
}

proptest! {
    #[test]
    fn crowded_boards_are_told_apart_alike(setup in crowded()) {
        let their = their_position(&setup);
        for (from, piece) in setup.pieces().filter(|(_, it)| it.color() == setup.turn) {
            for to in Square::all().filter(|&to| setup.attacks(from, to)) {
                if setup.piece_at(to).is_some_and(|it| it.color() == setup.turn) {
                    continue;
                }
                let mv = Move::board(from, to, false);
                let Some(theirs) = theirs(&their, setup.turn, mv) else {
                    // It refuses moves it takes for illegal: knights without a square to go to.
                    prop_assert_eq!(piece.kind(), PieceKind::Knight);
                    continue;
                };
                prop_assert_eq!(japanese::write_move(&setup, mv, None), theirs, "{:?}", mv);
            }
        }
    }
}
