//! Lengths of single positions, each of them chosen for one question about interpositions.

use support::interpositions::{CASES, Case, Plies};
use support::notation::{line, setup, usi};
use tsume::shogi::Color;
use tsume::verify::{BestPlay, Level, MatingCheck, Outcome, Reference};

/// Returns the shortest mate of `sfen` for Black at a level, if it is at most `max_plies` long.
fn length(sfen: &str, level: Level, max_plies: u32) -> Option<u32> {
    let mut reference = Reference::new(&setup(sfen), Color::Black, level).expect("a legal diagram");
    match reference.mate_within(max_plies) {
        Outcome::Mate(plies) => Some(plies),
        Outcome::NoMateWithin(plies) => {
            assert_eq!(plies, max_plies);
            None
        }
        Outcome::GaveUp => panic!("there is no node cap"),
    }
}

fn check_levels(case: Case) {
    for (level, expected) in Level::ALL.into_iter().zip(case.plies) {
        let (bound, plies) = match expected {
            Plies::Mate(plies) => (plies + 2, Some(plies)),
            Plies::Above(plies) => (plies, None),
        };
        let found = length(case.sfen, level, bound);
        assert_eq!(found, plies, "{level:?} of {case:?}");
    }
}

#[test]
fn interpositions_are_futile_at_the_levels_that_say_so() {
    let quick = CASES.iter().filter(|it| !it.is_slow);
    quick.copied().for_each(check_levels);
}

#[test]
#[ignore = "takes 20 s"]
fn interpositions_in_longer_solutions_are_futile_at_the_levels_that_say_so() {
    let slow = CASES.iter().filter(|it| it.is_slow);
    slow.copied().for_each(check_levels);
}

const TIE_AT_PLY_TWO: &str = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";

/// Returns the moves and lengths of all mating checks at level `Standard`.
fn mating_checks(sfen: &str, after: &str, max_plies: u32) -> Vec<MatingCheck> {
    Reference::new(&setup(sfen), Color::Black, Level::Standard)
        .expect("a legal diagram")
        .mating_checks(&line(after), max_plies)
        .expect("there is no node cap")
}

fn check(mv: &str, plies: u32) -> MatingCheck {
    let mv = usi(mv);
    MatingCheck { mv, plies }
}

fn best_play(sfen: &str, max_plies: u32) -> BestPlay {
    let mut reference = Reference::new(&setup(sfen), Color::Black, Level::Standard).expect("a legal diagram");
    match reference.best_play(max_plies) {
        Outcome::Mate(play) => play,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sound_problem_has_one_mating_check_at_every_node() {
    let sfen = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    let solution = line("3a3d+ 1d1e 3d2d 1e1f 2d2f");
    assert_eq!(best_play(sfen, 9), BestPlay { plies: 5, leftover: 0, line: solution });
    assert_eq!(mating_checks(sfen, "", 9), [check("3a3d+", 5)]);
    assert_eq!(mating_checks(sfen, "3a3d+ 1d1e", 9), [check("3d2d", 5)]);
    assert_eq!(mating_checks(sfen, "3a3d+ 1d1e 3d2d 1e1f", 9), [check("2d2f", 5)]);
}

#[test]
fn equally_long_replies_are_both_best_play() {
    assert_eq!(best_play(TIE_AT_PLY_TWO, 5).plies, 3);
    for reply in ["2b2a", "2b1a"] {
        let mates = mating_checks(TIE_AT_PLY_TWO, &format!("S*2c {reply}"), 3);
        assert!(!mates.is_empty(), "{reply}");
    }
}

#[test]
fn seven_kinds_interpose_equally_well() {
    let sfen = "8k/9/5+R3/9/9/9/9/+B8/9 b Srb4g3s4n4l18p 1";
    assert_eq!(best_play(sfen, 5).plies, 3);
    for kind in ["P", "L", "N", "S", "G", "B", "R"] {
        let mates = mating_checks(sfen, &format!("4c1c {kind}*1b"), 3);
        assert!(mates.contains(&check("S*2b", 3)), "{kind}");
    }
}

#[test]
fn a_detour_that_returns_mates_four_plies_later() {
    let sfen = "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1";
    assert_eq!(best_play(sfen, 7).plies, 5);
    let third = mating_checks(sfen, "4a3a 2b3c", 9);
    assert!(third.contains(&check("3a3b", 5)));
    assert!(third.contains(&check("3a4b", 9)));
}

const LANCE_FROM_AFAR: &str = "9/7k1/1R7/9/9/9/9/6L2/9 b Lr2b4g4s4n2l17p 1";

#[test]
fn two_moves_mate_at_the_end() {
    let last = mating_checks(LANCE_FROM_AFAR, "L*2d 2b1b 8c2c+ 1b1a", 5);
    assert!(last.contains(&check("2c2b", 5)) && last.contains(&check("2c2a", 5)));
}

#[test]
#[ignore = "takes 15 s"]
fn a_lance_may_be_dropped_from_any_distance() {
    assert_eq!(best_play(LANCE_FROM_AFAR, 7).plies, 5);
    let first = mating_checks(LANCE_FROM_AFAR, "", 5);
    for mv in ["L*2d", "L*2e", "L*2f", "L*2g", "L*2h", "L*2i"] {
        assert!(first.contains(&check(mv, 5)), "{mv}");
    }
}

#[test]
fn not_promoting_mates_later_or_as_fast() {
    let later = "5s3/8k/+R4B3/5n3/9/9/9/9/6L2 b Srb4g2s3n3l18p 1";
    let first = mating_checks(later, "", 7);
    assert!(first.contains(&check("4c2a+", 5)) && first.contains(&check("4c2a", 7)));
    let as_fast = "6p2/6k2/7N1/3R4p/6G2/5L3/9/9/9 b Gr2b2g4s3n3l16p 1";
    let first = mating_checks(as_fast, "", 3);
    assert!(first.contains(&check("6d6b+", 3)) && first.contains(&check("6d6b", 3)));
}

#[test]
fn cooks_of_a_later_node_are_found_with_their_lengths() {
    let sfen = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
    let play = best_play(sfen, 7);
    assert_eq!((play.plies, play.line[0]), (5, usi("1c2b")));
    let third = mating_checks(sfen, "1c2b 1a2b", 7);
    assert!(third.contains(&check("2d2c+", 5)));
    assert!(third.contains(&check("7h2c+", 5)) && third.contains(&check("G*2c", 7)));
}

#[test]
fn either_colour_may_attack() {
    let rotated = setup(TIE_AT_PLY_TWO).rotate();
    let mut reference = Reference::new(&rotated, Color::White, Level::Standard).expect("a legal diagram");
    let Outcome::Mate(play) = reference.best_play(5) else {
        panic!("the rotated problem has a mate");
    };
    let line: Vec<_> = play.line.iter().map(|mv| mv.rotate()).collect();
    assert_eq!((play.plies, line[0]), (3, usi("S*2c")));
}

#[test]
fn a_defender_without_moves_is_mated_only_in_check() {
    let stuck = "8k/6G2/8P/9/9/9/9/9/9 w - 1";
    let mated = "8k/8P/8G/9/9/9/9/9/9 w - 1";
    for level in Level::ALL {
        assert_eq!(length(stuck, level, 4), None);
    }
    assert_eq!(length(mated, Level::Off, 0), None, "2a is free");
    let mated = "8k/8P/8G/7L1/9/9/9/9/9 w - 1";
    assert_eq!(length(mated, Level::Off, 0), Some(0));
}

#[test]
fn the_node_cap_makes_it_give_up_and_nothing_else() {
    let problem = setup("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
    let mut reference =
        Reference::new(&problem, Color::Black, Level::Standard).expect("a legal diagram").with_node_cap(20);
    assert_eq!(reference.best_play(7), Outcome::GaveUp);
    assert_eq!(reference.mating_checks(&[], 7), None);
    let mut reference = reference.with_node_cap(1_000_000);
    assert_eq!(reference.mate_within(5), Outcome::NoMateWithin(5));
    assert_eq!(reference.mate_within(7), Outcome::Mate(7));
}
