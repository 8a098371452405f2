//! Brinkmates that are none.

use super::*;

#[test]
fn the_plies_of_a_brinkmate_fit_the_side_to_move() {
    let text = "8k/9/9/4B4/9/9/9/9/9 b 2G";
    let mate = entry("8k/9/7G1/4B4/9/9/9/9/9 b G", 1, "G*1b");
    let with = |claim, plies| {
        let mut it = certificate(setup(text), claim, &[mate]);
        it.brinkmates.push(entry(text, plies, "G*2c"));
        verdict(&it)
    };
    for (claim, plies, expected) in [
        (1, 1, Ok(())),
        (3, 1, Ok(())),
        (3, 3, Ok(())),
        (1, 3, Err(Reason::RootNotCovered)),
        (2, 1, Err(Reason::OtherPlies)),
        (0, 1, Err(Reason::OtherPlies)),
        (3, 2, Err(Reason::OtherPlies)),
    ] {
        let verdict = with(Claim::BrinkmateWithin(claim), plies);
        assert_eq!(verdict, expected, "{claim} by {plies}");
    }
    let defender = |claim| {
        let mut it = certificate(setup(STALEMATE), claim, &[mate]);
        if !claim.has_mates() {
            it.entries.clear();
        }
        verdict(&it)
    };
    assert_eq!(defender(Claim::BrinkmateWithin(0)), Ok(()));
    assert_eq!(defender(Claim::BrinkmateWithin(2)), Ok(()));
    assert_eq!(defender(Claim::BrinkmateWithin(1)), Err(Reason::OtherPlies));
    let none = defender(Claim::NoBrinkmateWithin(0));
    assert_eq!(none, Err(Reason::NoDefence { mv: None }));

    // A lone pawn threatens nothing.
    let (root, passed) = ("k8/9/9/9/9/9/9/9/8P b -", "k8/9/9/9/9/9/9/8P/9 b -");
    let with = |text: &str, claim, plies| {
        let mut it = certificate(setup(text), claim, &[entry(passed, 0, "")]);
        it.brinkmates.push(entry(root, plies, ""));
        verdict(&it)
    };
    for (claim, plies, expected) in [
        (1, 1, Ok(())),
        (1, 3, Ok(())),
        (3, 3, Ok(())),
        (3, 1, Err(Reason::RootNotCovered)),
        (2, 3, Err(Reason::OtherPlies)),
        (1, 2, Err(Reason::OtherPlies)),
    ] {
        let verdict = with(root, Claim::NoBrinkmateWithin(claim), plies);
        assert_eq!(verdict, expected, "{claim} by {plies}");
    }
    let waiting = "k8/9/9/9/9/9/9/8P/9 w -";
    for (claim, expected) in [(0, Ok(())), (1, Err(Reason::OtherPlies)), (2, Err(Reason::OtherPlies))] {
        let verdict = with(waiting, Claim::NoBrinkmateWithin(claim), 1);
        assert_eq!(verdict, expected, "{claim}");
    }
}

/// A defender in check is mated or not, but that is no brinkmate.
#[test]
fn a_position_in_check_is_no_brinkmate_and_not_none() {
    for text in ["8k/7G1/7P1/9/9/9/9/9/9 w -", "8k/7G1/9/9/9/9/9/9/9 w -"] {
        for claim in [Claim::BrinkmateWithin(0), Claim::NoBrinkmateWithin(0)] {
            let mut it = certificate(setup(text), claim, &[]);
            if !claim.has_mates() {
                it.entries.push(entry("9/7k1/9/9/9/9/9/9/9 b -", 0, ""));
            }
            assert_eq!(verdict(&it), Err(Reason::InCheck), "{text} {claim:?}");
        }
    }
}

/// Checks without end force nothing: each entry needs others of fewer plies.
#[test]
fn brinkmates_within_as_many_plies_prove_nothing_of_each_other() {
    let (one, other) = ("k1p6/8R/9/9/9/9/9/9/1R7 b -", "1kp6/8R/9/9/9/9/9/9/R8 b -");
    for plies in [1, 3, 9] {
        let claim = Claim::BrinkmateWithin(plies.into());
        let mut it = certificate(setup(one), claim, &[]);
        it.brinkmates = vec![entry(one, plies, "8i9i"), entry(other, plies, "9i8i")];
        let reason = Reason::DefenceNotCovered { mv: Some(mv("8i9i")), reply: mv("9a8a") };
        assert_eq!(verdict(&it), Err(reason), "{plies}");
    }
}

#[test]
fn no_brinkmate_needs_defences_that_last_long_enough() {
    let (root, taken) = ("k8/9/P8/9/9/9/9/9/9 b -", "9/k8/9/9/9/9/9/9/9 b -");
    for (plies, after, is_proven) in [(1, 1, true), (3, 1, true), (5, 3, true), (5, 1, false)] {
        let claim = Claim::NoBrinkmateWithin(plies.into());
        let mut it = certificate(setup(root), claim, &[]);
        it.brinkmates = vec![entry(root, plies, ""), entry(taken, after, "")];
        let verdict = verdict(&it);
        assert_eq!(verdict.is_ok(), is_proven, "{plies} by {after}: {verdict:?}");
        if !is_proven {
            assert!(matches!(verdict, Err(Reason::NoDefence { mv: Some(_) })));
        }
    }
}

/// A brinkmate is a threat, and a check is none if there is a reply.
#[test]
fn without_a_threat_there_is_no_brinkmate() {
    // White has no move: there is no defence to look at.
    let text = "8k/9/9/4B4/9/9/9/9/9 b G";
    let mut it = certificate(setup(text), Claim::BrinkmateWithin(1), &[]);
    it.brinkmates.push(entry(text, 1, "G*2c"));
    let reason = Reason::NoThreat { mv: Some(mv("G*2c")) };
    assert_eq!(verdict(&it), Err(reason));
    let text = "8k/9/7G1/4B4/9/9/9/9/9 w -";
    let it = certificate(setup(text), Claim::BrinkmateWithin(0), &[]);
    assert_eq!(verdict(&it), Err(Reason::NoThreat { mv: None }));
}
