//! Positions chosen for one question about interpositions each.

use super::{LEVELS, solve, solver};
use support::interpositions::CASES;
use support::interpositions::Plies::{Above, Mate};
use support::setup;
use tsume::search::{Answer, Exactness};

#[test]
fn lengths_at_every_level_are_those_of_brute_force() {
    check(false);
}

#[test]
#[ignore = "takes 10 s"]
fn lengths_that_take_longer_are_those_of_brute_force() {
    check(true);
}

fn check(slow: bool) {
    for case in CASES.iter().filter(|it| it.is_slow == slow) {
        let (setup, mut solver) = (setup(case.sfen), solver());
        for ((level, _), expected) in LEVELS.into_iter().zip(case.plies) {
            let found = solve(&mut solver, &setup, level, 30_000_000);
            let right = match (found.answer, expected) {
                (Answer::Mate { plies, exactness }, Mate(expected)) => {
                    plies == expected && exactness == Exactness::Shortest
                }
                (Answer::Mate { plies, .. }, Above(bound)) => plies > bound,
                // Within the limit the longer ones need not be decided.
                (Answer::NoMate | Answer::Unknown(_), Above(_)) => true,
                (Answer::NoMate | Answer::Unknown(_), Mate(_)) => false,
            };
            assert!(right, "{level:?}: {:?}, not {expected:?} for {case:?}", found.answer);
            if let (Mate(expected), Some(reading)) = (expected, &found.reading) {
                assert_eq!(reading.line.len(), expected as usize, "{level:?} {case:?}");
            }
        }
    }
}
