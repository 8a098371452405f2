//! Which side attacks, what the defender holds, and how the board is turned.

use tsume::composition::{AttackerRule, DefenderHandRule, Goal, Problem, ProblemNote};
use tsume::notation::{sfen, usi};
use tsume::shogi::{Color, Setup, setup::SetupProblem};

fn setup(text: &str) -> Setup {
    sfen::parse(text).unwrap().setup
}

fn problem(text: &str) -> Problem {
    Problem::new(setup(text), AttackerRule::Auto, DefenderHandRule::Auto).unwrap()
}

#[test]
fn the_side_to_move_attacks_a_lone_king() {
    let it = problem("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(it.attacker(), Color::Black);
    assert!(it.attacker_to_move());
    assert_eq!(it.setup(), it.normalised());
}

#[test]
fn a_white_attacker_is_turned_round() {
    let it = problem("9/9/9/9/9/9/4p4/9/4K4 w g 1");
    assert_eq!(it.attacker(), Color::White);
    assert_eq!(sfen::write(it.normalised()), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_eq!(sfen::write(it.setup()), "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1");
    let [drop, mate] = ["G*5h", "G*5b"].map(|it| usi::parse_move(it).unwrap());
    let checks = it.moves_after(Goal::Mate, &[]).unwrap();
    assert!(checks.contains(&drop) && !checks.contains(&mate));
    assert_eq!(it.moves_after(Goal::Mate, &[drop]), Some(Vec::new()));
    let [plain, mirrored] = it.images(&[drop]);
    assert_eq!((&plain.setup, &plain.line[..]), (it.normalised(), &[mate][..]));
    assert!(mirrored.is_mirrored && mirrored.line == [mate]);
}

#[test]
fn a_lone_king_in_check_and_to_move_defends() {
    let it = problem("4k4/4G4/4P4/9/9/9/9/9/9 w - 1");
    assert_eq!(it.attacker(), Color::Black);
    assert!(!it.attacker_to_move());
    assert_eq!(it.normalised().turn, Color::White);
}

#[test]
fn with_both_kings_the_side_to_move_attacks_even_in_check() {
    let text = "4k4/9/4P4/9/9/9/9/4r4/4K4 b G 1";
    let it = problem(text);
    assert_eq!(it.attacker(), Color::Black);
    assert!(it.notes().contains(&ProblemNote::AttackerInCheck));
    let other = Problem::new(setup(text), AttackerRule::White, DefenderHandRule::Auto).unwrap();
    assert!(!other.attacker_to_move() && other.attacker() == Color::White);
}

#[test]
fn without_a_king_to_mate_there_is_no_problem() {
    for text in ["9/9/4P4/9/9/9/9/9/9 b G 1", "4K4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/9/9/9/9/9/9/9 w - 1"] {
        let reasons = Problem::new(setup(text), AttackerRule::Auto, DefenderHandRule::Auto).unwrap_err();
        assert!(matches!(reasons[..], [SetupProblem::NoDefenderKing { .. }]), "{text}: {reasons:?}");
    }
}

#[test]
fn an_unstated_hand_is_the_rest_and_a_stated_one_is_believed() {
    let rules = |text, rule| Problem::new(setup(text), AttackerRule::Auto, rule).unwrap();
    let bare = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let stated = "4k4/9/4P4/9/9/9/9/9/9 b Gp 1";
    let full = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    for it in [
        rules(bare, DefenderHandRule::Auto),
        rules(bare, DefenderHandRule::Rest),
        rules(stated, DefenderHandRule::Rest),
    ] {
        assert_eq!(sfen::write(it.setup()), full);
        let [ProblemNote::DefenderHandFilledIn(hand)] = it.notes() else {
            panic!("{:?}", it.notes());
        };
        assert_eq!(hand.total(), 36);
    }
    for (text, rule) in [(stated, DefenderHandRule::Auto), (bare, DefenderHandRule::Given)] {
        let it = rules(text, rule);
        assert_eq!(sfen::write(it.setup()), text);
        assert!(matches!(it.notes(), [ProblemNote::PiecesMissing(_)]));
    }
    for rule in [DefenderHandRule::Auto, DefenderHandRule::Given, DefenderHandRule::Rest] {
        assert_eq!(rules(full, rule).notes(), []);
    }
}
