//! A GUI, and `tsume usi` that answers: sessions as they would be typed.

use super::{BOUNDED, COOKED, FUTILE, LONG, NO_MATE, ONE};
use snapbox::cmd::cargo_bin;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// An engine that is talked to.
struct Engine {
    child: Child,
    commands: Option<ChildStdin>,
    answers: Receiver<String>,
}

/// Longer than any machine needs.
const PATIENCE: Duration = Duration::from_mins(2);

const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(cargo_bin!("tsume"))
            .arg("usi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            lines
                .map_while(Result::ok)
                .try_for_each(|it| sender.send(it))
        });
        let mut engine = Self {
            commands: child.stdin.take(),
            child,
            answers,
        };
        engine.say("setoption name USI_Hash value 16");
        engine
    }

    fn say(&mut self, line: &str) {
        let commands = self.commands.as_mut().unwrap();
        writeln!(commands, "{line}").unwrap();
    }

    fn position(&mut self, sfen: &str) {
        self.say(&format!("position sfen {sfen}"));
    }

    fn set(&mut self, name: &str, value: &str) {
        self.say(&format!("setoption name {name} value {value}"));
    }

    /// Everything up to the line that begins so.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.answers.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no `{word}` after {lines:#?}"));
            assert!(line.is_ascii(), "{line}");
            let found = line.starts_with(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// What is said of a mate, and the answer last.
    fn mate(&mut self, go: &str) -> Vec<String> {
        self.say(go);
        self.until("checkmate")
    }

    /// Nothing but what was said so far.
    fn is_ready(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The rest of what is said once nothing more is sent.
    fn end(mut self) -> Vec<String> {
        self.commands = None;
        let rest: Vec<_> = self.answers.iter().collect();
        let output = self.child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        rest
    }
}

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// The number behind a word in the last line of `info` that has it.
fn number(lines: &[String], word: &str) -> i64 {
    let pattern = format!(" {word} ");
    let is_info = |line: &&String| !line.contains("string") && line.contains(&pattern);
    let line = lines.iter().rfind(is_info);
    let line = line.unwrap_or_else(|| panic!("no `{word}` in {lines:#?}"));
    let (_, rest) = line.split_once(&pattern).unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}

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

/// A line without what the clock says.
fn timeless(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == "time" || word == "nps" {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[test]
fn the_session_in_the_readme_is_what_is_said() {
    let readme = include_str!("../../README.md");
    let (_, session) = readme.split_once("```text\n> usi\n").unwrap();
    let (session, _) = session.split_once("\n```").unwrap();
    let mut engine = Engine::start();
    engine.say("usi");
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
                assert!(skipped, "{said}: not as in the README, {expected}");
            }
            (skipped, lines) = (false, lines + 1);
        }
    }
    assert!(lines > 10);
    assert!(engine.end().is_empty());
}

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
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    assert!(engine.end().is_empty());
}

#[test]
fn limits_end_in_a_timeout_and_never_in_a_verdict() {
    let mut engine = Engine::start();
    engine.position(LONG);
    let lines = engine.mate("go mate 300");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert!(has(&lines, "not decided: time was up"));
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
    let lines = engine.mate("go mate 2000");
    let answer = lines.last().unwrap();
    assert!(
        answer.starts_with("checkmate ") && answer.len() > 60,
        "{answer}"
    );
    assert!(has(&lines, "mate in at most"), "{lines:#?}");
    engine.end();
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
        engine.say(go);
        assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove 3a3d+");
    }
    engine.position(NO_MATE);
    engine.say("go byoyomi 1000");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove resign");
    engine.end();
}

#[test]
fn go_infinite_answers_when_it_is_stopped() {
    let mut engine = Engine::start();
    engine.position(FIVE);
    engine.say("go infinite");
    let lines = engine.until("info string mate in 5");
    assert!(!has(&lines, "bestmove"));
    assert!(!has(&engine.is_ready(), "bestmove"));
    engine.say("stop");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove 3a3d+");
    // A second `stop` finds nothing to end.
    engine.say("stop");
    assert!(engine.is_ready().is_empty());
    engine.end();
}

#[test]
fn a_defender_to_move_is_answered_with_the_longest_defence() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {FIVE} moves 3a3d+"));
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate 1d1e 3d2d 1e1f 2d2f");
    assert_eq!(number(&lines, "mate"), -4);
    engine.say("go nodes 100000");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove 1d1e");
    // A reply escapes.
    engine.say(&format!("position sfen {FIVE} moves 3a3d"));
    assert_eq!(
        engine.mate("go mate infinite").last().unwrap(),
        "checkmate nomate"
    );
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
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    engine.position(ONE);
    assert!(has(&engine.mate("go mate infinite"), "info string sound"));
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
        let lines = engine.mate("go mate infinite");
        assert_eq!(lines.last().unwrap(), "checkmate 3a3d+ 1d1e 3d2d 1e1f 2d2f");
    }
    engine.say("go depth 3");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove resign");
    engine.end();
}

#[test]
fn signs_of_life_come_as_often_as_they_are_wanted() {
    let mut engine = Engine::start();
    engine.position(LONG);
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
    assert!(signs(&engine.mate("go mate 2000")) > 5);
    engine.set("PvInterval", "1000000");
    assert_eq!(signs(&engine.mate("go mate 300")), 1);
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
    let said = Instant::now();
    engine.say("stop");
    let answer = engine.until("bestmove").pop().unwrap();
    // A tenth of a second is promised; machines are busy.
    assert!(
        said.elapsed() < Duration::from_secs(1),
        "{:?}",
        said.elapsed()
    );
    let (_, line) = line.split_once(" pv ").unwrap();
    assert_ne!(answer, "bestmove resign");
    assert!(!line.is_empty());
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
        let since = Instant::now();
        let rest = engine.end();
        assert!(since.elapsed() < Duration::from_secs(20));
        let answers = rest.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(answers.count(), 1, "{rest:#?}");
    }
}

#[test]
fn what_is_wrong_is_told_and_ends_nothing() {
    let mut engine = Engine::start();
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    assert!(has(&lines, "there is no position"));
    engine.position(ONE);
    engine.say("position sfen 4k4/9/4P3/9/9/9/9/9/9 b G 1");
    let lines = engine.is_ready();
    assert!(
        has(&lines, "rank 3 has 8 squares: expected 9"),
        "{lines:#?}"
    );
    assert!(has(&lines, "at byte 21: `4P3`"), "{lines:#?}");
    // Nothing is answered about the position before.
    let lines = engine.mate("go mate infinite");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    for (line, told) in [
        ("flip", "unknown command `flip`"),
        ("setoption name Purple value 3", "unknown option `Purple`"),
        ("setoption name Threads value many", "from 1 to 256"),
        (
            "setoption name PostSearch value deep",
            "first, shortest, check",
        ),
        ("setoption", "needs `name`"),
        ("position startpos moves 7g7f 7g7f", "bad position"),
        ("position", "bad position"),
        ("position sfen \u{ff13}/9 b - 1", "bad position"),
    ] {
        engine.say(line);
        let lines = engine.is_ready();
        assert!(has(&lines, told), "{line}: {lines:#?}");
        assert!(lines.iter().all(|line| line.starts_with("info string")));
    }
    engine.say(&"x".repeat(1 << 18));
    engine.say("");
    assert!(has(&engine.is_ready(), "too long"));
    // It might have been a position.
    assert!(has(&engine.mate("go mate 60000"), "there is no position"));
    engine.position(ONE);
    let lines = engine.mate("go mate soon");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    let lines = engine.mate("go mate 60000 sideways");
    assert!(has(&lines, "`sideways`"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "checkmate G*5b");
    engine.end();
}

#[test]
fn lines_end_as_other_systems_end_them() {
    let mut engine = Engine::start();
    engine.say("\u{feff}usi\r");
    engine.until("usiok");
    engine.say(&format!("position sfen {ONE}\r"));
    assert_eq!(
        engine.mate("go mate infinite\r").last().unwrap(),
        "checkmate G*5b"
    );
    engine.say("quit\r");
    assert!(engine.end().is_empty());
}

#[cfg(unix)]
#[test]
fn under_another_name_it_needs_no_argument() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("tsume-usi");
    std::os::unix::fs::symlink(cargo_bin!("tsume"), &link).unwrap();
    let mut child = Command::new(link)
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
fn a_reader_that_goes_away_is_no_failure() {
    let mut engine = Command::new(cargo_bin!("tsume"))
        .arg("usi")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(engine.stdout.take());
    let mut commands = engine.stdin.take().unwrap();
    for _ in 0..3 {
        if commands.write_all(b"isready\n").is_err() {
            break;
        }
    }
    drop(commands);
    let output = engine.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}
