//! An entry may stand for another position with the same board: which hands it covers is each claim's
//! own affair, and the wrong way round it proves what is false.
//!
//! Black to move. In the first position 3e2c forces 2b2c; in the second a bishop mates by B*2b, and
//! nothing else does. After the other checks the king takes the gold.

use std::num::NonZeroU16;
use tsume::certificate::{Certificate, Claim, ComposedEntry, Entry, Placement};
use tsume::notation::{sfen, usi};
use tsume::shogi::{Color, Hand, PieceKind, Setup};
use tsume::verify::{Level, Outcome, Reason, Reference, check};

const FIRST: &str = "7nk/7p1/8G/9/6N2/9/9/9/9";
const SECOND: &str = "7nk/9/7pG/9/9/9/9/9/9";
const GOLD_TAKEN_ON_1B: &str = "7n1/7pk/9/9/6N2/9/9/9/9";
const GOLD_TAKEN_ON_2B: &str = "7n1/7k1/9/9/6N2/9/9/9/9";

fn hand(pieces: &str) -> Hand {
    pieces.chars().fold(Hand::EMPTY, |hand, piece| {
        let kind = match piece {
            'P' => PieceKind::Pawn,
            'S' => PieceKind::Silver,
            'B' => PieceKind::Bishop,
            _ => unreachable!("{piece}"),
        };
        hand.add(kind)
    })
}

/// Returns the first position, with these pieces in the hands of the attacker and the defender.
fn setup(attacker: &str, defender: &str) -> Setup {
    let hands = format!("{attacker}{}", defender.to_lowercase());
    let hands = if hands.is_empty() { "-" } else { &hands };
    // As given: what is neither on the board nor in a hand is not there.
    sfen::parse(&format!("{FIRST} b {hands} 1")).unwrap().setup
}

fn entry(board: &str, held: Hand, plies: u16, mv: Option<&str>) -> Entry {
    Entry {
        board: Placement::new(&sfen::parse(&format!("{board} b - 1")).unwrap().setup.board),
        hand: held,
        plies: NonZeroU16::new(plies),
        mv: mv.map(|mv| usi::parse_move(mv).unwrap()),
    }
}

fn certificate(setup: Setup, claim: Claim) -> Certificate {
    Certificate {
        id: String::new(),
        setup,
        attacker: Color::Black,
        lines: Vec::new(),
        claim,
        entries: Vec::new(),
        composed: Vec::new(),
        brinkmates: Vec::new(),
    }
}

fn is_mate_within(setup: &Setup, level: Level, plies: u32) -> bool {
    let mut reference = Reference::new(setup, Color::Black, level).unwrap();
    matches!(reference.mate_within(plies), Outcome::Mate(_))
}

/// Returns entries for no mate within 3 of the first position, and within 1 of the second with
/// another hand.
fn no_mates(held: &str, second: &str) -> [Entry; 4] {
    [
        entry(FIRST, hand(held), 3, None),
        entry(SECOND, hand(second), 1, None),
        entry(GOLD_TAKEN_ON_1B, hand(held), 1, None),
        entry(GOLD_TAKEN_ON_2B, hand(held).add(PieceKind::Pawn), 1, None),
    ]
}

#[test]
fn a_no_mate_covers_hands_that_are_no_better() {
    for (held, second, is_covered) in [
        ("", "", true),
        ("", "P", true),
        ("P", "P", true),
        ("P", "", false),
        // These claims are false.
        ("B", "", false),
        ("B", "P", false),
        ("BP", "P", false),
    ] {
        let problem = setup(held, "BPPS");
        let is_true = !is_mate_within(&problem, Level::Off, 3);
        assert_eq!(is_true, !held.contains('B'), "{held}");
        let mut proof = certificate(problem, Claim::NoMateWithin(3));
        proof.entries = no_mates(held, second).to_vec();
        let verdict = check(&proof).map_err(|rejection| rejection.reason);
        assert_eq!(verdict.is_ok(), is_covered, "{held} by {second}: {verdict:?}");
        if !is_covered {
            let check = usi::parse_move("3e2c").unwrap();
            assert_eq!(verdict, Err(Reason::CheckNotAnswered(check)));
        }
    }
}

#[test]
fn a_mate_covers_hands_that_are_no_worse() {
    for (held, second, is_covered) in [
        ("B", "B", true),
        ("BP", "B", true),
        ("B", "BP", false),
        ("BP", "BS", false),
        ("BP", "BPP", false),
        // A false claim.
        ("P", "B", false),
    ] {
        let problem = setup(held, "BPPS");
        let is_true = is_mate_within(&problem, Level::Off, 3);
        assert_eq!(is_true, held.contains('B'), "{held}");
        let mut proof = certificate(problem, Claim::MateWithin(3));
        proof.entries = vec![entry(FIRST, hand(held), 3, Some("3e2c")), entry(SECOND, hand(second), 1, Some("B*2b"))];
        let verdict = check(&proof).map_err(|rejection| rejection.reason);
        assert_eq!(verdict.is_ok(), is_covered, "{held} by {second}: {verdict:?}");
        if !is_covered {
            assert!(matches!(verdict, Err(Reason::ReplyNotCovered { .. })));
        }
    }
}

#[test]
fn a_composed_mate_covers_its_own_hands_only_and_a_strict_one_more() {
    for (second, by_composed, by_strict) in [("B", true, true), ("", false, false)] {
        for (held, is_same) in [("B", true), ("BP", false)] {
            for strict in [false, true] {
                let mut proof = certificate(setup(held, "PPS"), Claim::ComposedMateWithin(3));
                let mut add = |entry: Entry, is_strict: bool| {
                    if is_strict {
                        proof.entries.push(entry);
                    } else {
                        let vanished = Hand::EMPTY;
                        proof.composed.push(ComposedEntry { entry, vanished, robust: false });
                    }
                };
                add(entry(FIRST, hand(held), 3, Some("3e2c")), false);
                add(entry(SECOND, hand(second), 1, Some("B*2b")), strict);
                let is_covered = if strict { by_strict } else { by_composed && is_same };
                let verdict = check(&proof);
                assert_eq!(verdict.is_ok(), is_covered, "{held} by {second}: {verdict:?}");
            }
        }
    }
}

/// What is robust covers hands that are no better for either side's purpose: the attacker's may be
/// less, the defender's more, whatever is out of the game.
#[test]
fn a_robust_no_mate_covers_hands_that_are_no_better_for_the_attacker() {
    // What the attacker holds in the first position and what is out of the game; the same of the
    // entry for the second. The rest of a bishop, two pawns and a silver is the defender's.
    for (held, out, second, second_out, is_covered) in [
        ("", "", "", "", true),
        ("P", "S", "P", "S", true),
        // More in the attacker's hand, instead of the defender's, or of what is out of the game.
        ("", "", "P", "", true),
        ("", "P", "P", "", true),
        // Less in the defender's hand.
        ("", "", "", "S", true),
        ("P", "", "P", "BS", true),
        ("", "P", "P", "BPS", true),
        // More in the defender's hand.
        ("", "S", "", "", false),
        ("P", "S", "P", "", false),
        ("P", "S", "PP", "", false),
        // One kind less, another more.
        ("P", "S", "P", "B", false),
        ("P", "B", "", "S", false),
        // Less in the attacker's hand, now out of the game or the defender's.
        ("P", "", "", "P", false),
        ("P", "", "", "", false),
        // These claims are false.
        ("B", "", "", "B", false),
        ("B", "", "", "", false),
        ("B", "", "P", "B", false),
        ("BP", "", "PP", "BS", false),
    ] {
        let all = ["B", "P", "P", "S"].concat();
        let rest = [held].concat().chars().fold(all, |rest, piece| rest.replacen(piece, "", 1));
        let problem = setup(held, &rest);
        let is_true = !is_mate_within(&problem, Level::Standard, 3);
        assert_eq!(is_true, !held.contains('B'), "{held}");
        // With pieces out of the game the first position is not the problem, but an entry has to be
        // right all the same.
        let plies = if out.is_empty() { 3 } else { 0 };
        let mut proof = certificate(problem, Claim::NoComposedMateWithin(plies));
        let vanished = [out, second_out, out, out].map(hand);
        let entries = no_mates(held, second).into_iter().zip(vanished);
        proof.composed = entries.map(|(entry, vanished)| ComposedEntry { entry, vanished, robust: false }).collect();
        let verdict = check(&proof).map_err(|rejection| rejection.reason);
        // The claim comes after the entries.
        let verdict = match verdict {
            Err(Reason::NothingClaimed) if plies == 0 => Ok(()),
            verdict => verdict,
        };
        let case = format!("{held}|{out} by {second}|{second_out}: {verdict:?}");
        assert_eq!(verdict.is_ok(), is_covered, "{case}");
        if !is_covered {
            let is_expected = |reason| {
                let it = usi::parse_move("3e2c").ok();
                matches!(reason, Reason::NotDelayed { check, .. } if check == it)
            };
            assert!(verdict.is_err_and(is_expected), "{case}");
        }
    }
}
