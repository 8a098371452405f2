//! Random small problems at every level: length and leftover as the independent witness has them.

use crate::positions::{Random, Theme, position};
use crate::{LEVELS, solve, solver};
use tsume::notation::sfen;
use tsume::search::{Answer, Exactness};
use tsume::shogi::{Color, Setup};
use tsume::verify::{Level, Outcome, Reference};

/// The witness looks no further.
const MAX_PLIES: u32 = 5;
const WITNESS_NODES: u64 = 40_000;

/// What disagrees about one problem at one level, if anything; and whether there was a mate to
/// compare.
fn compare(
    found: &tsume::tsume::composed::Composed,
    setup: &Setup,
    level: Level,
) -> Result<bool, String> {
    let mut reference = Reference::new(setup, Color::Black, level)
        .expect("a legal diagram")
        .with_node_cap(WITNESS_NODES);
    let truth = reference.best_play(MAX_PLIES);
    match (truth, found.answer) {
        (Outcome::NoMateWithin(bound), Answer::Mate { plies, .. }) if plies <= bound => {
            Err(format!("mate in {plies}, but none within {bound}"))
        }
        (Outcome::GaveUp | Outcome::NoMateWithin(_), _) | (_, Answer::Unknown(_)) => Ok(false),
        (
            Outcome::Mate(best),
            Answer::Mate {
                plies,
                exactness: Exactness::Shortest,
            },
        ) => {
            let leftover = found
                .reading
                .as_ref()
                .map(|reading| reading.leftover.total());
            if plies != best.plies {
                Err(format!("mate in {plies}, not in {}", best.plies))
            } else if leftover.is_some_and(|leftover| leftover != best.leftover) {
                Err(format!("{leftover:?} left over, not {}", best.leftover))
            } else {
                Ok(leftover.is_some())
            }
        }
        (Outcome::Mate(best), Answer::Mate { plies, .. }) if plies >= best.plies => Ok(false),
        (Outcome::Mate(best), answer) => Err(format!("{answer:?}, not mate in {}", best.plies)),
    }
}

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
            Theme::ALL[i / 2 % Theme::ALL.len()]
        };
        let setup = position(theme, &mut random);
        for (level, witness) in LEVELS {
            let found = solve(&mut solver, &setup, level, 200_000);
            match compare(&found, &setup, witness) {
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

/// `TSUME_POSITIONS=100000 cargo test --release --test composed -- --ignored --nocapture`
#[test]
#[ignore = "runs as long as told to"]
fn many_random_problems() {
    let positions =
        std::env::var("TSUME_POSITIONS").map_or(20_000, |n| n.parse().expect("a number"));
    let seed = std::env::var("TSUME_SEED").map_or(7, |n| n.parse().expect("a number"));
    duel(positions, seed, positions / 10);
}
