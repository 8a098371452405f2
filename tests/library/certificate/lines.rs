//! Claims about positions that moves of a problem lead to: which checks mate, and which do not.

use super::answers::assert_proven;
use super::{composed_solver, problem, table};
use tsume::certificate::{Certificate, Claim};
use tsume::composition::Problem;
use tsume::composition::certify::{certify_after, mate_after};
use tsume::search::{Limits, Uncertified};
use tsume::shogi::{Color, Move, Position};
use tsume::verify::{Existence, Reason, check, no_mate, only_checks};

/// Returns every check of a problem, proven to mate or not to; `None` where that takes too long.
fn checks(problem: &Problem) -> Option<(Vec<Move>, Vec<Move>)> {
    let mut position = Position::new(problem.normalised());
    let (mut mating, mut failing) = (Vec::new(), Vec::new());
    for mv in position.checks() {
        let undo = position.make(mv);
        let setup = position.to_setup();
        position.unmake(mv, undo);
        let existence = no_mate(&setup, Color::Black, 20_000).unwrap();
        // A second turn undoes the first.
        let given = match problem.attacker() {
            Color::Black => mv,
            Color::White => mv.rotate(),
        };
        match existence {
            Existence::Mate => mating.push(given),
            Existence::NoMate => failing.push(given),
            Existence::GaveUp => return None,
        }
    }
    Some((mating, failing))
}

fn made(problem: &Problem, lines: &[Vec<Move>], claim: Claim) -> Result<Certificate, Uncertified> {
    let mut solver = composed_solver(4 << 20);
    let limits = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    certify_after(&mut solver, problem, lines, claim, &limits, &mut |_| {}).map(|it| it.0)
}

#[test]
#[ignore = "takes 7 s"]
fn what_every_check_comes_to_is_proven() {
    let (mut failing_ones, mut mating_ones, mut only) = (0, 0, 0);
    let problems = [table("reference.tsv"), table("short_composed.tsv")].concat();
    let share = support::one_in(8);
    for problem in problems.iter().step_by(share) {
        let Some((mating, failing)) = checks(problem) else {
            continue;
        };
        let one_each = |moves: &[Move]| moves.iter().map(|&mv| vec![mv]).collect::<Vec<_>>();
        if !failing.is_empty() {
            let certificate = made(problem, &one_each(&failing), Claim::NoMate).unwrap();
            assert_proven(&certificate);
            let found = only_checks(&certificate);
            match mating[..] {
                [mv] => assert_eq!(found, [(Vec::new(), mv)]),
                _ => assert!(found.is_empty()),
            }
            only += found.len();
            failing_ones += failing.len();
            // The same positions do not prove it of a check that mates.
            if let Some(&mv) = mating.first() {
                let mut wrong = certificate;
                wrong.lines.push(vec![mv]);
                assert!(check(&wrong).is_err());
            }
        }
        for line in one_each(&mating) {
            let mut solver = composed_solver(4 << 20);
            let limits = Limits::default();
            let plies = mate_after(&mut solver, problem, &line, &limits, &mut |_| {});
            let claim = Claim::MateWithin(plies.expect("it mates"));
            assert_proven(&made(problem, &[line], claim).unwrap());
            mating_ones += 1;
        }
    }
    println!("{failing_ones} fail, {mating_ones} mate, {only} turns with one only");
    assert!(failing_ones > 100 / share && mating_ones > 60 / share && only > 20 / share);
}

#[test]
fn a_line_has_to_be_legal_and_to_give_check() {
    let problem = problem("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1");
    let mv = |text| tsume::notation::usi::parse_move(text).unwrap();
    let fails = vec![mv("1f2e")];
    let certificate = made(&problem, &[fails], Claim::NoMate);
    let proven = match certificate {
        Ok(certificate) => certificate,
        Err(error) => panic!("{error:?}"),
    };
    assert_proven(&proven);
    let with = |lines: Vec<Vec<Move>>| {
        check(&Certificate {
            lines,
            ..proven.clone()
        })
    };
    let illegal = mv("1f5c");
    let reason = with(vec![vec![illegal]]).unwrap_err().reason;
    assert_eq!(reason, Reason::BrokenLine(illegal));
    // Of the problem itself it would be wrong.
    let reason = with(Vec::new()).unwrap_err().reason;
    assert_eq!(reason, Reason::RootNotCovered);
    // A move that is legal but no check.
    let reason = with(vec![vec![mv("1f5f")]]).unwrap_err().reason;
    assert_eq!(reason, Reason::NotInCheck);
}
