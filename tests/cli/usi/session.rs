//! Whole sessions: what ends what, and when.

use super::{Engine, FIVE, PATIENCE, has, is_answer, number, spawn};
use crate::{BOUNDED, COOKED, LONG, ONE};
use snapbox::cmd::cargo_bin;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn it_introduces_itself_with_every_option() {
    let mut engine = Engine::start();
    engine.say("usi");
    let lines = engine.until("usiok");
    assert!(lines[0].starts_with("id name tsume "), "{lines:?}");
    for name in [
        "USI_Hash type spin default 256",
        "Threads type spin default 1",
        "MultiPV type spin",
        "NodesLimit type spin default 0",
        "PvInterval type spin default 1000",
        "DepthLimit type spin default 0",
        "Interpositions type combo default standard var off var terminal var standard var broad",
        "PostSearch type combo default shortest var first var shortest var check",
        "DefenderHand type combo default auto var auto var given var rest",
        "RootIsDefenderIfChecked type check default false",
    ] {
        assert!(has(&lines, &format!("option name {name}")), "{name}");
    }
    engine.say("usinewgame");
    engine.say("gameover win");
    engine.say("setoption name USI_Ponder value false");
    assert!(engine.is_ready().is_empty());
    assert!(engine.end().is_empty());
}

#[test]
fn every_option_is_explained() {
    let mut engine = Engine::start();
    engine.say("usi");
    let lines = engine.until("usiok");
    engine.end();
    let page = include_str!("../../../src/manual/gui.md");
    let names = lines
        .iter()
        .filter_map(|it| it.strip_prefix("option name "));
    let names: Vec<_> = names.map(|it| it.split(' ').next().unwrap()).collect();
    assert_eq!(names.len(), 12);
    for name in names {
        assert!(page.contains(&format!("\n| `{name}` | ")), "{name}");
    }
}

/// Returns a line without what the clock says.
fn timeless(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word, "time" | "nps" | "nodes" | "seldepth") {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[test]
fn the_sessions_in_the_manual_are_what_is_said() {
    let lines = replay(include_str!("../../../src/manual/gui.md"));
    assert!(lines > 10);
    let lines = replay(include_str!("../../../README.md"));
    assert_eq!(lines, 3);
}

/// Says what the session on a page says, and compares the answers. Returns how many there were.
fn replay(page: &str) -> usize {
    let (_, session) = page.split_once("```text\n> ").unwrap();
    let (session, _) = session.split_once("\n```").unwrap();
    let session = format!("> {session}");
    let mut engine = Engine::start();
    let mut skipped = false;
    let mut lines = 0;
    for line in session.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            engine.say(command);
        } else if line == "…" {
            skipped = true;
        } else {
            let expected = timeless(line);
            loop {
                let said = timeless(&engine.answers.recv_timeout(PATIENCE).unwrap());
                if said == expected {
                    break;
                }
                assert!(skipped, "{said}: not as on the page, {expected}");
            }
            (skipped, lines) = (false, lines + 1);
        }
    }
    assert!(engine.end().is_empty());
    lines
}

#[test]
fn go_infinite_answers_when_it_is_stopped() {
    let mut engine = Engine::start();
    engine.position(FIVE);
    engine.say("go infinite");
    let lines = engine.until("info string mate in 5");
    assert!(!has(&lines, "bestmove"));
    assert!(!has(&engine.is_ready(), "bestmove"));
    assert_eq!(engine.answer("stop"), "bestmove 3a3d+");
    // A second `stop` finds nothing to end.
    engine.say("stop");
    assert!(engine.is_ready().is_empty());
    engine.end();
}

#[test]
fn a_second_go_ends_the_first_with_its_answer() {
    let mut engine = Engine::start();
    engine.position(LONG);
    engine.say("go mate infinite");
    engine.position(FIVE);
    engine.say("go mate infinite");
    assert_eq!(
        engine.until("checkmate").last().unwrap(),
        "checkmate timeout"
    );
    let answer = engine.until("checkmate").pop().unwrap();
    assert_eq!(answer, "checkmate 3a3d+ 1d1e 3d2d 1e1f 2d2f");
    assert!(engine.end().is_empty());
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search() {
    for quits in [true, false] {
        let mut engine = Engine::start();
        engine.position(LONG);
        engine.say("go infinite");
        engine.is_ready();
        if quits {
            engine.say("quit");
        }
        let rest = engine.end();
        let answers = rest.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(answers.count(), 1, "{rest:#?}");
    }
}

#[cfg(unix)]
#[test]
fn under_another_name_it_needs_no_argument() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("tsume-usi");
    std::os::unix::fs::symlink(cargo_bin!("tsume"), &link).unwrap();
    let mut child = Command::new(link)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"usi\nquit\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.stdout.ends_with(b"usiok\n"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_ends_the_run_without_a_word() {
    let mut engine = spawn();
    drop(engine.stdout.take());
    let mut commands = engine.stdin.take().unwrap();
    for _ in 0..100_000 {
        if commands.write_all(b"isready\n").is_err() {
            break;
        }
    }
    drop(commands);
    let output = engine.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn whatever_is_said_during_a_search_counts_for_the_next() {
    let mut engine = Engine::start();
    engine.position(LONG);
    engine.say("go mate infinite");
    engine.set("PostSearch", "check");
    engine.set("USI_Hash", "8");
    engine.set("Threads", "2");
    engine.say("usinewgame");
    engine.position(ONE);
    engine.say("usi");
    engine.until("usiok");
    assert!(!engine.is_ready().iter().any(|line| is_answer(line)));
    engine.say("gameover win");
    assert_eq!(
        engine.until("checkmate").last().unwrap(),
        "checkmate timeout"
    );
    let lines = engine.mate("go mate infinite");
    assert!(has(&lines, "the table is cleared"), "{lines:#?}");
    assert!(has(&lines, "info string sound"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate G*5b");
    assert!(engine.end().is_empty());
}

#[test]
fn more_memory_than_there_is_is_told_and_ends_nothing() {
    let much = 1 << 40;
    if Vec::<u8>::new().try_reserve_exact(much).is_ok() {
        return; // There is as much here.
    }
    let mut engine = Engine::start();
    engine.set("USI_Hash", "1048576");
    assert!(has(&engine.is_ready(), "256 is used instead"));
    engine.position(ONE);
    let lines = engine.mate("go mate 60000");
    assert_eq!(lines.last().unwrap(), "checkmate G*5b");
    assert!(!has(&lines, "USI_Hash"), "told once: {lines:#?}");
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
fn what_was_never_learnt_is_not_forgotten() {
    let mut engine = Engine::start();
    engine.is_ready();
    engine.set("USI_Hash", "8");
    assert!(engine.is_ready().is_empty());
    // Mated: nothing is searched, and nothing forgotten for it.
    engine.position(FIVE);
    engine.mate("go mate");
    engine.say(&format!("position sfen {ONE} moves G*5b"));
    assert!(!has(&engine.mate("go mate"), "cleared"));
    engine.position(FIVE);
    assert!(!has(&engine.mate("go mate"), "cleared"));
    engine.set("DefenderHand", "given");
    engine.position("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let lines = engine.mate("go mate");
    assert_eq!(lines.iter().filter(|it| it.contains("cleared")).count(), 1);
    // A change of memory is told once, before the next search or with it.
    engine.set("USI_Hash", "16");
    let mut lines = engine.is_ready();
    lines.extend(engine.mate("go mate"));
    assert_eq!(lines.iter().filter(|it| it.contains("cleared")).count(), 1);
    engine.end();
}

#[test]
fn nothing_is_answered_that_was_not_asked() {
    let mut engine = Engine::start();
    for line in ["stop", "ponderhit", "gameover lose", "usinewgame", "stop"] {
        engine.say(line);
    }
    engine.position(ONE);
    engine.say("stop");
    assert!(engine.is_ready().is_empty());
    engine.say("go ponder");
    engine.until("info string mate in 1");
    assert!(!engine.is_ready().iter().any(|line| is_answer(line)));
    assert_eq!(engine.answer("ponderhit"), "bestmove G*5b");
    assert!(engine.end().is_empty());
}

#[test]
fn after_ponderhit_the_search_goes_on_with_its_clock() {
    let mut engine = Engine::start();
    engine.position(LONG);
    engine.say("go ponder btime 0 wtime 0 byoyomi 1500");
    std::thread::sleep(Duration::from_millis(300));
    assert!(!engine.is_ready().iter().any(|line| is_answer(line)));
    let began = std::time::Instant::now();
    let answer = engine.answer("ponderhit");
    let taken = began.elapsed();
    assert!(answer.starts_with("bestmove "), "{answer}");
    assert!(taken > Duration::from_millis(900), "{taken:?}: {answer}");
    // A second one means nothing.
    engine.say("ponderhit");
    assert!(engine.end().is_empty());
}

#[test]
fn each_of_many_searches_that_are_stopped_gets_one_answer() {
    for (name, value) in [
        ("PostSearch", "shortest"),
        ("PostSearch", "check"),
        ("PostSearch", "first"),
        ("Threads", "2"),
        ("DepthLimit", "41"),
    ] {
        let mut engine = Engine::start();
        engine.set(name, value);
        let mut pause = 7;
        for round in 0..12 {
            engine.position([LONG, BOUNDED, COOKED][round % 3]);
            engine.say(["go mate infinite", "go infinite"][round % 2]);
            pause = pause * 31 % 113;
            std::thread::sleep(Duration::from_millis(pause));
            engine.say("stop");
            let lines = engine.is_ready();
            let answers = lines.iter().filter(|line| is_answer(line)).count();
            assert_eq!(answers, 1, "{name} {value}: {lines:#?}");
        }
        engine.end();
    }
}
