//! The answers to whole collections, certified and checked.

use super::{certified, problem, solver, table};
use std::fs;
use std::path::Path;
use tsume::certificate::{Certificate, Claim};
use tsume::composition::Problem;
use tsume::composition::certify::{certify, claims};
use tsume::notation::sfen;
use tsume::search::{Answer, Limits, Solver};
use tsume::shogi::{Color, Position};
use tsume::verify::check;

fn classics(name: &str) -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/classics");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let lines = text.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(problem).collect()
}

pub fn assert_proven(certificate: &Certificate) {
    if let Err(rejection) = check(certificate) {
        let (claim, problem) = (certificate.claim, sfen::write(&certificate.setup));
        let at = sfen::write(&rejection.position);
        panic!("{claim:?} of {problem}: {rejection} at {at}");
    }
}

/// The number of proven answers of each kind.
#[derive(Debug, Default)]
struct Count {
    mates: usize,
    shortest: usize,
    no_mates: usize,
    /// Claims without a certificate.
    missing: usize,
}

fn count(problems: &[Problem], solver: &mut Solver, nodes: u64) -> Count {
    let mut count = Count::default();
    for problem in problems {
        let (answer, certificates) = certified(solver, problem, nodes);
        count.missing += claims(answer).len() - certificates.len();
        for certificate in certificates {
            assert_proven(&certificate);
            match certificate.claim {
                Claim::MateWithin(_) => count.mates += 1,
                Claim::NoMateWithin(_) => count.shortest += 1,
                Claim::NoMate => count.no_mates += 1,
                claim => panic!("nobody asked for {claim:?}"),
            }
        }
    }
    count
}

#[test]
fn the_strict_lengths_of_short_problems_are_proven() {
    let mut solver = solver(16 << 20, true);
    for name in [
        "reference.tsv",
        "short_composed.tsv",
        "short_game.tsv",
        "double_king.tsv",
        "uchifuzume.tsv",
    ] {
        let problems = table(name);
        let found = count(&problems, &mut solver, 3_000_000);
        let complete = found.mates == problems.len() && found.missing == 0;
        assert!(complete && found.shortest > 0, "{name}: {found:?}");
    }
}

#[test]
#[ignore = "takes 12 s"]
fn no_mates_are_proven() {
    // Two of them have a mate after all, and five are beyond this limit.
    let found = count(&table("nomate.tsv"), &mut solver(64 << 20, true), 5_000_000);
    assert!(found.no_mates >= 8 && found.missing == 0, "{found:?}");
}

fn all_classics() -> Vec<Problem> {
    [classics("muso.sfen"), classics("zuko.sfen")].concat()
}

#[test]
#[ignore = "takes 7 s"]
fn the_easier_classics_are_proven() {
    let share = support::one_in(8);
    let classics: Vec<Problem> = all_classics().into_iter().step_by(share).collect();
    let found = count(&classics, &mut solver(64 << 20, false), 200_000);
    assert!(found.mates >= 40 / share && found.missing == 0, "{found:?}");
}

#[test]
#[ignore = "takes minutes"]
fn by_hand_most_classics_are_proven() {
    let found = count(&all_classics(), &mut solver(1 << 30, false), 20_000_000);
    assert!(found.mates >= 170 && found.missing == 0, "{found:?}");
}

#[test]
fn a_defender_to_move_and_a_white_attacker_are_no_exceptions() {
    let black = problem("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1");
    let white = problem(&sfen::write(&black.setup().rotate()));
    assert_eq!(white.attacker(), Color::White);
    // After the first check of the line the defender is to move.
    let mut position = Position::new(black.normalised());
    let mut solver = solver(1 << 20, true);
    let line = solver
        .solve(&position, &Limits::default(), &mut |_| {})
        .line;
    position.make(line[0]);
    let defence = problem(&sfen::write(&position.to_setup()));
    assert!(!defence.attacker_to_move());
    for (problem, plies) in [(&black, 3), (&white, 3), (&defence, 2)] {
        let (answer, certificates) = certified(&mut solver, problem, 100_000);
        assert!(matches!(answer, Answer::Mate { plies: found, .. } if found == plies));
        assert_eq!(certificates.len(), 2);
        for certificate in &certificates {
            assert_proven(certificate);
            assert_eq!(&certificate.setup, problem.setup());
        }
    }
}

#[test]
fn a_claim_that_is_wrong_gets_no_certificate() {
    let mut solver = solver(1 << 20, true);
    let limits = Limits::default();
    let mate = problem("6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1");
    for claim in [Claim::MateWithin(3), Claim::NoMate, Claim::NoMateWithin(5)] {
        let made = certify(&mut solver, &mate, claim, &limits, &mut |_| {});
        assert!(made.is_err(), "{claim:?}");
    }
    // The tables are about another problem now, and must not be believed about this one.
    let none = problem("4k4/9/9/9/9/9/9/9/9 b P 1");
    assert!(
        certify(
            &mut solver,
            &none,
            Claim::MateWithin(9),
            &limits,
            &mut |_| {}
        )
        .is_err()
    );
    let made = certify(&mut solver, &none, Claim::NoMate, &limits, &mut |_| {});
    assert_proven(&made.expect("it has no mate").0);
}
