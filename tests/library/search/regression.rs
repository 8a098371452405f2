//! Positions on which solvers have been wrong in public, and the edges of the rules and of the
//! limits. Lengths are strict: every legal interposition counts.
//!
//! Lengths were confirmed by the brute force of `tsume::verify` unless a comment says otherwise.
//! Sources are issues of the repositories komori-n/KomoringHeights, hkijin/shtsume,
//! sugyan/tsumeshogi-solver and yaneurao/YaneuraOu.

use std::sync::{Arc, atomic::AtomicBool, mpsc};
use std::{thread, time::Duration};
use support::{check_line, setup, solve, solver};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::sfen;
use tsume::search::{Answer, Exactness, Limits, Solution, StopReason};
use tsume::shogi::{Color, Position, Setup};
use tsume::verify::board::Board;
use tsume::verify::{Existence, Level, Outcome, Reference, no_mate, rules};

/// What the search must say.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    /// The shortest mate takes so many plies.
    Mate(u32),
    /// There is a mate; one of so many plies must be found.
    MateWithin(u32),
    /// There is none.
    NoMate,
}
use Verdict::{Mate, MateWithin, NoMate};

fn check(setup: &Setup, expected: Verdict, nodes: u64) {
    let solution = solve(&mut solver(256 << 20, true), setup, Some(nodes));
    let right = match (expected, solution.answer) {
        (Mate(expected), Answer::Mate { plies, exactness }) => {
            plies == expected && exactness == Exactness::Shortest
        }
        (MateWithin(most), Answer::Mate { plies, .. }) => plies <= most,
        (NoMate, answer) => answer == Answer::NoMate,
        _ => false,
    };
    assert!(right, "{:?}, not {expected:?}", solution.answer);
    check_line(setup, &solution, false).unwrap_or_else(|why| panic!("{why}"));
}

macro_rules! positions {
    ($($(#[$attribute:meta])* $name:ident: $sfen:literal, $expected:expr, $nodes:expr;)+) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            check(&setup($sfen), $expected, $nodes);
        }
    )+};
}

// Interpositions, futile and not.
positions! {
    // KomoringHeights #8. The bishop on 1e uncovers the dragon; any drop between is taken with
    // mate.
    komoring_heights_8_distant_checker: "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", Mate(3), 100_000;
    // KomoringHeights #8. A chain of six interpositions; composed length 1.
    komoring_heights_8_chain_on_a_file: "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", Mate(13), 100_000;
    // KomoringHeights #8. Futile interpositions at nearer and farther squares; composed length 11.
    komoring_heights_8_chain_before_the_mate: "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", Mate(17), 3_000_000;
    // shtsume #16, without its spare lance. Composed length 5.
    shtsume_16_silver_could_be_kept: "9/9/2+R6/9/4+p2n1/7G1/6pS1/5S3/7k1 b r2b3g2s3n4l16p 1", Mate(11), 100_000;
    // Own: a drop that works and others that do not, on the same line.
    rook_file_with_one_good_interposition: "9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1", Mate(15), 500_000;
    // Own: futile although the king has moves.
    king_with_moves_and_futile_drops: "1+B6k/3B2+S2/9/9/9/9/9/9/9 b 2r4g3s4n4l18p 1", Mate(5), 100_000;
    // Own: the rook checks from afar, the king has two flights.
    rook_afar_and_two_flights: "9/2R2n3/8k/9/9/8S/7L1/9/9 b r2b4g3s3n3l18p 1", Mate(11), 100_000;
    // shtsume #14: 5五歩 between defends; a mate in one was claimed. No mate at all: proven by
    // the search alone (brute force: none within 11 plies).
    shtsume_14_pawn_before_the_bishop: "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", NoMate, 30_000_000;
    // shtsume #14: 5三歩 before the lance defends. Proven by the search alone, as above.
    shtsume_14_pawn_before_the_lance: "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1", NoMate, 3_000_000;
    // shtsume #14: a rook that moves in between defends. Proven by the search alone (brute
    // force: none within 9 plies).
    #[ignore = "takes 2 s"]
    shtsume_14_moving_interposition: "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1", NoMate, 100_000_000;
    // shtsume #15: the knight that guards the square is pinned. Composed length 1.
    shtsume_15_pinned_knight: "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", Mate(7), 100_000;
    // shtsume #15, the same with a lance.
    shtsume_15_pinned_knight_and_lance: "3+R3nk/9/5p1G1/9/9/9/8p/9/8L b 16p3l3n4s3g2br 1", Mate(11), 100_000;
    // shtsume #15: the guard of a farther square is pinned. Composed length 1.
    shtsume_15_pinned_guard_of_a_farther_square: "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1", Mate(5), 100_000;
    // tsumeshogi-solver #13: a chain of moving interpositions, both kings. Composed length 1.
    tsumeshogi_solver_13_chain_of_moves: "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", Mate(13), 5_000_000;
    // tsumeshogi-solver #1: a daily problem of the shogi association, 5 plies composed.
    tsumeshogi_solver_1_daily_problem: "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", Mate(7), 100_000;
    // tsumeshogi-solver #20: composed length 3.
    tsumeshogi_solver_20_bishop_and_rook_from_afar: "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", Mate(9), 300_000;
    // From a discussion of futile interpositions on katsuaki3r0429.hatenablog.com (2015-09-22):
    // another piece than the checking one takes. The defender is to move.
    another_piece_takes_the_drop: "8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s4n3l18p 1", Mate(2), 100_000;
    // Own: taking the drop discovers a second check.
    discovered_second_check: "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1", Mate(3), 100_000;
    // Own: the same one rank lower.
    discovered_check_only: "9/6RSn/9/8k/7P1/6B1P/9/9/9 b rb4g3s3n4l16p 1", Mate(5), 100_000;
    // The defender has one more reply after the capture. The defender is to move.
    one_more_reply: "9/9/9/9/9/6BR1/5+Bp1p/7k1/6s2 w r4g3s4n4l16p 1", Mate(4), 100_000;
    // shtsume #17, its diagram repaired: interpositions do not matter, 9 plies were claimed.
    shtsume_17_repaired: "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", Mate(7), 1_000_000;
    // YaneuraOu #162: 3 plies composed.
    yaneuraou_162_first: "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", Mate(5), 300_000;
    // YaneuraOu #162: 3 plies composed.
    yaneuraou_162_second: "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", Mate(7), 100_000;
    // shtsume #16: a mate of 3 plies was claimed.
    shtsume_16_false_mate_of_three: "8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1", Mate(13), 5_000_000;
}

// Pieces that must not promote (YaneuraOu #257), both with a king of the attacker.
positions! {
    yaneuraou_257_bishop_does_not_promote: "5B1n1/8k/6Rpp/9/9/9/1+p7/9/K8 b rb4g4s3n4l15p 1", Mate(5), 100_000;
    yaneuraou_257_rook_does_not_promote: "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1", Mate(9), 100_000;
}

// Hands and what a proof or a refutation may claim about them.
positions! {
    // KomoringHeights, commit b9d79553: a refutation claimed a lance that was not to be had.
    komoring_heights_hand_of_a_refutation: "6s1l/+R3+R4/2p1Gpnp1/6pkp/1p2bPl2/4P1P1P/PPNP1SsGN/2GS5/L4K3 b BGNL5P 1", Mate(11), 1_000_000;
    // An example in a comment of KomoringHeights: all lances are with the attacker, and must stay.
    komoring_heights_monopoly: "9/9/9/7l1/nsns3pk/rbng3l1/rbng5/gssg3+P1/8L w 16Pl 1", Mate(4), 100_000;
    // An example in a comment of KomoringHeights: knight, lance and pawn do not mate …
    komoring_heights_failing_hand: "8k/9/8P/9/9/9/9/9/9 b NLP2r2b4g4s3n3l16p 1", NoMate, 100_000;
    // … but a gold would.
    komoring_heights_failing_hand_and_a_gold: "8k/9/8P/9/9/9/9/9/9 b GNLP2r2b3g4s3n3l16p 1", Mate(1), 100_000;
}

/// Returns a diagram read without filling in anybody's hand.
fn given(text: &str, attacker: AttackerRule) -> Setup {
    let record = sfen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::new(record.setup, attacker, DefenderHandRule::Given)
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
        .normalised()
        .clone()
}

/// The position before the one with the wrong refutation: the defender, who is to move, escapes.
#[test]
fn komoring_heights_hand_of_a_refutation_before() {
    let before = "4B1s1l/+R3+R4/2p1Gp1p1/6pkp/1p2bPln1/4P1P1P/PPNP1SsGN/2GS5/L4K3 w GN5Pl 4";
    let setup = given(before, AttackerRule::Black);
    check(&setup, NoMate, 1_000_000);
    assert_eq!(
        no_mate(&setup, Color::Black, 100_000),
        Ok(Existence::NoMate)
    );
}

// Repetition and transpositions.
positions! {
    // YaneuraOu #174: unsolved with 16 GB. The length is proven by the search alone.
    #[ignore = "takes 2 s"]
    yaneuraou_174_many_transpositions: "3+R1gknl/4+B1s2/6pp1/5p3/8p/9/9/9/9 b RSNPb3g2s2n3l13p 1", Mate(17), 50_000_000;
    // YaneuraOu #116: a horse and a king go back and forth (馬鋸); no mate was claimed. The line
    // found has 27 plies.
    yaneuraou_116_horse_saw: "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1", MateWithin(463), 5_000_000;
    // YaneuraOu #116: no mate was claimed. The length is proven by the search alone; it needs a
    // large table.
    #[ignore = "takes 1 min"]
    by_hand_yaneuraou_116_long_way_round: "1+P2l4/2P6/9/p5+R2/2k6/B3+P3B/9/9/9 b r4g4s4n3l14p 1", Mate(109), 300_000_000;
    // From the notes of the tanuki mate engine: loops that must not be avoided. The length is
    // proven by the search alone.
    tanuki_loops: "4+P+P+P+P1/+P1+P5+P/7kP/PP5pp/1+P2+P1pP1/6+P1+P/9/9/9 b 2r2b4g4s4n4l 1", Mate(71), 10_000_000;
    // KomoringHeights #5: 19 plies in its log.
    komoring_heights_5: "l4gknl/3g2s2/pB2pp1pp/3P5/2P6/4s3P/P3sPPP1/1P4K2/L5GNL w RGN3Prbsn2p 84", MateWithin(19), 5_000_000;
    // KomoringHeights #7: 21 plies in its log.
    komoring_heights_7: "lng5l/2k4p1/1pppS3p/p3S4/6p2/5p3/PP1PP2bP/2S2G3/LNKG4L b RBSN2Prgn3p 84", MateWithin(21), 5_000_000;
}

// No mate against a bare king (KomoringHeights #4 and #6, which proves it with some 30 GB).
positions! {
    #[ignore = "not proven after 200 million nodes (90 s) with 2 GiB"]
    by_hand_komoring_heights_4_king_in_the_corner: "7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1", NoMate, u64::MAX;
    #[ignore = "not proven after 200 million nodes (90 s) with 2 GiB"]
    by_hand_komoring_heights_6_king_in_the_middle: "9/9/3k5/9/6B2/9/9/9/9 b 4G2S9P2rb2s4n4l9p 1", NoMate, u64::MAX;
    #[ignore = "not proven after 200 million nodes (90 s) with 2 GiB"]
    by_hand_komoring_heights_6_king_near_the_edge: "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1", NoMate, u64::MAX;
}

const NINETY_ONE_CHECKS: &str = "+B7+B/7R1/2R6/9/3Sk1G2/6G2/3+PS1+P2/9/4L1N1K b GSNLPgs2n2l15p 1";

// The edges of the rules.
positions! {
    already_mated: "8k/8P/8G/7L1/9/9/9/9/9 w - 1", Mate(0), 0;
    no_check_at_all: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", NoMate, 0;
    only_pawn_drop_mate: "7lk/9/8S/9/9/9/9/7L1/9 b P2r2b4g3s4n2l17p 1", NoMate, 100_000;
    // The pawn is not mate, for the knight takes it.
    pawn_drop_that_can_be_taken: "7lk/9/6nS1/9/9/9/9/7L1/9 b P2r2b4g3s3n2l17p 1", NoMate, 100_000;
}

#[test]
fn more_checks_than_a_word_has_bits() {
    let mut problem = setup(NINETY_ONE_CHECKS);
    let board = Board::new(&problem).expect("a legal diagram");
    assert_eq!(rules::checks(&board).len(), 91);
    check(&problem, Mate(1), 1_000);
    // The same for a defender who is to move and escapes from each.
    problem = setup("9/9/1nnn5/1ggggssss/k7R/9/9/9/9 w r2bn4l18p 1");
    let board = Board::new(&problem).expect("a legal diagram");
    let replies = rules::legal_moves(&board).len();
    assert!(replies > 64, "{replies} replies");
    check(&problem, NoMate, 1_000);
}

#[test]
fn the_defenders_hand_decides() {
    let diagram = "9/9/9/8k/8B/8+R/9/9/9 b";
    let plies = |hand: &str| {
        let setup = given(&format!("{diagram} {hand} 1"), AttackerRule::Auto);
        let mut reference = Reference::new(&setup, Color::Black, Level::Off).expect("legal");
        let Outcome::Mate(plies) = reference.mate_within(5) else {
            panic!("no mate with {hand}");
        };
        check(&setup, Mate(plies), 100_000);
        plies
    };
    // Nothing to put in between, and far fewer than forty pieces in all.
    assert_eq!(plies("-"), 1);
    assert_eq!(plies("p"), 3);
    assert_eq!(plies("rb4g4s4n4l18p"), 3);
}

// The edges of the limits.

const SEVEN_PLIES: &str = "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1";
const NO_MATE: &str = "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1";

fn limited(setup: &Setup, nodes: Option<u64>) -> Solution {
    solve(&mut solver(1 << 20, true), setup, nodes)
}

#[test]
fn every_limit_of_nodes_gives_an_answer_that_is_right() {
    let setup = setup("9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1");
    let whole = limited(&setup, None);
    assert_eq!(
        whole.answer,
        Answer::Mate {
            plies: 7,
            exactness: Exactness::Shortest
        }
    );
    for nodes in 0..=whole.stats.nodes + 1 {
        let solution = limited(&setup, Some(nodes));
        let right = match solution.answer {
            Answer::Unknown(reason) => reason == StopReason::Nodes,
            Answer::Mate { plies, exactness } => match exactness {
                Exactness::Shortest => plies == 7,
                Exactness::AtMost(reason) => plies >= 7 && reason == Some(StopReason::Nodes),
            },
            Answer::NoMate => false,
        };
        assert!(right, "{nodes} nodes: {:?}", solution.answer);
        check_line(&setup, &solution, true).unwrap_or_else(|why| panic!("{nodes} nodes: {why}"));
        if nodes > whole.stats.nodes {
            assert_eq!(solution.answer, whole.answer);
        }
    }
}

#[test]
fn a_no_mate_is_not_claimed_before_it_is_proven() {
    let setup = setup(NO_MATE);
    let whole = limited(&setup, None);
    assert_eq!(whole.answer, Answer::NoMate);
    for nodes in 0..=whole.stats.nodes + 1 {
        let answer = limited(&setup, Some(nodes)).answer;
        let proven = answer == Answer::NoMate;
        assert!(proven || answer == Answer::Unknown(StopReason::Nodes));
        assert!(proven || nodes <= whole.stats.nodes);
    }
}

#[test]
fn no_nodes_and_one_node_are_limits() {
    for text in [SEVEN_PLIES, NO_MATE] {
        for nodes in [0, 1] {
            let solution = limited(&setup(text), Some(nodes));
            assert_eq!(solution.answer, Answer::Unknown(StopReason::Nodes));
            assert!(solution.line.is_empty());
        }
    }
}

#[test]
fn the_same_question_costs_the_same() {
    let setup = setup(SEVEN_PLIES);
    let first = limited(&setup, None);
    assert_eq!(limited(&setup, None), first);
    // Tables left behind by another problem make no difference.
    let mut used = solver(1 << 20, true);
    for _ in 0..3 {
        solve(&mut used, &support::setup(NO_MATE), None);
        assert_eq!(solve(&mut used, &setup, None), first);
    }
}

#[test]
fn a_search_can_be_stopped_from_outside_and_by_the_clock() {
    let position = Position::new(&setup("7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1"));
    let stopped = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Default::default()
    };
    let timed = Limits {
        time: Some(Duration::from_millis(20)),
        ..Default::default()
    };
    let mut solver = solver(1 << 20, true);
    let mut ask = |limits| solver.solve(&position, limits, &mut |_| {}).answer;
    assert_eq!(ask(&stopped), Answer::Unknown(StopReason::Interrupt));
    assert_eq!(ask(&timed), Answer::Unknown(StopReason::Time));
}

/// With tables far too small for the problem, reading the line once went round in circles that no
/// limit ended.
#[test]
fn tables_far_too_small_do_not_keep_a_search_from_ending() {
    let setup = given("9/RR3G1kL/9/9/9/9/9/9/9 b Gb2l 1", AttackerRule::Black);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for kibibytes in (8..=128).step_by(8) {
            let solution = solve(&mut solver(kibibytes << 10, true), &setup, Some(200_000));
            // Nobody listens any more when the test has failed.
            let _ = sender.send(solution.answer);
        }
    });
    for _ in 0..16 {
        let answer = receiver.recv_timeout(Duration::from_mins(1));
        assert!(matches!(answer, Ok(answer) if answer != Answer::NoMate));
    }
}
