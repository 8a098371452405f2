//! The examples of the rule. `cargo test -p tsume-long-tests examples -- --nocapture --test-threads 1` prints
//! the reasoning.

use support::detours::forbidden::Line;
use support::detours::lengths::Lengths;
use support::detours::reading::Reading;
use support::detours::rule::{Class, Turn};
use support::notation;
use tsume::notation::usi::{write_line, write_move};
use tsume::verify::{Board, rules};

/// Names every alternative up to `longer` plies longer than the rest of a line, with the reasoning.
fn classes(sfen: &str, line: &str, longer: u32) -> Vec<(usize, String, u32, Class)> {
    let setup = notation::setup(sfen);
    let start = Board::new(&setup).expect("a diagram");
    let mut lengths = Lengths::new(setup.turn, 20_000_000);
    let moves = notation::line(line);
    println!("\n{sfen}\n  {}", write_line(&moves));
    let line = Line::new(&start, &moves);
    let best = lengths.attack(&start, line.plies()).expect("few nodes");
    assert_eq!(best, Some(line.plies()), "the line is as long as can be");
    let mut found = Vec::new();
    for ply in (1..moves.len()).step_by(2) {
        let mut turn = Turn::new(&mut lengths, &line, ply, Reading::CHOSEN).expect("few nodes");
        for (mv, after) in rules::checks(&line.boards[ply - 1]) {
            let rest = line.plies() - ply as u32;
            let length = turn.lengths.defend(&after, rest + longer);
            let Some(length) = length.expect("few nodes").filter(|_| mv != moves[ply - 1]) else {
                continue;
            };
            let total = ply as u32 + length;
            let verdict = turn.judge(mv, &after, length, 4).expect("few nodes");
            println!("  ply {ply} {} ({total}): {}", write_move(mv), verdict.class.name());
            for text in turn.reasons(&verdict, &after, length).expect("few nodes") {
                println!("    {text}");
            }
            found.push((ply, write_move(mv), total, verdict.class));
        }
    }
    found
}

/// Holds the named alternatives, and that there are no others, to the rule.
fn expect(sfen: &str, line: &str, longer: u32, expected: &[(usize, &str, u32, Class)]) {
    let found = classes(sfen, line, longer);
    let found: Vec<_> = (found.iter()).map(|(ply, mv, total, class)| (*ply, mv.as_str(), *total, *class)).collect();
    assert_eq!(found, expected, "{sfen}");
}

#[test]
fn of_the_rule() {
    // After 3b3c+ 2d1e (the longest reply) 3c3e 1e1f 3e2e 1f1g 2e2g no turn is one of an equal line.
    expect(
        "9/6RS1/9/7k1/9/6S2/9/9/9 b r2b4g2s4n4l18p 1",
        "3b3e+ 2d2c 3e3c 2c1b 3c1c",
        4,
        &[(1, "3b3c+", 7, Class::Cook)],
    );
    // Both longest replies to 1c1b are 1a2a and 1a2b; after 1a2a 1b1a+ 2a2b 1d1c+ 2b1a the attacker is
    // where 1c1b+ 1a1b 1d1c+ 1b1a has led, and nothing else mates within eleven plies.
    expect(
        "8k/9/8P/8S/8L/6L2/9/9/9 b 2r2b3g4s2n2l17p 1",
        "1c1b+ 1a1b 1d1c+ 1b1a 1c1b",
        4,
        &[(1, "1c1b", 7, Class::RejoiningDetour)],
    );
}

#[test]
fn of_the_classes() {
    expect(
        "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1",
        "4a3a 2b3c 3a3b 3c3b 4d4b+",
        4,
        &[(3, "3a4b", 9, Class::ReturningDetour)],
    );
    // The first three would be told as duals of distance and promotion before this rule is asked.
    let far = ["L*2e", "L*2f", "L*2g", "L*2h", "L*2i"].map(|mv| (1, mv, 5, Class::Cook));
    expect("9/7k1/1R7/9/9/9/9/6L2/9 b Lr2b4g4s4n2l17p 1", "L*2d 2b1b 8c2c+ 1b1a 2c2b", 2, &far);
    expect("6p2/6k2/7N1/3R4p/6G2/5L3/9/9/9 b Gr2b2g4s3n3l16p 1", "6d6b+ 3b2a G*2b", 2, &[(1, "6d6b", 3, Class::Cook)]);
    expect(
        "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1",
        "1c2b 1a2b 2d2c+ 2b2a G*2b",
        2,
        &[(3, "7h2c+", 5, Class::Cook), (3, "G*2c", 7, Class::Cook)],
    );
}

/// Told as one that rejoins by the older rule, for 4c2a 1b2a is the position after 4c2a+ 1b2a. But that is
/// no longest reply: 1b2b lasts two plies longer, and after 9c3c 2b2a S*2b 2a1b 3c1c nothing is back.
#[test]
fn of_a_promotion_that_was_said_to_rejoin() {
    expect(
        "5s3/8k/+R4B3/5n3/9/9/9/9/6L2 b Srb4g2s3n3l18p 1",
        "4c2a+ 1b2a 9c2c 2a1a S*2b",
        2,
        &[(1, "4c2a", 7, Class::Cook)],
    );
}
