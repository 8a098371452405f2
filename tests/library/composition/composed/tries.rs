//! Tries: their outcome, and how the defender escapes.

use super::{ask, solver};
use support::Random;
use support::positions::{Theme, position};
use support::{problem, setup};
use tsume::composition::Questions;
use tsume::composition::refutation::{Attempt, AttemptError, End, Outcome};
use tsume::notation::{sfen, usi};
use tsume::search::StopReason;
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::verify::{Existence, Level, Outcome as Truth, Reference, no_mate, replay};

fn moves(text: &str) -> Vec<Move> {
    let words = text.split(' ');
    words
        .map(|word| usi::parse_move(word).expect("a move"))
        .collect()
}

fn tried(sfen: &str, line: &str, nodes: u64) -> Outcome {
    let setup = setup(sfen);
    let attempt = Attempt::new(&problem(&setup), moves(line)).expect("an attempt");
    let questions = Questions {
        attempts: vec![attempt],
        ..Questions::default()
    };
    let (_, study) = ask(&mut solver(), &setup, &questions, nodes);
    study.attempts.into_iter().next().expect("an outcome")
}

const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

#[test]
fn an_attempt_that_mates_has_a_length_and_a_line() {
    let Outcome::Mate { plies, reading, .. } = tried(FIVE, "3a3d+ 1d1e 3d2d", 1_000_000) else {
        panic!("it mates");
    };
    assert_eq!(plies, Some(5));
    assert_eq!(usi::write_line(&reading.expect("a line").line), "1e1f 2d2f");
}

#[test]
fn an_attempt_that_fails_has_a_refutation_to_the_end_of_checks() {
    let Outcome::Fails(Some(refutation)) = tried(FIVE, "3a3d", 1_000_000) else {
        panic!("it fails");
    };
    assert_eq!(refutation.end, End::NoCheck);
    let mut line = moves("3a3d");
    line.extend(&refutation.line);
    let played = replay(&setup(FIVE), Color::Black, &line).expect("legal moves and checks");
    assert!(!played.mate);
    let mut position = Position::new(&setup(FIVE));
    for mv in line {
        position.make(mv);
    }
    assert_eq!(
        (position.turn(), position.checks().len()),
        (Color::Black, 0)
    );
}

#[test]
fn an_attempt_beyond_the_limits_is_unknown() {
    let long = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
    let checks = Position::new(&setup(long)).checks();
    let outcomes = checks
        .into_iter()
        .map(|check| tried(long, &usi::write_move(check), 1_000));
    let unknown = outcomes.filter(|it| matches!(it, Outcome::Unknown(StopReason::Nodes)));
    assert!(unknown.count() > 0);
}

#[test]
fn impossible_attempts_are_refused() {
    let problem = problem(&setup(FIVE));
    for (line, error) in [
        ("3a3d+ 1d1e", AttemptError::DefenderLast),
        ("3a3c", AttemptError::NoCheck(0)),
        ("3a3d+ 1d2d", AttemptError::NotLegal(1)),
        ("5e5d", AttemptError::NotLegal(0)),
    ] {
        assert_eq!(Attempt::new(&problem, moves(line)), Err(error), "{line}");
    }
    assert_eq!(Attempt::new(&problem, Vec::new()), Err(AttemptError::Empty));
}

#[test]
fn perpetual_check_is_refuted_by_coming_back() {
    let perpetual = setup("6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1");
    let questions = Questions {
        refutation: Some(true),
        ..Questions::default()
    };
    let (_, study) = ask(&mut solver(), &perpetual, &questions, 1_000_000);
    let refutation = study.refutation.expect("a refutation");
    assert_eq!(refutation.end, End::Repetition);
    let (_, before) = refutation.line.split_last().expect("moves");
    assert!(replay(&perpetual, Color::Black, before).is_ok());
    assert!(replay(&perpetual, Color::Black, &refutation.line).is_err());
}

/// Returns the error in the outcome of trying a check, if any; and whether the checker could
/// decide.
fn compare_try(setup: &Setup, check: Move, outcome: &Outcome) -> Result<bool, String> {
    let mut after = Position::new(setup);
    after.make(check);
    let after = after.to_setup();
    let truth = no_mate(&after, Color::Black, 5_000).map_err(|it| it.to_string())?;
    match (outcome, truth) {
        (Outcome::Unknown(_) | Outcome::Fails(None), _) | (_, Existence::GaveUp) => Ok(false),
        (Outcome::Fails(Some(refutation)), Existence::NoMate) => {
            let mut line = vec![check];
            line.extend(&refutation.line);
            let played = replay(setup, Color::Black, &line);
            let (mut place, mut escapes) = (Position::new(&after), true);
            for &mv in &refutation.line {
                place.make(mv);
                let here = place.to_setup();
                if place.turn() == Color::Black {
                    let mate = no_mate(&here, Color::Black, 5_000);
                    escapes &= !matches!(mate, Ok(Existence::Mate));
                }
            }
            let sound = match (refutation.end, played) {
                (End::NoCheck, Ok(played)) => !played.mate && place.checks().is_empty(),
                (End::ChecksLeft, Ok(played)) => !played.mate,
                (End::Repetition, Err(_)) => true,
                _ => false,
            };
            if sound && escapes {
                Ok(true)
            } else {
                Err(format!("{refutation:?}"))
            }
        }
        (Outcome::Mate { plies, .. }, Existence::Mate) => {
            let mut witness = Reference::new(&after, Color::Black, Level::Standard)
                .map_err(|it| it.to_string())?
                .with_node_cap(20_000);
            match (witness.mate_within(4), plies) {
                (Truth::Mate(rest), Some(plies)) if rest + 1 != *plies => {
                    Err(format!("{plies} plies, not {}", rest + 1))
                }
                (Truth::NoMateWithin(most), Some(plies)) if *plies <= most + 1 => {
                    Err(format!("{plies} plies, more than {most} are needed"))
                }
                _ => Ok(true),
            }
        }
        (outcome, truth) => Err(format!("{outcome:?}, but {truth:?}")),
    }
}

#[test]
#[ignore = "takes 8 s"]
fn tries_of_random_problems_end_as_the_witness_says() {
    let mut random = Random(11);
    let mut solver = solver();
    let (mut compared, mut refuted, mut wrong) = (0, 0, Vec::new());
    for i in 0..400 {
        let setup = position(Theme::ALL[i % Theme::ALL.len()], &mut random);
        let start = Position::new(&setup);
        if start.turn() != Color::Black {
            continue;
        }
        for check in start.checks().into_iter().take(3) {
            let questions = Questions {
                attempts: Attempt::new(&problem(&setup), vec![check])
                    .into_iter()
                    .collect(),
                ..Questions::default()
            };
            let (_, study) = ask(&mut solver, &setup, &questions, 20_000);
            let outcome = study.attempts.into_iter().next().expect("an outcome");
            match compare_try(&setup, check, &outcome) {
                Ok(known) => {
                    compared += usize::from(known);
                    refuted += usize::from(known && matches!(outcome, Outcome::Fails(_)));
                }
                Err(error) => {
                    let name = usi::write_move(check);
                    wrong.push(format!("{} {name}: {error}", sfen::write(&setup)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        compared >= 200 && refuted >= 100,
        "{compared} compared, {refuted} refuted"
    );
}
