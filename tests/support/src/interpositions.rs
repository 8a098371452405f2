//! Positions chosen for one question about interpositions each, with their lengths at the four
//! levels (off, terminal, standard, broad), found by two brute-force solvers. Several come from the
//! issue lists of other solvers.

/// A length: exactly so many plies, or none within so many, perhaps none at all.
#[derive(Clone, Copy, Debug)]
pub enum Plies {
    /// A shortest mate.
    Mate(u32),
    /// No mate within this length.
    Above(u32),
}
use Plies::{Above, Mate};

/// A position with its lengths.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What the position is about.
    pub name: &'static str,
    /// The diagram.
    pub sfen: &'static str,
    /// The lengths at the four levels.
    pub plies: [Plies; 4],
    /// The search or brute force takes a second or more.
    pub is_slow: bool,
}

const fn case(name: &'static str, sfen: &'static str, plies: [Plies; 4]) -> Case {
    Case { name, sfen, plies, is_slow: false }
}

const fn slow(case: Case) -> Case {
    Case { is_slow: true, ..case }
}

/// All positions.
#[rustfmt::skip]
pub const CASES: &[Case] = &[
    case("distant checker takes with mate", "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", [Mate(3), Mate(1), Mate(1), Mate(1)]),
    case("chain of futile drops on a file", "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", [Above(11), Mate(1), Mate(1), Mate(1)]),
    slow(case("futile in the middle of the solution", "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", [Above(11), Above(11), Mate(11), Mate(11)])),
    case("futile although the piece could be kept", "9/9/2+R6/9/4+p2n1/7G1/6pS1/5S3/7k1 b r2b3g2s3n4l16p 1", [Mate(11), Mate(11), Mate(5), Mate(5)]),
    slow(case("farther squares are compared with nearer ones", "9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1", [Above(9), Above(9), Mate(7), Mate(7)])),
    case("futile although the king can move", "1+B6k/3B2+S2/9/9/9/9/9/9/9 b 2r4g3s4n4l18p 1", [Mate(5), Mate(5), Mate(3), Mate(3)]),
    slow(case("rook at a distance from a king with flights", "9/2R2n3/8k/9/9/8S/7L1/9/9 b r2b4g3s3n3l18p 1", [Above(9), Above(9), Mate(5), Mate(5)])),
    case("pawn on the bishops diagonal is effective", "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", [Above(11), Above(11), Above(11), Above(11)]),
    case("pawn before the lance is effective", "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1", [Above(11), Above(11), Above(11), Above(11)]),
    case("guard of the square is pinned", "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", [Mate(7), Mate(1), Mate(1), Mate(1)]),
    case("guard of a farther square is pinned", "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1", [Mate(5), Mate(1), Mate(1), Mate(1)]),
    slow(case("moving interposition is effective", "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1", [Above(9), Above(9), Above(9), Above(9)])),
    case("chain of moving interpositions", "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", [Above(7), Mate(1), Mate(1), Mate(1)]),
    slow(case("chain of moving interpositions to eleven plies", "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", [Above(11), Mate(1), Mate(1), Mate(1)])),
    case("silver fork with rook and horse", "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", [Mate(7), Mate(5), Mate(5), Mate(5)]),
    case("bishop and rook from afar", "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", [Mate(9), Mate(3), Mate(3), Mate(3)]),
    case("another piece takes with mate", "8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s4n3l18p 1", [Mate(2), Mate(0), Mate(0), Mate(0)]),
    case("discovered second check at a guarded square", "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1", [Mate(3), Mate(3), Mate(3), Mate(1)]),
    case("taking gives only a discovered check", "9/6RSn/9/8k/7P1/6B1P/9/9/9 b rb4g3s3n4l16p 1", [Mate(5), Mate(3), Mate(3), Mate(1)]),
    case("one more reply after taking", "9/9/9/9/9/6BR1/5+Bp1p/7k1/6s2 w r4g3s4n4l16p 1", [Mate(4), Mate(4), Mate(2), Mate(2)]),
    case("interpositions do not matter", "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", [Mate(7), Mate(7), Mate(7), Mate(7)]),
];
