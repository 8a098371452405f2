//! Invalid lines.

use super::{Engine, has};
use crate::ONE;

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
    assert_eq!(
        engine.answer("go mate infinite"),
        "checkmate notimplemented"
    );
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
    assert_eq!(engine.answer("go mate soon"), "checkmate notimplemented");
    let lines = engine.mate("go mate -5");
    assert!(has(&lines, "`mate` needs a number, not `-5`"), "{lines:#?}");
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
    assert_eq!(engine.answer("go mate infinite\r"), "checkmate G*5b");
    engine.say("quit\r");
    assert!(engine.end().is_empty());
}

#[test]
fn what_is_no_text_is_told_and_ends_nothing() {
    let mut engine = Engine::start();
    for (line, told) in [
        (&b"isr\0eady"[..], "unknown command `isr?eady`"),
        (b"\x8e\xa9\x8d\xa8", "unknown command `????`"),
        (b"setoption name \xff value 3", "unknown option `?`"),
        (b"position sfen \xff\xfe", "bad position: not an SFEN"),
        (
            b"position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\0",
            "control character 0x00",
        ),
    ] {
        engine.say_bytes(line);
        let lines = engine.is_ready();
        assert_eq!(lines.len(), 1, "{lines:#?}");
        assert!(has(&lines, told), "{told}: {lines:#?}");
    }
    engine.end();
}

#[test]
fn odd_values_of_options_are_refused_and_change_nothing() {
    let mut engine = Engine::start();
    engine.say("usi");
    let lines = engine.until("usiok");
    for line in lines.iter().filter(|line| line.starts_with("option name")) {
        let name = line.split(' ').nth(2).unwrap();
        for value in ["", "-1", "1.5", "99999999999999999999", "purple", "1 2"] {
            engine.set(name, value);
            let told = engine.is_ready();
            assert!(
                has(&told, &format!("option {name} takes")),
                "{name}={value}"
            );
        }
    }
    engine.set("threads", "1");
    engine.set("POSTSEARCH", "First");
    assert!(engine.is_ready().is_empty());
    engine.position(ONE);
    assert!(has(&engine.mate("go mate infinite"), "mate, at most 1 ply"));
    engine.end();
}
