//! The language of an engine.

use super::*;
use std::io::Write;

/// Returns the output of an engine for these commands.
fn engine(arguments: &[&str], commands: &str) -> String {
    let mut child = program()
        .arg("usi")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(commands.as_bytes())
        .unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn an_engine_speaks_the_language_it_is_told_to() {
    let bad = "position sfen x\nsetoption name Nonsense value 1\ngo mate x\nnonsense\nquit\n";
    let lines = |text: &str| {
        let told = text
            .lines()
            .filter_map(|it| it.strip_prefix("info string "));
        told.map(str::to_owned).collect::<Vec<_>>()
    };
    let english = lines(&engine(&[], bad));
    assert!(
        english.len() >= 4 && english.iter().all(|it| it.is_ascii()),
        "{english:?}"
    );
    let set = format!("setoption name Language value ja\n{bad}");
    for (arguments, commands) in [(&[][..], set.as_str()), (&["--lang", "ja"], bad)] {
        let told = lines(&engine(arguments, commands));
        assert_eq!(told.len(), english.len());
        for line in told {
            assert!(!line.is_ascii() && !line.contains('?'), "{line}");
            let words = english_in(&line, &["Nonsense", "nonsense", "mate"]);
            assert!(words.is_empty(), "{words:?}");
        }
    }
    let option = "option name Language type combo default ja var en var ja";
    assert!(engine(&["--lang", "ja"], "usi\nquit\n").contains(option));
}
