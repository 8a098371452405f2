//! Random small problems: the other mating checks are those of the independent witness.

use crate::common::setup;
use crate::positions::{Random, Theme, position};
use crate::{cell, judge_within, solver};
use std::collections::BTreeSet;
use tsume::notation::{sfen, usi};
use tsume::search::{Answer, Exactness};
use tsume::shogi::{Color, Setup};
use tsume::tsume::check::Question;
use tsume::tsume::verdict::{Judgement, Length};
use tsume::verify::{Level, Reference};

/// The witness looks so many plies beyond the length.
const BEYOND: u32 = 2;
const WITNESS_NODES: u64 = 60_000;
const MAX_PLIES: u32 = 5;

/// Compares at every turn of the attacker in the main line; the number of other mating checks, or
/// what disagrees.
fn compare(judgement: &Judgement, setup: &Setup) -> Result<Option<usize>, String> {
    let (
        Some(reading),
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        },
    ) = (&judgement.composed.reading, judgement.composed.answer)
    else {
        return Ok(None);
    };
    if plies > MAX_PLIES || setup.turn != Color::Black {
        return Ok(None);
    }
    let open = |ply: usize, mv: &str| {
        judgement.unresolved.iter().any(|it| {
            it.before.len() + 1 == ply
                && reading.line.starts_with(&it.before)
                && usi::write_move(it.mv) == mv
        })
    };
    let mut witness = Reference::new(setup, Color::Black, Level::Standard)
        .expect("a legal diagram")
        .with_node_cap(WITNESS_NODES);
    let mut compared = 0;
    for made in (0..reading.line.len()).step_by(2) {
        let line = &reading.line[..made];
        let Some(truth) = witness.mating_checks(line, plies + BEYOND) else {
            return Ok(None);
        };
        let truth: BTreeSet<String> = truth
            .iter()
            .filter(|it| it.mv != reading.line[made])
            .map(|it| (usi::write_move(it.mv), it.plies))
            .filter(|(mv, _)| !open(made + 1, mv))
            .map(|(mv, plies)| format!("{}:{mv}={plies}", made + 1))
            .collect();
        let ours: BTreeSet<String> = judgement
            .findings
            .iter()
            .filter(|it| it.before == line && it.line.first() != Some(&reading.line[made]))
            .filter(|it| matches!(it.length, Some(Length::Exactly(n) | Length::AtMost(n)) if n <= plies + BEYOND))
            .filter(|it| !matches!(it.kind, tsume::tsume::verdict::Kind::GreyInterposition))
            .map(cell)
            .collect();
        if ours != truth {
            return Err(format!("{ours:?}, not {truth:?}"));
        }
        compared += truth.len();
    }
    Ok(Some(compared))
}

fn duel(positions: usize, seed: u64) -> (usize, usize) {
    let mut random = Random(seed);
    let mut solver = solver();
    let (mut problems, mut alternatives) = (0, 0);
    let mut wrong = Vec::new();
    for i in 0..positions {
        let theme = Theme::ALL[i % Theme::ALL.len()];
        let setup = position(theme, &mut random);
        let judgement = judge_within(150_000, &mut solver, &setup, &Question::default());
        match compare(&judgement, &setup) {
            Ok(None) => {}
            Ok(Some(compared)) => {
                problems += 1;
                alternatives += compared;
            }
            Err(error) => wrong.push(format!("{}: {error}", sfen::write(&setup))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (problems, alternatives)
}

#[test]
fn alternatives_of_random_problems_are_those_of_the_witness() {
    let (problems, alternatives) = duel(600, 1);
    assert!(
        problems >= 30 && alternatives >= 30,
        "{problems} {alternatives}"
    );
}

/// `TSUME_POSITIONS=100000 cargo test --release --test check -- --ignored --nocapture`
#[test]
#[ignore = "runs as long as told to"]
fn many_random_problems() {
    let positions =
        std::env::var("TSUME_POSITIONS").map_or(10_000, |n| n.parse().expect("a number"));
    let seed = std::env::var("TSUME_SEED").map_or(7, |n| n.parse().expect("a number"));
    let (problems, alternatives) = duel(positions, seed);
    println!("{problems} problems, {alternatives} alternatives");
}

#[test]
fn the_witness_is_asked_about_a_composition_too() {
    let setup = setup("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
    let judgement = judge_within(150_000, &mut solver(), &setup, &Question::default());
    assert_eq!(compare(&judgement, &setup), Ok(Some(3)));
}
