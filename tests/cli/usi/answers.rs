//! The answers of a search, and its output.

use super::{Engine, FIVE, has, number};
use crate::{BRINKMATE, COOKED, FUTILE, NO_MATE, ONE, THREATMATE};

#[test]
fn go_mate_gives_the_line_its_length_and_no_mate() {
    let mut engine = Engine::start();
    engine.position(FIVE);
    for go in ["go mate infinite", "go mate 60000", "go mate"] {
        let lines = engine.mate(go);
        assert_eq!(lines.last().unwrap(), "checkmate 3a3d+ 1d1e 3d2d 1e1f 2d2f");
        assert!(has(&lines, "score mate 5 pv 3a3d+ 1d1e"), "{lines:#?}");
        assert!(has(&lines, "mate in 5, proven shortest, nothing left over"));
        for word in ["depth", "seldepth", "time", "nodes", "nps", "hashfull"] {
            assert!(number(&lines, word) >= 0);
        }
    }
    engine.position(NO_MATE);
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    assert!(has(&lines, "no mate, proven"));
    engine.say("position startpos moves 7g7f 3c3d");
    assert_eq!(engine.answer("go mate infinite"), "checkmate nomate");
    assert!(engine.end().is_empty());
}

#[test]
fn a_plain_go_gives_the_first_move() {
    let mut engine = Engine::start();
    engine.position(FIVE);
    for go in [
        "go btime 60000 wtime 60000 byoyomi 1000",
        "go nodes 100000",
        "go movetime 60000",
        "go",
    ] {
        assert_eq!(engine.answer(go), "bestmove 3a3d+");
    }
    engine.position(NO_MATE);
    assert_eq!(engine.answer("go byoyomi 1000"), "bestmove resign");
    engine.end();
}

#[test]
fn a_defender_to_move_is_answered_with_the_longest_defence() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {FIVE} moves 3a3d+"));
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate 1d1e 3d2d 1e1f 2d2f");
    assert_eq!(number(&lines, "mate"), -4);
    assert_eq!(engine.answer("go nodes 100000"), "bestmove 1d1e");
    // A reply escapes.
    engine.say(&format!("position sfen {FIVE} moves 3a3d"));
    assert_eq!(engine.answer("go mate infinite"), "checkmate nomate");
    engine.say("go nodes 100000");
    let answer = engine.until("bestmove").pop().unwrap();
    assert!(!answer.contains("resign"), "{answer}");
    // Nothing is left to be done.
    engine.say(&format!("position sfen {ONE} moves G*5b"));
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    assert!(has(&lines, "mated already"));
    engine.end();
}

#[test]
fn a_defender_with_futile_replies_alone_is_answered_with_them() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {FUTILE} moves 1e3c+"));
    for post in ["shortest", "check", "first"] {
        engine.set("PostSearch", post);
        for go in ["go mate 60000", "go mate infinite", "go mate"] {
            let lines = engine.mate(go);
            assert_eq!(lines.last().unwrap(), "checkmate P*1e 1f1e", "{lines:#?}");
            assert_eq!(number(&lines, "mate"), -2);
            assert!(
                !has(&lines, "limit") && !has(&lines, "string sound"),
                "{lines:#?}"
            );
        }
        assert_eq!(engine.answer("go nodes 100000"), "bestmove P*1e");
    }
    engine.set("PostSearch", "shortest");
    assert!(has(
        &engine.mate("go mate"),
        "every reply is a futile interposition"
    ));
    engine.end();
}

#[test]
fn a_hand_that_is_not_taken_as_given_is_told_truly() {
    let mut engine = Engine::start();
    engine.set("DefenderHand", "rest");
    engine.position("9/9/9/8k/8B/8+R/9/9/9 b p 1");
    let lines = engine.mate("go mate infinite");
    assert!(has(&lines, "DefenderHand is rest"), "{lines:#?}");
    assert!(!has(&lines, "gives the defender no hand"), "{lines:#?}");
    engine.end();
}

#[test]
fn with_two_kings_an_option_says_who_defends() {
    let mut engine = Engine::start();
    // Black is in check, and that is mate: he attacks and fails, or defends and has lost.
    engine.position("4k4/9/9/9/9/9/4p4/4g4/4K4 b Gp 1");
    let lines = engine.mate("go mate 60000");
    assert!(has(&lines, "taken for the attacker"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    engine.set("RootIsDefenderIfChecked", "true");
    let lines = engine.mate("go mate 60000");
    assert!(!has(&lines, "taken for the attacker"), "{lines:#?}");
    assert!(has(&lines, "mated already"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    engine.end();
}

#[test]
fn interpositions_and_post_search_are_what_the_options_say() {
    let mut engine = Engine::start();
    engine.position(FUTILE);
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate 1e3c+");
    assert!(has(&lines, "mate in 3 with futile interpositions counted"));
    engine.set("Interpositions", "off");
    let lines = engine.mate("go mate infinite");
    assert_eq!(number(&lines, "mate"), 3);
    assert_eq!(lines.last().unwrap().split(' ').count(), 4);
    engine.set("Interpositions", "standard");
    engine.set("PostSearch", "first");
    let lines = engine.mate("go mate infinite");
    assert!(has(&lines, "mate in at most 3"), "{lines:#?}");
    engine.end();
}

#[test]
fn a_check_tells_every_defect_and_shows_its_line() {
    let mut engine = Engine::start();
    engine.set("PostSearch", "check");
    engine.position(COOKED);
    let lines = engine.mate("go mate infinite");
    let answer = "checkmate 1c2b 1a2b 7h2c+ 2b1a G*1b";
    assert_eq!(lines.last().unwrap(), answer);
    assert!(has(&lines, "info string flawed"), "{lines:#?}");
    let defects = |lines: &[String]| {
        let is_defect = |line: &&String| line.starts_with("info string defect: cook at ply 3");
        lines.iter().filter(is_defect).count()
    };
    assert_eq!(defects(&lines), 3);
    assert!(has(&lines, "multipv 1 score mate 5 pv 1c2b 1a2b 7h2c+"));
    assert!(
        has(&lines, "multipv 2 score mate 5 pv 1c2b 1a2b 2d2c+ "),
        "{lines:#?}"
    );
    assert!(
        has(&lines, "multipv 4 score mate 11 pv 1c2b 1a2b"),
        "{lines:#?}"
    );
    engine.set("MultiPV", "1");
    let lines = engine.mate("go mate infinite");
    assert_eq!(defects(&lines), 3);
    assert!(!has(&lines, "multipv 2") && has(&lines, "multipv 1"));
    engine.position(NO_MATE);
    assert_eq!(engine.answer("go mate infinite"), "checkmate nomate");
    engine.position(ONE);
    assert!(has(&engine.mate("go mate infinite"), "info string sound"));
    engine.end();
}

#[test]
fn white_attacks_as_black_does() {
    let mut engine = Engine::start();
    engine.position("9/9/9/9/2b6/K8/9/9/2r6 w RB4G4S4N4L18P 1");
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate 7i7f+ 9f9e 7f8f 9e9d 8f8d");
    assert_eq!(number(&lines, "mate"), 5);
    engine.end();
}

#[test]
fn what_was_found_once_is_known_until_the_table_is_another() {
    let mut engine = Engine::start();
    engine.position(COOKED);
    let first = number(&engine.mate("go mate infinite"), "nodes");
    engine.say("usinewgame");
    let again = number(&engine.mate("go mate infinite"), "nodes");
    assert!(2 * again < first, "{again} of {first}");
    engine.set("USI_Hash", "8");
    let lines = engine.mate("go mate infinite");
    assert!(has(&lines, "the table is cleared"), "{lines:#?}");
    assert!(number(&lines, "nodes") > again);
    engine.end();
}

#[test]
fn a_defender_without_a_hand_holds_what_the_option_says() {
    let mut engine = Engine::start();
    // A rook mates from afar, unless White has something to put between.
    engine.position("8k/7pp/9/9/9/9/9/9/9 b R 1");
    let lines = engine.mate("go mate infinite");
    assert!(has(&lines, "(see DefenderHand)"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    engine.set("DefenderHand", "given");
    let lines = engine.mate("go mate infinite");
    assert!(!has(&lines, "DefenderHand"), "{lines:#?}");
    assert_eq!(number(&lines, "mate"), 1);
    engine.end();
}

/// A check that fails is no good move.
#[test]
fn a_move_that_is_asked_for_is_none_that_does_not_mate() {
    let mut engine = Engine::start();
    for post_search in ["first", "shortest", "check"] {
        engine.set("PostSearch", post_search);
        engine.say("position startpos moves 7g7f 3c3d");
        engine.say("go nodes 50000");
        let lines = engine.until("bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove resign", "{post_search}");
    }
    engine.end();
}

/// The capture is a mate only if the grey interposition before it were futile.
#[test]
fn a_grey_interposition_is_no_line_of_its_own() {
    let mut engine = Engine::start();
    engine.set("PostSearch", "check");
    engine.position("6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1");
    let lines = engine.mate("go mate 60000");
    assert!(has(&lines, "grey interposition"), "{lines:#?}");
    assert!(!has(&lines, "score mate 1 "), "{lines:#?}");
    engine.end();
}

#[test]
fn a_brinkmate_is_answered_with_its_line() {
    let mut engine = Engine::start();
    engine.set("Goal", "brinkmate");
    engine.position("7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1");
    let lines = engine.mate("go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate S*2c 2b1c 2c3d+");
    assert!(has(&lines, "info string brinkmate in 3, proven shortest"));
    assert!(has(&lines, "info string any other ("), "{lines:?}");
    // The mates after its defences are not the answer.
    assert!(!has(&lines, "score mate"), "{lines:?}");
    engine.set("DepthLimit", "1");
    let lines = engine.mate("go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert!(has(&lines, "no brinkmate within 1 ply"), "{lines:?}");
    // A plain mate is better.
    engine.position(FIVE);
    let lines = engine.mate("go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate 3a3d+ 1d1e 3d2d 1e1f 2d2f");
}

#[test]
fn every_goal_is_answered_and_judged() {
    let mut engine = Engine::start();
    engine.set("PostSearch", "check");
    engine.set("Goal", "mate");
    engine.position(ONE);
    let lines = engine.mate("go mate 60000");
    assert!(
        has(&lines, "info string mate in 1, proven shortest"),
        "{lines:?}"
    );
    assert!(has(&lines, "info string sound"), "{lines:?}");
    engine.set("Goal", "brinkmate");
    engine.position(BRINKMATE);
    let lines = engine.mate("go mate 60000");
    assert!(
        has(&lines, "info string brinkmate in 1, proven shortest"),
        "{lines:?}"
    );
    assert!(has(&lines, "info string sound"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "checkmate S*3b");
    // A plain mate spoils a brinkmate problem.
    engine.position(ONE);
    let lines = engine.mate("go mate 60000");
    assert!(has(&lines, "info string flawed"), "{lines:?}");
    assert!(has(&lines, "info string defect: plain mate"), "{lines:?}");
    // The other side has to move.
    engine.position(THREATMATE);
    assert_eq!(engine.answer("go mate 60000"), "checkmate notimplemented");
}

#[test]
fn a_threatmate_is_answered_with_a_defence_that_holds() {
    let mut engine = Engine::start();
    engine.set("Goal", "threatmate");
    engine.position(THREATMATE);
    let lines = engine.mate("go mate 60000");
    let sentence = "info string threatmate, proven: mate after a pass, but 4 defences hold";
    assert!(has(&lines, sentence), "{lines:?}");
    assert!(has(&lines, "info string threat: "), "{lines:?}");
    let holding = lines.iter().find(|it| it.contains("defences that hold: "));
    let holding: Vec<_> = holding.unwrap().split([' ', ',']).skip(5).collect();
    assert!(holding.contains(&"G*2b"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    let answer = engine.answer("go btime 0 wtime 0 byoyomi 60000");
    let best = answer.strip_prefix("bestmove ").unwrap().to_owned();
    assert!(holding.contains(&&*best), "{best} in {holding:?}");
    // In a brinkmate every defence is mated.
    engine.position("5+B1nl/6Sk1/6pp1/8p/9/9/9/9/9 w 2rb4g3s3n3l15p 1");
    let lines = engine.mate("go mate 60000");
    let sentence = "info string brinkmate: every defence is mated, proven";
    assert!(has(&lines, sentence), "{lines:?}");
    let line = lines.last().unwrap().strip_prefix("checkmate ").unwrap();
    assert!(line.split(' ').count().is_multiple_of(2), "{line}");
    // The attacker is to move.
    engine.position(BRINKMATE);
    let lines = engine.mate("go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
}
