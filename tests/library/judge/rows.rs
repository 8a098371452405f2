//! Rows: what they tell holds however early a limit ends the work.

use tsume::{Options, Problem, Solver};

/// Problems with their lengths and the number of pieces that best play leaves over, by brute force.
const LEFTOVERS: [(&str, u32, usize); 8] = [
    ("4R4/5k3/9/9/9/4R4/9/9/9 b L2b4g4s4n3l18p 1", 7, 1),
    ("5B2k/9/9/5n3/9/9/9/8s/9 b 2RGb3g3s3n4l18p 1", 7, 1),
    ("5G1kB/9/9/9/8N/9/9/9/9 b RLrb3g4s3n3l18p 1", 5, 1),
    ("7k1/9/8G/6R2/9/9/9/6S2/9 b 2Lr2b3g3s4n2l18p 1", 3, 1),
    ("8k/9/9/6R2/2L6/9/9/9/9 b RG2b3g4s4n3l18p 1", 5, 1),
    ("9/8k/9/7R1/R8/9/9/9/9 b Bb4g4s4n4l18p 1", 3, 1),
    ("9/9/4G2kS/7lR/8l/9/9/9/9 b Sr2b3g2s4n2l18p 1", 7, 0),
    ("l1s3+N1l/9/pk6+b/2ppp1PPp/B4Pp2/2PPP+S+s2/PPNG4P/2G6/K7L b 2RGN3Pgsnl 1", 7, 6),
];

/// Returns the number of pieces of a hand as in an SFEN, such as `RGL3P`.
fn count(hand: &str) -> usize {
    let words = hand.split_inclusive(|it: char| it.is_ascii_alphabetic());
    let numbers = words.map(|it| it[..it.len() - 1].parse().unwrap_or(1));
    numbers.sum()
}

/// A limit between the length and the main line left a line of the strict game, whose pieces were told as
/// the leftover.
#[test]
fn the_leftover_of_another_line_is_never_told() {
    let mut solver = Solver::default();
    for (sfen, plies, left) in LEFTOVERS {
        let problem: Problem = sfen.parse().unwrap();
        for nodes in [10_000, 100_000, 500_000, u64::MAX] {
            let options = Options::new().nodes(nodes);
            let rows = [
                solver.solve_row(&problem, &options),
                // The whole judgement takes long.
                solver.check_row(&problem, &options.nodes(nodes.min(500_000))),
            ];
            for row in &rows {
                assert!(row.plies.is_none_or(|it| it == plies), "{row:?}");
                let told = row.leftover.as_deref().map(count);
                assert!(told.is_none_or(|it| it == left), "{row:?}");
            }
            if nodes == u64::MAX {
                let told = rows[0].leftover.as_deref().map(count);
                assert_eq!((rows[0].plies, told), (Some(plies), Some(left)), "{sfen}");
            }
        }
    }
}
