//! Comparison with the plain rules of `tsume::verify`, which share no code with the fast ones.

use super::sorted;
use support::sample::sample;
use tsume::verify::{Board, rules};

#[test]
fn legal_moves_and_checks_are_those_of_the_plain_rules() {
    for position in sample() {
        let board = Board::new(&position.to_setup()).unwrap();
        let moves = |played: Vec<rules::Played>| sorted(played.into_iter().map(|(mv, _)| mv));
        assert_eq!(sorted(position.legal_moves()), moves(rules::legal_moves(&board)), "{position:?}");
        assert_eq!(sorted(position.checks()), moves(rules::checks(&board)), "{position:?}");
        assert_eq!(
            position.in_check(position.turn()) && !position.has_evasion(),
            rules::is_mate(&board),
            "{position:?}"
        );
    }
}
