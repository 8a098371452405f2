//! Single rules that move generators are known to get wrong.

use super::sorted;
use tsume::notation::{sfen, usi};
use tsume::shogi::{Move, Position};

fn position(text: &str) -> Position {
    Position::new(&sfen::parse(text).unwrap().setup)
}

fn moves(text: &str) -> Vec<Move> {
    let moves = text.split_whitespace();
    sorted(moves.map(|mv| usi::parse_move(mv).unwrap()))
}

#[track_caller]
fn assert_checks(text: &str, expected: &str) {
    assert_eq!(sorted(position(text).checks()), moves(expected), "{text}");
}

#[track_caller]
fn assert_evasions(text: &str, expected: &str) {
    let position = position(text);
    assert_eq!(sorted(position.evasions()), moves(expected), "{text}");
    assert_eq!(position.has_evasion(), !expected.is_empty(), "{text}");
}

#[test]
fn a_piece_that_leaves_the_line_of_a_slider_discovers_check() {
    assert_checks("4k4/9/9/9/4S4/9/9/9/4R4 b - 1", "5e4d 5e6d 5e4f 5e6f");
    // With a second piece on the line, of either side, it does not.
    assert_checks("4k4/9/9/4p4/4S4/9/9/9/4R4 b - 1", "");
    assert_checks("4k4/9/9/9/4S4/9/4P4/9/4R4 b - 1", "");
    // Nor does it before a slider that moves otherwise.
    assert_checks("4k4/9/9/9/4S4/9/9/3P1P3/4B4 b - 1", "");
}

#[test]
fn a_piece_on_the_line_of_a_slider_may_check_along_that_line() {
    assert_checks("4k4/9/4S4/9/9/9/9/9/4R4 b - 1", "5c5b 5c5b+ 5c4b 5c4b+ 5c6b 5c6b+ 5c4d 5c4d+ 5c6d 5c6d+");
    // Ahead it keeps the line closed, and does not check from there.
    let horse = "4k4/9/9/4+B4/9/9/9/9/4R4 b - 1";
    let closed = moves("5d5c 5d5e");
    assert!(position(horse).checks().iter().all(|mv| !closed.contains(mv)));
}

#[test]
fn a_king_discovers_check_but_never_gives_it() {
    assert_checks("4k4/9/4K4/9/9/9/9/9/4R4 b - 1", "5c4c 5c6c 5c4d 5c6d");
    assert_checks("4k4/9/4K4/9/9/9/9/9/9 b - 1", "");
    // Not onto a square that the other side attacks.
    assert_checks("4k4/9/4K4/6n2/9/5s3/9/9/4R4 b - 1", "5c4c 5c6c 5c4d 5c6d");
}

#[test]
fn a_pinned_piece_may_check_from_its_line_only() {
    assert_checks("k3r4/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5a 5e5a+");
    assert_checks("k8/9/4r4/9/4R4/9/9/9/4K4 b - 1", "");
}

#[test]
fn an_attacker_in_check_may_only_parry_with_a_check() {
    assert_checks("k3r4/9/9/9/R8/9/9/4G4/4K4 b - 1", "9e9d 9e9c 9e9c+ 9e9b 9e9b+");
}

#[test]
fn a_check_is_answered_by_flight_capture_or_interposition() {
    assert_evasions("4k4/4G4/4P4/9/9/9/9/9/9 w G 1", "");
    assert_evasions("4k4/4G4/9/9/9/9/9/9/9 w - 1", "5a5b");
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    let replies = position("4k4/9/9/9/B7r/9/9/9/b3R4 w g 1").evasions();
    assert!(!replies.is_empty());
    let king = usi::parse_move("5a5b").unwrap().from();
    assert!(replies.iter().all(|mv| mv.from() == king));
}

#[test]
fn a_pawn_may_not_parry_a_check_by_mating() {
    // The rook that gives check is pinned and cannot take on 5h.
    let replies = position("9/9/9/9/8b/9/2n1g4/k4Rs2/4K4 w lp 1").evasions();
    let [pawn, lance] = ["P*5h", "L*5h"].map(|mv| usi::parse_move(mv).unwrap());
    assert!(!replies.contains(&pawn) && replies.contains(&lance));
    // Without the bishop it can.
    let replies = position("9/9/9/9/9/9/2n1g4/k4Rs2/4K4 w lp 1").evasions();
    assert!(replies.contains(&pawn));
}
