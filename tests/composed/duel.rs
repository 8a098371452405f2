//! Random small problems at every level: length and leftover are those of the independent checker.

use crate::compositions::{LEVELS, Patience, best_play, compare_composed};
use crate::positions::{Random, Theme, position};
use crate::{solve, solver};
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
fn random_problems_have_the_lengths_of_the_witness() {
    duel(1000, 1, 300);
}

/// `TSUME_POSITIONS=100000 cargo test --test composed -- --ignored --nocapture`
#[test]
#[ignore = "runs as long as told to"]
fn many_random_problems() {
    let positions =
        std::env::var("TSUME_POSITIONS").map_or(20_000, |n| n.parse().expect("a number"));
    let seed = std::env::var("TSUME_SEED").map_or(7, |n| n.parse().expect("a number"));
    duel(positions, seed, positions / 10);
}
