//! Random positions, compared with brute force.

use std::collections::BTreeMap;
use support::Random;
use support::brinkmate::duel::{self, Compared};
use support::brinkmate::near::Pool;
use support::brinkmate::{positions, proofs};
use tsume::notation::sfen;
use tsume::search::{SearchConfig, Solver};
use tsume::shogi::Setup;
use tsume::verify;

/// A quick share of what `cargo run --release --example brinkmates -- duel` does for longer.
#[test]
fn the_search_agrees_with_brute_force() {
    let mut random = Random(20);
    let mut solver = Solver::new(SearchConfig { hash_bytes: 16 << 20, ..SearchConfig::default() });
    let mut counts: BTreeMap<Compared, usize> = BTreeMap::new();
    for number in 0..240 {
        let setup = positions::position(number % 2 == 0, &mut random);
        let most = if number % 8 == 0 { 3 } else { 1 };
        let all_moves = number % 4 < 2;
        let compared = duel::compare(&mut solver, None, &setup, most, all_moves, (2_000, 2_000));
        let compared = compared.unwrap_or_else(|it| panic!("{}: {it}", sfen::write(&setup)));
        *counts.entry(compared).or_default() += 1;
    }
    let gave_up = counts.get(&Compared::GaveUp).copied().unwrap_or(0);
    assert!(gave_up < 200, "{counts:?}");
    assert!(counts.contains_key(&Compared::Mate), "{counts:?}");
    assert!(counts.contains_key(&Compared::Nothing), "{counts:?}");
}

/// The same near a brinkmate, with and without a king of the attacker's.
#[test]
#[ignore = "takes 8 s"]
fn the_search_agrees_with_brute_force_near_a_brinkmate() {
    let mut random = Random(21);
    let config = SearchConfig { hash_bytes: 16 << 20, ..SearchConfig::default() };
    let mut prover = Solver::new(SearchConfig { shortest: false, ..config.clone() });
    let mut solver = Solver::new(config);
    let mut pool = Pool::new(false, &mut random);
    let (mut brinkmates, mut others) = ([0; 2], 0);
    for number in 0..400 {
        if number >= 50 && brinkmates.iter().all(|&it| it > 2) && others > 2 {
            return;
        }
        let two_kings = number % 2 == 0;
        let setup = pool.position(two_kings, &mut random);
        let found = duel::solve(&mut solver, &setup, 1, false);
        if found.plies().is_some() {
            pool.add(setup.clone(), &mut random);
        } else if number % 10 > 0 {
            continue;
        }
        let prover = Some(&mut prover);
        let compared = duel::compare(&mut solver, prover, &setup, 1, false, (200, 4_000));
        match compared.unwrap_or_else(|it| panic!("{}: {it}", sfen::write(&setup))) {
            Compared::Brinkmate(_) => brinkmates[usize::from(two_kings)] += 1,
            Compared::GaveUp => {}
            _ => others += 1,
        }
    }
    panic!("too few decided: {brinkmates:?}, {others} others");
}

/// The drops that are left out because they cannot change a proof change no answer.
#[test]
fn drops_that_are_left_out_change_nothing() {
    let mut random = Random(7);
    let mut solver = Solver::new(SearchConfig { hash_bytes: 16 << 20, ..SearchConfig::default() });
    let mut same = |setup: &Setup, plies| {
        let few = duel::solve(&mut solver, setup, plies, false);
        let all = duel::solve(&mut solver, setup, plies, true);
        let text = sfen::write(setup);
        assert_eq!(few.verdict, all.verdict, "{text}");
        assert_eq!(few.first_moves, all.first_moves, "{text}");
        few.first_moves.len()
    };
    let mut found = 0;
    for row in include_str!("../../../data/hisshi.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        if cells[2] == "hisshi" {
            let setup = sfen::parse(cells[1]).unwrap().setup;
            found += same(&setup, cells[3].parse().unwrap());
        }
    }
    assert!(found >= 11);
    for _ in 0..60 {
        same(&positions::position(false, &mut random), 1);
    }
}

#[test]
fn certificates_are_confirmed_and_damaged_ones_prove_nothing_false() {
    let mut random = Random(3);
    let mut solver = Solver::new(SearchConfig { hash_bytes: 16 << 20, ..SearchConfig::default() });
    let (mut proven, mut rejected) = (0, 0);
    for number in 0..24 {
        let setup = positions::position(number % 2 == 0, &mut random);
        let found = duel::solve(&mut solver, &setup, 1, false);
        let made = proofs::certificates(&mut solver, &setup, &found);
        let made = made.unwrap_or_else(|it| panic!("{}: {it}", sfen::write(&setup)));
        for certificate in made {
            let text = sfen::write(&setup);
            assert_eq!(verify::check(&certificate), Ok(()), "{text}");
            proven += 1;
            for _ in 0..5 {
                let Some(damaged) = proofs::damaged(&certificate, &mut random) else {
                    continue;
                };
                if !proofs::accepts(&damaged) {
                    rejected += 1;
                } else if damaged.claim != certificate.claim || damaged.setup != certificate.setup {
                    // What is left may still prove the claim, if that is true.
                    let truth = proofs::is_true(&damaged.setup, damaged.claim);
                    assert_ne!(truth, Some(false), "{text} {:?}", damaged.claim);
                }
            }
        }
    }
    assert!(proven > 5 && rejected > proven, "{proven} {rejected}");
}
