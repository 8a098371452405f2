//! The answers to random small problems, with large tables and with tables that lose most facts.
//! Each kind of problem tests a possible error of the search.

use super::{certified, solver};
use support::Random;
use support::positions::{Theme, position};
use tsume::composition::certify::claims;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::sfen;
use tsume::verify::check;

/// Proves the answers to so many positions of each theme.
fn prove(seed: u64, positions: usize, nodes: u64) {
    let (mut proven, mut missing) = ([0; 2], 0);
    for theme in Theme::ALL {
        let mut random = Random(seed ^ (theme as u64) << 56);
        let mut solvers = [solver(8 << 20, true), solver(16 << 10, true)];
        for number in 0..positions {
            let setup = position(theme, &mut random);
            let given = DefenderHandRule::Given;
            let problem = Problem::new(setup.clone(), AttackerRule::Black, given).unwrap();
            let (answer, certificates) = certified(&mut solvers[number % 2], &problem, nodes);
            missing += claims(answer).len() - certificates.len();
            for certificate in certificates {
                proven[usize::from(certificate.claim.is_mate())] += 1;
                if let Err(rejection) = check(&certificate) {
                    let (claim, problem) = (certificate.claim, sfen::write(&setup));
                    let at = sfen::write(&rejection.position);
                    panic!("{theme:?}: {claim:?} of {problem}: {rejection} at {at}");
                }
            }
        }
    }
    println!("no mates and mates proven: {proven:?}, not within the limit: {missing}");
    assert!(proven.iter().all(|&count| count > positions), "{proven:?}");
    assert!(missing < positions, "{missing}");
}

#[test]
fn answers_to_random_problems_are_proven() {
    prove(1, 150, 20_000);
}
