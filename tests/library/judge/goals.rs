//! Problems that are asked about as another goal than their own.

use std::collections::{BTreeMap, HashSet};
use tsume::composition::repair::{CannotRepair, Request};
use tsume::composition::rules::Profile;
use tsume::composition::verdict::{self as judged, Kind};
use tsume::composition::{Goal, Interpositions};
use tsume::input::Source;
use tsume::report::{Diagram, svg};
use tsume::search::StopReason;
use tsume::vocabulary::{ErrorKind, Lang, Verdict};
use tsume::{NotInCheck, Options, Problem, Problems, Solver, Uncertified};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const BRINKMATE: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/9 b S2rb4g3s3n3l15p 1";
/// The defender is to move and not in check.
const THREAT: &str = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";

fn words(moves: &[tsume::shogi::Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn a_threatmate_is_no_problem_of_a_mate() {
    let problem = Problem::from_sfen_for(Goal::Threatmate, THREAT).unwrap();
    let (mut solver, options) = (Solver::default(), Options::new());
    assert!(!problem.attacker_to_move());
    assert_eq!(solver.solve(&problem, &options).unwrap_err(), NotInCheck);
    assert_eq!(
        solver.certify(&problem, &options.clone().goal(Goal::Mate)),
        Err(Uncertified::NotInCheck)
    );
    let asked = options.goal(Goal::Mate).verify();
    let row = solver.solve_row(&problem, &asked);
    let error = row.error.expect("it is refused");
    assert_eq!((row.verdict, row.plies), (Verdict::Error, None));
    assert_eq!(error.kind, ErrorKind::Illegal);
    assert_eq!(
        error.message.in_lang(Lang::English),
        NotInCheck.to_string(),
        "the same words everywhere"
    );
    let row = solver.check_row(&problem, &asked);
    assert_eq!(row.verdict, Verdict::Error);
}

#[test]
fn a_defender_in_check_is_solved_whatever_the_goal() {
    let sfen = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";
    let problem = Problem::from_sfen_for(Goal::Threatmate, sfen).unwrap();
    let solution = Solver::default().solve(&problem, &Options::new()).unwrap();
    assert_eq!(solution.plies(), Some(0));
    assert_eq!(problem.moves_after(&[]), Some(Vec::new()));
}

#[test]
fn a_defender_who_is_not_in_check_may_make_any_move() {
    let problem = Problem::from_sfen_for(Goal::Threatmate, THREAT).unwrap();
    let moves = words(&problem.moves_after(&[]).unwrap());
    // A move of the king, one of a pawn, and a drop far away.
    for mv in ["1b1c", "1d1e", "R*9i"] {
        assert!(moves.contains(&mv.to_owned()), "{mv} in {moves:?}");
    }
    let rotated = "9/9/9/9/9/P8/1PP6/K1s6/LN1+b5 b 2RB3G3S3N3L15Pg 1";
    let rotated = Problem::from_sfen_for(Goal::Threatmate, rotated).unwrap();
    assert_eq!(
        rotated.moves_after(&[]).map(|it| it.len()),
        Some(moves.len())
    );
}

#[test]
fn the_line_of_a_brinkmate_can_be_stepped_through() {
    let sfen = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1 moves S*2c 2b1c 2c3d+";
    let problem = Problem::from_sfen_for(Goal::Brinkmate, sfen).unwrap();
    let line = problem.author_line();
    for at in 0..line.len() {
        let moves = problem.moves_after(&line[..at]).unwrap();
        assert!(
            moves.contains(&line[at]),
            "{} in {:?}",
            line[at],
            words(&moves)
        );
    }
    assert!(problem.moves_after(line).is_some_and(|it| !it.is_empty()));
}

#[test]
fn a_brinkmate_that_begins_quietly_can_be_asked_for_a_mate() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*9i";
    let problem = Problem::from_sfen_for(Goal::Brinkmate, sfen).unwrap();
    let (mut solver, asked) = (Solver::default(), Options::new().goal(Goal::Mate));
    let row = solver.check_row(&problem, &asked);
    assert!(
        row.author_line_broken,
        "a mate needs a check with every move"
    );
    let line = Source::Text(sfen.to_owned());
    let read = Problems::read([line]).next().unwrap().unwrap();
    let of_line = solver.check_row(&read, &asked);
    assert_eq!((row.verdict, row.plies), (of_line.verdict, Some(1)));
    assert_eq!(row.defects, of_line.defects);
    assert_eq!(solver.solve_row(&problem, &asked).plies, Some(1));
}

#[test]
fn a_problem_that_is_written_and_read_is_the_same() {
    let brinkmate = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1 moves S*2c 2b1c 2c3d+";
    for (goal, sfen) in [
        (Goal::Mate, "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        (Goal::Mate, "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b"),
        (Goal::Brinkmate, brinkmate),
        (Goal::Threatmate, THREAT),
    ] {
        let problem = Problem::from_sfen_for(goal, sfen).unwrap();
        let again: Problem = problem.to_string().parse().unwrap();
        assert_eq!(again, problem, "{problem}");
    }
    let mate = Problem::from_sfen_for(Goal::Mate, "4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
    assert_eq!(mate.to_string(), mate.setup().to_string());
    assert_ne!(mate, mate.clone().with_id("x"));
}

#[test]
fn every_goal_is_answered_by_option_and_by_the_text() {
    let (mut solver, options) = (Solver::default(), Options::new());
    for (goal, sfen, solved, judged) in [
        (Goal::Mate, MATE, Verdict::Mate, Verdict::Sound),
        (
            Goal::Brinkmate,
            BRINKMATE,
            Verdict::Brinkmate,
            Verdict::Sound,
        ),
        (
            Goal::Threatmate,
            THREAT,
            Verdict::Threatmate,
            Verdict::Threatmate,
        ),
    ] {
        let named: Problem = format!("{sfen}; goal \"{goal}\"").parse().unwrap();
        let given = Problem::from_sfen_for(goal, sfen).unwrap();
        let asked = options.clone().goal(goal);
        for (problem, options) in [(&named, &options), (&given, &options), (&given, &asked)] {
            let row = solver.solve_row(problem, options);
            assert_eq!((row.verdict, row.goal), (solved, goal));
            let row = solver.check_row(problem, options);
            assert_eq!((row.verdict, row.goal), (judged, goal));
        }
    }
    // The option decides against the text.
    let brinkmate: Problem = format!("{BRINKMATE}; goal \"brinkmate\"").parse().unwrap();
    let row = solver.check_row(&brinkmate, &options.clone().goal(Goal::Mate));
    assert_eq!((row.verdict, row.goal), (Verdict::NoMate, Goal::Mate));
}

#[test]
fn only_mates_are_repaired_and_extended() {
    let (mut solver, options) = (Solver::default(), Options::new());
    for (goal, sfen) in [(Goal::Brinkmate, BRINKMATE), (Goal::Threatmate, THREAT)] {
        let problem = Problem::from_sfen_for(goal, sfen).unwrap();
        for extends in [false, true] {
            let request = Request {
                extends,
                ..Request::default()
            };
            let refused = solver.repair(&problem, &options, &request).unwrap_err();
            assert_eq!(refused, CannotRepair::OtherGoal(goal));
            let words = format!("the goal is a {goal}: only problems that end with a mate");
            assert!(refused.to_string().starts_with(&words), "{refused}");
        }
    }
}

#[test]
fn words_of_answers_are_written_as_in_rows_and_can_be_keys() {
    assert_eq!(Verdict::NoMate.to_string(), "no_mate");
    assert_eq!(format!("{:>8}", Verdict::Sound), "   sound");
    assert_eq!(
        judged::Verdict::NoMate.to_string(),
        Verdict::NoMate.to_string()
    );
    assert_eq!(Kind::EarlyMate.to_string(), "early_mate");
    assert_eq!(Profile::Lenient.to_string(), "lenient");
    assert_eq!(Interpositions::Broad.to_string(), "broad");
    assert_eq!(StopReason::Nodes.to_string(), "nodes");
    assert_eq!(Goal::Threatmate.to_string(), "threatmate");
    let counts: BTreeMap<_, _> = [judged::Verdict::Flawed, judged::Verdict::Sound]
        .into_iter()
        .zip(1..)
        .collect();
    assert_eq!(counts.keys().next(), Some(&judged::Verdict::Sound));
    let stops: HashSet<_> = [StopReason::Time, StopReason::Time].into_iter().collect();
    assert_eq!(stops.len(), 1);
}

#[test]
fn a_diagram_needs_only_a_position_and_the_attacker() {
    let problem: Problem = MATE.parse().unwrap();
    let picture = Diagram {
        plies: Some(1),
        ..Diagram::new(problem.setup(), problem.attacker())
    };
    let picture = svg(&picture).expect("there is no line");
    assert!(picture.contains("1手詰"), "{picture}");
}
