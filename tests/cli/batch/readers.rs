//! Readers that go away, and outputs that are closed: a run ends well only if everything was delivered.
#![cfg(unix)]

use crate::{COOKED, LONG, ONE, program, told};
use snapbox::cmd::cargo_bin;
use std::fs::File;
use std::io::{Seek, Write};
use std::process::{Command, Output, Stdio};

/// Runs that write to standard output, and how they end if all of that is read.
const RUNS: &[(&[&str], i32)] = &[
    (&["solve", ONE], 0),
    (&["solve", ONE, "--format", "json"], 0),
    (&["check", COOKED], 1),
    (&["check", ONE, "--format", "html"], 0),
    (&["check", ONE, "--format", "kif"], 0),
    (&["validate", ONE, COOKED, "--hash", "4MiB"], 1),
    (&["validate", ONE, "--format", "text", "--hash", "4MiB"], 0),
    (&["validate", ONE, "--format", "csv", "--hash", "4MiB"], 0),
    (&["convert", ONE, "--to", "kif"], 0),
    (&["convert", ONE, "--to", "csv"], 0),
    (&["show", ONE], 0),
    (&["show", ONE, "--format", "svg"], 0),
    (&["generate", "man"], 0),
    (&["generate", "completions", "bash"], 0),
    (&["worker", "--hash", "4MiB"], 0),
    (&["usi"], 0),
    (&["verify", "-"], 1),
    (&["verify", "-", "--format", "json"], 1),
    (&["--help"], 0),
];

/// What is read by those that read.
fn input(run: &[&str]) -> File {
    let text = match run[0] {
        "usi" => "usi\nisready\n".to_owned(),
        // Nothing is proven by an entry that is missing.
        "verify" => concat!(
            r#"{"format":"tsume proof","version":1,"id":"x","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","#,
            r#""attacker":"black","claim":"mate_within","plies":1,"entries":[]}"#,
            "\n"
        )
        .to_owned(),
        _ => format!("{ONE}\n"),
    };
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

/// Runs with a standard output that nobody reads. For a moment a program that another test starts may have
/// the other end as well; then there was somebody, and the run is to be tried again.
fn without_reader(run: &[&str]) -> Output {
    let mut tries = (0..20).map(|_| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = program();
        let gone = command.args(run).stdin(input(run)).stdout(writer).output();
        gone.unwrap()
    });
    let last = tries.next_back().unwrap();
    tries
        .find(|it| it.status.code() == Some(141))
        .unwrap_or(last)
}

#[test]
fn a_reader_that_goes_away_is_told_by_the_status() {
    for (run, usual) in RUNS {
        let output = program().args(*run).stdin(input(run)).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(*usual),
            "{run:?}: {}",
            told(&output)
        );
        let gone = without_reader(run);
        assert_eq!(gone.status.code(), Some(141), "{run:?}: {}", told(&gone));
        // Whoever has seen enough wants to hear no more.
        assert_eq!(told(&gone), "", "{run:?}");
    }
}

/// Runs with standard output redirected by the shell.
fn redirected(run: &[&str], to: &str) -> Output {
    let script = format!("exec \"$0\" \"$@\" {to}");
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", &script])
        .arg(cargo_bin!("tsume"))
        .args(run);
    shell
        .env("LC_ALL", "C.UTF-8")
        .stdin(input(run))
        .output()
        .unwrap()
}

#[test]
fn a_standard_output_that_is_closed_is_a_failure() {
    for (run, usual) in RUNS.iter().filter(|it| it.0 != ["--help"]) {
        for to in [">&-", "1</dev/null"] {
            let output = redirected(run, to);
            let told = told(&output);
            assert_eq!(output.status.code(), Some(2), "{run:?} {to}: {told}");
        }
        // Nobody has to read it.
        let output = redirected(run, ">/dev/null");
        assert_eq!(output.status.code(), Some(*usual), "{run:?}");
        let output = redirected(run, "1<>/dev/null");
        assert_eq!(output.status.code(), Some(*usual), "{run:?}");
    }
    // Nor is it needed where answers go to a file.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.kifu");
    let run = ["convert", ONE, "-o", path.to_str().unwrap()];
    assert_eq!(redirected(&run, ">&-").status.code(), Some(0));
    assert!(path.metadata().unwrap().len() > 100);
}

#[test]
fn an_output_that_is_asked_for_and_not_delivered_is_a_failure() {
    for format in ["jsonl", "csv", "text", "json", "html", "kif"] {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let mut command = program();
        let run = [
            "validate", LONG, "--nodes", "20k", "--hash", "4MiB", "--format", format, "-o",
        ];
        let child = command
            .args(run)
            .arg(&pipe)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Somebody opens it and goes away.
        drop(File::open(&pipe).unwrap());
        let output = child.wait_with_output().unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{format}: {told}");
        assert!(told.contains("cannot write"), "{format}: {told}");
    }
}

#[test]
fn nobody_has_to_listen_to_what_is_said() {
    for (run, status) in [
        (&["convert", "-", "--to", "csa"][..], 0),
        (
            &["validate", ONE, COOKED, "not-here.sfen", "--hash", "4MiB"],
            4,
        ),
        (&["solve", "nonsense/"], 4),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let table = format!("id,sfen,note\na,{ONE},\"one\ntwo\"\n");
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(table.as_bytes()).unwrap();
        file.rewind().unwrap();
        let mut command = program();
        let output = command
            .args(run)
            .stdin(file)
            .stderr(writer)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(status), "{run:?}");
    }
}
