//! Properties of every position, whatever its moves are.

use super::sorted;
use support::sample::sample;
use tsume::notation::{sfen, usi};
use tsume::shogi::bitboard::Bitboard;
use tsume::shogi::king_scan::KingScan;
use tsume::shogi::{Move, PieceKind, Position, Square};

#[test]
fn no_move_is_listed_twice() {
    for position in sample() {
        for moves in [position.legal_moves(), position.checks()] {
            let mut once = sorted(moves.iter().copied());
            once.dedup();
            assert_eq!(once.len(), moves.len(), "{position:?}");
        }
    }
}

#[test]
fn no_legal_move_leaves_the_own_king_in_check() {
    for position in sample() {
        let us = position.turn();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.make(mv);
            assert!(!after.in_check(us), "{mv:?} {position:?}");
        }
    }
}

#[test]
fn checks_are_the_legal_moves_that_attack_the_king() {
    for position in sample() {
        let attacks = |mv: &Move| {
            let mut after = position.clone();
            after.make(*mv);
            after.in_check(!position.turn())
        };
        let expected = position.legal_moves().into_iter().filter(attacks);
        assert_eq!(sorted(position.checks()), sorted(expected), "{position:?}");
    }
}

#[test]
fn evasions_are_the_legal_moves_of_a_side_in_check() {
    for position in sample() {
        if !position.in_check(position.turn()) {
            continue;
        }
        let evasions = position.evasions();
        let legal = position.legal_moves();
        assert_eq!(sorted(evasions.clone()), sorted(legal), "{position:?}");
        assert_eq!(position.has_evasion(), !evasions.is_empty(), "{position:?}");
    }
}

/// Drops on one square count once, those on squares nobody guards once in all. A square that only a pawn
/// can be dropped on counts even if that would be a pawn-drop mate.
#[test]
fn liberties_are_the_evasions_counted_by_what_they_do() {
    let mut differing = 0;
    for position in sample() {
        let us = position.turn();
        let (Some(king), true) = (position.king(us), position.in_check(us)) else {
            continue;
        };
        let evasions = position.evasions();
        let flights = evasions.iter().filter(|mv| mv.from() == Some(king));
        let mut parries: Vec<_> = evasions
            .iter()
            .filter(|mv| mv.from() != Some(king))
            .map(|mv| {
                let to = mv.to();
                let is_guarded = !position.attackers(us, to, position.occupied()).is_empty();
                let counts_alone = is_guarded || position.piece_at(to).is_some();
                counts_alone.then(|| (to, position.piece_at(to).and(mv.from())))
            })
            .collect();
        parries.sort();
        parries.dedup();
        let counted = position.liberties();
        assert_eq!(counted.flights as usize, flights.count(), "{position:?}");
        if counted.parries as usize != parries.len() {
            assert!(counted.parries as usize > parries.len(), "{position:?}");
            assert!(position.hand(us).has(PieceKind::Pawn), "{position:?}");
            differing += 1;
        }
    }
    assert!(differing < 10, "{differing} positions with a refused pawn drop");
}

#[test]
fn checks_not_handed_out_as_tight_leave_a_flight() {
    let (mut loose, mut idle) = (0, 0);
    for position in sample() {
        let mut position = position.clone();
        let flights = position.flights();
        let king = position.king(!position.turn());
        let mut tight = Vec::new();
        let count = position.tight_checks_into(&flights, &mut |mv| tight.push(mv));
        let checks = position.checks();
        assert_eq!(count as usize, checks.len(), "{position:?}");
        let mut expected = tight.iter().peekable();
        for mv in checks {
            let is_tight = expected.next_if_eq(&&mv).is_some();
            let undo = position.make(mv);
            let has_one = position.evasions().iter().any(|reply| reply.from() == king);
            position.unmake(mv, undo);
            assert!(has_one || is_tight, "{mv:?} {position:?}");
            loose += usize::from(!is_tight);
            idle += usize::from(is_tight && has_one);
        }
        assert_eq!(expected.next(), None, "{position:?}");
    }
    assert!(loose > 2 * idle, "{loose} of {} passed over", loose + idle);
}

/// Returns where a king whose turn it is can go.
fn flights_of(position: &Position, king: Square) -> Bitboard {
    let moves = position.legal_moves();
    let flights = moves.iter().filter(|mv| mv.from() == Some(king));
    flights.fold(Bitboard::EMPTY, |set, it| set | Bitboard::of(it.to()))
}

/// The rook is too far away to be counted, and comes to the line of a bishop that is.
#[test]
fn a_slider_from_afar_that_closes_a_line_leaves_a_flight() {
    let record = sfen::parse("9/9/8l/8k/7pp/9/3B5/9/6R2 b p 1").expect("a diagram");
    let mut position = Position::new(&record.setup);
    let mv = usi::parse_move("3i3d").expect("a move");
    let flights = position.flights();
    let after = position.flights_after(mv, &flights);
    position.make(mv);
    let (king, flight) = (Square::new(0, 3), Square::new(1, 2));
    assert_eq!(flights_of(&position, king), Bitboard::of(flight));
    assert!(after.is_none_or(|it| it == Bitboard::of(flight)));
}

#[test]
fn flights_after_a_move_are_those_of_the_position_after_it() {
    let (mut said, mut silent) = (0, 0);
    for position in sample() {
        let mut position = position.clone();
        let flights = position.flights();
        let Some(king) = position.king(!position.turn()) else {
            continue;
        };
        for mv in position.legal_moves() {
            let after = position.flights_after(mv, &flights);
            let undo = position.make(mv);
            let expected = flights_of(&position, king);
            position.unmake(mv, undo);
            if let Some(after) = after {
                assert_eq!(after, expected, "{mv:?} {position:?}");
                said += 1;
            } else {
                silent += 1;
            }
        }
    }
    assert!(said > 5 * silent, "{said} of {}", said + silent);
}

#[test]
fn liberties_after_a_check_are_those_of_the_position_after_it() {
    let (mut said, mut others) = (0, 0);
    for position in sample() {
        let mut position = position.clone();
        let (us, them) = (position.turn(), !position.turn());
        let Some(king) = position.king(them) else {
            continue;
        };
        let flights = position.flights();
        let scan = KingScan::new(&position, them, king, position.occupied());
        for mv in position.checks() {
            let after = position.liberties_after(mv, &flights, scan.pinned);
            let undo = position.make(mv);
            let expected = position.liberties();
            let guards = position.attackers(them, mv.to(), position.occupied());
            let now = KingScan::new(&position, them, king, position.occupied());
            position.unmake(mv, undo);
            // Whom the check itself pins or unpins is not looked at.
            if now.pinned != scan.pinned.without(Bitboard::of(mv.to())) {
                others += 1;
            } else if let Some((liberties, by)) = after {
                assert_eq!(liberties, expected, "{us:?} {mv:?} {position:?}");
                assert_eq!(by, guards.count(), "{us:?} {mv:?} {position:?}");
                said += 1;
            } else {
                others += 1;
            }
        }
    }
    assert!(said > 3 * others, "{said} of {}", said + others);
}

#[test]
fn support_counted_with_the_flights_is_that_of_the_board() {
    let mut said = 0;
    for position in sample() {
        let us = position.turn();
        let Some(king) = position.king(!us).filter(|_| !position.in_check(!us)) else {
            continue;
        };
        let flights = position.flights();
        for square in Square::all().filter(|&it| it != king) {
            let support = position.attackers(us, square, position.occupied()).count();
            for least in 0..4 {
                if let Some(has) = position.has_support(&flights, square, least) {
                    assert_eq!(has, support >= least, "{least} {square:?} {position:?}");
                    said += usize::from(least > 0);
                }
            }
        }
    }
    assert!(said > 1000, "{said}");
}

#[test]
fn a_move_taken_back_leaves_no_trace() {
    for position in sample() {
        let mut walked = position.clone();
        for mv in position.legal_moves() {
            let undo = walked.make(mv);
            assert_ne!(walked, *position);
            walked.unmake(mv, undo);
            assert_eq!(walked, *position, "{mv:?}");
        }
    }
}

#[test]
fn what_a_move_leaves_is_what_a_fresh_diagram_gives() {
    for position in sample() {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.make(mv);
            assert_eq!(position.key_after(mv), after.key(), "{mv:?} {position:?}");
            let fresh = Position::new(&after.to_setup());
            assert_eq!(fresh, after, "{mv:?} {position:?}");
        }
    }
}

#[test]
fn the_key_tells_boards_and_sides_apart_but_not_hands() {
    let mut seen = std::collections::HashMap::new();
    for position in sample() {
        let setup = position.to_setup();
        let board = (setup.board, setup.turn);
        let other = seen.entry(position.key()).or_insert(board);
        assert!(*other == board, "{position:?}");
        let mut empty_handed = setup;
        empty_handed.hands = Default::default();
        assert_eq!(Position::new(&empty_handed).key(), position.key());
    }
}

#[test]
fn a_board_turned_round_has_the_same_moves_turned_round() {
    for position in sample() {
        let turned = Position::new(&position.to_setup().rotate());
        let back = |moves: Vec<Move>| sorted(moves.into_iter().map(Move::rotate));
        assert_eq!(back(turned.legal_moves()), sorted(position.legal_moves()));
        assert_eq!(back(turned.checks()), sorted(position.checks()));
    }
}
