//! Limits, and the output during a search.

use super::{Engine, FIVE, has, number};
use crate::{BOUNDED, ENDLESS};

#[test]
fn limits_end_in_a_timeout_and_never_in_a_verdict() {
    let mut engine = Engine::start();
    engine.position(ENDLESS);
    let lines = engine.mate("go mate 3000");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert!(has(&lines, "no mate found within"));
    engine.set("NodesLimit", "5000");
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert!(number(&lines, "nodes") < 6000, "{lines:#?}");
    engine.set("NodesLimit", "0");
    engine.say("go nodes 5000");
    let lines = engine.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove resign");
    assert!(number(&lines, "nodes") < 6000, "{lines:#?}");
    // A mate that is proven is told, whether or not it is the shortest.
    engine.position(BOUNDED);
    engine.set("NodesLimit", "600000");
    let lines = engine.mate("go mate infinite");
    let answer = lines.last().unwrap();
    assert!(
        answer.starts_with("checkmate ") && answer.len() > 60,
        "{answer}"
    );
    assert!(has(&lines, "mate, at most"), "{lines:#?}");
    engine.end();
}

#[test]
fn a_limit_of_plies_leaves_longer_mates_open() {
    let mut engine = Engine::start();
    engine.position(FIVE);
    for post in ["shortest", "first", "check"] {
        engine.set("PostSearch", post);
        engine.set("DepthLimit", "4");
        let lines = engine.mate("go mate infinite");
        assert_eq!(lines.last().unwrap(), "checkmate timeout", "{post}");
        assert!(has(&lines, "no mate within 4 plies"), "{lines:#?}");
        engine.set("DepthLimit", "5");
        assert_eq!(
            engine.answer("go mate infinite"),
            "checkmate 3a3d+ 1d1e 3d2d 1e1f 2d2f"
        );
    }
    assert_eq!(engine.answer("go depth 3"), "bestmove resign");
    engine.end();
}

#[test]
fn a_limit_of_plies_leaves_longer_brinkmates_open() {
    let mut engine = Engine::start();
    engine.set("Goal", "brinkmate");
    engine.set("DepthLimit", "1");
    engine.position("7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1");
    let lines = engine.mate("go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert!(has(&lines, "no brinkmate within 1 ply"), "{lines:?}");
    engine.end();
}

#[test]
fn signs_of_life_come_as_often_as_they_are_wanted() {
    let mut engine = Engine::start();
    engine.position(ENDLESS);
    let signs = |lines: &[String]| {
        lines
            .iter()
            .filter(|it| it.starts_with("info depth"))
            .count()
    };
    let lines = engine.mate("go mate 3500");
    let usual = signs(&lines);
    assert!((2..=4).contains(&usual), "{lines:#?}");
    engine.set("PvInterval", "0");
    assert!(signs(&engine.mate("go mate 5000")) > 5);
    engine.set("PvInterval", "1000000");
    // The one at the end is left out if the time is over before the search has said its last.
    assert!(signs(&engine.mate("go mate 5000")) <= 1);
    engine.set("Threads", "2");
    let lines = engine.mate("go mate 300");
    assert!(has(&lines, "the table is cleared"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    engine.end();
}

#[test]
fn a_search_shows_the_mate_it_has_while_it_looks_for_a_shorter_one() {
    let mut engine = Engine::start();
    engine.set("PvInterval", "100");
    engine.position(BOUNDED);
    engine.say("go infinite");
    let line = loop {
        let line = engine.until("info depth").pop().unwrap();
        if line.contains(" score mate ") {
            break line;
        }
    };
    assert!(line.contains(" pv "), "{line}");
    engine.say("stop");
    let answer = engine.until("bestmove").pop().unwrap();
    let (_, line) = line.split_once(" pv ").unwrap();
    assert_ne!(answer, "bestmove resign");
    assert!(!line.is_empty());
    engine.end();
}

#[test]
fn before_the_first_mate_the_line_is_the_one_looked_at_and_has_no_score() {
    let mut engine = Engine::start();
    engine.set("PvInterval", "0");
    engine.position(ENDLESS);
    let lines = engine.mate("go mate 700");
    let shown: Vec<_> = lines
        .iter()
        .filter_map(|line| line.split_once(" pv "))
        .collect();
    assert!(shown.len() > 2, "{lines:#?}");
    for (info, line) in shown {
        assert!(!info.contains("score"), "{info}");
        // Made on the board it came from.
        engine.say(&format!("position sfen {ENDLESS} moves {line}"));
    }
    assert!(engine.is_ready().is_empty());
    engine.end();
}

#[test]
fn one_ply_is_no_plies() {
    let mut engine = Engine::start();
    engine.position(FIVE);
    let lines = engine.mate("go mate depth 1");
    assert!(has(&lines, "no mate within 1 ply;"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    engine.end();
}

#[test]
fn time_is_kept_with_large_tables_and_several_threads() {
    let mut engine = Engine::start();
    engine.set("USI_Hash", "1024");
    engine.set("Threads", "2");
    for go in ["go mate 100", "go byoyomi 250", "go mate 100"] {
        engine.position(ENDLESS);
        // Without the limit there is no end.
        engine.answer(go);
    }
    engine.end();
}

#[test]
fn the_table_does_not_empty_itself_at_the_end() {
    let mut engine = Engine::start();
    engine.set("PvInterval", "0");
    engine.position(BOUNDED);
    let lines = engine.mate("go mate nodes 600000");
    let shares: Vec<_> = (1..=lines.len())
        .filter(|&end| lines[end - 1].contains(" hashfull "))
        .map(|end| number(&lines[..end], "hashfull"))
        .collect();
    assert!(shares.len() > 1 && shares.is_sorted(), "{lines:#?}");
    engine.end();
}
