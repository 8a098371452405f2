//! Random small problems: the other mating checks are those of the independent witness.

use super::{judge_within, solver};
use support::Random;
use support::duel::compositions::{Patience, compare_alternatives};
use support::positions::{Theme, position};
use support::setup;
use tsume::composition::check::Question;
use tsume::notation::sfen;

/// The witness looks no further.
const PATIENCE: Patience = Patience {
    plies: 5,
    nodes: 60_000,
};

fn duel(positions: usize, seed: u64) -> (usize, usize) {
    let mut random = Random(seed);
    let mut solver = solver();
    let (mut problems, mut alternatives) = (0, 0);
    let mut wrong = Vec::new();
    for i in 0..positions {
        let theme = Theme::ALL[i % Theme::ALL.len()];
        let setup = position(theme, &mut random);
        let judgement = judge_within(150_000, &mut solver, &setup, &Question::default());
        match compare_alternatives(&judgement, &setup, PATIENCE) {
            Ok(None) => {}
            Ok(Some(compared)) => {
                problems += 1;
                alternatives += compared.len();
            }
            Err(error) => wrong.push(format!("{}: {error}", sfen::write(&setup))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (problems, alternatives)
}

#[test]
#[ignore = "takes 8 s"]
fn alternatives_of_random_problems_are_those_of_the_witness() {
    let share = support::one_in(8);
    let (problems, alternatives) = duel(600 / share, 1);
    let is_enough = problems >= 30 / share && alternatives >= 30 / share;
    assert!(is_enough, "{problems} {alternatives}");
}

#[test]
fn the_witness_is_asked_about_a_composition_too() {
    let setup = setup("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
    let judgement = judge_within(150_000, &mut solver(), &setup, &Question::default());
    let found = compare_alternatives(&judgement, &setup, PATIENCE).expect("the witness agrees");
    assert_eq!(found.map(|it| it.len()), Some(3));
}
