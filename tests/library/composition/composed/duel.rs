//! Random small problems at every level: length and leftover are those of the independent checker.

use super::{solve, solver};
use support::duel::compositions::{LEVELS, Patience, best_play, compare_composed};
use support::positions::{Theme, position};
use support::{Random, one_in};
use tsume::notation::sfen;

/// The checker searches no further.
const PATIENCE: Patience = Patience {
    plies: 5,
    nodes: 40_000,
};

/// The number of themes with few pieces, which come first. With more pieces the checker takes too
/// long for a test; `benches/duel` has time for all.
const WITH_FEW_PIECES: usize = 7;

fn duel(positions: usize, seed: u64, at_least: usize) {
    let mut random = Random(seed);
    let mut solver = solver();
    let mut compared = 0;
    let mut wrong = Vec::new();
    for i in 0..positions {
        // Every other one is about interpositions.
        let theme = if i % 2 == 0 {
            Theme::Interpositions
        } else {
            Theme::ALL[i / 2 % WITH_FEW_PIECES]
        };
        let setup = position(theme, &mut random);
        for (level, witness) in LEVELS {
            let found = solve(&mut solver, &setup, level, 200_000);
            match compare_composed(&found, &best_play(&setup, witness, PATIENCE)) {
                Ok(mate) => compared += usize::from(mate),
                Err(error) => wrong.push(format!("{} {level:?}: {error}", sfen::write(&setup))),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= at_least, "only {compared} mates compared");
}

#[test]
#[ignore = "takes 30 s"]
fn random_problems_have_the_lengths_of_the_witness() {
    let share = one_in(12);
    duel(1000 / share, 1, 300 / share);
}

#[test]
fn some_random_problems_have_the_lengths_of_the_witness() {
    duel(60, 2, 15);
}
