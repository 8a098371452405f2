//! Problems with known main lines: those by which lengths, ties and alternatives are explained, and
//! those that made other solvers stumble.

use super::{solve, solver};
use support::{self, setup};
use tsume::composition::Interpositions;
use tsume::notation::usi;
use tsume::search::{Answer, Exactness};

/// Solves at the usual level: length, main line, and nothing left over.
fn check(sfen: &str, line: &str) {
    let found = solve(&mut solver(), &setup(sfen), Interpositions::Standard, 10_000_000);
    let plies = line.split(' ').count() as u32;
    let exactness = Exactness::Shortest;
    assert_eq!(found.answer, Answer::Mate { plies, exactness });
    let reading = found.reading.expect("a main line");
    assert_eq!(usi::write_line(&reading.line), line);
    assert!(reading.leftover.is_empty(), "{:?}", reading.leftover);
}

macro_rules! golden {
    ($($name:ident: $sfen:literal, $line:literal;)+) => {$(
        #[test]
        fn $name() {
            check($sfen, $line);
        }
    )+};
}

golden! {
    no_alternative_anywhere: "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1", "3a3d+ 1d1e 3d2d 1e1f 2d2f";
    equal_variation: "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1", "S*2c 2b1a S*1b";
    any_interposition_will_do: "8k/9/5+R3/9/9/9/9/+B8/9 b Srb4g3s4n4l18p 1", "4c1c P*1b S*2b";
    a_detour_comes_back: "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1", "4a3a 2b3c 3a3b 3c3b 4d4b+";
    a_lance_from_any_distance: "9/7k1/1R7/9/9/9/9/6L2/9 b Lr2b4g4s4n2l18p 1", "L*2d 2b1a 8c1c+ P*1b 2d2b+";
    promotion_rejoins_later: "5s3/8k/+R4B3/5n3/9/9/9/9/6L2 b Srb4g2s3n3l18p 1", "4c2a+ 1b2a 9c2c 2a1a S*1b";
    promoting_or_not: "6p2/6k2/7N1/3R4p/6G2/5L3/9/9/9 b Gr2b2g4s3n3l16p 1", "6d6b+ 3b2c G*2d";
    an_independent_cook: "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1", "1c2b 1a2b 7h2c+ 2b1a G*1b";
    newspaper_five: "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", "2d1c 1b1c N*2e 1c1b 4d1d";
    bishop_and_rook_from_afar: "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", "G*3i 2h1i 3g1g";
    rook_and_dragon: "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", "3c2c 1c3e 5c3c";
    dragon_rook_and_bishop: "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", "3d1d 1c1d 3f3c+";
    a_pinned_knight_interposes_in_vain: "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", "1i5e";
}

/// Another solver once called this unsolvable.
#[test]
fn a_horse_saw_is_a_mate_however_far_it_goes() {
    let sfen = "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1";
    let mut solver = support::solver(64 << 20, false);
    let found = support::solve(&mut solver, &setup(sfen), Some(20_000_000));
    // The board comes round again and again with another hand; that is no repetition.
    assert!(matches!(found.answer, Answer::Mate { .. }), "{found:?}");
    support::check_line(&setup(sfen), &found, false).expect("a line");
}
