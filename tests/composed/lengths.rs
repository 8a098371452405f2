//! Positions chosen for one question about interpositions each.

use crate::common::setup;
use crate::{LEVELS, solve, solver};
use tsume::search::{Answer, Exactness};

/// A length in the table: exactly so many plies, or none within so many.
#[derive(Clone, Copy, Debug)]
enum Plies {
    Mate(u32),
    Above(u32),
}
use Plies::{Above, Mate};

fn check_levels(sfen: &str, expected: [Plies; 4]) {
    let mut solver = solver();
    for ((level, _), expected) in LEVELS.into_iter().zip(expected) {
        let found = solve(&mut solver, &setup(sfen), level, 30_000_000);
        let right = match (found.answer, expected) {
            (Answer::Mate { plies, exactness }, Mate(expected)) => {
                plies == expected && exactness == Exactness::Shortest
            }
            (Answer::Mate { plies, .. }, Above(bound)) => plies > bound,
            // Within the limit the longer ones need not be decided.
            (Answer::NoMate | Answer::Unknown(_), Above(_)) => true,
            (Answer::NoMate | Answer::Unknown(_), Mate(_)) => false,
        };
        assert!(right, "{level:?}: {:?}, not {expected:?}", found.answer);
        if let (Mate(expected), Some(reading)) = (expected, &found.reading) {
            assert_eq!(reading.line.len(), expected as usize, "{level:?}");
        }
    }
}

macro_rules! lengths {
    ($($(#[$attribute:meta])* $name:ident: $sfen:literal, $($plies:expr),+;)+) => {$(
        #[test]
        fn $name() {
            check_levels($sfen, [$($plies),+]);
        }
    )+};
}

interposition_lengths!(lengths);
