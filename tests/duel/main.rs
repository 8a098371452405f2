//! The search against the independent witness, on random small positions.
//!
//! For each position the truth is worked out from the rules of `tsume::verify` (a list of all
//! positions, or brute force), and the search must agree with it: with roomy and with tiny tables,
//! with and without asking for the shortest mate, and cut short after a handful of nodes. Every
//! line is played through. Positions follow from a seed; a disagreement is reported with the
//! smallest position that still shows it.
//!
//! A few thousand positions run with every `cargo test`. `cargo run --release --example duel` goes on
//! for as long as told to, and compares compositions and certificates, too. For a long run here:
//!
//! ```text
//! TSUME_DUEL_POSITIONS=1000000 TSUME_DUEL_SEED=7 \
//!     cargo test --test duel -- --ignored --nocapture long
//! ```

#[path = "../common/mod.rs"]
#[allow(dead_code)] // The duel makes its solvers itself.
mod common;
mod compositions;
mod faults;
mod judge;
mod positions;
mod proofs;
mod shrink;
mod truth;

use judge::Duel;
use positions::{Random, Theme};
use truth::{Effort, Truth};

/// Fights over so many positions of a theme; the complaints.
fn fight(theme: Theme, seed: u64, positions: u64, effort: Effort) -> Vec<String> {
    let mut random = Random(seed ^ (theme as u64) << 56);
    let mut duel = Duel::new(effort, 2);
    let mut complaints = Vec::new();
    for _ in 0..positions {
        let setup = positions::position(theme, &mut random);
        if let Err(complaint) = duel.judge(&setup, &mut random) {
            eprintln!("{theme:?}: {complaint}");
            complaints.push(complaint);
        }
    }
    eprintln!("{theme:?}: {:?}", duel.tally);
    complaints
}

const QUICK: Effort = Effort {
    search_nodes: 12_000,
    positions: 500,
    plies: 5,
    nodes: 500,
};

macro_rules! duels {
    ($($name:ident: $theme:ident;)+) => {$(
        #[test]
        fn $name() {
            let complaints = fight(Theme::$theme, 1, 300, QUICK);
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
    let truth = |sfen| truth::Lengths::new(&common::setup(sfen), QUICK).truth();
    let five = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    assert_eq!(truth(five), Truth::Mate(5, Some(5)));
    let perpetual_check = "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1";
    assert_eq!(truth(perpetual_check), Truth::NoMate);
    let nine = "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1";
    assert!(matches!(truth(nine), Truth::Mate(6..=9, None | Some(9..))));
}

/// Returns a number from the environment.
fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text}")),
        Err(_) => default,
    }
}

#[test]
#[ignore = "runs as long as told to; the command is at the top of the file"]
fn long() {
    let effort = Effort {
        search_nodes: 200_000,
        positions: 4_000,
        plies: 7,
        nodes: 4_000,
    };
    let positions = number("TSUME_DUEL_POSITIONS", 20_000);
    let seed = number("TSUME_DUEL_SEED", 2);
    // In rounds, so that every theme gets its turn in a run that is broken off.
    let round = 200;
    let mut complaints = Vec::new();
    for made in (0..positions).step_by(round * Theme::ALL.len()) {
        for theme in Theme::ALL {
            let seed = seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(made);
            complaints.extend(fight(theme, seed, round as u64, effort));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
