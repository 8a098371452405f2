//! Explanations: which interpositions are futile and why, and on which opinions differ.

use super::{ask, solver};
use std::collections::BTreeSet;
use support::setup;
use tsume::composition::explain::{BroadAnswer, Explanations, Grey};
use tsume::composition::{Composed, Questions};
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::verify::{Level, Outcome as Truth, Reference};

fn explained(sfen: &str) -> (Composed, Explanations) {
    let questions = Questions { explain: true, ..Questions::default() };
    let (found, study) = ask(&mut solver(), &setup(sfen), &questions, 10_000_000);
    (found, study.explanations.expect("explanations"))
}

/// Returns the only grey class on a main line, and how many interpositions are of it.
fn grey(found: &Explanations, futile: bool) -> (BTreeSet<String>, usize) {
    let of_it = found.interpositions.iter().filter(|it| it.grey.is_some());
    let of_it: Vec<_> = of_it.inspect(|it| assert_eq!(it.futile, futile)).collect();
    let names = of_it.iter().filter_map(|it| it.grey).map(|grey| format!("{grey:?}"));
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
    assert_eq!(classes, BTreeSet::from([format!("{:?}", Grey::DoubleCheck)]));
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
    assert_eq!(classes, BTreeSet::from([format!("{:?}", Grey::DiscoveredCheck)]));
    assert_eq!(count, 7);
    let main = found.reading.expect("a main line");
    assert_eq!(explained.other_answer(&main).map(|(plies, _)| plies), Some(1));
}

#[test]
fn an_undisputed_answer_is_the_same_at_both_levels() {
    let (found, explained) = explained("9/2R2n3/8k/9/9/8S/7L1/9/9 b r2b4g3s3n3l18p 1");
    let main = found.reading.expect("a main line");
    assert_eq!(explained.other_answer(&main), None);
    assert!(matches!(explained.broad, BroadAnswer::Known { plies: 5, .. }));
    // Five squares between king and dragon, seven kinds each; nearer squares end sooner.
    let found: BTreeSet<_> =
        explained.interpositions.iter().map(|it| (it.mv.to().file() + 1, it.plies_after, it.plies_without)).collect();
    let expected = [(2, 0, 4), (3, 2, 4), (4, 4, 4), (5, 4, 4), (6, 4, 4)];
    assert_eq!(found, BTreeSet::from(expected));
    assert_eq!(explained.interpositions.len(), 35);
    assert!(explained.interpositions.iter().all(|it| it.futile && it.by_checker));
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

/// Returns every number of an explanation is that of the witness. How many were compared.
fn compare_explanations(root: &Setup, main: &[Move], explained: &Explanations) -> Result<usize, String> {
    let mut compared = 0;
    for it in &explained.interpositions {
        let mut position = Position::new(root);
        for &mv in &main[..it.ply as usize - 1] {
            position.make(mv);
        }
        position.make(it.mv);
        let interposed = position.piece_at(it.mv.to()).ok_or("nothing was interposed")?;
        let checks = position.checks();
        if it.capture.to() != it.mv.to() || !checks.contains(&it.capture) {
            return Err(format!("{it:?}: no capture with check"));
        }
        position.make(it.capture);
        let hand = position.hand(Color::Black);
        position.set_hand(Color::Black, hand.remove(interposed.kind().unpromote()));
        let mut witness = Reference::new(&position.to_setup(), Color::Black, Level::Standard)
            .map_err(|it| it.to_string())?
            .with_node_cap(100_000);
        match witness.mate_within(it.plies_after) {
            Truth::Mate(plies) if plies == it.plies_after => {}
            Truth::GaveUp => continue,
            truth => return Err(format!("{it:?}: {truth:?}")),
        }
        let longer = it.plies_after > it.plies_without;
        if longer || it.futile && !it.by_checker && (it.plies_after, it.plies_without) != (0, 0) {
            return Err(format!("{it:?}: not futile"));
        }
        compared += 1;
    }
    Ok(compared)
}

#[test]
#[ignore = "takes 4 s"]
fn explanations_of_short_problems_are_those_of_the_witness() {
    let mut solver = solver();
    let (mut compared, mut wrong) = (0, Vec::new());
    let tables = [include_str!("../../../data/short_composed.tsv"), include_str!("../../../data/short_game.tsv")];
    for row in tables.iter().flat_map(|table| table.lines().skip(1)) {
        let cells: Vec<&str> = row.split('\t').collect();
        if !matches!(cells[4], "1" | "3" | "5") {
            continue;
        }
        let questions = Questions { explain: true, ..Questions::default() };
        let setup = setup(cells[1]);
        let (found, study) = ask(&mut solver, &setup, &questions, 5_000_000);
        let (Some(main), Some(explained)) = (found.reading, study.explanations) else {
            assert!(study.stopped.is_some(), "{}: no explanations", cells[0]);
            continue;
        };
        let broad = match explained.broad {
            BroadAnswer::Known { plies, .. } => plies.to_string(),
            answer => format!("{answer:?}"),
        };
        if study.stopped.is_none() && (broad != cells[5] || !explained.open.is_empty()) {
            wrong.push(format!("{}: {broad} at the level broad", cells[0]));
        }
        match compare_explanations(&setup, &main.line, &explained) {
            Ok(count) => compared += count,
            Err(error) => wrong.push(format!("{}: {error}", cells[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 800, "only {compared} explanations compared");
}
