//! The rules one by one.

use support::brinkmate::duel;
use tsume::composition::brinkmate::{self, Outcome, State, Threat, Verdict};
use tsume::notation::{sfen, usi};
use tsume::search::{Limits, SearchConfig, Solver};
use tsume::shogi::{Color, Position, Setup};
use tsume::verify::{Brinkmates, Defences, Shortest};

fn solver() -> Solver {
    Solver::new(SearchConfig { hash_bytes: 16 << 20, ..SearchConfig::default() })
}

/// Returns a diagram in which the defender holds what it says, and nothing else.
fn setup(text: &str) -> Setup {
    sfen::parse(text).unwrap().setup
}

fn plain() -> Brinkmates<'static> {
    Brinkmates::new(Color::Black, 20_000, 20_000)
}

fn threat(text: &str) -> Threat {
    let problem = duel::problem(&setup(text));
    brinkmate::threat(&mut solver(), &problem, &Limits::default(), &mut |_| {})
}

/// Only a pawn drop that mates is forbidden (打歩詰).
#[test]
fn a_pawn_drop_may_complete_a_brinkmate() {
    let setup = setup("8k/9/9/9/7N1/9/9/9/9 b GP 1");
    let found = duel::solve(&mut solver(), &setup, 1, false);
    assert_eq!(found.plies(), Some(1));
    let drop = usi::parse_move("P*2c").unwrap();
    assert!(found.first_moves.contains(&drop), "{found:?}");
    let Ok(Shortest::Brinkmate { plies: 1, first_moves }) = plain().shortest(&setup, 1) else {
        panic!("brute force sees no brinkmate");
    };
    assert!(first_moves.contains(&drop));
}

#[test]
fn a_defender_without_a_move_needs_only_a_threat() {
    let text = "8k/9/7G1/4B4/9/9/9/9/9 w G 1";
    let found = threat(text);
    assert_eq!(found.state, State::Brinkmate);
    assert!(found.defences.is_empty());
    assert_eq!(found.threat.len(), 1);
    let holding = Vec::new();
    let truth = plain().defences(&setup(text));
    assert_eq!(truth, Ok(Defences::Threatmate { holding }));
    // Without the gold in hand there is no threat either.
    let found = threat("8k/9/7G1/9/9/9/9/9/9 w - 1");
    assert_eq!(found.state, State::NoThreat);
}

#[test]
fn a_defender_in_check_is_mated_or_not_but_never_in_a_brinkmate() {
    assert_eq!(threat("8k/7G1/7P1/9/9/9/9/9/9 w - 1").state, State::Mate);
    let found = threat("8k/7G1/9/9/9/9/9/9/9 w - 1");
    assert_eq!(found.state, State::Check);
    assert_eq!(found.threatens, None);
    assert_eq!(found.defences.len(), 1);
    assert_eq!(found.defences[0].outcome, Outcome::Holds);
}

/// A mate is better than a brinkmate.
#[test]
fn a_plain_mate_is_said_first() {
    let setup = setup("8k/9/7G1/4B4/9/9/9/9/9 b G 1");
    let found = duel::solve(&mut solver(), &setup, 5, false);
    assert_eq!(found.verdict, Verdict::Mate);
    let mate = found.mate.unwrap();
    assert_eq!(mate.line.len(), 1);
    assert!(found.first_moves.is_empty());
}

/// Coming back to a position fails: checks without end force nothing.
#[test]
fn endless_checks_are_no_brinkmate() {
    let setup = setup("k8/9/9/9/9/9/9/9/8R b - 1");
    for plies in [1, 3, 5] {
        let found = duel::solve(&mut solver(), &setup, plies, false);
        assert!(matches!(found.verdict, Verdict::NoBrinkmate { .. }), "{plies}: {:?}", found.verdict);
    }
}

/// Nothing is left to try after a few moves.
#[test]
fn a_tree_that_ends_shows_that_there_is_none_at_all() {
    let setup = setup("k8/9/9/9/9/9/9/9/8L b - 1");
    let found = duel::solve(&mut solver(), &setup, 1, false);
    assert_eq!(found.verdict, Verdict::NoBrinkmate { within: None });
}

/// A counter-check has to be answered by a check or a threat; otherwise the try fails.
#[test]
fn a_counter_check_may_refute() {
    let row = "5+B1nl/7k1/6pp1/8p/9/9/9/9/5K3 b S2rb4g3s3n3l15p 1";
    let with_king = setup(row);
    let without = setup(&row.replace("/5K3 ", "/9 "));
    let found = duel::solve(&mut solver(), &without, 1, false);
    assert_eq!(found.plies(), Some(1));
    let found = duel::solve(&mut solver(), &with_king, 1, false);
    assert_eq!(found.verdict, Verdict::NoBrinkmate { within: Some(1) });
    assert_eq!(found.partial.len(), 1);
    let mut after = Position::new(&with_king);
    after.make(found.partial[0].mv);
    for &mv in &found.partial[0].counter_checks {
        let mut next = after.clone();
        next.make(mv);
        assert!(next.in_check(Color::Black), "{mv:?}");
    }
}
