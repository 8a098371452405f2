//! Variations, explanations and tries, held to problems worked out by hand and to the independent
//! witness.

use crate::common::setup;
use crate::positions::{Random, Theme, position};
use crate::solver;
use std::collections::BTreeSet;
use tsume::notation::{sfen, usi};
use tsume::search::{Limits, Solver, StopReason};
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::tsume::explain::{BroadAnswer, Explanations, Grey};
use tsume::tsume::refutation::{Attempt, AttemptError, End, Outcome};
use tsume::tsume::variations::{Defence, Turn};
use tsume::tsume::{Composed, Interpositions, Questions, Study, composed};
use tsume::verify::{Existence, Level, Outcome as Truth, Reference, no_mate, replay, rules};

fn ask(solver: &mut Solver, setup: &Setup, questions: &Questions, nodes: u64) -> (Composed, Study) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let position = Position::new(setup);
    let level = Interpositions::Standard;
    composed::study(solver, &position, level, questions, &limits, &mut |_| {})
}

fn variations(sfen: &str, depth: u32) -> (Composed, Vec<Turn>) {
    let questions = Questions {
        variations: depth,
        ..Questions::default()
    };
    let (found, study) = ask(&mut solver(), &setup(sfen), &questions, 10_000_000);
    (found, study.variations.expect("variations"))
}

fn explained(sfen: &str) -> (Composed, Explanations) {
    let questions = Questions {
        explain: true,
        ..Questions::default()
    };
    let (found, study) = ask(&mut solver(), &setup(sfen), &questions, 10_000_000);
    (found, study.explanations.expect("explanations"))
}

/// Each defence of a turn: its line, its length, whether it is equal.
fn summary(turn: &Turn) -> Vec<(String, u32, bool)> {
    let defence = |it: &Defence| (usi::write_line(&it.reading.line), it.plies, it.equal);
    turn.defences.iter().map(defence).collect()
}

#[test]
fn the_equal_line_is_found_and_marked() {
    let (_, turns) = variations("6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1", 1);
    assert_eq!(turns.len(), 1);
    assert_eq!(turns[0].ply, 2);
    assert_eq!(summary(&turns[0]), [("2b2a S*1b".to_owned(), 3, true)]);
}

#[test]
fn every_kind_of_interposition_is_a_variation_of_its_own() {
    let (_, turns) = variations("8k/9/5+R3/9/9/9/9/+B8/9 b Srb4g3s4n4l18p 1", 1);
    let found: Vec<_> = summary(&turns[0]);
    let expected = ["L", "N", "S", "G", "B", "R"].map(|kind| (format!("{kind}*1b S*2b"), 3, true));
    assert_eq!(found, expected);
}

#[test]
fn a_variation_that_leaves_something_is_not_equal() {
    let (_, turns) = variations("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1", 1);
    let expected = [("2b2a G*2b", 5, true), ("2b3a 3c3b+", 5, false)];
    assert_eq!(
        summary(&turns[0]),
        expected.map(|(line, n, it)| (line.to_owned(), n, it))
    );
    assert_eq!(turns[0].defences[1].reading.leftover.total(), 1);
}

#[test]
fn futile_interpositions_are_listed_apart() {
    let (found, turns) = variations("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 1);
    assert_eq!(found.reading.expect("a main line").line.len(), 1);
    assert_eq!(
        (turns.len(), turns[0].ply, turns[0].defences.len()),
        (1, 2, 0)
    );
    // One square, every kind in hand.
    assert_eq!(turns[0].set_aside.len(), 7);
}

#[test]
fn deviations_from_variations_are_one_level_deeper() {
    let sfen = "9/9/8k/6L2/7L1/9/9/9/9 b G2r2b3g4s4n2l18p 1";
    let (_, flat) = variations(sfen, 1);
    let (_, deep) = variations(sfen, 2);
    let nested = |turns: &[Turn]| {
        let defences = turns.iter().flat_map(|turn| &turn.defences);
        defences.map(|it| it.turns.len()).sum::<usize>()
    };
    assert_eq!(nested(&flat), 0);
    // The same tree but for what hangs below.
    let strip = |mut turns: Vec<Turn>| {
        for turn in &mut turns {
            for defence in &mut turn.defences {
                defence.turns.clear();
            }
        }
        turns
    };
    assert_eq!(strip(deep.clone()), flat);

    assert!(nested(&deep) > 0);
    let inner = &deep[0].defences[0];
    assert_eq!(usi::write_line(&inner.reading.line), "1c2b 2d2c 2b1a 2c2b");
    assert_eq!(inner.turns[0].ply, 4);
    assert_eq!(
        summary(&inner.turns[0]),
        [("2b2a 2c2b".to_owned(), 5, true)]
    );
}

#[test]
fn what_a_limit_cut_off_is_open() {
    let questions = Questions {
        variations: 9,
        ..Questions::default()
    };
    let problem = setup("9/7k1/1R7/9/9/9/9/6L2/9 b Lr2b4g4s4n2l18p 1");
    let (mut cut, mut whole) = (0, 0);
    let (all, _) = ask(&mut solver(), &problem, &questions, 10_000_000);
    let most = all.strict.stats.nodes;
    for nodes in (1..=10).map(|part| most * part / 10) {
        let (found, study) = ask(&mut solver(), &problem, &questions, nodes);
        let Some(turns) = study.variations else {
            assert_eq!(found.reading, None);
            continue;
        };
        if is_open(&turns) {
            assert!(study.stopped.is_some());
            cut += 1;
        } else {
            whole += 1;
        }
    }
    assert!(cut > 0 && whole > 0, "{cut} cut, {whole} whole");
}

fn is_open(turns: &[Turn]) -> bool {
    turns
        .iter()
        .any(|turn| !turn.open.is_empty() || turn.defences.iter().any(|it| is_open(&it.turns)))
}

/// The only grey class on a main line, and how many interpositions are of it.
fn grey(found: &Explanations, futile: bool) -> (BTreeSet<String>, usize) {
    let of_it = found.interpositions.iter().filter(|it| it.grey.is_some());
    let of_it: Vec<_> = of_it.inspect(|it| assert_eq!(it.futile, futile)).collect();
    let names = of_it
        .iter()
        .filter_map(|it| it.grey)
        .map(|grey| format!("{grey:?}"));
    (names.collect(), of_it.len())
}

#[test]
fn one_more_reply_after_taking_is_flagged_and_futile() {
    let (found, explained) = explained("9/9/9/9/9/6BR1/5+Bp1p/7k1/6s2 w r4g3s4n4l16p 1");
    let (classes, count) = grey(&explained, true);
    assert_eq!(classes, BTreeSet::from([format!("{:?}", Grey::NewReply)]));
    assert_eq!(count, 6);
    let main = found.reading.expect("a main line");
    assert_eq!(explained.other_answer(&main), None);
    for it in &explained.interpositions {
        assert_eq!((it.ply, it.by_checker, it.plies_without), (1, true, 2));
    }
}

#[test]
fn taking_with_double_check_is_flagged_and_both_answers_are_given() {
    let (found, explained) = explained("6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1");
    let (classes, count) = grey(&explained, false);
    assert_eq!(
        classes,
        BTreeSet::from([format!("{:?}", Grey::DoubleCheck)])
    );
    assert_eq!(count, 7);
    let main = found.reading.expect("a main line");
    assert_eq!((main.line.len(), main.leftover.total()), (3, 1));
    let (plies, leftover) = explained.other_answer(&main).expect("another answer");
    assert_eq!((plies, leftover.is_empty()), (1, true));
}

#[test]
fn taking_with_only_a_discovered_check_is_flagged_and_both_answers_are_given() {
    let (found, explained) = explained("9/6RSn/9/8k/7P1/6B1P/9/9/9 b rb4g3s3n4l16p 1");
    let (classes, count) = grey(&explained, false);
    assert_eq!(
        classes,
        BTreeSet::from([format!("{:?}", Grey::DiscoveredCheck)])
    );
    assert_eq!(count, 7);
    let main = found.reading.expect("a main line");
    assert_eq!(
        explained.other_answer(&main).map(|(plies, _)| plies),
        Some(1)
    );
}

#[test]
fn an_undisputed_answer_is_the_same_at_both_levels() {
    let (found, explained) = explained("9/2R2n3/8k/9/9/8S/7L1/9/9 b r2b4g3s3n3l18p 1");
    let main = found.reading.expect("a main line");
    assert_eq!(explained.other_answer(&main), None);
    assert!(matches!(
        explained.broad,
        BroadAnswer::Known { plies: 5, .. }
    ));
    // Five squares between king and dragon, seven kinds each; nearer squares end sooner.
    let found: BTreeSet<_> = explained
        .interpositions
        .iter()
        .map(|it| (it.mv.to().file() + 1, it.plies_after, it.plies_without))
        .collect();
    let expected = [(2, 0, 4), (3, 2, 4), (4, 4, 4), (5, 4, 4), (6, 4, 4)];
    assert_eq!(found, BTreeSet::from(expected));
    assert_eq!(explained.interpositions.len(), 35);
    assert!(
        explained
            .interpositions
            .iter()
            .all(|it| it.futile && it.by_checker)
    );
}

#[test]
fn another_piece_that_takes_with_mate_is_no_grey_case() {
    let (_, explained) = explained("8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s4n3l18p 1");
    assert!(!explained.interpositions.is_empty());
    for it in &explained.interpositions {
        assert_eq!((it.futile, it.by_checker, it.grey), (true, false, None));
        assert_eq!((it.plies_after, it.plies_without), (0, 0));
    }
}

fn moves(text: &str) -> Vec<Move> {
    let words = text.split(' ');
    words
        .map(|word| usi::parse_move(word).expect("a move"))
        .collect()
}

fn tried(sfen: &str, line: &str, nodes: u64) -> Outcome {
    let setup = setup(sfen);
    let attempt = Attempt::new(&Position::new(&setup), moves(line)).expect("an attempt");
    let questions = Questions {
        attempt: Some(attempt),
        ..Questions::default()
    };
    let (_, study) = ask(&mut solver(), &setup, &questions, nodes);
    study.attempt.expect("an outcome")
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
    let position = Position::new(&setup(FIVE));
    for (line, error) in [
        ("3a3d+ 1d1e", AttemptError::DefenderLast),
        ("3a3c", AttemptError::NoCheck(0)),
        ("3a3d+ 1d2d", AttemptError::NotLegal(1)),
        ("5e5d", AttemptError::NotLegal(0)),
    ] {
        assert_eq!(Attempt::new(&position, moves(line)), Err(error), "{line}");
    }
    assert_eq!(
        Attempt::new(&position, Vec::new()),
        Err(AttemptError::Empty)
    );
}

#[test]
fn perpetual_check_is_refuted_by_coming_back() {
    let perpetual = setup("6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1");
    let questions = Questions {
        refutation: true,
        ..Questions::default()
    };
    let (_, study) = ask(&mut solver(), &perpetual, &questions, 1_000_000);
    let refutation = study.refutation.expect("a refutation");
    assert_eq!(refutation.end, End::Repetition);
    let (_, before) = refutation.line.split_last().expect("moves");
    assert!(replay(&perpetual, Color::Black, before).is_ok());
    assert!(replay(&perpetual, Color::Black, &refutation.line).is_err());
}

/// Every reply at a turn is in exactly one place, and every length and leftover is that of the
/// witness. How many defences were compared.
fn compare(root: &Setup, line: &[Move], turns: &[Turn]) -> Result<usize, String> {
    let mut compared = 0;
    for turn in turns {
        let made = turn.ply as usize - 1;
        let mut position = Position::new(root);
        for &mv in &line[..made] {
            position.make(mv);
        }
        let board = tsume::verify::Board::new(&position.to_setup()).map_err(|it| it.to_string())?;
        let mut replies: Vec<u16> = rules::legal_moves(&board)
            .iter()
            .map(|it| it.0.bits())
            .collect();
        let own = line.get(made).copied();
        let defences = turn.defences.iter().map(Defence::reply);
        let mut listed: Vec<u16> = defences
            .chain(turn.set_aside.iter().copied())
            .chain(own)
            .map(Move::bits)
            .collect();
        replies.sort_unstable();
        listed.sort_unstable();
        if replies != listed || !turn.open.is_empty() {
            return Err(format!("ply {}: not every reply is listed once", turn.ply));
        }
        for defence in &turn.defences {
            let mut after = position.clone();
            after.make(defence.reply());
            let setup = after.to_setup();
            let rest = defence.reading.line.len() as u32 - 1;
            let mut witness = Reference::new(&setup, Color::Black, Level::Standard)
                .map_err(|it| it.to_string())?
                .with_node_cap(200_000);
            match witness.best_play(rest) {
                Truth::GaveUp => continue,
                Truth::Mate(best)
                    if best.plies == rest && best.leftover == defence.reading.leftover.total() => {}
                truth => return Err(format!("{truth:?}, not {:?}", defence.reading)),
            }
            if defence.plies != turn.ply + rest || defence.plies as usize > line.len() {
                return Err(format!("{} plies in all", defence.plies));
            }
            let played = replay(&setup, Color::Black, &defence.reading.line[1..]);
            // Where only futile interpositions are left it is not mate by the rules of the game.
            if let Err(error) = played {
                return Err(format!("{error}: {:?}", defence.reading.line));
            }
            let mut whole = line[..made].to_vec();
            whole.extend(&defence.reading.line);
            compared += 1 + compare(root, &whole, &defence.turns)?;
        }
    }
    Ok(compared)
}

/// Every row of a table of short problems, or some of the longer ones.
fn check(table: &str, at_least: usize) {
    let mut solver = solver();
    let (mut compared, mut wrong) = (0, Vec::new());
    for (i, row) in table.lines().skip(1).enumerate() {
        let cells: Vec<&str> = row.split('\t').collect();
        // Two levels where the tree stays small.
        let (depth, every) = match cells[4] {
            "1" | "3" => (2, 1),
            "5" => (1, 2),
            _ => (1, 20),
        };
        if i % every != 0 {
            continue;
        }
        let questions = Questions {
            variations: depth,
            ..Questions::default()
        };
        let setup = setup(cells[1]);
        let (found, study) = ask(&mut solver, &setup, &questions, 10_000_000);
        let (Some(main), Some(turns)) = (found.reading, study.variations) else {
            wrong.push(format!("{}: no variations", cells[0]));
            continue;
        };
        match compare(&setup, &main.line, &turns) {
            Ok(count) => compared += count,
            Err(error) => wrong.push(format!("{}: {error}", cells[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= at_least, "only {compared} defences compared");
}

#[test]
fn variations_of_short_compositions_are_those_of_the_witness() {
    check(include_str!("../data/short_composed.tsv"), 300);
}

#[test]
fn variations_of_short_game_positions_are_those_of_the_witness() {
    check(include_str!("../data/short_game.tsv"), 200);
}

/// What is wrong with the outcome of trying a check, if anything; and whether the witness could say.
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
                attempt: Attempt::new(&start, vec![check]).ok(),
                ..Questions::default()
            };
            let (_, study) = ask(&mut solver, &setup, &questions, 20_000);
            let outcome = study.attempt.expect("an outcome");
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
