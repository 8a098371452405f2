//! Lengths without futile interpositions: certified, checked, and tampered with.

use super::answers::assert_proven;
use super::mutants::tamper;
use super::{certified, composed_certified, composed_solver, problem, solver, table};
use std::num::NonZeroU16;
use support::Random;
use support::positions::{Theme, position};
use tsume::certificate::{Certificate, Claim, ComposedEntry, Entry};
use tsume::composition::certify::{certify, composed_claims};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::search::{Answer, Exactness, Limits, Solver};
use tsume::shogi::Hand;
use tsume::verify::{Reason, check};

/// Proves the composed lengths of these problems as far as they are found within `nodes`. Returns
/// how many lengths are proven, and how many were found.
fn prove(problems: &[Problem], solver: &mut Solver, nodes: u64) -> (usize, usize) {
    let (mut proven, mut found) = (0, 0);
    for problem in problems {
        let (answer, certificates) = composed_certified(solver, problem, nodes);
        let is_exact = matches!(
            answer,
            Answer::Mate {
                exactness: Exactness::Shortest,
                ..
            }
        );
        found += usize::from(is_exact);
        proven += usize::from(is_exact && certificates.len() == composed_claims(answer).len());
        certificates.iter().for_each(assert_proven);
    }
    (proven, found)
}

#[test]
fn the_composed_lengths_of_short_problems_are_proven() {
    let mut solver = composed_solver(16 << 20);
    for name in [
        "reference.tsv",
        "short_composed.tsv",
        "short_game.tsv",
        "double_king.tsv",
        "uchifuzume.tsv",
    ] {
        let problems = table(name);
        let (proven, found) = prove(&problems, &mut solver, 3_000_000);
        assert_eq!((proven, found), (problems.len(), problems.len()), "{name}");
    }
}

#[test]
fn the_composed_lengths_of_random_problems_are_proven() {
    let mut all = (0, 0);
    for theme in Theme::ALL {
        let mut random = Random(3 ^ (theme as u64) << 56);
        // With tables that lose most of what they learn as well.
        let mut solvers = [composed_solver(8 << 20), composed_solver(64 << 10)];
        for number in 0..100 {
            let setup = position(theme, &mut random);
            let given = DefenderHandRule::Given;
            let problem = Problem::new(setup, AttackerRule::Black, given).unwrap();
            let (proven, found) = prove(&[problem], &mut solvers[number % 2], 20_000);
            all = (all.0 + proven, all.1 + found);
        }
    }
    println!("{all:?}");
    assert!(all.0 > 120 && 10 * all.0 > 9 * all.1, "{all:?}");
}

#[test]
#[ignore = "takes 8 s"]
fn what_the_certificate_rests_on_is_there() {
    // A chain of six interpositions, none of which counts; one that lasts as long as without it; one
    // that counts, in front of others that do not.
    for (text, plies) in [
        ("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 1),
        ("6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", 11),
        ("9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1", 7),
        ("9/9/9/9/9/6BR1/5+Bp1p/7k1/6s2 w r4g3s4n4l16p 1", 2),
    ] {
        let problem = problem(text);
        let mut solver = composed_solver(16 << 20);
        let (answer, certificates) = composed_certified(&mut solver, &problem, 3_000_000);
        assert!(matches!(answer, Answer::Mate { plies: found, .. } if found == plies));
        certificates.iter().for_each(assert_proven);
        // Pieces vanish where an interposition is shown to be futile.
        let vanish = |it: &Certificate| it.composed.iter().any(|it| !it.vanished.is_empty());
        assert_eq!(certificates.iter().any(vanish), plies > 2, "{text}");
        // Some entries are there for something: without one of them the rest proves nothing, but where
        // another entry covers what it covered. How many do depends on the order of the search.
        let whole = &certificates[0];
        let (mut rejected, mut parts) = (0, 0);
        for at in (0..whole.composed.len()).step_by(1 + whole.composed.len() / 40) {
            let mut part = whole.clone();
            part.composed.remove(at);
            rejected += usize::from(check(&part).is_err());
            parts += 1;
        }
        assert!(8 * rejected >= parts, "{text}: {rejected} of {parts}");
    }
}

#[test]
fn a_wrong_length_gets_no_certificate() {
    let mut solver = composed_solver(4 << 20);
    // Composed 1, strict 3.
    let problem = problem("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1");
    let mut make = |claim| {
        certify(
            &mut solver,
            &problem,
            claim,
            &Limits::default(),
            &mut |_| {},
        )
        .map(|it| it.0)
    };
    assert!(make(Claim::MateWithin(1)).is_err());
    assert!(make(Claim::NoComposedMateWithin(1)).is_err());
    assert_proven(&make(Claim::NoMateWithin(1)).unwrap());
    let composed = make(Claim::ComposedMateWithin(1)).unwrap();
    assert_proven(&composed);
    // What proves the one does not prove the other.
    let strict = Certificate {
        claim: Claim::MateWithin(1),
        ..composed.clone()
    };
    let reason = check(&strict).unwrap_err().reason;
    assert_eq!(reason, Reason::UnexpectedComposed);
}

/// Entries with the same number of plies must not prove each other.
#[test]
fn an_entry_makes_no_use_of_longer_ones() {
    let mut solver = composed_solver(16 << 20);
    let problem = problem("9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1");
    let (_, certificates) = composed_certified(&mut solver, &problem, 3_000_000);
    for certificate in certificates {
        let mut rejected = 0;
        let (mut mates, step) = (0, 1 + certificate.composed.len() / 50);
        for at in (0..certificate.composed.len()).step_by(step) {
            let mut longer = certificate.clone();
            let entry = &mut longer.composed[at].entry;
            if entry.mv.is_some() {
                mates += 1;
                let plies = entry.plies.unwrap();
                entry.plies = Some(plies.saturating_add(20));
                rejected += usize::from(check(&longer).is_err());
            }
        }
        assert!(2 * rejected >= mates, "{rejected} of {mates}");
    }
}

/// A certificate with these entries of the composed game in place of those of the strict one.
fn as_composed(strict: &Certificate, plies: u16, robust: bool) -> Certificate {
    let composed = strict.entries.iter().map(|&entry| ComposedEntry {
        entry: Entry {
            plies: NonZeroU16::new(plies),
            ..entry
        },
        vanished: Hand::EMPTY,
        robust,
    });
    Certificate {
        claim: Claim::NoComposedMateWithin(plies.into()),
        entries: Vec::new(),
        composed: composed.collect(),
        ..strict.clone()
    }
}

/// A perpetual check leads back to the same positions, so they have to rest on each other.
#[test]
fn no_mates_marked_as_robust_may_rest_on_each_other() {
    let problem = problem("6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1");
    let (_, certificates) = certified(&mut solver(1 << 20, true), &problem, 1_000_000);
    let [strict] = &certificates[..] else {
        panic!("{}", certificates.len());
    };
    assert!(strict.entries.len() > 1);
    for plies in [9, 1001, u16::MAX] {
        let marked = as_composed(strict, plies, true);
        assert_proven(&marked);
        assert!(
            check(&as_composed(strict, plies, false)).is_err(),
            "{plies}"
        );
        for at in 0..marked.composed.len() {
            let mut part = marked.clone();
            part.composed[at].robust = false;
            assert!(check(&part).is_err(), "{plies}: {at} without its mark");
            part.composed.remove(at);
            assert!(check(&part).is_err(), "{plies}: without {at}");
        }
    }
}

#[test]
fn what_is_marked_as_robust_has_to_be_a_no_mate_that_needs_no_comparison() {
    let (mut mates, mut frail) = (0, 0);
    for text in [
        "9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1",
        // Interpositions count because the mate without them is shorter.
        "5g2k/6Bsl/5R3/9/9/9/n8/9/9 b rb3g3s3n3l18p 1",
        "9/9/5L3/6R1B/8k/6B1n/7Lp/9/9 b r4g4s3n2l17p 1",
    ] {
        let mut solver = composed_solver(16 << 20);
        let (_, certificates) = composed_certified(&mut solver, &problem(text), 3_000_000);
        assert!(!certificates.is_empty(), "{text}");
        for certificate in certificates {
            let step = 1 + certificate.composed.len() / 100;
            for at in (0..certificate.composed.len()).step_by(step) {
                let mut marked = certificate.clone();
                let it = &mut marked.composed[at];
                if !std::mem::replace(&mut it.robust, true) {
                    let is_mate = it.entry.mv.is_some();
                    *(if is_mate { &mut mates } else { &mut frail }) += 1;
                    let reason = check(&marked).unwrap_err().reason;
                    assert_eq!(reason == Reason::UnexpectedMove, is_mate, "{reason}");
                }
            }
        }
    }
    assert!(mates > 0 && frail > 0, "{mates} {frail}");
}

/// Marked entries may support each other, but not in a claim that is false.
#[test]
fn no_marks_make_a_longer_claim_true() {
    let mut random = Random(11);
    let (mut tried, mut marked) = (0, 0);
    for original in originals() {
        let Claim::NoComposedMateWithin(plies) = original.claim else {
            continue;
        };
        // There is a mate within two plies more.
        for _ in 0..40 {
            let mut longer = original.clone();
            longer.claim = Claim::NoComposedMateWithin(plies + 2);
            let more = 2 + 2 * random.below(3) as u16;
            let is_all = random.below(2) == 0;
            for it in &mut longer.composed {
                if it.entry.mv.is_none() && (is_all || random.below(8) > 0) {
                    it.entry.plies = it.entry.plies.map(|plies| plies.saturating_add(more));
                    it.robust = is_all || random.below(4) > 0;
                    marked += usize::from(it.robust);
                }
            }
            assert!(check(&longer).is_err(), "{longer:?}");
            tried += 1;
        }
    }
    assert!(tried > 1_000 && marked > tried, "{tried} {marked}");
}

fn originals() -> Vec<Certificate> {
    let mut solver = composed_solver(4 << 20);
    let problems = ["reference.tsv", "short_composed.tsv", "short_game.tsv"].map(table);
    let problems = problems.concat();
    let certificates = problems
        .iter()
        .flat_map(|problem| composed_certified(&mut solver, problem, 20_000).1);
    certificates
        .filter(|certificate| certificate.claim.plies().is_some_and(|plies| plies <= 5))
        .filter(|certificate| !certificate.composed.is_empty())
        .collect()
}

#[test]
#[ignore = "takes 5 s"]
fn no_changed_certificate_proves_anything_false() {
    let originals = originals();
    for is_mate in [true, false] {
        let count = originals.iter().filter(|it| it.claim.is_mate() == is_mate);
        let count = count.count();
        assert!(count >= 20, "{count}");
    }
    tamper(&originals, 7, 3_000);
}
