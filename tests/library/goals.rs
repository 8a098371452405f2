//! Problems that are asked about as another goal than their own.

use tsume::composition::Goal;
use tsume::input::Source;
use tsume::report::{ErrorKind, Lang, Verdict};
use tsume::{NotInCheck, Options, Problem, Problems, Solver, Uncertified};

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
        solver.certify(&problem, &options).unwrap_err(),
        Uncertified::NotInCheck
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
