//! The comparisons find errors: answers are falsified in one way each, and all are reported.

use support::duel::compositions::{
    self, LEVELS, Patience, best_play, compare_alternatives, compare_composed, compare_row,
    compare_verdicts,
};
use support::duel::judge::{Way, objections};
use support::duel::proofs::{problem, prove};
use support::duel::shrink::{report, shrink};
use support::duel::truth::{Effort, Lengths, Truth};
use support::{setup, solve, solver};
use tsume::certificate::Claim;
use tsume::composition::check::{Question, check};
use tsume::composition::composed;
use tsume::composition::verdict::{Finding, Judgement, Kind};
use tsume::notation::sfen;
use tsume::search::{Answer, Exactness, Limits, SearchConfig, Solver, StopReason};
use tsume::shogi::{Color, PieceKind, Setup};
use tsume::verify::Level;
use tsume::{Options, Problem};

const EFFORT: Effort = Effort {
    search_nodes: 12_000,
    positions: 500,
    plies: 5,
    nodes: 500,
};

const PATIENCE: Patience = Patience {
    plies: 5,
    nodes: 40_000,
};

const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";

fn mate(plies: u32, exactness: Exactness) -> Answer {
    Answer::Mate { plies, exactness }
}

#[test]
fn wrong_answers_and_lines_are_objected_to() {
    let setup = setup(FIVE);
    let lengths = Lengths::new(&setup, EFFORT);
    let question = (Way::default(), EFFORT.search_nodes);
    let right = solve(&mut solver(1 << 20, true), &setup, Some(question.1));
    assert_eq!(right.answer, mate(5, Exactness::Shortest));
    assert_eq!(
        objections(&setup, &lengths, question, &right, EFFORT),
        Ok(())
    );

    for answer in [
        mate(3, Exactness::Shortest),
        mate(7, Exactness::Shortest),
        mate(3, Exactness::AtMost(None)),
        Answer::NoMate,
        // No limit was hit.
        Answer::Unknown(StopReason::Nodes),
    ] {
        let mut wrong = right.clone();
        wrong.answer = answer;
        let found = objections(&setup, &lengths, question, &wrong, EFFORT);
        assert!(found.is_err(), "{answer:?}");
    }
    let mut wrong = right.clone();
    wrong.line.truncate(3);
    assert!(objections(&setup, &lengths, question, &wrong, EFFORT).is_err());
    let mut wrong = right.clone();
    wrong.line.swap(0, 2);
    assert!(objections(&setup, &lengths, question, &wrong, EFFORT).is_err());

    let perpetual_check = support::setup("6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1");
    let lengths = Lengths::new(&perpetual_check, EFFORT);
    let mut wrong = solve(&mut solver(1 << 20, true), &perpetual_check, None);
    assert_eq!(
        objections(&perpetual_check, &lengths, question, &wrong, EFFORT),
        Ok(())
    );
    wrong.answer = mate(7, Exactness::AtMost(Some(StopReason::Nodes)));
    assert!(objections(&perpetual_check, &lengths, question, &wrong, EFFORT).is_err());
}

#[test]
fn a_denied_mate_and_one_there_is_not_are_told_apart_from_the_truth() {
    let mate = mate(5, Exactness::AtMost(None));
    let unknown = Answer::Unknown(StopReason::Nodes);
    assert!(Truth::NoMate.is_denied_by(mate) && !Truth::NoMate.is_denied_by(Answer::NoMate));
    let truth = Truth::Mate(3, Some(5));
    assert!(truth.is_denied_by(Answer::NoMate) && !truth.is_denied_by(mate));
    assert!(!Truth::Mate(3, None).is_denied_by(Answer::NoMate));
    assert!(!truth.is_denied_by(unknown) && !Truth::NoMate.is_denied_by(unknown));
}

#[test]
fn wrong_lengths_are_objected_to_at_every_level() {
    // Five plies in the strict game, three where a futile interposition does not count, one where
    // none does.
    let setup = setup("6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1");
    for (level, witness) in LEVELS {
        let best = best_play(&setup, witness, PATIENCE);
        let (limits, problem) = (Limits::default(), problem(&setup));
        let mut found = composed::solve(&mut composer(), &problem, level, &limits, &mut |_| {});
        assert_eq!(compare_composed(&found, &best), Ok(true), "{level:?}");
        for (other, _) in LEVELS {
            let theirs = composed::solve(&mut composer(), &problem, other, &limits, &mut |_| {});
            let same = theirs.answer == found.answer;
            assert_eq!(
                compare_composed(&theirs, &best).is_ok(),
                same,
                "{level:?} {other:?}"
            );
        }
        found.answer = Answer::NoMate;
        assert!(compare_composed(&found, &best).is_err(), "{level:?}");
    }
}

/// Returns a solver with memory for composed lengths.
fn composer() -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 1 << 20,
        ..SearchConfig::default()
    })
}

fn judged(setup: &Setup) -> Judgement {
    let (problem, question) = (problem(setup), Question::default());
    check(&mut composer(), &problem, &question, &mut |_| {})
}

#[test]
fn wrong_compositions_are_objected_to() {
    let setup = setup("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
    let right = judged(&setup);
    let best = best_play(&setup, Level::Standard, PATIENCE);
    assert_eq!(compare_composed(&right.composed, &best), Ok(true));
    let others = compare_alternatives(&right, &setup, PATIENCE).expect("the witness agrees");
    let others = others.expect("the witness has the patience");
    assert!(!others.is_empty());
    assert_eq!(compare_verdicts(&right, &best, Some(&others)), Ok(true));

    let mut wrong = right.clone();
    wrong.composed.answer = Answer::NoMate;
    assert!(compare_composed(&wrong.composed, &best).is_err());
    let mut wrong = right.clone();
    let Answer::Mate { plies, exactness } = right.composed.answer else {
        panic!("{:?}", right.composed.answer);
    };
    wrong.composed.answer = mate(plies + 2, exactness);
    assert!(compare_composed(&wrong.composed, &best).is_err());
    let mut wrong = right.clone();
    let reading = wrong.composed.reading.as_mut().expect("a main line");
    reading.leftover = reading.leftover.add(PieceKind::Gold);
    assert!(compare_composed(&wrong.composed, &best).is_err());

    for cell in &others {
        let mut wrong = right.clone();
        wrong.findings.retain(|it| compositions::cell(it) != *cell);
        assert!(wrong.findings.len() < right.findings.len(), "{cell}");
        let found = compare_alternatives(&wrong, &setup, PATIENCE);
        assert!(found.is_err(), "{cell}");
    }
    let mut wrong = right.clone();
    wrong.findings.clear();
    assert!(compare_verdicts(&wrong, &best, Some(&others)).is_err());
}

#[test]
fn wrong_rows_are_objected_to() {
    let setup = setup("7k1/9/8G/6R2/9/9/9/6S2/9 b 2Lr2b3g3s4n2l18p 1");
    let problem = Problem::from_setup(setup.clone()).expect("a problem");
    let best = best_play(&setup, Level::Standard, PATIENCE);
    let right = tsume::Solver::default().solve_row(&problem, &Options::new());
    assert_eq!(compare_row(&right, &best), Ok(true));
    for leftover in ["", "2L", "LP", "10P"] {
        let mut wrong = right.clone();
        wrong.leftover = Some(leftover.to_owned());
        assert!(compare_row(&wrong, &best).is_err(), "{leftover}");
    }
    let mut unread = right.clone();
    unread.leftover = None;
    assert_eq!(compare_row(&unread, &best), Ok(false));
    let mut wrong = right;
    wrong.plies = Some(5);
    assert!(compare_row(&wrong, &best).is_err());
}

/// The main line leaves pieces over, and in the order in which nothing left over comes first its check and
/// another one lead to a mate in three: that is 変長 where the defender chooses, and the other check no mate in
/// three to be compared.
#[test]
fn a_longer_variation_is_no_other_mate() {
    let setup = setup("9/8k/9/6+LgS/7R1/9/9/9/9 b G 1");
    let judged = judged(&setup);
    let longer = |it: &&Finding| it.kind == Kind::LongerVariation;
    let longer = judged.findings.iter().find(longer);
    assert_eq!(longer.map(compositions::cell).as_deref(), Some("2:1b1a=3"));
    let others = compare_alternatives(&judged, &setup, PATIENCE).expect("the witness agrees");
    assert!(others.expect("it has the patience").contains("1:1d1c+=5"));
}

#[test]
fn claims_that_do_not_hold_are_not_proven() {
    let setup = setup(FIVE);
    let mut solver = solver(1 << 20, true);
    solve(&mut solver, &setup, None);
    let (problem, limits) = (problem(&setup), Limits::default());
    let mut prove = |claim| prove(&mut solver, &problem, &[claim], &limits);
    assert_eq!(prove(Claim::MateWithin(5)), Ok(1));
    for claim in [Claim::MateWithin(3), Claim::NoMate, Claim::NoMateWithin(5)] {
        assert!(prove(claim).is_err(), "{claim:?}");
    }
}

#[test]
fn what_is_wrong_is_shown_with_as_few_pieces_as_possible() {
    let setup = setup("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
    // As if a bishop of Black and a gold in hand of White were enough to go wrong.
    let wrong = |setup: &Setup| {
        let bishop = setup
            .pieces()
            .any(|(_, piece)| piece.color() == Color::Black && piece.kind() == PieceKind::Bishop);
        let gold = setup.hands[Color::White.index()].has(PieceKind::Gold);
        (bishop && gold).then(|| "wrong".to_owned())
    };
    let (smallest, why) = shrink(&setup, wrong).expect("it is wrong to begin with");
    assert_eq!(sfen::write(&smallest), "8k/9/9/9/9/9/9/2B6/9 b g 1");
    assert_eq!(why, "wrong");
    assert!(shrink(&setup, |_| None).is_none());
    let told = report(&setup, "at first", wrong);
    assert!(
        told.contains("at first") && told.contains("8k/9/9/9/9/9/9/2B6/9 b g 1"),
        "{told}"
    );
}
