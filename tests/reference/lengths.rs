//! Lengths of single positions, each of them chosen for one question about interpositions.

use crate::notation::{setup, usi};
use tsume::shogi::Color;
use tsume::verify::{Level, Outcome, Reference};

/// The shortest mate of `sfen` for Black at a level, if it is at most `max_plies` long.
fn length(sfen: &str, level: Level, max_plies: u32) -> Option<u32> {
    let mut reference =
        Reference::new(&setup(sfen), Color::Black, level).expect("a legal diagram");
    match reference.mate_within(max_plies) {
        Outcome::Mate(plies) => Some(plies),
        Outcome::NoMateWithin(plies) => {
            assert_eq!(plies, max_plies);
            None
        }
        Outcome::GaveUp => panic!("there is no node cap"),
    }
}

/// A length in the table: exactly so many plies, or none within so many.
#[derive(Clone, Copy)]
enum Plies {
    Mate(u32),
    Above(u32),
}
use Plies::{Above, Mate};

fn check(sfen: &str, expected: [Plies; 4]) {
    for (level, expected) in Level::ALL.into_iter().zip(expected) {
        let (bound, plies) = match expected {
            Mate(plies) => (plies + 2, Some(plies)),
            Above(plies) => (plies, None),
        };
        assert_eq!(length(sfen, level, bound), plies, "{level:?} of {sfen}");
    }
}

macro_rules! lengths {
    ($($(#[$attribute:meta])* $name:ident: $sfen:literal, $($plies:expr),+;)+) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            check($sfen, [$($plies),+]);
        }
    )+};
}

lengths! {
    t1: "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", Mate(3), Mate(1), Mate(1), Mate(1);
    t2: "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", Above(11), Mate(1), Mate(1), Mate(1);
    t3: "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", Above(11), Above(11), Mate(11), Mate(11);
    t4: "9/9/2+R6/9/4+p2n1/7G1/6pS1/5S3/7k1 b r2b3g2s3n4l16p 1", Mate(11), Mate(11), Mate(5), Mate(5);
    t5: "9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1", Above(9), Above(9), Mate(7), Mate(7);
    t6: "1+B6k/3B2+S2/9/9/9/9/9/9/9 b 2r4g3s4n4l18p 1", Mate(5), Mate(5), Mate(3), Mate(3);
    t7: "9/2R2n3/8k/9/9/8S/7L1/9/9 b r2b4g3s3n3l18p 1", Above(9), Above(9), Mate(5), Mate(5);
    t8: "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", Above(11), Above(11), Above(11), Above(11);
    t9: "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1", Above(11), Above(11), Above(11), Above(11);
    t10: "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", Mate(7), Mate(1), Mate(1), Mate(1);
    t11: "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1", Mate(5), Mate(1), Mate(1), Mate(1);
    t12: "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1", Above(9), Above(9), Above(9), Above(9);
    t13: "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", Above(11), Mate(1), Mate(1), Mate(1);
    t14: "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", Mate(7), Mate(5), Mate(5), Mate(5);
    t15: "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", Mate(9), Mate(3), Mate(3), Mate(3);
    t16: "8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s4n3l18p 1", Mate(2), Mate(0), Mate(0), Mate(0);
    t17: "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1", Mate(3), Mate(3), Mate(3), Mate(1);
    t18: "9/6RSn/9/8k/7P1/6B1P/9/9/9 b rb4g3s3n4l16p 1", Mate(5), Mate(3), Mate(3), Mate(1);
    t19: "9/9/9/9/9/6BR1/5+Bp1p/7k1/6s2 w r4g3s4n4l16p 1", Mate(4), Mate(4), Mate(2), Mate(2);
    t20: "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", Mate(7), Mate(7), Mate(7), Mate(7);
}
