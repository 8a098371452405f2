//! Lines that are no best play.

use super::*;

/// The rook that comes between gives check, so only its capture is legal after it. But it is futile.
const FORGED: &str = "2n2k3/8l/3K5/2+R3B2/9/9/9/9/9 b GLr";

/// Returns at how many turns of a mate in five one check seems to be the only one, if so much is proven.
fn turns(problem: &str, only_checks: &[&str], none_within: &[(&str, u32)]) -> usize {
    let line = |text: &str| -> Vec<Move> { text.split_whitespace().map(mv).collect() };
    let only = |text: &&str| {
        let mut line = line(text);
        let check = line.pop().expect("a check");
        (line, check)
    };
    let proven = ProvenAfter {
        only_checks: &only_checks.iter().map(only).collect(),
        no_mate_within: &none_within.iter().map(|&(it, n)| (line(it), n)).collect(),
    };
    turns_with_one_check(&setup(problem), Color::Black, &proven, 5)
}

/// The problem has a cook at the second turn after every reply that counts.
#[test]
fn a_futile_interposition_is_no_best_play() {
    for plies in [0, 1] {
        assert_eq!(turns(FORGED, &[], &[("7d7a R*6a", plies)]), 1);
    }
}

/// The knight that comes between is captured, and mates.
const NEEDED: &str = "l+P3+L3/4g1S+R1/2pr5/2s1p1p2/p1+bpk4/4NP3/P1+pPP1K1P/3S5/L3GG1NL b 5Pbgs2np";
const FIRST: &str = "2b2e";
const SECOND: &str = "2b2e N*3e 2e3e";
const THIRD: &str = "2b2e N*3e 2e3e 3d3e N*4g";

#[test]
fn an_interposition_whose_piece_is_needed_is_best_play() {
    let lasts = ("2b2e N*3e", 1);
    assert_eq!(turns(NEEDED, &[FIRST, SECOND, THIRD], &[lasts]), 3);
    // With another knight in hand the captured one is not needed.
    let spare = NEEDED.replace("5Pbgs2np", "N5Pbgsnp");
    assert_eq!(turns(&spare, &[FIRST, SECOND, THIRD], &[lasts]), 1);
}

#[test]
fn a_line_of_best_play_has_to_last() {
    for proven in [&[][..], &[("2b2e N*3e", 0)]] {
        assert_eq!(turns(NEEDED, &[FIRST, SECOND, THIRD], proven), 1);
    }
}

/// White, in check, has two replies: one is a counter-check. That is no check of the attacker.
#[test]
fn only_the_attackers_turns_have_checks_that_mate() {
    let text = "k8/G3r4/9/9/9/9/9/9/K8 w -";
    let entries = [entry("9/k3r4/9/9/9/9/9/9/K8 b -", 0, "")];
    let mut it = certificate(setup(text), Claim::NoMate, &entries);
    it.lines = vec![vec![mv("9a9b")]];
    // The attacker holds nothing, the defender a gold.
    assert_eq!(verdict(&it), Ok(()));
    assert_eq!(only_checks(&it), []);
    let proven = ProvenAfter { only_checks: &BTreeMap::new(), no_mate_within: &BTreeMap::new() };
    for plies in [1, 2, 3] {
        let turns = turns_with_one_check(&setup(text), Color::Black, &proven, plies);
        assert_eq!(turns, 0);
    }
}
