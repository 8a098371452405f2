//! Tests of diagrams: their legality, attacks and moves.

use super::*;

fn square(file: u8, rank: u8) -> Square {
    Square::new(file - 1, rank - 1)
}

fn diagram(pieces: &[(Color, PieceKind, u8, u8)]) -> Setup {
    let mut setup = Setup::empty();
    for &(color, kind, file, rank) in pieces {
        setup.board[square(file, rank).index()] = Some(Piece::new(color, kind));
    }
    setup
}

use Color::{Black, White};
use PieceKind::*;

#[test]
fn a_king_in_front_of_two_pieces_is_a_legal_diagram() {
    let setup = diagram(&[(White, King, 5, 1), (Black, Pawn, 5, 3)]);
    assert_eq!(setup.problems(Black), []);
    assert_eq!(setup.rotate().problems(White), []);
    assert_eq!(setup.missing().total(), 37);
}

#[test]
fn every_reason_is_found_at_once() {
    let mut setup = diagram(&[
        (White, King, 5, 1),
        (Black, Gold, 5, 2),
        (Black, Pawn, 9, 1),
        (Black, Pawn, 9, 3),
        (White, Knight, 1, 8),
        (Black, King, 8, 8),
        (Black, King, 7, 7),
    ]);
    setup.hands[0] = Hand::EMPTY.with(Gold, 4);
    let expected = vec![
        SetupProblem::TooMany {
            kind: Gold,
            count: 5,
            squares: vec![square(5, 2)],
        },
        SetupProblem::Nifu {
            color: Black,
            attacks: true,
            squares: vec![square(9, 1), square(9, 3)],
        },
        SetupProblem::DeadEnd {
            piece: Piece::new(White, Knight),
            square: square(1, 8),
        },
        SetupProblem::DeadEnd {
            piece: Piece::new(Black, Pawn),
            square: square(9, 1),
        },
        SetupProblem::SeveralKings {
            color: Black,
            attacks: true,
            squares: vec![square(7, 7), square(8, 8)],
        },
        SetupProblem::CheckOutOfTurn {
            color: White,
            attacks: false,
            king: square(5, 1),
            checkers: vec![square(5, 2)],
        },
    ];
    assert_eq!(setup.problems(Black), expected);
}

#[test]
fn a_defender_to_move_must_be_in_check() {
    let mut setup = diagram(&[(White, King, 5, 1), (Black, Gold, 5, 2)]);
    setup.turn = White;
    assert_eq!(setup.problems(Black), []);
    setup.board[square(5, 2).index()] = None;
    let king = square(5, 1);
    assert_eq!(
        setup.problems(Black),
        [SetupProblem::DefenderNotInCheck { king }]
    );
    assert_eq!(
        setup.problems(White),
        [SetupProblem::NoDefenderKing {
            attacker_king: Some(king)
        }]
    );
}

#[test]
fn sliders_stop_at_the_first_piece() {
    let mut setup = diagram(&[(White, King, 5, 1), (Black, Lance, 5, 9)]);
    assert!(setup.in_check(White));
    setup.board[square(5, 4).index()] = Some(Piece::new(White, Pawn));
    assert!(!setup.in_check(White));
    assert!(setup.attacks(square(5, 9), square(5, 4)));
    assert!(!setup.attacks(square(5, 1), square(5, 1)));
}

#[test]
fn each_kind_attacks_as_many_squares_of_an_empty_board_as_the_rules_say() {
    let counts = [1, 4, 2, 5, 6, 16, 16, 8, 6, 6, 6, 6, 20, 20];
    for (kind, count) in PieceKind::ALL.into_iter().zip(counts) {
        for color in Color::ALL {
            let setup = diagram(&[(color, kind, 5, 5)]);
            let attacked = Square::all().filter(|&to| setup.attacks(square(5, 5), to));
            assert_eq!(attacked.count(), count, "{color:?} {kind:?}");
        }
    }
}

#[test]
fn playing_takes_promotes_and_drops() {
    let mut setup = diagram(&[(Black, Rook, 3, 1), (White, Horse, 3, 9)]);
    assert!(setup.play(Move::board(square(3, 1), square(3, 9), true)));
    assert_eq!(
        setup.piece_at(square(3, 9)),
        Some(Piece::new(Black, Dragon))
    );
    assert!(setup.hands[0].has(Bishop));
    let before = setup.clone();
    assert!(!setup.play(Move::drop(Pawn, square(1, 1))));
    assert!(!setup.play(Move::board(square(1, 2), square(1, 1), false)));
    assert_eq!(setup, before);
    setup.turn = Black;
    assert!(!setup.play(Move::drop(Bishop, square(3, 9))));
    assert!(setup.play(Move::drop(Bishop, square(1, 1))));
    assert!(setup.hands[0].is_empty());
}
