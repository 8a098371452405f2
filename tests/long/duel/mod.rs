//! The search against the independent witness, on random small positions.
//!
//! For each position the truth is worked out from the rules of `tsume::verify` (a list of all
//! positions, or brute force), and the search must agree with it: with roomy and with tiny tables,
//! with and without asking for the shortest mate, and cut short after a handful of nodes. Every
//! line is played through. Positions follow from a seed; a disagreement is reported with the
//! smallest position that still shows it.
//!
//! `cargo run --release -p tsume-measure --bin duel` goes on for as long as told to, and compares compositions and
//! certificates, too.

mod faults;

use support::duel::truth::{self, Truth};
use support::duel::{QUICK, fight};
use support::positions::Theme;

macro_rules! duels {
    ($($name:ident: $theme:ident;)+) => {$(
        #[test]
        fn $name() {
            let complaints = fight(Theme::$theme, 1, 300);
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        }
    )+};
}

duels! {
    few_pieces_around_the_king: Bare;
    two_kings: DoubleKing;
    pawn_drop_mate_is_near: PawnDrop;
    positions_come_back: Loops;
    something_to_put_between: Interpositions;
    boards_come_back_with_other_hands: Exchanges;
    the_defender_is_to_move: Defence;
    many_pieces: Crowded;
    positions_from_games: Game;
    hardly_any_moves: Tiny;
}

#[test]
fn the_truth_knows_what_brute_force_knows() {
    let truth = |sfen| truth::Lengths::new(&support::setup(sfen), QUICK).truth();
    let five = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    assert_eq!(truth(five), Truth::Mate(5, Some(5)));
    let perpetual_check = "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1";
    assert_eq!(truth(perpetual_check), Truth::NoMate);
    let nine = "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1";
    assert!(matches!(truth(nine), Truth::Mate(6..=9, None | Some(9..))));
}
